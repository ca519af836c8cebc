//! Captures and promotions alone, for the leaves of the search: most positions there need nothing else listed.

use super::pawn_attacks;
use shakmaty::{Bitboard, Board, Color, Move, Rank, Role, attacks};

/// Appends the legal captures and queen promotions of a side that is not in check, en passant aside.
pub fn captures(board: &Board, turn: Color, out: &mut Vec<Move>) {
    let (own, enemies) = (board.by_color(turn), board.by_color(!turn));
    let occupied = board.occupied();
    let king = board.king_of(turn);
    let pinned = king.map_or(Bitboard::EMPTY, |king| pinned(board, turn, king));
    let first = out.len();
    let mut take = |role: Role, from, reached: Bitboard| {
        for to in reached & enemies {
            out.push(Move::Normal { role, from, capture: board.role_at(to), to, promotion: None });
        }
    };
    for from in own & board.knights() & !pinned {
        take(Role::Knight, from, attacks::knight_attacks(from));
    }
    for from in own & board.bishops() {
        take(Role::Bishop, from, attacks::bishop_attacks(from, occupied));
    }
    for from in own & board.rooks() {
        take(Role::Rook, from, attacks::rook_attacks(from, occupied));
    }
    for from in own & board.queens() {
        take(Role::Queen, from, attacks::queen_attacks(from, occupied));
    }
    let last = Bitboard::from_rank(turn.relative_rank(Rank::Eighth));
    let pawns = own & board.pawns();
    if (pawn_attacks(turn, pawns) & enemies).any() {
        for from in pawns {
            for to in attacks::pawn_attacks(turn, from) & enemies {
                let promotion = last.contains(to).then_some(Role::Queen);
                let capture = board.role_at(to);
                out.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
            }
        }
    }
    let forward = turn.fold_wb(8, -8);
    for to in pawns.shift(forward) & last & !occupied {
        if let Some(from) = to.offset(-forward) {
            let promotion = Some(Role::Queen);
            out.push(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion });
        }
    }
    let Some(king) = king else { return };
    if pinned.any() {
        let mut kept = first;
        for n in first..out.len() {
            let stays = out[n].from().is_none_or(|from| {
                !pinned.contains(from) || attacks::aligned(from, out[n].to(), king)
            });
            if stays {
                out[kept] = out[n];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
    for to in attacks::king_attacks(king) & enemies {
        if board.attacks_to(to, !turn, occupied.without(king)).is_empty() {
            let capture = board.role_at(to);
            out.push(Move::Normal { role: Role::King, from: king, capture, to, promotion: None });
        }
    }
}

/// The side's own pieces that alone stand between its king and an enemy slider.
fn pinned(board: &Board, turn: Color, king: shakmaty::Square) -> Bitboard {
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let oblique = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut pinned = Bitboard::EMPTY;
    for sniper in (straight | oblique) & board.by_color(!turn) {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(turn);
        }
    }
    pinned
}
