//! Numbers for positions of few men, the same for all that can be turned into each other.

use damier_games::alquerque::points::{ALL, bit, points_of};

/// How many men a side has at the most.
pub const SIDE: usize = 3;

/// Numbers for sets of men, and for two of them on one board.
pub struct Sets {
    /// For each set of up to `SIDE` men by its rank: the number of the set that it is turned into, and which turns do that.
    turned: [Vec<(u16, u8)>; SIDE],
    /// The sets by their numbers.
    pub listed: [Vec<u32>; SIDE],
}

/// How many ways there are to choose so many of so many.
pub const CHOICES: [[usize; SIDE + 1]; 26] = {
    let mut choices = [[0; SIDE + 1]; 26];
    let mut of = 0;
    while of < 26 {
        choices[of][0] = 1;
        let mut many = 1;
        while many <= SIDE && of > 0 {
            choices[of][many] = choices[of - 1][many - 1] + choices[of - 1][many];
            many += 1;
        }
        of += 1;
    }
    choices
};

/// Where each point comes to lie by each of the eight ways to turn and mirror the board.
const TURNS: [[u8; 25]; 8] = {
    let mut turns = [[0; 25]; 8];
    let mut n = 0;
    while n < 8 {
        let mut point = 0;
        while point < 25 {
            let (mut file, mut rank) = (point % 5, point / 5);
            if n & 1 != 0 {
                file = 4 - file;
            }
            if n & 2 != 0 {
                rank = 4 - rank;
            }
            if n & 4 != 0 {
                (file, rank) = (rank, file);
            }
            turns[n][point] = (rank * 5 + file) as u8;
            point += 1;
        }
        n += 1;
    }
    turns
};

fn turn(set: u32, by: usize) -> u32 {
    points_of(set).fold(0, |all, point| all | bit(usize::from(TURNS[by][point])))
}

/// The place of a set among those of its size.
fn rank(set: u32) -> usize {
    points_of(set).enumerate().map(|(n, point)| CHOICES[point][n + 1]).sum()
}

/// The same for a set on the points that `taken` leaves.
fn rank_beside(set: u32, taken: u32) -> usize {
    let place = |point: usize| point - (taken & (bit(point) - 1)).count_ones() as usize;
    points_of(set).enumerate().map(|(n, point)| CHOICES[place(point)][n + 1]).sum()
}

/// All sets of so many of the points `0..of`, in the order of their ranks.
fn all_sets(of: usize, many: usize) -> impl Iterator<Item = u32> + Clone {
    let first = (1_u32 << many) - 1;
    std::iter::successors(Some(first), |&set| {
        let low = set & set.wrapping_neg();
        let up = set + low;
        Some((((up ^ set) >> 2) / low) | up)
    })
    .take(CHOICES[of][many])
}

impl Sets {
    pub fn new() -> Self {
        let mut sets = Self { turned: Default::default(), listed: Default::default() };
        for (n, (turned, listed)) in sets.turned.iter_mut().zip(&mut sets.listed).enumerate() {
            *turned = vec![(0, 0); CHOICES[25][n + 1]];
            for set in all_sets(25, n + 1) {
                if turned[rank(set)].1 != 0 {
                    continue;
                }
                // A set that was not met before: whatever turns into it has its number.
                for by in 0..8 {
                    let from = rank(turn(set, by));
                    let back = (0..8).filter(|&back| turn(turn(set, by), back) == set);
                    turned[from] = (listed.len() as u16, back.fold(0, |all, back| all | 1 << back));
                }
                listed.push(set);
            }
        }
        sets
    }

    /// The number of a position: the same for all that can be turned into each other.
    pub fn index(&self, own: u32, other: u32) -> usize {
        let (men, others) = (own.count_ones() as usize, other.count_ones() as usize);
        let (number, turns) = self.turned[men - 1][rank(own)];
        let set = self.listed[men - 1][usize::from(number)];
        let beside = |by: usize| rank_beside(turn(other, by), set);
        let least = (0..8).filter(|by| turns >> by & 1 != 0).map(beside).min().unwrap_or(0);
        usize::from(number) * CHOICES[25 - men][others] + least
    }

    /// All positions with so many men, by their numbers; of those that can be turned into each other the one that has its number.
    pub fn positions(&self, [men, others]: [usize; 2]) -> impl Iterator<Item = (usize, u32, u32)> {
        let beside = all_sets(25 - men, others).enumerate();
        let sets = self.listed[men - 1].iter().enumerate();
        let placed = move |(first, &own): (usize, &u32)| {
            let base = first * CHOICES[25 - men][others];
            beside.clone().map(move |(n, other)| (base + n, own, spread(other, own)))
        };
        sets.flat_map(placed).filter(|&(number, own, other)| self.index(own, other) == number)
    }
}

/// A set among the points that `taken` leaves, as a set of all points.
fn spread(set: u32, taken: u32) -> u32 {
    let mut left = points_of(ALL & !taken);
    let mut at = 0;
    points_of(set).fold(0, |all, n| {
        let point = left.nth(n - at).expect("there are as many points");
        at = n + 1;
        all | bit(point)
    })
}
