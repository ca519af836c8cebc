//! Who plays and who looks.

use serde::{Deserialize, Serialize};
use std::ops::Not;

/// One of the two sides. `One` is the side that `1-0` names: Red, X, White. It moves first, but for the odd variant
/// in which Black does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// Red, X or White.
    One,
    /// Blue, O or Black.
    Two,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// Who is to move after `ply` plies of strict alternation that `One` began.
    pub const fn at_ply(ply: usize) -> Self {
        if ply.is_multiple_of(2) { Self::One } else { Self::Two }
    }

    /// 0 or 1, to index an array of two.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// Who is looking: what may be told depends on it where a game hides something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// One of the two players.
    Seat(Player),
    /// Somebody who watches a game that goes on.
    Spectator,
    /// Sees everything: the referee, and everybody once the game is over.
    Referee,
}
