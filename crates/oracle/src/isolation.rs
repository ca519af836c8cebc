//! Isolation on an array of 8x8 letters.

use crate::{
    Oracle,
    colours::{Board, Square, all_squares, name, other},
    option, pairs,
};

/// The board and which attacks count.
#[derive(Clone)]
pub struct Isolation {
    board: Board,
    side: char,
    safety: Safety,
}

#[derive(Clone, Copy, PartialEq)]
enum Safety {
    Incoming,
    Mutual,
    Opposite,
}

impl Isolation {
    /// Whether an attack between the new pawn and one of these letters is forbidden.
    fn counts(&self, pawn: char) -> bool {
        match self.safety {
            Safety::Incoming | Safety::Mutual => pawn != '.',
            Safety::Opposite => pawn == other(self.side),
        }
    }

    /// All squares that a pawn whose attacks count reaches.
    fn attacked(&self) -> [[bool; 8]; 8] {
        let mut attacked = [[false; 8]; 8];
        for at in all_squares().filter(|&at| self.counts(self.board.pawn(at))) {
            for (row, column) in self.board.reach(at) {
                attacked[row][column] = true;
            }
        }
        attacked
    }

    fn attacks(&self, at: Square) -> bool {
        self.board.reach(at).into_iter().any(|to| self.counts(self.board.pawn(to)))
    }
}

impl Oracle for Isolation {
    type Move = Square;

    fn read(text: &str, _: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let safety = match option(&pairs(fields[4]), "safety", "incoming") {
            "mutual" => Safety::Mutual,
            "opposite" => Safety::Opposite,
            _ => Safety::Incoming,
        };
        let side = if fields[3] == "r" { 'r' } else { 'b' };
        Self { board: Board::read(fields[1], fields[2]), side, safety }
    }

    fn moves(&self) -> Vec<Square> {
        let attacked = self.attacked();
        let mut moves = Vec::new();
        for at in all_squares() {
            if self.board.pawn(at) == '.'
                && !attacked[at.0][at.1]
                && (self.safety == Safety::Incoming || !self.attacks(at))
            {
                moves.push(at);
            }
        }
        moves
    }

    fn play(&mut self, &at: &Square) {
        self.board.put(at, self.side);
        self.side = other(self.side);
    }

    fn text(&self, &at: &Square) -> String {
        name(at)
    }
}
