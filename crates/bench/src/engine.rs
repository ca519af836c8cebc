//! The engine: speed, depth in a second, and a count of nodes that changes exactly when the search or an evaluation does.

use damier_engine::{
    Level,
    mind::{Mind, Thinking, mind},
    random::Random,
    search::Limits,
};
use damier_games::{GameKey, open, options::Options};
use std::{
    io::{self, Write},
    sync::atomic::AtomicBool,
    time::Duration,
};

const MIDDLEGAMES: u64 = 5;
const PLIES: usize = 16;
/// The signature counts the nodes to this depth, or so many.
const DEPTH: u32 = 6;
const NODES: u64 = 400_000;

/// Prints the figures of these games.
pub fn run(games: &[GameKey], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "engine, one thread; depth after a second from the start and from {MIDDLEGAMES} middlegames; nodes to depth {DEPTH}"
    )?;
    writeln!(
        out,
        "{:<11} {:>10} {:>6}  {:<16} {:>10}",
        "game", "nodes/s", "start", "middlegames", "signature"
    )?;
    let mut total = 0;
    for &game in games {
        let mut player = mind(game, 64);
        let mut positions = vec![Vec::new()];
        positions.extend((0..MIDDLEGAMES).map(|seed| middlegame(game, seed)));
        let (mut nodes, mut time, mut depths, mut signature) = (0, Duration::ZERO, Vec::new(), 0);
        for moves in &positions {
            let second = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
            let (depth, counted, spent) = think(player.as_mut(), moves, second)?;
            depths.push(depth.to_string());
            nodes += counted;
            time += spent;
            let fixed = Limits { depth: Some(DEPTH), nodes: Some(NODES), ..Limits::default() };
            signature += think(player.as_mut(), moves, fixed)?.1;
        }
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
        let middle = depths[1..].join(" ");
        writeln!(
            out,
            "{:<11} {speed:>10.0} {:>6}  {middle:<16} {signature:>10}",
            game.to_string(),
            depths[0]
        )?;
        out.flush()?;
        total += signature;
    }
    writeln!(out, "Bench: {total}")
}

/// Depth, nodes and time of a search that remembers nothing from before.
fn think(
    player: &mut dyn Mind,
    moves: &[String],
    limits: Limits,
) -> io::Result<(u32, u64, Duration)> {
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    player.forget();
    player.look(&Options::new(), None, &words).map_err(io::Error::other)?;
    let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 0 };
    let mut last = (0, 0, Duration::ZERO);
    player.think(&thinking, &AtomicBool::new(false), &mut |thought| {
        last = (thought.depth, thought.nodes, thought.time)
    });
    Ok(last)
}

/// Some moves from the start that do not end the game, always the same for a seed.
pub fn middlegame(game: GameKey, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    loop {
        let mut table = open(game, &Options::new(), None).expect("every game has a start");
        let mut moves = Vec::new();
        while moves.len() < PLIES && table.result().is_none() {
            let legal = table.legal_moves();
            let text = legal[random.below(legal.len())].clone();
            table.play(table.turn(), &text).expect("a listed move can be played");
            moves.push(text);
        }
        if table.result().is_none() {
            return moves;
        }
    }
}
