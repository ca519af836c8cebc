//! What games of the engine against itself have in common.

use anyhow::{Context, Result};
use damier_engine::{
    brain::Brain,
    search::{Insight, Limits, Memory, Request, search},
};
use std::sync::atomic::AtomicBool;

/// What the engine thinks of a position after so many more.
pub fn think<B: Brain>(
    brain: &B,
    pos: &B::Position,
    history: &[u64],
    memory: &Memory,
    nodes: u64,
) -> Result<Insight<B::Move>> {
    let request = Request {
        brain,
        pos,
        history,
        constants: B::CONSTANTS,
        lore: None,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        lines: 1,
        threads: 1,
        memory,
        stop: &AtomicBool::new(false),
    };
    search(&request, &mut |_| ()).into_iter().next().context("no move")
}
