//! How much a socket may ask: so many messages at once, and so many a second in the long run.

use std::time::Instant;

/// A bucket that fills with time.
pub struct Bucket {
    level: f64,
    burst: f64,
    per_second: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(burst: f64, per_second: f64, now: Instant) -> Self {
        Self { level: burst, burst, per_second, filled: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        let more = now.duration_since(self.filled).as_secs_f64() * self.per_second;
        self.filled = now;
        self.level = (self.level + more).min(self.burst);
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_fine_and_a_flood_is_not() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3.0, 1.0, start);
        assert!((0..3).all(|_| bucket.take(start)));
        assert!(!bucket.take(start));
        assert!(bucket.take(start + Duration::from_secs(1)));
        assert!(!bucket.take(start + Duration::from_secs(1)));
    }
}
