//! How long to think.

use std::time::Duration;
use web_time::Instant;

/// What ends a search; whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Just this long.
    pub time: Option<Duration>,
    /// The clock of the player to move.
    pub clock: Option<Clock>,
}

/// A chess clock's state.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until more time comes, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

/// What messages and scheduling may cost.
const OVERHEAD: Duration = Duration::from_millis(8);

/// The moments that a search watches.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Begin no further iteration after this.
    pub soft: Option<Instant>,
    /// Stop at once after this.
    pub hard: Option<Instant>,
}

impl Limits {
    /// The deadlines of a search that begins now.
    pub fn deadlines(&self, now: Instant) -> Deadlines {
        if let Some(time) = self.time {
            let end = now + time.saturating_sub(OVERHEAD.min(time / 10));
            return Deadlines { soft: Some(end), hard: Some(end) };
        }
        let Some(clock) = self.clock else { return Deadlines { soft: None, hard: None } };
        let left = clock.left.saturating_sub(OVERHEAD);
        let moves = clock.moves_to_go.unwrap_or(30).clamp(1, 40);
        let share = left / moves + clock.increment * 3 / 4;
        let soft = share.min(left * 6 / 10);
        let hard = (share * 3).min(left * 8 / 10);
        Deadlines { soft: Some(now + soft), hard: Some(now + hard) }
    }
}
