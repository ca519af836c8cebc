//! What was learnt about chess pieces: a small net. Each piece on its square adds a row of numbers to what either side sees. What matters is the
//! squares of the sums once they are cut off below and above; how they are weighed depends on how many pieces are left. Besides, each piece has a
//! worth of its own on its square.
//!
//! Each side sees the board from its own end, and left and right exchanged if its king stands on the right: so the same rows serve both sides and
//! both wings. Rows come in groups: a side without a king looks them up in the second, and so does everybody for what stands on a second board.
//!
//! Whole numbers only. The file of a game holds the rows and what every sum begins with in one byte each, then the worths, the weights and
//! what it is worth to be to move in two; `cargo xtask tune` makes it anew.

use super::role_index;
use crate::brain::{Brain, MOST};
use shakmaty::{Bitboard, Board, Color, Square};

/// Sums of one side's view.
pub const SUMS: usize = 128;
/// Rows of a group: own pieces and the other's by kind and square.
pub const ROWS: usize = 2 * 6 * 64;
/// Stages of the game, by the pieces that are left.
pub const STAGES: usize = 8;
/// What 1 is in the sums; more counts as 1. Its square just fits into two bytes.
pub const ONE: i16 = 181;
/// What 1 in the weights and worths means: a part of a hundredth of a pawn.
pub const UNIT: i32 = 4;

/// Bytes of the file of a game with so many groups.
pub const fn bytes(groups: usize) -> usize {
    groups * ((ROWS + 1) * SUMS + 2 * (ROWS + STAGES * (2 * SUMS + 1)))
}

/// What the net sees of a position.
#[derive(Clone, Copy)]
pub struct Men<'a> {
    /// What stands where.
    pub board: &'a Board,
    /// The squares where it stands on a second board.
    pub behind: Bitboard,
}

impl<'a> Men<'a> {
    /// On a single board.
    pub const fn on(board: &'a Board) -> Self {
        Self { board, behind: Bitboard::EMPTY }
    }

    /// Squares on which not the same stands.
    #[inline]
    fn changed(self, after: Self) -> Bitboard {
        let (old, new) = (self.board, after.board);
        let roles = (old.pawns() ^ new.pawns())
            | (old.knights() ^ new.knights())
            | (old.bishops() ^ new.bishops())
            | (old.rooks() ^ new.rooks())
            | (old.queens() ^ new.queens())
            | (old.kings() ^ new.kings());
        roles
            | (old.white() ^ new.white())
            | (old.black() ^ new.black())
            | (self.behind ^ after.behind)
    }
}

/// A game whose evaluation is such a net.
pub trait Learnt: Brain {
    /// The most pieces there can be.
    const MOST_MEN: usize;
    /// What the net sees of a position.
    fn men<'a>(&self, pos: &'a Self::Position) -> Men<'a>;
}

/// How one side sees the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Eyes {
    viewer: Color,
    /// What a square is combined with to be seen from its end and wing.
    turned: usize,
    /// The group of what stands on the first board.
    group: usize,
}

impl Eyes {
    #[inline]
    fn of(viewer: Color, board: &Board) -> Self {
        let own = board.king_of(viewer);
        // Who has no king goes by the other's.
        let right =
            own.or_else(|| board.king_of(!viewer)).is_some_and(|king| king.file() as usize > 3);
        let turned = viewer.fold_wb(0, 56) | if right { 7 } else { 0 };
        Self { viewer, turned, group: usize::from(own.is_none()) }
    }

    /// The row of what stands on a square, if anything does.
    #[inline]
    fn row(self, men: Men<'_>, square: Square) -> Option<usize> {
        let piece = men.board.piece_at(square)?;
        let kind = usize::from(piece.color != self.viewer) * 6 + role_index(piece.role);
        let group = self.group + usize::from(men.behind.contains(square));
        Some(group * ROWS + kind * 64 + (square.to_usize() ^ self.turned))
    }
}

/// The rows that a side sees, for those who fit a net.
pub fn rows(viewer: Color, men: Men<'_>) -> impl Iterator<Item = usize> {
    let eyes = Eyes::of(viewer, men.board);
    men.board.occupied().into_iter().filter_map(move |square| eyes.row(men, square))
}

/// The group in which a side looks up how sums are weighed.
pub fn group(viewer: Color, board: &Board) -> usize {
    Eyes::of(viewer, board).group
}

/// By the pieces that are left of the `most` there can be.
#[inline]
pub fn stage(board: &Board, most: usize) -> usize {
    (board.occupied().count().saturating_sub(1) * STAGES / most).min(STAGES - 1)
}

/// What a net has learnt.
pub struct Net {
    rows: Box<[Row]>,
    begin: Box<[[i16; SUMS]]>,
    weighing: Box<[Weighing]>,
    most: usize,
}

/// What a piece on its square adds to the sums, and what it is worth there.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row {
    sums: [i16; SUMS],
    worth: i32,
}

/// How sums count: those of the side to move, then the other's.
#[repr(align(64))]
struct Weighing {
    weights: [[i16; SUMS]; 2],
    to_move: i32,
}

/// What both sides see, Black first, kept up to date from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Views {
    sums: [[i16; SUMS]; 2],
    worths: [i32; 2],
}

impl Net {
    /// Of a file, for a game of at the most so many pieces.
    pub fn read(file: &[u8], groups: usize, most: usize) -> Self {
        assert_eq!(file.len(), bytes(groups), "the file is the one that the tuner wrote");
        let sums = |n: usize| -> [i16; SUMS] {
            std::array::from_fn(|sum| i16::from(file[n * SUMS + sum] as i8))
        };
        let wide = |n: usize| {
            let at = groups * (ROWS + 1) * SUMS + 2 * n;
            i16::from_le_bytes([file[at], file[at + 1]])
        };
        let row = |n: usize| Row { sums: sums(n), worth: i32::from(wide(n)) };
        let weighing = |n: usize| {
            let first = groups * ROWS + n * 2 * SUMS;
            let weights =
                [0, 1].map(|view| std::array::from_fn(|sum| wide(first + view * SUMS + sum)));
            Weighing { weights, to_move: i32::from(wide(groups * (ROWS + STAGES * 2 * SUMS) + n)) }
        };
        Self {
            rows: (0..groups * ROWS).map(row).collect(),
            begin: (0..groups).map(|group| sums(groups * ROWS + group)).collect(),
            weighing: (0..groups * STAGES).map(weighing).collect(),
            most,
        }
    }

    /// What both sides see.
    pub fn views(&self, men: Men<'_>) -> Views {
        let mut views = Views { sums: [[0; SUMS]; 2], worths: [0; 2] };
        for viewer in Color::ALL {
            self.look_anew(&mut views, Eyes::of(viewer, men.board), men);
        }
        views
    }

    fn look_anew(&self, views: &mut Views, eyes: Eyes, men: Men<'_>) {
        let viewer = eyes.viewer as usize;
        let (sums, worth) = (&mut views.sums[viewer], &mut views.worths[viewer]);
        (*sums, *worth) = (self.begin[eyes.group], 0);
        for row in men.board.occupied().into_iter().filter_map(|square| eyes.row(men, square)) {
            let row = &self.rows[row];
            for (sum, part) in sums.iter_mut().zip(&row.sums) {
                *sum += part;
            }
            *worth += row.worth;
        }
    }

    /// Brings what was seen before a move to what is seen after it.
    #[inline]
    pub fn advance(&self, views: &mut Views, before: Men<'_>, after: Men<'_>) {
        let changed = before.changed(after);
        for viewer in Color::ALL {
            let eyes = Eyes::of(viewer, after.board);
            if eyes != Eyes::of(viewer, before.board) {
                self.look_anew(views, eyes, after);
                continue;
            }
            let at = viewer as usize;
            let (sums, worth) = (&mut views.sums[at], &mut views.worths[at]);
            for square in changed {
                if let Some(row) = eyes.row(before, square).map(|row| &self.rows[row]) {
                    sums.iter_mut().zip(&row.sums).for_each(|(sum, part)| *sum -= part);
                    *worth -= row.worth;
                }
                if let Some(row) = eyes.row(after, square).map(|row| &self.rows[row]) {
                    sums.iter_mut().zip(&row.sums).for_each(|(sum, part)| *sum += part);
                    *worth += row.worth;
                }
            }
        }
    }

    /// What the side to move is ahead, in hundredths of a pawn.
    #[inline]
    pub fn value(&self, views: &Views, board: &Board, turn: Color) -> i32 {
        let group = usize::from(board.king_of(turn).is_none()) % self.begin.len();
        let weighing = &self.weighing[group * STAGES + stage(board, self.most)];
        let own = turn as usize;
        let weighed = |view: usize| {
            let pairs = views.sums[own ^ view].iter().zip(&weighing.weights[view]);
            pairs.fold(0_i32, |all, (&sum, &weight)| {
                let cut = sum.clamp(0, ONE);
                all + i32::from(cut * cut) * i32::from(weight)
            })
        };
        let seen = (i64::from(weighed(0)) + i64::from(weighed(1))) / i64::from(ONE).pow(2);
        ((seen as i32 + views.worths[own] + weighing.to_move) / UNIT).clamp(-MOST, MOST)
    }
}

#[cfg(test)]
pub(in crate::eval) mod tests {
    use super::*;
    use crate::eval::testing::wander;

    /// What every game with such a net must keep.
    pub fn holds<B: Learnt<Memo = Views>>(game: &B, net: &Net) {
        // Whatever the sums are, what those of a view weigh together fits into four bytes.
        for weights in net.weighing.iter().flat_map(|weighing| &weighing.weights) {
            let all: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            assert!(all * i64::from(ONE).pow(2) < i64::from(i32::MAX), "{all}");
        }
        wander(game, 6, |pos, moves| {
            let views = game.remember(pos);
            for &mv in moves {
                let (mut after, mut carried) = (pos.clone(), views);
                game.play(&mut after, mv);
                game.advance(&mut carried, pos, mv, &after);
                assert!(carried == game.remember(&after), "{}", game.move_text(pos, mv));
            }
        });
    }

    /// Two positions that are each other's reflections look the same.
    pub fn alike<B: Learnt>(game: &B, one: &str, other: &str) {
        let value = |text: &str| {
            let (game, pos) = game.read(text).expect("a position");
            game.evaluate(&pos, &game.remember(&pos))
        };
        assert_ne!(value(one), 0);
        assert_eq!(value(one), value(other), "{one} and {other}");
    }
}
