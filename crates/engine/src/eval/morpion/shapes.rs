//! What a mark would make in one direction. For rows of up to five this is looked up in a table over the five cells to either
//! side; for longer rows it is counted.

use std::sync::OnceLock;

/// What a mark on an empty cell would make in one direction, named as if five won: a `FOUR` is one mark short of the winning
/// row however long that is. They fit four bits and better ones are greater, but for the last.
pub type Shape = u8;
/// Nothing that could still become a row.
pub const NOTHING: Shape = 0;
/// Becomes a `CLOSED_TWO`.
pub const CLOSED_ONE: Shape = 1;
/// Becomes an `OPEN_TWO`.
pub const OPEN_ONE: Shape = 2;
/// Becomes a `CLOSED_THREE`.
pub const CLOSED_TWO: Shape = 3;
/// Becomes an `OPEN_THREE` by one or two cells.
pub const OPEN_TWO: Shape = 4;
/// Becomes an `OPEN_THREE` by more cells.
pub const RICH_TWO: Shape = 5;
/// Becomes a `FOUR`.
pub const CLOSED_THREE: Shape = 6;
/// Becomes a `STRAIGHT_FOUR`.
pub const OPEN_THREE: Shape = 7;
/// One cell completes the row.
pub const FOUR: Shape = 8;
/// Two or more cells complete the row.
pub const STRAIGHT_FOUR: Shape = 9;
/// The row.
pub const FIVE: Shape = 10;
/// A row that is too long to win.
pub const OVERLINE: Shape = 11;
/// How many shapes there are.
pub const SHAPES: usize = 12;

/// Cells to either side that the tables look at.
pub const REACH: usize = 5;
/// The longest row that has a table.
pub const LONGEST: usize = 5;
/// The cells of a window, the middle one included.
const WINDOW: usize = 2 * REACH + 1;
const ENTRIES: usize = 3_usize.pow(2 * REACH as u32);

/// The shapes of all windows for one length and one way to count longer rows.
pub struct Shapes {
    by_window: Box<[Shape]>,
    /// The bits of a window that matter: without the outermost where a longer row wins as well.
    seen: u32,
}

/// What the bits of a window add to its number; the middle adds nothing.
static PLACES: [u16; 1 << WINDOW] = {
    let mut places = [0; 1 << WINDOW];
    let mut bits = 0;
    while bits < places.len() {
        let (mut at, mut power) = (0, 1);
        while at < WINDOW {
            if at != REACH {
                places[bits] += (bits >> at & 1) as u16 * power;
                power = power.wrapping_mul(3);
            }
            at += 1;
        }
        bits += 1;
    }
    places
};

impl Shapes {
    /// The table for rows of `line`, which is at most [`LONGEST`].
    pub fn of(line: usize, longer_wins: bool) -> &'static Self {
        static TABLES: [[OnceLock<Shapes>; 2]; LONGEST + 1] =
            [const { [const { OnceLock::new() }; 2] }; LONGEST + 1];
        TABLES[line.min(LONGEST)][usize::from(longer_wins)]
            .get_or_init(|| Self::build(line.min(LONGEST), longer_wins))
    }

    /// The shape that a mark in the middle of a window would make: bit 0 of `own` and `blocked` is the cell [`REACH`] before the middle.
    #[inline]
    pub fn shape(&self, own: u32, blocked: u32) -> Shape {
        let own = PLACES[(own & self.seen) as usize];
        let blocked = PLACES[(blocked & self.seen) as usize];
        self.by_window[usize::from(own) + 2 * usize::from(blocked)]
    }

    /// The cells of a window whose shapes depend on its middle.
    pub const fn changed(&self) -> u32 {
        self.seen & !(1 << REACH)
    }

    fn build(line: usize, longer_wins: bool) -> Self {
        let mut shapes = vec![NOTHING; ENTRIES];
        for (number, shape) in shapes.iter_mut().enumerate() {
            let (own, _) = window_of(number);
            let run = run_of(own);
            if run == line || (run > line && longer_wins) {
                *shape = FIVE;
            } else if run > line {
                *shape = OVERLINE;
            }
        }
        // Each pass finds the shapes that one more mark turns into those of the pass before.
        for (better, count, shape) in [
            (FIVE, 1, FOUR),
            (STRAIGHT_FOUR, 1, OPEN_THREE),
            (FOUR, 1, CLOSED_THREE),
            (OPEN_THREE, 1, OPEN_TWO),
            (CLOSED_THREE, 1, CLOSED_TWO),
            (OPEN_TWO, 1, OPEN_ONE),
            (CLOSED_TWO, 1, CLOSED_ONE),
        ] {
            let before = shapes.clone();
            for (number, found) in shapes.iter_mut().enumerate().filter(|(_, shape)| **shape == 0) {
                let becomes =
                    |shape: Shape| shape == better || (better == OPEN_TWO && shape == RICH_TWO);
                let ways = successors(number).filter(|&next| becomes(before[next])).count();
                if ways < count {
                    continue;
                }
                *found = match shape {
                    FOUR if ways > 1 => STRAIGHT_FOUR,
                    OPEN_TWO if ways > 2 => RICH_TWO,
                    _ => shape,
                };
            }
        }
        let seen = if longer_wins {
            ((1 << WINDOW) - 1) & !(1 | 1 << (WINDOW - 1))
        } else {
            (1 << WINDOW) - 1
        };
        Self { by_window: shapes.into(), seen }
    }
}

/// The own and the blocked cells of a window by its number, the middle being own.
fn window_of(mut number: usize) -> (u32, u32) {
    let (mut own, mut blocked) = (1 << REACH, 0);
    for at in (0..WINDOW).filter(|&at| at != REACH) {
        own |= u32::from(number % 3 == 1) << at;
        blocked |= u32::from(number % 3 == 2) << at;
        number /= 3;
    }
    (own, blocked)
}

/// The numbers of the windows with one own mark more.
fn successors(number: usize) -> impl Iterator<Item = usize> {
    (0..2 * REACH as u32)
        .map(|at| 3_usize.pow(at))
        .filter_map(move |power| (number / power).is_multiple_of(3).then_some(number + power))
}

/// The length of the run through the middle.
fn run_of(own: u32) -> usize {
    ((own >> REACH).trailing_ones() + (own << (32 - REACH)).leading_ones()) as usize
}

/// The shape in a row that has no table. `own` and `blocked` tell of the cells by their distance from the middle, which is bit 32.
pub fn counted(own: u64, blocked: u64, line: usize, longer_wins: bool) -> Shape {
    const MIDDLE: usize = 32;
    let own = own | 1 << MIDDLE;
    let row = (1_u64 << line) - 1;
    let (mut fullest, mut ways, mut completing) = (0, 0, 0_u64);
    for first in MIDDLE + 1 - line..=MIDDLE {
        let cells = row << first;
        let beside = 1 << (first - 1) | 1 << (first + line);
        if blocked & cells != 0 || (!longer_wins && own & beside != 0) {
            continue;
        }
        let marks = (own & cells).count_ones() as usize;
        if marks > fullest {
            (fullest, ways, completing) = (marks, 0, 0);
        }
        if marks == fullest {
            ways += 1;
            completing |= cells & !own;
        }
    }
    match line - fullest {
        _ if fullest == 0 => NOTHING,
        0 => FIVE,
        1 if completing.count_ones() > 1 => STRAIGHT_FOUR,
        1 => FOUR,
        2 if ways > 1 => OPEN_THREE,
        2 => CLOSED_THREE,
        3 if ways > 2 => RICH_TWO,
        3 if ways > 1 => OPEN_TWO,
        3 => CLOSED_TWO,
        4 if ways > 2 => OPEN_ONE,
        4 => CLOSED_ONE,
        _ => NOTHING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of `row`, in which `*` is the middle, `x` own, `o` blocked; what is not told is blocked.
    fn shape(row: &str, line: usize, longer_wins: bool) -> Shape {
        let middle = row.find('*').expect("a test names the cell");
        let (mut own, mut blocked) = (0, 0);
        for at in 0..WINDOW {
            let letter = (at + middle).checked_sub(REACH).and_then(|n| row.as_bytes().get(n));
            own |= u32::from(letter == Some(&b'x')) << at;
            blocked |= u32::from(!matches!(letter, Some(b'x' | b'.' | b'*'))) << at;
        }
        Shapes::of(line, longer_wins).shape(own, blocked)
    }

    #[test]
    fn shapes_are_what_players_call_them() {
        for (row, free, exact) in [
            ("xx*xx", FIVE, FIVE),
            ("xx*xxx", FIVE, OVERLINE),
            (".xx*x.", STRAIGHT_FOUR, STRAIGHT_FOUR),
            ("oxx*x.", FOUR, FOUR),
            ("ox.x*x.", FOUR, FOUR),
            ("x.x*x.x", STRAIGHT_FOUR, STRAIGHT_FOUR),
            ("x.xx*.o", FOUR, FOUR),
            (".xxx*.x", STRAIGHT_FOUR, FOUR),
            ("..x*x..", OPEN_THREE, OPEN_THREE),
            ("..x*x.o", OPEN_THREE, OPEN_THREE),
            (".x*x.o", CLOSED_THREE, CLOSED_THREE),
            ("ox*x..", CLOSED_THREE, CLOSED_THREE),
            ("o.x*x.o", CLOSED_THREE, CLOSED_THREE),
            ("...x*...", RICH_TWO, RICH_TWO),
            ("ox*...", CLOSED_TWO, CLOSED_TWO),
            (".....*.....", OPEN_ONE, OPEN_ONE),
            ("o...*o", NOTHING, NOTHING),
        ] {
            assert_eq!(shape(row, 5, true), free, "{row} freestyle");
            assert_eq!(shape(row, 5, false), exact, "{row} exact");
        }
        assert_eq!(shape("x*.", 3, true), FOUR);
        assert_eq!(shape(".x*.", 3, true), STRAIGHT_FOUR);
        assert_eq!(shape("..x*..", 4, true), OPEN_THREE);
    }

    #[test]
    fn counting_agrees_with_the_table_about_what_forces() {
        for longer_wins in [false, true] {
            for number in (0..ENTRIES).step_by(7) {
                let (own, blocked) = window_of(number);
                let table = Shapes::of(5, longer_wins).by_window[number];
                let far = |bits: u32| u64::from(bits) << (32 - REACH);
                let outside = (u64::MAX << 38) | ((1 << 27) - 1);
                let found = counted(far(own), far(blocked) | outside, 5, longer_wins);
                for forcing in [FOUR, STRAIGHT_FOUR, FIVE] {
                    assert_eq!(found == forcing, table == forcing, "{own:b} {blocked:b}");
                }
            }
        }
    }
}
