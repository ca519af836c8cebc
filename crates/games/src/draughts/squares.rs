//! Where squares lie in a bitboard, and the ways over the board.
//!
//! Ten rows of five dark squares, two rows at a time, with one unused bit after each pair: in this layout a step in a given
//! diagonal direction is the same shift from every square, and a step over the edge falls on an unused bit. The board of
//! 8x8 is the top left part of that of 10x10, so both share everything here but the mask of their squares.

use crate::player::Player;

/// A diagonal direction: 0 down left, 1 down right, 2 up left, 3 up right, as White sees it.
pub type Direction = usize;

/// All four of them.
pub const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// The way back.
pub const fn opposite(direction: Direction) -> Direction {
    3 - direction
}

/// Where a player's men move.
pub const fn forward(player: Player) -> [Direction; 2] {
    match player {
        Player::One => [2, 3],
        Player::Two => [0, 1],
    }
}

/// The set that is one step further. Steps over the edge leave the board: mask the result.
#[inline(always)]
pub const fn step(direction: Direction, set: u64) -> u64 {
    match direction {
        0 => set << 5,
        1 => set << 6,
        2 => set >> 6,
        _ => set >> 5,
    }
}

/// The set that holds one square.
pub const fn bit(square: usize) -> u64 {
    1 << square
}

/// The squares of a set, ascending.
pub fn squares_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

const BITS: usize = 54;

/// The squares beyond each square on the board of 10x10, by direction.
static RAYS: [[u64; 64]; 4] = {
    let mut rays = [[0; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < BITS {
            let mut next = step(direction, TEN.all & bit(square)) & TEN.all;
            while next != 0 {
                rays[direction][square] |= next;
                next = step(direction, next) & TEN.all;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

/// The square of a set that lies nearest on the way in `direction`.
#[inline(always)]
const fn nearest(direction: Direction, set: u64) -> usize {
    (if direction < 2 { set.trailing_zeros() } else { 63 - set.leading_zeros() }) as usize
}

/// The first square on the way that is not empty.
#[inline(always)]
pub fn first_piece(direction: Direction, from: usize, empty: u64) -> Option<usize> {
    let pieces = RAYS[direction][from] & !empty;
    if pieces == 0 { None } else { Some(nearest(direction, pieces)) }
}

/// The empty squares on the way, up to the first piece.
#[inline(always)]
pub fn reach(direction: Direction, from: usize, empty: u64) -> u64 {
    let ray = RAYS[direction][from];
    match first_piece(direction, from, empty) {
        None => ray,
        Some(piece) => ray & !(RAYS[direction][piece] | bit(piece)),
    }
}

/// The direction in which `to` lies from `from`, if they share a diagonal.
pub fn direction_to(from: usize, to: usize) -> Option<Direction> {
    DIRECTIONS.into_iter().find(|&direction| RAYS[direction][from] & bit(to) != 0)
}

/// The squares of one size of board.
#[derive(Debug)]
pub struct Grid {
    /// Dark squares in a row; there are twice as many rows.
    width: usize,
    /// All squares.
    pub all: u64,
    /// Where each player's men are crowned.
    pub last: [u64; 2],
    /// Where each player's men stand at first.
    pub start: [u64; 2],
}

/// International draughts.
pub const TEN: Grid = Grid::new(5);
/// Draughts on a chessboard.
pub const EIGHT: Grid = Grid::new(4);

impl Grid {
    const fn new(width: usize) -> Self {
        let rows = 2 * width;
        let (all, top) = (squares_before(width, rows), squares_before(width, 1));
        let (black, not_white) =
            (squares_before(width, width - 1), squares_before(width, width + 1));
        let above_last = squares_before(width, rows - 1);
        Self { width, all, last: [top, all & !above_last], start: [all & !not_white, black] }
    }

    /// How many squares there are.
    pub const fn count(&self) -> usize {
        2 * self.width * self.width
    }

    /// Rows, and columns.
    pub const fn side(&self) -> usize {
        2 * self.width
    }

    /// The place in the bitboard of a square counted from 0.
    pub const fn square(&self, index: usize) -> usize {
        place(index / self.width, index % self.width)
    }

    /// The square's number less one: the inverse of `square`.
    pub const fn index(&self, square: usize) -> usize {
        let (pair, rest) = (square / 11, square % 11);
        let row = 2 * pair + rest / 5;
        row * self.width + rest % 5
    }

    /// Column and row of a square counted from 0, both from the top left.
    pub const fn column_and_row(&self, index: usize) -> (usize, usize) {
        let (row, along) = (index / self.width, index % self.width);
        (2 * along + 1 - row % 2, row)
    }

    /// The dark square in that column and row, both counted from the top left.
    pub fn dark_square(&self, column: usize, row: usize) -> Option<usize> {
        let on_board = column < self.side() && row < self.side();
        (on_board && (column + row) % 2 == 1).then(|| place(row, column / 2))
    }

    /// The square of that number, which counts from 1.
    pub fn numbered(&self, number: u32) -> Option<usize> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        (index < self.count()).then(|| self.square(index))
    }

    /// The square's number.
    pub const fn number(&self, square: usize) -> usize {
        self.index(square) + 1
    }
}

const fn place(row: usize, along: usize) -> usize {
    row / 2 * 11 + row % 2 * 5 + along
}

/// The first rows of a board.
const fn squares_before(width: usize, rows: usize) -> u64 {
    let (mut set, mut row) = (0, 0);
    while row < rows {
        let mut along = 0;
        while along < width {
            set |= bit(place(row, along));
            along += 1;
        }
        row += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The square reached by walking over columns and rows.
    fn walked(grid: &Grid, index: usize, direction: Direction) -> Option<usize> {
        let (column, row) = grid.column_and_row(index);
        let (right, down) = (direction % 2 == 1, direction < 2);
        let column = if right { column + 1 } else { column.checked_sub(1)? };
        let row = if down { row + 1 } else { row.checked_sub(1)? };
        (0..grid.count()).find(|&other| grid.column_and_row(other) == (column, row))
    }

    #[test]
    fn a_step_is_a_step_on_the_board() {
        for grid in [&TEN, &EIGHT] {
            assert_eq!(grid.all.count_ones() as usize, grid.count());
            for index in 0..grid.count() {
                let square = grid.square(index);
                assert_eq!(grid.index(square), index);
                for direction in DIRECTIONS {
                    let stepped = step(direction, bit(square)) & grid.all;
                    let expected =
                        walked(grid, index, direction).map_or(0, |other| bit(grid.square(other)));
                    assert_eq!(stepped, expected, "{index} {direction}");
                    assert_eq!(step(opposite(direction), stepped) & !bit(square), 0);
                }
            }
        }
    }

    #[test]
    fn the_set_ups_are_those_of_the_rules() {
        let numbers = |grid: &Grid, set| -> Vec<usize> {
            squares_of(set).map(|square| grid.number(square)).collect()
        };
        assert_eq!(numbers(&TEN, TEN.start[0]), (31..=50).collect::<Vec<_>>());
        assert_eq!(numbers(&TEN, TEN.start[1]), (1..=20).collect::<Vec<_>>());
        assert_eq!(numbers(&EIGHT, EIGHT.start[0]), (21..=32).collect::<Vec<_>>());
        assert_eq!(numbers(&EIGHT, EIGHT.start[1]), (1..=12).collect::<Vec<_>>());
        assert_eq!(numbers(&TEN, TEN.last[1]), (46..=50).collect::<Vec<_>>());
        assert_eq!(numbers(&EIGHT, EIGHT.last[0]), (1..=4).collect::<Vec<_>>());
    }
}
