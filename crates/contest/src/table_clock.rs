//! The clocks beside a board on one machine, where no server keeps the time.

use crate::{Millis, TimeControl};
use damier_games::Player;

/// Two clocks, at most one of which runs. Both wait for the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableClock {
    time: TimeControl,
    left: [Millis; 2],
    /// Whose runs, and since when.
    running: Option<(Player, Millis)>,
}

impl TableClock {
    /// Both full and at rest; none where time is not limited.
    pub fn new(time: TimeControl) -> Option<Self> {
        time.initial().map(|left| Self { time, left: [left; 2], running: None })
    }

    /// What a player has left.
    pub fn left(&self, player: Player, now: Millis) -> Millis {
        let left = self.left[player.index()];
        match self.running {
            Some((whose, since)) if whose == player => {
                (left - (now - since).max(Millis::ZERO)).max(Millis::ZERO)
            }
            _ => left,
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(whose, _)| whose)
    }

    /// What stood on the clocks, and when: the running one has run on since then.
    pub fn standing(&self) -> ([Millis; 2], Millis) {
        (self.left, self.running.map_or(Millis::ZERO, |(_, since)| since))
    }

    /// How time is counted.
    pub const fn time(&self) -> TimeControl {
        self.time
    }

    /// A player's turn begins.
    pub fn start(&mut self, player: Player, now: Millis) {
        self.stop(now);
        if let Some(left) = self.time.per_turn() {
            self.left[player.index()] = left;
        }
        self.running = Some((player, now));
    }

    /// Nobody's clock runs any more.
    pub fn stop(&mut self, now: Millis) {
        if let Some(whose) = self.running() {
            self.left[whose.index()] = self.left(whose, now);
        }
        self.running = None;
    }

    /// Whoever's clock runs has moved. Nothing is gained by a move that cost nothing.
    pub fn moved(&mut self, now: Millis) {
        let whose = self.running();
        self.stop(now);
        if let Some(whose) = whose {
            let left = &mut self.left[whose.index()];
            *left = self.time.after_move(*left);
        }
    }

    /// Whose flag has fallen.
    pub fn fallen(&self, now: Millis) -> Option<Player> {
        self.running().filter(|player| self.left(*player, now) == Millis::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{One, Two};

    fn clock(text: &str) -> TableClock {
        TableClock::new(text.parse().unwrap()).unwrap()
    }

    #[test]
    fn time_runs_for_whoever_is_to_move_and_grows_with_each_move() {
        let mut clock = clock("1+2");
        assert_eq!(
            (clock.left(One, Millis(1)), clock.fallen(Millis(1 << 40))),
            (Millis(60_000), None)
        );
        // The first move costs nothing and gains nothing.
        clock.moved(Millis(7_000));
        clock.start(Two, Millis(7_000));
        assert_eq!(clock.left(One, Millis(9_000)), Millis(60_000));
        assert_eq!(clock.left(Two, Millis(12_000)), Millis(55_000));
        clock.moved(Millis(12_000));
        clock.start(One, Millis(12_000));
        assert_eq!(clock.left(Two, Millis(20_000)), Millis(57_000));
        assert_eq!(clock.fallen(Millis(71_999)), None);
        assert_eq!(clock.fallen(Millis(72_000)), Some(One));
        clock.stop(Millis(13_000));
        assert_eq!(clock.left(One, Millis(1 << 40)), Millis(59_000));
    }

    #[test]
    fn every_turn_begins_anew_where_turns_are_limited() {
        let mut clock = clock("10/turn");
        clock.start(Two, Millis(0));
        clock.stop(Millis(4_000));
        assert_eq!(clock.left(Two, Millis(4_000)), Millis(6_000));
        clock.start(Two, Millis(5_000));
        assert_eq!(clock.left(Two, Millis(5_000)), Millis(10_000));
        // A clock that is set back gives nobody more than the turn has.
        assert_eq!(clock.left(Two, Millis(0)), Millis(10_000));
    }

    #[test]
    fn without_a_limit_there_is_no_clock() {
        assert_eq!(TableClock::new(TimeControl::None), None);
    }
}
