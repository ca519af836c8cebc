//! Damier's benchmarks. Each prints a figure beside a yardstick that was measured in the same run, in turns with it, because
//! these machines are noisy; the best of several rounds counts. Nothing here is asserted.

mod engine;
mod levels;
mod perft;
mod stop;
mod tui;

use damier_games::{GameKey, options::Options};
use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

/// The benchmarks by name, in the order in which they run.
pub const NAMES: [&str; 5] = ["perft", "engine", "stop", "levels", "tui"];
/// Those of them that go through the games one by one, so that some games may be named.
pub const BY_GAME: [&str; 3] = ["engine", "stop", "levels"];

/// Those of them that play by options, where any are chosen.
pub const BY_OPTIONS: [&str; 1] = ["levels"];

/// Runs the benchmark of that name and prints its figures, for these games if it goes by games, with options that fit them if it goes by options.
pub fn run(
    name: &str,
    games: &[GameKey],
    options: &Options,
    out: &mut impl Write,
) -> io::Result<()> {
    match name {
        "perft" => perft::run(out),
        "engine" => engine::run(games, out),
        "stop" => stop::run(games, out),
        "levels" => levels::run(games, options, out),
        "tui" => tui::run(out),
        _ => unreachable!("names are checked against NAMES where they come in"),
    }
}

/// The best time of each of the two over several rounds, and what they counted.
fn race(mut ours: impl FnMut() -> u64, mut yardstick: impl FnMut() -> u64) -> [(u64, Duration); 2] {
    const ROUNDS: usize = 5;
    let mut best = [(0, Duration::MAX); 2];
    for _ in 0..ROUNDS {
        for (n, (count, time)) in [timed(&mut ours), timed(&mut yardstick)].into_iter().enumerate()
        {
            best[n] = (count, time.min(best[n].1));
        }
    }
    best
}

fn timed(work: &mut impl FnMut() -> u64) -> (u64, Duration) {
    let started = Instant::now();
    let count = std::hint::black_box(work());
    (count, started.elapsed())
}

/// Million a second.
fn speed((count, time): (u64, Duration)) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}
