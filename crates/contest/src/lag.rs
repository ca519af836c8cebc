//! What the network takes from a player's clock, and how much of it is given back. In the spirit of lichess.
//!
//! All in milliseconds; `total` is the time in seconds that a player is likely to need in all (base + 40 increments, or 40 turns).
//!
//! ```text
//! gain           = min(1000, 4 * total + 150)      (lichess: total * 2/5 + 15 hundredths, at most 1 s)
//! quota at start = 3 * gain
//! credit         = min(lag, quota, 2000, time spent on the move)
//! quota after    = min(7 * gain, quota + gain - credit)
//! ```
//!
//! `lag` is what the server has measured by its own pings, never what a client says, and whatever it is, a player gets back no more
//! than one gain a move in the long run. A flag falls only when no credit could save the move: `min(quota, 2000)` after the time is
//! over. The 2 s bound both, so that a move which would count is never flagged before it arrives. Correspondence needs no credit.

use crate::{Millis, TimeControl};

/// How much lag may still be given back to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    gain: Millis,
    left: Millis,
}

/// No move gets more.
const MOST: Millis = Millis(2000);

impl Quota {
    /// At the start of a match.
    pub fn new(time: &TimeControl) -> Self {
        let gain = time.estimate().map_or(0, |total| (i64::from(total) * 4 + 150).min(1000));
        Self { gain: Millis(gain), left: Millis(3 * gain) }
    }

    /// The most that a move could get now.
    pub fn grace(&self) -> Millis {
        self.left.min(MOST)
    }

    /// What a move gets that took `spent`, of which `lag` was the network.
    pub fn credit(&self, lag: Millis, spent: Millis) -> Millis {
        lag.min(self.grace()).min(spent).max(Millis::ZERO)
    }

    /// After a move that got `credit`.
    pub fn spend(&mut self, credit: Millis) {
        self.left = (self.left + self.gain - credit).clamp(Millis::ZERO, Millis(7 * self.gain.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BULLET: TimeControl = TimeControl::Clock { base: 60, increment: 0 };
    const BLITZ: TimeControl = TimeControl::Clock { base: 300, increment: 3 };
    const LONG: Millis = Millis(10_000);

    /// What each of `moves` moves gets at a steady lag.
    fn credits(time: TimeControl, lag: i64, moves: usize) -> Vec<i64> {
        let mut quota = Quota::new(&time);
        let mut credit = || {
            let credit = quota.credit(Millis(lag), LONG);
            quota.spend(credit);
            credit.0
        };
        (0..moves).map(|_| credit()).collect()
    }

    #[test]
    fn the_gain_grows_with_the_time_up_to_a_second() {
        let gain = |base| Quota::new(&TimeControl::Clock { base, increment: 0 }).gain.0;
        assert_eq!([0, 15, 60, 212, 213, 10_800].map(gain), [150, 210, 390, 998, 1000, 1000]);
        assert_eq!(Quota::new(&TimeControl::PerTurn { seconds: 3 }).gain.0, 630);
        assert_eq!(Quota::new(&TimeControl::Days { days: 1 }).grace(), Millis::ZERO);
    }

    #[test]
    fn lag_below_the_gain_is_given_back_in_full() {
        for lag in [0, 100, 390] {
            assert_eq!(credits(BULLET, lag, 50), vec![lag; 50]);
        }
        for lag in [0, 500, 1000] {
            assert_eq!(credits(BLITZ, lag, 50), vec![lag; 50]);
        }
    }

    #[test]
    fn at_two_seconds_of_lag_the_quota_runs_out_and_then_pays_one_gain_a_move() {
        assert_eq!(credits(BLITZ, 2000, 5), [2000, 2000, 1000, 1000, 1000]);
        assert_eq!(credits(BULLET, 2000, 4), [1170, 390, 390, 390]);
    }

    #[test]
    fn a_huge_lag_gets_no_more_than_the_quota_and_a_negative_one_takes_nothing() {
        assert_eq!(credits(BULLET, i64::MAX, 3), [1170, 390, 390]);
        assert_eq!(credits(BLITZ, i64::MAX, 4), [2000, 2000, 1000, 1000]);
        assert_eq!(credits(BLITZ, i64::MIN, 2), [0, 0]);
    }

    #[test]
    fn nobody_gets_more_than_was_spent_and_savings_end_at_seven_gains() {
        let mut quota = Quota::new(&BLITZ);
        assert_eq!(quota.credit(Millis(900), Millis(200)), Millis(200));
        for _ in 0..100 {
            quota.spend(Millis::ZERO);
        }
        assert_eq!(quota.left, Millis(7000));
    }
}
