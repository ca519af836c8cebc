//! What stands on the board, for one viewer, and what a move changes of it.

use crate::{board::CellId, player::Player, text::Text};
use serde::{Deserialize, Serialize};

/// What a piece is. Together with the owner's side it names a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum PieceKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Man,
    /// The king of draughts: two men, one on the other.
    CrownedMan,
    Mark,
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Man,
        Self::CrownedMan,
        Self::Mark,
    ];

    /// The name that pages and scripts use: `king`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King | Self::CrownedMan => "king",
            Self::Man => "man",
            Self::Mark => "mark",
        }
    }

    /// The name that people read.
    pub const fn name(self) -> Text {
        match self {
            Self::Pawn => Text::new("pawn", "pion"),
            Self::Knight => Text::new("knight", "cavalier"),
            Self::Bishop => Text::new("bishop", "fou"),
            Self::Rook => Text::new("rook", "tour"),
            Self::Queen => Text::new("queen", "dame"),
            Self::King => Text::new("king", "roi"),
            Self::Man => Text::new("man", "pion"),
            Self::CrownedMan => Text::new("king", "dame"),
            Self::Mark => Text::new("mark", "marque"),
        }
    }
}

/// A piece without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// What it is.
    pub kind: PieceKind,
}

/// A piece on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// Where it stands.
    pub at: CellId,
    /// The piece.
    #[serde(flatten)]
    pub piece: Piece,
}

/// Why a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Touched by the last move.
    Last,
    /// A king in check.
    Check,
    /// Nothing may be placed here now.
    Forbidden,
    /// Part of what won the game.
    Win,
}

/// A marked cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// Where.
    pub at: CellId,
    /// Why.
    pub kind: MarkKind,
}

/// What is counted beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CounterKind {
    /// Pieces of this player on the board.
    Pieces,
    /// Pawns of this player in the camps.
    Camps,
}

impl CounterKind {
    /// What people read before the number, as the name of a column.
    pub const fn name(self) -> Text {
        self.counted(2)
    }

    /// What people read after that number. French counts in the plural from two on.
    pub const fn counted(self, value: u16) -> Text {
        match (self, value) {
            (Self::Pieces, 0) => Text::new("pieces", "pièce"),
            (Self::Pieces, 1) => Text::new("piece", "pièce"),
            (Self::Pieces, _) => Text::new("pieces", "pièces"),
            (Self::Camps, _) => Text::new("in camp", "au camp"),
        }
    }
}

/// A number beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counter {
    /// Whose.
    pub owner: Player,
    /// What.
    pub kind: CounterKind,
    /// How many.
    pub value: u16,
}

/// Everything on the board that one viewer may see. Marks of the last move are added by the table, which knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The pieces, by ascending cell.
    pub pieces: Vec<Standing>,
    /// The marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The numbers beside the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counter>,
    /// Cells that this viewer cannot see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fog: Vec<CellId>,
}

/// One thing that a move does on the board, in the order in which it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The piece on `from` goes to `to`. What stood on `to` was taken by a step before.
    Go {
        /// From this cell.
        from: CellId,
        /// To that one.
        to: CellId,
    },
    /// The piece on this cell leaves the board.
    Take(CellId),
    /// This piece appears on its cell, in place of what stood there.
    Put(Standing),
}

/// What a viewer learns of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The move as programs write it: `g1f3`.
    pub text: String,
    /// The move as players write it: `Nf3`.
    pub notation: String,
    /// What it changes on the board: applied to the scene before, they give the pieces after.
    pub steps: Vec<Step>,
}

impl Report {
    /// The cells that the move touched and where something came to stand or went from: what "last move" marks.
    pub fn touched(&self) -> Vec<CellId> {
        let mut cells = Vec::new();
        for step in &self.steps {
            match *step {
                Step::Go { from, to } => cells.extend([from, to]),
                Step::Put(standing) => cells.push(standing.at),
                Step::Take(_) => {}
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_piece_is_no_pieces() {
        let told = |value: u16| {
            let Text { en, fr } = CounterKind::Pieces.counted(value);
            (en, fr)
        };
        assert_eq!(
            [told(0), told(1), told(2)],
            [("pieces", "pièce"), ("piece", "pièce"), ("pieces", "pièces")]
        );
    }
}
