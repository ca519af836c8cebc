//! `cargo xtask match A B --game G --games N --time T`: plays two engine commands against each other, from openings that our
//! engine finds balanced, each opening with both colours, and prints the score with its 95 % interval.

mod gomocup;
mod material;
mod openings;
mod peer;
mod score;

use anyhow::{Context, Result, bail};
use clap::Parser;
use damier_games::{
    GameKey, Outcome, Player, Table, Viewer, open,
    options::{Options, parse_pairs},
    outcome::{Score, result_text},
};
use peer::{Peer, Seen};
use score::Tally;
use std::{
    io::Write,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

/// Plays two engines against each other.
#[derive(Parser, Clone)]
struct Call {
    /// Ours: `damier`, `damier:LEVEL`, `material:DEPTH` (a plain search that counts men), or a command line in quotes. Prefix `hub:`,
    /// `hub1:` (its first version) or `gomocup:` for those protocols (`uci:` is usual)
    a: String,
    /// The other one, likewise
    b: String,
    /// Which game
    #[arg(long, default_value = "chess")]
    game: GameKey,
    /// Options of the game, KEY=VALUE
    #[arg(long)]
    option: Vec<String>,
    /// How many games; each opening is played twice
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// Milliseconds a move
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Nodes a move in place of time, for engines that know it
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth in place of time
    #[arg(long)]
    depth: Option<u32>,
    /// UCI options of A, NAME=VALUE
    #[arg(long)]
    a_option: Vec<String>,
    /// UCI options of B, NAME=VALUE
    #[arg(long)]
    b_option: Vec<String>,
    /// Depth of B alone, in place of any other limit
    #[arg(long)]
    b_depth: Option<u32>,
    /// Plies of the random openings
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// Begins the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    parallel: usize,
    /// Longer games are drawn
    #[arg(long, default_value_t = 400)]
    longest: usize,
    /// Show players of hidden games only what they may see
    #[arg(long)]
    hide: bool,
    /// Print every game as a record
    #[arg(long)]
    records: bool,
}

fn main() -> Result<()> {
    if std::env::args().nth(1).as_deref() == Some(material::CALL) {
        return material::serve(std::env::args().nth(2).as_deref().unwrap_or_default());
    }
    let call = Call::parse();
    let options = parse_pairs(call.option.iter().map(String::as_str))?;
    let openings =
        openings::balanced(call.game, &options, call.games.div_ceil(2), call.plies, call.seed)?;
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..call.parallel.max(1))
            .map(|_| scope.spawn(|| play_games(&call, &options, &openings, &next, &tally)))
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| bail!("a worker broke down")))
    })?;
    let tally = tally.into_inner().unwrap_or_default();
    print(&format!("{} v {}, {}: {tally}", call.a, call.b, call.game));
    Ok(())
}

/// Takes games off the list until there are none.
fn play_games(
    call: &Call,
    options: &Options,
    openings: &[Vec<String>],
    next: &AtomicUsize,
    tally: &Mutex<Tally>,
) -> Result<()> {
    let peer = |command: &str, extra: &[String]| {
        Peer::start(command, call.game, options, extra)
            .with_context(|| format!("cannot start {command}"))
    };
    let (mut a, mut b) = (peer(&call.a, &call.a_option)?, peer(&call.b, &call.b_option)?);
    loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= call.games {
            return Ok(());
        }
        let a_is = if number.is_multiple_of(2) { Player::One } else { Player::Two };
        let (outcome, record) = play(call, options, &openings[number / 2], a_is, &mut a, &mut b)?;
        let mut tally = tally.lock().map_err(|_| anyhow::anyhow!("a worker broke down"))?;
        match outcome.map(|outcome| outcome.score) {
            Some(Score::Win(winner)) if winner == a_is => tally.wins += 1,
            Some(Score::Win(_)) => tally.losses += 1,
            _ => tally.draws += 1,
        }
        let side = call.game.info().sides[a_is.index()].key;
        print(&format!(
            "game {}: A is {side}, {}; so far {tally}",
            number + 1,
            result_text(outcome)
        ));
        if call.records {
            print(&record);
        }
    }
}

fn play(
    call: &Call,
    options: &Options,
    opening: &[String],
    a_is: Player,
    a: &mut Peer,
    b: &mut Peer,
) -> Result<(Option<Outcome>, String)> {
    let mut table = open(call.game, options, None)?;
    let mut moves = Vec::new();
    for text in opening {
        table.play(table.turn(), text)?;
        moves.push(text.clone());
    }
    a.new_game()?;
    b.new_game()?;
    while table.result().is_none() && table.ply() < call.longest {
        let turn = table.turn();
        let (peer, depth, nodes) = if turn == a_is {
            (&mut *a, call.depth, call.nodes)
        } else {
            let nodes = call.nodes.filter(|_| call.b_depth.is_none());
            (&mut *b, call.b_depth.or(call.depth), nodes)
        };
        let seen = Seen {
            table: table.as_ref(),
            moves: &moves,
            hidden: call.hide,
            time: Duration::from_millis(call.time),
            nodes,
            depth,
        };
        let text = peer.best_move(&seen)?;
        if let Err(error) = table.play(turn, &text) {
            // Who plays what is not legal has lost.
            let who = if turn == a_is { "A" } else { "B" };
            print(&format!(
                "{who} plays \"{text}\": {error}; position {}",
                table.snapshot(Viewer::Referee).position
            ));
            let forfeit = damier_games::outcome::reason::FORFEIT;
            table.end(Outcome::win(!turn, forfeit));
            break;
        }
        moves.push(normal(table.as_ref()));
    }
    let names = [&call.a, &call.b];
    let (white, black) =
        if a_is == Player::One { (names[0], names[1]) } else { (names[1], names[0]) };
    let headers = [("White".into(), white.clone()), ("Black".into(), black.clone())];
    Ok((table.result(), table.record(&headers, Viewer::Referee)))
}

/// The last move as we write it, however the engine wrote it.
fn normal(table: &dyn Table) -> String {
    table.reports(Viewer::Referee).pop().flatten().map(|report| report.text).unwrap_or_default()
}

#[expect(clippy::print_stdout, reason = "what a match prints is its result")]
fn print(line: &str) {
    println!("{line}");
    let _ = std::io::stdout().flush();
}
