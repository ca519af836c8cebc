//! What each game brings: its evaluation and what the search should know of it.

pub mod alice;
mod alquerque;
pub mod chess;
pub mod chessmen;
pub mod horde;
#[cfg(test)]
mod testing;

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

/// A brain that knows nothing but the rules.
macro_rules! plain_brain {
    ($Game:ty) => {
        impl crate::brain::Brain for $Game {
            type Memo = ();
            const STYLE: crate::brain::Style = crate::brain::Style {
                slots: 4096,
                cyclic: true,
                quiescence: false,
                compulsory: false,
                futility_margin: 0,
                reductions: false,
            };
            fn remember(&self, _: &Self::Position) {}
            fn advance(&self, (): &mut (), _: &Self::Position, _: Self::Move, _: &Self::Position) {}
            fn evaluate(&self, _: &Self::Position, (): &()) -> i32 {
                0
            }
            fn gain(&self, _: &Self::Position, _: Self::Move) -> Option<i32> {
                None
            }
            fn slot(&self, _: &Self::Position, mv: Self::Move) -> usize {
                usize::from(crate::search::tag(&mv)) % 4096
            }
        }
    };
}

plain_brain!(damier_games::katarenga::Katarenga);
plain_brain!(damier_games::congress::Congress);
plain_brain!(damier_games::isolation::Isolation);
plain_brain!(damier_games::draughts::Draughts);
plain_brain!(damier_games::morpion::Morpion);
plain_brain!(damier_games::dark::Dark);
