//! FEN, read loosely and written in one way. What a position must be to be played is for each game to say.

use super::rights_at_home;
use crate::{options::parse_decimal, placement::write_rows, prelude::*};
use shakmaty::{Bitboard, Board, Color, Piece, Square};

/// What a position of two kings must have.
pub const ONE_KING_EACH: Text = Text::new("one king of each colour", "un roi de chaque couleur");
/// What the move before must have left behind: nobody may let the king be captured.
pub const NO_KING_TO_CAPTURE: Text = Text::new(
    "the side that is not to move not to be in check",
    "que le camp qui n'a pas le trait ne soit pas en échec",
);

/// The six fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// What stands where.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// The castling rights as the squares of the rooks; only those with king and rook at home.
    pub castling: Bitboard,
    /// The en-passant square as it was written, whether or not anything can be captured there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub clock: u32,
    /// The number of the move, from 1.
    pub number: u32,
}

impl Fen {
    /// Reads a FEN. Fields missing at the end have the values that they have at the start of a game without castling.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let [placement, rest @ ..] = split(text)?;
        let board = read_placement(placement)?;
        Self::with_board(board, rest)
    }

    /// Reads the fields after the placement, for games that write theirs in another way.
    pub fn with_board(board: Board, rest: [&str; 5]) -> Result<Self, TextError> {
        let [turn, castling, en_passant, clock, number] = rest;
        let castling = rights_at_home(&board, read_castling(castling)?);
        Ok(Self {
            board,
            turn: read_turn(turn)?,
            castling,
            en_passant: read_en_passant(en_passant)?,
            clock: read_clock(clock)?,
            number: read_number(number)?,
        })
    }

    /// Writes the six fields as they are.
    pub fn write(&self) -> String {
        format!("{} {}", write_placement(&self.board), self.write_rest())
    }

    /// Writes the fields after the placement.
    pub fn write_rest(&self) -> String {
        let en_passant = self.en_passant.map_or_else(|| "-".into(), |square| square.to_string());
        let castling = write_castling(self.castling);
        format!("{} {castling} {en_passant} {} {}", self.turn.char(), self.clock, self.number)
    }
}

/// The six fields as text, those that are missing filled in.
pub fn split(text: &str) -> Result<[&str; 6], TextError> {
    let mut fields = ["", "w", "-", "-", "0", "1"];
    let mut count = 0;
    for word in text.split_whitespace().take(fields.len() + 1) {
        if let Some(field) = fields.get_mut(count) {
            *field = word;
        }
        count += 1;
    }
    if count == 0 || count > fields.len() {
        let form = "<placement> <w|b> <KQkq|-> <en passant|-> <clock> <number>";
        let phrase = Phrase::new(format!("a FEN: {form}"), format!("une FEN : {form}"));
        return Err(TextError::expected(text, phrase));
    }
    Ok(fields)
}

/// Reads the placement: eight ranks from the eighth down, digits for empty squares.
pub fn read_placement(text: &str) -> Result<Board, TextError> {
    let ranks = text.split('/').take(9).count();
    if ranks != 8 {
        let expected = Text::new("8 ranks with / between", "8 rangées séparées par /");
        return Err(TextError::expected(text, expected));
    }
    let mut board = Board::empty();
    for (row, rank) in text.split('/').zip((0..8).rev()) {
        let filled = read_rank(row, |file, piece| {
            board.set_piece_at(Square::new(rank * 8 + file), piece);
        });
        filled.ok_or_else(|| {
            let expected = Text::new(
                "8 squares: letters out of PNBRQKpnbrqk, digits for empty squares",
                "8 cases : lettres parmi PNBRQKpnbrqk, chiffres pour les cases vides",
            );
            TextError::expected(row, expected)
        })?;
    }
    Ok(board)
}

fn read_rank(row: &str, mut put: impl FnMut(u32, Piece)) -> Option<()> {
    let mut file = 0;
    for letter in row.chars() {
        if let Some(empty) = letter.to_digit(10) {
            file += if empty == 0 { return None } else { empty };
        } else {
            let piece = Piece::from_char(letter)?;
            if file < 8 {
                put(file, piece);
            }
            file += 1;
        }
        if file > 8 {
            return None;
        }
    }
    (file == 8).then_some(())
}

/// Writes what `read_placement` reads.
pub fn write_placement(board: &Board) -> String {
    let letter = |file, rank| {
        let index = u32::try_from(rank * 8 + file).expect("a board has 64 squares");
        board.piece_at(Square::new(index)).map(Piece::char)
    };
    write_rows(8, 8, letter)
}

/// `w` or `b`.
pub fn read_turn(text: &str) -> Result<Color, TextError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(TextError::expected(text, Text::new("w or b", "w ou b"))),
    }
}

/// The letters of the rights in the order in which they are written, with the squares of their rooks.
const RIGHTS: [(char, Square); 4] =
    [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];

/// Reads rights in any order as squares of rooks, whatever stands there.
pub fn read_castling(text: &str) -> Result<Bitboard, TextError> {
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let mut rights = Bitboard::EMPTY;
    for letter in text.chars() {
        let right = RIGHTS.iter().find(|(known, _)| *known == letter);
        let (_, rook) = right.ok_or_else(|| {
            let expected = Text::new("letters out of KQkq, or -", "des lettres parmi KQkq, ou -");
            TextError::expected(text, expected)
        })?;
        rights.add(*rook);
    }
    Ok(rights)
}

/// Writes rights in the order `KQkq`.
pub fn write_castling(rights: Bitboard) -> String {
    let letters: String = RIGHTS
        .iter()
        .filter(|(_, rook)| rights.contains(*rook))
        .map(|(letter, _)| letter)
        .collect();
    if letters.is_empty() { "-".into() } else { letters }
}

/// A square or `-`.
pub fn read_en_passant(text: &str) -> Result<Option<Square>, TextError> {
    if text == "-" {
        return Ok(None);
    }
    let expected = || {
        TextError::expected(
            text,
            Text::new(
                "an en-passant square such as e3, or -",
                "une case de prise en passant, ou -",
            ),
        )
    };
    text.parse().map(Some).map_err(|_| expected())
}

/// The half-move clock.
pub fn read_clock(text: &str) -> Result<u32, TextError> {
    let expected = || {
        TextError::expected(
            text,
            Text::new(
                "the number of plies since a capture or pawn move",
                "le nombre de demi-coups depuis une prise ou un coup de pion",
            ),
        )
    };
    decimal(text).ok_or_else(expected)
}

/// The move number. Some programs begin to count at 0, which is read as 1.
pub fn read_number(text: &str) -> Result<u32, TextError> {
    let expected = || TextError::expected(text, Text::new("a move number", "un numéro de coup"));
    decimal(text).map(|number| number.max(1)).ok_or_else(expected)
}

/// Leading zeros are loose writing, not an error.
fn decimal(text: &str) -> Option<u32> {
    let significant = text.trim_start_matches('0');
    if significant.is_empty() && !text.is_empty() { Some(0) } else { parse_decimal(significant) }
}

/// Refuses a placement with a pawn where none can be.
pub fn refuse_pawns_at_the_edge(pieces: &shakmaty::Board, text: &str) -> Result<(), TextError> {
    if (pieces.pawns() & shakmaty::Bitboard::BACKRANKS).is_empty() {
        return Ok(());
    }
    let expected = Text::new(
        "no pawn on the first or last rank",
        "aucun pion sur la première ou la dernière rangée",
    );
    Err(TextError::expected(text, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> String {
        Fen::read(text).map(|fen| fen.write()).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn loose_writing_is_read_and_normalised() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(again(start), start);
        for (loose, strict) in [
            ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
            ("  4k3/8/8/44/8/8/8/112K3  w KQkq -  05 0 ", "4k3/8/8/8/8/8/8/4K3 w - - 5 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 3 9", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9"),
            ("r3k3/8/8/8/8/8/8/R4K1R w KQkq - 3 9", "r3k3/8/8/8/8/8/8/R4K1R w q - 3 9"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295",
                "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295",
            ),
        ] {
            assert_eq!(again(loose), strict, "{loose}");
        }
    }

    #[test]
    fn errors_name_the_field_that_is_wrong() {
        for (wrong, part) in [
            ("", "a FEN"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 x", "a FEN"),
            ("8/8/8/8/8/8/8 w - - 0 1", "8 ranks"),
            ("8/8/8/8/8/8/8/8/8 w - - 0 1", "8 ranks"),
            ("8/8/8/8/8/8/8/9 w - - 0 1", "\"9\": expected 8 squares"),
            ("8/8/8/8/8/8/8/0p7 w - - 0 1", "8 squares"),
            ("8/8/8/8/8/8/8/7 w - - 0 1", "8 squares"),
            ("8/8/8/8/8/8/8/ppppppppp w - - 0 1", "8 squares"),
            ("8/8/8/8/8/8/8/x7 w - - 0 1", "8 squares"),
            ("8/8/8/8/8/8/8/8 W - - 0 1", "\"W\": expected w or b"),
            ("8/8/8/8/8/8/8/8 w KX - 0 1", "KQkq"),
            ("8/8/8/8/8/8/8/8 w - e9 0 1", "en-passant square"),
            ("8/8/8/8/8/8/8/8 w - - -1 1", "plies"),
            ("8/8/8/8/8/8/8/8 w - - 4294967296 1", "plies"),
            ("8/8/8/8/8/8/8/8 w - - 0 one", "move number"),
        ] {
            let error = again(wrong);
            assert!(error.contains(part), "{wrong}: {error}");
        }
        assert!(Fen::read(&"8/".repeat(100_000)).is_err());
    }
}
