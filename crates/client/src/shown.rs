//! What every client shows of a game, wherever it is played. What else there is to show, each adds by itself.

use damier_games::{GameKey, Player, board::Board, scene::Report, table::Snapshot, text::Text};
use std::sync::Arc;

/// A game as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct GameShown {
    /// The game.
    pub game: GameKey,
    /// The geometry.
    pub board: Arc<Board>,
    /// The present, for whoever looks.
    pub now: Snapshot,
    /// The moves so far, `None` where a viewer learns nothing.
    pub moves: Vec<Option<Report>>,
    /// Who looks from below.
    pub bottom: Player,
    /// Whether a person here may move now.
    pub mine: bool,
    /// Whether an answer is awaited.
    pub thinking: bool,
    /// Whether the screen must change hands before it shows anything.
    pub curtain: bool,
}

impl GameShown {
    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.now.result.is_some()
    }

    /// The names of the two sides for people.
    pub fn sides(&self) -> [Text; 2] {
        self.game.info().sides.map(|side| side.name)
    }
}
