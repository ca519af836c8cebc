//! What a screen knows of a game: the same whether it is played here or on a server.

use crate::online::Social;
use damier_client::GameShown;
use damier_games::{Player, board::CellId, scene::Piece, table::Snapshot, text::Phrase};
use std::ops::Deref;

/// Something that a person asks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A move, as text or as players write it.
    Play(String),
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts the one on offer.
    Draw,
    /// Declines what the other side asks for.
    Decline,
    /// Claims a draw by the rules.
    Claim,
    /// Takes the last move back, or asks for it, or grants it.
    Takeback,
    /// Shows the board to the next player of a game with secrets.
    Lift,
    /// Another game like this one.
    Again,
    /// Says something.
    Say(String),
    /// The quadrants of the board, before the first move.
    Choose(Vec<String>),
    /// Calls a match off that has not really begun.
    Abort,
    /// Something about other people.
    Social(Social),
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The name to show.
    pub name: String,
    /// Behind it: a rating.
    pub note: String,
    /// Whether this person is away.
    pub away: bool,
    /// What was taken from this side.
    pub taken: Vec<Piece>,
}

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What both had left, in milliseconds.
    pub left: [i64; 2],
    /// Whose runs.
    pub running: Option<Player>,
    /// When that was, by our own time.
    pub at: i64,
}

impl Clocks {
    /// What a side has left now.
    pub fn left(&self, side: Player, now: i64) -> i64 {
        let gone = if self.running == Some(side) { (now - self.at).max(0) } else { 0 };
        (self.left[side.index()] - gone).max(0)
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// What to report it by.
    pub id: String,
    /// By whom.
    pub from: String,
    /// What.
    pub text: String,
}

/// What a screen shows of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameView {
    /// What any client shows of it.
    pub shown: GameShown,
    /// The two sides.
    pub seats: [SeatView; 2],
    /// The sides that are played here.
    pub yours: Vec<Player>,
    /// The clocks, if any.
    pub clocks: Option<Clocks>,
    /// What there is to know besides: an offer, somebody away, a broken line.
    pub notices: Vec<Phrase>,
    /// Whether it is on a server, where one can say something.
    pub online: bool,
    /// What was said, the latest last.
    pub chat: Vec<ChatLine>,
    /// How others come to it, while it waits for somebody.
    pub invitation: Vec<String>,
    /// How many quadrants are to be chosen here before it begins.
    pub choosing: Option<usize>,
}

/// A view is the game that it shows, and more.
impl Deref for GameView {
    type Target = GameShown;
    fn deref(&self) -> &GameShown {
        &self.shown
    }
}

/// A game wherever it is played.
pub trait Source {
    /// What there is to see.
    fn view(&self) -> GameView;
    /// The moment after `ply` moves.
    fn at(&self, ply: usize) -> Option<Snapshot>;
    /// Why no move goes along these cells, where there is more to say than that.
    fn why(&self, cells: &[CellId]) -> Option<Phrase>;
}
