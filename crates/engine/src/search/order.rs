//! Which quiet moves to try first: what did well elsewhere in the tree.

use crate::brain::DEEPEST;
use damier_games::Player;
use std::hash::{Hash, Hasher};

/// A move's short name within one position. Never 0.
pub fn tag<M: Hash>(mv: &M) -> u16 {
    let mut hasher = Short(0);
    mv.hash(&mut hasher);
    let mixed = hasher.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 48) as u16 | 1
}

/// A small multiplicative hash: moves are a few bytes.
struct Short(u64);

impl Hasher for Short {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

/// What did well so far.
pub struct Order {
    slots: usize,
    /// By player and slot.
    history: [Vec<i16>; 2],
    /// The same for moves that win something.
    forcing: [Vec<i16>; 2],
    /// By the slot of the move before and the own slot.
    continuation: Vec<i16>,
    /// The answer that last refuted a move, by that move's slot.
    answers: Vec<u16>,
    killers: [[u16; 2]; DEEPEST + 2],
}

/// The slots of the move before and of the one before that.
pub type Before = [Option<usize>; 2];

/// Beyond this the pairs of slots would not fit the cache anyway.
const MOST_PAIRED: usize = 1024;
const MOST_MERIT: i32 = 16_000;

impl Order {
    pub fn new(slots: usize) -> Self {
        let pairs = if slots <= MOST_PAIRED { slots * slots } else { 0 };
        Self {
            slots,
            history: [vec![0; slots], vec![0; slots]],
            forcing: [vec![0; slots], vec![0; slots]],
            continuation: vec![0; pairs],
            answers: vec![0; slots],
            killers: [[0; 2]; DEEPEST + 2],
        }
    }

    /// How many slots are told apart.
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// A new search begins some plies further on: what goes by ply is forgotten, and the rest counts less.
    pub fn next_search(&mut self) {
        self.killers = [[0; 2]; DEEPEST + 2];
        for merit in self.history.iter_mut().flatten() {
            *merit /= 2;
        }
    }

    /// How well moves of this slot did, by themselves and after the two moves before.
    pub fn merit(&self, player: Player, slot: usize, before: Before) -> i32 {
        let after = |before: Option<usize>| {
            let pair = before.and_then(|before| self.continuation.get(before * self.slots + slot));
            i32::from(pair.copied().unwrap_or(0))
        };
        i32::from(self.history[player.index()][slot]) + after(before[0]) + after(before[1])
    }

    /// How well forcing moves of this slot did.
    pub fn forcing_merit(&self, player: Player, slot: usize) -> i32 {
        i32::from(self.forcing[player.index()][slot])
    }

    /// A move was good enough, forcing or not; the forcing ones tried before it were not.
    pub fn reward_forcing(
        &mut self,
        player: Player,
        praise: i32,
        slot: Option<usize>,
        failed: &[usize],
    ) {
        let merits = &mut self.forcing[player.index()];
        if let Some(slot) = slot {
            pull(&mut merits[slot], praise);
        }
        for &other in failed.iter().filter(|&&other| Some(other) != slot) {
            pull(&mut merits[other], -praise);
        }
    }

    /// A quiet move was so good that nothing was found against it.
    pub fn credit(&mut self, player: Player, praise: i32, slot: usize, before: Before) {
        self.shift(player, slot, before, praise / 2);
    }

    /// How early to try a quiet move.
    pub fn rank(&self, player: Player, ply: usize, slot: usize, tag: u16, before: Before) -> i32 {
        if tag == self.killers[ply][0] {
            return 200_000;
        }
        if tag == self.killers[ply][1] {
            return 190_000;
        }
        if before[0].is_some_and(|before| tag == self.answers[before]) {
            return 180_000;
        }
        self.merit(player, slot, before)
    }

    /// A quiet move was good enough; the ones tried before it were not.
    #[expect(clippy::too_many_arguments, reason = "all that is known of the move")]
    pub fn reward(
        &mut self,
        player: Player,
        ply: usize,
        praise: i32,
        slot: usize,
        tag: u16,
        before: Before,
        failed: &[usize],
    ) {
        if self.killers[ply][0] != tag {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = tag;
        }
        if let Some(last) = before[0] {
            self.answers[last] = tag;
        }
        self.shift(player, slot, before, praise);
        for &other in failed {
            if other != slot {
                self.shift(player, other, before, -praise);
            }
        }
    }

    fn shift(&mut self, player: Player, slot: usize, before: Before, bonus: i32) {
        pull(&mut self.history[player.index()][slot], bonus);
        for before in before.into_iter().flatten() {
            if let Some(merit) = self.continuation.get_mut(before * self.slots + slot) {
                pull(merit, bonus);
            }
        }
    }
}

/// Moves a merit by `bonus`, the less the nearer it is to the end of the scale.
fn pull(merit: &mut i16, bonus: i32) {
    let old = i32::from(*merit);
    *merit = (old + bonus - old * bonus.abs() / MOST_MERIT) as i16;
}
