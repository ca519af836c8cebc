//! What each game brings: its evaluation and what the search should know of it.

pub mod alice;
mod alquerque;
pub mod chess;
pub mod chessmen;
mod congress;
mod dark;
pub mod draughts;
pub mod horde;
mod isolation;
mod katarenga;
pub mod morpion;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod trial;

use crate::brain::Brain;
use chessmen::Count;

/// A game whose evaluation counts features and weighs them, so that the weights can be fitted to games.
pub trait Weighed: Brain {
    /// The features in runs, with their lengths.
    const GROUPS: &'static [(&'static str, usize)];
    /// What each is worth, in the middle game and in the ending.
    const WEIGHTS: &'static [(i32, i32)];
    /// Counts the features of a position. Returns how much of it is middle game, in 24 parts, and how much the ending counts, in 64;
    /// `None` where the evaluation goes by other things.
    fn count(&self, pos: &Self::Position, count: &mut Count) -> Option<(i32, i32)>;
}
