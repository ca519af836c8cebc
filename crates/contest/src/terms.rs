//! What was agreed before the match.

use crate::TimeControl;
use damier_games::{GameKey, Player, options::Options};
use serde::{Deserialize, Serialize};

/// Who plays whom, as far as the course of the match depends on it. Who they are is the server's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opposition {
    /// Two people, each in front of a screen.
    People,
    /// A person and a computer player. It never leaves, refuses no takeback and answers a draw offer by its own judgement.
    Computer {
        /// The computer's side.
        side: Player,
        /// 1 to 8.
        level: u8,
    },
    /// One screen for both sides: whoever holds it needs nobody's consent.
    OneScreen,
}

/// The terms of a match. They never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    pub game: GameKey,
    /// Its options that are not the default.
    pub options: Options,
    /// The position to begin with, if not the usual one.
    pub position: Option<String>,
    /// The time.
    pub time: TimeControl,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Who plays whom.
    pub opposition: Opposition,
    /// Whether the players choose the quadrants of the board first, each their half.
    pub choosing: bool,
}
