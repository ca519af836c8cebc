//! Classic chess, the chess of the FIDE Laws. Rules, notation and doubtful cases: docs/rules/chess.md. Positions and moves are
//! shakmaty's; what the Laws leave to the players or to history is decided here.

mod setup;
#[cfg(test)]
mod tests;
mod text;

use crate::{
    chessboard::{self, draws::*},
    prelude::*,
};
use shakmaty::{Chess as Inner, Move, Position as _};
use std::hash::{Hash, Hasher};

/// The rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Chess {
    draws: Draws,
}

/// A position with its clocks.
#[derive(Clone, Debug)]
pub struct Position(Inner);

impl Position {
    /// For what knows chess in more detail, such as an evaluation.
    pub const fn inner(&self) -> &Inner {
        &self.0
    }

    /// The same with the other side to move, as if the one to move did nothing; `None` in check.
    pub fn passed(&self) -> Option<Self> {
        self.0.clone().swap_turn().ok().map(Self)
    }
}

// Shakmaty compares as repetition does; here the clocks count as well.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
            && self.0.halfmoves() == other.0.halfmoves()
            && self.0.fullmoves() == other.0.fullmoves()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.0.halfmoves().hash(state);
        self.0.fullmoves().hash(state);
    }
}

impl Rules for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position(Inner::new())
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Player {
        chessboard::player(pos.0.turn())
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        out.extend_from_slice(&pos.0.legal_moves());
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        pos.0.play_unchecked(mv);
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if !pos.0.legal_moves().is_empty() {
            None
        } else if pos.0.is_check() {
            Some(Outcome::win(!self.turn(pos), CHECKMATE))
        } else {
            Some(Outcome::draw(STALEMATE))
        }
    }

    fn drawn(&self, pos: &Position, times: u32) -> Option<Outcome> {
        // Shakmaty's test is word by word the page's "can win by material".
        if pos.0.is_insufficient_material() {
            return Some(Outcome::draw(INSUFFICIENT_MATERIAL));
        }
        self.draws.drawn(pos.0.halfmoves(), times)
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let en_passant = pos.0.legal_ep_square();
        chessboard::key(
            pos.0.board(),
            chessboard::key_of_state(pos.0.turn(), pos.0.castles().castling_rights(), en_passant),
        )
    }
}
