//! What positions look like when captures are played out, to foresee what an opponent plays. Whoever moves in the fog can mostly
//! make the same moves in another order, so different guesses lead to the same positions: each is looked at once.

use super::{exchange::worth, king_hangs, weighed::Pawns};
use crate::{
    brain::{Brain, WIN},
    eval::chessmen::captures::captures,
};
use damier_games::{
    Rules,
    dark::{Dark, Position},
};
use shakmaty::{Bitboard, Board, Color, Move, Role};

/// How many plies of captures the opponent is thought to see.
const PLAYED_OUT: u32 = 3;
/// How many positions are remembered.
const POSITIONS: usize = 1 << 14;
/// How many ways in which pawns and kings stand are remembered.
const STRUCTURES: usize = 1 << 11;

/// Plays captures out and remembers what came of it.
pub struct Settler {
    positions: Vec<Known>,
    structures: Vec<Structure>,
}

/// What became of a position: exactly, unless that is at least `beta`; then at least so much.
#[derive(Clone, Copy)]
struct Known {
    key: u64,
    value: i32,
    beta: i32,
}

/// What the evaluation keeps of pawns and kings, by where they stand.
#[derive(Clone, Copy)]
struct Structure {
    stand: [Bitboard; 3],
    pawns: Pawns,
}

/// What tells one structure from another.
fn stand(board: &Board) -> [Bitboard; 3] {
    let ours = board.pawns() | board.kings();
    [board.pawns(), board.kings(), ours & board.by_color(Color::White)]
}

impl Settler {
    /// Who knows nothing yet.
    pub fn new() -> Self {
        let empty = Board::empty();
        let structure = Structure { stand: stand(&empty), pawns: Pawns::of(&empty) };
        Self {
            positions: vec![Known { key: 0, value: 0, beta: -WIN }; POSITIONS],
            structures: vec![structure; STRUCTURES],
        }
    }

    /// What a position looks like to the player to move when captures are played out, or attacks on the king parried. Beyond
    /// `beta` it need not be exact.
    pub fn settled(&mut self, game: &Dark, pos: &Position, beta: i32) -> i32 {
        let key = game.key(pos);
        let place = key as usize % POSITIONS;
        let known = self.positions[place];
        if known.key == key && (known.value < known.beta || known.value >= beta) {
            return known.value;
        }
        let looks = self.looks(game, pos);
        let value = played_out(game, pos, looks, (-WIN, beta), PLAYED_OUT);
        self.positions[place] = Known { key, value, beta };
        value
    }

    fn looks(&mut self, game: &Dark, pos: &Position) -> i32 {
        let stand = stand(pos.pieces());
        let mixed = stand.iter().fold(0_u64, |mixed, set| {
            (mixed.rotate_left(23) ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let structure = &mut self.structures[(mixed >> 32) as usize % STRUCTURES];
        if structure.stand != stand {
            *structure = Structure { stand, pawns: Pawns::of(pos.pieces()) };
        }
        game.evaluate(pos, &structure.pawns)
    }
}

/// The same of a position with these looks. What becomes of it looks better or worse by what is taken, which is much faster than
/// to look at it, and hardly tells less of what an opponent plays.
fn played_out(game: &Dark, pos: &Position, looks: i32, window: (i32, i32), left: u32) -> i32 {
    let ((mut alpha, beta), color) = (window, pos.side());
    if king_hangs(pos, !color) {
        return WIN - 1;
    }
    let threatened = left > 1 && game.threatened(pos);
    if left == 0 || (!threatened && looks >= beta) {
        return looks;
    }
    let mut moves = Vec::new();
    if threatened {
        game.legal_moves(pos, &mut moves);
    } else {
        captures(pos.pieces(), color, &mut moves);
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
        let mut next = pos.clone();
        game.play(&mut next, mv);
        let taken = mv.capture().map_or(0, worth);
        let promoted = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
        let then = -(looks + taken + promoted);
        best = best.max(-played_out(game, &next, then, (-beta, -alpha), left - 1));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::Game;

    #[test]
    fn what_hangs_is_counted_and_remembered() {
        let game = Dark::default();
        let mut settler = Settler::new();
        let mut value = |fen: &str, beta| {
            let (_, pos) = game.read(fen).expect("a position");
            settler.settled(&game, &pos, beta)
        };
        let hanging = "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1";
        let guarded = "4k3/8/4p3/3r4/8/8/8/3QK3 w - - 0 1";
        // What is too good need not be exact, and must not be taken for it later.
        assert!(value(hanging, 0) >= 0);
        let exact = value(hanging, WIN);
        assert!(exact > value(guarded, WIN) + 300);
        assert_eq!(value(hanging, WIN), exact);
        assert_eq!(value("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", WIN), WIN - 1);
    }
}
