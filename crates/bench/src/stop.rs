//! How soon a player answers who is told to stop in the middle of endless thought.

use crate::engine::middlegame;
use damier_engine::{
    Level,
    mind::{Thinking, mind},
    search::Limits,
};
use damier_games::{GameKey, options::Options};
use std::{
    io::{self, Write},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// From the start and from these.
const MIDDLEGAMES: u64 = 7;
/// It is told at different moments, so as to meet every part of the work.
const MOMENTS: [u64; 3] = [7, 60, 250];
const GOAL_MS: f64 = 20.0;

/// Prints the usual and the longest delay of each game.
pub fn run(games: &[GameKey], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "stop, milliseconds until the answer; goal {GOAL_MS}")?;
    writeln!(out, "{:<11} {:>7} {:>7}", "game", "median", "worst")?;
    for &game in games {
        let mut player = mind(game, 64);
        let mut positions = vec![Vec::new()];
        positions.extend((0..MIDDLEGAMES).map(|seed| middlegame(game, seed)));
        let mut delays = Vec::new();
        for moves in &positions {
            let words: Vec<&str> = moves.iter().map(String::as_str).collect();
            for moment in MOMENTS {
                player.forget();
                player.look(&Options::new(), None, &words).map_err(io::Error::other)?;
                let stop = AtomicBool::new(false);
                let limits = Limits::default();
                let thinking =
                    Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 0 };
                let (told, answered) = thread::scope(|scope| {
                    let teller = scope.spawn(|| {
                        thread::sleep(Duration::from_millis(moment));
                        stop.store(true, Relaxed);
                        Instant::now()
                    });
                    player.think(&thinking, &stop, &mut |_| ());
                    let answered = Instant::now();
                    (teller.join().expect("it only sleeps"), answered)
                });
                // Who has proven all there is to know answers before.
                delays.push(answered.saturating_duration_since(told).as_secs_f64() * 1e3);
            }
        }
        delays.sort_by(f64::total_cmp);
        let (median, worst) = (delays[delays.len() / 2], delays[delays.len() - 1]);
        let note = if worst > GOAL_MS { "  above the goal" } else { "" };
        writeln!(out, "{:<11} {median:>7.1} {worst:>7.1}{note}", game.to_string())?;
        out.flush()?;
    }
    Ok(())
}
