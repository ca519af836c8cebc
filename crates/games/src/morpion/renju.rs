//! The forbidden moves of X in renju: overline, double four, double three. Rule source: docs/rules/morpion.md, "Forbidden
//! moves of X".
//!
//! Whatever a move makes in one direction shows in the eleven cells around it, so a line is two small numbers. Only the
//! threes have to look further, at whether the cell that would complete them is forbidden itself.

use super::cells::{Cells, DIRECTIONS};
use std::collections::HashMap;

/// What a mark of X on an empty cell amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It makes a row of five, which wins whatever else it makes.
    Five,
    /// Nothing against it.
    Free,
    /// A row of six or more.
    Overline,
    /// Two fours.
    DoubleFour,
    /// Two open threes.
    DoubleThree,
}

impl Verdict {
    /// Whether the mark may not be made.
    pub const fn forbids(self) -> bool {
        !matches!(self, Self::Five | Self::Free)
    }
}

/// The middle of a line's eleven cells: the cell that is looked at.
const MIDDLE: u32 = 5;

/// The eleven cells around one, in one direction, with X on that one.
#[derive(Clone, Copy)]
struct Line {
    x: u32,
    empty: u32,
}

impl Line {
    fn new(x: &Cells, empty: &Cells, cell: usize, direction: usize) -> Self {
        let mut line = Self { x: 1 << MIDDLE, empty: 0 };
        for n in 1..=MIDDLE {
            let off = direction * n as usize;
            for (at, bit) in
                [(cell.wrapping_add(off), MIDDLE + n), (cell.wrapping_sub(off), MIDDLE - n)]
            {
                line.x |= u32::from(x.has(at)) << bit;
                line.empty |= u32::from(empty.has(at)) << bit;
            }
        }
        line
    }

    /// The first bit and the length of the run through the middle.
    fn run(x: u32) -> (u32, u32) {
        let above = (x >> MIDDLE).trailing_ones();
        let below = (x << (32 - MIDDLE)).leading_ones();
        (MIDDLE - below, above + below)
    }

    /// The number of fours: sets of four marks that one more makes a run of exactly five.
    fn fours(self) -> usize {
        let mut sets = [0; 9];
        let mut count = 0;
        for q in bits(self.empty) {
            let (first, length) = Self::run(self.x | 1 << q);
            let run = ((1 << length) - 1) << first;
            let four = run & !(1 << q);
            if length == 5 && run >> q & 1 == 1 && !sets[..count].contains(&four) {
                sets[count] = four;
                count += 1;
            }
        }
        count
    }

    /// The cells that would make a straight four with the middle: a run of exactly four, at either end of which a fifth could
    /// be marked, and no more than a fifth.
    fn straight_fours(self) -> u32 {
        let mut cells = 0;
        for q in bits(self.empty) {
            let x = self.x | 1 << q;
            let (first, length) = Self::run(x);
            let within = q >= first && q < first + length;
            // A run of four through the middle begins at bit 2 at the lowest, so nothing here leaves the eleven cells.
            if within && length == 4 {
                let ends = 1 << (first - 1) | 1 << (first + 4);
                let beyond = 1 << (first - 2) | 1 << (first + 5);
                if self.empty & ends == ends && self.x & beyond == 0 {
                    cells |= 1 << q;
                }
            }
        }
        cells
    }
}

fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        let some = set != 0;
        set &= set.wrapping_sub(1);
        some.then_some(bit)
    })
}

/// What X on the empty cell `p` amounts to. `x` are the marks of X, `empty` the empty cells.
pub fn verdict(x: &Cells, empty: &Cells, p: usize) -> Verdict {
    Inquiry { looks: 0, known: HashMap::new(), patience: PATIENCE }.verdict(x, empty, p)
}

/// The looks after which verdicts are remembered. Play needs a handful for a cell, and the worst position that a long random
/// search found fewer than 3000 for all its cells together, so this only guards against one that was built to be worse.
const PATIENCE: u32 = 1000;

/// One question, with all that it leads to. Each level adds a mark, so it ends; the same marks may be added in many orders,
/// so what is known of them is kept once the question turns out to be a hard one.
struct Inquiry {
    looks: u32,
    patience: u32,
    known: HashMap<(Cells, usize), Verdict>,
}

impl Inquiry {
    fn verdict(&mut self, x: &Cells, empty: &Cells, p: usize) -> Verdict {
        let lines = DIRECTIONS.map(|direction| Line::new(x, empty, p, direction));
        let runs = lines.map(|line| Line::run(line.x).1);
        if runs.contains(&5) {
            return Verdict::Five;
        }
        if runs.iter().any(|&run| run > 5) {
            return Verdict::Overline;
        }
        if lines.iter().map(|line| line.fours()).sum::<usize>() > 1 {
            return Verdict::DoubleFour;
        }
        let threes = lines.map(Line::straight_fours);
        if threes.iter().filter(|&&cells| cells != 0).count() < 2 {
            return Verdict::Free;
        }
        self.looks = self.looks.saturating_add(1);
        if self.looks <= self.patience {
            return self.double_three(x, empty, p, threes);
        }
        if let Some(&known) = self.known.get(&(*x, p)) {
            return known;
        }
        let verdict = self.double_three(x, empty, p, threes);
        self.known.insert((*x, p), verdict);
        verdict
    }

    /// Whether two of the threes are real: `threes` are the cells in each direction that would make a straight four with `p`.
    fn double_three(&mut self, x: &Cells, empty: &Cells, p: usize, threes: [u32; 4]) -> Verdict {
        let (x, empty) = (x.with(p), empty.without(p));
        let mut missing = 2;
        let mut left = threes.iter().filter(|&&cells| cells != 0).count();
        for (cells, direction) in threes.into_iter().zip(DIRECTIONS) {
            if cells == 0 {
                continue;
            }
            left -= 1;
            let at = |bit: u32| {
                let off = direction * bit.abs_diff(MIDDLE) as usize;
                if bit > MIDDLE { p + off } else { p - off }
            };
            if bits(cells).any(|q| self.verdict(&x, &empty, at(q)) == Verdict::Free) {
                missing -= 1;
            }
            if missing == 0 {
                return Verdict::DoubleThree;
            }
            if missing > left {
                break;
            }
        }
        Verdict::Free
    }
}

/// The cells of which a closer look might say that they are forbidden: those that have two marks of X near in two directions
/// or four in one, as every forbidden move has.
fn suspects(x: &Cells, empty: &Cells) -> Cells {
    let mut two_once = Cells::NONE;
    let mut suspects = Cells::NONE;
    for direction in DIRECTIONS {
        // Counters of the marks within four cells, up to four, all cells at once.
        let mut at_least = [Cells::NONE; 4];
        for n in 1..=4 {
            for marks in [x.moved_up(direction * n), x.moved_down(direction * n)] {
                at_least[3] = at_least[3] | at_least[2] & marks;
                at_least[2] = at_least[2] | at_least[1] & marks;
                at_least[1] = at_least[1] | at_least[0] & marks;
                at_least[0] = at_least[0] | marks;
            }
        }
        suspects = suspects | at_least[3] | at_least[1] & two_once;
        two_once = two_once | at_least[1];
    }
    suspects & *empty
}

/// The cells on which X may not be marked, one after the other.
pub fn forbidden(x: Cells, empty: Cells) -> impl Iterator<Item = usize> {
    suspects(&x, &empty).iter().filter(move |&cell| verdict(&x, &empty, cell).forbids())
}

/// Whether X may not be marked anywhere.
pub fn all_forbidden(x: Cells, empty: Cells) -> bool {
    let suspects = suspects(&x, &empty);
    suspects == empty && suspects.iter().all(|cell| verdict(&x, &empty, cell).forbids())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::cells::{STRIDE, cell};
    use proptest::prelude::*;

    /// The set of the `x` in rows from the top.
    fn marks(rows: &[&str]) -> Cells {
        let mut set = Cells::NONE;
        for (row, rank) in rows.iter().zip((0..rows.len()).rev()) {
            row.match_indices('x').for_each(|(file, _)| set.add(cell(file, rank)));
        }
        set
    }

    fn look(rows: &[&str], name: (usize, usize)) -> Verdict {
        let x = marks(rows);
        let empty = Cells::board(rows.len()).neither(&x, &Cells::NONE);
        verdict(&x, &empty, cell(name.0, name.1))
    }

    #[test]
    fn one_straight_four_is_one_four_and_a_split_line_may_be_two() {
        let board = |row: &'static str| {
            let mut rows = vec!["..........."; 11];
            rows[5] = row;
            rows
        };
        assert_eq!(look(&board("...xx.x...."), (5, 5)), Verdict::Free);
        assert_eq!(look(&board("..x.x.x.x.."), (5, 5)), Verdict::DoubleFour);
        assert_eq!(look(&board("..xxx.xx..."), (5, 5)), Verdict::Overline);
        assert_eq!(look(&board("...xx.xx..."), (5, 5)), Verdict::Five);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_remembered_is_true(cells in proptest::collection::vec(0..225_usize, 20..70)) {
            let cells = cells.into_iter().map(|at| cell(at % 15, at / 15));
            let x = cells.fold(Cells::NONE, Cells::with);
            let empty = Cells::board(15).neither(&x, &Cells::NONE);
            let mut inquiry = Inquiry { looks: 0, known: HashMap::new(), patience: 0 };
            for cell in empty.iter() {
                let (file, rank) = (cell % STRIDE, cell / STRIDE);
                prop_assert_eq!(inquiry.verdict(&x, &empty, cell), verdict(&x, &empty, cell), "{} {}", file, rank);
                if verdict(&x, &empty, cell).forbids() {
                    prop_assert!(suspects(&x, &empty).has(cell), "{file} {rank}");
                }
            }
        }
    }
}
