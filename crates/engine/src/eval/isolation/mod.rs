//! Isolation. Two of its three forms are impartial and are solved; the third is searched, as is what is too large to solve in time.

mod field;
mod player;
mod solver;
#[cfg(test)]
mod tests;

use crate::{
    brain::{Brain, Style},
    mind::Mind,
};
use damier_games::{
    Player,
    isolation::{Isolation, Move, Position, Safety},
    mosaic::pawns::{bit, squares},
};

impl Brain for Isolation {
    type Memo = ();

    const STYLE: Style = Style {
        slots: 64,
        cyclic: false,
        quiescence: false,
        compulsory: false,
        futility_margin: 0,
        reductions: true,
    };

    fn mind(megabytes: usize) -> Box<dyn Mind> {
        Box::new(player::Solving::new(megabytes))
    }

    fn remember(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> i32 {
        match self.safety() {
            Safety::Opposite => self.balance(pos),
            Safety::Incoming | Safety::Mutual => self.parity(pos),
        }
    }

    fn gain(&self, _: &Position, _: Move) -> Option<i32> {
        None
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.square()
    }
}

/// Knowledge that one needs only while the end is out of sight.
trait Guess {
    fn parity(&self, pos: &Position) -> i32;
    fn balance(&self, pos: &Position) -> i32;
    fn joined(&self, from: u64) -> u64;
}

impl Guess for Isolation {
    /// Whether an even or odd number of pawns seems to follow, the board being filled square by square. The fewer, the surer.
    fn parity(&self, pos: &Position) -> i32 {
        let (reach, mut free, mut pawns) = (self.ground().reach(), pos.free(), 0);
        let standing = pos.pawns(Player::One) | pos.pawns(Player::Two);
        let both_ways = self.safety() == Safety::Mutual;
        while free != 0 {
            let square = free.trailing_zeros() as usize;
            let sources = if both_ways { reach.sources(square) } else { 0 };
            free &= !(reach.of(square, standing) | sources | bit(square));
            pawns += 1;
        }
        let sure = 240 / (3 + pawns);
        if pawns % 2 == 1 { sure } else { -sure }
    }

    /// Squares where only one side may ever place are moves in hand; of those that both want each gets some.
    fn balance(&self, pos: &Position) -> i32 {
        let (own, other) = (pos.free(), self.free_for_other(pos));
        let count = |set: u64| set.count_ones() as i32;
        let own_safe = count(own & !self.joined(other));
        let other_safe = count(other & !self.joined(own));
        100 * (own_safe - other_safe) + 30 * (count(own) - count(other)) + 20
    }

    /// The squares where an enemy could not stand beside a pawn on one of `from`, those themselves included.
    fn joined(&self, from: u64) -> u64 {
        let reach = self.ground().reach();
        squares(from).fold(from, |all, square| all | reach.of(square, 0) | reach.sources(square))
    }
}
