//! From a FEN to a position that can be played. Strange material is fine, impossible kings and pawns are not.

use super::Position;
use crate::{
    chessboard::fen::{self, Fen},
    prelude::*,
};
use shakmaty::{
    CastlingMode, Chess as Inner, FromSetup, Position as _, PositionError, PositionErrorKinds,
    Setup,
};
use std::num::NonZeroU32;

pub fn read(text: &str) -> Result<Position, TextError> {
    let fen = Fen::read(text)?;
    let mut setup = Setup::empty();
    setup.board = fen.board;
    setup.turn = fen.turn;
    setup.castling_rights = fen.castling;
    setup.ep_square = fen.en_passant;
    setup.halfmoves = fen.clock;
    setup.fullmoves = NonZeroU32::new(fen.number).unwrap_or(NonZeroU32::MIN);
    // What no game reaches is still a position that the moves are defined in.
    let position = Inner::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    position.map(Position).map_err(|error| TextError::expected(text, what_is_right(error.kinds())))
}

fn what_is_right(kinds: PositionErrorKinds) -> Text {
    let kings = PositionErrorKinds::EMPTY_BOARD
        | PositionErrorKinds::MISSING_KING
        | PositionErrorKinds::TOO_MANY_KINGS;
    if kinds.intersects(kings) {
        fen::ONE_KING_EACH
    } else if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        Text::new("no pawns on ranks 1 and 8", "aucun pion sur les rangées 1 et 8")
    } else {
        fen::NO_KING_TO_CAPTURE
    }
}

pub fn write(pos: &Position) -> String {
    let fen = Fen {
        board: pos.0.board().clone(),
        turn: pos.0.turn(),
        castling: pos.0.castles().castling_rights(),
        en_passant: pos.0.legal_ep_square(),
        clock: pos.0.halfmoves(),
        number: pos.0.fullmoves().get(),
    };
    fen.write()
}
