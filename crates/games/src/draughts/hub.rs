//! Hub notation, in which programs speak about draughts: one letter for each square, and captures with all pieces taken.

use super::{
    Draughts, Move, Position,
    squares::{bit, squares_of},
};
use crate::{prelude::*, text::excerpt};

impl Draughts {
    /// The position: side to move, then every square.
    pub fn hub_position(&self, pos: &Position) -> String {
        let side = if pos.turn == Player::One { 'W' } else { 'B' };
        let letter = |index| {
            let square = bit(self.grid().square(index));
            let king = pos.kings & square != 0;
            match pos.pieces.map(|pieces| pieces & square != 0) {
                [true, _] if king => 'W',
                [true, _] => 'w',
                [_, true] if king => 'B',
                [_, true] => 'b',
                _ => 'e',
            }
        };
        [side].into_iter().chain((0..self.grid().count()).map(letter)).collect()
    }

    /// Reads a position; its counters start at nothing.
    pub fn read_hub_position(&self, text: &str) -> Result<Position, TextError> {
        let count = self.grid().count();
        let refused = || {
            let expected = Phrase::new(
                format!("W or B, then {count} letters out of wbWBe"),
                format!("W ou B, puis {count} lettres parmi wbWBe"),
            );
            TextError::expected(text, expected)
        };
        if text.len() != 1 + count {
            return Err(refused());
        }
        // The position text knows what may stand where and which counters begin to run.
        let mut lists = [String::new(), String::new()];
        for (number, letter) in text.bytes().enumerate().skip(1) {
            let (side, king) = match letter {
                b'w' => (0, ""),
                b'W' => (0, "K"),
                b'b' => (1, ""),
                b'B' => (1, "K"),
                b'e' => continue,
                _ => return Err(refused()),
            };
            let comma = if lists[side].is_empty() { "" } else { "," };
            lists[side] += &format!("{comma}{king}{number}");
        }
        let [white, black] = lists;
        match &text[..1] {
            turn @ ("W" | "B") => self.read_position(&format!("{turn}:W{white}:B{black}")),
            _ => Err(refused()),
        }
    }

    /// The move: `32-28`, or `28x19x23` with the pieces taken in ascending order.
    pub fn hub_move(&self, mv: Move) -> String {
        let number = |square| self.grid().number(square);
        let (from, to) = (number(mv.from()), number(mv.to()));
        if mv.captured == 0 {
            return format!("{from}-{to}");
        }
        let captured = squares_of(mv.captured).map(|square| format!("x{}", number(square)));
        captured.fold(format!("{from}x{to}"), |text, taken| text + &taken)
    }

    /// Reads a legal move, its captured pieces in any order.
    pub fn read_hub_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        let refused = || {
            let why = Phrase::new(
                "expected a legal move such as 32-28, or 28x19x23 with the pieces taken at the end",
                "attendu un coup permis comme 32-28, ou 28x19x23 avec les pièces prises à la fin",
            );
            MoveError { found: excerpt(text), why: Some(why) }
        };
        let square = |name: &str| self.grid().numbered(name.parse().ok()?);
        let squares: Option<Vec<usize>> = text.split(['-', 'x']).take(64).map(square).collect();
        let squares = squares.ok_or_else(refused)?;
        let [from, to, captured @ ..] = &squares[..] else { return Err(refused()) };
        let captured = captured.iter().fold(0, |set, &square| set | bit(square));
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let same = |mv: &Move| (mv.from(), mv.to(), mv.captured) == (*from, *to, captured);
        moves.into_iter().find(same).ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_pieces_are_read_in_any_order() {
        let game = Draughts::default();
        let text = "BeeeeeeeeeeeeeweeeebeeeeeeeweeeeeeeeeeeewewweeeBeee";
        let pos = game.read_hub_position(text).expect("a good position");
        assert_eq!(game.hub_position(&pos), text);
        for text in ["47x31x14x27x42", "47x31x42x27x14", "47x31x27x42x14"] {
            let mv = game.read_hub_move(&pos, text).expect("a legal move");
            assert_eq!(game.hub_move(mv), "47x31x14x27x42");
        }
        for text in
            ["", "47", "47x31", "47-31", "47x31x14x27", "47x31x14x27x42x43", "x", "0x0", "é"]
        {
            assert!(game.read_hub_move(&pos, text).is_err(), "{text}");
        }
    }

    #[test]
    fn bad_positions_are_refused() {
        let start = Draughts::default().hub_position(&Draughts::default().start());
        assert_eq!(start, format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
        let man_on_last_row = format!("Ww{}", "e".repeat(49));
        let multibyte = format!("W{}éé", "e".repeat(46));
        let wrong_side = start.replacen('W', "x", 1);
        for text in ["", "W", &start[1..], &man_on_last_row, &multibyte, &wrong_side] {
            assert!(Draughts::default().read_hub_position(text).is_err(), "{text}");
        }
    }
}
