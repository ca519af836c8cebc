//! What clients send.

use crate::{Room, TimeControl};
use damier_games::{GameKey, Player, options::Options};
use serde::{Deserialize, Serialize};

/// A message to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// Tell me of this match from now on; with `since`, only what came after that number.
    Watch {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// The last number that the client has seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<i64>,
    },
    /// Tell me no more of this match.
    Unwatch {
        /// The match.
        #[serde(rename = "match")]
        id: String,
    },
    /// A move.
    Play {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// How many moves the client has seen.
        ply: usize,
        /// Names this attempt: sent again after a lost connection it is not played twice. Below 2^53.
        #[serde(rename = "id")]
        attempt: u64,
        /// The move as text.
        #[serde(rename = "move")]
        text: String,
    },
    /// Quadrants for the board.
    Choose {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// Two, or all four.
        quadrants: Vec<String>,
    },
    /// Anything else that a player can do.
    Do {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// What.
        action: Action,
        /// For which side, where one person holds both; else the one to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Player>,
    },
    /// Say something.
    Say {
        /// Where.
        room: Room,
        /// Names this message: sent again it is not said twice. At most 40 characters.
        id: String,
        /// What.
        text: String,
    },
    /// Tell me of the lobby: chat, open matches, how many play.
    Lobby {
        /// Or not any more.
        on: bool,
    },
    /// Look for an opponent, until found, withdrawn or disconnected. Several at once are fine.
    Seek {
        /// Names this search.
        id: String,
        /// The game.
        game: GameKey,
        /// Its options.
        #[serde(default)]
        options: Options,
        /// The time.
        #[serde(default)]
        time: TimeControl,
        /// Whether it counts.
        #[serde(default)]
        rated: bool,
    },
    /// Look no more.
    Unseek {
        /// That search.
        id: String,
    },
}

/// What a player can do besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Action {
    Resign,
    /// Offers a draw or accepts the one on offer.
    OfferDraw,
    DeclineDraw,
    ClaimDraw,
    /// Asks for a takeback or grants it.
    Takeback,
    DeclineTakeback,
    Abort,
    /// Leaves for good, a forfeit.
    Leave,
    /// Asks for another match or agrees to it.
    Rematch,
    DeclineRematch,
}
