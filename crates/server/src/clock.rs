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
