//! Where a game comes from: this device, or a server. Pages hold a `Source` and do not know which.

use damier_games::{
    GameKey, Player,
    board::{Board, CellId},
    scene::Report,
    table::Snapshot,
    text::Phrase,
};
use std::sync::Arc;

/// Something a person asks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A move, as text or as players write it.
    Play(String),
    /// Gives up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Claims one by the rules.
    ClaimDraw,
    /// Takes the last move back.
    Takeback,
    /// Shows the board to the next player of a game with secrets.
    Lift,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The name to show.
    pub name: Phrase,
    /// Whether the computer plays it.
    pub computer: bool,
}

/// A clock to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// What is left.
    pub left_ms: f64,
    /// Whether it runs.
    pub running: bool,
}

/// What a page shows of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameView {
    /// The game.
    pub game: GameKey,
    /// The geometry.
    pub board: Arc<Board>,
    /// The present, for whoever looks.
    pub now: Snapshot,
    /// The moves so far, `None` where a viewer learns nothing.
    pub moves: Vec<Option<Report>>,
    /// The two sides.
    pub seats: [Seat; 2],
    /// Who looks from below.
    pub bottom: Player,
    /// Whether a person here may move now.
    pub mine: bool,
    /// Whether the computer is thinking.
    pub thinking: bool,
    /// Whether the screen must change hands before it shows anything.
    pub curtain: bool,
    /// Whether a draw may be claimed.
    pub claimable: bool,
    /// Whether there is a move to take back.
    pub takeback: bool,
    /// Whether both sides sit before this screen.
    pub one_screen: bool,
}

/// A game wherever it is played.
pub trait Source: Send + Sync {
    /// What there is to see; to be read inside something reactive.
    fn view(&self) -> GameView;
    /// The moment after `ply` moves.
    fn at(&self, ply: usize) -> Option<Snapshot>;
    /// The clocks at this instant, if any.
    fn clocks(&self) -> Option<[Shown; 2]>;
    /// Asks for something. What is refused is told.
    fn ask(&self, ask: Ask) -> Result<(), Phrase>;
    /// Why no move goes along these cells, where there is more to say than that.
    fn why(&self, cells: &[CellId]) -> Option<Phrase>;
    /// The record of the game as its players write it.
    fn record(&self) -> String;
    /// Where a new game like this one is, once it is set up.
    fn rematch(&self) -> Option<String>;
}

/// A handle for components.
pub type AnySource = Arc<dyn Source>;
