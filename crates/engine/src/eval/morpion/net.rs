//! What was learnt about five in a row: a small net. The shapes that a player's mark would make on an empty cell are looked up, whatever their
//! directions, and each combination adds a row of numbers to what either player sees. What matters is what the sums are once they are cut off below
//! and above; besides, each combination has a worth of its own.
//!
//! Both players see the board as if it were their own, so the same rows serve both. Cells that no mark has come near say nothing, so that it makes
//! no difference how large the board is.
//!
//! Whole numbers only. `net.bin` holds the rows and what every sum begins with in one byte each, then the worths and the weights in
//! two; `cargo xtask tune morpion` makes it anew.

use super::{
    prospect::Prospect,
    shapes::{OPEN_ONE, SHAPES, Shape},
};
use damier_games::Player;
use std::sync::LazyLock;

/// Sums of one player's view.
pub const SUMS: usize = 16;
/// Combinations of four shapes in any order.
pub const ROWS: usize = SHAPES * (SHAPES + 1) * (SHAPES + 2) * (SHAPES + 3) / 24;
/// What 1 is in the sums; more counts as 1.
pub const ONE: i16 = 96;
/// What 1 in the weights and worths means: a part of a hundredth of a man.
pub const UNIT: i32 = 32;
/// Bytes of the file: rows as the player and the other see them, the beginning, worths, weights by view, and what the move is worth.
pub const BYTES: usize = (2 * ROWS + 1) * SUMS + 2 * (ROWS + 2 * SUMS + 1);

static FILE: &[u8; BYTES] = include_bytes!("net.bin");

/// What a combination adds: to the sums of the player whose shapes they are, to those of the other, and to the player's worth.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row {
    sums: [[i16; SUMS]; 2],
    worth: i32,
}

struct Net {
    begin: [i16; SUMS],
    rows: Box<[Row]>,
    /// By view: of the player to move, of the other.
    weights: [[i16; SUMS]; 2],
    to_move: i32,
}

static NET: LazyLock<Net> = LazyLock::new(|| {
    let sums = |n: usize| -> [i16; SUMS] {
        std::array::from_fn(|sum| i16::from(FILE[n * SUMS + sum] as i8))
    };
    let wide = |n: usize| {
        let at = (2 * ROWS + 1) * SUMS + 2 * n;
        i16::from_le_bytes([FILE[at], FILE[at + 1]])
    };
    let row = |n: usize| Row { sums: [sums(2 * n), sums(2 * n + 1)], worth: i32::from(wide(n)) };
    Net {
        begin: sums(2 * ROWS),
        rows: (0..ROWS).map(row).collect(),
        weights: [0, 1].map(|view| std::array::from_fn(|n| wide(ROWS + view * SUMS + n))),
        to_move: i32::from(wide(ROWS + 2 * SUMS)),
    }
});

/// What both players see, kept up to date as shapes change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views {
    sums: [[i16; SUMS]; 2],
    worth: [i32; 2],
}

impl Views {
    /// No mark yet.
    pub fn of_nothing() -> Self {
        Self { sums: [NET.begin; 2], worth: [0; 2] }
    }

    /// The shapes of `player` on a cell change.
    #[inline]
    pub fn change(&mut self, player: Player, before: Prospect, after: Prospect) {
        let (before, after) = (before.row(), after.row());
        if before == after {
            return;
        }
        let (before, after) = (&NET.rows[before], &NET.rows[after]);
        for (view, viewer) in [player, !player].into_iter().enumerate() {
            let parts = after.sums[view].iter().zip(&before.sums[view]);
            for (sum, (after, before)) in self.sums[viewer.index()].iter_mut().zip(parts) {
                *sum = sum.wrapping_add(after.wrapping_sub(*before));
            }
        }
        self.worth[player.index()] += after.worth - before.worth;
    }

    /// What the player to move is ahead, in hundredths of a man.
    pub fn value(&self, turn: Player) -> i32 {
        let net = &*NET;
        let mut sum = 0;
        for (view, viewer) in [turn, !turn].into_iter().enumerate() {
            for (part, &weight) in self.sums[viewer.index()].iter().zip(&net.weights[view]) {
                sum += i32::from((*part).clamp(0, ONE)) * i32::from(weight);
            }
        }
        let ahead = self.worth[turn.index()] - self.worth[(!turn).index()];
        (sum / i32::from(ONE) + ahead + net.to_move) / UNIT
    }
}

/// The row of a combination of shapes; the first says nothing.
pub fn row_of(mut shapes: [Shape; 4]) -> usize {
    shapes.sort_unstable();
    if shapes[3] <= OPEN_ONE || usize::from(shapes[3]) >= SHAPES {
        return 0;
    }
    // Ways to choose from so many with repetition: combinations in order get numbers without a gap.
    let [a, b, c, d] = shapes.map(usize::from);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::Brain;
    use damier_games::{Game, morpion::Morpion};

    #[test]
    fn both_players_see_the_same_in_each_others_place() {
        let text = "morpion 15/15/15/9x5/6xo1o5/6x1xo5/4xx1ooox4/4x1oxxxxo3/3x1o3xo4/15/15/15/15/15/15 x -";
        let other: String = text[8..]
            .chars()
            .map(|letter| match letter {
                'x' => 'o',
                'o' => 'x',
                letter => letter,
            })
            .collect();
        let value = |text: &str| {
            let (game, pos) = Morpion::default().read(text).expect("a good position");
            game.evaluate(&pos, &game.remember(&pos))
        };
        assert_ne!(value(text), 0);
        assert_eq!(value(text), value(&format!("morpion {other}")));
    }

    #[test]
    fn every_combination_has_a_row_of_its_own() {
        let mut seen = std::collections::HashMap::new();
        for number in 0..SHAPES.pow(4) {
            let mut shapes: [Shape; 4] =
                std::array::from_fn(|n| (number / SHAPES.pow(n as u32) % SHAPES) as Shape);
            let row = row_of(shapes);
            assert!(row < ROWS);
            shapes.sort_unstable();
            if shapes[3] > OPEN_ONE {
                assert_eq!(*seen.entry(row).or_insert(shapes), shapes);
            } else {
                assert_eq!(row, 0);
            }
        }
        assert!(!seen.contains_key(&0));
    }
}
