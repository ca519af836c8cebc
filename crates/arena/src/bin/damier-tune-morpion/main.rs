//! `cargo xtask tune morpion`: fits the evaluation of five in a row to games that the engine plays against itself.
//!
//! Two steps, each of which can be run again: `--games` plays and appends games to a data file (`play.rs` tells how they are written);
//! `--epochs` fits the net to the data files and writes it where the engine includes it. Games played with the net of the last
//! round are better to learn from than those of the round before.

mod fit;
mod model;
mod play;
mod samples;

use anyhow::{Context, Result};
use clap::Parser;
use std::{
    fs::{self, OpenOptions},
    io::{BufWriter, Write},
    path::PathBuf,
};

/// Fits the evaluation of five in a row.
#[derive(Parser)]
struct Call {
    /// Games to play first, appended to the first data file
    #[arg(long, default_value_t = 0)]
    games: usize,
    /// Positions searched for each move of them
    #[arg(long, default_value_t = 800)]
    nodes: u64,
    /// Begins the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Times to go through the data; 0 fits nothing
    #[arg(long, default_value_t = 0)]
    epochs: usize,
    /// The part of the result in what is learnt; the rest is what the search said
    #[arg(long, default_value_t = 0.2)]
    result: f32,
    /// Games collected so far
    #[arg(long, default_value = "target/morpion.games", num_args = 1..)]
    data: Vec<PathBuf>,
    /// The net
    #[arg(long, default_value = "crates/engine/src/eval/morpion/net.bin")]
    net: PathBuf,
}

fn main() -> Result<()> {
    let call = Call::parse();
    if call.games > 0 {
        let file = OpenOptions::new().create(true).append(true).open(&call.data[0])?;
        let mut out = BufWriter::new(file);
        let mut games = play::Games::new(call.seed, call.nodes);
        for _ in 0..call.games {
            games.play(&mut out)?;
        }
        out.flush()?;
    }
    if call.epochs > 0 {
        let samples = samples::Samples::read(&call)?;
        let net = fit::fit(&call, &samples);
        fs::write(&call.net, net)
            .with_context(|| format!("cannot write {}", call.net.display()))?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "how well it fits is what one wants to see")]
fn tell(line: &str) {
    println!("{line}");
}
