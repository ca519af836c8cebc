//! Alice chess: what is attacked on one board is guarded from the other.

mod exchange;
#[cfg(test)]
mod tests;

use super::chessmen::{
    self,
    exchange::worth,
    net::{Learnt, Men, Net, Views},
};
use crate::{
    brain::{Brain, SHAPES, Style},
    search::constants::Constants,
};
use damier_games::{
    Player, Rules,
    alice::{Alice, Position},
};
use exchange::exchange;
use shakmaty::{Color, Move, Role, attacks};
use std::sync::LazyLock;

static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("net.bin"), 2, Alice::MOST_MEN));

fn color(game: &Alice, pos: &Position) -> Color {
    Color::from_white(game.turn(pos) == Player::One)
}

impl Brain for Alice {
    type Memo = Views;

    const STYLE: Style = chessmen::style(90);

    const CONSTANTS: Constants = Constants {
        window: 20,
        much_better: 30,
        tried_first: 28,
        behind: 35,
        too_bad: 450,
        ..Constants::USUAL
    };

    fn remember(&self, pos: &Position) -> Views {
        NET.views(self.men(pos))
    }

    #[inline]
    fn advance(&self, views: &mut Views, before: &Position, _: Move, after: &Position) {
        NET.advance(views, self.men(before), self.men(after));
    }

    fn evaluate(&self, pos: &Position, views: &Views) -> i32 {
        let value = NET.value(views, pos.pieces(), color(self, pos));
        let clock = pos.clock().min(140) as i32;
        value * (300 - clock) / 300
    }

    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        match mv {
            Move::Normal { capture: None, promotion: None, .. } | Move::Castle { .. } => None,
            Move::Normal { promotion: Some(role), .. } if role != Role::Queen => {
                Some(-worth(Role::Queen) + worth(role))
            }
            _ => Some(exchange(pos, color(self, pos), mv)),
        }
    }

    #[inline]
    fn slot(&self, pos: &Position, mv: Move) -> usize {
        chessmen::slot(color(self, pos), mv)
    }

    fn risk(&self, pos: &Position, mv: Move) -> i32 {
        exchange(pos, color(self, pos), mv).min(0)
    }

    fn threatens(&self, pos: &Position, mv: Move) -> bool {
        let turn = color(self, pos);
        let (board, behind) = (pos.pieces(), pos.behind());
        let (Some(from), Some(king)) = (mv.from(), board.king_of(!turn)) else { return false };
        let boards = [board.occupied() & !behind, behind];
        let there = boards[usize::from(!behind.contains(from))];
        let kings_board = boards[usize::from(behind.contains(king))];
        if there == kings_board {
            // The piece arrives on the king's board.
            let piece = mv.promotion().unwrap_or(mv.role()).of(turn);
            return attacks::attacks(mv.to(), piece, there).contains(king);
        }
        // It leaves that board and may uncover what is behind it.
        attacks::queen_attacks(king, kings_board).contains(from) && {
            let left = kings_board.without(from);
            let own = board.by_color(turn) & left;
            let straight = attacks::rook_attacks(king, left) & own & board.rooks_and_queens();
            let oblique = attacks::bishop_attacks(king, left) & own & board.bishops_and_queens();
            (straight | oblique).any()
        }
    }

    fn shapes(&self, pos: &Position) -> [u64; SHAPES] {
        chessmen::shapes(pos.pieces())
    }

    fn threatened(&self, pos: &Position) -> bool {
        self.in_check(pos, color(self, pos))
    }

    fn pass(&self, pos: &Position) -> Option<Position> {
        let (board, turn) = (pos.pieces(), color(self, pos));
        let officers = board.by_color(turn) & !board.pawns() & !board.kings();
        (officers.any() && !self.in_check(pos, turn)).then(|| pos.passed())
    }

    #[inline]
    fn reversible(&self, pos: &Position) -> usize {
        pos.clock() as usize
    }

    fn over(&self, _: &Position) -> bool {
        false
    }
}

impl Learnt for Alice {
    const MOST_MEN: usize = 32;

    fn men<'a>(&self, pos: &'a Position) -> Men<'a> {
        Men { board: pos.pieces(), behind: pos.behind() }
    }
}
