//! Matches that play as fast as they can: how many durable moves a second. A move counts when whoever made it sees it, which is
//! after it was stored. Games go to their end and are followed by rematches, so that beginning and ending are part of the figure.

use crate::{
    Target, echo, people,
    player::{Board, Player, Tally},
    say,
    script::scripts,
    usage,
};
use anyhow::Result;
use std::{
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::task::LocalSet;

/// Before this the server's caches are cold.
const WARM_UP: Duration = Duration::from_secs(2);

/// Runs it and prints the figures.
pub async fn run(target: &Target, matches: usize) -> Result<()> {
    let echoes = echo::measure(2 * matches, Duration::from_secs(3)).await?;
    let syncs = usage::syncs(&target.data)?;
    let scripts = scripts(64)?;
    let pairs = people::pairs(&target.server, matches, 1).await?;
    let tally = Rc::new(Tally::default());
    let local = LocalSet::new();
    local
        .run_until(async {
            let mut players = Vec::new();
            for (number, pair) in pairs.iter().enumerate() {
                let board = Board::new(scripts[number % scripts.len()].clone(), None, tally.clone());
                for side in 0..2 {
                    players.push(Player::sit(target.address(), pair, side, board.clone()).await?);
                }
            }
            for player in players {
                tokio::task::spawn_local(async {
                    if let Err(error) = player.play().await {
                        say(&format!("a player gave up: {error:#}"));
                    }
                });
            }
            tokio::time::sleep(WARM_UP).await;
            let (server, own) = (usage::of(Some(target.pid))?, usage::of(None)?);
            let (moves, games, started) = (tally.moves.get(), tally.games.get(), Instant::now());
            tokio::time::sleep(target.time()).await;
            let took = started.elapsed();
            let moves = (tally.moves.get() - moves) as f64 / took.as_secs_f64();
            let games = tally.games.get() - games;
            let busy = usage::cores(server, usage::of(Some(target.pid))?, took);
            let own = usage::cores(own, usage::of(None)?, took);
            say(&format!(
                "server, {matches} matches flat out: {moves:.0} durable moves/s ({games} games ended and followed by a rematch in {:.0} s; server {busy:.2} cores, generator {own:.2}; load average {})",
                took.as_secs_f64(),
                usage::load_average(),
            ));
            say(&format!("  yardstick: {echoes}; this disk: {syncs:.0} writes of 4 KiB with fdatasync/s"));
            Ok(())
        })
        .await
}
