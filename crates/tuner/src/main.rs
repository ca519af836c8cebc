//! `cargo xtask tune GAME`: lets the engine play itself, fits the weights of its evaluation to how the games ended, and writes
//! them where the engine is compiled from.

mod fit;
mod play;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use damier_engine::eval::dark::weighed::Weighed;
use damier_games::{
    dark::Dark,
    options::{Options, parse_pairs},
};
use std::{fmt::Write as _, fs, path::PathBuf, time::Duration};

/// Fits the weights of an evaluation.
#[derive(Parser)]
struct Call {
    /// Which game
    game: Tuned,
    /// Options of the game, KEY=VALUE
    #[arg(long)]
    option: Vec<String>,
    /// How many games to play
    #[arg(long, default_value_t = 20_000)]
    games: usize,
    /// Nodes a move
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Play no further game after so many minutes
    #[arg(long, default_value_t = 8)]
    minutes: u64,
    /// Begins the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much the result of a game counts beside what the search found, in hundredths
    #[arg(long, default_value_t = 40)]
    result: u32,
    /// Keep the weights as they are and only tell how well they fit
    #[arg(long)]
    dry: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Tuned {
    Dark,
}

fn main() -> Result<()> {
    let call = Call::parse();
    let options = parse_pairs(call.option.iter().map(String::as_str))?;
    match call.game {
        Tuned::Dark => tune::<Dark>(&call, &options, "dark"),
    }
}

fn tune<W: Weighed>(call: &Call, options: &Options, name: &str) -> Result<()> {
    let plan = play::Plan {
        games: call.games,
        nodes: call.nodes,
        longest: Duration::from_secs(60 * call.minutes),
        seed: call.seed,
        share_of_result: f64::from(call.result) / 100.0,
    };
    let samples = play::samples::<W>(options, &plan)?;
    say(&format!("{} positions", samples.len()));
    let fitted = fit::fit(&samples, W::WEIGHTS, say);
    if call.dry {
        return Ok(());
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../engine/src/eval/{name}/weighed/weights.rs"));
    fs::write(&path, source(name, W::GROUPS, &fitted))
        .with_context(|| format!("cannot write {}", path.display()))?;
    say(&format!("wrote {}", path.display()));
    Ok(())
}

/// The weights as a Rust file.
fn source(name: &str, groups: &[(&str, usize)], weights: &[(i32, i32)]) -> String {
    let mut text = format!(
        "//! What each feature of a position is worth. Written by `cargo xtask tune {name}`.\n\n\
         use super::features::COUNT;\n\n\
         /// In the middle game and in the ending, in hundredths of a pawn.\n\
         #[rustfmt::skip]\n\
         pub const WEIGHTS: [(i32, i32); COUNT] = [\n"
    );
    let mut rest = weights;
    for &(group, count) in groups {
        let (own, others) = rest.split_at(count);
        rest = others;
        let _ = writeln!(text, "    // {group}");
        for row in own.chunks(8) {
            let row: Vec<String> = row.iter().map(|(mid, end)| format!("({mid}, {end})")).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
    }
    text.push_str("];\n");
    text
}

#[expect(clippy::print_stdout, reason = "progress is what a tuner prints")]
fn say(line: &str) {
    println!("{line}");
}
