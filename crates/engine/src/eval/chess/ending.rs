//! Endings whose result is known or nearly so.

use crate::eval::chessmen::{exchange::worth, folded, pawn_ending, rank_of};
use shakmaty::{Bitboard, Board, Color, Role, Square};

/// The value for `turn` of an ending that is known well enough to need no other judgement.
pub fn known(board: &Board, turn: Color) -> Option<i32> {
    let pieces = board.occupied().count();
    if pieces == 3
        && let Some(pawn) = board.pawns().single_square()
    {
        return pawn_against_king(board, turn, pawn);
    }
    [Color::White, Color::Black]
        .into_iter()
        .find(|&strong| board.by_color(!strong).count() == 1)
        .and_then(|strong| against_bare_king(board, strong))
        .map(|(strong, value)| if strong == turn { value } else { -value })
}

fn pawn_against_king(board: &Board, turn: Color, pawn: Square) -> Option<i32> {
    let strong = board.color_at(pawn)?;
    let (king, other) = (board.king_of(strong)?, board.king_of(!strong)?);
    if !pawn_ending::wins(strong, king, pawn, other, turn) {
        return Some(0);
    }
    let value = 600 + 20 * rank_of(strong, pawn) as i32;
    Some(if strong == turn { value } else { -value })
}

/// Drives a bare king to the edge, to the corner of the bishop if one needs it.
fn against_bare_king(board: &Board, strong: Color) -> Option<(Color, i32)> {
    let own = board.by_color(strong);
    let (king, bare) = (board.king_of(strong)?, board.king_of(!strong)?);
    let of = |role: Role| (board.by_role(role) & own).count() as i32;
    let (knights, bishops) = (of(Role::Knight), of(Role::Bishop));
    let heavy = of(Role::Rook) + of(Role::Queen);
    let sure = heavy > 0
        || (both_colours(board.bishops() & own))
        || (knights > 0 && bishops > 0)
        || knights >= 3;
    if !sure {
        return None;
    }
    let material: i32 = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| of(role) * worth(role))
        .sum();
    let from_edge = |n: usize| folded(n) as i32;
    let edge = 6 - from_edge(bare.file() as usize) - from_edge(bare.rank() as usize);
    let mut drive = 30 * edge;
    if heavy == 0 && knights > 0 && !both_colours(board.bishops() & own) {
        let light = (board.bishops() & own & Bitboard::LIGHT_SQUARES).any();
        let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let way = |corner: Square| {
            let files = (corner.file() as i32 - bare.file() as i32).abs();
            files + (corner.rank() as i32 - bare.rank() as i32).abs()
        };
        drive = 10 * edge + 40 * (14 - way(corners[0]).min(way(corners[1])));
    }
    let near = 14 - 2 * king.distance(bare) as i32;
    Some((strong, (2000 + material + drive + 10 * near).min(15_000)))
}

const fn both_colours(bishops: Bitboard) -> bool {
    bishops.intersects_const(Bitboard::LIGHT_SQUARES)
        && bishops.intersects_const(Bitboard::DARK_SQUARES)
}

/// How much of an advantage in the ending `strong` can hope to make good, in 64 parts.
pub fn scale(board: &Board, strong: Color) -> i32 {
    let (own, other) = (board.by_color(strong), board.by_color(!strong));
    let officers = |set: Bitboard| {
        let of = |role: Role| (board.by_role(role) & set).count() as i32 * worth(role);
        of(Role::Knight) + of(Role::Bishop) + of(Role::Rook) + of(Role::Queen)
    };
    let pawns = (board.pawns() & own).count() as i32;
    let (ours, theirs) = (officers(own), officers(other));
    if pawns == 0 && ours - theirs <= worth(Role::Bishop) {
        // A minor piece more and no pawn wins nothing.
        return if ours < worth(Role::Rook) {
            0
        } else if theirs <= worth(Role::Bishop) {
            6
        } else {
            12
        };
    }
    let bishops = board.bishops();
    let opposite = (bishops & own).single_square().zip((bishops & other).single_square());
    if let Some((a, b)) = opposite
        && a.is_light() != b.is_light()
    {
        let alone = ours == worth(Role::Bishop) && theirs == worth(Role::Bishop);
        return if alone { (20 + 5 * pawns).min(40) } else { (38 + 4 * pawns).min(64) };
    }
    // A pawn less on the board is a step towards a draw.
    (46 + 5 * pawns).min(64)
}
