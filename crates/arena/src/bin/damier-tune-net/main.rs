//! `cargo xtask tune GAME`: fits the small net of a game to games that the engine plays against itself.
//!
//! Two steps, each of which can be run again: `--games` plays and appends to a data file (the games tell how they are written);
//! `--epochs` fits the net to the data files and writes it where the engine includes it. Games played with the net of the last
//! round are better to learn from than those of the round before.

mod chessmen;
mod draughts;
mod fit;
mod morpion;
mod play;
mod samples;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use damier_engine::eval::chessmen::net::Learnt;
use damier_games::{alice::Alice, chess::Chess, horde::Horde};
use fit::{Net, Plan};
use samples::Samples;
use std::{
    fs::{self, OpenOptions},
    io::{BufWriter, Write},
    path::PathBuf,
};

/// Fits the net of a game.
#[derive(Parser)]
struct Call {
    /// Which game
    game: Tuned,
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
    /// Go on from the net there is, in shorter steps, in place of beginning anew
    #[arg(long)]
    go_on: bool,
    /// The part of the result in what is learnt; the rest is what the search said
    #[arg(long, default_value_t = 0.2)]
    result: f32,
    /// What was collected so far [default: target/GAME.games]
    #[arg(long, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The net [default: where the engine includes it]
    #[arg(long)]
    net: Option<PathBuf>,
}

/// The variants of Horde, as often as they are played: that of lichess is the most even one.
const HORDES: [&str; 8] =
    ["lichess", "default", "lichess", "lichess", "ranks5-8", "lichess", "dunsany", "lichess"];

#[derive(Clone, Copy, ValueEnum)]
enum Tuned {
    Alice,
    Chess,
    Draughts,
    Horde,
    Morpion,
}

fn main() -> Result<()> {
    let call = Call::parse();
    let (seed, nodes) = (call.seed, call.nodes);
    match call.game {
        Tuned::Alice => tune_chessmen::<Alice, 2>(&call, "alice", &["-"]),
        Tuned::Chess => tune_chessmen::<Chess, 1>(&call, "chess", &["-"]),
        Tuned::Horde => tune_chessmen::<Horde, 2>(&call, "horde", &HORDES),
        Tuned::Draughts => {
            let mut games = draughts::Games::new(seed, nodes);
            tune(&call, "draughts", |out| games.play(out), draughts::read)
        }
        Tuned::Morpion => {
            let mut games = morpion::Games::new(seed, nodes);
            tune(&call, "morpion", |out| games.play(out), morpion::read)
        }
    }
}

/// A game with chess pieces, in these variants, whose net has so many groups of rows.
fn tune_chessmen<B: Learnt, const GROUPS: usize>(
    call: &Call,
    game: &str,
    variants: &[&'static str],
) -> Result<()> {
    let mut games = chessmen::Games::<B>::new(call.seed, call.nodes, variants)?;
    tune(call, game, |out| games.play(out), chessmen::read::<B, GROUPS>)
}

fn tune<N: Net>(
    call: &Call,
    game: &str,
    mut play: impl FnMut(&mut dyn Write) -> Result<()>,
    read: impl Fn(&[PathBuf]) -> Result<Samples<N>>,
) -> Result<()> {
    let mut data = call.data.clone();
    if data.is_empty() {
        data.push(format!("target/{game}.games").into());
    }
    if call.games > 0 {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&data[0])
            .with_context(|| format!("cannot write {}", data[0].display()))?;
        let mut out = BufWriter::new(file);
        for _ in 0..call.games {
            play(&mut out)?;
        }
        out.flush()?;
    }
    if call.epochs > 0 {
        let default = || format!("crates/engine/src/eval/{game}/net.bin").into();
        let path = call.net.clone().unwrap_or_else(default);
        let before = if call.go_on {
            Some(fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?)
        } else {
            None
        };
        let plan = Plan { epochs: call.epochs, result: call.result, before };
        let net = fit::fit(&plan, &read(&data)?)?;
        fs::write(&path, net).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "how well it fits is what one wants to see")]
fn tell(line: &str) {
    println!("{line}");
}
