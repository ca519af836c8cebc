//! Exchanges through the looking-glass: each capture on a square is made on the board where the last capturer landed.

use crate::eval::chessmen::exchange::worth;
use damier_games::alice::Position;
use shakmaty::{Bitboard, Color, Move, Role, Square, attacks};

/// What `mv`, capture or not, wins by the exchange that it begins.
pub fn exchange(pos: &Position, turn: Color, mv: Move) -> i32 {
    let Move::Normal { role, from, to, capture, promotion } = mv else { return 0 };
    let behind = pos.behind();
    let half = usize::from(behind.contains(from));
    let mut boards = [pos.pieces().occupied() & !behind, behind];
    boards[half].discard(from);
    boards[half].discard(to);
    let captured = capture.map_or(0, worth);
    let first = captured + promotion.map_or(0, |role| worth(role) - worth(Role::Pawn));
    let mut gains = [0; 34];
    let (mut depth, mut side, mut half) = (0, !turn, 1 - half);
    let mut prize = worth(promotion.unwrap_or(role));
    while depth < gains.len() {
        let Some((role, from)) = least(pos, side, to, boards[half]) else { break };
        // A king may not land where it is attacked.
        if role == Role::King && least(pos, !side, to, boards[1 - half]).is_some() {
            break;
        }
        gains[depth] = prize;
        depth += 1;
        prize = worth(role);
        boards[half].discard(from);
        side = !side;
        half = 1 - half;
    }
    first - gains[..depth].iter().rev().fold(0, |after, &gain| (gain - after).max(0))
}

/// The least piece of `side` that attacks a square of the board with these squares occupied.
fn least(pos: &Position, side: Color, square: Square, here: Bitboard) -> Option<(Role, Square)> {
    let board = pos.pieces();
    let own = board.by_color(side) & here;
    let find = |role: Role, squares: Bitboard| {
        (own & board.by_role(role) & squares).first().map(|from| (role, from))
    };
    let pawns = attacks::pawn_attacks(!side, square);
    if let Some(found) = find(Role::Pawn, pawns) {
        return Some(found);
    }
    if let Some(found) = find(Role::Knight, attacks::knight_attacks(square)) {
        return Some(found);
    }
    let sliders = own & board.sliders();
    if sliders.any() {
        let oblique = attacks::bishop_attacks(square, here);
        let straight = attacks::rook_attacks(square, here);
        let found = find(Role::Bishop, oblique)
            .or_else(|| find(Role::Rook, straight))
            .or_else(|| find(Role::Queen, oblique | straight));
        if found.is_some() {
            return found;
        }
    }
    find(Role::King, attacks::king_attacks(square))
}
