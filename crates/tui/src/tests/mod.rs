//! What is seen and what keys do, without a terminal.

mod keys;
mod online;
mod screens;

use crate::{
    app::{App, Effect, Event, Screen},
    game::{Opponent, PlayScreen, Setup},
    look::{Depth, Look},
    view,
};
use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use damier_engine::Level;
use damier_games::{options::Options, text::Language};
use ratatui::{Terminal, backend::TestBackend};

const RICH: Look = Look { depth: Depth::True, ascii: false };
const BARE: Look = Look { depth: Depth::None, ascii: false };
const POOR: Look = Look { depth: Depth::None, ascii: true };

fn setup(game: &str, opponent: Opponent) -> Setup {
    Setup::new(game.parse().unwrap(), opponent)
}

fn human(game: &str) -> App {
    let setup = setup(game, Opponent::Human);
    App::play(RICH, Language::English, (80, 24), setup).unwrap().0
}

fn computer(game: &str) -> App {
    let setup = setup(game, Opponent::Computer(Level::new(1).unwrap()));
    App::play(RICH, Language::English, (80, 24), setup).unwrap().0
}

fn press(app: &mut App, code: KeyCode) -> Vec<Effect> {
    app.update(Event::Input(Input::Key(KeyEvent::from(code))), 0)
}

fn control(app: &mut App, letter: char) -> Vec<Effect> {
    let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    app.update(Event::Input(Input::Key(key)), 0)
}

#[test]
fn what_is_measured_can_be_drawn() {
    let screen = crate::measure::Redraw::new(damier_games::GameKey::Chess, Options::new()).unwrap();
    screen.game();
    screen.plain();
}

/// Types a line.
fn type_line(app: &mut App, line: &str) -> Vec<Effect> {
    for letter in line.chars() {
        press(app, KeyCode::Char(letter));
    }
    press(app, KeyCode::Enter)
}

fn play(app: &App) -> &PlayScreen {
    match &app.screen {
        Screen::Play(play) => play,
        other => panic!("{other:?}"),
    }
}

/// The screen as text.
fn shown(app: &App) -> String {
    let (width, height) = app.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, app)).unwrap();
    let lines = terminal.backend().to_string();
    let trimmed =
        |line: &str| line.trim_matches('"').trim_end().trim_end_matches('"').trim_end().to_owned();
    lines.lines().map(trimmed).collect::<Vec<_>>().join("\n")
}
