//! The forbidden moves of X in renju: overline, double four, double three. Rule source: docs/rules/morpion.md, "Forbidden
//! moves of X".
//!
//! Whatever a move makes in one direction shows in the eleven cells around it, so a line is two small numbers. Only the
//! threes have to look further, at whether the cell that would complete them is forbidden itself.

use super::cells::{Cells, DIRECTIONS};

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
    let hopeful = threes.iter().filter(|&&cells| cells != 0).count();
    if hopeful < 2 {
        return Verdict::Free;
    }
    let (x, empty) = (x.with(p), empty.without(p));
    let mut missing = 2;
    let mut left = hopeful;
    for (cells, direction) in threes.into_iter().zip(DIRECTIONS) {
        if cells == 0 {
            continue;
        }
        left -= 1;
        let at = |bit: u32| {
            let off = direction * bit.abs_diff(MIDDLE) as usize;
            if bit > MIDDLE { p + off } else { p - off }
        };
        if bits(cells).any(|q| verdict(&x, &empty, at(q)) == Verdict::Free) {
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
