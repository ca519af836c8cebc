//! Events become part of the state.

use crate::{Event, Match, Millis, Phase, Stamped, Terms};
use damier_games::{
    Outcome, Player,
    options::Options,
    rules::TextError,
    text::{Language, Tell},
};

impl Match {
    /// Makes an event part of the match. Cannot fail: what was decided has happened. An event that was never decided for this match
    /// changes nothing; `replay` refuses it.
    pub fn apply(&mut self, event: &Event, at: Millis) {
        let fits = self.step(event, at);
        debug_assert!(fits.is_some(), "{event:?} does not fit {self:?}");
    }

    /// The match that a log tells.
    pub fn replay(
        terms: Terms,
        created: Millis,
        log: impl IntoIterator<Item = Stamped>,
    ) -> Result<Self, ReplayError> {
        let mut state = Self::new(terms, created)?;
        for (index, Stamped { at, events }) in log.into_iter().enumerate() {
            for event in &events {
                state.step(event, at).ok_or(ReplayError::Misfit { index })?;
            }
        }
        Ok(state)
    }

    /// The options of the table once the board is known.
    pub(crate) fn options_with(&self, board: &str) -> Option<Options> {
        let mut options = self.terms.options.clone();
        options.insert(self.terms.board_key()?.into(), board.into());
        Some(options)
    }

    /// Makes an event part of the match; nothing has changed if it does not fit.
    fn step(&mut self, event: &Event, at: Millis) -> Option<()> {
        use Event::{RematchAgreed, RematchDeclined, RematchOffered};
        let of_after =
            matches!(event, RematchOffered { .. } | RematchDeclined { .. } | RematchAgreed { .. });
        if of_after != (self.phase == Phase::Over) {
            return None;
        }
        let at = at.max(self.last_change);
        match event {
            Event::Chosen { by, quadrants } => self.choose(*by, quadrants)?,
            Event::Begun { board } => self.begin(board, at)?,
            Event::Played { by, text, id, clock, credit } => {
                self.play((*by, *id), text, (*clock, *credit), at)?;
            }
            Event::DrawOffered { by } => {
                self.draw = Some(*by);
                self.seats[by.index()].offered_draw = true;
            }
            Event::DrawDeclined { .. } => self.draw = None,
            Event::TakebackAsked { by } => {
                self.takeback = Some(*by);
                self.seats[by.index()].asked_takeback = true;
            }
            Event::TakebackDeclined { .. } => self.takeback = None,
            Event::TakenBack { plies, clock } => self.take_back(*plies, *clock, at)?,
            Event::Lost { by, until } => self.seats[by.index()].absent = Some(*until),
            Event::Back { by } => self.seats[by.index()].absent = None,
            Event::GivenBack { span } => self.give_back(*span),
            Event::Ended { result } => self.end(result, at)?,
            RematchOffered { by, next } => {
                self.rematch = Some((*by, next.clone()));
                self.seats[by.index()].offered_rematch = true;
            }
            RematchDeclined { .. } => self.rematch = None,
            RematchAgreed { next } => {
                self.rematch = None;
                self.next = Some(next.clone());
            }
        }
        self.last_change = at;
        Some(())
    }

    fn choose(&mut self, by: Player, quadrants: &[String]) -> Option<()> {
        let seat = &mut self.seats[by.index()];
        if self.phase != Phase::Choosing || seat.chosen.is_some() {
            return None;
        }
        seat.chosen = Some(quadrants.to_vec());
        Some(())
    }

    fn begin(&mut self, board: &str, at: Millis) -> Option<()> {
        if self.phase != Phase::Choosing {
            return None;
        }
        self.table = self.terms.open(&self.options_with(board)?).ok()?;
        self.phase = Phase::Playing;
        self.since = at;
        Some(())
    }

    fn play(
        &mut self,
        attempt: (Player, u64),
        text: &str,
        (clock, credit): (Option<[Millis; 2]>, Millis),
        at: Millis,
    ) -> Option<()> {
        if self.phase != Phase::Playing || clock.is_some() != self.clock.is_some() {
            return None;
        }
        let by = attempt.0;
        self.table.play(by, text).ok()?;
        self.played.push(attempt);
        let seat = &mut self.seats[by.index()];
        if seat.moved && clock.is_some() {
            seat.quota.spend(credit);
            seat.credited = seat.credited + credit;
        }
        seat.moved = true;
        // An answer on the board declines what the opponent offered, who may then offer again.
        self.seats[(!by).index()].offered_draw = false;
        if self.draw == Some(!by) {
            self.draw = None;
        }
        self.forget_takeback();
        self.clock = clock;
        self.since = at;
        Some(())
    }

    fn take_back(&mut self, plies: usize, clock: Option<[Millis; 2]>, at: Millis) -> Option<()> {
        if !(1..=self.played.len()).contains(&plies) || clock.is_some() != self.clock.is_some() {
            return None;
        }
        for _ in 0..plies {
            self.table.undo();
            self.undone.extend(self.played.pop());
        }
        self.draw = None;
        self.forget_takeback();
        self.clock = clock;
        self.since = at;
        Some(())
    }

    fn forget_takeback(&mut self) {
        self.takeback = None;
        for seat in &mut self.seats {
            seat.asked_takeback = false;
        }
    }

    fn give_back(&mut self, span: Millis) {
        self.since = self.since + span;
        for seat in &mut self.seats {
            seat.absent = seat.absent.map(|until| until.map(|until| until + span));
        }
    }

    fn end(&mut self, result: &str, at: Millis) -> Option<()> {
        let outcome = Outcome::read(result, self.table.info().reasons)?;
        self.clock = self.clock_at(at);
        self.table.end(outcome);
        self.result = Some(outcome);
        self.phase = Phase::Over;
        self.draw = None;
        self.takeback = None;
        for seat in &mut self.seats {
            seat.absent = None;
        }
        Some(())
    }
}

/// A log does not tell a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum ReplayError {
    /// Its terms cannot be played by.
    Terms(#[from] TextError),
    /// It tells what cannot have happened.
    Misfit {
        /// Which entry of the log, from 0.
        index: usize,
    },
}

impl Tell for ReplayError {
    fn tell(&self, language: Language) -> String {
        match (self, language) {
            (Self::Terms(error), _) => error.tell(language),
            (Self::Misfit { index }, Language::English) => {
                format!("entry {index} of the log cannot follow what is before it")
            }
            (Self::Misfit { index }, Language::French) => {
                format!("l'entrée {index} du journal ne peut pas suivre ce qui précède")
            }
        }
    }
}
