//! By how much looks deceive in positions of one shape: what the search found out about them, on average.

use crate::brain::SHAPES;
use damier_games::Player;

/// How many shapes of a kind are told apart.
const PLACES: usize = 1 << 14;
/// A correction is kept in this many parts of a hundredth.
const GRAIN: i32 = 256;
/// The most that one kind of shape may correct.
const MOST: i32 = 64 * GRAIN;

/// What was learnt, by player, kind of shape and shape.
pub struct Correction([Vec<i32>; 2]);

impl Correction {
    pub fn new() -> Self {
        Self([vec![0; SHAPES * PLACES], vec![0; SHAPES * PLACES]])
    }

    /// What to add to the looks of such a position for `player` to move.
    pub fn of(&self, player: Player, shapes: [u64; SHAPES]) -> i32 {
        let known = &self.0[player.index()];
        let total: i32 = places(shapes).map(|place| known[place]).sum();
        total / GRAIN
    }

    /// A search of that depth found a value that is `off` more than the corrected looks. The greater `slowness`, the less is made of it.
    pub fn learn(
        &mut self,
        player: Player,
        shapes: [u64; SHAPES],
        depth: i32,
        off: i32,
        slowness: i32,
    ) {
        let weight = (depth + 1).min(16);
        let off = off.clamp(-300, 300) * GRAIN;
        for place in places(shapes) {
            let entry = &mut self.0[player.index()][place];
            // What is far from nothing is pulled back, so that one kind does not speak for all.
            *entry = (*entry + (off - *entry / 2) * weight / slowness).clamp(-MOST, MOST);
        }
    }
}

fn places(shapes: [u64; SHAPES]) -> impl Iterator<Item = usize> {
    let kinds = shapes.into_iter().enumerate().filter(|&(_, shape)| shape != 0);
    kinds.map(|(kind, shape)| {
        kind * PLACES + (shape.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
    })
}
