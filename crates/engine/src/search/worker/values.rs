//! What a position is worth without looking further: by its outcome, by its looks, by what is remembered of it.

use super::{Node, Worker};
use crate::{
    brain::{Brain, Ending, MOST, WIN, decided},
    search::table::{Bound, Entry},
};
use damier_games::Outcome;

impl<B: Brain> Worker<'_, B> {
    /// What a position looks like, less what looks deceived by in positions like it.
    pub(super) fn corrected(&self, node: &Node<B>, raw: i32) -> i32 {
        let shapes = self.brain.shapes(&node.pos);
        let correction = self.correction.of(self.brain.turn(&node.pos), shapes);
        (raw + correction).clamp(-MOST, MOST)
    }

    /// The value of a position that need not be looked at: the game is over or drawn, or it is known how it ends.
    pub(super) fn certain(&self, node: &Node<B>, ply: usize) -> Option<i32> {
        let drawn = || self.drawn(node).then_some(0);
        self.ended(node, ply).or_else(drawn).or_else(|| self.worked_out(node, ply))
    }

    /// Drawn by material or clock, or come back to: whoever wants more must go another way.
    fn drawn(&self, node: &Node<B>) -> bool {
        if self.brain.drawn(&node.pos, 1).is_some() {
            return true;
        }
        B::STYLE.cyclic
            && {
                let since = self.brain.reversible(&node.pos);
                let earlier = self.path.iter().rev().take(since).skip(1).step_by(2).take(64);
                since >= 2 && earlier.into_iter().any(|&key| key == node.key)
            }
            && {
                const AGAIN_AND_AGAIN: u32 = 10;
                self.brain.drawn(&node.pos, AGAIN_AND_AGAIN).is_some()
            }
    }

    /// The value of a game that is over, as far as that can be told without listing moves.
    fn ended(&self, node: &Node<B>, ply: usize) -> Option<i32> {
        let over = self.brain.over(&node.pos);
        let outcome = over.then(|| self.brain.outcome(&node.pos)).flatten()?;
        Some(self.value_of(outcome, node, ply))
    }

    /// The value of a position that has been worked out to the end.
    fn worked_out(&self, node: &Node<B>, ply: usize) -> Option<i32> {
        Some(match self.lore?.ending(self.brain, &node.pos)? {
            Ending::Won(plies) => WIN - (ply + plies) as i32,
            Ending::Lost(plies) => (ply + plies) as i32 - WIN,
            Ending::Drawn => 0,
        })
    }

    pub(super) fn value_of(&self, outcome: Outcome, node: &Node<B>, ply: usize) -> i32 {
        match outcome.winner() {
            None => 0,
            Some(winner) if winner == self.brain.turn(&node.pos) => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }
}

/// Wins are remembered as plies from the position, not from the root.
pub(super) fn to_memory(value: i32, ply: usize) -> i32 {
    if decided(value) { value + value.signum() * ply as i32 } else { value }
}

pub(super) fn from_memory(value: i32, ply: usize) -> i32 {
    if decided(value) { value - value.signum() * ply as i32 } else { value }
}

/// What a position looks like to whoever knows how an earlier search bounded it.
pub(super) fn informed(entry: Entry, looks: i32, ply: usize) -> i32 {
    let value = from_memory(entry.value, ply);
    match entry.bound {
        Bound::Lower if value > looks => value,
        Bound::Upper if value < looks => value,
        Bound::Exact => value,
        _ => looks,
    }
}
