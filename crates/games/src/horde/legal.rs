//! The moves. Those of the army are generated so that its king is never left in check, without trying them out.

use super::{Position, Variant};
use crate::chessboard::{
    castled,
    pseudo::{Army, king_home},
};
use shakmaty::{Bitboard, Color, File, Move, Role, Square, attacks};

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);

/// All moves of the horde: it has no king to look after.
pub fn horde_moves(variant: Variant, pos: &Position, out: &mut Vec<Move>) {
    let mut army = Army::of(&pos.board, pos.turn);
    army.doubling = variant.doubling();
    army.pawn_moves(out);
    army.piece_moves(out);
    if let Some(to) = pos.en_passant {
        army.en_passant(to, out);
    }
}

/// All moves of the army that leave its king safe.
pub fn army_moves(pos: &Position, out: &mut Vec<Move>) {
    let Some(king) = pos.king() else { return };
    let (board, enemy) = (&pos.board, !pos.turn);
    let checkers = board.attacks_to(king, enemy, board.occupied());
    king_moves(pos, king, out);
    if let Some(to) = pos.en_passant {
        let capturers = en_passant_capturers(pos, to).into_iter();
        let safe = capturers.filter(|&from| safe_en_passant(pos, king, from, to));
        out.extend(safe.map(|from| Move::EnPassant { from, to }));
    }
    if checkers.more_than_one() {
        return;
    }
    let pinned = pinned(pos, king);
    let mut army = Army::of(board, pos.turn);
    army.pieces &= !pinned;
    if let Some(checker) = checkers.first() {
        // Capture the checker or step between; a pinned piece can do neither.
        army.landings &= attacks::between(king, checker).with(checker);
        army.prey &= checkers;
        army.pawn_moves(out);
        army.piece_moves(out);
        return;
    }
    army.pawn_moves(out);
    army.piece_moves(out);
    castling(pos, king, out);
    if pinned.any() {
        let free = out.len();
        army.pieces = pinned;
        army.pawn_moves(out);
        army.piece_moves(out);
        let on_its_line =
            |mv: &Move| mv.from().is_some_and(|from| attacks::aligned(from, mv.to(), king));
        let mut kept = free;
        for n in free..out.len() {
            if on_its_line(&out[n]) {
                out.swap(n, kept);
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

/// The side's own pieces that alone stand between its king and an enemy slider.
fn pinned(pos: &Position, king: Square) -> Bitboard {
    let board = &pos.board;
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let oblique = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut pinned = Bitboard::EMPTY;
    for sniper in (straight | oblique) & board.by_color(!pos.turn) {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(pos.turn);
        }
    }
    pinned
}

fn king_moves(pos: &Position, king: Square, out: &mut Vec<Move>) {
    let (board, enemy) = (&pos.board, !pos.turn);
    // A slider looks through the square that the king leaves.
    let occupied = board.occupied().without(king);
    let reached =
        attacks::king_attacks(king) & !board.by_color(pos.turn) & !pawn_attacks(pos, enemy);
    for to in reached {
        if board.attacks_to(to, enemy, occupied).is_empty() {
            let capture = board.role_at(to);
            out.push(Move::Normal { role: Role::King, from: king, capture, to, promotion: None });
        }
    }
}

/// All squares that pawns of a colour attack: in this game most of what attacks anything.
fn pawn_attacks(pos: &Position, color: Color) -> Bitboard {
    let pawns = pos.board.by_piece(color.pawn());
    let forward = color.fold_wb(8, -8);
    (pawns & !FILE_A).shift(forward - 1) | (pawns & !FILE_H).shift(forward + 1)
}

fn castling(pos: &Position, king: Square, out: &mut Vec<Move>) {
    let board = &pos.board;
    let attacked = |square: Square| board.attacks_to(square, !pos.turn, board.occupied()).any();
    for rook in pos.rights & Bitboard::from_rank(pos.turn.backrank()) {
        debug_assert_eq!(king, king_home(pos.turn));
        let free = (attacks::between(king, rook) & board.occupied()).is_empty();
        let (king_to, rook_to) = castled(king, rook);
        if free && !attacked(rook_to) && !attacked(king_to) {
            out.push(Move::Castle { king, rook });
        }
    }
}

fn en_passant_capturers(pos: &Position, to: Square) -> Bitboard {
    attacks::pawn_attacks(!pos.turn, to) & pos.board.by_piece(pos.turn.pawn())
}

/// Whether some pawn of the side to move may take on `to` the pawn that has just passed over it.
pub fn can_take_en_passant(pos: &Position, to: Square) -> bool {
    let safe = |from| pos.king().is_none_or(|king| safe_en_passant(pos, king, from, to));
    en_passant_capturers(pos, to).into_iter().any(safe)
}

/// Judged on the final board: both pawns leave their rank.
fn safe_en_passant(pos: &Position, king: Square, from: Square, to: Square) -> bool {
    let taken = Square::from_coords(to.file(), from.rank());
    let occupied = pos.board.occupied().without(from).without(taken).with(to);
    pos.board.attacks_to(king, !pos.turn, occupied).without(taken).is_empty()
}
