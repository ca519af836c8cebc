//! What one player could make on one empty cell: a shape in each direction, what they are worth together and what they force.

use super::shapes::{
    CLOSED_THREE, CLOSED_TWO, FIVE, FOUR, OPEN_THREE, OPEN_TWO, RICH_TWO, SHAPES, STRAIGHT_FOUR,
    Shape,
};

/// What a shape on an empty cell is worth, in hundredths of a man. Like all of these, found by fitting the results of games that
/// the engine played against itself: where two shapes cross is worth far more than any shape alone.
const WORTH: [u32; SHAPES] = [0, 0, 1, 1, 2, 3, 3, 10, 14, 45, 0, 0];
/// What two shapes on one cell are worth beyond that: of twos, threes and fours, closed and open.
const CROSSINGS: [[u32; 5]; 5] =
    [[1, 1, 3, 1, 1], [1, 6, 10, 11, 11], [3, 10, 7, 8, 8], [1, 11, 8, 26, 20], [1, 11, 8, 20, 15]];

/// The same by shape.
const TOGETHER: [[u8; 16]; 16] = {
    const fn row(shape: usize) -> usize {
        match shape as Shape {
            CLOSED_TWO => 0,
            OPEN_TWO | RICH_TWO => 1,
            CLOSED_THREE => 2,
            OPEN_THREE => 3,
            FOUR => 4,
            _ => 5,
        }
    }
    let mut together = [[0; 16]; 16];
    let mut n = 0;
    while n < SHAPES * SHAPES {
        let (a, b) = (row(n / SHAPES), row(n % SHAPES));
        if a < 5 && b < 5 {
            together[n / SHAPES][n % SHAPES] = CROSSINGS[a][b] as u8;
        }
        n += 1;
    }
    together
};

/// How much a shape asks to be tried early.
const URGE: [u32; SHAPES] = [0, 1, 3, 4, 9, 12, 14, 30, 34, 60, 0, 0];
/// How much more two strong shapes on one cell ask for it.
const FOUR_AND_THREE: i32 = 40;
const TWO_FOURS: i32 = 50;
const TWO_THREES: i32 = 24;

/// What each shape adds to a sum over the directions of a cell: three bits to count each of the forcing ones, then the worth and
/// the urge.
const SUMS: [u32; 16] = {
    let mut sums = [0; 16];
    let mut shape = 0;
    while shape < SHAPES {
        sums[shape] = WORTH[shape] << 12 | URGE[shape] << 22;
        shape += 1;
    }
    sums[FIVE as usize] += 1;
    sums[STRAIGHT_FOUR as usize] += 1 << 3;
    sums[FOUR as usize] += 1 << 6;
    sums[OPEN_THREE as usize] += 1 << 9;
    sums
};

/// The sets of cells to which a cell belongs: those that make a row,
pub const MAKES_FIVE: u32 = 1 << 28;
/// a straight four,
pub const MAKES_STRAIGHT: u32 = 1 << 29;
/// a four of either kind,
pub const MAKES_FOUR: u32 = 1 << 30;
/// and an open three.
pub const MAKES_THREE: u32 = 1 << 31;
const FORCING: u32 = MAKES_FIVE | MAKES_STRAIGHT | MAKES_FOUR | MAKES_THREE;

/// What one player could make on one cell: the shapes, four bits a direction, then twelve bits for what they are worth together
/// and four for what they force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Prospect(u32);

impl Prospect {
    /// The shape in one direction.
    #[inline]
    pub const fn shape(self, direction: usize) -> Shape {
        (self.0 >> (4 * direction) & 15) as Shape
    }

    fn shapes(self) -> [Shape; 4] {
        std::array::from_fn(|direction| self.shape(direction))
    }

    #[inline]
    fn sum(self) -> u32 {
        let sum = |direction| SUMS[usize::from(self.shape(direction))];
        sum(0) + sum(1) + sum(2) + sum(3)
    }

    /// The same with another shape in one direction.
    #[inline]
    pub fn with(self, direction: usize, shape: Shape) -> Self {
        let shapes = self.0 & 0xffff & !(15 << (4 * direction));
        let after = Self(shapes | u32::from(shape) << (4 * direction));
        let sum = after.sum();
        let (fours, threes) = ((sum >> 3 & 7) + (sum >> 6 & 7), sum >> 9 & 7);
        let shapes = after.shapes().map(usize::from);
        let mut worth = sum >> 12 & 0x3ff;
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            worth += u32::from(TOGETHER[shapes[a]][shapes[b]]);
        }
        let mut forces = 0;
        if sum & 0xfff != 0 {
            forces |= if sum & 7 != 0 { MAKES_FIVE } else { 0 };
            forces |= if sum & 7 << 3 != 0 { MAKES_STRAIGHT } else { 0 };
            forces |= if fours != 0 { MAKES_FOUR } else { 0 };
            forces |= if threes != 0 { MAKES_THREE } else { 0 };
        }
        Self(after.0 | worth << 16 | forces)
    }

    /// Whether it forces in this way: one of the constants above.
    #[inline]
    pub const fn makes(self, forces: u32) -> bool {
        self.0 & forces != 0
    }

    /// Whether it forces as the other does.
    #[inline]
    pub const fn forces_like(self, other: Self) -> bool {
        (self.0 ^ other.0) & FORCING == 0
    }

    /// How many directions have a four of either kind.
    pub fn fours(self) -> u32 {
        let sum = self.sum();
        (sum >> 3 & 7) + (sum >> 6 & 7)
    }

    /// Whether the rules of renju should be asked before X marks the cell.
    pub fn doubtful(self) -> bool {
        let shapes = self.shapes();
        shapes.iter().filter(|&&shape| shape >= OPEN_THREE).count() > 1
            || shapes.iter().any(|&shape| shape >= STRAIGHT_FOUR)
    }

    /// How much the cell asks to be tried early.
    pub fn urge(self) -> i32 {
        let sum = self.sum();
        let (fours, threes) = ((sum >> 3 & 7) + (sum >> 6 & 7), sum >> 9 & 7);
        let crossing = match (fours, threes) {
            (2.., _) => TWO_FOURS,
            (1, 1..) => FOUR_AND_THREE,
            (0, 2..) => TWO_THREES,
            _ => 0,
        };
        (sum >> 22) as i32 + crossing
    }

    /// What the cell is worth to the player.
    #[inline]
    pub const fn worth(self) -> i32 {
        (self.0 >> 16 & 0xfff) as i32
    }
}
