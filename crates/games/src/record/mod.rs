//! Whole games as text: PGN for the chess games, PDN for draughts, and for the rest a text of ours with the same headers.
//! All three are one grammar - tags, then numbered moves with comments, then the result - so one writer and one reader serve
//! them; the games bring their notation and the tags by which other programs know them.
//!
//! Variations and annotation glyphs are read over, not kept: a record is what was played.

mod read;
#[cfg(test)]
mod tests;
mod tokens;
mod write;

use crate::{outcome::Score, player::Player};

pub use read::{Loaded, RecordError, read};
pub(crate) use write::write;

/// How the games of one kind are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable game notation.
    Pgn,
    /// Portable draughts notation.
    Pdn,
    /// Our own: PGN's headers and layout, the game's own moves.
    Plain,
}

impl Format {
    /// The ending of file names.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Pdn => "pdn",
            Self::Plain => "txt",
        }
    }

    /// The tag that holds the start position.
    const fn position_tag(self) -> &'static str {
        match self {
            Self::Pgn | Self::Pdn => "FEN",
            Self::Plain => "Position",
        }
    }

    /// A score as this format writes it.
    const fn score_text(self, score: Score) -> &'static str {
        match (self, score) {
            (Self::Pdn, Score::Win(Player::One)) => "2-0",
            (Self::Pdn, Score::Win(Player::Two)) => "0-2",
            (Self::Pdn, Score::Draw) => "1-1",
            (_, Score::Win(Player::One)) => "1-0",
            (_, Score::Win(Player::Two)) => "0-1",
            (_, Score::Draw) => "1/2-1/2",
            (_, Score::Void) => "*",
        }
    }

    /// The score that a word means, if it is one. PDN has results of its own; elsewhere `0-0` may be castling.
    fn score(self, word: &str) -> Option<Score> {
        match word {
            "1-0" => Some(Score::Win(Player::One)),
            "0-1" => Some(Score::Win(Player::Two)),
            "1/2-1/2" => Some(Score::Draw),
            "*" => Some(Score::Void),
            "2-0" if self == Self::Pdn => Some(Score::Win(Player::One)),
            "0-2" if self == Self::Pdn => Some(Score::Win(Player::Two)),
            "1-1" if self == Self::Pdn => Some(Score::Draw),
            "0-0" if self == Self::Pdn => Some(Score::Void),
            _ => None,
        }
    }
}

/// The tag that names the game, in all formats.
const GAME_TAG: &str = "Game";
/// The tag that lists the options that are not the default, as `key=value` joined by commas.
const OPTIONS_TAG: &str = "Options";
/// The tag that repeats the result.
const RESULT_TAG: &str = "Result";
/// The tag that says why the game ended.
const TERMINATION_TAG: &str = "Termination";
/// The tag that says whose knowledge the record is limited to.
const VIEWER_TAG: &str = "Viewer";
/// A move that the viewer of the record did not see.
const HIDDEN_MOVE: &str = "--";
