//! A board as data: whatever shape a game has, one drawing component shows it.

use crate::{player::Player, text::Text};
use serde::{Deserialize, Serialize};

/// A cell's place in its board's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CellId(pub u16);

impl CellId {
    /// For boards that number their cells by a small integer.
    pub fn at(index: usize) -> Self {
        Self(u16::try_from(index).expect("no board has so many cells"))
    }
}

/// The cells one after the other that a person points at to make a move.
pub type Path = Vec<CellId>;

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A square, one unit wide.
    Square,
    /// A point on which lines may meet.
    Point,
}

/// The colour of a square, by meaning: themes choose the shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tint {
    Plain,
    Light,
    Dark,
    Red,
    Green,
    Blue,
    Yellow,
    Camp,
}

/// A place where something can stand or be pointed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// As the game names it: `e4`, `37`, `A:e4`, `NW`.
    pub name: String,
    /// Columns from the left.
    pub x: i16,
    /// Rows from the top.
    pub y: i16,
    /// Square or point.
    pub shape: Shape,
    /// Its colour.
    pub tint: Tint,
}

/// A square that is only drawn, such as the light squares of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Columns from the left.
    pub x: i16,
    /// Rows from the top.
    pub y: i16,
    /// Its colour.
    pub tint: Tint,
}

/// A named part of the board, such as each of Alice's two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Zone {
    /// What stands above it.
    pub name: Text,
    /// Left edge, top edge, width, height.
    pub rect: [i16; 4],
}

/// A coordinate beside the board; its place lies outside the cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// `a`, `8`.
    pub text: String,
    /// Columns from the left.
    pub x: i16,
    /// Rows from the top.
    pub y: i16,
}

/// Geometry, the same through the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// All cells; a `CellId` is a place in this list.
    pub cells: Vec<Cell>,
    /// Squares that are only drawn.
    pub tiles: Vec<Tile>,
    /// Lines between cells.
    pub lines: Vec<[CellId; 2]>,
    /// Named parts; none on most boards.
    pub zones: Vec<Zone>,
    /// Coordinates.
    pub labels: Vec<Label>,
    /// Who sits at the bottom as long as nobody flips the board.
    pub bottom: Player,
}

impl Board {
    /// `width` files and `height` ranks of cells named `a1`, `b1`, ... from the bottom left, with coordinates on the left and below.
    pub fn grid(
        width: usize,
        height: usize,
        shape: Shape,
        tint: impl Fn(usize, usize) -> Tint,
    ) -> Self {
        let mut board = Self {
            cells: Vec::with_capacity(width * height),
            tiles: Vec::new(),
            lines: Vec::new(),
            zones: Vec::new(),
            labels: Vec::new(),
            bottom: Player::One,
        };
        let place = |n: usize| i16::try_from(n).expect("boards are small");
        for rank in 0..height {
            for file in 0..width {
                let (x, y) = (place(file), place(height - 1 - rank));
                board.cells.push(Cell {
                    name: grid_name(file, rank),
                    x,
                    y,
                    shape,
                    tint: tint(file, rank),
                });
            }
        }
        let files = (0..width).map(|file| Label {
            text: file_letter(file).into(),
            x: place(file),
            y: place(height),
        });
        let ranks = (0..height).map(|rank| Label {
            text: (rank + 1).to_string(),
            x: -1,
            y: place(height - 1 - rank),
        });
        board.labels = files.chain(ranks).collect();
        board
    }

    /// The cell of that name.
    pub fn find(&self, name: &str) -> Option<CellId> {
        self.cells.iter().position(|cell| cell.name == name).map(CellId::at)
    }

    /// The cell with that number.
    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[usize::from(id.0)]
    }
}

/// The light and dark squares of a chessboard, a1 dark.
pub fn checkered(file: usize, rank: usize) -> Tint {
    if (file + rank).is_multiple_of(2) { Tint::Dark } else { Tint::Light }
}

/// `a`, `b`, ... without leaving a letter out.
pub fn file_letter(file: usize) -> char {
    (b'a' + u8::try_from(file).expect("boards have at most 26 files")).into()
}

/// `a1` for (0, 0).
pub fn grid_name(file: usize, rank: usize) -> String {
    format!("{}{}", file_letter(file), rank + 1)
}

/// The file and rank that `name` says, if it is written as a cell of a board of that size: no capital, no leading zero.
pub fn parse_grid_name(name: &str, width: usize, height: usize) -> Option<(usize, usize)> {
    let letter = *name.as_bytes().first()?;
    let file = usize::from(letter.checked_sub(b'a')?);
    let digits = name.get(1..)?;
    let plain = digits.len() <= 2
        && !digits.starts_with('0')
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    let rank = if plain { digits.parse::<usize>().ok()?.checked_sub(1)? } else { return None };
    (file < width && rank < height).then_some((file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_names_round_trip_and_nothing_else_is_read() {
        for (file, rank) in (0..19).flat_map(|file| (0..19).map(move |rank| (file, rank))) {
            assert_eq!(parse_grid_name(&grid_name(file, rank), 19, 19), Some((file, rank)));
        }
        for wrong in ["", "a", "a0", "a01", "A1", "t1", "a20", "a1 ", "é1", "a+1", "a999999999999"]
        {
            assert_eq!(parse_grid_name(wrong, 19, 19), None, "{wrong}");
        }
    }

    #[test]
    fn a_grid_lies_with_its_first_rank_at_the_bottom() {
        let board = Board::grid(8, 8, Shape::Square, checkered);
        let a1 = board.cell(CellId(0));
        assert_eq!((a1.name.as_str(), a1.x, a1.y, a1.tint), ("a1", 0, 7, Tint::Dark));
        assert_eq!(board.find("h8"), Some(CellId(63)));
    }
}
