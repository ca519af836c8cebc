//! Chess: material and places, mobility, kings, pawns and threats, weighed by what games of the engine against itself taught.

mod ending;
pub mod features;
#[cfg(test)]
mod tests;
pub mod weights;

use super::{
    Weighed,
    chessmen::{
        self, Count, Score, Sum,
        captures::captures,
        exchange::{exchange, worth},
    },
};
use crate::brain::{Brain, MOST, SHAPES, Style};
use damier_games::chess::{Chess, Position};
use shakmaty::{Bitboard, Color, Move, Position as _, Role};

static TABLE: [Score; features::COUNT] = chessmen::table(&weights::WEIGHTS);

/// What changes only with pawns and kings.
#[derive(Clone, Copy, Debug)]
pub struct Pawns {
    score: Score,
    passed: [Bitboard; 2],
}

impl Pawns {
    /// Of that board.
    pub fn of(board: &shakmaty::Board) -> Self {
        let mut sum = Sum::new(&TABLE);
        let passed = features::pawns(board, &mut sum);
        Self { score: sum.total, passed }
    }

    /// Brings those before a move to those after it.
    #[inline]
    pub fn advance(&mut self, mv: Move, after: &shakmaty::Board) {
        let same = matches!(mv, Move::Normal { role, capture, .. }
            if !matches!(role, Role::Pawn | Role::King) && capture != Some(Role::Pawn));
        if !same {
            *self = Self::of(after);
        }
    }
}

/// All that is weighed on a board with `turn` to move, as White sees it.
fn total(board: &shakmaty::Board, turn: Color, pawns: &Pawns) -> Score {
    let mut sum = Sum::new(&TABLE);
    features::pieces(board, turn, pawns.passed, &mut sum);
    sum.total + pawns.score
}

/// What a board looks like to `turn` in a game of the same pieces that knows no check, and so no known endings.
pub fn looks(board: &shakmaty::Board, turn: Color, pawns: &Pawns) -> i32 {
    let value = total(board, turn, pawns).tapered(chessmen::phase(board), 64);
    turn.fold_wb(value, -value).clamp(-MOST, MOST)
}

impl Brain for Chess {
    type Memo = Pawns;

    const STYLE: Style = Style {
        slots: chessmen::SLOTS,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 80,
        reductions: true,
    };

    fn remember(&self, pos: &Position) -> Pawns {
        Pawns::of(pos.inner().board())
    }

    #[inline]
    fn advance(&self, memo: &mut Pawns, _: &Position, mv: Move, after: &Position) {
        memo.advance(mv, after.inner().board());
    }

    fn evaluate(&self, pos: &Position, memo: &Pawns) -> i32 {
        let (board, turn) = (pos.inner().board(), pos.inner().turn());
        if let Some(value) = ending::known(board, turn) {
            return value;
        }
        let total = total(board, turn, memo);
        let stronger = if total.end() > 0 { Color::White } else { Color::Black };
        let scale = ending::scale(board, stronger);
        let value = total.tapered(chessmen::phase(board), scale);
        // What leads nowhere for long is worth less and less.
        let clock = pos.inner().halfmoves().min(100) as i32;
        let value = value * (220 - clock) / 220;
        turn.fold_wb(value, -value).clamp(-MOST, MOST)
    }

    fn forcing(&self, pos: &Position, _: &Pawns, out: &mut Vec<Move>) {
        if pos.inner().is_check() {
            let moves = pos.inner().legal_moves();
            out.extend(moves.into_iter().filter(|mv| mv.is_capture()));
            return;
        }
        captures(pos.inner().board(), pos.inner().turn(), out);
        if pos.inner().maybe_ep_square().is_some() {
            out.extend(pos.inner().en_passant_moves());
        }
    }

    #[inline]
    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        gain(pos.inner().board(), pos.inner().turn(), mv)
    }

    #[inline]
    fn slot(&self, pos: &Position, mv: Move) -> usize {
        chessmen::slot(pos.inner().turn(), mv)
    }

    fn risk(&self, pos: &Position, mv: Move) -> i32 {
        exchange(pos.inner().board(), pos.inner().turn(), mv).min(0)
    }

    fn threatens(&self, pos: &Position, mv: Move) -> bool {
        chessmen::checks(pos.inner().board(), pos.inner().turn(), mv)
    }

    #[inline]
    fn shapes(&self, pos: &Position) -> [u64; SHAPES] {
        chessmen::shapes(pos.inner().board())
    }

    #[inline]
    fn threatened(&self, pos: &Position) -> bool {
        pos.inner().is_check()
    }

    fn pass(&self, pos: &Position) -> Option<Position> {
        let board = pos.inner().board();
        let own = board.by_color(pos.inner().turn());
        // With nothing but pawns and a minor piece, having to move is often the trouble.
        let major = own & (board.rooks() | board.queens());
        let minor = own & (board.bishops() | board.knights());
        if major.is_empty() && !minor.more_than_one() {
            return None;
        }
        pos.passed()
    }

    #[inline]
    fn reversible(&self, pos: &Position) -> usize {
        pos.inner().halfmoves() as usize
    }

    fn over(&self, _: &Position) -> bool {
        false
    }
}

impl Weighed for Chess {
    const GROUPS: &'static [(&'static str, usize)] = features::GROUPS;
    const WEIGHTS: &'static [(i32, i32)] = &weights::WEIGHTS;

    fn count(&self, pos: &Position, count: &mut Count) -> Option<(i32, i32)> {
        let (board, turn) = (pos.inner().board(), pos.inner().turn());
        if ending::known(board, turn).is_some() {
            return None;
        }
        let passed = features::pawns(board, count);
        features::pieces(board, turn, passed, count);
        let mut sum = Sum::new(&TABLE);
        features::pawns(board, &mut sum);
        features::pieces(board, turn, passed, &mut sum);
        let stronger = if sum.total.end() > 0 { Color::White } else { Color::Black };
        Some((chessmen::phase(board), ending::scale(board, stronger)))
    }
}

/// What a capture or promotion wins by the exchange that it begins; `None` for a quiet move.
#[inline]
pub fn gain(board: &shakmaty::Board, turn: Color, mv: Move) -> Option<i32> {
    match mv {
        Move::Normal { capture: None, promotion: None, .. } | Move::Castle { .. } => None,
        // Other promotions than to a queen are hardly ever worth a look.
        Move::Normal { promotion: Some(role), .. } if role != Role::Queen => {
            Some(-worth(Role::Queen) + worth(role))
        }
        _ => Some(exchange(board, turn, mv)),
    }
}
