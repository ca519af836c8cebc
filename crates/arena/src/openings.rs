//! Random openings that are about even, so that a match shows strength and not luck.

use anyhow::{Result, bail};
use damier_engine::{
    Level,
    mind::{Thinking, mind},
    random::Random,
    search::Limits,
};
use damier_games::{GameKey, open, options::Options};
use std::{collections::HashSet, sync::atomic::AtomicBool};

/// How uneven an opening may look to our engine, in hundredths of a man.
const MARGIN: i32 = 90;
const NODES: u64 = 20_000;

/// `count` different openings of that many plies. Where even ones are hard to find the margin widens.
pub fn balanced(
    game: GameKey,
    options: &Options,
    count: usize,
    plies: usize,
    seed: u64,
) -> Result<Vec<Vec<String>>> {
    let mut random = Random::new(seed);
    let mut judge = mind(game, 16);
    judge.reveal(true);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed };
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    let mut taking_any = false;
    for attempt in 0..count * 200 {
        if openings.len() == count {
            break;
        }
        let Some(moves) = random_line(game, options, plies, &mut random)? else { continue };
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        judge.look(options, None, &words)?;
        let best = judge.think(&thinking, &AtomicBool::new(false), &mut |_| ());
        let Some(value) = best.first().map(|thought| thought.value) else { continue };
        let margin = MARGIN + MARGIN * (attempt / (count * 20)) as i32;
        // Some games are solved so early that no opening is even; with both colours those are fair, too.
        taking_any |= openings.is_empty() && attempt >= count * 20;
        if (taking_any || value.abs() <= margin) && seen.insert(moves.clone()) {
            openings.push(moves);
        }
    }
    if openings.len() < count {
        bail!(
            "found only {} balanced openings of {plies} plies: try other --plies",
            openings.len()
        );
    }
    Ok(openings)
}

fn random_line(
    game: GameKey,
    options: &Options,
    plies: usize,
    random: &mut Random,
) -> Result<Option<Vec<String>>> {
    let mut table = open(game, options, None)?;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = table.legal_moves();
        let Some(text) = legal.get(random.below(legal.len())) else { return Ok(None) };
        table.play(table.turn(), text)?;
        moves.push(text.clone());
    }
    Ok(table.result().is_none().then_some(moves))
}
