//! What is kept of a position that was played: 28 bytes.

use damier_games::{
    Player, Rules,
    draughts::{Draughts, Position},
};

/// Bytes of one record.
pub const BYTES: usize = 28;

/// A position with what the search thought of it and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// White's and Black's men, then White's and Black's kings.
    pub sets: [u64; 4],
    pub turn: Player,
    /// For White.
    pub value: i16,
    /// Halves of a point for White.
    pub result: u8,
    /// The first of its game.
    pub first: bool,
}

impl Record {
    pub fn of(game: &Draughts, pos: &Position, value: i32) -> Self {
        let [one, two] = Player::BOTH;
        Self {
            sets: [pos.men(one), pos.men(two), pos.kings(one), pos.kings(two)],
            turn: game.turn(pos),
            value: value.clamp(-32_000, 32_000) as i16,
            result: 1,
            first: false,
        }
    }

    /// Squares have two bits each, what stands there and whose, and there are 54: the rest holds the flags.
    pub fn write(&self) -> [u8; BYTES] {
        let [white, black, white_kings, black_kings] = self.sets;
        let flags = (self.turn == Player::Two) as u64
            | u64::from(self.result) << 1
            | u64::from(self.first) << 3;
        let words =
            [white | white_kings | flags << 56, black | black_kings, white_kings | black_kings];
        let mut bytes = [0; BYTES];
        for (n, word) in words.into_iter().enumerate() {
            bytes[8 * n..8 * n + 8].copy_from_slice(&word.to_le_bytes());
        }
        bytes[24..26].copy_from_slice(&self.value.to_le_bytes());
        bytes
    }

    pub fn read(bytes: &[u8]) -> Self {
        let word = |n: usize| {
            bytes[8 * n..8 * n + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        let [first, black, kings] = [word(0), word(1), word(2)];
        let (white, flags) = (first & ((1 << 56) - 1), first >> 56);
        Self {
            sets: [white & !kings, black & !kings, white & kings, black & kings],
            turn: if flags & 1 == 0 { Player::One } else { Player::Two },
            value: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: (flags >> 1 & 3) as u8,
            first: flags & 8 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::Game;

    #[test]
    fn what_is_written_is_read_again() {
        let game = Draughts::default();
        for (text, value, result, first) in
            [("W:W31,K5,50:B1,K46", -1234, 0, true), ("B:WK1:B12,K50", 77, 2, false)]
        {
            let (_, pos) = game.read(text).expect("a good position");
            let record = Record { result, first, ..Record::of(&game, &pos, value) };
            assert_eq!(Record::read(&record.write()), record, "{text}");
        }
    }
}
