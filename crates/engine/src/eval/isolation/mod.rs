//! Isolation. It is solved, in two ways: two of its three forms are impartial, in the third both have placements of their own. What is too
//! large to solve in time is searched.

mod field;
mod known;
mod partisan;
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
        reductions: false,
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

    /// First what takes most from the other side.
    fn appeal(&self, pos: &Position, (): &(), mv: Move) -> i32 {
        if self.safety() != Safety::Opposite {
            return 0;
        }
        let taken = (self.joined(mv.square()) & self.free_for_other(pos)).count_ones() as i32;
        (taken * TAKEN).min(50_000)
    }

    fn reduces(&self) -> bool {
        // Where both sides have the same placements a late move is as good as any.
        self.safety() == Safety::Opposite
    }

    fn gain(&self, _: &Position, _: Move) -> Option<i32> {
        None
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.square()
    }
}

/// What a free square counts by the number of enemy placements that would spoil it.
const WORTH: [i32; 8] = [100, 62, 48, 40, 34, 30, 27, 25];
/// How much earlier a placement is tried for each square that it takes.
const TAKEN: i32 = 4_000;
/// What it counts to be to move: a good placement takes several squares from the other side.
const TEMPO: i32 = 60;

/// Knowledge that one needs only while the end is out of sight.
trait Guess {
    fn parity(&self, pos: &Position) -> i32;
    fn balance(&self, pos: &Position) -> i32;
    fn joined(&self, square: usize) -> u64;
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

    /// What the free squares of both count. A square that the other side can hardly spoil is a move in hand.
    fn balance(&self, pos: &Position) -> i32 {
        let (own, other) = (pos.free(), self.free_for_other(pos));
        let worth = |mine: u64, theirs: u64| {
            squares(mine)
                .map(|square| {
                    let spoilers = (self.joined(square) & theirs).count_ones() as usize;
                    WORTH[spoilers.min(WORTH.len() - 1)]
                })
                .sum::<i32>()
        };
        worth(own, other) - worth(other, own) + TEMPO
    }

    /// The squares where no enemy may stand beside a pawn on `square`, that one included.
    fn joined(&self, square: usize) -> u64 {
        let reach = self.ground().reach();
        reach.of(square, 0) | reach.sources(square) | bit(square)
    }
}
