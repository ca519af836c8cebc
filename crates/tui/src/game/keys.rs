//! What keys and the mouse do while a game is shown.

use super::{
    commands::Command,
    screen::{Overlay, PlayScreen, Wish},
    source::Ask,
    view::Places,
};
use crate::setup::Picked;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use damier_games::scene::PieceKind;

/// Longer than any move or word, shorter than what would hurt.
const LONGEST: usize = 200;

/// By how many lines the keys are turned over.
const HELP_STEP: usize = 10;

impl PlayScreen {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent, places: &Places) -> Vec<Wish> {
        if self.overlay.is_some() {
            return self.overlay_key(key);
        }
        if self.view.curtain {
            return match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => vec![Wish::Ask(Ask::Lift)],
                KeyCode::Esc => self.leave(),
                _ => Vec::new(),
            };
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        match key.code {
            KeyCode::Up => self.steer(places, (0, -1)),
            KeyCode::Down => self.steer(places, (0, 1)),
            KeyCode::Left => self.steer(places, (-1, 0)),
            KeyCode::Right => self.steer(places, (1, 0)),
            KeyCode::PageUp => self.back(),
            KeyCode::PageDown => self.forth(),
            KeyCode::Home => self.go(0),
            KeyCode::End => vec![Wish::Look(None)],
            KeyCode::Enter if !self.typed.is_empty() => self.submit(),
            KeyCode::Enter => {
                self.pointing = true;
                self.point(self.cursor)
            }
            KeyCode::Char(' ') if self.typed.is_empty() => {
                self.pointing = true;
                self.point(self.cursor)
            }
            KeyCode::Tab => {
                self.complete();
                Vec::new()
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.candidates.clear();
                Vec::new()
            }
            KeyCode::Esc => self.escape(),
            KeyCode::F(1) => self.command(Command::Help),
            KeyCode::Char('?') if self.typed.is_empty() => self.command(Command::Help),
            KeyCode::Char('/') if self.typed.is_empty() && self.view.online => {
                self.typed = "say ".into();
                Vec::new()
            }
            KeyCode::Char(sign) => {
                if self.typed.len() < LONGEST && !sign.is_control() {
                    self.typed.push(sign);
                    self.candidates.clear();
                    self.message = None;
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn control(&mut self, code: KeyCode) -> Vec<Wish> {
        match code {
            KeyCode::Char('f') => self.command(Command::Flip),
            KeyCode::Char('u' | 'z') => self.command(Command::Undo),
            KeyCode::Char('r') => self.command(Command::Resign),
            KeyCode::Char('d') => self.command(Command::Draw),
            KeyCode::Char('g') => self.command(Command::Claim),
            KeyCode::Char('n') => self.command(Command::Again),
            KeyCode::Left => self.back(),
            KeyCode::Right => self.forth(),
            _ => Vec::new(),
        }
    }

    fn steer(&mut self, places: &Places, way: (i32, i32)) -> Vec<Wish> {
        if self.pointing {
            self.cursor = places.board.neighbour(&self.view.board, self.cursor, way);
        }
        self.pointing = true;
        Vec::new()
    }

    fn escape(&mut self) -> Vec<Wish> {
        if !self.typed.is_empty() || !self.candidates.is_empty() {
            self.typed.clear();
            self.candidates.clear();
        } else if !self.clicked.is_empty() {
            self.clicked.clear();
        } else if self.past.is_some() {
            return vec![Wish::Look(None)];
        } else if self.message.is_some() {
            self.message = None;
        } else {
            return self.leave();
        }
        Vec::new()
    }

    fn overlay_key(&mut self, key: KeyEvent) -> Vec<Wish> {
        match self.overlay.take() {
            Some(Overlay::Choice { entries, at }) => self.choice_key(key, entries, at),
            Some(Overlay::Confirm(wish, question)) => match key.code {
                KeyCode::Enter | KeyCode::Char('y' | 'Y' | 'o' | 'O') => vec![wish],
                KeyCode::Esc | KeyCode::Char('n' | 'N') => Vec::new(),
                _ => {
                    self.overlay = Some(Overlay::Confirm(wish, question));
                    Vec::new()
                }
            },
            Some(Overlay::Quadrants(mut picker)) => match picker.key(key) {
                Picked::Done => vec![Wish::Ask(Ask::Choose(picker.texts()))],
                Picked::Left => {
                    self.overlay = Some(Overlay::Quadrants(picker));
                    vec![Wish::Leave]
                }
                Picked::Going => {
                    self.overlay = Some(Overlay::Quadrants(picker));
                    Vec::new()
                }
            },
            // Where the screen is too small for all of it.
            Some(Overlay::Help(from)) if matches!(key.code, KeyCode::Down | KeyCode::PageDown) => {
                self.overlay = Some(Overlay::Help(from + HELP_STEP));
                Vec::new()
            }
            Some(Overlay::Help(_)) | None => Vec::new(),
        }
    }

    fn choice_key(
        &mut self,
        key: KeyEvent,
        entries: Vec<(PieceKind, String)>,
        at: usize,
    ) -> Vec<Wish> {
        let count = entries.len();
        let begins = |sign: char| {
            let named = |(kind, _): &(PieceKind, String)| {
                let name = kind.name();
                [name.en, name.fr].iter().any(|name| name.starts_with(sign.to_ascii_lowercase()))
            };
            entries.iter().position(named)
        };
        let at = match key.code {
            KeyCode::Up | KeyCode::Left => (at + count - 1) % count,
            KeyCode::Down | KeyCode::Right | KeyCode::Tab => (at + 1) % count,
            KeyCode::Enter => return vec![Wish::Ask(Ask::Play(entries[at].1.clone()))],
            KeyCode::Esc => return Vec::new(),
            KeyCode::Char(sign) => match (sign.to_digit(10), begins(sign)) {
                (Some(n @ 1..), _) if (n as usize) <= count => {
                    return vec![Wish::Ask(Ask::Play(entries[n as usize - 1].1.clone()))];
                }
                (_, Some(found)) => return vec![Wish::Ask(Ask::Play(entries[found].1.clone()))],
                _ => at,
            },
            _ => at,
        };
        self.overlay = Some(Overlay::Choice { entries, at });
        Vec::new()
    }

    /// A click on what lies over the board: a choice is made, the keys are put away.
    fn click_overlay(&mut self, row: u16, places: &Places) -> Vec<Wish> {
        match self.overlay.take() {
            Some(Overlay::Choice { entries, at }) => match places.choice_at(entries.len(), row) {
                Some(n) => return vec![Wish::Ask(Ask::Play(entries[n].1.clone()))],
                None => self.overlay = Some(Overlay::Choice { entries, at }),
            },
            Some(Overlay::Help(_)) => {}
            other => self.overlay = other,
        }
        Vec::new()
    }

    /// The mouse did something.
    pub fn mouse(&mut self, mouse: MouseEvent, places: &Places) -> Vec<Wish> {
        if self.overlay.is_some() {
            return match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.click_overlay(mouse.row, places),
                _ => Vec::new(),
            };
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.view.curtain => {
                vec![Wish::Ask(Ask::Lift)]
            }
            MouseEventKind::Down(MouseButton::Left) => {
                match places.board.hit(&self.view.board, mouse.column, mouse.row) {
                    Some(cell) => {
                        self.pointing = false;
                        self.point(cell)
                    }
                    None => match places.move_at(self, mouse.column, mouse.row) {
                        Some(ply) => self.go(ply),
                        None => Vec::new(),
                    },
                }
            }
            MouseEventKind::ScrollUp => self.back(),
            MouseEventKind::ScrollDown => self.forth(),
            _ => Vec::new(),
        }
    }
}
