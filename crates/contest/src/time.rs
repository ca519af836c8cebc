//! Time: how it is counted and how much of it there is.

use serde::{Deserialize, Serialize};

/// A point in time (since 1970) or a span of it, in thousandths of a second.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

/// How the players' time is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// Not at all.
    #[default]
    None,
    /// So long for each turn.
    PerTurn {
        /// Seconds for a turn.
        seconds: u32,
    },
    /// So long for the game, and a little more after each move.
    Clock {
        /// Seconds at the start.
        base: u32,
        /// Seconds for each move.
        increment: u32,
    },
    /// So many days for each move.
    Days {
        /// Days for a move.
        days: u32,
    },
}

/// How fast a match is; ratings are kept apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Speed {
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
    /// Without any limit.
    Unlimited,
}
