//! Katarenga on an array of 8x8 letters.

use crate::{
    Oracle,
    colours::{Board, Square, name, other},
    option, pairs,
};

/// The board, and the camps NW, NE, SW, SE as the letter of whoever is in them.
#[derive(Clone)]
pub struct Katarenga {
    board: Board,
    side: char,
    camps: Vec<char>,
    clock: u32,
    ply: u32,
    first_capture: bool,
    min_pawns: usize,
    no_progress: u32,
}

/// What a pawn does in a turn.
pub enum Move {
    /// From one square to another.
    Go(Square, Square),
    /// From a square into the camp of that number.
    Enter(Square, usize),
}

const CAMPS: [&str; 4] = ["NW", "NE", "SW", "SE"];

impl Katarenga {
    fn camped(&self, side: char) -> usize {
        self.camps.iter().filter(|&&camp| camp == side).count()
    }

    fn over(&self) -> bool {
        let finished = |side: char| {
            let pawns = self.board.pawns_of(side).len() + self.camped(side);
            self.camped(side) == 2 || pawns < self.min_pawns
        };
        let stale = self.no_progress > 0 && self.clock >= self.no_progress;
        finished('r') || finished('b') || stale
    }
}

impl Oracle for Katarenga {
    type Move = Move;

    fn read(text: &str, _: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let options = pairs(fields[7]);
        Self {
            board: Board::read(fields[1], fields[2]),
            side: if fields[3] == "r" { 'r' } else { 'b' },
            camps: fields[4].chars().collect(),
            clock: fields[5].parse().expect("a number"),
            ply: fields[6].parse().expect("a number"),
            first_capture: option(&options, "first-capture", "no") == "yes",
            min_pawns: option(&options, "min-pawns", "2").parse().expect("a number"),
            no_progress: option(&options, "no-progress", "100").parse().expect("a number"),
        }
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.over() {
            return moves;
        }
        let (enemy_baseline, own_camps) = if self.side == 'r' { (7, [2, 3]) } else { (0, [0, 1]) };
        for from in self.board.pawns_of(self.side) {
            for to in self.board.reach(from) {
                let there = self.board.pawn(to);
                let capture = there == other(self.side) && (self.first_capture || self.ply >= 2);
                if there == '.' || capture {
                    moves.push(Move::Go(from, to));
                }
            }
            for camp in own_camps {
                if from.0 == enemy_baseline && self.camps[camp] == '-' {
                    moves.push(Move::Enter(from, camp));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &Move) {
        let mut progress = true;
        match *mv {
            Move::Go(from, to) => {
                progress = self.board.pawn(to) != '.';
                self.board.put(from, '.');
                self.board.put(to, self.side);
            }
            Move::Enter(from, camp) => {
                self.board.put(from, '.');
                self.camps[camp] = self.side;
            }
        }
        self.clock = if progress { 0 } else { self.clock + 1 };
        self.ply += 1;
        self.side = other(self.side);
    }

    fn text(&self, mv: &Move) -> String {
        match *mv {
            Move::Go(from, to) => name(from) + &name(to),
            Move::Enter(from, camp) => name(from) + CAMPS[camp],
        }
    }
}
