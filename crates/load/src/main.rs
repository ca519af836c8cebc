//! Damier's load generator: hundreds of matches as fast as they go, or ten thousand sockets at a human pace, against a running
//! server. It is a process of its own on one thread. Each figure stands beside a yardstick from the same run: an echo server
//! without games or storage, and how often this disk syncs.

mod crowd;
mod echo;
mod flat_out;
mod people;
mod player;
mod script;
mod socket;
mod usage;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::{path::PathBuf, time::Duration};

#[derive(Parser)]
#[command(about = "Damier's load generator")]
struct Call {
    #[command(subcommand)]
    load: Load,
}

#[derive(Subcommand)]
enum Load {
    /// Matches that play as fast as they can
    FlatOut {
        #[command(flatten)]
        target: Target,
        /// How many
        #[arg(long, default_value_t = 200)]
        matches: usize,
    },
    /// Very many matches at a human pace
    Crowd {
        #[command(flatten)]
        target: Target,
        /// How many
        #[arg(long, default_value_t = 5000)]
        matches: usize,
        /// Milliseconds between two moves of a match
        #[arg(long, default_value_t = 2000)]
        pace: u64,
    },
    /// The yardstick: a server that sends everything back
    Echo,
}

/// The server under load.
#[derive(clap::Args)]
struct Target {
    /// Where it listens: `http://127.0.0.1:8080`
    #[arg(long)]
    server: String,
    /// Its process, for CPU and memory
    #[arg(long)]
    pid: u32,
    /// A folder on its disk
    #[arg(long)]
    data: PathBuf,
    /// For how long to measure
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

impl Target {
    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// `127.0.0.1:8080`.
    fn address(&self) -> &str {
        self.server.trim_start_matches("http://")
    }
}

fn main() -> Result<()> {
    match Call::parse().load {
        Load::FlatOut { target, matches } => single_thread(flat_out::run(&target, matches)),
        Load::Crowd { target, matches, pace } => {
            single_thread(crowd::run(&target, matches, Duration::from_millis(pace)))
        }
        Load::Echo => tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?
            .block_on(echo::serve()),
    }
}

/// One thread: what the generator takes from the server is told beside the figures, and stays below one core.
fn single_thread(work: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

#[expect(clippy::print_stdout, reason = "figures are what it is for")]
fn say(line: &str) {
    println!("{line}");
}
