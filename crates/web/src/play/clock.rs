//! Clocks of a game on this device. Pure: the time is an argument, in milliseconds.

use damier_contest::TimeControl;
use damier_games::{Player, text::Language};
use serde::{Deserialize, Serialize};

/// How time is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Not at all.
    #[default]
    None,
    /// Each player has so much, and gets some more with every move.
    Clock {
        /// At the start.
        base_ms: u32,
        /// With every move.
        increment_ms: u32,
    },
    /// Every turn has so much.
    PerTurn {
        /// For one turn.
        turn_ms: u32,
    },
}

impl Pace {
    /// The same as matches on a server have it.
    pub const fn control(self) -> TimeControl {
        match self {
            Self::None => TimeControl::None,
            Self::Clock { base_ms, increment_ms } => {
                TimeControl::Clock { base: base_ms / 1000, increment: increment_ms / 1000 }
            }
            Self::PerTurn { turn_ms } => TimeControl::PerTurn { seconds: turn_ms / 1000 },
        }
    }
}

/// Two clocks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pace: Pace,
    left_ms: [f64; 2],
    /// Whose runs, and since when. Clocks wait for the first move.
    running: Option<(Player, f64)>,
}

impl Clock {
    /// Both full and at rest.
    pub fn new(pace: Pace) -> Self {
        let full = match pace {
            Pace::None => f64::INFINITY,
            Pace::Clock { base_ms, .. } => base_ms.into(),
            Pace::PerTurn { turn_ms } => turn_ms.into(),
        };
        // An infinite number cannot be written down as JSON; without a pace nobody reads it.
        let full = if full.is_finite() { full } else { 0.0 };
        Self { pace, left_ms: [full; 2], running: None }
    }

    /// Whether anything is counted.
    pub fn counts(&self) -> bool {
        self.pace != Pace::None
    }

    /// What a player has left.
    pub fn left_ms(&self, player: Player, now: f64) -> f64 {
        let left = self.left_ms[player.index()];
        match self.running {
            Some((whose, since)) if whose == player => (left - (now - since)).max(0.0),
            _ => left,
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(whose, _)| whose)
    }

    /// `by` has moved and `next` is to move.
    pub fn moved(&mut self, by: Player, next: Player, now: f64) {
        let left = self.left_ms(by, now);
        self.left_ms[by.index()] = match self.pace {
            Pace::None => left,
            Pace::Clock { increment_ms, .. } if self.running.is_some() => {
                left + f64::from(increment_ms)
            }
            Pace::Clock { .. } => left,
            Pace::PerTurn { turn_ms } => turn_ms.into(),
        };
        self.running = self.counts().then_some((next, now));
    }

    /// Nobody's clock runs any more.
    pub fn stop(&mut self, now: f64) {
        if let Some((whose, _)) = self.running {
            self.left_ms[whose.index()] = self.left_ms(whose, now);
        }
        self.running = None;
    }

    /// The page was away, as in a reload: what passed meanwhile is nobody's.
    pub fn wake(&mut self, now: f64) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Whose flag has fallen.
    pub fn fallen(&self, now: f64) -> Option<Player> {
        self.running().filter(|player| self.counts() && self.left_ms(*player, now) <= 0.0)
    }

    /// Takes note of what has passed, so that it can be kept.
    pub fn settle(&mut self, now: f64) {
        if let Some((whose, since)) = self.running {
            self.left_ms[whose.index()] = self.left_ms(whose, now);
            self.running = Some((whose, since.max(now)));
        }
    }
}

/// `3:05`, or `0:07.4` when little is left, or `2 d 23 h` when there is no hurry.
pub fn told(left_ms: f64, language: Language) -> String {
    let tenths = (left_ms.max(0.0) / 100.0).floor() as u64;
    let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
    if minutes >= 24 * 60 {
        let day = if language == Language::French { "j" } else { "d" };
        return format!("{} {day} {} h", minutes / 1440, minutes / 60 % 24);
    }
    if minutes == 0 && seconds < 10 {
        format!("0:0{seconds}.{}", tenths % 10)
    } else if minutes < 60 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    }
}

/// `0:07`: whole seconds, rounded up.
pub fn told_seconds(left_ms: f64) -> String {
    let seconds = (left_ms.max(0.0) / 1000.0).ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{One, Two};

    #[test]
    fn time_runs_for_whoever_is_to_move_and_grows_with_each_move() {
        let mut clock = Clock::new(Pace::Clock { base_ms: 60_000, increment_ms: 2_000 });
        assert_eq!(clock.left_ms(One, 1e9), 60_000.0);
        clock.moved(One, Two, 0.0);
        assert_eq!((clock.left_ms(One, 5e3), clock.left_ms(Two, 5e3)), (60_000.0, 55_000.0));
        clock.moved(Two, One, 5e3);
        assert_eq!(clock.left_ms(Two, 9e3), 57_000.0);
        assert_eq!(clock.fallen(65_001.0), Some(One));
        clock.stop(6e3);
        assert_eq!((clock.fallen(1e9), clock.left_ms(One, 1e9)), (None, 59_000.0));
    }

    #[test]
    fn every_turn_begins_anew() {
        let mut clock = Clock::new(Pace::PerTurn { turn_ms: 10_000 });
        clock.moved(One, Two, 0.0);
        clock.moved(Two, One, 9e3);
        assert_eq!(clock.left_ms(Two, 9e3), 10_000.0);
    }

    #[test]
    fn a_reload_costs_nobody_time() {
        let mut clock = Clock::new(Pace::Clock { base_ms: 60_000, increment_ms: 0 });
        clock.moved(One, Two, 0.0);
        clock.settle(1e3);
        clock.wake(1e9);
        assert_eq!(clock.left_ms(Two, 1e9), 59_000.0);
    }

    #[test]
    fn clocks_are_told_as_people_read_them() {
        assert_eq!(
            [7_450.0, 65_000.0, 600_000.0, 3_723_000.0].map(|left| told(left, Language::English)),
            ["0:07.4", "1:05", "10:00", "1:02:03"]
        );
        assert_eq!(told(259_199_000.0, Language::English), "2 d 23 h");
        assert_eq!(told(86_400_000.0, Language::French), "1 j 0 h");
    }
}
