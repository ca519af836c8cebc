//! Move generation: perft of each game, bulk-counted, beside the plain oracle of the same game or the library it stands on.

use crate::{race, speed};
use damier_games::{Game, options::Options, perft::perft, table::read_position};
use damier_oracle::{self as oracle, Oracle};
use std::io::{self, Write};

pub fn run(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "perft, one thread, million nodes a second, the last ply counted without being played"
    )?;
    writeln!(
        out,
        "{:<11} {:<12} {:>12} {:>9} {:>9}  {:<10} {:>7}  goal",
        "game", "position", "nodes", "damier", "yardstick", "which", "ratio"
    )?;
    use damier_games::*;
    let start = "alquerque bbbbb/bbbbb/bb1ww/wwwww/wwwww w 0 0 -";
    against_oracle::<alquerque::Alquerque, oracle::alquerque::Alquerque>(
        out,
        "start",
        start,
        &[],
        8,
    )?;
    Ok(())
}

/// One line: ours beside the oracle at the same depth, which must count the same.
fn against_oracle<G: Game, O: Oracle>(
    out: &mut impl Write,
    name: &str,
    position: &str,
    options: &[(&str, &str)],
    depth: u32,
) -> io::Result<()> {
    let chosen: Options = options.iter().map(|&(key, value)| (key.into(), value.into())).collect();
    let (game, pos): (G, _) = read_position(&chosen, position).map_err(io::Error::other)?;
    let plain = O::read(position, options);
    let results = race(|| perft(&game, &pos, depth), || oracle::perft(&plain, depth));
    line(out, G::INFO.key, name, results, "oracle", 10.0)
}

fn line(
    out: &mut impl Write,
    game: &str,
    position: &str,
    [ours, yardstick]: [(u64, std::time::Duration); 2],
    which: &str,
    goal: f64,
) -> io::Result<()> {
    if ours.0 != yardstick.0 {
        return Err(io::Error::other(format!(
            "{game}, {position}: we count {}, the yardstick {}",
            ours.0, yardstick.0
        )));
    }
    let ratio = speed(ours) / speed(yardstick);
    writeln!(
        out,
        "{game:<11} {position:<12} {:>12} {:>9.1} {:>9.1}  {which:<10} {ratio:>7.2}  {goal}",
        ours.0,
        speed(ours),
        speed(yardstick)
    )
}
