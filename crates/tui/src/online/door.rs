//! The door of a server: a name, and a password for whoever has an account.

use crossterm::event::{KeyCode, KeyEvent};
use damier_games::text::Phrase;

/// How one enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// With a pseudonym.
    #[default]
    Guest,
    /// With one's account.
    SignIn,
    /// With a new account.
    Register,
}

impl Entry {
    const ALL: [Self; 3] = [Self::Guest, Self::SignIn, Self::Register];
}

/// The form at the door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Door {
    /// How one enters.
    pub entry: Entry,
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// Which line is written on: the way, the name, the password.
    pub at: usize,
    /// Whether an answer is awaited.
    pub waits: bool,
    /// What went wrong.
    pub refusal: Option<Phrase>,
    /// Whether a session elsewhere shall end.
    pub end_other: bool,
}

/// What a key came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knock {
    /// Nothing yet.
    Going,
    /// Enter like this.
    Enter,
    /// Go away.
    Left,
}

const LONGEST: usize = 128;

impl Door {
    /// A door with a name on it already.
    pub fn new(name: Option<String>) -> Self {
        Self { name: name.unwrap_or_default(), at: 1, ..Self::default() }
    }

    /// A door for somebody with an account: only the password is missing.
    pub fn sign_in(name: Option<String>, password: String) -> Self {
        let at = if name.is_some() { 2 } else { 1 };
        Self { entry: Entry::SignIn, password, at, ..Self::new(name) }
    }

    /// How many lines there are.
    pub const fn lines(&self) -> usize {
        if matches!(self.entry, Entry::Guest) { 2 } else { 3 }
    }

    /// What is written on.
    fn field(&mut self) -> Option<&mut String> {
        match self.at {
            1 => Some(&mut self.name),
            2 => Some(&mut self.password),
            _ => None,
        }
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Knock {
        match key.code {
            KeyCode::Esc => return Knock::Left,
            KeyCode::Enter if self.at + 1 < self.lines() && self.at > 0 => self.at += 1,
            KeyCode::Enter if !self.name.is_empty() && !self.waits => return Knock::Enter,
            KeyCode::Enter => self.at = 1,
            KeyCode::Up => self.at = (self.at + self.lines() - 1) % self.lines(),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % self.lines(),
            KeyCode::Left | KeyCode::Right => {
                let at = Entry::ALL.iter().position(|entry| *entry == self.entry).unwrap_or(0);
                let step = if key.code == KeyCode::Left { 2 } else { 1 };
                self.entry = Entry::ALL[(at + step) % 3];
                self.at = self.at.min(self.lines() - 1);
                self.refusal = None;
            }
            KeyCode::Backspace => {
                self.field().map(String::pop);
            }
            KeyCode::Char(sign) if !sign.is_control() => {
                if let Some(field) = self.field().filter(|field| field.len() < LONGEST) {
                    field.push(sign);
                }
            }
            _ => {}
        }
        Knock::Going
    }
}
