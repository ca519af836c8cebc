//! How slow a client's line is, as the server itself measures it: by the time between a ping and its pong. What clients claim is
//! never asked for. The measure is smoothed, and a single slow pong counts little.

use damier_contest::Millis;
use std::time::{Duration, Instant};

/// The line to one client.
#[derive(Debug, Default)]
pub struct Line {
    sent: Option<(u32, Instant)>,
    next: u32,
    round_trip: Option<Duration>,
    /// When the last sign of life came.
    heard: Option<Instant>,
}

/// How much a new measurement counts.
const WEIGHT: f64 = 0.3;

impl Line {
    /// What to ping with. A ping that was not answered is not measured any more.
    pub fn ping(&mut self, now: Instant) -> [u8; 4] {
        self.next = self.next.wrapping_add(1);
        self.sent = Some((self.next, now));
        self.next.to_be_bytes()
    }

    /// A pong came back. Anything but the answer to the last ping is ignored, so that nobody can answer before being asked.
    pub fn pong(&mut self, payload: &[u8], now: Instant) {
        if let Some((number, at)) = self.sent
            && payload == number.to_be_bytes()
        {
            self.sent = None;
            let trip = now.duration_since(at);
            self.round_trip = Some(match self.round_trip {
                None => trip,
                Some(old) => old.mul_f64(1.0 - WEIGHT) + trip.mul_f64(WEIGHT),
            });
        }
    }

    /// A sign of life.
    pub fn heard(&mut self, now: Instant) {
        self.heard = Some(now);
    }

    /// Whether nothing has come for so long.
    pub fn is_silent(&self, now: Instant, since: Duration) -> bool {
        self.heard.is_some_and(|heard| now.duration_since(heard) > since)
    }

    /// The delay of a move: from the server to the client and back.
    pub fn lag(&self) -> Millis {
        let millis = self.round_trip.unwrap_or_default().as_millis();
        Millis(i64::try_from(millis).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_our_ping_counts() {
        let start = Instant::now();
        let mut line = Line::default();
        line.pong(&1u32.to_be_bytes(), start);
        assert_eq!(line.lag(), Millis(0));
        let ping = line.ping(start);
        line.pong(b"junk", start + Duration::from_millis(900));
        line.pong(&ping, start + Duration::from_millis(100));
        line.pong(&ping, start + Duration::from_millis(5_000));
        assert_eq!(line.lag(), Millis(100));
        let ping = line.ping(start);
        line.pong(&ping, start + Duration::from_millis(200));
        assert_eq!(line.lag(), Millis(130));
    }
}
