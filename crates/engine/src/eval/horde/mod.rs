//! Horde: an army that has to take everything against pawns that have to mate.

pub mod features;
#[cfg(test)]
mod tests;
pub mod weights;

use super::{
    Weighed,
    chess::gain,
    chessmen::{self, Count, Score, Sum, captures::captures, exchange::exchange},
};
use crate::brain::{Brain, MOST, SHAPES, Style};
use damier_games::{
    Player, Rules,
    horde::{Horde, Position},
};
use shakmaty::{Color, Move};

static TABLE: [Score; features::COUNT] = chessmen::table(&weights::WEIGHTS);

fn color(game: &Horde, pos: &Position) -> Color {
    Color::from_white(game.turn(pos) == Player::One)
}

/// How much of the horde is left, in 24 parts.
pub fn phase(game: &Horde, pos: &Position) -> i32 {
    (pos.board().by_color(game.horde()).count() as i32 * 24 / 32).min(24)
}

impl Brain for Horde {
    type Memo = ();

    const STYLE: Style = Style {
        slots: chessmen::SLOTS,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 80,
        reductions: true,
    };

    fn remember(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> i32 {
        let turn = color(self, pos);
        let mut sum = Sum::new(&TABLE);
        features::count(pos.board(), self.horde(), turn, &mut sum);
        let value = sum.total.tapered(phase(self, pos), 64);
        let clock = pos.clock().min(140) as i32;
        let value = value * (300 - clock) / 300;
        turn.fold_wb(value, -value).clamp(-MOST, MOST)
    }

    fn forcing(&self, pos: &Position, (): &(), out: &mut Vec<Move>) {
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

impl Weighed for Horde {
    const GROUPS: &'static [(&'static str, usize)] = features::GROUPS;
    const WEIGHTS: &'static [(i32, i32)] = &weights::WEIGHTS;

    fn count(&self, pos: &Position, count: &mut Count) -> Option<(i32, i32)> {
        features::count(pos.board(), self.horde(), color(self, pos), count);
        Some((phase(self, pos), 64))
    }
}
