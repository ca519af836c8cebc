//! What may come out of the fog. What a player sees is what his pieces attack: an enemy that he does not see is safe from him, and what
//! it attacks is attacked without his knowing.

use super::exchange::worth;
use shakmaty::{Bitboard, Board, Color, attacks};

/// What the opponent could do to a player with one move that is not seen.
#[derive(Debug, PartialEq, Eq)]
pub struct Ambushes {
    /// In how many ways the king could be attacked, as far as two.
    pub kings: i64,
    /// The most that an attack on another piece would threaten to win, in hundredths of a pawn.
    pub loss: i64,
    /// How many pieces have no guard now.
    pub bare: i64,
}

/// Beyond so many ways to attack the king more do not count.
const WAYS: i64 = 2;

/// Looks for ambushes against `color`, who sees `seen`.
pub fn ambushes(pieces: &Board, color: Color, seen: Bitboard) -> Ambushes {
    let occupied = pieces.occupied();
    let (own, enemies) = (pieces.by_color(color), pieces.by_color(!color));
    let mut guarded = Bitboard::EMPTY;
    let mut hit_by_pawns = Bitboard::EMPTY;
    for from in own {
        if let Some(piece) = pieces.piece_at(from) {
            guarded |= attacks::attacks(from, piece, occupied);
        }
    }
    for from in own & pieces.pawns() {
        hit_by_pawns |= attacks::pawn_attacks(color, from);
    }
    // Where a pawn could capture, whoever comes is seen.
    let hidden = !seen & !hit_by_pawns & !enemies;
    let prey = own & !pieces.pawns() & !pieces.kings();
    let (mut kings, mut loss) = (0, 0);
    for from in enemies & !pieces.pawns() & !pieces.kings() {
        let Some(piece) = pieces.piece_at(from) else { continue };
        let mut without = occupied;
        without.discard(from);
        for to in attacks::attacks(from, piece, occupied) & hidden {
            let hit = attacks::attacks(to, piece, without) & own;
            kings += (hit & pieces.kings()).count() as i64;
            for at in hit & prey {
                let prize = pieces.role_at(at).map_or(0, worth);
                let price = if guarded.contains(at) { worth(piece.role) } else { 0 };
                loss = loss.max(prize - price);
            }
        }
    }
    let bare = (prey & !guarded).count() as i64;
    Ambushes { kings: kings.min(WAYS), loss: i64::from(loss), bare }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{Game, Rules, dark::Dark};

    fn found(fen: &str) -> Ambushes {
        let game = Dark::default();
        let (_, pos) = game.read(fen).expect("a position");
        ambushes(pos.pieces(), pos.side(), game.observe(&pos, game.turn(&pos)).seen)
    }

    #[test]
    fn a_queen_that_can_attack_the_king_unseen_is_feared() {
        // From a5, or from e4 or e5 on the open file.
        assert!(found("3qk3/8/8/8/8/8/8/4K3 w - - 0 1").kings > 0);
        // Behind its pawns and pieces the king cannot be reached.
        assert_eq!(found("3qk3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").kings, 0);
    }

    #[test]
    fn what_is_seen_is_no_ambush() {
        // On e8 the white rook would see it; a1 is the one place left.
        let ambushes = found("r6k/8/8/8/8/8/4R3/4K3 w - - 0 1");
        assert_eq!((ambushes.kings, ambushes.bare), (1, 0));
    }

    #[test]
    fn a_piece_without_guard_is_counted() {
        assert_eq!(found("7k/8/8/8/N7/8/8/4K3 w - - 0 1").bare, 1);
        assert_eq!(found("7k/8/8/8/N7/1P6/8/4K3 w - - 0 1").bare, 0);
    }
}
