//! Going back and forth through the moves.

use super::screen::{PlayScreen, Wish};

impl PlayScreen {
    /// The moment that is looked at, counted in moves.
    pub fn ply(&self) -> usize {
        self.shown().ply
    }

    /// Goes to the moment after `ply` moves.
    pub fn go(&self, ply: usize) -> Vec<Wish> {
        let last = self.view.now.ply;
        vec![Wish::Look((ply < last).then_some(ply))]
    }

    /// One move back.
    pub fn back(&self) -> Vec<Wish> {
        self.go(self.ply().saturating_sub(1))
    }

    /// One move on.
    pub fn forth(&self) -> Vec<Wish> {
        self.go(self.ply() + 1)
    }
}
