//! Where a game comes from: this device, or a server. Pages hold a `Source` and do not know which.

use crate::texts::matches;
use damier_client::{FirstMove, GameShown};
use damier_games::{
    Player,
    board::CellId,
    options::Options,
    outcome::reason,
    table::Snapshot,
    text::{Phrase, Text},
};
use damier_protocol::TimeControl;
use leptos::prelude::Callback;
use std::{ops::Deref, sync::Arc};

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
    /// Refuses the draw that the other one offers.
    DeclineDraw,
    /// Refuses the takeback that the other one asks for.
    DeclineTakeback,
    /// Calls a match off that has hardly begun.
    Abort,
    /// Leaves a match for good.
    Leave,
    /// Asks for another match, or agrees to it.
    Rematch,
    /// Refuses another match.
    DeclineRematch,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The name to show.
    pub name: Phrase,
    /// Whether the computer plays it.
    pub computer: bool,
    /// The rating in this game at this speed.
    pub rating: Option<u32>,
    /// The name of the account, whose page tells more.
    pub account: Option<String>,
}

/// What a match on a server has besides the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The own move is on its way: shown already, not answered yet.
    pub waiting: bool,
    /// Who offers a draw.
    pub draw_offer: Option<Player>,
    /// Who asks for a takeback.
    pub takeback: Option<Player>,
    /// Who is away, and until when the seat is kept by the server's clock, 0 for ever.
    pub away: [Option<i64>; 2],
    /// Who asks for another match.
    pub rematch: Option<Player>,
    /// The match after this one.
    pub next: Option<String>,
    /// The ratings before and after.
    pub ratings: Option<[[i32; 2]; 2]>,
    /// Whether it counts.
    pub rated: bool,
    /// The time that whoever is to move has for the first move.
    pub first_move: Option<FirstMove>,
    /// Whether it was called off because a first move was not made in time, as far as that was seen.
    pub late: bool,
    /// Whether it can still be called off.
    pub abortable: bool,
    /// Whether part of the game is hidden from this viewer.
    pub veiled: bool,
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
    /// What any client shows of it.
    pub shown: GameShown,
    /// The options, where they are not the usual ones.
    pub options: Options,
    /// The time.
    pub time: TimeControl,
    /// The two sides.
    pub seats: [Seat; 2],
    /// Whether a draw may be claimed.
    pub claimable: bool,
    /// Whether there is a move to take back.
    pub takeback: bool,
    /// Whether the computer player cannot be had, so that nobody will answer.
    pub stuck: bool,
    /// Whether both sides sit before this screen.
    pub one_screen: bool,
    /// The side of the person who looks, where that is one of the two.
    pub me: Option<Player>,
    /// What only a match on a server has.
    pub contact: Option<Contact>,
}

/// A view is the game that it shows, and more.
impl Deref for GameView {
    type Target = GameShown;
    fn deref(&self) -> &GameShown {
        &self.shown
    }
}

impl GameView {
    /// What to say of a match that was called off.
    pub fn called_off(&self) -> Option<Text> {
        let off = self.now.result.is_some_and(|outcome| outcome.reason == reason::ABORTED);
        let late = self.contact.as_ref().filter(|_| off)?.late;
        Some(if late { matches::NO_FIRST_MOVE } else { matches::CALLED_OFF })
    }

    /// Whether the person who looks plays, and the game goes on.
    pub fn plays(&self) -> bool {
        self.now.result.is_none() && (self.me.is_some() || self.one_screen)
    }
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
    /// Calls `tell` with what is refused later on, as long as the component lives that asks for it.
    fn on_refusal(&self, _tell: Callback<Phrase>) {}
    /// The time by which `Contact::away` counts, in milliseconds since 1970.
    fn time(&self) -> i64 {
        0
    }
}

/// A handle for components.
pub type AnySource = Arc<dyn Source>;
