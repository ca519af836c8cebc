//! The coloured boards of the Katarenga family: 64 squares of four colours, made of four 4x4 quadrants, and what the three
//! games that are played on them share. Rule source: docs/rules/katarenga.md, "Quadrants" and "Set-up and movement".

mod board;
mod json;
pub mod pawns;
mod quadrant;
mod reach;
mod set;

pub use board::{Mosaic, MosaicError};
pub use quadrant::{Quadrant, Rotation};
pub use reach::{Ground, Paths, Reach};
pub use set::{NamedQuadrant, QuadrantError, QuadrantSet};

use crate::{board::Tint, text::Text};

/// The colour of a square, which is how a pawn on it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves like a bishop.
    Yellow,
    /// Moves like a knight.
    Green,
    /// Moves like a king.
    Blue,
    /// Moves like a rook.
    Red,
}

impl Colour {
    /// In the order of the numbers 1 to 4 of `quadrants.json`.
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Green, Self::Blue, Self::Red];

    /// As board texts write it.
    pub const fn letter(self) -> char {
        match self {
            Self::Yellow => 'Y',
            Self::Green => 'G',
            Self::Blue => 'B',
            Self::Red => 'R',
        }
    }

    /// The colour behind its letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// 1 to 4, as `quadrants.json` writes it.
    pub const fn number(self) -> u64 {
        self as u64 + 1
    }

    /// The colour behind its number.
    pub fn of_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.number() == number)
    }

    /// The same for any board.
    pub const fn tint(self) -> Tint {
        match self {
            Self::Yellow => Tint::Yellow,
            Self::Green => Tint::Green,
            Self::Blue => Tint::Blue,
            Self::Red => Tint::Red,
        }
    }

    /// What people call a square of it.
    pub const fn name(self) -> Text {
        match self {
            Self::Yellow => Text::new("yellow", "jaune"),
            Self::Green => Text::new("green", "verte"),
            Self::Blue => Text::new("blue", "bleue"),
            Self::Red => Text::new("red", "rouge"),
        }
    }

    /// The chess piece that a pawn on this colour moves like.
    pub const fn mover(self) -> Text {
        match self {
            Self::Yellow => Text::new("a bishop", "un fou"),
            Self::Green => Text::new("a knight", "un cavalier"),
            Self::Blue => Text::new("a king", "un roi"),
            Self::Red => Text::new("a rook", "une tour"),
        }
    }

    /// How that goes, for somebody who does not know chess.
    pub const fn manner(self) -> Text {
        match self {
            Self::Yellow => Text::new(
                "diagonally, up to the first yellow square or pawn",
                "en diagonale, jusqu'à la première case jaune ou au premier pion",
            ),
            Self::Green => Text::new(
                "two squares straight and one aside, jumping over pawns",
                "de deux cases droit et une de côté, en sautant les pions",
            ),
            Self::Blue => {
                Text::new("one square in any direction", "d'une case dans toutes les directions")
            }
            Self::Red => Text::new(
                "straight, up to the first red square or pawn",
                "tout droit, jusqu'à la première case rouge ou au premier pion",
            ),
        }
    }
}
