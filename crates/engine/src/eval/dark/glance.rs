//! What a position looks like at first sight, with what hangs in it.

use super::{king_hangs, looks, takes_king};
use crate::{
    brain::{Brain, WIN},
    eval::{chess::Pawns, chessmen::captures::captures},
};
use damier_games::{
    Rules,
    dark::{Dark, Position},
};
use shakmaty::Move;

/// What a position looks like to the player to move, with the best capture that it offers.
pub fn glance(game: &Dark, pos: &Position) -> i32 {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    if moves.iter().any(|&mv| takes_king(mv)) {
        return WIN - 1;
    }
    let gains = moves.iter().filter_map(|&mv| game.gain(pos, mv));
    let looks = looks(game, pos) + gains.fold(0, i32::max);
    // A king that is attacked must do something about it first.
    if game.threatened(pos) { looks - 60 } else { looks }
}

/// What a position looks like to the player to move when captures are played out, or attacks on the king parried, for so many plies.
/// Beyond `beta` it need not be exact.
pub fn settled(
    game: &Dark,
    pos: &Position,
    pawns: &Pawns,
    mut alpha: i32,
    beta: i32,
    left: u32,
) -> i32 {
    let (pieces, color) = (pos.pieces(), pos.side());
    if king_hangs(pos, !color) {
        return WIN - 1;
    }
    let looks = game.evaluate(pos, pawns);
    let threatened = left > 1 && game.threatened(pos);
    if left == 0 || (!threatened && looks >= beta) {
        return looks;
    }
    let mut moves = Vec::new();
    if threatened {
        game.legal_moves(pos, &mut moves);
    } else {
        captures(pieces, color, &mut moves);
    }
    let mut forcing: Vec<(i32, Move)> = moves
        .into_iter()
        .filter_map(|mv| match game.gain(pos, mv) {
            Some(gain) => (threatened || gain >= 0).then_some((gain, mv)),
            None => threatened.then_some((0, mv)),
        })
        .collect();
    forcing.sort_by_key(|&(gain, _)| std::cmp::Reverse(gain));
    let mut best = if threatened { -WIN } else { looks };
    for (gain, mv) in forcing {
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
        // What wins too little to matter is not played out.
        let hope = looks + gain + 2 * Dark::STYLE.futility_margin;
        if !threatened && hope <= alpha {
            return best.max(hope);
        }
        let (mut next, mut pawns) = (pos.clone(), *pawns);
        game.play(&mut next, mv);
        pawns.advance(mv, next.pieces());
        best = best.max(-settled(game, &next, &pawns, -beta, -alpha, left - 1));
    }
    best
}
