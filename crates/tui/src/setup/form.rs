//! What is agreed before a game, as a form: every line a field, changed by the arrows.

mod values;

use super::quadrants::{Picked, QuadrantPicker};
use crate::{
    game::{Opponent, Setup, SideWish, phrase},
    texts,
};
use crossterm::event::{KeyCode, KeyEvent};
use damier_engine::Level;
use damier_games::{
    GameKey,
    mosaic::QuadrantSet,
    open,
    options::{Kind, Options, all_options},
    text::{Phrase, Text},
    with_game,
};
use damier_protocol::TimeControl;
use std::sync::Arc;

/// Where the game will be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On this machine.
    Here,
    /// On a server; whether the person has an account there.
    Server {
        /// Only games of accounts can be rated.
        account: bool,
    },
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Against whom.
    Opponent,
    /// How strong the computer is.
    Level,
    /// Which side.
    Side,
    /// How long.
    Time,
    /// Whether it counts.
    Rated,
    /// A well-known choice of options.
    Preset,
    /// An option of the game, by its place in the description.
    Option(usize),
    /// Whether each player chooses half of the board.
    Choosing,
    /// Begin.
    Play,
}

/// The usual times.
const TIMES: [TimeControl; 10] = [
    TimeControl::None,
    TimeControl::Clock { base: 60, increment: 1 },
    TimeControl::Clock { base: 180, increment: 2 },
    TimeControl::Clock { base: 300, increment: 3 },
    TimeControl::Clock { base: 600, increment: 5 },
    TimeControl::Clock { base: 1800, increment: 20 },
    TimeControl::PerTurn { seconds: 10 },
    TimeControl::PerTurn { seconds: 30 },
    TimeControl::PerTurn { seconds: 60 },
    TimeControl::Days { days: 2 },
];

/// What a key came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Formed {
    /// Nothing yet.
    Going,
    /// Filled in.
    Done,
    /// Given up.
    Left,
}

/// The form.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Where it will be played.
    pub place: Place,
    /// The game.
    pub game: GameKey,
    /// Which opponent: an index of `opponents`.
    pub opponent: usize,
    /// The friend who is asked, in place of all others.
    pub friend: Option<String>,
    /// How strong the computer is.
    pub level: u8,
    /// Which side.
    pub side: SideWish,
    /// How the time is limited.
    pub time: TimeControl,
    /// Whether it counts.
    pub rated: bool,
    /// Whether each player chooses half of the board.
    pub choosing: bool,
    /// The options that were chosen.
    pub options: Options,
    /// Which preset was chosen; 0 is none.
    pub preset: usize,
    /// Which field is pointed at.
    pub at: usize,
    /// What was typed into a number or a time.
    pub digits: String,
    /// Why it cannot be played like this.
    pub refusal: Option<Phrase>,
    /// The board that is being put together.
    pub picker: Option<QuadrantPicker>,
    /// The quadrants of this person's own.
    pub own: Arc<QuadrantSet>,
    defaults: Vec<(&'static str, String)>,
}

impl Form {
    /// A form for a game.
    pub fn new(game: GameKey, place: Place) -> Self {
        let defaults = with_game!(game, |G| all_options(&G::default()));
        let mut form = Self {
            place,
            game,
            opponent: 0,
            friend: None,
            level: 2,
            side: SideWish::First,
            time: if place == Place::Here { TIMES[0] } else { TIMES[4] },
            rated: false,
            choosing: false,
            options: Options::new(),
            preset: 0,
            at: 0,
            digits: String::new(),
            refusal: None,
            picker: None,
            own: Arc::default(),
            defaults,
        };
        if place != Place::Here {
            form.side = SideWish::Random;
        }
        // One press begins.
        form.at = form.fields().len() - 1;
        form
    }

    /// The same with quadrants of this person's own.
    #[must_use]
    pub fn with(self, own: Arc<QuadrantSet>) -> Self {
        Self { own, ..self }
    }

    /// Whom one may play.
    pub fn opponents(&self) -> &'static [Text] {
        match self.place {
            Place::Here => &[texts::COMPUTER, texts::SAME_SCREEN],
            Place::Server { .. } => &[texts::ANYONE, texts::FRIEND_BY_CODE, texts::COMPUTER],
        }
    }

    /// Whether the computer is the opponent.
    pub fn against_computer(&self) -> bool {
        self.friend.is_none() && self.opponents()[self.opponent] == texts::COMPUTER
    }

    /// The lines that make sense now.
    pub fn fields(&self) -> Vec<Field> {
        let info = self.game.info();
        let mut fields = vec![Field::Opponent];
        if self.against_computer() {
            fields.push(Field::Level);
        }
        if self.against_computer() || self.place != Place::Here {
            fields.push(Field::Side);
        }
        fields.push(Field::Time);
        if self.place == (Place::Server { account: true }) && !self.against_computer() {
            fields.push(Field::Rated);
        }
        if !info.presets.is_empty() {
            fields.push(Field::Preset);
        }
        let board = |n: usize| matches!(info.options[n].kind, Kind::Mosaic);
        let shown = (0..info.options.len()).filter(|n| !(self.choosing && board(*n)));
        fields.extend(shown.map(Field::Option));
        if self.place != Place::Here && (0..info.options.len()).any(board) {
            fields.push(Field::Choosing);
        }
        fields.push(Field::Play);
        fields
    }

    /// The field that is pointed at.
    pub fn field(&self) -> Field {
        let fields = self.fields();
        fields[self.at.min(fields.len() - 1)]
    }

    /// The value of an option as text.
    pub fn value(&self, option: usize) -> &str {
        let (key, default) = &self.defaults[option];
        self.options.get(*key).unwrap_or(default)
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Formed {
        if let Some(picker) = &mut self.picker {
            match picker.key(key) {
                Picked::Going => {}
                Picked::Left => self.picker = None,
                Picked::Done => {
                    let board = picker.board();
                    self.picker = None;
                    self.set_board(board);
                }
            }
            return Formed::Going;
        }
        let count = self.fields().len();
        let typed = |sign: char| {
            sign.is_ascii_digit()
                || (self.field() == Field::Time
                    && (sign.is_ascii_lowercase() || "+-/".contains(sign)))
        };
        if !matches!(key.code, KeyCode::Char(sign) if typed(sign)) && key.code != KeyCode::Backspace
        {
            self.settle_digits();
        }
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = (self.at + count - 1) % count,
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Char(sign) if sign != ' ' => self.digit(sign),
            KeyCode::Backspace => {
                self.digits.pop();
            }
            KeyCode::Esc => return Formed::Left,
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(key.code),
            _ => {}
        }
        Formed::Going
    }

    fn enter(&mut self, code: KeyCode) -> Formed {
        match self.field() {
            Field::Play => {
                if self.check() {
                    return Formed::Done;
                }
            }
            Field::Option(n) if matches!(self.game.info().options[n].kind, Kind::Mosaic) => {
                let board = self.value(n).parse().ok();
                self.picker = Some(QuadrantPicker::new(board.as_ref(), 0, 4, &self.own));
            }
            _ if code == KeyCode::Enter => self.at = self.fields().len() - 1,
            _ => self.change(1),
        }
        Formed::Going
    }

    fn set_board(&mut self, board: String) {
        let fields = self.game.info().options;
        if let Some(field) = fields.iter().find(|field| matches!(field.kind, Kind::Mosaic)) {
            self.options.insert(field.key.into(), board);
        }
        self.check();
    }

    /// Whether it can be played like this; if not, why.
    pub fn check(&mut self) -> bool {
        self.refusal = open(self.game, &self.options, None).err().map(|error| phrase(&error));
        self.refusal.is_none()
    }

    fn change(&mut self, by: isize) {
        let turn = |at: usize, count: usize| {
            let count = count.cast_signed();
            (at.cast_signed() + by).rem_euclid(count.max(1)).cast_unsigned()
        };
        match self.field() {
            Field::Opponent if self.friend.is_some() => {}
            Field::Opponent => self.opponent = turn(self.opponent, self.opponents().len()),
            Field::Level => {
                self.level = 1 + u8::try_from(turn(usize::from(self.level) - 1, 8)).unwrap_or(0);
            }
            Field::Side => {
                let at = SideWish::ALL.iter().position(|side| *side == self.side).unwrap_or(0);
                self.side = SideWish::ALL[turn(at, 3)];
            }
            Field::Time => {
                // Nobody sits before one screen for days.
                let count = TIMES.len() - usize::from(self.place == Place::Here);
                let at = TIMES[..count].iter().position(|time| *time == self.time);
                self.time = TIMES[at.map_or(0, |at| turn(at, count))];
            }
            Field::Rated => self.rated = !self.rated,
            Field::Choosing => {
                self.choosing = !self.choosing;
                let fields = self.game.info().options;
                let board = fields.iter().find(|field| matches!(field.kind, Kind::Mosaic));
                board.map(|field| self.options.remove(field.key));
                self.at = self.fields().len() - 2;
            }
            Field::Preset => {
                let presets = self.game.info().presets;
                self.preset = turn(self.preset, presets.len() + 1);
                let chosen = self.preset.checked_sub(1).map_or(&[][..], |n| presets[n].options);
                self.options =
                    chosen.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
            }
            Field::Option(n) => self.change_option(n, by),
            Field::Play => {}
        }
        self.check();
    }

    /// The game that was agreed, to be played here.
    pub fn setup(&self, seed: u64) -> Setup {
        let level = Level::new(self.level).unwrap_or(Level::FULL);
        Setup {
            game: self.game,
            options: self.options.clone(),
            opponent: if self.against_computer() {
                Opponent::Computer(level)
            } else {
                Opponent::Human
            },
            side: self.side,
            time: self.time,
            seed,
        }
    }
}
