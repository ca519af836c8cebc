//! What a person has before them while a game is played: the board, the move that is being made, and what is said about it.

use super::{
    commands::{COMMANDS, Command, complete},
    source::{Ask, GameView},
};
use crate::{setup::QuadrantPicker, texts};
use damier_client::input::{Click, click};
use damier_games::{
    Player,
    board::CellId,
    mosaic::QuadrantSet,
    scene::{PieceKind, Step},
    table::{Gesture, Snapshot},
    text::Phrase,
};
use std::sync::Arc;

/// What the screen wants from whoever holds the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Ask this of the game.
    Ask(Ask),
    /// Show the moment after so many moves, or the present.
    Look(Option<usize>),
    /// Say why no move goes along these cells.
    Why(Vec<CellId>),
    /// Leave the game.
    Leave,
    /// Leave Damier.
    Quit,
}

/// How something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// For information.
    Calm,
    /// Something was refused.
    Alarm,
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// What a move becomes at its end.
    Choice {
        /// Each choice with its move.
        entries: Vec<(PieceKind, String)>,
        /// Which is pointed at.
        at: usize,
    },
    /// Whether that is really meant.
    Confirm(Wish, damier_games::text::Text),
    /// The keys, from this line on.
    Help(usize),
    /// The board has to be put together first.
    Quadrants(Box<QuadrantPicker>),
}

/// The screen of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayScreen {
    /// The game as it is.
    pub view: GameView,
    /// A past moment, while one is looked at.
    pub past: Option<Snapshot>,
    /// Where the keyboard points.
    pub cursor: CellId,
    /// Where the last move went, and where the cursor was then: a board that does not fit shows it until the cursor moves.
    seen: Option<(CellId, CellId)>,
    /// Whether the keyboard was used to point, so that it is worth showing.
    pub pointing: bool,
    /// The cells of the move that is being made.
    pub clicked: Vec<CellId>,
    /// What was typed.
    pub typed: String,
    /// What it could become.
    pub candidates: Vec<String>,
    /// Whether the board is turned.
    pub flip: bool,
    /// What was said last.
    pub message: Option<(Phrase, Tone)>,
    /// What lies over the board.
    pub overlay: Option<Overlay>,
    /// The quadrants of this person's own, to put a board together with.
    pub own: Arc<QuadrantSet>,
}

impl PlayScreen {
    /// A screen for a game.
    pub fn new(view: GameView) -> Self {
        let mut screen = Self {
            cursor: CellId(0),
            seen: None,
            pointing: false,
            clicked: Vec::new(),
            typed: String::new(),
            candidates: Vec::new(),
            flip: false,
            message: None,
            overlay: None,
            past: None,
            own: Arc::default(),
            view,
        };
        screen.cursor = screen.middle();
        screen
    }

    /// A cell in the middle of the board.
    fn middle(&self) -> CellId {
        let cells = &self.view.board.cells;
        let mean = |of: fn(&damier_games::board::Cell) -> i16| {
            let sum: i32 = cells.iter().map(|cell| i32::from(of(cell))).sum();
            sum / i32::try_from(cells.len().max(1)).unwrap_or(1)
        };
        let (x, y) = (mean(|cell| cell.x), mean(|cell| cell.y));
        let far = |(_, cell): &(usize, &damier_games::board::Cell)| {
            (i32::from(cell.x) - x).abs() + (i32::from(cell.y) - y).abs()
        };
        cells.iter().enumerate().min_by_key(far).map_or(CellId(0), |(n, _)| CellId::at(n))
    }

    /// The game has changed.
    pub fn refresh(&mut self, view: GameView) {
        let moved =
            view.now.ply != self.view.now.ply || view.now.position != self.view.now.position;
        let board = view.board != self.view.board;
        self.view = view;
        if board {
            self.cursor = self.middle();
        }
        if moved {
            let steps = self.view.now.last.as_ref().map(|last| last.steps.as_slice());
            let went = steps.unwrap_or_default().iter().rev().find_map(|step| match step {
                Step::Go { to, .. } => Some(*to),
                Step::Put(standing) => Some(standing.at),
                Step::Take(_) => None,
            });
            self.seen = went.map(|cell| (cell, self.cursor));
            self.clicked.clear();
            self.candidates.clear();
            self.message = None;
            self.past = None;
            if matches!(self.overlay, Some(Overlay::Choice { .. })) {
                self.overlay = None;
            }
        }
        if self.view.is_over() && matches!(self.overlay, Some(Overlay::Confirm(Wish::Ask(_), _))) {
            self.overlay = None;
        }
        match (self.view.choosing, &self.overlay) {
            (Some(count), None | Some(Overlay::Help(_))) => {
                let first = if self.view.yours == [Player::Two] { 2 } else { 0 };
                let picker = QuadrantPicker::new(None, first, count, &self.own);
                self.overlay = Some(Overlay::Quadrants(Box::new(picker)));
            }
            (None, Some(Overlay::Quadrants(_))) => self.overlay = None,
            _ => {}
        }
    }

    /// The part of the board that is to be seen where not all of it is.
    pub fn focus(&self) -> CellId {
        match self.seen {
            Some((cell, cursor)) if cursor == self.cursor => cell,
            _ => self.cursor,
        }
    }

    /// What is looked at: a past moment or the present.
    pub fn shown(&self) -> &Snapshot {
        self.past.as_ref().unwrap_or(&self.view.now)
    }

    /// The moves that can be pointed at now.
    pub fn gestures(&self) -> &[Gesture] {
        if self.view.mine && self.past.is_none() { &self.view.now.gestures } else { &[] }
    }

    /// Who sits below.
    pub fn bottom(&self) -> Player {
        if self.flip { !self.view.bottom } else { self.view.bottom }
    }

    /// Whether the board is drawn from its other side.
    pub fn turned(&self) -> bool {
        self.bottom() != self.view.board.bottom
    }

    /// Says something.
    pub fn say(&mut self, phrase: impl Into<Phrase>, tone: Tone) {
        self.message = Some((phrase.into(), tone));
    }

    /// Points at a cell.
    pub fn point(&mut self, cell: CellId) -> Vec<Wish> {
        self.cursor = cell;
        if self.past.is_some() {
            return vec![Wish::Look(None)];
        }
        if self.view.is_over() {
            return Vec::new();
        }
        if !self.view.mine {
            self.say(texts::NOT_YOUR_TURN, Tone::Alarm);
            return Vec::new();
        }
        match click(&self.view.now.gestures, &mut self.clicked, cell) {
            Click::Selected => {
                self.message = None;
                Vec::new()
            }
            Click::Cleared => Vec::new(),
            Click::Play(text) => vec![Wish::Ask(Ask::Play(text))],
            Click::Choose(entries) => {
                self.overlay = Some(Overlay::Choice { entries, at: 0 });
                Vec::new()
            }
            Click::Refused(cells) => vec![Wish::Why(cells)],
        }
    }

    /// The rules have told why, or there is nothing to tell but that it does not go.
    pub fn explain(&mut self, cells: &[CellId], why: Option<Phrase>) {
        let name = |id: &CellId| self.view.board.cell(*id).name.clone();
        let way = cells.iter().map(name).collect::<Vec<_>>().join(" ");
        let (en, fr) = match (why, cells.len()) {
            (Some(why), _) => (why.en, why.fr),
            (None, 1) => {
                (texts::NOTHING_STARTS_HERE.en.to_owned(), texts::NOTHING_STARTS_HERE.fr.to_owned())
            }
            (None, _) => (texts::NO_SUCH_MOVE.en.to_owned(), texts::NO_SUCH_MOVE.fr.to_owned()),
        };
        let phrase = Phrase::new(format!("{way}: {en}"), format!("{way} : {fr}"));
        self.say(phrase, Tone::Alarm);
    }

    /// Completes what was typed.
    pub fn complete(&mut self) {
        let moves = self.gestures().iter().map(|gesture| gesture.text.as_str());
        let notations = self.gestures().iter().map(|gesture| gesture.notation.as_str());
        let words = COMMANDS.iter().flat_map(|word| [word.key, word.french]);
        let words: Vec<&str> = moves.chain(notations).chain(words).collect();
        let (longest, found) = complete(&self.typed, words.into_iter());
        let mut candidates: Vec<String> = found.into_iter().map(ToOwned::to_owned).collect();
        candidates.sort_unstable();
        candidates.dedup();
        self.typed = longest;
        self.candidates = if candidates.len() > 1 { candidates } else { Vec::new() };
    }

    /// What was typed is meant.
    pub fn submit(&mut self) -> Vec<Wish> {
        let line = std::mem::take(&mut self.typed);
        self.candidates.clear();
        let Some(command) = Command::read(&line) else { return Vec::new() };
        self.command(command)
    }

    /// Does what a word says.
    pub fn command(&mut self, command: Command) -> Vec<Wish> {
        match command {
            Command::Move(text) => {
                if self.past.take().is_some() {
                    return vec![Wish::Look(None), Wish::Ask(Ask::Play(text))];
                }
                vec![Wish::Ask(Ask::Play(text))]
            }
            Command::Undo => vec![Wish::Ask(Ask::Takeback)],
            Command::Resign if self.view.is_over() => {
                self.say(texts::GAME_IS_OVER, Tone::Alarm);
                Vec::new()
            }
            Command::Resign => self.confirm(Wish::Ask(Ask::Resign), texts::REALLY_RESIGN),
            Command::Draw => vec![Wish::Ask(Ask::Draw)],
            Command::Decline => vec![Wish::Ask(Ask::Decline)],
            Command::Claim => vec![Wish::Ask(Ask::Claim)],
            Command::Abort => vec![Wish::Ask(Ask::Abort)],
            Command::Again => vec![Wish::Ask(Ask::Again)],
            Command::Flip => {
                self.flip = !self.flip;
                Vec::new()
            }
            Command::Say(text) if text.is_empty() => Vec::new(),
            Command::Say(text) => vec![Wish::Ask(Ask::Say(text))],
            Command::Social(social) => vec![Wish::Ask(Ask::Social(social))],
            Command::Help => {
                self.overlay = Some(Overlay::Help(0));
                Vec::new()
            }
            Command::Board => vec![Wish::Look(None)],
            Command::Moves => {
                let now = self.view.now.gestures.iter().filter(|_| self.view.mine);
                let mut moves: Vec<&str> = now.map(|gesture| gesture.notation.as_str()).collect();
                moves.sort_unstable();
                if self.view.is_over() {
                    self.say(texts::GAME_IS_OVER, Tone::Alarm);
                } else if moves.is_empty() {
                    self.say(texts::NOT_YOUR_TURN, Tone::Alarm);
                } else {
                    let list = moves.join(" ");
                    self.say(Phrase::new(list.clone(), list), Tone::Calm);
                }
                Vec::new()
            }
            Command::Position => {
                let position = self.shown().position.clone();
                self.say(Phrase::new(position.clone(), position), Tone::Calm);
                Vec::new()
            }
            // It is on the screen, if there is one.
            Command::Clock => Vec::new(),
            Command::Leave => self.leave(),
            Command::Quit => vec![Wish::Quit],
        }
    }

    /// Leaves, after asking if a game goes on.
    pub fn leave(&mut self) -> Vec<Wish> {
        let begun = self.view.now.ply > 0 && !self.view.yours.is_empty();
        if begun && !self.view.is_over() {
            let question =
                if self.view.online { texts::REALLY_LEAVE_ONLINE } else { texts::REALLY_LEAVE };
            return self.confirm(Wish::Leave, question);
        }
        vec![Wish::Leave]
    }

    fn confirm(&mut self, wish: Wish, question: damier_games::text::Text) -> Vec<Wish> {
        self.overlay = Some(Overlay::Confirm(wish, question));
        Vec::new()
    }
}
