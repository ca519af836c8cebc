//! What a search is about: a position, and the window and circumstances in which it is looked at.

use crate::{brain::Brain, search::table::Memory};

/// A position on the way down, with what goes with it.
pub struct Node<B: Brain> {
    /// The position.
    pub pos: B::Position,
    /// What the evaluation carries along.
    pub memo: B::Memo,
    /// Its key.
    pub key: u64,
}

impl<B: Brain> Node<B> {
    /// A position that was not reached by searching.
    pub fn new(brain: &B, pos: B::Position) -> Self {
        let (memo, key) = (brain.remember(&pos), brain.key(&pos));
        Self { pos, memo, key }
    }

    /// The position after a move. What `memory` has of it is called for early, since it takes long to come.
    pub(super) fn after(&self, brain: &B, memory: &Memory, mv: B::Move) -> Self {
        self.then(brain, Some(memory), mv)
    }

    /// The same where nothing will be asked of the memory.
    pub(super) fn after_unasked(&self, brain: &B, mv: B::Move) -> Self {
        self.then(brain, None, mv)
    }

    #[inline(always)]
    fn then(&self, brain: &B, memory: Option<&Memory>, mv: B::Move) -> Self {
        // Changed where it is: a memo may be large, and is copied once only.
        let mut next = Self { pos: self.pos.clone(), memo: self.memo.clone(), key: 0 };
        brain.play(&mut next.pos, mv);
        next.key = brain.key(&next.pos);
        if let Some(memory) = memory {
            memory.call_for(next.key);
        }
        brain.advance(&mut next.memo, &self.pos, mv, &next.pos);
        next
    }
}

/// The window and the circumstances in which a node is searched.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) ply: usize,
    /// Expected to fail high: look less deeply at what comes late.
    pub(super) cut: bool,
    /// The tag of a move that is left out, to see how good the others are; 0 for none.
    pub(super) without: u16,
    /// Part of a trial, in which there are no further ones.
    pub(super) trial: bool,
}

impl Task {
    pub(super) const fn down(self, depth: i32, alpha: i32, beta: i32, cut: bool) -> Self {
        Self { depth, alpha, beta, ply: self.ply + 1, cut, without: 0, trial: self.trial }
    }

    pub(super) const fn principal(self) -> bool {
        self.beta - self.alpha > 1
    }
}
