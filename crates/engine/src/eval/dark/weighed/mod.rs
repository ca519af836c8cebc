//! What a position looks like in Dark chess: material and places, mobility, kings, pawns and threats, weighed by what games of the engine
//! against itself taught. Guesses are looked at one by one, seldom one move after the other, so that a net would have to begin anew each time.

mod features;
mod layout;
mod tapered;
mod weights;

pub use tapered::Count;

use crate::{
    brain::{Brain, MOST},
    eval::chessmen::phase,
};
use damier_games::dark::{Dark, Position};
use shakmaty::{Bitboard, Board, Color, Move, Role};
use tapered::{Score, Sum};

static TABLE: [Score; features::COUNT] = tapered::table(&weights::WEIGHTS);

/// What changes only with pawns and kings.
#[derive(Clone, Copy, Debug)]
pub struct Pawns {
    score: Score,
    passed: [Bitboard; 2],
}

impl Pawns {
    /// Of that board.
    pub fn of(board: &Board) -> Self {
        let mut sum = Sum::new(&TABLE);
        let passed = features::pawns(board, &mut sum);
        Self { score: sum.total, passed }
    }

    /// Brings those before a move to those after it.
    #[inline]
    pub fn advance(&mut self, mv: Move, after: &Board) {
        let same = matches!(mv, Move::Normal { role, capture, .. }
            if !matches!(role, Role::Pawn | Role::King) && capture != Some(Role::Pawn));
        if !same {
            *self = Self::of(after);
        }
    }
}

/// All that is weighed on a board with `turn` to move, as White sees it.
fn total(board: &Board, turn: Color, pawns: &Pawns) -> Score {
    let mut sum = Sum::new(&TABLE);
    features::pieces(board, turn, pawns.passed, &mut sum);
    sum.total + pawns.score
}

/// What a board looks like to `turn`.
pub fn looks(board: &Board, turn: Color, pawns: &Pawns) -> i32 {
    let value = total(board, turn, pawns).tapered(phase(board), 64);
    turn.fold_wb(value, -value).clamp(-MOST, MOST)
}

/// A game whose evaluation counts features and weighs them, so that the weights can be fitted to games.
pub trait Weighed: Brain {
    /// The features in runs, with their lengths.
    const GROUPS: &'static [(&'static str, usize)];
    /// What each is worth, in the middle game and in the ending.
    const WEIGHTS: &'static [(i32, i32)];
    /// Counts the features of a position. Returns how much of it is middle game, in 24 parts.
    fn count(&self, pos: &Self::Position, count: &mut Count) -> i32;
}

impl Weighed for Dark {
    const GROUPS: &'static [(&'static str, usize)] = features::GROUPS;
    const WEIGHTS: &'static [(i32, i32)] = &weights::WEIGHTS;

    fn count(&self, pos: &Position, count: &mut Count) -> i32 {
        let passed = features::pawns(pos.pieces(), count);
        features::pieces(pos.pieces(), pos.side(), passed, count);
        phase(pos.pieces())
    }
}
