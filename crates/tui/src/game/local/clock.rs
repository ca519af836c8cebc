//! The clocks of a game on this machine.

use super::{Clocks, Local};
use damier_contest::Millis;
use damier_games::{Outcome, outcome::reason};

impl Local {
    /// A move was played: the other clock runs, unless the screen has to change hands first.
    pub(super) fn press_clock(&mut self, now: i64) {
        if let Some(clock) = &mut self.clock {
            clock.moved(Millis(now));
        }
        if self.facing.is_some() {
            self.run_clock(now);
        }
    }

    /// Looks at the clock. Whether somebody has just lost by it.
    pub fn tick(&mut self, now: i64) -> bool {
        let fallen = self.clock.and_then(|clock| clock.fallen(Millis(now)));
        let Some(player) = fallen.filter(|_| self.table.result().is_none()) else { return false };
        // Who cannot win any more does not win by the clock either.
        let outcome = if self.table.can_win(!player) {
            Outcome::win(!player, reason::TIMEOUT)
        } else {
            Outcome::draw(reason::TIMEOUT)
        };
        self.end(outcome, now);
        true
    }

    pub(super) fn end(&mut self, outcome: Outcome, now: i64) {
        self.table.end(outcome);
        if let Some(clock) = &mut self.clock {
            clock.stop(Millis(now));
        }
    }

    /// The clock of whoever is to move runs, once the game has begun.
    pub(super) fn run_clock(&mut self, now: i64) {
        let goes_on = self.table.result().is_none() && self.table.ply() > 0;
        if let Some(clock) = &mut self.clock {
            if goes_on {
                clock.start(self.table.turn(), Millis(now));
            } else {
                clock.stop(Millis(now));
            }
        }
    }

    /// The clocks as a screen shows them.
    pub(super) fn clocks(&self) -> Option<Clocks> {
        let clock = self.clock?;
        let (left, at) = clock.standing();
        Some(Clocks { left: left.map(|left| left.0), running: clock.running(), at: at.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Ask, Local, Opponent, Setup, Source,
        tests::{computer, local},
    };
    use damier_games::{Player, text::Language};

    /// The same on the clock.
    fn timed(game: &str, opponent: Opponent, time: &str) -> Local {
        let setup = Setup { time: time.parse().unwrap(), ..local(game, opponent).setup };
        Local::new(setup, Language::English).unwrap()
    }

    #[test]
    fn whoever_has_no_time_left_has_lost() {
        let mut local = timed("chess", Opponent::Human, "1+2");
        assert!(!local.tick(1 << 40), "clocks wait for the first move");
        local.ask(&Ask::Play("e2e4".into()), 1_000).unwrap();
        local.ask(&Ask::Play("e7e5".into()), 11_000).unwrap();
        let clocks = local.view().clocks.unwrap();
        assert_eq!(clocks.left, [60_000, 52_000]);
        assert_eq!((clocks.running, clocks.left(Player::One, 13_000)), (Some(Player::One), 58_000));
        assert!(!local.tick(70_999) && local.tick(71_000) && !local.tick(71_100));
        let view = local.view();
        assert_eq!(view.now.result.unwrap().to_string(), "0-1 timeout");
        assert_eq!(view.clocks.unwrap().running, None);
        // Time does not come back.
        assert!(local.ask(&Ask::Takeback, 72_000).is_err());
        assert!(local.ask(&Ask::Play("g1f3".into()), 72_000).is_err());
    }

    #[test]
    fn a_late_move_or_answer_is_not_played() {
        let mut local = timed("chess", computer(), "10/turn");
        local.ask(&Ask::Play("e2e4".into()), 0).unwrap();
        let question = local.question(0).unwrap();
        assert!(question.most.unwrap() < std::time::Duration::from_secs(10));
        assert!(!local.answer(question.id, "e7e5", 0, 10_000));
        assert_eq!(local.view().now.result.unwrap().to_string(), "1-0 timeout");
    }

    #[test]
    fn no_clock_runs_while_the_screen_changes_hands() {
        let mut local = timed("dark", Opponent::Human, "30/turn");
        local.ask(&Ask::Play("e2e4".into()), 0).unwrap();
        assert!(!local.tick(1_000_000));
        local.ask(&Ask::Lift, 1_000_000).unwrap();
        assert_eq!(local.view().clocks.unwrap().left(Player::Two, 1_010_000), 20_000);
        assert!(local.tick(1_030_000));
    }

    #[test]
    fn taking_back_gives_a_turn_its_time_again() {
        let mut local = timed("chess", Opponent::Human, "10/turn");
        for (at, text) in [(0, "e2e4"), (4_000, "e7e5"), (8_000, "g1f3")] {
            local.ask(&Ask::Play(text.into()), at).unwrap();
        }
        local.ask(&Ask::Takeback, 12_000).unwrap();
        let clocks = local.view().clocks.unwrap();
        assert_eq!((clocks.running, clocks.left(Player::One, 13_000)), (Some(Player::One), 9_000));
    }
}
