//! Move generation: perft of each game, bulk-counted, beside the plain oracle of the same game or the library it stands on.

use crate::{race, speed};
use damier_games::{
    Game, alice::Alice, alquerque::Alquerque, chess::Chess, congress::Congress, draughts::Draughts,
    horde::Horde, isolation::Isolation, katarenga::Katarenga, morpion::Morpion, options::Options,
    perft::perft, table::read_position,
};
use damier_oracle::{self as oracle, Oracle};
use std::io::{self, Write};

/// A position of a game, with the options that its text does not carry.
struct Case {
    name: &'static str,
    position: &'static str,
    options: &'static [(&'static str, &'static str)],
    depth: u32,
}

const fn case(name: &'static str, position: &'static str, depth: u32) -> Case {
    Case { name, position, options: &[], depth }
}

/// The default board of the Katarenga family.
macro_rules! mosaic {
    () => {
        "YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB"
    };
}

const CHESS: [Case; 2] = [
    case("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    case("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
];
const HORDE: Case = Case {
    name: "lichess",
    position: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    options: &[("variant", "lichess")],
    depth: 5,
};
const DRAUGHTS: [Case; 2] =
    [case("start", "W:W31-50:B1-20", 7), case("kings", "W:WK46,K47,31,36,41:BK5,K4,10,15,20", 4)];
const ALICE: [Case; 2] = [
    case("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1", 4),
    case(
        "both boards",
        "r2q1rk1/1p2bp1p/p7/3p4/8/1P6/P4PPP/R2Q1RK1|8/2p3p1/2n1b3/4p3/3PP3/2N2N2/1BP5/8 w - - 0 12",
        4,
    ),
];
const KATARENGA: [Case; 1] = [case(
    "start",
    concat!("katarenga ", mosaic!(), " rrrrrrrr/8/8/8/8/8/8/bbbbbbbb r ---- 0 0 -"),
    4,
)];
const CONGRESS: [Case; 1] = [case(
    "start",
    concat!("congress ", mosaic!(), " 1r1br1b1/b6r/8/r6b/b6r/8/r6b/1b1rb1r1 r 0 -"),
    4,
)];
const ISOLATION: [Case; 3] = [
    case("incoming", concat!("isolation ", mosaic!(), " 8/8/8/8/8/8/8/8 r -"), 4),
    case("mutual", concat!("isolation ", mosaic!(), " 8/8/8/8/8/8/8/8 r safety=mutual"), 3),
    case("opposite", concat!("isolation ", mosaic!(), " 8/8/8/8/8/8/8/8 r safety=opposite"), 3),
];
const ALQUERQUE: [Case; 2] = [
    case("start", "alquerque bbbbb/bbbbb/bb1ww/wwwww/wwwww w 0 0 -", 8),
    case("strict", "alquerque bbbbb/bbbbb/bb1ww/wwwww/wwwww w 0 0 capture=strict", 13),
];
const MORPION: [Case; 3] = [
    case("start", "morpion 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x -", 3),
    case("renju", "morpion 15/15/15/15/15/15/6x1o6/7x7/6o1x6/15/15/15/15/15/15 x rule=renju", 2),
    case("3x3", "morpion 3/3/3 x line=3,size=3", 9),
];

pub fn run(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "perft, one thread, million nodes a second, the last ply counted without being played"
    )?;
    writeln!(
        out,
        "{:<11} {:<12} {:>11} {:>9} {:>9}  {:<9} {:>7}  goal",
        "game", "position", "nodes", "damier", "yardstick", "which", "ratio"
    )?;
    for case in &CHESS {
        against_shakmaty::<Chess, shakmaty::Chess>(out, case, 0.8)?;
    }
    against_shakmaty::<Horde, shakmaty::variant::Horde>(out, &HORDE, 0.8)?;
    against_oracle::<Draughts, oracle::draughts::Draughts>(out, &DRAUGHTS)?;
    against_oracle::<Alice, oracle::alice::Alice>(out, &ALICE)?;
    against_oracle::<Katarenga, oracle::katarenga::Katarenga>(out, &KATARENGA)?;
    against_oracle::<Congress, oracle::congress::Congress>(out, &CONGRESS)?;
    against_oracle::<Isolation, oracle::isolation::Isolation>(out, &ISOLATION)?;
    against_oracle::<Alquerque, oracle::alquerque::Alquerque>(out, &ALQUERQUE)?;
    against_oracle::<Morpion, oracle::morpion::Morpion>(out, &MORPION)
}

/// One line: ours beside the library that it stands on.
fn against_shakmaty<G: Game, S>(out: &mut impl Write, case: &Case, goal: f64) -> io::Result<()>
where
    S: shakmaty::Position + shakmaty::FromSetup + Clone,
{
    let fen: shakmaty::fen::Fen = case.position.parse().map_err(io::Error::other)?;
    let direct: S = fen
        .into_position(shakmaty::CastlingMode::Standard)
        .map_err(|_| io::Error::other(case.position))?;
    let (game, pos) = read::<G>(case)?;
    let results = race(|| perft(&game, &pos, case.depth), || shakmaty::perft(&direct, case.depth));
    line(out, G::INFO.key, case.name, results, "shakmaty", goal)
}

fn read<G: Game>(case: &Case) -> io::Result<(G, G::Position)> {
    let chosen: Options =
        case.options.iter().map(|&(key, value)| (key.into(), value.into())).collect();
    read_position(&chosen, case.position).map_err(io::Error::other)
}

/// A line for each position: ours beside the oracle at the same depth, which must count the same.
fn against_oracle<G: Game, O: Oracle>(out: &mut impl Write, cases: &[Case]) -> io::Result<()> {
    for case in cases {
        let (game, pos) = read::<G>(case)?;
        // The oracle reads texts as we write them.
        let plain = O::read(&game.position_text(&pos), case.options);
        let results = race(|| perft(&game, &pos, case.depth), || oracle::perft(&plain, case.depth));
        line(out, G::INFO.key, case.name, results, "oracle", 10.0)?;
    }
    Ok(())
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
        "{game:<11} {position:<12} {:>11} {:>9.1} {:>9.1}  {which:<9} {ratio:>7.2}  {goal}",
        ours.0,
        speed(ours),
        speed(yardstick)
    )
}
