//! Chess: judged by a net that learnt from games of the engine against itself, and by what is known of endings.

mod ending;
#[cfg(test)]
mod tests;

use super::chessmen::{
    self,
    captures::captures,
    exchange::{exchange, worth},
    net::{Learnt, Men, Net, Views},
};
use crate::brain::{Brain, SHAPES, Style};
use damier_games::chess::{Chess, Position};
use shakmaty::{Color, Move, Position as _, Role};
use std::sync::LazyLock;

static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("net.bin"), 1, Chess::MOST_MEN));

impl Brain for Chess {
    type Memo = Views;

    const STYLE: Style = chessmen::style(80);

    fn remember(&self, pos: &Position) -> Views {
        NET.views(self.men(pos))
    }

    #[inline]
    fn advance(&self, views: &mut Views, before: &Position, _: Move, after: &Position) {
        NET.advance(views, self.men(before), self.men(after));
    }

    fn evaluate(&self, pos: &Position, views: &Views) -> i32 {
        let (board, turn) = (pos.inner().board(), pos.inner().turn());
        if let Some(value) = ending::known(board, turn) {
            return value;
        }
        let value = NET.value(views, board, turn);
        let stronger = if value > 0 { turn } else { !turn };
        let value = value * ending::scale(board, stronger) / 64;
        // What leads nowhere for long is worth less and less.
        let clock = pos.inner().halfmoves().min(100) as i32;
        value * (220 - clock) / 220
    }

    fn forcing(&self, pos: &Position, _: &Views, out: &mut Vec<Move>) {
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

impl Learnt for Chess {
    const MOST_MEN: usize = 32;

    fn men<'a>(&self, pos: &'a Position) -> Men<'a> {
        Men::on(pos.inner().board())
    }
}
