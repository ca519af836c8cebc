//! Alice chess on two arrays of 8x8 letters.

use crate::{Oracle, cells, option};

/// A square as (row from the top, column).
type Square = (usize, usize);

/// Boards A and B, a dot for an empty square.
#[derive(Clone)]
pub struct Alice {
    boards: [[[char; 8]; 8]; 2],
    white: bool,
    /// Rights that are left, of `KQkq`; a dot for one that is gone.
    castling: [char; 4],
    teleport: bool,
}

/// From, to, what a pawn becomes. Castling is the king's move.
#[derive(Clone, Copy, PartialEq)]
pub struct Move {
    from: Square,
    to: Square,
    promotion: Option<char>,
}

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const OBLIQUE: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn along(from: Square, way: (i32, i32)) -> Option<Square> {
    let row = usize::try_from(from.0 as i32 + way.0).ok().filter(|&row| row < 8)?;
    let column = usize::try_from(from.1 as i32 + way.1).ok().filter(|&column| column < 8)?;
    Some((row, column))
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|row| (0..8).map(move |column| (row, column)))
}

fn is_white(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

impl Alice {
    fn at(&self, board: usize, square: Square) -> char {
        self.boards[board][square.0][square.1]
    }

    fn set(&mut self, board: usize, square: Square, piece: char) {
        self.boards[board][square.0][square.1] = piece;
    }

    fn is_of(&self, board: usize, square: Square, white: bool) -> bool {
        let piece = self.at(board, square);
        piece != '.' && is_white(piece) == white
    }

    /// Where the piece on `from` could go on its board alone, as in ordinary chess without castling and check.
    fn reach(&self, board: usize, from: Square) -> Vec<Square> {
        let piece = self.at(board, from);
        let white = is_white(piece);
        let mut reach = match piece.to_ascii_lowercase() {
            'p' => self.pawn_reach(board, from),
            'n' => JUMPS.into_iter().filter_map(|way| along(from, way)).collect(),
            'k' => STRAIGHT.into_iter().chain(OBLIQUE).filter_map(|way| along(from, way)).collect(),
            'r' => self.slide(board, from, &STRAIGHT),
            'b' => self.slide(board, from, &OBLIQUE),
            _ => {
                let mut reach = self.slide(board, from, &STRAIGHT);
                reach.extend(self.slide(board, from, &OBLIQUE));
                reach
            }
        };
        reach.retain(|&to| !self.is_of(board, to, white));
        reach
    }

    fn slide(&self, board: usize, from: Square, ways: &[(i32, i32)]) -> Vec<Square> {
        let mut reach = Vec::new();
        for &way in ways {
            let mut at = from;
            while let Some(next) = along(at, way) {
                reach.push(next);
                if self.at(board, next) != '.' {
                    break;
                }
                at = next;
            }
        }
        reach
    }

    fn pawn_reach(&self, board: usize, from: Square) -> Vec<Square> {
        let white = is_white(self.at(board, from));
        let (forward, second) = if white { (-1, 6) } else { (1, 1) };
        let empty = |square: &Square| self.at(board, *square) == '.';
        let mut reach = Vec::new();
        if let Some(once) = along(from, (forward, 0)).filter(empty) {
            reach.push(once);
            if from.0 == second {
                reach.extend(along(once, (forward, 0)).filter(empty));
            }
        }
        for side in [-1, 1] {
            let square = along(from, (forward, side));
            reach.extend(square.filter(|&square| self.is_of(board, square, !white)));
        }
        reach
    }

    /// Whether a piece of that colour attacks the square on that board.
    fn attacked(&self, board: usize, square: Square, by_white: bool) -> bool {
        let is = |at: Option<Square>, kinds: &[char]| {
            at.is_some_and(|at| {
                self.is_of(board, at, by_white)
                    && kinds.contains(&self.at(board, at).to_ascii_lowercase())
            })
        };
        // A white pawn attacks upwards, so it is looked for one row below.
        let below = if by_white { 1 } else { -1 };
        JUMPS.into_iter().any(|way| is(along(square, way), &['n']))
            || [-1, 1].into_iter().any(|side| is(along(square, (below, side)), &['p']))
            || STRAIGHT.into_iter().chain(OBLIQUE).any(|way| is(along(square, way), &['k']))
            || STRAIGHT.into_iter().any(|way| is(self.first(board, square, way), &['r', 'q']))
            || OBLIQUE.into_iter().any(|way| is(self.first(board, square, way), &['b', 'q']))
    }

    /// The first occupied square that way.
    fn first(&self, board: usize, from: Square, way: (i32, i32)) -> Option<Square> {
        let mut at = along(from, way)?;
        while self.at(board, at) == '.' {
            at = along(at, way)?;
        }
        Some(at)
    }

    fn king(&self, white: bool) -> Option<(usize, Square)> {
        let letter = if white { 'K' } else { 'k' };
        let on = |board| {
            let found = squares().find(|&square| self.at(board, square) == letter);
            found.map(|square| (board, square))
        };
        on(0).or_else(|| on(1))
    }

    fn in_check(&self, white: bool) -> bool {
        let Some((board, king)) = self.king(white) else { return false };
        let other = 1 - board;
        let arrives =
            |from| self.is_of(other, from, !white) && self.reach(other, from).contains(&king);
        self.attacked(board, king, !white) || (self.teleport && squares().any(arrives))
    }

    fn carry(&mut self, board: usize, mv: Move) {
        let piece = self.at(board, mv.from);
        self.set(board, mv.from, '.');
        self.set(board, mv.to, '.');
        let case = |c: char| if is_white(piece) { c.to_ascii_uppercase() } else { c };
        self.set(1 - board, mv.to, mv.promotion.map_or(piece, case));
    }

    fn legal(&self, board: usize, mv: Move) -> bool {
        let there = self.at(1 - board, mv.to);
        let arrives = there == '.' || (self.teleport && self.is_of(1 - board, mv.to, !self.white));
        if !arrives {
            return false;
        }
        let mut before = self.clone();
        before.set(board, mv.from, '.');
        let is_king = self.at(board, mv.from).eq_ignore_ascii_case(&'k');
        if is_king && before.attacked(board, mv.to, !self.white) {
            return false;
        }
        let mut after = self.clone();
        after.carry(board, mv);
        !after.in_check(self.white)
    }

    fn castlings(&self, out: &mut Vec<Move>) {
        let row = if self.white { 7 } else { 0 };
        for (letter, rook, step) in [('k', 7, 1), ('q', 0, -1)] {
            let letter = if self.white { letter.to_ascii_uppercase() } else { letter };
            if !self.castling.contains(&letter) || self.in_check(self.white) {
                continue;
            }
            let column = |steps: i32| (row, (4 + steps * step) as usize);
            let (crossed, landing) = (column(1), column(2));
            let between = if rook == 7 { 5..7 } else { 1..4 };
            let free = between.into_iter().all(|column| self.at(0, (row, column)) == '.');
            let behind = self.at(1, crossed) == '.' && self.at(1, landing) == '.';
            let calm =
                !self.attacked(0, crossed, !self.white) && !self.attacked(0, landing, !self.white);
            if !free || !behind || !calm {
                continue;
            }
            let mut after = self.clone();
            after.carry(0, Move { from: (row, 4), to: landing, promotion: None });
            after.carry(0, Move { from: (row, rook), to: crossed, promotion: None });
            if !after.in_check(self.white) {
                out.push(Move { from: (row, 4), to: landing, promotion: None });
            }
        }
    }

    fn is_castling(&self, board: usize, mv: &Move) -> bool {
        self.at(board, mv.from).eq_ignore_ascii_case(&'k') && mv.from.1.abs_diff(mv.to.1) == 2
    }
}

impl Oracle for Alice {
    type Move = Move;

    fn read(text: &str, options: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut boards = [[['.'; 8]; 8]; 2];
        for (board, rows) in boards.iter_mut().zip(fields[0].split('|').map(cells)) {
            for (row, letters) in board.iter_mut().zip(rows) {
                row.copy_from_slice(&letters);
            }
        }
        let right = |letter| if fields[2].contains(letter) { letter } else { '.' };
        Self {
            boards,
            white: fields[1] == "w",
            castling: ['K', 'Q', 'k', 'q'].map(right),
            teleport: option(options, "variant", "default") == "teleport-capture",
        }
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for board in 0..2 {
            for from in squares().filter(|&from| self.is_of(board, from, self.white)) {
                let pawn = self.at(board, from).eq_ignore_ascii_case(&'p');
                for to in self.reach(board, from) {
                    let plain = Move { from, to, promotion: None };
                    if !self.legal(board, plain) {
                        continue;
                    }
                    if pawn && (to.0 == 0 || to.0 == 7) {
                        let promoted = |piece| Move { promotion: Some(piece), ..plain };
                        moves.extend(['q', 'r', 'b', 'n'].map(promoted));
                    } else {
                        moves.push(plain);
                    }
                }
            }
        }
        self.castlings(&mut moves);
        moves
    }

    fn play(&mut self, mv: &Move) {
        let board = usize::from(self.at(0, mv.from) == '.');
        if self.is_castling(board, mv) {
            let (rook, crossed) = if mv.to.1 == 6 { (7, 5) } else { (0, 3) };
            let row = mv.from.0;
            self.carry(0, Move { from: (row, rook), to: (row, crossed), promotion: None });
        }
        self.carry(board, *mv);
        // Whatever happens on a home square of king or rook ends the rights that need it.
        for square in [mv.from, mv.to] {
            let lost = match square {
                (7, 4) => "KQ",
                (7, 7) => "K",
                (7, 0) => "Q",
                (0, 4) => "kq",
                (0, 7) => "k",
                (0, 0) => "q",
                _ => "",
            };
            for right in &mut self.castling {
                if lost.contains(*right) {
                    *right = '.';
                }
            }
        }
        self.white = !self.white;
    }

    fn text(&self, mv: &Move) -> String {
        let name = |(row, column): Square| format!("{}{}", (b'a' + column as u8) as char, 8 - row);
        let promotion = mv.promotion.map(String::from).unwrap_or_default();
        format!("{}{}{promotion}", name(mv.from), name(mv.to))
    }
}
