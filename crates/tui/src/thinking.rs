//! The computer's own thread: it is asked, thinks, and answers at a human pace. A new question stops the one before.

use crate::runtime;
use damier_contest::{Millis, TableClock, TimeControl};
use damier_engine::{
    Level, Mind, mind,
    mind::Thinking,
    search::{Clock, Limits},
};
use damier_games::{GameKey, Player, options::Options};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// A position to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Comes back with the answer.
    pub id: u64,
    /// The game.
    pub game: GameKey,
    /// Its options.
    pub options: Options,
    /// The moves so far.
    pub moves: Vec<String>,
    /// How strong to be.
    pub level: Level,
    /// The longest that it may take, where there is a clock.
    pub most: Option<Duration>,
    /// What varies the play.
    pub seed: u64,
}

/// The move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Of which question.
    pub id: u64,
    /// The move.
    pub text: String,
    /// What it is worth for whoever plays it, in hundredths of a man.
    pub value: i32,
}

/// The longest that it thinks, how much memory it thinks with, and what a person would need at least.
const LONGEST: Duration = Duration::from_secs(2);
const MEGABYTES: usize = 16;
const PACE: Duration = Duration::from_millis(350);

/// Thinks about one question, on this thread.
pub fn think(player: &mut dyn Mind, question: &Question, stop: &AtomicBool) -> Option<Answer> {
    let moves: Vec<&str> = question.moves.iter().map(String::as_str).collect();
    player.look(&question.options, None, &moves).ok()?;
    let thinking = Thinking {
        limits: Limits {
            time: Some(question.most.map_or(LONGEST, |most| most.min(LONGEST))),
            ..Limits::default()
        },
        level: question.level,
        lines: 1,
        threads: 1,
        seed: question.seed,
    };
    let best = player.think(&thinking, stop, &mut |_| {}).into_iter().next()?;
    let text = best.line.into_iter().next()?;
    Some(Answer { id: question.id, text, value: best.value })
}

/// How much of a side's time one move may cost.
pub fn share(clock: &TableClock, side: Player, now: i64) -> Duration {
    let (increment, moves_to_go) = match clock.time() {
        TimeControl::Clock { increment, .. } => (increment, None),
        // The next turn has its own time.
        TimeControl::PerTurn { .. } | TimeControl::Days { .. } | TimeControl::None => (0, Some(1)),
    };
    let clock = Clock {
        left: Duration::from_millis(clock.left(side, Millis(now)).0.unsigned_abs()),
        increment: Duration::from_secs(increment.into()),
        moves_to_go,
    };
    Limits { clock: Some(clock), ..Limits::default() }.share().unwrap_or(LONGEST)
}

/// A computer player for a game.
pub fn player(game: GameKey) -> Box<dyn Mind> {
    mind(game, MEGABYTES)
}

/// A handle on the thread.
pub struct Thinker {
    questions: mpsc::Sender<(Question, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Thinker {
    /// Starts the thread. It ends when the handle is gone.
    pub fn start(tell: impl Fn(Answer) + Send + 'static) -> Self {
        let (questions, asked) = mpsc::channel::<(Question, Arc<AtomicBool>)>();
        let thinking = runtime::helper("thinks", move || {
            let mut mind: Option<(GameKey, Box<dyn Mind>)> = None;
            for (question, stop) in asked {
                let since = Instant::now();
                let (_, mind) = match &mut mind {
                    Some(known) if known.0 == question.game => known,
                    other => other.insert((question.game, player(question.game))),
                };
                let answer = think(&mut **mind, &question, &stop);
                let pace = question.most.map_or(PACE, |most| most.min(PACE));
                while since.elapsed() < pace && !stop.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(25));
                }
                if let (Some(answer), false) = (answer, stop.load(Ordering::Relaxed)) {
                    tell(answer);
                }
            }
        });
        // A machine that has no thread left for it has no answer either.
        debug_assert!(thinking.is_ok(), "{thinking:?}");
        Self { questions, stop: Arc::default() }
    }

    /// Asks; whatever was asked before is not wanted any more.
    pub fn ask(&mut self, question: Question) {
        self.stop();
        self.stop = Arc::default();
        // Without its thread there is nobody to answer, and nothing to be done about it.
        let _ = self.questions.send((question, Arc::clone(&self.stop)));
    }

    /// Stops thinking.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_answered_with_a_legal_move() {
        for &game in GameKey::ALL {
            let table = damier_games::open(game, &Options::new(), None).unwrap();
            let question = Question {
                id: 3,
                game,
                options: Options::new(),
                moves: Vec::new(),
                level: Level::new(2).unwrap(),
                most: None,
                seed: 1,
            };
            let answer =
                think(&mut *player(game), &question, &AtomicBool::new(false)).expect("a move");
            assert_eq!(answer.id, 3);
            assert!(table.legal_moves().contains(&answer.text), "{game}: {}", answer.text);
        }
    }
}
