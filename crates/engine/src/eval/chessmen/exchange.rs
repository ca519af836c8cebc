//! What a series of captures on one square wins or loses, each side capturing with its least piece first and free to stop.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

/// What pieces are worth in an exchange, by role from pawn to king.
pub const WORTH: [i32; 6] = [100, 325, 335, 500, 1000, 20_000];

/// What a piece is worth in an exchange.
#[inline]
pub const fn worth(role: Role) -> i32 {
    WORTH[role as usize - 1]
}

/// What `mv`, capture or not, wins by the exchange that it begins.
pub fn exchange(board: &Board, turn: Color, mv: Move) -> i32 {
    let (role, from, to, captured, promotion) = match mv {
        Move::Normal { role, from, to, capture, promotion } => {
            (role, from, to, capture.map_or(0, worth), promotion)
        }
        Move::EnPassant { from, to } => (Role::Pawn, from, to, worth(Role::Pawn), None),
        Move::Castle { .. } | Move::Put { .. } => return 0,
    };
    let mut occupied = board.occupied().without(from);
    if let Move::EnPassant { .. } = mv {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let on_square = promotion.unwrap_or(role);
    let first = captured + promotion.map_or(0, |role| worth(role) - worth(Role::Pawn));
    // Where the other side cannot do better than take back for nothing lost, there is no need to look on.
    if first - worth(on_square) >= 0 && promotion.is_none() && captured > worth(role) + 500 {
        return first - worth(on_square);
    }
    first - answers(board, !turn, to, occupied, worth(on_square)).max(0)
}

/// The best that `turn` can make of capturing a piece of that worth on `square`; not below 0, since it need not.
fn answers(
    board: &Board,
    turn: Color,
    square: Square,
    mut occupied: Bitboard,
    worth_there: i32,
) -> i32 {
    let straight = board.rooks_and_queens();
    let oblique = board.bishops_and_queens();
    let mut attackers = attackers(board, square, occupied);
    let mut gains = [0_i32; 34];
    let mut depth = 0;
    let mut side = turn;
    let mut prize = worth_there;
    loop {
        attackers &= occupied;
        let own = attackers & board.by_color(side);
        let Some((role, from)) = least(board, own) else { break };
        // A king may not capture what is defended.
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            break;
        }
        gains[depth] = prize;
        depth += 1;
        prize = worth(role);
        occupied.discard(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(square, occupied) & oblique;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(square, occupied) & straight;
        }
        side = !side;
        if depth == gains.len() {
            break;
        }
    }
    gains[..depth].iter().rev().fold(0, |after, &gain| (gain - after).max(0))
}

fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    attacks::rook_attacks(square, occupied) & board.rooks_and_queens()
        | attacks::bishop_attacks(square, occupied) & board.bishops_and_queens()
        | attacks::knight_attacks(square) & board.knights()
        | attacks::king_attacks(square) & board.kings()
        | attacks::pawn_attacks(Color::White, square) & board.by_piece(Color::Black.pawn())
        | attacks::pawn_attacks(Color::Black, square) & board.by_piece(Color::White.pawn())
}

fn least(board: &Board, own: Bitboard) -> Option<(Role, Square)> {
    if own.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| Some((role, (own & board.by_role(role)).first()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};

    #[test]
    fn exchanges_come_out_right() {
        for (fen, mv, value) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -225),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -300),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("4k3/8/4p3/8/8/8/3Q4/4K3 w - - 0 1", "d2d5", -1000),
        ] {
            let position: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let mv = mv.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            assert_eq!(exchange(position.board(), position.turn(), mv), value, "{fen}");
        }
    }
}
