//! The list of games.

use crossterm::event::{KeyCode, KeyEvent};
use damier_games::GameKey;

/// The list of games, one of which is pointed at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesMenu {
    /// Which.
    pub at: usize,
}

/// What a key came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Nothing yet.
    Going,
    /// This game.
    Game(GameKey),
    /// None of them.
    Left,
}

impl GamesMenu {
    /// The game that is pointed at.
    pub fn game(&self) -> GameKey {
        GameKey::ALL[self.at.min(GameKey::ALL.len() - 1)]
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent, name: impl Fn(GameKey) -> &'static str) -> Chosen {
        let count = GameKey::ALL.len();
        match key.code {
            KeyCode::Up => self.at = (self.at + count - 1) % count,
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = count - 1,
            KeyCode::Enter | KeyCode::Char(' ') => return Chosen::Game(self.game()),
            KeyCode::Esc => return Chosen::Left,
            KeyCode::Char(sign) => {
                // The next game that begins with it.
                let begins = |key: GameKey| {
                    let first = name(key).chars().next();
                    first.is_some_and(|first| first.to_lowercase().eq(sign.to_lowercase()))
                };
                let turns = (1..=count).map(|n| (self.at + n) % count);
                self.at = turns.into_iter().find(|n| begins(GameKey::ALL[*n])).unwrap_or(self.at);
            }
            _ => {}
        }
        Chosen::Going
    }
}
