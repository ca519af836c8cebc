//! Damier's computer players behind a Web Worker: what is asked and answered, and how a question is thought about. The page
//! uses the messages only; the program of this crate is what the worker runs.

use damier_engine::{
    Level, Mind,
    mind::{LookError, Thinking, Thought},
    search::Limits,
};
use damier_games::{GameKey, options::Options};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, sync::atomic::AtomicBool, time::Duration};

/// A position to think about. A page asks one thing at a time and ends the worker to stop it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Comes back with every answer, so that late ones are told apart.
    pub id: u32,
    /// The game.
    pub game: GameKey,
    /// Its options.
    pub options: Options,
    /// The position to begin with, if not the usual one.
    pub position: Option<String>,
    /// The moves played since.
    pub moves: Vec<String>,
    /// 1 to 8.
    pub level: u8,
    /// How long to think at most.
    pub time_ms: u32,
    /// How many lines to find.
    pub lines: usize,
    /// Whether to tell what is found on the way.
    pub tell: bool,
    /// What varies the play.
    pub seed: u64,
}

/// One line that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// 0 is the best.
    pub rank: usize,
    /// Plies looked at in full.
    pub depth: u32,
    /// For the player to move, in hundredths of a man.
    pub value: i32,
    /// Plies to a forced win, negative if the opponent has it.
    pub win_in: Option<i32>,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves as texts.
    pub moves: Vec<String>,
}

/// What the worker tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It can be asked now.
    Ready,
    /// A line found on the way.
    Found {
        /// Of which question.
        id: u32,
        /// The line.
        line: Line,
    },
    /// The end: all lines, the first of which begins with the chosen move.
    Done {
        /// Of which question.
        id: u32,
        /// The lines.
        lines: Vec<Line>,
    },
    /// The question makes no sense; a mistake of the page.
    Refused {
        /// Of which question.
        id: u32,
        /// Why.
        why: String,
    },
}

/// The computer players met so far; each keeps what it learnt.
#[derive(Default)]
pub struct Thinker(HashMap<GameKey, Box<dyn Mind>>);

/// Megabytes of a player's memory: a page is not the only thing on a phone.
const MEGABYTES: usize = 16;

impl Thinker {
    /// Thinks about `question`, telling on the way what it asks to be told.
    pub fn answer(&mut self, question: &Question, tell: &mut dyn FnMut(Answer)) -> Answer {
        let id = question.id;
        match self.think(question, tell) {
            Ok(lines) => Answer::Done { id, lines },
            Err(error) => Answer::Refused { id, why: error.to_string() },
        }
    }

    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(Answer),
    ) -> Result<Vec<Line>, LookError> {
        let Question { id, game, .. } = *question;
        let mind = self.0.entry(game).or_insert_with(|| damier_engine::mind(game, MEGABYTES));
        let moves: Vec<&str> = question.moves.iter().map(String::as_str).collect();
        mind.look(&question.options, question.position.as_deref(), &moves)?;
        let time = Some(Duration::from_millis(question.time_ms.into()));
        let thinking = Thinking {
            limits: Limits { time, ..Limits::default() },
            level: Level::new(question.level).unwrap_or(Level::FULL),
            lines: question.lines,
            threads: 1,
            seed: question.seed,
        };
        let thoughts = mind.think(&thinking, &AtomicBool::new(false), &mut |thought| {
            if question.tell {
                tell(Answer::Found { id, line: line(thought) });
            }
        });
        Ok(thoughts.iter().map(line).collect())
    }
}

fn line(thought: &Thought) -> Line {
    let Thought { rank, depth, value, win_in, nodes, .. } = *thought;
    Line { rank, depth, value, win_in, nodes, moves: thought.line.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_answered_with_a_legal_move() {
        let mut thinker = Thinker::default();
        for (id, &game) in (0..).zip(GameKey::ALL) {
            let question = Question {
                id,
                game,
                options: Options::new(),
                position: None,
                moves: Vec::new(),
                level: 3,
                time_ms: 1000,
                lines: 1,
                tell: false,
                seed: 1,
            };
            let table = damier_games::open(game, &Options::new(), None).expect("a start");
            let Answer::Done { lines, .. } = thinker.answer(&question, &mut |_| {}) else {
                panic!("{game} was refused")
            };
            assert!(table.legal_moves().contains(&lines[0].moves[0]), "{game}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let question = Question {
            id: 7,
            game: GameKey::Chess,
            options: Options::new(),
            position: None,
            moves: vec!["e2e5".into()],
            level: 1,
            time_ms: 10,
            lines: 1,
            tell: false,
            seed: 1,
        };
        let answer = Thinker::default().answer(&question, &mut |_| {});
        assert!(matches!(answer, Answer::Refused { id: 7, .. }));
    }
}
