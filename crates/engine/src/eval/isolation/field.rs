//! An impartial Isolation position as a graph: the free squares, and which of them a pawn on each would take away. The game falls
//! apart into regions that no attack joins; what happens in one never matters in another.

use damier_games::{
    isolation::{Isolation, Position, Safety},
    mosaic::{
        Ground,
        pawns::{bit, squares},
    },
    player::Player,
};

/// What the rules make of one board.
pub struct Field {
    ground: Ground,
    /// `mutual`: the squares that exclude each square, both ways, which no pawn ever changes. Absent where pawns block lines.
    fixed: Option<Box<[u64; 64]>>,
    /// The ways to turn and mirror the board that change no colour, the identity left out.
    symmetries: Vec<Turn>,
}

/// A way to turn or mirror the board: swap the axes, then mirror the files, then the ranks.
#[derive(Clone, Copy)]
struct Turn {
    swap: bool,
    files: bool,
    ranks: bool,
}

/// Free squares that belong together, and the pawns that stand.
#[derive(Clone, Copy)]
pub struct Region {
    pub free: u64,
    pub standing: u64,
    /// The same for regions that are the same game.
    pub key: u64,
}

/// Which free squares each free square takes away besides itself.
pub type Hits = [u64; 64];

impl Field {
    /// `None` for the partisan form of the game.
    pub fn new(game: &Isolation) -> Option<Self> {
        let ground = game.ground().clone();
        let reach = ground.reach();
        let fixed = match game.safety() {
            Safety::Opposite => return None,
            Safety::Incoming => None,
            Safety::Mutual => Some(Box::new(std::array::from_fn(|square| {
                (reach.of(square, 0) | reach.sources(square)) & !bit(square)
            }))),
        };
        let symmetries = Turn::ALL.into_iter().filter(|turn| turn.keeps(&ground)).collect();
        Some(Self { ground, fixed, symmetries })
    }

    /// The hits among all free squares of a position.
    pub fn hits_of(&self, pos: &Position) -> Hits {
        let standing = pos.pawns(Player::One) | pos.pawns(Player::Two);
        self.hits(pos.free(), standing)
    }

    /// The hits among free squares.
    pub fn hits(&self, free: u64, standing: u64) -> Hits {
        let mut hits = [0; 64];
        for square in squares(free) {
            hits[square] = self.hit(square, standing) & free;
        }
        hits
    }

    #[inline]
    fn hit(&self, square: usize, standing: u64) -> u64 {
        match &self.fixed {
            Some(fixed) => fixed[square],
            None => self.ground.reach().of(square, standing),
        }
    }

    /// The regions left when a pawn is placed on `square`. `hits` are those before it.
    pub fn after(
        &self,
        free: u64,
        standing: u64,
        hits: &Hits,
        square: usize,
        regions: &mut Vec<Region>,
    ) {
        let left = free & !(hits[square] | bit(square));
        let standing = standing | bit(square);
        let mut next = [0; 64];
        for other in squares(left) {
            // Only a line on which the new pawn stands has changed.
            let crossed = self.fixed.is_none() && hits[other] & bit(square) != 0;
            let reached = if crossed { self.hit(other, standing) } else { hits[other] };
            next[other] = reached & left;
        }
        self.split(left, standing, &next, regions);
    }

    /// The regions of a set of free squares.
    pub fn split(&self, free: u64, standing: u64, hits: &Hits, regions: &mut Vec<Region>) {
        regions.clear();
        for square in squares(free) {
            let mut joined = hits[square] | bit(square);
            let mut n = 0;
            while n < regions.len() {
                if regions[n].free & joined != 0 {
                    joined |= regions.swap_remove(n).free;
                } else {
                    n += 1;
                }
            }
            regions.push(Region { free: joined, standing, key: 0 });
        }
        for region in regions {
            region.key = self.key(region.free, hits);
        }
    }

    /// The same for all regions with the same squares that take away the same squares, however the board is turned. Which pawns
    /// stand is not in it: they count only for the lines they block, and those show in the hits.
    fn key(&self, free: u64, hits: &Hits) -> u64 {
        let plain =
            squares(free).fold(0_u64, |sum, square| sum.wrapping_add(mix(square, hits[square])));
        self.symmetries.iter().fold(plain, |least, turn| {
            let turned = squares(free).fold(0_u64, |sum, square| {
                sum.wrapping_add(mix(turn.square(square), turn.set(hits[square])))
            });
            least.min(turned)
        })
    }
}

#[inline]
const fn mix(square: usize, hits: u64) -> u64 {
    let mut mixed = hits ^ (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Turn {
    const ALL: [Self; 7] = [
        Self { swap: false, files: true, ranks: false },
        Self { swap: false, files: false, ranks: true },
        Self { swap: false, files: true, ranks: true },
        Self { swap: true, files: false, ranks: false },
        Self { swap: true, files: true, ranks: false },
        Self { swap: true, files: false, ranks: true },
        Self { swap: true, files: true, ranks: true },
    ];

    fn square(self, square: usize) -> usize {
        let (file, rank) = (square % 8, square / 8);
        let (file, rank) = if self.swap { (rank, file) } else { (file, rank) };
        let file = if self.files { 7 - file } else { file };
        let rank = if self.ranks { 7 - rank } else { rank };
        rank * 8 + file
    }

    fn set(self, set: u64) -> u64 {
        squares(set).fold(0, |all, square| all | bit(self.square(square)))
    }

    fn keeps(self, ground: &Ground) -> bool {
        let mosaic = ground.mosaic();
        (0..64).all(|square| mosaic.colour(square) == mosaic.colour(self.square(square)))
    }
}
