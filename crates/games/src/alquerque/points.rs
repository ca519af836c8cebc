//! The 25 points as bits, their lines, and the eight directions.

use crate::player::Player;

/// All points.
pub const ALL: u32 = (1 << 25) - 1;

/// Where the men of both players start: c3 is empty.
pub const START: [u32; 2] = {
    let first_two_ranks = (1 << 10) - 1;
    let d3_e3 = 1 << 13 | 1 << 14;
    let a3_b3 = 1 << 10 | 1 << 11;
    [first_two_ranks | d3_e3, first_two_ranks << 15 | a3_b3]
};

/// A point as a set.
pub const fn bit(point: usize) -> u32 {
    1 << point
}

/// The points of a set, ascending.
pub fn points_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        let some = set != 0;
        set &= set.wrapping_sub(1);
        some.then_some(point)
    })
}

/// One of the eight ways along a line.
pub struct Direction {
    offset: i32,
    /// How many ranks up it goes.
    up: i32,
    /// The points from which a line leads this way.
    line: u32,
    /// The points from which there is room for a jump.
    room: u32,
}

impl Direction {
    const fn new(file: i32, rank: i32) -> Self {
        let (mut line, mut room) = (0, 0);
        let mut point = 0;
        while point < 25 {
            if joined(point, file, rank) {
                line |= 1 << point;
                if on_board(point, 2 * file, 2 * rank) {
                    room |= 1 << point;
                }
            }
            point += 1;
        }
        Self { offset: rank * 5 + file, up: rank, line, room }
    }

    /// The neighbour of a point this way.
    pub const fn next(&self, point: usize) -> usize {
        (point as i32 + self.offset) as usize
    }

    /// Whether it leads back towards where a player began.
    pub const fn leads_back(&self, player: Player) -> bool {
        match player {
            Player::One => self.up < 0,
            Player::Two => self.up > 0,
        }
    }

    /// The neighbours this way of those of `points` that have one.
    pub const fn beside(&self, points: u32) -> u32 {
        let points = points & self.line;
        if self.offset > 0 { points << self.offset } else { points >> -self.offset }
    }

    /// Those of `men` that can jump this way over one of `enemy` onto one of `empty`.
    pub const fn jumpers(&self, men: u32, enemy: u32, empty: u32) -> u32 {
        let (over, onto) = if self.offset > 0 {
            (enemy >> self.offset, empty >> (2 * self.offset))
        } else {
            (enemy << -self.offset, empty << (2 * -self.offset))
        };
        men & self.room & over & onto
    }
}

/// All of them; a chain names them by their place here. The opposite of each is two places further or before.
pub const DIRECTIONS: [Direction; 8] = [
    Direction::new(1, 0),
    Direction::new(0, 1),
    Direction::new(-1, 0),
    Direction::new(0, -1),
    Direction::new(1, 1),
    Direction::new(-1, 1),
    Direction::new(-1, -1),
    Direction::new(1, -1),
];

const fn on_board(point: i32, file: i32, rank: i32) -> bool {
    let (file, rank) = (point % 5 + file, point / 5 + rank);
    0 <= file && file < 5 && 0 <= rank && rank < 5
}

/// Whether a line leads that way: diagonals pass only through every other point.
const fn joined(point: i32, file: i32, rank: i32) -> bool {
    let diagonal = file != 0 && rank != 0;
    on_board(point, file, rank) && (!diagonal || (point % 5 + point / 5) % 2 == 0)
}

/// The points joined to each point by a line.
pub const NEIGHBOURS: [u32; 25] = {
    let mut neighbours = [0; 25];
    let mut point = 0;
    while point < 25 {
        let mut rank = -1;
        while rank <= 1 {
            let mut file = -1;
            while file <= 1 {
                if (file != 0 || rank != 0) && joined(point, file, rank) {
                    neighbours[point as usize] |= 1 << (point + rank * 5 + file);
                }
                file += 1;
            }
            rank += 1;
        }
        point += 1;
    }
    neighbours
};

/// The rank farthest from where a player began.
pub const fn last_rank(player: Player) -> u32 {
    match player {
        Player::One => 31 << 20,
        Player::Two => 31,
    }
}

/// The points that a man does not reach by stepping back, for `backward=no`; none from the last rank.
pub const fn not_behind(player: Player, from: usize) -> u32 {
    let rank = from / 5;
    match player {
        _ if last_rank(player) & bit(from) != 0 => 0,
        Player::One => ALL & !((1 << (5 * rank)) - 1),
        Player::Two => (1 << (5 * (rank + 1))) - 1,
    }
}
