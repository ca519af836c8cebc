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

/// The moment at which a search stops, finished or not.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Stop at once after this.
    pub hard: Option<Instant>,
}

impl Limits {
    /// The deadlines of a search that begins now.
    pub fn deadlines(&self, now: Instant) -> Deadlines {
        if let Some(time) = self.time {
            return Deadlines { hard: Some(now + time.saturating_sub(OVERHEAD.min(time / 25))) };
        }
        let hard = self.clock.zip(self.share()).map(|(clock, share)| {
            let left = clock.left.saturating_sub(OVERHEAD);
            now + (share * 4).min(left * 6 / 10)
        });
        Deadlines { hard }
    }

    /// When a player without iterations to finish should have its answer.
    pub fn usual_end(&self, now: Instant) -> Option<Instant> {
        self.share().map(|share| now + share).or(self.deadlines(now).hard)
    }

    /// How long a move may usually take where there is a clock; after it no further iteration begins.
    pub fn share(&self) -> Option<Duration> {
        if self.time.is_some() {
            return None;
        }
        let clock = self.clock?;
        let left = clock.left.saturating_sub(OVERHEAD);
        let moves = clock.moves_to_go.unwrap_or(25).clamp(1, 40);
        let share = left / moves + clock.increment * 3 / 4;
        Some((share * 7 / 10).min(left * 4 / 10))
    }
}
