//! From a FEN to a position that can be played, and back.

use super::{Position, Variant, legal};
use crate::{
    chessboard::{
        fen::Fen,
        pseudo::{rank, second_rank},
    },
    prelude::*,
};
use shakmaty::{Bitboard, Color, Rank, Square};

pub fn read(variant: Variant, text: &str) -> Result<Position, TextError> {
    let Fen { board, turn, castling, en_passant, clock, number } = Fen::read(text)?;
    let mut pos = Position { board, turn, rights: castling, en_passant: None, clock, number };
    if let Some(expected) = what_is_wrong(variant, &pos) {
        return Err(TextError::expected(text, expected));
    }
    pos.en_passant = en_passant
        .filter(|&to| just_doubled(variant, &pos, to) && legal::can_take_en_passant(&pos, to));
    Ok(pos)
}

pub fn write(pos: &Position) -> String {
    let fen = Fen {
        board: pos.board.clone(),
        turn: pos.turn,
        castling: pos.rights,
        en_passant: pos.en_passant,
        clock: pos.clock,
        number: pos.number,
    };
    fen.write()
}

/// What the position should be instead.
fn what_is_wrong(variant: Variant, pos: &Position) -> Option<Text> {
    let (board, horde) = (&pos.board, variant.horde());
    let kings = |color: Color| board.by_piece(color.king()).count();
    if kings(horde) > 0 || kings(!horde) != 1 {
        return Some(match horde {
            Color::White => {
                Text::new("one black king and no white one", "un roi noir et pas de roi blanc")
            }
            Color::Black => {
                Text::new("one white king and no black one", "un roi blanc et pas de roi noir")
            }
        });
    }
    let pawns = |color: Color, ranks: Bitboard| (board.by_piece(color.pawn()) & ranks).any();
    let army_ranks = rank(!horde, Rank::First) | rank(!horde, Rank::Eighth);
    if pawns(!horde, army_ranks) || pawns(horde, rank(horde, Rank::Eighth)) {
        return Some(Text::new(
            "no pawns on their last rank, nor the army's on its first",
            "aucun pion sur sa dernière rangée, ni ceux de l'armée sur leur première",
        ));
    }
    let king = board.king_of(!horde)?;
    let attacked = board.attacks_to(king, horde, board.occupied()).any();
    (attacked && pos.turn == horde).then_some(Text::new(
        "the king not to be in check while the horde is to move",
        "que le roi ne soit pas en échec quand la horde a le trait",
    ))
}

/// Whether a pawn can have just passed over this square.
fn just_doubled(variant: Variant, pos: &Position, over: Square) -> bool {
    let mover = !pos.turn;
    let forward = mover.fold_wb(8, -8);
    let (Some(from), Some(to)) = (over.offset(-forward), over.offset(forward)) else {
        return false;
    };
    let doubling = if mover == variant.horde() { variant.doubling() } else { second_rank(mover) };
    let empty = !pos.board.occupied();
    (doubling & second_rank(mover)).contains(from)
        && empty.contains(from)
        && empty.contains(over)
        && pos.board.piece_at(to) == Some(mover.pawn())
}
