//! What was learnt about the board of 10x10: men by the patterns they form, and everything else by a handful of counts. Each has a
//! weight for full and one for bare boards. `patterns.bin` holds the tables and then these weights; `cargo xtask tune draughts` makes it anew.

use super::patterns::{self, ENTRIES, Men, UNIT};
use damier_games::{
    Player, Rules,
    draughts::{
        Draughts, Position,
        squares::{DIRECTIONS, TEN, forward, opposite, reach, squares_of, step},
    },
};

/// Men ahead.
pub const MEN: usize = 0;
/// The first king, which commands the board.
pub const FIRST_KING: usize = 1;
/// Each further king.
pub const MORE_KINGS: usize = 2;
/// Squares a king can go to and is safe on, then those where it would be taken.
const REACH: usize = 3;
/// Men on one wing more than on the other.
const UNEVEN: usize = 5;
/// Having the move.
const TO_MOVE: usize = 6;
/// Having the move while something hangs.
const TO_SAVE: usize = 7;
/// Men that nobody stands in the way of, by the steps they have to go.
const FREE: usize = 8;
/// Kings by square.
pub const KING_AT: usize = 18;
/// How many counts there are.
pub const COUNTS: usize = KING_AT + 50;

/// Bytes of the file.
pub const BYTES: usize = 2 * ENTRIES + 4 * COUNTS;

pub(super) static FILE: &[u8; BYTES] = include_bytes!("patterns.bin");

/// The weights of the counts for full and bare boards.
static WEIGHTS: [[i16; 2]; COUNTS] = {
    let mut weights = [[0; 2]; COUNTS];
    let mut n = 0;
    while n < 2 * COUNTS {
        let at = 2 * ENTRIES + 2 * n;
        weights[n / 2][n % 2] = i16::from_le_bytes([FILE[at], FILE[at + 1]]);
        n += 1;
    }
    weights
};

/// The squares from which a man of `player` would come upon one of `foes` on its way, or could do so.
fn watched(player: Player, foes: u64) -> u64 {
    let [left, right] = forward(player).map(opposite);
    let mut watched = foes;
    for _ in 0..8 {
        watched |= (step(left, watched) | step(right, watched)) & TEN.all;
    }
    watched
}

/// Everything but the patterns, each as what White has more than Black: tells `add` which count changes by how much.
pub fn counts(game: &Draughts, pos: &Position, known: &Men, mut add: impl FnMut(usize, i32)) {
    let count = |set: u64| set.count_ones() as i32;
    let all = Player::BOTH.map(|player| pos.men(player) | pos.kings(player));
    for (player, sign) in Player::BOTH.into_iter().zip([1, -1]) {
        let (men, kings) = (pos.men(player), pos.kings(player));
        add(MEN, sign * i32::from(known.count[player.index()]));
        add(UNEVEN, sign * i32::from(known.right[player.index()].abs()));
        for man in squares_of(men & !watched(player, all[(!player).index()])) {
            let row = TEN.index(man) / 5;
            let steps = if player == Player::One { row } else { 9 - row };
            add(FREE + steps, sign);
        }
        if kings != 0 {
            add(FIRST_KING, sign);
            add(MORE_KINGS, sign * (count(kings) - 1));
            let empty = TEN.all & !(all[0] | all[1]);
            let foes = pos.men(!player);
            // Beside a man that has room on the other side a king is taken.
            let mut taken = 0;
            for direction in DIRECTIONS {
                taken |= step(direction, foes) & step(opposite(direction), empty);
            }
            for king in squares_of(kings) {
                let index = TEN.index(king);
                let index = if player == Player::One { index } else { 49 - index };
                add(KING_AT + index, sign);
                let ways = DIRECTIONS
                    .into_iter()
                    .fold(0, |all, direction| all | reach(direction, king, empty));
                add(REACH, sign * count(ways & !taken));
                add(REACH + 1, sign * count(ways & taken));
            }
        }
    }
    let sign = if game.turn(pos) == Player::One { 1 } else { -1 };
    add(TO_MOVE, sign);
    add(TO_SAVE, sign * i32::from(game.capture_hangs(pos)));
}

/// How full of men the board is: 256 at the start, 0 with none.
pub fn phase(men: &Men) -> i32 {
    (256 * i32::from(men.count[0] + men.count[1]) / 40).min(256)
}

/// What White is ahead, in hundredths of a man.
pub fn worth(game: &Draughts, pos: &Position, men: &Men) -> i32 {
    let [mut full, mut bare] = patterns::worth(&men.filling);
    counts(game, pos, men, |n, times| {
        full += times * i32::from(WEIGHTS[n][0]);
        bare += times * i32::from(WEIGHTS[n][1]);
    });
    let phase = phase(men);
    (full * phase + bare * (256 - phase)) / (256 * UNIT)
}
