//! Where the pawns of one board reach: tables made once, so that the reach of a pawn is a few bit operations. Squares are
//! numbered a1 = 0, b1 = 1, ... h8 = 63; a set of squares is a `u64` with those bits.

use super::{
    Colour, Mosaic,
    pawns::{bit, squares},
};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// A step to another square, as files to the right and ranks up.
type Way = (i32, i32);

const KING: [Way; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: [Way; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
/// Two ways on which the numbers of the squares grow, then two on which they fall.
const ROOK: [Way; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP: [Way; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The tables of one board.
pub struct Reach {
    /// The green and blue squares, where nothing can stand in the way.
    leapers: u64,
    /// From each green or blue square.
    leaps: [u64; 64],
    /// From each red or yellow square, the four lines up to and with the first square of the same colour; in the order of `ROOK`.
    rays: [[u64; 4]; 64],
    /// The squares from which a pawn would reach each square of an empty board.
    sources: [u64; 64],
    /// Made when somebody asks for them.
    paths: OnceLock<Box<Paths>>,
}

/// How far it is for a pawn that is alone on its board.
pub struct Paths {
    /// The squares that a pawn on each square reaches in at most 0, 1, 2, ... moves.
    within: [[u64; 64]; Paths::FARTHEST + 1],
}

impl Paths {
    /// No more moves than these are counted.
    pub const FARTHEST: usize = 7;

    fn new(reach: &Reach) -> Self {
        let mut within = [[0; 64]; Self::FARTHEST + 1];
        within[0] = std::array::from_fn(bit);
        for moves in 1..=Self::FARTHEST {
            within[moves] = std::array::from_fn(|from| {
                squares(reach.of(from, 0))
                    .fold(bit(from), |all, next| all | within[moves - 1][next])
            });
        }
        Self { within }
    }

    /// Where a pawn gets in at most that many moves.
    #[inline]
    pub fn within(&self, from: usize, moves: usize) -> u64 {
        self.within[moves][from]
    }

    /// How many moves take a pawn from a square to one of a set; one more than `FARTHEST` if it is farther than that.
    #[inline]
    pub fn moves(&self, from: usize, goal: u64) -> usize {
        (0..=Self::FARTHEST)
            .find(|&moves| self.within[moves][from] & goal != 0)
            .unwrap_or(Self::FARTHEST + 1)
    }
}

impl Reach {
    /// The tables of `mosaic`.
    pub fn new(mosaic: &Mosaic) -> Self {
        let mut reach = Self {
            leapers: 0,
            leaps: [0; 64],
            rays: [[0; 4]; 64],
            sources: [0; 64],
            paths: OnceLock::new(),
        };
        for from in 0..64 {
            match mosaic.colour(from) {
                Colour::Blue => reach.leaps[from] = leap(from, KING),
                Colour::Green => reach.leaps[from] = leap(from, KNIGHT),
                Colour::Red => reach.rays[from] = ROOK.map(|way| ray(mosaic, from, way)),
                Colour::Yellow => reach.rays[from] = BISHOP.map(|way| ray(mosaic, from, way)),
            }
            if matches!(mosaic.colour(from), Colour::Blue | Colour::Green) {
                reach.leapers |= bit(from);
            }
            for to in squares(reach.of(from, 0)) {
                reach.sources[to] |= bit(from);
            }
        }
        reach
    }

    /// How far it is from square to square.
    pub fn paths(&self) -> &Paths {
        self.paths.get_or_init(|| Box::new(Paths::new(self)))
    }

    /// The green and blue squares.
    #[inline]
    pub fn leapers(&self) -> u64 {
        self.leapers
    }

    /// Where a pawn on a green or blue square reaches; nowhere from the others.
    #[inline]
    pub fn leap(&self, from: usize) -> u64 {
        self.leaps[from]
    }

    /// Where a pawn on a red or yellow square reaches, with the first occupied square of each line; nowhere from the others.
    #[inline]
    pub fn slide(&self, from: usize, occupied: u64) -> u64 {
        let [up, other_up, down, other_down] = self.rays[from];
        until_lowest(up, occupied)
            | until_lowest(other_up, occupied)
            | until_highest(down, occupied)
            | until_highest(other_down, occupied)
    }

    /// Where a pawn on any square reaches: the empty squares, and the occupied ones that its lines end on, whoever stands there.
    #[inline]
    pub fn of(&self, from: usize, occupied: u64) -> u64 {
        if self.leapers & bit(from) != 0 { self.leap(from) } else { self.slide(from, occupied) }
    }

    /// All that `pawns` reach together.
    #[inline]
    pub fn of_all(&self, pawns: u64, occupied: u64) -> u64 {
        let leaps = squares(pawns & self.leapers).fold(0, |all, from| all | self.leap(from));
        squares(pawns & !self.leapers).fold(leaps, |all, from| all | self.slide(from, occupied))
    }

    /// The squares from which a pawn would reach `to` if there were no other pawn on the board.
    #[inline]
    pub fn sources(&self, to: usize) -> u64 {
        self.sources[to]
    }

    /// What keeps a pawn on `from` from reaching `to`, if its line leads there: the square on which the line ends before.
    pub fn stop(&self, mosaic: &Mosaic, from: usize, to: usize, occupied: u64) -> Option<usize> {
        let ways = match mosaic.colour(from) {
            Colour::Red => ROOK,
            Colour::Yellow => BISHOP,
            Colour::Blue | Colour::Green => return None,
        };
        for way in ways {
            let (mut at, mut stop) = (from, None);
            while let Some(next) = step(at, way) {
                at = next;
                if at == to {
                    return stop;
                }
                let ends = occupied & bit(at) != 0 || mosaic.colour(at) == mosaic.colour(from);
                stop = stop.or(ends.then_some(at));
            }
        }
        None
    }
}

/// The part of a growing ray up to and with its first occupied square.
#[inline]
fn until_lowest(ray: u64, occupied: u64) -> u64 {
    let met = ray & occupied;
    // All bits up to and with the lowest of `met`; all bits at all if there is none.
    ray & (met ^ met.wrapping_sub(1))
}

/// The part of a falling ray down to and with its first occupied square.
#[inline]
fn until_highest(ray: u64, occupied: u64) -> u64 {
    // Bit 0 is the end of any falling ray that has it, so setting it changes nothing but makes the number positive.
    let met = (ray & occupied) | 1;
    ray & (u64::MAX << (63 - met.leading_zeros()))
}

fn step(from: usize, (files, ranks): Way) -> Option<usize> {
    let place = |at: usize, by: i32| usize::try_from(at as i32 + by).ok().filter(|&n| n < 8);
    Some(place(from / 8, ranks)? * 8 + place(from % 8, files)?)
}

fn leap(from: usize, ways: [Way; 8]) -> u64 {
    ways.into_iter().filter_map(|way| step(from, way)).fold(0, |all, to| all | bit(to))
}

fn ray(mosaic: &Mosaic, from: usize, way: Way) -> u64 {
    let (mut at, mut ray) = (from, 0);
    while let Some(to) = step(at, way) {
        ray |= bit(to);
        if mosaic.colour(to) == mosaic.colour(from) {
            break;
        }
        at = to;
    }
    ray
}

/// A board with its tables: the option `board` of a rulebook. Only the colours are written down, and a copy shares the tables.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "Mosaic", into = "Mosaic")]
pub struct Ground {
    mosaic: Mosaic,
    reach: Arc<Reach>,
}

impl Ground {
    /// The colours.
    pub fn mosaic(&self) -> &Mosaic {
        &self.mosaic
    }

    /// The tables.
    #[inline]
    pub fn reach(&self) -> &Reach {
        &self.reach
    }
}

impl From<Mosaic> for Ground {
    fn from(mosaic: Mosaic) -> Self {
        Self { mosaic, reach: Arc::new(Reach::new(&mosaic)) }
    }
}

impl From<Ground> for Mosaic {
    fn from(ground: Ground) -> Self {
        ground.mosaic
    }
}

impl Default for Ground {
    fn default() -> Self {
        Mosaic::default().into()
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.mosaic == other.mosaic
    }
}

impl Eq for Ground {}

impl fmt::Debug for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mosaic.fmt(f)
    }
}
