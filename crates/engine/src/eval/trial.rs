//! For tests: what a player thinks of a position.

use crate::{
    level::Level,
    mind::{Thinking, Thought, mind},
    search::Limits,
};
use damier_games::options::Options;
use std::sync::atomic::AtomicBool;

/// The best line at full strength within that many nodes, as a list of one; empty if the game is over.
pub fn best_of(game: &str, position: &str, nodes: u64) -> Vec<Thought> {
    let mut mind = mind(game.parse().expect("a game's key"), 8);
    mind.look(&Options::new(), Some(position), &[]).expect("a position");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 0 };
    mind.think(&thinking, &AtomicBool::new(false), &mut |_| ())
}

/// The same for a game that is not over.
pub fn best(game: &str, position: &str, nodes: u64) -> Thought {
    best_of(game, position, nodes).swap_remove(0)
}
