//! A match as the server tells it: the state once, then every event by its number. Where nothing is hidden the game is played
//! along on a table of our own; where something is, the server's snapshots are all there is.

use damier_games::{
    Outcome, Player, Table, Viewer, open,
    options::Options,
    rules::TextError,
    table::{PlayError, Snapshot},
};
use damier_protocol::{Happening, MatchState, Status};

/// A match that is followed.
pub struct Followed {
    /// What the server told last, brought up to date.
    pub state: MatchState,
    /// The game: complete where nothing is hidden, else only good for its board.
    table: Box<dyn Table>,
    /// The viewer's present, where something is hidden.
    hidden: Option<Snapshot>,
    /// Who has moved: before that no clock runs.
    moved: [bool; 2],
    /// The server's time of the last change of the clocks.
    clock_at: i64,
    /// The server's time at which the present turn began, where that was seen.
    turn_since: Option<i64>,
    /// Whether it was called off because the first move was not made in time, as far as that was seen.
    pub late: bool,
    /// What the end did to the ratings, before and after, of a rated match that was followed to it.
    pub ratings: Option<[[i32; 2]; 2]>,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It is part of the match now.
    Done,
    /// It was known already.
    Old,
    /// Something before it is missing, or it cannot be followed: watch the match anew.
    Lost,
}

/// The time for a first move, after which the match is called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// All of it, in milliseconds.
    pub limit: i64,
    /// When it ends by the server's time, where that can be known.
    pub until: Option<i64>,
}

/// A state that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// The options or the position.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A move.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The snapshot.
    #[error("cannot read what the server shows of the match")]
    Snapshot,
}

impl Followed {
    /// Begins with what the server tells of a match.
    pub fn new(state: MatchState) -> Result<Self, FollowError> {
        let mut table = open(state.game, &state.options, state.start.as_deref())?;
        let mut moved = [false; 2];
        for text in state.moves.iter().flatten() {
            let turn = table.turn();
            table.play(turn, text)?;
            moved[turn.index()] = true;
        }
        let hidden = match &state.snapshot {
            Some(value) => Some(read(value).ok_or(FollowError::Snapshot)?),
            None => None,
        };
        if let Some(snapshot) = &hidden {
            moved = [snapshot.ply > 0, snapshot.ply > 1];
        }
        let clock_at = state.now;
        let mut followed = Self {
            state,
            table,
            hidden,
            moved,
            clock_at,
            turn_since: None,
            late: false,
            ratings: None,
        };
        followed.end();
        Ok(followed)
    }

    /// Makes an event part of the match.
    pub fn apply(
        &mut self,
        seq: i64,
        at: i64,
        events: &[Happening],
        snapshot: Option<&serde_json::Value>,
    ) -> Applied {
        // Sitting down has no number; the state that follows tells the rest.
        if seq == 0 || self.state.status == Status::Open {
            return Applied::Lost;
        }
        if seq <= self.state.seq {
            return Applied::Old;
        }
        if seq != self.state.seq + 1 {
            return Applied::Lost;
        }
        if let Some(value) = snapshot {
            match read(value) {
                Some(snapshot) => self.hidden = Some(snapshot),
                None => return Applied::Lost,
            }
        }
        for event in events {
            if self.happen(event, at).is_err() {
                return Applied::Lost;
            }
        }
        self.state.seq = seq;
        Applied::Done
    }

    /// Keeps what was seen before the server told the whole state anew.
    pub(crate) fn remember(&mut self, old: &Self) {
        (self.ratings, self.late) = (old.ratings, old.late);
        let (before, now) = (old.state.status, self.state.status);
        if (before, old.state.seq) == (now, self.state.seq) {
            self.turn_since = old.turn_since;
        } else if (before, now) == (Status::Open, Status::Playing) && self.ply() == 0 {
            // Whoever waited for it asks at once when both sit.
            self.turn_since = Some(self.state.now);
        }
    }

    fn happen(&mut self, event: &Happening, at: i64) -> Result<(), FollowError> {
        match event {
            Happening::Joined { seats } => self.state.seats = seats.clone(),
            Happening::Chosen { by } => {
                if let Some(chosen) = &mut self.state.chosen {
                    chosen[by.index()] = true;
                }
            }
            Happening::Begun { board } => {
                self.begin(board)?;
                self.turn_since = Some(at);
            }
            Happening::Played { by, text, clock, .. } => {
                self.play(*by, text.as_deref(), *clock, at)?
            }
            Happening::DrawOffered { by } => self.state.draw_offer = Some(*by),
            Happening::DrawDeclined { .. } => self.state.draw_offer = None,
            Happening::TakebackAsked { by } => self.state.takeback = Some(*by),
            Happening::TakebackDeclined { .. } => self.state.takeback = None,
            Happening::TakenBack { plies, clock } => self.take_back(*plies, *clock, at),
            Happening::Lost { by, until } => {
                self.state.away.retain(|(side, _)| side != by);
                self.state.away.push((*by, until.unwrap_or(0)));
            }
            Happening::Back { by } => self.state.away.retain(|(side, _)| side != by),
            Happening::GivenBack { span } => {
                self.clock_at += span;
                self.turn_since = self.turn_since.map(|since| since + span);
            }
            Happening::Ended { result, ratings } => {
                let until = self.first_move().and_then(|first| first.until);
                self.late = until.is_some_and(|until| at >= until);
                self.ratings = *ratings;
                // The clocks stop where they were.
                self.state.clock = self.clock(at);
                self.clock_at = at;
                self.state.running = None;
                self.state.status = Status::Over;
                self.state.result = Some(result.clone());
                self.end();
            }
            Happening::RematchOffered { by } => self.state.rematch = Some(*by),
            Happening::RematchDeclined { .. } => self.state.rematch = None,
            Happening::RematchAgreed { next } => {
                self.state.rematch = None;
                self.state.next = Some(next.clone());
            }
        }
        Ok(())
    }

    /// The board is chosen: the game begins on it.
    fn begin(&mut self, board: &str) -> Result<(), FollowError> {
        let fields = self.table.info().options;
        let key =
            fields.iter().find(|field| matches!(field.kind, damier_games::options::Kind::Mosaic));
        let mut options: Options = self.state.options.clone();
        if let Some(field) = key {
            options.insert(field.key.into(), board.into());
        }
        self.table = open(self.state.game, &options, self.state.start.as_deref())?;
        self.state.options = options;
        self.state.chosen = None;
        Ok(())
    }

    fn play(
        &mut self,
        by: Player,
        text: Option<&str>,
        clock: Option<[i64; 2]>,
        at: i64,
    ) -> Result<(), FollowError> {
        if let Some(text) = text {
            self.table.play(by, text)?;
            self.state.moves.get_or_insert_default().push(text.into());
        }
        self.moved[by.index()] = true;
        self.set_clock(clock, at);
        // An answer by a move declines; the own move lets the own offer stand.
        if self.state.draw_offer.is_some_and(|offer| offer != by) {
            self.state.draw_offer = None;
        }
        self.state.takeback = None;
        Ok(())
    }

    fn take_back(&mut self, plies: usize, clock: Option<[i64; 2]>, at: i64) {
        for _ in 0..plies {
            self.table.undo();
            if let Some(moves) = &mut self.state.moves {
                moves.pop();
            }
        }
        self.state.takeback = None;
        self.state.draw_offer = None;
        self.set_clock(clock, at);
    }

    fn set_clock(&mut self, clock: Option<[i64; 2]>, at: i64) {
        self.state.clock = clock.or(self.state.clock);
        self.clock_at = at;
        self.turn_since = Some(at);
        let turn = self.turn();
        self.state.running =
            turn.filter(|turn| self.state.clock.is_some() && self.moved[turn.index()]);
    }

    fn end(&mut self) {
        let own = self.table.info().reasons;
        if let Some(outcome) = self.state.result.as_ref().and_then(|text| Outcome::read(text, own))
        {
            self.table.end(outcome);
        }
    }

    /// Who is to move.
    pub fn turn(&self) -> Option<Player> {
        match (&self.hidden, &self.state.result) {
            (_, Some(_)) => None,
            (Some(snapshot), None) => snapshot.turn,
            (None, None) => Some(self.table.turn()),
        }
    }

    /// How many moves were played.
    pub fn ply(&self) -> usize {
        self.hidden.as_ref().map_or_else(|| self.table.ply(), |snapshot| snapshot.ply)
    }

    /// Whom the game takes this client for.
    pub fn viewer(&self) -> Viewer {
        match self.state.yours.as_slice() {
            [side] => Viewer::Seat(*side),
            [_, _] => Viewer::Seat(self.turn().unwrap_or(Player::One)),
            _ => Viewer::Spectator,
        }
    }

    /// The present as this client may see it.
    pub fn snapshot(&self) -> Snapshot {
        self.hidden.clone().unwrap_or_else(|| self.table.snapshot(self.viewer()))
    }

    /// A past moment, where nothing is hidden; else the server has to be asked.
    pub fn at(&self, ply: usize) -> Option<Snapshot> {
        match &self.hidden {
            Some(snapshot) => (snapshot.ply == ply).then(|| snapshot.clone()),
            None => self.table.snapshot_at(ply, self.viewer()),
        }
    }

    /// Whether the server showed only what this client could see, and the whole game can be asked for now.
    pub fn is_veiled(&self) -> bool {
        self.hidden.is_some() && self.state.status == Status::Over
    }

    /// Whether both have moved: from then on a match is not called off any more.
    pub fn both_moved(&self) -> bool {
        self.moved == [true; 2]
    }

    /// How long whoever is to move has for the first move, where that is limited.
    pub fn first_move(&self) -> Option<FirstMove> {
        let playing = self.state.status == Status::Playing && self.state.chosen.is_none();
        let first = playing && self.state.clock.is_some() && self.state.running.is_none();
        let limit = self.state.time.first_move().filter(|_| first)?.0;
        Some(FirstMove { limit, until: self.turn_since.map(|since| since + limit) })
    }

    /// The game itself: its board, its move list where nothing is hidden.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// What each side has left at the server's time `now`.
    pub fn clock(&self, now: i64) -> Option<[i64; 2]> {
        let mut clock = self.state.clock?;
        if let Some(side) = self.state.running {
            let left = &mut clock[side.index()];
            *left = (*left - (now - self.clock_at).max(0)).max(0);
        }
        Some(clock)
    }
}

fn read(value: &serde_json::Value) -> Option<Snapshot> {
    serde_json::from_value(value.clone()).ok()
}
