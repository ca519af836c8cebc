//! By how much looks deceive in positions of one shape: what the search found out about them, on average.

use damier_games::Player;

/// How many shapes are told apart.
const SHAPES: usize = 1 << 14;
/// A correction is kept in this many parts of a hundredth.
const GRAIN: i32 = 256;
const MOST: i32 = 80 * GRAIN;

/// What was learnt, by player and shape.
pub struct Correction([Vec<i32>; 2]);

impl Correction {
    pub fn new() -> Self {
        Self([vec![0; SHAPES], vec![0; SHAPES]])
    }

    /// What to add to the looks of such a position for `player` to move.
    pub fn of(&self, player: Player, shape: u64) -> i32 {
        self.0[player.index()][place(shape)] / GRAIN
    }

    /// A search of that depth found a value that is `off` more than the looks.
    pub fn learn(&mut self, player: Player, shape: u64, depth: i32, off: i32) {
        let entry = &mut self.0[player.index()][place(shape)];
        let weight = (depth + 1).min(16);
        let off = off.clamp(-300, 300) * GRAIN;
        *entry = ((*entry * (256 - weight) + off * weight) / 256).clamp(-MOST, MOST);
    }
}

const fn place(shape: u64) -> usize {
    (shape.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
}
