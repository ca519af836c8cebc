//! What one player could make on one empty cell: a shape in each direction, what they are worth together and what they force.

use super::{
    net::row_of,
    shapes::{FIVE, FOUR, OPEN_THREE, SHAPES, STRAIGHT_FOUR, Shape},
};
use std::sync::LazyLock;

/// How much a shape asks to be tried early.
const URGE: [u32; SHAPES] = [0, 1, 3, 4, 9, 12, 14, 30, 34, 60, 0, 0];
/// How much more two strong shapes on one cell ask for it.
const FOUR_AND_THREE: u32 = 40;
const TWO_FOURS: u32 = 50;
const TWO_THREES: u32 = 24;

/// The sets of cells to which a cell belongs: those that make a row,
pub const MAKES_FIVE: u8 = 1;
/// a straight four,
pub const MAKES_STRAIGHT: u8 = 1 << 1;
/// a four of either kind,
pub const MAKES_FOUR: u8 = 1 << 2;
/// and an open three.
pub const MAKES_THREE: u8 = 1 << 3;
/// Two fours at once.
const MAKES_TWO_FOURS: u8 = 1 << 4;
const FORCING: u8 = MAKES_FIVE | MAKES_STRAIGHT | MAKES_FOUR | MAKES_THREE;

/// What follows from the shapes of a cell.
#[derive(Clone, Copy, Default)]
struct Sense {
    row: u16,
    urge: u8,
    makes: u8,
}

/// By the shapes of the four directions, four bits each: thousands of cells are looked up for each one that is new.
static SENSES: LazyLock<Box<[Sense]>> =
    LazyLock::new(|| (0..=u16::MAX).map(|shapes| Prospect(shapes).sense_anew()).collect());

/// What one player could make on one cell: the shapes, four bits a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Prospect(u16);

impl Prospect {
    /// The shape in one direction.
    #[inline]
    pub const fn shape(self, direction: usize) -> Shape {
        (self.0 >> (4 * direction) & 15) as Shape
    }

    fn shapes(self) -> [Shape; 4] {
        std::array::from_fn(|direction| self.shape(direction))
    }

    /// The same with another shape in one direction.
    #[inline]
    #[must_use]
    pub fn with(self, direction: usize, shape: Shape) -> Self {
        Self(self.0 & !(15 << (4 * direction)) | u16::from(shape) << (4 * direction))
    }

    #[inline]
    fn sense(self) -> Sense {
        SENSES[usize::from(self.0)]
    }

    fn sense_anew(self) -> Sense {
        let shapes = self.shapes();
        if shapes.iter().any(|&shape| usize::from(shape) >= SHAPES) {
            return Sense::default();
        }
        let count = |wanted| shapes.iter().filter(|&&shape| shape == wanted).count();
        let (straights, threes) = (count(STRAIGHT_FOUR), count(OPEN_THREE));
        let fours = straights + count(FOUR);
        let urge: u32 = shapes.iter().map(|&shape| URGE[usize::from(shape)]).sum();
        let crossing = match (fours, threes) {
            (2.., _) => TWO_FOURS,
            (1, 1..) => FOUR_AND_THREE,
            (0, 2..) => TWO_THREES,
            _ => 0,
        };
        let mut makes = 0;
        for (made, how_many) in [
            (MAKES_FIVE, count(FIVE)),
            (MAKES_STRAIGHT, straights),
            (MAKES_FOUR, fours),
            (MAKES_THREE, threes),
            (MAKES_TWO_FOURS, fours / 2),
        ] {
            if how_many > 0 {
                makes |= made;
            }
        }
        Sense { row: row_of(shapes) as u16, urge: (urge + crossing).min(255) as u8, makes }
    }

    /// Whether it forces in this way: one of the constants above.
    #[inline]
    pub fn makes(self, forces: u8) -> bool {
        self.sense().makes & forces != 0
    }

    /// Whether it forces as the other does.
    #[inline]
    pub fn forces_like(self, other: Self) -> bool {
        (self.sense().makes ^ other.sense().makes) & FORCING == 0
    }

    /// Whether two directions or more have a four of either kind.
    pub fn makes_two_fours(self) -> bool {
        self.makes(MAKES_TWO_FOURS)
    }

    /// Whether the rules of renju should be asked before X marks the cell.
    pub fn doubtful(self) -> bool {
        let shapes = self.shapes();
        shapes.iter().filter(|&&shape| shape >= OPEN_THREE).count() > 1
            || shapes.iter().any(|&shape| shape >= STRAIGHT_FOUR)
    }

    /// How much the cell asks to be tried early.
    #[inline]
    pub fn urge(self) -> i32 {
        i32::from(self.sense().urge)
    }

    /// Its row of the net.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.sense().row)
    }
}
