//! Very many matches at a human pace: how long a move takes to the mover and to the opponent, and what a socket costs in memory.

use crate::{
    Target, echo, people,
    player::{Board, Player, Tally},
    say,
    script::scripts,
    usage,
};
use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::{
    cell::RefCell,
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::task::LocalSet;

/// Sockets that are opened at a time.
const AT_ONCE: usize = 64;
/// Matches of one guest at a time. With a guest for each socket, making them would take as long as all the rest.
const SEATS: usize = 50;

/// Runs it and prints the figures.
pub async fn run(target: &Target, matches: usize, pace: Duration) -> Result<()> {
    let echoes = echo::measure(400, Duration::from_secs(3)).await?;
    let syncs = usage::syncs(&target.data)?;
    let scripts = scripts(64)?;
    let started = Instant::now();
    let pairs = people::pairs(&target.server, matches, SEATS).await?;
    let made = started.elapsed();
    let before = usage::of(Some(target.pid))?;
    let tally = Rc::new(Tally::default());
    let local = LocalSet::new();
    local
        .run_until(async {
            let started = Instant::now();
            // Everybody sits before the first move.
            let begin = tokio::time::Instant::now() + Duration::from_secs(1) * (matches as u32 / 250);
            let seats = stream::iter(pairs.iter().enumerate()).map(|(number, pair)| {
                let first = begin + pace.mul_f64(number as f64 / matches as f64);
                let script = scripts[number % scripts.len()].clone();
                let board = Board::new(script, Some((first, pace)), tally.clone());
                async move {
                    let white = Player::sit(target.address(), pair, 0, board.clone()).await?;
                    let black = Player::sit(target.address(), pair, 1, board).await?;
                    anyhow::Ok([white, black])
                }
            });
            let seats: Vec<_> = seats.buffer_unordered(AT_ONCE).try_collect().await?;
            let seated = started.elapsed();
            for player in seats.into_iter().flatten() {
                tokio::task::spawn_local(async {
                    if let Err(error) = player.play().await {
                        say(&format!("a player gave up: {error:#}"));
                    }
                });
            }
            tokio::time::sleep_until(begin + 2 * pace).await;
            let (server, own) = (usage::of(Some(target.pid))?, usage::of(None)?);
            let (moves, started) = (tally.moves.get(), Instant::now());
            tally.timing.set(true);
            tokio::time::sleep(target.time()).await;
            tally.timing.set(false);
            let took = started.elapsed();
            let moves = (tally.moves.get() - moves) as f64 / took.as_secs_f64();
            let after = usage::of(Some(target.pid))?;
            let busy = usage::cores(server, after, took);
            let own = usage::cores(own, usage::of(None)?, took);
            let sockets = 2 * matches;
            say(&format!(
                "server, {matches} matches = {sockets} sockets, {moves:.0} moves/s (server {busy:.2} cores, generator {own:.2}; load average {})",
                usage::load_average(),
            ));
            say(&format!("  from sending a move to the mover seeing it: {}", spread(&tally.delays[0])));
            say(&format!("  from sending a move to the opponent seeing it: {}", spread(&tally.delays[1])));
            let memory = after.memory.saturating_sub(before.memory) as f64 / sockets as f64;
            say(&format!(
                "  memory: {memory:.1} KiB a socket with its share of the match ({} MiB before the sockets, {} MiB with them)",
                before.memory / 1024,
                after.memory / 1024,
            ));
            say(&format!(
                "  {} guests and {matches} matches made in {:.1} s, {sockets} sockets seated in {:.1} s",
                2 * matches.div_ceil(SEATS),
                made.as_secs_f64(),
                seated.as_secs_f64(),
            ));
            say(&format!("  yardstick: {echoes}; this disk: {syncs:.0} writes of 4 KiB with fdatasync/s"));
            Ok(())
        })
        .await
}

/// `p50 1.2 ms, p99 3.4 ms, worst 5.6 ms`.
fn spread(delays: &RefCell<Vec<u32>>) -> String {
    let mut delays = delays.borrow_mut();
    delays.sort_unstable();
    let at = |part: f64| {
        let index = ((delays.len() as f64 * part) as usize).min(delays.len().saturating_sub(1));
        delays.get(index).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    format!("p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms", at(0.5), at(0.99), at(1.0))
}
