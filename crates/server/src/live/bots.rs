//! Computer players. They think on a few threads of their own, first come first served, at most once for each match, and answer
//! at a human pace; a person's move never waits for them.

use super::{Live, LiveError, Room, room::Inner};
use damier_contest::{Command, Millis, Opposition, Phase, TimeControl};
use damier_engine::{Level, Mind, mind, mind::Thinking, search::Limits};
use damier_games::{GameKey, Player, Viewer, options::Options};
use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Condvar, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The longest that a computer player thinks, and how much memory it thinks with.
const LONGEST: Duration = Duration::from_millis(2_000);
const MEGABYTES: usize = 16;
/// A person would not answer faster than that, nor much slower on purpose.
const PACE_MS: (u64, u64) = (450, 700);

/// The queue of those who have to think.
#[derive(Default)]
pub struct Bots {
    queue: Mutex<VecDeque<Job>>,
    more: Condvar,
    stop: Arc<AtomicBool>,
}

struct Job {
    id: String,
    seq: i64,
    side: Player,
    level: Level,
    game: GameKey,
    options: Options,
    position: Option<String>,
    moves: Vec<String>,
    /// Whether to answer a draw offer instead of moving.
    draw: bool,
    /// What may be spent on it.
    time: Duration,
    asked: Instant,
}

impl Bots {
    /// Queues up if it is the computer's turn, or to answer its opponent's offer.
    pub fn look(&self, room: &Arc<Room>, inner: &mut Inner) {
        let state = &inner.state;
        let Opposition::Computer { side, level } = state.terms().opposition else { return };
        let draw = state.draw_offer() == Some(!side);
        let its_turn = state.phase() == Phase::Playing && state.turn() == Some(side);
        if state.phase() != Phase::Playing
            || !(draw || its_turn)
            || inner.thinking == Some(inner.seq)
        {
            return;
        }
        inner.thinking = Some(inner.seq);
        let table = state.table();
        let moves = table.reports(Viewer::Referee).into_iter().flatten().map(|report| report.text);
        let job = Job {
            id: room.id.clone(),
            seq: inner.seq,
            side,
            level: Level::new(level).unwrap_or(Level::FULL),
            game: state.terms().game,
            options: table.options(),
            position: state.terms().position.clone(),
            moves: moves.collect(),
            draw,
            time: time_for(state.terms().time, state.clock_at(state.last_change()), side),
            asked: Instant::now(),
        };
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(job);
        self.more.notify_one();
    }

    /// Ends all thinking.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.more.notify_all();
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stop.load(Ordering::Relaxed) {
            if let Some(mut job) = queue.pop_front() {
                // When many wait, everybody gets less.
                job.time /= 1 + queue.len() as u32 / 4;
                return Some(job);
            }
            let waited = self.more.wait_timeout(queue, Duration::from_secs(1));
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

/// A fair share of the clock, or what people like to wait.
fn time_for(control: TimeControl, clock: Option<[Millis; 2]>, side: Player) -> Duration {
    let left = clock.map_or(u64::MAX, |both| u64::try_from(both[side.index()].0).unwrap_or(0));
    let share = match control {
        TimeControl::Clock { increment, .. } => left / 30 + u64::from(increment) * 500,
        _ => left / 3,
    };
    LONGEST.min(Duration::from_millis(share.max(20)))
}

/// Starts the threads; they end with `live`.
pub fn start(live: &Arc<Live>) {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let runtime = tokio::runtime::Handle::current();
    for n in 0..cores.saturating_sub(1).max(1) {
        let (live, runtime) = (Arc::downgrade(live), runtime.clone());
        let work = move || work(&live, &runtime);
        if let Err(error) = thread::Builder::new().name(format!("computer-{n}")).spawn(work) {
            tracing::error!(%error, "no thread for computer players");
        }
    }
}

fn work(live: &Weak<Live>, runtime: &tokio::runtime::Handle) {
    let mut minds: HashMap<GameKey, Box<dyn Mind>> = HashMap::new();
    while let Some(strong) = live.upgrade() {
        let stop = strong.bots.stop.clone();
        let Some(job) = strong.bots.next() else { return };
        drop(strong);
        // One game's memory at a time: there are ten games.
        if !minds.contains_key(&job.game) {
            minds.clear();
        }
        let player = minds.entry(job.game).or_insert_with(|| mind(job.game, MEGABYTES));
        let answer = think(player.as_mut(), &job, &stop);
        let live = live.clone();
        runtime.spawn(async move { deliver(&live, job, answer).await });
    }
}

/// The move, and how good the player finds its position.
fn think(player: &mut dyn Mind, job: &Job, stop: &AtomicBool) -> Option<(String, i32)> {
    let moves: Vec<&str> = job.moves.iter().map(String::as_str).collect();
    if let Err(error) = player.look(&job.options, job.position.as_deref(), &moves) {
        tracing::error!(id = job.id, %error, "a computer player cannot read its match");
        return None;
    }
    let seed = job
        .id
        .bytes()
        .fold(job.seq as u64, |seed, byte| seed.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
    let limits = Limits { time: Some(job.time), ..Limits::default() };
    let thinking = Thinking { limits, level: job.level, lines: 1, threads: 1, seed };
    let mut lines = player.think(&thinking, stop, &mut |_| {});
    let best = if lines.is_empty() { return None } else { lines.swap_remove(0) };
    let value = best.value;
    best.line.into_iter().next().map(|text| (text, value))
}

async fn deliver(live: &Weak<Live>, job: Job, answer: Option<(String, i32)>) {
    let Some((text, value)) = answer else { return };
    let (least, more) = PACE_MS;
    let pace = Duration::from_millis(least + (job.seq as u64).wrapping_mul(2_654_435_761) % more);
    let hurry = job.time < Duration::from_millis(300);
    if !hurry {
        tokio::time::sleep(pace.saturating_sub(job.asked.elapsed())).await;
    }
    let Some(live) = live.upgrade() else { return };
    let Ok(room) = live.room(&job.id).await else { return };
    let mut inner = room.inner.lock().await;
    let by = job.side;
    let command = if job.draw {
        // From the opponent's turn the value is the opponent's.
        let own = if inner.state.turn() == Some(by) { value } else { -value };
        let content = job.moves.len() >= 20 && own <= 0;
        if content { Command::OfferDraw { by } } else { Command::DeclineDraw { by } }
    } else {
        Command::Play { by, ply: job.moves.len(), id: job.seq as u64, text, lag: Millis(0) }
    };
    match live.carry_out(&room, &mut inner, command, live.now()).await {
        Ok(()) => {}
        // The person took a move back, resigned, or the flag fell meanwhile: think again if there is anything to think about.
        Err(LiveError::Refused(_)) => live.look_ahead(&room, &mut inner),
        Err(LiveError::Unavailable) => inner.thinking = None,
        Err(error) => tracing::warn!(id = job.id, %error, "a computer player's move was not taken"),
    }
}
