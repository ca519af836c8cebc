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

use damier_games::{mosaic::QuadrantSet, text::Language};
pub use error::TuiError;
pub use game::{Opponent, Setup, SideWish};
use std::{
    io::{IsTerminal, Write},
    sync::Arc,
};

/// How to show things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Only ASCII.
    pub ascii: bool,
    /// In which language.
    pub language: Language,
    /// The quadrants that this person has painted, for boards that are put together.
    pub quadrants: QuadrantSet,
}

/// Who one is on a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visitor {
    /// The name, if it was told.
    pub name: Option<String>,
    /// Whether one has an account of that name; else one is a guest.
    pub account: bool,
    /// Its password, if it was told.
    pub password: Option<String>,
}

/// Whether there is a screen to draw on.
fn check_terminal() -> Result<(), TuiError> {
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(TuiError::NoTerminal);
    }
    // Such a terminal knows nothing but lines.
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if dumb { Err(TuiError::Dumb) } else { Ok(()) }
}

/// Whether a match can be hosted from here, which goes only where there is a screen.
pub fn check_host() -> Result<(), TuiError> {
    check_terminal().map_err(|_| TuiError::NoScreenToHost)
}

/// Plays here: a game, or whatever is chosen from the menu.
pub fn play(setup: Option<Setup>, manner: Manner) -> Result<(), TuiError> {
    check_terminal()?;
    let look = look::Look::of_environment(|name| std::env::var(name).ok(), manner.ascii);
    let (mut app, effects) = match setup {
        Some(setup) => app::App::play(look, manner.language, runtime::size(), setup)?,
        None => {
            let seed = runtime::chance();
            (app::App::menu(look, manner.language, runtime::size(), seed), Vec::new())
        }
    };
    app.own = Arc::new(manner.quadrants);
    runtime::run(app, effects, None)
}

/// Plays on a server: at this address or by this code, under this name.
pub fn join(target: Option<&str>, visitor: Visitor, manner: Manner) -> Result<(), TuiError> {
    let (address, errand) = match target {
        Some(text) => online::Address::read(text)?,
        None => (online::Address::usual(), None),
    };
    check_terminal()?;
    let look = look::Look::of_environment(|name| std::env::var(name).ok(), manner.ascii);
    let online = online::Online::new(address, errand, runtime::chance());
    let (guest, size) = (visitor.name.clone().filter(|_| !visitor.account), runtime::size());
    let (mut app, mut effects) = app::App::join(look, manner.language, size, online, guest);
    app.own = Arc::new(manner.quadrants);
    if visitor.account {
        let known = visitor.name.is_some() && visitor.password.is_some();
        let password = visitor.password.unwrap_or_default();
        app.screen = app::Screen::Door(Box::new(online::Door::sign_in(visitor.name, password)));
        if known {
            effects = app.enter();
        }
    }
    runtime::run(app, effects, None)
}

/// Plays on a server of one's own: begins this match there and waits for whoever comes. `invite` is given the match and its code and
/// tells how others come to it.
pub fn host(
    address: std::net::SocketAddr,
    name: String,
    setup: &Setup,
    invite: impl FnMut(&str, &str) -> Vec<String> + 'static,
    manner: Manner,
) -> Result<(), TuiError> {
    check_host()?;
    let (address, _) = online::Address::read(&address.to_string())?;
    let mut online = online::Online::new(address, None, runtime::chance());
    online.plan = Some(serde_json::json!({
        "game": setup.game, "options": setup.options, "opponent": "friend", "side": setup.side.key(),
        "time": setup.time,
    }));
    let look = look::Look::of_environment(|name| std::env::var(name).ok(), manner.ascii);
    let size = runtime::size();
    let (mut app, effects) = app::App::join(look, manner.language, size, online, Some(name));
    app.own = Arc::new(manner.quadrants);
    runtime::run(app, effects, Some(Box::new(invite)))
}

/// Lets a person choose one of these lines, or none.
pub fn choose(title: &str, lines: &[String]) -> Result<Option<usize>, TuiError> {
    let mut out = std::io::stdout();
    let mut input = plain::Lines(std::io::stdin().lock());
    writeln!(out, "{title}")?;
    for (n, line) in lines.iter().enumerate() {
        writeln!(out, "{:>3}  {line}", n + 1)?;
    }
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = input.next_line()? else { return Ok(None) };
        match line.parse::<usize>() {
            Ok(n) if (1..=lines.len()).contains(&n) => return Ok(Some(n - 1)),
            _ if line.is_empty() && lines.len() == 1 => return Ok(Some(0)),
            _ if line.is_empty() => return Ok(None),
            _ => {}
        }
    }
}

/// Whether a text is the code of a match rather than an address.
pub fn is_code(text: &str) -> bool {
    online::is_code(text)
}

/// Plays on a server line by line.
pub fn join_plainly(
    target: Option<&str>,
    visitor: Visitor,
    manner: Manner,
) -> Result<(), TuiError> {
    let (address, errand) = match target {
        Some(text) => online::Address::read(text)?,
        None => (online::Address::usual(), None),
    };
    let name = visitor.name.ok_or(TuiError::NoName)?;
    let online = online::Online::new(address, errand, runtime::chance());
    let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
    let seen = stdin.is_terminal();
    let mut input = std::io::BufReader::new(stdin);
    let door = match (visitor.account, visitor.password) {
        (false, _) => online::Door::new(Some(name)),
        (true, Some(password)) => online::Door::sign_in(Some(name), password),
        // The first line is the password.
        (true, None) => {
            let password = plain::Lines(&mut input).next_line()?.unwrap_or_default();
            online::Door::sign_in(Some(name), password)
        }
    };
    match plain::join(online, door, manner, input, stdout.lock())? {
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
    let input = std::io::BufReader::new(stdin);
    match plain::play(setup, manner.language, input, stdout.lock())? {
        0 => Ok(()),
        _ if seen => Ok(()),
        count => Err(TuiError::Refused(count)),
    }
}

/// A number that nobody could have guessed, to vary games with.
pub fn chance() -> u64 {
    runtime::chance()
}
