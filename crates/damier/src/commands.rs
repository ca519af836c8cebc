//! What each command does.

use crate::failure::Failure;
use clap::ArgMatches;
use damier_games::{
    GameKey, Rules, open,
    options::{Options, parse_pairs, rulebook},
    perft::perft as count,
    table::read_position,
    text::Phrase,
    vectors::check,
    with_game,
};
use std::{fs, io::Write, path::Path, time::Instant};

/// What every command about a position is given.
struct Given<'a> {
    game: GameKey,
    options: Options,
    position: Option<&'a str>,
}

impl<'a> Given<'a> {
    fn read(given: &'a ArgMatches) -> Result<Self, Failure> {
        let text = |name: &str| given.get_one::<String>(name).map(String::as_str);
        let pairs = given.get_many::<String>("option").into_iter().flatten();
        Ok(Self {
            game: text("game").unwrap_or_default().parse()?,
            options: parse_pairs(pairs.map(String::as_str))?,
            position: text("position"),
        })
    }
}

/// The legal moves, one a line.
pub fn moves(given: &ArgMatches, out: &mut impl Write) -> Result<(), Failure> {
    let Given { game, options, position } = Given::read(given)?;
    for text in open(game, &options, position)?.legal_moves() {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// The leaf count, with the time it took.
pub fn perft(given: &ArgMatches, out: &mut impl Write) -> Result<(), Failure> {
    let depth = *given.get_one("depth").expect("clap asks for it");
    let Given { game, options, position } = Given::read(given)?;
    let started = Instant::now();
    let nodes = with_game!(game, |G| {
        let (rules, pos) = match position {
            Some(text) => read_position::<G>(&options, text)?,
            None => {
                let rules: G = rulebook(&options)?;
                let start = rules.start();
                (rules, start)
            }
        };
        count(&rules, &pos, depth)
    });
    let seconds = started.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9);
    writeln!(out, "{nodes} nodes, {seconds:.3} s, {speed:.0} nodes/s")?;
    Ok(())
}

/// Every line of every file; the game is the stem of the file's name.
pub fn vectors(given: &ArgMatches, out: &mut impl Write) -> Result<(), Failure> {
    let (mut passed, mut failed) = (0, 0);
    for path in given.get_many::<std::path::PathBuf>("file").into_iter().flatten() {
        let game: GameKey = path.file_stem().unwrap_or_default().to_string_lossy().parse()?;
        for (number, line) in read_file(path)?.lines().enumerate() {
            match check(game, line) {
                Ok(()) => passed += 1,
                Err(failure) => {
                    failed += 1;
                    writeln!(out, "{}:{}: {failure}", path.display(), number + 1)?;
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    out.flush()?;
    if failed == 0 {
        return Ok(());
    }
    Err(Failure::Work(match failed {
        1 => Phrase::new("one vector differs", "un vecteur diffère"),
        _ => {
            Phrase::new(format!("{failed} vectors differ"), format!("{failed} vecteurs diffèrent"))
        }
    }))
}

/// The named benchmarks, or all; of the named games, or of all.
pub fn bench(given: &ArgMatches, out: &mut impl Write) -> Result<(), Failure> {
    let words = given.get_many::<String>("name").into_iter().flatten().map(String::as_str);
    let (mut names, others): (Vec<&str>, Vec<&str>) =
        words.partition(|word| damier_bench::NAMES.contains(word));
    let mut games: Vec<GameKey> = others.iter().filter_map(|word| word.parse().ok()).collect();
    if names.is_empty() {
        // Who names only games means the benchmarks that go by games.
        let by_game = !games.is_empty();
        let all = if by_game { &damier_bench::BY_GAME[..] } else { &damier_bench::NAMES[..] };
        names.extend(all);
    }
    if games.is_empty() {
        games.extend(GameKey::ALL);
    }
    let pairs = given.get_many::<String>("option").into_iter().flatten();
    let options = parse_pairs(pairs.map(String::as_str))?;
    if !options.is_empty() {
        let deaf = names.iter().find(|name| !damier_bench::BY_OPTIONS.contains(name));
        if let Some(name) = deaf {
            let hears = damier_bench::BY_OPTIONS.join(", ");
            return Err(Failure::Call(Phrase::new(
                format!("\"{name}\" takes no options: --option is for {hears}"),
                format!("« {name} » ne prend pas d'options : --option est pour {hears}"),
            )));
        }
        for &game in &games {
            open(game, &options, None)?;
        }
    }
    for name in names {
        damier_bench::run(name, &games, &options, out)?;
    }
    Ok(())
}

/// Our engine on standard input and output.
pub fn engine(given: &ArgMatches) -> Result<(), Failure> {
    let protocol = given.get_one::<String>("protocol").expect("clap asks for it");
    let input = std::io::BufReader::new(std::io::stdin());
    match protocol.as_str() {
        "gomocup" => damier_engine::protocol::gomocup::run(input, std::io::stdout())?,
        "uci" => damier_engine::protocol::uci::run(input, std::io::stdout())?,
        "hub" => damier_engine::protocol::hub::run(input, std::io::stdout())?,
        _ => unreachable!("clap knows no other protocols"),
    }
    Ok(())
}

fn read_file(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| {
        let path = path.display();
        Failure::Call(Phrase::new(
            format!("cannot read {path}: {error}"),
            format!("impossible de lire {path} : {error}"),
        ))
    })
}
