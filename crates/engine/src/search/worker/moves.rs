//! The moves of a position in the order in which they are tried.

use super::{Node, Worker, tag};
use crate::brain::Brain;

/// A move with what its place in the order depends on.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    /// The greater, the earlier.
    pub(super) rank: i32,
    pub(super) gain: Option<i32>,
    pub(super) slot: usize,
    pub(super) tag: u16,
    pub(super) mv: M,
}

impl<B: Brain> Worker<'_, B> {
    /// The candidates with a number each that says how early to try them.
    pub(super) fn ordered(
        &mut self,
        node: &Node<B>,
        ply: usize,
        first: u16,
    ) -> Vec<Ranked<B::Move>> {
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        self.plain.clear();
        self.brain.candidates(&node.pos, &node.memo, &mut self.plain);
        for n in 0..self.plain.len() {
            moves.push(self.ranked(node, ply, self.plain[n], first));
        }
        if first != 0 && moves.iter().all(|known| known.tag != first) {
            // What saved the game before is tried first, even if it was a last resort.
            self.plain.clear();
            self.brain.last_resorts(&node.pos, &node.memo, &mut self.plain);
            if let Some(&mv) = self.plain.iter().find(|mv| tag(*mv) == first) {
                moves.push(self.ranked(node, ply, mv, first));
            }
        }
        moves
    }

    /// Adds the moves that were left out as long as others might do.
    pub(super) fn add_last_resorts(
        &mut self,
        node: &Node<B>,
        ply: usize,
        moves: &mut Vec<Ranked<B::Move>>,
    ) {
        self.plain.clear();
        self.brain.last_resorts(&node.pos, &node.memo, &mut self.plain);
        for n in 0..self.plain.len() {
            let ranked = self.ranked(node, ply, self.plain[n], 0);
            if moves.iter().all(|known| known.tag != ranked.tag) {
                moves.push(ranked);
            }
        }
    }

    fn ranked(&self, node: &Node<B>, ply: usize, mv: B::Move, first: u16) -> Ranked<B::Move> {
        let turn = self.brain.turn(&node.pos);
        let (tag, slot) = (tag(&mv), self.brain.slot(&node.pos, mv));
        let gain = self.brain.gain(&node.pos, mv);
        let rank = match gain {
            _ if tag == first => i32::MAX,
            Some(gain) => {
                let merit = self.order.forcing_merit(turn, slot) / 64;
                if gain >= 0 { 1_000_000 + gain + merit } else { -1_000_000 + gain + merit }
            }
            None => {
                self.order.rank(turn, ply, slot, tag, self.before(ply))
                    + self.brain.appeal(&node.pos, &node.memo, mv)
            }
        };
        Ranked { rank, gain, slot, tag, mv }
    }
}

/// Moves the best of what is left to place `n`.
pub(super) fn pick<M: Copy>(moves: &mut [Ranked<M>], n: usize) -> Ranked<M> {
    let best = (n..moves.len())
        .reduce(|best, other| if moves[other].rank > moves[best].rank { other } else { best });
    moves.swap(n, best.unwrap_or(n));
    moves[n]
}

/// Takes the quiet moves from place `from` on out of the list.
pub(super) fn drop_quiet<M: Copy>(moves: &mut Vec<Ranked<M>>, from: usize) {
    let mut kept = from;
    for n in from..moves.len() {
        if moves[n].gain.is_some() {
            moves[kept] = moves[n];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// The slots of the quiet moves that were tried, as many as matter, without asking for memory.
pub(super) struct Tried {
    slots: [usize; 48],
    count: usize,
}

impl Tried {
    pub(super) const fn new() -> Self {
        Self { slots: [0; 48], count: 0 }
    }

    pub(super) const fn push(&mut self, slot: usize) {
        if self.count < self.slots.len() {
            self.slots[self.count] = slot;
            self.count += 1;
        }
    }

    pub(super) fn slots(&self) -> &[usize] {
        &self.slots[..self.count]
    }
}
