//! The commands of whoever plays in a terminal.

use crate::failure::Failure;
use clap::ArgMatches;
use damier_engine::Level;
use damier_games::{
    options::parse_pairs,
    text::{Language, Phrase, Tell},
};
use damier_tui::{Manner, Opponent, Setup, SideWish, TuiError};
use std::io;

/// Plays on this machine.
pub fn play(given: &ArgMatches, language: Language) -> Result<(), Failure> {
    let manner = Manner { ascii: given.get_flag("ascii"), language };
    let setup = setup(given)?;
    if given.get_flag("plain") {
        damier_tui::play_plainly(setup, manner).map_err(failed)
    } else {
        damier_tui::play(setup, manner).map_err(failed)
    }
}

/// Plays on a server.
pub fn join(given: &ArgMatches, language: Language) -> Result<(), Failure> {
    let manner = Manner { ascii: given.get_flag("ascii"), language };
    let target = given.get_one::<String>("target").map(String::as_str);
    let name = given.get_one::<String>("name").cloned();
    if given.get_flag("plain") {
        damier_tui::join_plainly(target, name, manner).map_err(failed)
    } else {
        damier_tui::join(target, name, manner).map_err(failed)
    }
}

/// What was agreed on the command line; nothing if no game is named.
fn setup(given: &ArgMatches) -> Result<Option<Setup>, Failure> {
    let text = |name: &str| given.get_one::<String>(name).map(String::as_str);
    let pairs = given.get_many::<String>("option").into_iter().flatten();
    let options = parse_pairs(pairs.map(String::as_str))?;
    let opponent = match text("vs").unwrap_or("2") {
        "human" => Opponent::Human,
        level => Opponent::Computer(level.parse::<Level>().map_err(|error| {
            Failure::Call(Phrase::new(
                format!("{}, or human", error.tell(Language::English)),
                format!("{}, ou human", error.tell(Language::French)),
            ))
        })?),
    };
    let side = match text("side") {
        Some("second") => SideWish::Second,
        Some("random") => SideWish::Random,
        _ => SideWish::First,
    };
    let Some(game) = text("game") else { return Ok(None) };
    let (game, seed) = (game.parse()?, damier_tui::chance());
    Ok(Some(Setup { game, options, opponent, side, seed }))
}

fn failed(error: TuiError) -> Failure {
    match error {
        TuiError::Terminal(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            Failure::Output(error)
        }
        error => {
            let phrase = Phrase::new(error.tell(Language::English), error.tell(Language::French));
            if error.is_call() { Failure::Call(phrase) } else { Failure::Work(phrase) }
        }
    }
}
