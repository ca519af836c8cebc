//! Counting the tree of legal moves: the classic check and the classic measure of move generation.

use crate::rules::Rules;

/// The number of legal move sequences of exactly `depth` plies.
pub fn perft<R: Rules>(rules: &R, pos: &R::Position, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); usize::try_from(depth).unwrap_or(usize::MAX).min(1024)];
    count(rules, pos, depth, &mut buffers)
}

fn count<R: Rules>(rules: &R, pos: &R::Position, depth: u32, buffers: &mut [Vec<R::Move>]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 0 };
    if depth == 1 {
        return rules.count_moves(pos, moves) as u64;
    }
    moves.clear();
    rules.legal_moves(pos, moves);
    let mut total = 0;
    for &mv in moves.iter() {
        let mut next = pos.clone();
        rules.play(&mut next, mv);
        total += count(rules, &next, depth - 1, deeper);
    }
    total
}
