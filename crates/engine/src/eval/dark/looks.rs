//! How good a position looks: pieces and their places, room, pawns on their way, and how bare the king stands. In the fog room is
//! sight as well, and a king pays more for open lines than in chess, since it does not see who comes along them.

use super::exchange::worth;
use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// Points of the side to move over the other one.
pub fn looks(pieces: &Board, turn: Color) -> i32 {
    const TEMPO: i32 = 12;
    let phase = phase(pieces);
    side(pieces, turn, phase) - side(pieces, !turn, phase) + TEMPO
}

/// 24 with all pieces on the board, 0 with pawns only.
fn phase(pieces: &Board) -> i32 {
    let count = |set: Bitboard| set.count() as i32;
    let minors = count(pieces.knights() | pieces.bishops());
    (minors + 2 * count(pieces.rooks()) + 4 * count(pieces.queens())).min(24)
}

/// 6 in the middle of the board, 0 in a corner.
fn middle(square: Square) -> i32 {
    let off = |n: u32| (2 * n as i32 - 7).abs();
    7 - (off(u32::from(square.file())) + off(u32::from(square.rank()))) / 2
}

/// The pieces of one colour.
fn side(pieces: &Board, color: Color, phase: i32) -> i32 {
    let own = pieces.by_color(color);
    let occupied = pieces.occupied();
    let enemy_pawns = pieces.by_piece((!color).pawn());
    let hit = pawn_hits(enemy_pawns, !color);
    let free = !own & !hit;
    let room = |reached: Bitboard| (reached & free).count() as i32;
    let zone = pieces
        .king_of(!color)
        .map_or(Bitboard::EMPTY, |king| attacks::king_attacks(king) | Bitboard::from_square(king));
    let (mut points, mut attackers, mut pressure) = (0, 0, 0);
    let mut press = |reached: Bitboard, weight: i32| {
        let hits = (reached & zone).count() as i32;
        attackers += i32::from(hits > 0);
        pressure += hits * weight;
    };
    for square in own & pieces.knights() {
        let reached = attacks::knight_attacks(square);
        press(reached, 4);
        points += worth(Role::Knight) + 4 * room(reached) + 4 * middle(square) - 28;
    }
    for square in own & pieces.bishops() {
        let reached = attacks::bishop_attacks(square, occupied);
        press(reached, 4);
        points += worth(Role::Bishop) + 4 * room(reached) + 2 * middle(square) - 34;
    }
    for square in own & pieces.rooks() {
        let reached = attacks::rook_attacks(square, occupied);
        press(reached, 6);
        let file = Bitboard::from_file(square.file());
        let open = (file & own & pieces.pawns()).is_empty();
        points += worth(Role::Rook) + 2 * room(reached) + 15 * i32::from(open) - 20;
    }
    for square in own & pieces.queens() {
        let reached = attacks::queen_attacks(square, occupied);
        press(reached, 9);
        points += worth(Role::Queen) + room(reached) + 2 * middle(square) - 20;
    }
    if (own & pieces.bishops()).count() >= 2 {
        points += 25;
    }
    for square in own & pieces.pawns() {
        points += worth(Role::Pawn) + pawn(square, color, own & pieces.pawns(), enemy_pawns, phase);
    }
    if attackers > 1 {
        points += pressure.min(60) * attackers.min(4) * phase / 48;
    }
    points + pieces.king_of(color).map_or(0, |king| king_looks(pieces, king, color, phase))
}

/// What a pawn adds to its worth.
fn pawn(square: Square, color: Color, friends: Bitboard, enemies: Bitboard, phase: i32) -> i32 {
    let rank = relative_rank(square, color);
    let file = u32::from(square.file()) as i32;
    let central = 4 - ((2 * file - 7).abs() + 1) / 2;
    let mut points = central * (rank - 1) * phase / 16 + (rank - 1) * (24 - phase) / 5;
    let ahead = ahead(square, color);
    let own_file = Bitboard::from_file(square.file());
    if (ahead & enemies).is_empty() && (ahead & own_file & friends).is_empty() {
        // A passed pawn; in the fog it is often stopped too late.
        points += [0, 5, 10, 25, 45, 80, 130, 0][rank as usize];
    }
    if (own_file & friends).count() > 1 {
        points -= 12;
    }
    let beside = attacks::king_attacks(square) & !own_file;
    points + if (beside & friends).any() { 5 } else { -3 }
}

/// The king's place: sheltered at home while there is much to fear, in the middle of the board later.
fn king_looks(pieces: &Board, king: Square, color: Color, phase: i32) -> i32 {
    let pawns = pieces.by_piece(color.pawn());
    let shield = attacks::king_attacks(king) & pawns & ahead(king, color);
    let rank = relative_rank(king, color);
    let file = u32::from(king.file());
    let aside = if matches!(file, 3 | 4) { -18 } else { 0 };
    // Lines on which something unseen could come, as a queen on the king's square would see them.
    let lines =
        attacks::queen_attacks(king, pawns | pieces.by_color(color)) & !pieces.by_color(color);
    let open = (lines & !Bitboard::from_rank(king.rank())).count() as i32;
    let home = shield.count().min(3) as i32 * 12 + aside - 25 * rank - 3 * open;
    (home * phase + 8 * middle(king) * (24 - phase)) / 24
}

fn pawn_hits(pawns: Bitboard, color: Color) -> Bitboard {
    pawns.into_iter().fold(Bitboard::EMPTY, |hit, pawn| hit | attacks::pawn_attacks(color, pawn))
}

/// 0 on the own first rank, 7 on the last.
fn relative_rank(square: Square, color: Color) -> i32 {
    let rank = u32::from(square.rank()) as i32;
    color.fold_wb(rank, 7 - rank)
}

/// The squares before this one, on its file and the two beside it.
fn ahead(square: Square, color: Color) -> Bitboard {
    let own = Bitboard::from_file(square.file());
    let beside = attacks::king_attacks(square) & Bitboard::from_rank(square.rank());
    let files =
        beside.into_iter().fold(own, |all, beside| all | Bitboard::from_file(beside.file()));
    let row = 8 * u32::from(square.rank());
    let before = match color {
        Color::White => (!0_u64).checked_shl(row + 8).unwrap_or(0),
        Color::Black => !((!0_u64) << row),
    };
    files & Bitboard(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{Game, dark::Dark};

    #[test]
    fn both_sides_are_judged_alike() {
        for (fen, mirrored) in [
            (
                "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1",
                "rnbq1rk1/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQ - 0 1",
            ),
            ("4k3/2P5/8/8/8/5p2/8/4K3 w - - 0 1", "4k3/8/5P2/8/8/8/2p5/4K3 b - - 0 1"),
        ] {
            let value = |fen: &str| {
                let (_, pos) = Dark::default().read(fen).expect("a position");
                looks(pos.pieces(), pos.side())
            };
            assert_eq!(value(fen), value(mirrored), "{fen}");
        }
    }

    #[test]
    fn only_squares_ahead_are_ahead() {
        assert_eq!(ahead(Square::A7, Color::White), Bitboard::from_iter([Square::A8, Square::B8]));
        assert_eq!(ahead(Square::H8, Color::White), Bitboard::EMPTY);
        assert_eq!(ahead(Square::A1, Color::Black), Bitboard::EMPTY);
        assert_eq!(ahead(Square::D4, Color::Black).count(), 9);
    }
}
