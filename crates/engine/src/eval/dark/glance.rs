//! What a position looks like at first sight, with what hangs in it.

use super::{looks, takes_king};
use crate::brain::{Brain, WIN};
use damier_games::{
    Rules,
    dark::{Dark, Position},
};

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
