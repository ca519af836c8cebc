//! The server's time: the wall clock's when the process began, then as steady as the machine counts. Whoever sets the wall clock
//! takes no time from any player.

use damier_contest::Millis;
use std::time::{Duration, Instant, SystemTime};

/// A steady clock that shows the time of day.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    wall: Millis,
}

impl Clock {
    /// Set by the wall clock, but not before `floor`: time never goes back behind what is stored already.
    pub fn new(floor: Millis) -> Self {
        let since =
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let wall = Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
        Self { began: Instant::now(), wall: wall.max(floor) }
    }

    /// The time now.
    pub fn now(&self) -> Millis {
        let since = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        Millis(self.wall.0.saturating_add(since))
    }

    /// How long until `then`; nothing if it has passed.
    pub fn until(&self, then: Millis) -> Duration {
        Duration::from_millis(u64::try_from(then.0 - self.now().0).unwrap_or(0))
    }
}

/// The day of a time, as records write it: `2026.11.19`, in Greenwich.
pub fn date(at: Millis) -> String {
    // Days since the first of March of the year 0, counted in years that end with February, so that the odd day comes last.
    let days = at.0.div_euclid(86_400_000) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        let day = |days: i64| date(Millis(days * 86_400_000 + 86_399_999));
        for (days, told) in [
            (0, "1970.01.01"),
            (789, "1972.02.29"),
            (790, "1972.03.01"),
            (11_016, "2000.02.29"),
            (20_776, "2026.11.19"),
            (20_818, "2026.12.31"),
            (20_819, "2027.01.01"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
            (-1, "1969.12.31"),
        ] {
            assert_eq!(day(days), told);
        }
    }
}
