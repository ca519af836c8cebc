//! What time does to a match by itself.

use crate::{Match, Millis, Phase};
use damier_games::{
    Outcome, Player,
    outcome::reason::{ABORTED, FORFEIT, TIMEOUT},
};

/// How long the players have to choose their halves of the board.
pub const CHOOSING: Millis = Millis::seconds(300);

/// What happens when its time has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// The board was not chosen, or the first move not made.
    Abort,
    /// A player's time is over.
    Flag(Player),
    /// A player did not come back.
    Forfeit(Player),
}

impl Match {
    /// How long the present turn has lasted.
    pub(crate) fn spent(&self, now: Millis) -> Millis {
        (now.max(self.last_change) - self.since).max(Millis::ZERO)
    }

    /// How long the present turn may last, and what comes then.
    pub(crate) fn turn_limit(&self) -> Option<(Millis, Due)> {
        let turn = self.turn()?;
        if self.seats[turn.index()].moved {
            Some((self.clock?[turn.index()], Due::Flag(turn)))
        } else {
            Some((self.terms.time.first_move()?, Due::Abort))
        }
    }

    /// What comes next if nobody does anything, and when.
    pub(crate) fn next_due(&self) -> Option<(Millis, Due)> {
        const INSTANT: Millis = Millis(1);
        if self.phase == Phase::Over {
            return None;
        }
        let choosing = self.choose_until().map(|until| (until, Due::Abort));
        // Up to the grace a move may still be saved by its lag, and at the very instant too.
        let grace = |turn: Player| self.seats[turn.index()].quota.grace();
        let turn = self
            .turn_limit()
            .zip(self.turn())
            .map(|((limit, due), turn)| (self.since + limit + grace(turn) + INSTANT, due));
        let absent = Player::BOTH.into_iter().filter_map(|player| {
            self.absent(player).flatten().map(|until| (until, Due::Forfeit(player)))
        });
        choosing.into_iter().chain(turn).chain(absent).min_by_key(|(at, _)| *at)
    }

    /// The end that is due by now.
    pub(crate) fn overdue(&self, now: Millis) -> Option<Outcome> {
        self.next_due().filter(|(at, _)| *at <= now).map(|(_, due)| self.end_by(due))
    }

    /// How the match ends when that happens.
    pub(crate) fn end_by(&self, due: Due) -> Outcome {
        match due {
            Due::Abort => Outcome::void(ABORTED),
            // Who cannot win any more does not win by the clock either.
            Due::Flag(player) if !self.table.can_win(!player) => Outcome::draw(TIMEOUT),
            Due::Flag(player) => Outcome::win(!player, TIMEOUT),
            Due::Forfeit(player) => self.end_by_leaving(player),
        }
    }

    /// How the match ends when a player goes: nobody has lost before both have moved.
    pub(crate) fn end_by_leaving(&self, player: Player) -> Outcome {
        if self.both_moved() { Outcome::win(!player, FORFEIT) } else { Outcome::void(ABORTED) }
    }
}
