//! The state of a match: what its log has come to.

use crate::{Millis, Speed, Terms, clock::Due, lag::Quota};
use damier_games::{Outcome, Player, Table, Viewer, rules::TextError};
use std::fmt;

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The players choose their halves of the board.
    Choosing,
    /// Somebody is to move.
    Playing,
    /// There is a result.
    Over,
}

/// A match. It is never written down: its log is, and gives it again.
pub struct Match {
    pub(crate) terms: Terms,
    pub(crate) table: Box<dyn Table>,
    pub(crate) phase: Phase,
    pub(crate) result: Option<Outcome>,
    pub(crate) seats: [Seat; 2],
    /// What stood on the clocks when the present turn began; after the end, what is left.
    pub(crate) clock: Option<[Millis; 2]>,
    /// When the present turn began, or the choosing; later by whatever was given back since.
    pub(crate) since: Millis,
    pub(crate) draw: Option<Player>,
    pub(crate) takeback: Option<Player>,
    pub(crate) rematch: Option<(Player, String)>,
    pub(crate) next: Option<String>,
    /// Who made each move on the table, and by which attempt.
    pub(crate) played: Vec<(Player, u64)>,
    /// The attempts whose moves were taken back: one that arrives again must not be played again.
    pub(crate) undone: Vec<(Player, u64)>,
    pub(crate) last_change: Millis,
}

/// What belongs to one of the two players.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    /// Whether the first move was made, ever: from then on the clock counts.
    pub moved: bool,
    pub quota: Quota,
    /// All the lag that was given back.
    pub credited: Millis,
    /// Gone, and until when the seat is kept.
    pub absent: Option<Option<Millis>>,
    pub chosen: Option<Vec<String>>,
    /// Has offered a draw since the opponent's last move.
    pub offered_draw: bool,
    /// Has asked for a takeback since the last move.
    pub asked_takeback: bool,
    pub offered_rematch: bool,
}

impl Match {
    /// A match on these terms, created at that time. `Terms::check` is up to the caller: old logs stay readable when it gets stricter.
    pub fn new(terms: Terms, created: Millis) -> Result<Self, TextError> {
        let table = terms.open(&terms.options)?;
        let seat = || Seat {
            moved: false,
            quota: Quota::new(&terms.time),
            credited: Millis::ZERO,
            absent: None,
            chosen: None,
            offered_draw: false,
            asked_takeback: false,
            offered_rematch: false,
        };
        Ok(Self {
            table,
            phase: if terms.choosing { Phase::Choosing } else { Phase::Playing },
            result: None,
            seats: [seat(), seat()],
            clock: terms.time.initial().map(|left| [left; 2]),
            since: created,
            draw: None,
            takeback: None,
            rematch: None,
            next: None,
            played: Vec::new(),
            undone: Vec::new(),
            last_change: created,
            terms,
        })
    }

    /// What was agreed.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game itself. Before the choosing is over, its board is not the real one.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// How far it has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How fast it is.
    pub fn speed(&self) -> Speed {
        Speed::of(&self.terms.time)
    }

    /// Who is to move, if anybody.
    pub fn turn(&self) -> Option<Player> {
        (self.phase == Phase::Playing).then(|| self.table.turn())
    }

    /// How it ended.
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// Whose clock runs. The first move of each side has a limit, but costs nothing.
    pub fn running(&self) -> Option<Player> {
        self.clock?;
        self.turn().filter(|turn| self.seats[turn.index()].moved)
    }

    /// What each player has left, if time is limited. Never below zero, even while lag keeps a flag from falling.
    pub fn clock_at(&self, now: Millis) -> Option<[Millis; 2]> {
        let mut clock = self.clock?;
        if let Some(player) = self.running() {
            let left = &mut clock[player.index()];
            *left = (*left - self.spent(now)).clamp(Millis::ZERO, *left);
        }
        Some(clock)
    }

    /// The first moment at which a `Tick` does something.
    pub fn due(&self) -> Option<Millis> {
        self.next_due().map(|(at, _)| at)
    }

    /// Until when the player to move must make the first move, where that is limited.
    pub fn first_move_until(&self) -> Option<Millis> {
        let (limit, due) = self.turn_limit()?;
        (due == Due::Abort).then(|| self.since + limit)
    }

    /// Until when the board is to be chosen.
    pub fn choose_until(&self) -> Option<Millis> {
        (self.phase == Phase::Choosing).then(|| self.since + crate::clock::CHOOSING)
    }

    /// Who has offered a draw.
    pub fn draw_offer(&self) -> Option<Player> {
        self.draw
    }

    /// Who asks for a takeback.
    pub fn takeback_asked(&self) -> Option<Player> {
        self.takeback
    }

    /// Who asks for another match.
    pub fn rematch_offer(&self) -> Option<Player> {
        self.rematch.as_ref().map(|(by, _)| *by)
    }

    /// The name of the match that follows, once both want it.
    pub fn next_match(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// The terms of the match that follows: sides exchanged.
    pub fn rematch_terms(&self) -> Terms {
        self.terms.exchanged()
    }

    /// Whether a player is gone, and until when the seat is kept; for ever if `Some(None)`.
    pub fn absent(&self, player: Player) -> Option<Option<Millis>> {
        self.seats[player.index()].absent
    }

    /// Whether a player has chosen. What, is nobody's business before both have.
    pub fn chosen(&self, player: Player) -> bool {
        self.seats[player.index()].chosen.is_some()
    }

    /// Whether both sides have moved: from then on a match counts and cannot be called off.
    pub fn both_moved(&self) -> bool {
        self.seats.iter().all(|seat| seat.moved)
    }

    /// When something last happened.
    pub fn last_change(&self) -> Millis {
        self.last_change
    }

    /// All the lag that was given back to each.
    pub fn lag_report(&self) -> [Millis; 2] {
        self.seats.each_ref().map(|seat| seat.credited)
    }
}

/// Everything, with the position in place of the table: equal texts mean equal matches.
impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.terms.game)
            .field("position", &self.table.snapshot(Viewer::Referee).position)
            .field("phase", &self.phase)
            .field("result", &self.result.map(|outcome| outcome.to_string()))
            .field("seats", &self.seats)
            .field("clock", &self.clock)
            .field("since", &self.since)
            .field("draw", &self.draw)
            .field("takeback", &self.takeback)
            .field("rematch", &self.rematch)
            .field("next", &self.next)
            .field("played", &self.played)
            .field("undone", &self.undone)
            .field("last_change", &self.last_change)
            .finish_non_exhaustive()
    }
}
