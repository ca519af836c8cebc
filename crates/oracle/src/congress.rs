//! Congress on an array of 8x8 letters.

use crate::{
    Oracle,
    colours::{Board, Square, name, other, step},
    option, pairs,
};

/// The board and the number of plies played.
#[derive(Clone)]
pub struct Congress {
    board: Board,
    side: char,
    ply: u32,
    capture: bool,
    max_plies: u32,
}

impl Congress {
    /// Whether each pawn can be walked to from the first one over pawns of the same side.
    fn connected(&self, side: char) -> bool {
        let pawns = self.board.pawns_of(side);
        let mut seen = [[false; 8]; 8];
        let mut waiting = vec![pawns[0]];
        seen[pawns[0].0][pawns[0].1] = true;
        let mut met = 0;
        while let Some(at) = waiting.pop() {
            met += 1;
            for way in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if let Some(next) = step(at, way)
                    && self.board.pawn(next) == side
                    && !seen[next.0][next.1]
                {
                    seen[next.0][next.1] = true;
                    waiting.push(next);
                }
            }
        }
        met == pawns.len()
    }
}

impl Oracle for Congress {
    type Move = (Square, Square);

    fn read(text: &str, _: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let options = pairs(fields[5]);
        Self {
            board: Board::read(fields[1], fields[2]),
            side: if fields[3] == "r" { 'r' } else { 'b' },
            ply: fields[4].parse().expect("a number"),
            capture: option(&options, "capture", "no") == "yes",
            max_plies: option(&options, "max-plies", "300").parse().expect("a number"),
        }
    }

    fn moves(&self) -> Vec<(Square, Square)> {
        let mut moves = Vec::new();
        let long = self.max_plies > 0 && self.ply >= self.max_plies;
        if long || self.connected('r') || self.connected('b') {
            return moves;
        }
        for from in self.board.pawns_of(self.side) {
            for to in self.board.reach(from) {
                let there = self.board.pawn(to);
                if there == '.' || (self.capture && there == other(self.side)) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn play(&mut self, &(from, to): &(Square, Square)) {
        self.board.put(from, '.');
        self.board.put(to, self.side);
        self.ply += 1;
        self.side = other(self.side);
    }

    fn text(&self, &(from, to): &(Square, Square)) -> String {
        name(from) + &name(to)
    }
}
