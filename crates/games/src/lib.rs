//! The rules of Damier's games. Pure: no input or output, no clock, no global state; the same code decides on the server, in
//! the browser and in the terminal.
//!
//! A game implements [`Rules`] (what a search needs) and [`Game`] (what people need) in a folder of its own, and is listed in
//! [`games`]. Everything else holds a [`Table`] and does not know which game it is.

pub mod alice;
pub mod alquerque;
pub mod board;
pub mod chess;
pub mod chessboard;
pub mod congress;
pub mod dark;
pub mod draughts;
pub mod games;
pub mod horde;
pub mod isolation;
pub mod katarenga;
mod key;
pub mod morpion;
pub mod mosaic;
mod no_move;
pub mod options;
pub mod outcome;
pub mod perft;
mod placement;
pub mod player;
pub mod record;
pub mod rules;
pub mod scene;
pub mod table;
pub mod text;
pub mod vectors;

pub use games::GameKey;
pub use outcome::Outcome;
pub use player::{Player, Viewer};
pub use rules::{Game, Rules};
pub use table::{Table, open};

/// What a game's own files need.
#[allow(unused_imports, reason = "not every game needs everything")]
pub(crate) mod prelude {
    pub use crate::{
        board::{Board, CellId, Path, Shape, Tint},
        key::fold,
        options::{Choice, ENDLESS, Field, Kind, OptionError, Preset},
        outcome::{Outcome, Reason, reason},
        player::{Player, Viewer},
        record::Format,
        rules::{Game, Info, MoveError, Rules, Side, TextError},
        scene::{Counter, CounterKind, Mark, MarkKind, Piece, PieceKind, Scene, Standing, Step},
        text::{Phrase, Text},
    };
    pub use serde::{Deserialize, Serialize};
}
