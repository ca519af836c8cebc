//! Values in two phases, and features that are either weighed at once or counted for the tuner.

use shakmaty::Color;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A value in the middle game and one in the ending, side by side in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score(i64);

impl Score {
    /// From its two values.
    pub const fn new(middle: i32, end: i32) -> Self {
        Self(((end as i64) << 32) + middle as i64)
    }
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// In the middle game.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// In the ending. The lower half may have borrowed from it.
    #[inline]
    pub const fn end(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Between the two: `phase` of 24 parts middle game; the ending counts `scale` of 64 parts.
    #[inline]
    pub fn tapered(self, phase: i32, scale: i32) -> i32 {
        let phase = phase.min(24);
        (self.middle() * phase + self.end() * (24 - phase) * scale / 64) / 24
    }
}

impl Add for Score {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0 * i64::from(count))
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What features are told to.
pub trait Sink {
    /// `color` has `feature` so many times.
    fn add(&mut self, color: Color, feature: usize, count: i32);
}

/// Weighs features at once. The total is White's.
pub struct Sum<'a> {
    table: &'a [Score],
    /// What they come to.
    pub total: Score,
}

impl<'a> Sum<'a> {
    /// Nothing yet.
    #[inline]
    pub const fn new(table: &'a [Score]) -> Self {
        Self { table, total: Score::ZERO }
    }
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        let weighed = self.table[feature] * count;
        if color.is_white() {
            self.total += weighed;
        } else {
            self.total = self.total - weighed;
        }
    }
}

/// Counts features, White's less Black's, for the tuner.
#[derive(Clone, Debug)]
pub struct Count(pub Vec<i32>);

impl Sink for Count {
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        self.0[feature] += color.fold_wb(count, -count);
    }
}

/// Weights as the evaluation wants them.
pub const fn table<const N: usize>(weights: &[(i32, i32); N]) -> [Score; N] {
    let mut table = [Score::ZERO; N];
    let mut n = 0;
    while n < N {
        table[n] = Score::new(weights[n].0, weights[n].1);
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_keep_their_sign() {
        for (middle, end) in [(1, -1), (-1, 1), (-300, -4000), (0, -7), (-7, 0), (25_000, 31_000)] {
            let score = Score::new(middle, end);
            assert_eq!((score.middle(), score.end()), (middle, end));
            let tripled = score * 3 - score + Score::ZERO;
            assert_eq!((tripled.middle(), tripled.end()), (2 * middle, 2 * end));
            assert_eq!(((-score).middle(), (-score).end()), (-middle, -end));
        }
    }
}
