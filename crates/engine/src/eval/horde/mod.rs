//! Horde: an army that has to take everything against pawns that have to mate.

#[cfg(test)]
mod tests;

use super::{
    chess::gain,
    chessmen::{
        self,
        captures::captures,
        exchange::exchange,
        net::{Learnt, Men, Net, Views},
    },
};
use crate::{
    brain::{Brain, SHAPES, Style},
    level::Slips,
};
use damier_games::{
    Player, Rules,
    horde::{Horde, Position},
};
use shakmaty::{Color, Move};
use std::sync::LazyLock;

static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("net.bin"), 2, Horde::MOST_MEN));

fn color(game: &Horde, pos: &Position) -> Color {
    Color::from_white(game.turn(pos) == Player::One)
}

impl Brain for Horde {
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
        let value = NET.value(views, pos.board(), color(self, pos));
        let clock = pos.clock().min(140) as i32;
        value * (300 - clock) / 300
    }

    fn forcing(&self, pos: &Position, _: &Views, out: &mut Vec<Move>) {
        if pos.in_check() {
            self.legal_moves(pos, out);
            out.retain(|mv| mv.is_capture());
        } else {
            captures(pos.board(), color(self, pos), out);
        }
    }

    #[inline]
    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        gain(pos.board(), color(self, pos), mv)
    }

    #[inline]
    fn slot(&self, pos: &Position, mv: Move) -> usize {
        chessmen::slot(color(self, pos), mv)
    }

    /// One side has the better start, and wins with it unless it blunders.
    fn slips(&self) -> Slips {
        Slips::UNEVEN
    }

    fn risk(&self, pos: &Position, mv: Move) -> i32 {
        exchange(pos.board(), color(self, pos), mv).min(0)
    }

    fn threatens(&self, pos: &Position, mv: Move) -> bool {
        chessmen::checks(pos.board(), color(self, pos), mv)
    }

    fn shapes(&self, pos: &Position) -> [u64; SHAPES] {
        chessmen::shapes(pos.board())
    }

    fn threatened(&self, pos: &Position) -> bool {
        pos.in_check()
    }

    fn pass(&self, pos: &Position) -> Option<Position> {
        let (board, turn) = (pos.board(), color(self, pos));
        let officers = board.by_color(turn) & !board.pawns() & !board.kings();
        // Having to move is what decides blocked positions.
        let steps = board.by_piece(turn.pawn()).shift(turn.fold_wb(8, -8)) & !board.occupied();
        if officers.is_empty() && steps.count() < 4 { None } else { pos.passed() }
    }

    #[inline]
    fn reversible(&self, pos: &Position) -> usize {
        pos.clock() as usize
    }

    fn over(&self, pos: &Position) -> bool {
        pos.board().by_color(self.horde()).is_empty()
    }
}

impl Learnt for Horde {
    const MOST_MEN: usize = 52;

    fn men<'a>(&self, pos: &'a Position) -> Men<'a> {
        Men::on(pos.board())
    }
}
