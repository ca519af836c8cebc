//! What one player knows of a position, and its string: docs/rules/dark.md, "What a player sees".

use crate::{
    chessboard::{
        self, color,
        fen::{self, write_castling},
        pseudo::{self, Army},
        rights_at_home,
    },
    placement::{read_rows, write_rows},
    prelude::*,
};
use shakmaty::{Bitboard, Board as Pieces, Color, Move, Rank, Square, attacks};

/// What a player sees. Whose view it is, is not part of it: a view in which nothing is seen is a spectator's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The squares without fog.
    pub seen: Bitboard,
    /// What stands on them.
    pub pieces: Pieces,
    /// Who is to move.
    pub turn: Color,
    /// The viewer's own castling rights, as the squares of the rooks.
    pub castling: Bitboard,
    /// Where the viewer can capture en passant now.
    pub en_passant: Option<Square>,
    /// The number of the move.
    pub number: u32,
}

/// The letters of a view's placement.
const LETTERS: &str = "?PNBRQKpnbrqk";

impl View {
    /// Of somebody who sees no square.
    pub fn blind(turn: Color, number: u32) -> Self {
        let pieces = Pieces::empty();
        let (seen, castling) = (Bitboard::EMPTY, Bitboard::EMPTY);
        Self { seen, pieces, turn, castling, en_passant: None, number }
    }

    /// The view string.
    pub fn write(&self) -> String {
        let letter = |file, rank| {
            let square = square(file, rank);
            if self.seen.contains(square) {
                self.pieces.piece_at(square).map(shakmaty::Piece::char)
            } else {
                Some('?')
            }
        };
        let en_passant = self.en_passant.map_or_else(|| "-".into(), |square| square.to_string());
        format!(
            "{} {} {} {en_passant} ? {}",
            write_rows(8, 8, letter),
            self.turn.char(),
            write_castling(self.castling),
            self.number
        )
    }

    /// Reads a view string of `viewer`.
    pub fn read(text: &str, viewer: Player) -> Result<Self, TextError> {
        let [placement, turn, castling, en_passant, clock, number] = fen::split(text)?;
        if clock != "?" {
            let expected = Text::new(
                "? in place of the half-move clock, which is hidden",
                "? à la place du compteur de demi-coups, qui est caché",
            );
            return Err(TextError::expected(clock, expected));
        }
        let (mut pieces, mut seen) = (Pieces::empty(), Bitboard::FULL);
        read_rows(placement, 8, 8, LETTERS, |file, rank, letter| {
            let square = square(file, rank);
            match shakmaty::Piece::from_char(letter) {
                Some(piece) => pieces.set_piece_at(square, piece),
                None => seen.discard(square),
            }
        })?;
        let own = pseudo::rank(color(viewer), Rank::First);
        let castling = rights_at_home(&pieces, fen::read_castling(castling)? & own);
        let mut view = Self {
            seen,
            pieces,
            turn: fen::read_turn(turn)?,
            castling,
            en_passant: fen::read_en_passant(en_passant)?,
            number: fen::read_number(number)?,
        };
        view.en_passant = view.en_passant.filter(|&to| view.can_pass(to, color(viewer)));
        Ok(view)
    }

    /// Whether `viewer` can capture en passant on that square, as far as it is seen.
    fn can_pass(&self, to: Square, viewer: Color) -> bool {
        let pawn = to.xor(Square::A2);
        let mut captures = Vec::new();
        Army::of(&self.pieces, viewer).en_passant(to, &mut captures);
        self.turn == viewer
            && pseudo::rank(viewer, Rank::Sixth).contains(to)
            && (self.seen & !self.pieces.occupied()).contains(to)
            && self.pieces.piece_at(pawn) == Some((!viewer).pawn())
            && !captures.is_empty()
    }

    /// The legal moves of the side to move, whose view this is: what it sees is enough to know them all.
    pub fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.pieces.king_of(self.turn).is_none() {
            return;
        }
        // A square ahead of a pawn that it does not see is one where it cannot go.
        let army = Army::of(&self.pieces, self.turn);
        let army = Army { blockers: army.blockers | !self.seen, ..army };
        army.moves(out);
        army.castling(self.castling, out);
        if let Some(to) = self.en_passant {
            army.en_passant(to, out);
        }
    }

    /// The unseen squares on which something must stand, since pawns of `viewer` would see them otherwise.
    pub fn blocked(&self, viewer: Color) -> Bitboard {
        let pawns = self.pieces.by_piece(viewer.pawn());
        let forward = viewer.fold_wb(8, -8);
        let free = self.seen & !self.pieces.occupied();
        let doubled = ((pawns & pseudo::second_rank(viewer)).shift(forward) & free).shift(forward);
        (pawns.shift(forward) | doubled) & !self.seen
    }

    /// The unseen squares on which no enemy stands, since pawns of `viewer` could capture it.
    pub fn spared(&self, viewer: Color) -> Bitboard {
        let pawns = self.pieces.by_piece(viewer.pawn());
        let beside = pawns.into_iter().map(|pawn| attacks::pawn_attacks(viewer, pawn));
        beside.fold(Bitboard::EMPTY, |all, some| all | some) & !self.seen
    }

    /// What is seen as a scene.
    pub(super) fn scene(&self) -> Scene {
        let fog = (!self.seen).into_iter().map(chessboard::cell).collect();
        Scene { pieces: chessboard::standings(&self.pieces), fog, ..Scene::default() }
    }
}

fn square(file: usize, rank: usize) -> Square {
    Square::new(u32::try_from(rank * 8 + file).expect("a board has 64 squares"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - ? 1";

    #[test]
    fn a_view_survives_its_string() {
        for text in [
            START,
            "????????/????????/???2???/???pP???/????????/????????/???3??/???1K1?? w - d6 ? 1",
            "????????/????????/????????/????????/????????/????????/????????/???????? w - - ? 7",
        ] {
            let view = View::read(text, Player::One).expect("a view");
            assert_eq!(view.write(), text);
        }
    }

    #[test]
    fn what_a_player_cannot_know_is_not_read() {
        let view = View::read(&START.replace("KQ", "KQkq"), Player::One).expect("a view");
        assert_eq!(view.write(), START);
        let of_black = View::read(START, Player::Two).expect("a view");
        assert!(of_black.castling.is_empty());
        for wrong in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "???????/8/8/8/8/8/8/8 w - - ? 1",
            "8/8/8/8/8/8/8/8/8 w - - ? 1",
            "",
            "?",
        ] {
            assert!(View::read(wrong, Player::One).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_view_tells_what_stands_on_some_unseen_squares() {
        let text = "????????/????????/????????/????P???/????????/????????/3P?3/???1K1?? w - - ? 1";
        let view = View::read(text, Player::One).expect("a view");
        assert_eq!(view.blocked(Color::White), Bitboard::from_iter([Square::E6, Square::D3]));
        let spared = [Square::D6, Square::F6, Square::C3, Square::E3];
        assert_eq!(view.spared(Color::White), Bitboard::from_iter(spared));
    }

    #[test]
    fn a_view_sees_just_what_its_pieces_do() {
        let game = crate::dark::Dark::default();
        let can_be = |text: &str, player| {
            View::read(text, player).is_ok_and(|view| game.can_be(&view, player))
        };
        assert!(can_be(START, Player::One) && !can_be(START, Player::Two));
        let blocked =
            "????????/????????/????????/????P???/????????/????????/???3??/???1K1?? w - - ? 1";
        assert!(can_be(blocked, Player::One));
        assert!(!can_be(&blocked.replace("???1K1??", "???1K?1?"), Player::One));
        assert!(!can_be(&blocked.replace("???1K1??", "???1N1??"), Player::One));
    }

    #[test]
    fn a_blocked_pawn_knows_that_it_is() {
        let view = View::read(
            "????????/????????/????????/????P???/????????/????????/???3??/???1K1?? w - - ? 1",
            Player::One,
        );
        let mut moves = Vec::new();
        view.expect("a view").legal_moves(&mut moves);
        assert_eq!(moves.len(), 5);
    }
}
