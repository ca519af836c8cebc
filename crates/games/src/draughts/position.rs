//! Positions as text: the FEN of PDN, with counters.

use super::{
    Draughts, Ending, Position,
    squares::{bit, squares_of},
};
use crate::{placement::number, prelude::*};
use std::fmt::Write;

impl Draughts {
    pub(super) fn write_position(&self, pos: &Position) -> String {
        let mut text = String::from(if pos.turn == Player::One { "W" } else { "B" });
        for (side, pieces) in ["W", "B"].into_iter().zip(pos.pieces) {
            let _ = write!(text, ":{side}");
            for (count, square) in squares_of(pieces).enumerate() {
                let comma = if count > 0 { "," } else { "" };
                let king = if pos.kings & bit(square) != 0 { "K" } else { "" };
                let _ = write!(text, "{comma}{king}{}", self.grid().number(square));
            }
        }
        let _ = write!(text, ":H{}:F{}", pos.quiet, pos.number);
        for (letter, plies) in [("T", pos.three), ("U", pos.two)] {
            if let Some(plies) = plies {
                let _ = write!(text, ":{letter}{plies}");
            }
        }
        text
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position, TextError> {
        // PDN files like to end it with a full stop.
        let text = text.trim();
        let mut parts = text.strip_suffix('.').unwrap_or(text).split(':');
        let turn = match parts.next() {
            Some("W") => Player::One,
            Some("B") => Player::Two,
            other => {
                let side = Text::new("W or B first", "d'abord W ou B");
                return Err(TextError::expected(other.unwrap_or_default(), side));
            }
        };
        let fields = Fields::split(parts)?;
        let list = |letter, form: &'static str| {
            let missing =
                Phrase::new(format!("a list such as {form}"), format!("une liste comme {form}"));
            fields.get(letter).ok_or_else(|| TextError::expected(text, missing))
        };
        let mut pos = Position { pieces: [0; 2], kings: 0, turn, ..self.start() };
        self.read_pieces(&mut pos, Player::One, list('W', "W31,K32")?)?;
        self.read_pieces(&mut pos, Player::Two, list('B', "B1,K2")?)?;
        pos.quiet = fields.number('H')?.unwrap_or(0);
        pos.number = fields.number('F')?.unwrap_or(1);
        self.read_endings(&mut pos, &fields)?;
        Ok(pos)
    }

    /// `31,K32,41-45`.
    fn read_pieces(&self, pos: &mut Position, player: Player, list: &str) -> Result<(), TextError> {
        if list.is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            let range = item.trim();
            let (king, range) =
                range.strip_prefix('K').map_or((false, range), |range| (true, range));
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let square = |text| self.grid().numbered(number(text).ok()?);
            let (Some(first), Some(last)) = (square(first), square(last)) else {
                let count = self.grid().count();
                let expected = Phrase::new(
                    format!("a square from 1 to {count}, or two with - between"),
                    format!("une case de 1 à {count}, ou deux séparées par -"),
                );
                return Err(TextError::expected(item, expected));
            };
            // An empty range is a slip, not a way to write nothing.
            let squares = self.grid().all & (bit(last) << 1).wrapping_sub(bit(first));
            let reversed = first > last;
            if reversed || squares & (pos.pieces[0] | pos.pieces[1]) != 0 {
                let once = Text::new(
                    "each square once, ascending",
                    "chaque case une fois, en ordre croissant",
                );
                return Err(TextError::expected(item, once));
            }
            if !king && squares & self.grid().last[player.index()] != 0 {
                let crowned = Text::new(
                    "no man on the row where it is crowned",
                    "aucun pion sur sa rangée de promotion",
                );
                return Err(TextError::expected(item, crowned));
            }
            pos.pieces[player.index()] |= squares;
            if king {
                pos.kings |= squares;
            }
        }
        Ok(())
    }

    /// The counters of the limited endings, which run exactly while such an ending is on the board.
    fn read_endings(&self, pos: &mut Position, fields: &Fields<'_>) -> Result<(), TextError> {
        let (three, two) = (fields.number('T')?, fields.number('U')?);
        let ending = pos.ending().filter(|_| self.variant.limits_endings());
        (pos.three, pos.two) = match (ending, three, two) {
            (None, None, None) => (None, None),
            (Some(Ending::ThreeAgainstOne), three, None) => (three.or(Some(0)), None),
            (Some(Ending::TwoAgainstOne), three, two) => (three, two.or(Some(0))),
            _ => {
                let (letter, plies) = match (two, three) {
                    (Some(plies), _) => ('U', plies),
                    (None, plies) => ('T', plies.unwrap_or(0)),
                };
                let expected = Text::new(
                    "T and U only while the ending that they count is on the board",
                    "T et U seulement tant que la fin de partie comptée est sur le damier",
                );
                return Err(TextError::expected(&format!("{letter}{plies}"), expected));
            }
        };
        Ok(())
    }
}

/// The fields after the side to move, in any order and each at most once.
struct Fields<'a>([Option<&'a str>; 6]);

impl<'a> Fields<'a> {
    const LETTERS: [char; 6] = ['W', 'B', 'H', 'F', 'T', 'U'];

    fn split(parts: impl Iterator<Item = &'a str>) -> Result<Self, TextError> {
        let mut fields = [None; 6];
        for part in parts {
            let slot = Self::LETTERS.iter().position(|&letter| part.starts_with(letter));
            match slot {
                Some(slot) if fields[slot].is_none() => fields[slot] = Some(&part[1..]),
                _ => {
                    let expected = Text::new(
                        "each of W, B, H, F, T and U at most once",
                        "chacun des champs W, B, H, F, T et U au plus une fois",
                    );
                    return Err(TextError::expected(part, expected));
                }
            }
        }
        Ok(Self(fields))
    }

    fn get(&self, letter: char) -> Option<&'a str> {
        let slot = Self::LETTERS.iter().position(|&known| known == letter)?;
        self.0[slot]
    }

    fn number(&self, letter: char) -> Result<Option<u32>, TextError> {
        self.get(letter).map(number).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Table, options, table::Played};

    fn game(variant: &str) -> Draughts {
        options::rulebook(&[("variant".to_string(), variant.to_string())].into())
            .expect("a variant that exists")
    }

    #[test]
    fn loose_texts_are_read_and_written_in_order() {
        for (variant, loose, canonical) in [
            ("default", "W:W31-33:B1-3", "W:W31,32,33:B1,2,3:H0:F1"),
            ("default", "B:BK46-48,12:W50,K1,49", "B:WK1,49,50:B12,K46,K47,K48:H0:F1"),
            ("default", "W:F7:H3:B:WK5", "W:WK5:B:H3:F7"),
            ("default", "W:WK1,K2,3-4:BK50", ""),
            ("default", "W:WK1,K2,13:BK50", "W:WK1,K2,13:BK50:H0:F1:T0"),
            ("short-kings", "W:WK1,13:BK50:T9", "W:WK1,13:BK50:H0:F1:T9:U0"),
            ("brazilian", "W:WK1,K2,13:BK30", "W:WK1,K2,13:BK30:H0:F1"),
            ("antidraughts", "W:WK1:BK30.", "W:WK1:BK30:H0:F1"),
            ("default", "W:W31, K32:B1", "W:W31,K32:B1:H0:F1"),
        ] {
            let read = game(variant).read_position(loose);
            let written = read.map(|pos| game(variant).write_position(&pos)).unwrap_or_default();
            assert_eq!(written, canonical, "{loose}");
        }
    }

    #[test]
    fn wrong_texts_are_refused() {
        for text in [
            "",
            ":",
            "W",
            "X:W31:B1",
            "W:W31",
            "W:B1",
            "W:W31:B1:W32",
            "W:W31:B1:Z3",
            "W:W31:B1:H",
            "W:W31:B1:H-1",
            "W:W31:B1:H01",
            "W:W31:B1:F99999999999",
            "W:W5:B1",
            "W:W31:B46",
            "W:W3-8:B20",
            "W:W33-31:B1",
            "W:W0:B1",
            "W:W51:B1",
            "W:W31,31:B1",
            "W:W31,:B1",
            "W:W31:B31",
            "W:WK:B1",
            "W:WKK31:B1",
            "W:W31:B1:T0",
            "W:W31:B1:U0",
            "w:W31:B1",
            "W:WK1,K2,K3:BK50:U0",
            "W:W31-:B1",
            "W:W-31:B1",
            "W:Wé:B1",
            "W:é:B1",
        ] {
            assert!(game("default").read_position(text).is_err(), "{text}");
        }
        assert!(game("russian").read_position("W:W33:B1").is_err());
        assert!(game("russian").read_position("W:WK1,K2,K3:BK32:T0").is_err());
        assert!(game("russian").read_position("W:W13:B29").is_err());
        let endless = format!("W:W{}:B1", "31,".repeat(1_000_000));
        assert!(game("default").read_position(&endless).is_err());
    }

    #[test]
    fn whose_a_piece_is_makes_another_position() {
        let draughts = Draughts::default();
        let key = |text| draughts.key(&draughts.read_position(text).expect("a good text"));
        for (one, other) in [
            ("W:W28,33:B19,24", "W:W19,33:B28,24"),
            ("W:WK46:BK5", "W:WK5:BK46"),
            ("W:WK46:BK5", "B:WK46:BK5"),
            ("W:WK46:BK5", "W:W46:BK5"),
        ] {
            assert_ne!(key(one), key(other), "{one} and {other}");
        }
    }

    #[test]
    fn an_ending_is_forgotten_with_its_last_king() {
        let draughts = Draughts::default();
        let (_, start) = draughts.read("W:WK46,26,31:BK11:H0:F9:T4").expect("a good text");
        let mut played = Played::new(draughts, start);
        played.play(Player::One, "46-28").expect("a legal move");
        assert_eq!(played.position().three, Some(5));
        played.play(Player::Two, "11x33").expect("a legal capture");
        assert_eq!((played.position().three, played.position().two), (None, None));
    }
}
