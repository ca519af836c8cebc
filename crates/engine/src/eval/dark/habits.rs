//! What players do at first sight, for those who make up how a game may have gone.

use super::exchange::{exchange, worth};
use crate::random::Random;
use damier_games::dark::Position;
use shakmaty::{Color, Move, Role, Square, attacks};

/// What the likelihood of one move among others is measured in.
const SURE: u64 = 1 << 16;

/// How likely each move is to be played, out of `SURE` in all.
fn likelihoods(pos: &Position, moves: &[Move]) -> Vec<u64> {
    let raw: Vec<u64> = moves.iter().map(|&mv| power(promise(pos, mv))).collect();
    let total: u64 = raw.iter().sum::<u64>().max(1);
    raw.into_iter().map(|chance| (chance * SURE / total).max(1)).collect()
}

/// One of the moves, the likelier the more it promises.
pub fn likely<'a>(pos: &Position, moves: &'a [Move], random: &mut Random) -> Option<&'a Move> {
    let chances = likelihoods(pos, moves);
    let total: u64 = chances.iter().sum();
    let mut at = random.next() % total.max(1);
    moves.iter().zip(chances).find_map(|(mv, chance)| match at.checked_sub(chance) {
        Some(rest) => {
            at = rest;
            None
        }
        None => Some(mv),
    })
}

/// Twice as likely for every 64 points.
pub fn power(points: i32) -> u64 {
    let points = (points.clamp(-600, 900) + 640) as u64;
    let whole = 1_u64 << (points / 64);
    (whole << 6) + whole * (points % 64)
}

/// How good a move seems to the one who plays it, at first sight.
fn promise(pos: &Position, mv: Move) -> i32 {
    let color = pos.side();
    let stakes = exchange(pos.pieces(), color, mv).max(-400);
    if mv.is_capture() {
        return stakes;
    }
    let Some(from) = mv.from() else { return 0 };
    let place = match mv {
        Move::Castle { .. } => 60,
        Move::Normal { role: Role::King, .. } => -40,
        Move::Normal { role: Role::Pawn, to, .. } => 20 + middle(to) * 4,
        Move::Normal { to, .. } => (middle(to) - middle(from)) * 8 + home(from, color),
        _ => 0,
    };
    // Whoever is attacked by something cheaper goes away.
    let pieces = pos.pieces();
    let attackers = pieces.attacks_to(from, !color, pieces.occupied());
    let own = worth(mv.role());
    let cheaper =
        attackers.into_iter().any(|at| pieces.role_at(at).is_some_and(|role| worth(role) < own));
    stakes + place + threat(pos, mv) + if cheaper { 120 } else { 0 }
}

/// What a piece that has moved attacks from its new square. Whoever finds the king goes for it.
fn threat(pos: &Position, mv: Move) -> i32 {
    let (pieces, color) = (pos.pieces(), pos.side());
    let Move::Normal { role, from, to, promotion, .. } = mv else { return 0 };
    let mut occupied = pieces.occupied();
    occupied.discard(from);
    let piece = promotion.unwrap_or(role).of(color);
    let hit = attacks::attacks(to, piece, occupied) & pieces.by_color(!color);
    let best = hit.into_iter().filter_map(|at| pieces.role_at(at)).max();
    match best {
        Some(Role::King) => 200,
        Some(prey) if worth(prey) > worth(role) => 60,
        _ => 0,
    }
}

/// A piece that has not moved yet is the likeliest to move.
fn home(from: Square, color: Color) -> i32 {
    if from.rank() == color.backrank() { 25 } else { 0 }
}

/// 3 in the middle of the board, 0 at its edge.
fn middle(square: Square) -> i32 {
    let off = |n: u32| (n.min(7 - n)) as i32;
    off(u32::from(square.file())).min(off(u32::from(square.rank())))
}
