//! Damier's computer players: one search, generic over the rules, and an evaluation for each game.

pub mod brain;
pub mod eval;
pub mod level;
pub mod mind;
pub mod protocol;
pub mod random;
pub mod search;

pub use brain::Brain;
pub use level::Level;
pub use mind::{Mind, mind};
