//! Damier in the terminal: state, update, view. `app` is pure and holds everything, `view` only reads it, `runtime` is the thin part
//! that touches the world. `plain` is the same by lines, for pipes, scripts and screen readers.

mod app;
mod board;
mod error;
mod frame;
mod game;
mod look;
pub mod measure;
mod online;
mod plain;
mod runtime;
mod setup;
#[cfg(test)]
mod tests;
mod texts;
mod thinking;
mod view;

use damier_games::text::Language;
pub use error::TuiError;
pub use game::{Opponent, Setup, SideWish};
use std::io::IsTerminal;

/// How to show things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Only ASCII.
    pub ascii: bool,
    /// In which language.
    pub language: Language,
}

/// Plays here: a game, or whatever is chosen from the menu.
pub fn play(setup: Option<Setup>, manner: Manner) -> Result<(), TuiError> {
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(TuiError::NoTerminal);
    }
    let look = look::Look::of_environment(|name| std::env::var(name).ok(), manner.ascii);
    let (app, effects) = match setup {
        Some(setup) => app::App::play(look, manner.language, runtime::size(), setup)?,
        None => {
            let seed = runtime::chance();
            (app::App::menu(look, manner.language, runtime::size(), seed), Vec::new())
        }
    };
    runtime::run(app, effects)
}

/// Plays on a server: at this address or by this code, under this name.
pub fn join(target: Option<&str>, name: Option<String>, manner: Manner) -> Result<(), TuiError> {
    let (address, errand) = match target {
        Some(text) => online::Address::read(text)?,
        None => (online::Address::usual(), None),
    };
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(TuiError::NoTerminal);
    }
    let look = look::Look::of_environment(|name| std::env::var(name).ok(), manner.ascii);
    let online = online::Online::new(address, errand, runtime::chance());
    let (app, effects) = app::App::join(look, manner.language, runtime::size(), online, name);
    runtime::run(app, effects)
}

/// Plays on a server line by line.
pub fn join_plainly(
    target: Option<&str>,
    name: Option<String>,
    manner: Manner,
) -> Result<(), TuiError> {
    let (address, errand) = match target {
        Some(text) => online::Address::read(text)?,
        None => (online::Address::usual(), None),
    };
    let name = name.ok_or(TuiError::NoName)?;
    let online = online::Online::new(address, errand, runtime::chance());
    let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
    let seen = stdin.is_terminal();
    let input = std::io::BufReader::new(stdin);
    match plain::join(online, name, manner.language, input, stdout.lock())? {
        0 => Ok(()),
        _ if seen => Ok(()),
        count => Err(TuiError::Refused(count)),
    }
}

/// Plays here line by line. Fails if a line was refused and nobody was there to see it.
pub fn play_plainly(setup: Option<Setup>, manner: Manner) -> Result<(), TuiError> {
    let setup = setup.ok_or(TuiError::NoGame)?;
    let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
    let seen = stdin.is_terminal();
    match plain::play(setup, manner.language, stdin.lock(), stdout.lock())? {
        0 => Ok(()),
        _ if seen => Ok(()),
        count => Err(TuiError::Refused(count)),
    }
}

/// A number that nobody could have guessed, to vary games with.
pub fn chance() -> u64 {
    runtime::chance()
}
