//! The levels: each against the one below it, in every game, from random openings with both colours.

use damier_engine::{
    Level,
    mind::{Mind, Thinking, mind},
    random::Random,
    search::Limits,
};
use damier_games::{GameKey, Player, open, options::Options};
use std::{
    io::{self, Write},
    sync::atomic::AtomicBool,
};

const GAMES: usize = 40;
const OPENING_PLIES: usize = 2;
const LONGEST: usize = 300;
/// What full strength may think, so that the figures do not depend on the machine.
const FULL_NODES: u64 = 800_000;

/// All games, or the one that is named.
pub fn run(only: Option<GameKey>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "levels, each against the one below, {GAMES} games, points in percent; goal 65")?;
    for &game in GameKey::ALL.iter().filter(|&&game| only.is_none_or(|only| only == game)) {
        write!(out, "{:<11}", game.to_string())?;
        for pair in Level::ALL.windows(2) {
            let points: usize =
                (0..GAMES).map(|number| points_of(game, pair[1], pair[0], number)).sum();
            write!(
                out,
                " {}-{}: {:>3}",
                pair[1].number(),
                pair[0].number(),
                100 * points / (2 * GAMES)
            )?;
            out.flush()?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Half points of the stronger one in one game.
fn points_of(game: GameKey, strong: Level, weak: Level, number: usize) -> usize {
    let strong_is = Player::BOTH[number % 2];
    let mut players = [mind(game, 16), mind(game, 16)];
    let mut table = open(game, &Options::new(), None).expect("every game has a start");
    let mut random = Random::new(number as u64 / 2);
    let mut moves: Vec<String> = Vec::new();
    while table.result().is_none() && table.ply() < LONGEST {
        let turn = table.turn();
        let text = if table.ply() < OPENING_PLIES {
            let legal = table.legal_moves();
            legal[random.below(legal.len())].clone()
        } else {
            let level = if turn == strong_is { strong } else { weak };
            answer(players[turn.index()].as_mut(), &moves, level, number as u64)
        };
        table.play(turn, &text).expect("our players play legal moves");
        moves.push(text);
    }
    match table.result().map(|outcome| outcome.winner()) {
        Some(Some(winner)) => 2 * usize::from(winner == strong_is),
        _ => 1,
    }
}

fn answer(player: &mut dyn Mind, moves: &[String], level: Level, seed: u64) -> String {
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    player.look(&Options::new(), None, &words).expect("the moves were played");
    let limits = Limits { nodes: Some(FULL_NODES), ..Limits::default() };
    let thinking = Thinking { limits, level, lines: 1, threads: 1, seed };
    let thoughts = player.think(&thinking, &AtomicBool::new(false), &mut |_| ());
    thoughts[0].line[0].clone()
}
