//! A line of the protocol: a command, then `name=value`, flags or plain values.

use crate::search::{Clock, Limits};
use std::time::Duration;

/// A line taken apart.
pub struct Words {
    /// The first is the command; a value is absent where there is no `=`.
    pairs: Vec<(String, Option<String>)>,
}

/// More words than any command has; the rest of a longer line is left out.
const MOST: usize = 64;

impl Words {
    /// Values may stand in double quotes, which is how they hold spaces.
    pub fn read(line: &str) -> Self {
        let mut pairs = Vec::new();
        let mut rest = line.trim();
        while !rest.is_empty() && pairs.len() < MOST {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = rest[..end].to_owned();
            rest = rest[end..].trim_start();
            let value = rest.strip_prefix('=').map(|after| {
                let after = after.trim_start();
                let (value, left) = match after.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                    None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
                };
                rest = left;
                value.to_owned()
            });
            rest = rest.trim_start();
            pairs.push((name, value));
        }
        Self { pairs }
    }

    /// What to do.
    pub fn command(&self) -> Option<&str> {
        self.pairs.first().map(|(name, _)| name.as_str())
    }

    fn arguments(&self) -> &[(String, Option<String>)] {
        self.pairs.get(1..).unwrap_or_default()
    }

    /// The value of `name=value`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments().iter().find(|(known, _)| known == name)?.1.as_deref()
    }

    /// Whether the word stands there by itself.
    pub fn flag(&self, name: &str) -> bool {
        self.arguments().iter().any(|(known, value)| known == name && value.is_none())
    }

    /// One of the words without a value, counted from 0.
    pub fn plain(&self, number: usize) -> Option<&str> {
        let plain = self.arguments().iter().filter(|(_, value)| value.is_none());
        plain.map(|(name, _)| name.as_str()).nth(number)
    }

    /// What `level`, and `time` and `depth` of version 1, make of the limits so far.
    pub fn limits(&self, so_far: Limits) -> Limits {
        // Clocks may run below zero; that is no time at all.
        let seconds = |text: &str| {
            let seconds: f64 = text.parse().ok()?;
            Duration::try_from_secs_f64(seconds.clamp(0.0, 1e6)).ok()
        };
        let millis = |text: &str| {
            text.parse::<i64>().ok().map(|millis| Duration::from_millis(millis.max(0) as u64))
        };
        let of = |name: &str| self.value(name);
        match (self.command(), self.plain(0)) {
            (Some("time"), Some(text)) => {
                return Limits { time: millis(text), clock: None, ..so_far };
            }
            (Some("depth"), Some(text)) => return Limits { depth: text.parse().ok(), ..so_far },
            (Some("level"), Some(moves)) if moves != "infinite" && moves != "ponder" => {
                let left = self.plain(1).and_then(millis).unwrap_or_default();
                let increment = self.plain(2).and_then(millis).unwrap_or_default();
                let moves_to_go = moves.parse().ok().filter(|&moves| moves > 0);
                let clock = Some(Clock { left, increment, moves_to_go });
                return Limits { clock, time: None, ..so_far };
            }
            _ => {}
        }
        let clock = of("time").and_then(seconds).map(|left| Clock {
            left,
            increment: of("inc").and_then(seconds).unwrap_or_default(),
            moves_to_go: of("moves")
                .and_then(|moves| moves.parse().ok())
                .filter(|&moves| moves > 0),
        });
        Limits {
            depth: of("depth").and_then(|depth| depth.parse().ok()).or(so_far.depth),
            nodes: of("nodes").and_then(|nodes| nodes.parse().ok()).or(so_far.nodes),
            time: of("move-time").and_then(seconds).or(so_far.time),
            clock: clock.or(so_far.clock),
        }
    }
}
