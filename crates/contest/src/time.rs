//! Time: how it is counted and how much of it there is.

use damier_games::{
    options::parse_decimal,
    text::{Language, Tell, excerpt},
};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    ops::{Add, Sub},
    str::FromStr,
};

/// A point in time (since 1970) or a span of it, in thousandths of a second.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// So many seconds.
    pub const fn seconds(seconds: u32) -> Self {
        Self(seconds as i64 * 1000)
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, span: Self) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl Sub for Millis {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// How the players' time is limited. Written `5+3` (minutes at the start, seconds for each move; `90s+1` where the minutes are not
/// whole), `30/turn`, `2d` and `-`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// Not at all.
    #[default]
    None,
    /// So long for each turn.
    PerTurn {
        /// Seconds for a turn.
        seconds: u32,
    },
    /// So long for the game, and a little more after each move.
    Clock {
        /// Seconds at the start.
        base: u32,
        /// Seconds for each move.
        increment: u32,
    },
    /// So many days for each move.
    Days {
        /// Days for a move.
        days: u32,
    },
}

/// A game is taken to be so many moves of each side long.
const MOVES: u32 = 40;

impl TimeControl {
    /// Refuses what nobody can play by.
    pub fn check(&self) -> Result<(), TimeError> {
        match *self {
            Self::None => Ok(()),
            Self::PerTurn { seconds } if !(3..=3600).contains(&seconds) => Err(TimeError::PerTurn),
            Self::Clock { base: 0, increment: 0 } => Err(TimeError::NoTime),
            Self::Clock { base, .. } if base > 10_800 => Err(TimeError::Base),
            Self::Clock { increment, .. } if increment > 180 => Err(TimeError::Increment),
            Self::Days { days } if !(1..=14).contains(&days) => Err(TimeError::Days),
            Self::PerTurn { .. } | Self::Clock { .. } | Self::Days { .. } => Ok(()),
        }
    }

    /// How many seconds a player is likely to need in all, where that can be said.
    pub const fn estimate(&self) -> Option<u32> {
        match *self {
            Self::Clock { base, increment } => {
                Some(base.saturating_add(increment.saturating_mul(MOVES)))
            }
            Self::PerTurn { seconds } => Some(seconds.saturating_mul(MOVES)),
            Self::Days { .. } | Self::None => None,
        }
    }

    /// As records tell it in their tag `TimeControl`.
    pub fn tag(&self) -> String {
        match *self {
            Self::None => "-".into(),
            Self::PerTurn { seconds } => format!("1/{seconds}"),
            Self::Clock { base, increment: 0 } => base.to_string(),
            Self::Clock { base, increment } => format!("{base}+{increment}"),
            Self::Days { days } => format!("1/{}", u64::from(days) * 86_400),
        }
    }

    /// What stands on each clock at the start. Who has nothing but the increment begins with one.
    pub const fn initial(&self) -> Option<Millis> {
        match *self {
            Self::None => None,
            Self::PerTurn { seconds } => Some(Millis::seconds(seconds)),
            Self::Clock { base: 0, increment } => Some(Millis::seconds(increment)),
            Self::Clock { base, .. } => Some(Millis::seconds(base)),
            Self::Days { days } => Some(Millis::seconds(days.saturating_mul(86_400))),
        }
    }

    /// What everybody has at the start of a turn, where it does not depend on the turns before.
    pub(crate) fn per_turn(&self) -> Option<Millis> {
        match self {
            Self::PerTurn { .. } | Self::Days { .. } => self.initial(),
            Self::Clock { .. } | Self::None => None,
        }
    }

    /// What stands on a clock after a move that left `left`.
    pub(crate) fn after_move(&self, left: Millis) -> Millis {
        match *self {
            Self::Clock { increment, .. } => left + Millis::seconds(increment),
            Self::PerTurn { .. } | Self::Days { .. } | Self::None => {
                self.per_turn().unwrap_or_default()
            }
        }
    }

    /// How long each side may think about its first move, which is free otherwise.
    pub fn first_move(&self) -> Option<Millis> {
        match (self, Speed::of(self)) {
            (Self::None, _) => None,
            (Self::PerTurn { seconds }, _) => Some(Millis::seconds((*seconds).max(30))),
            (Self::Days { .. }, _) => self.initial(),
            (Self::Clock { .. }, Speed::Bullet) => Some(Millis::seconds(15)),
            (Self::Clock { .. }, Speed::Blitz) => Some(Millis::seconds(30)),
            (Self::Clock { .. }, Speed::Rapid) => Some(Millis::seconds(60)),
            (Self::Clock { .. }, _) => Some(Millis::seconds(90)),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("-"),
            Self::PerTurn { seconds } => write!(f, "{seconds}/turn"),
            Self::Clock { base, increment } if base % 60 == 0 => {
                write!(f, "{}+{increment}", base / 60)
            }
            Self::Clock { base, increment } => write!(f, "{base}s+{increment}"),
            Self::Days { days } => write!(f, "{days}d"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeError;
    /// Reads and checks.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let time = read(text).ok_or_else(|| TimeError::Unreadable { found: excerpt(text) })?;
        time.check()?;
        Ok(time)
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if text == "-" {
        Some(TimeControl::None)
    } else if let Some(days) = text.strip_suffix('d') {
        Some(TimeControl::Days { days: parse_decimal(days)? })
    } else if let Some(seconds) = text.strip_suffix("/turn") {
        Some(TimeControl::PerTurn { seconds: parse_decimal(seconds)? })
    } else {
        let (base, increment) = text.split_once('+')?;
        let base = match base.strip_suffix('s') {
            Some(seconds) => parse_decimal(seconds)?,
            None => parse_decimal(base)?.checked_mul(60)?,
        };
        Some(TimeControl::Clock { base, increment: parse_decimal(increment)? })
    }
}

/// A time control was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum TimeError {
    Unreadable { found: String },
    NoTime,
    Base,
    Increment,
    PerTurn,
    Days,
}

impl Tell for TimeError {
    fn tell(&self, language: Language) -> String {
        let (en, fr) = match self {
            Self::Unreadable { found } => {
                return match language {
                    Language::English => format!(
                        "cannot read the time \"{found}\": expected 5+3, 90s+1, 30/turn, 2d or -"
                    ),
                    Language::French => format!(
                        "cadence « {found} » illisible : attendu 5+3, 90s+1, 30/turn, 2d ou -"
                    ),
                };
            }
            Self::NoTime => (
                "nobody can play without any time: expected some at the start or for each move",
                "on ne joue pas sans temps : attendu du temps au départ ou pour chaque coup",
            ),
            Self::Base => (
                "too much time at the start: expected 180 minutes at most",
                "trop de temps au départ : attendu 180 minutes au plus",
            ),
            Self::Increment => (
                "too much time for each move: expected 180 seconds at most",
                "trop de temps ajouté par coup : attendu 180 secondes au plus",
            ),
            Self::PerTurn => (
                "wrong time for a turn: expected 3 to 3600 seconds",
                "temps par tour impossible : attendu de 3 à 3600 secondes",
            ),
            Self::Days => (
                "wrong number of days for a move: expected 1 to 14",
                "nombre de jours par coup impossible : attendu de 1 à 14",
            ),
        };
        if language == Language::English { en.into() } else { fr.into() }
    }
}

/// How fast a match is; ratings are kept apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Speed {
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
    /// Without any limit.
    Unlimited,
}

impl Speed {
    /// By the time that a player is likely to need in all.
    pub const fn of(time: &TimeControl) -> Self {
        match (time, time.estimate()) {
            (TimeControl::None, _) => Self::Unlimited,
            (TimeControl::Days { .. }, _) | (_, None) => Self::Correspondence,
            (_, Some(0..180)) => Self::Bullet,
            (_, Some(180..480)) => Self::Blitz,
            (_, Some(480..1500)) => Self::Rapid,
            (_, Some(1500..)) => Self::Classical,
        }
    }

    /// For programs: `blitz`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
            Self::Unlimited => "unlimited",
        }
    }

    /// How long the seat of somebody who has lost the connection is kept; for ever if `None`.
    pub const fn seat_kept(self) -> Option<Millis> {
        match self {
            Self::Bullet => Some(Millis::seconds(15)),
            Self::Blitz => Some(Millis::seconds(30)),
            Self::Rapid => Some(Millis::seconds(60)),
            Self::Classical => Some(Millis::seconds(120)),
            Self::Unlimited => Some(Millis::seconds(600)),
            Self::Correspondence => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_tell_the_time_as_programs_read_it() {
        for (text, tag) in
            [("-", "-"), ("5+3", "300+3"), ("90s+0", "90"), ("30/turn", "1/30"), ("2d", "1/172800")]
        {
            let time: TimeControl = text.parse().expect(text);
            assert_eq!(time.tag(), tag);
        }
    }

    #[test]
    fn times_are_written_and_read_and_have_a_speed() {
        for (text, speed) in [
            ("1+0", Speed::Bullet),
            ("30s+2", Speed::Bullet),
            ("90s+1", Speed::Bullet),
            ("3+0", Speed::Blitz),
            ("3+2", Speed::Blitz),
            ("5+3", Speed::Blitz),
            ("0+12", Speed::Rapid),
            ("10+0", Speed::Rapid),
            ("15+15", Speed::Classical),
            ("4/turn", Speed::Bullet),
            ("10/turn", Speed::Blitz),
            ("30/turn", Speed::Rapid),
            ("60/turn", Speed::Classical),
            ("2d", Speed::Correspondence),
            ("-", Speed::Unlimited),
        ] {
            let time: TimeControl = text.parse().unwrap();
            assert_eq!(time.to_string(), text);
            assert_eq!(Speed::of(&time), speed, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_what_would_be_right() {
        for (text, error) in [
            ("0+0", TimeError::NoTime),
            ("181+0", TimeError::Base),
            ("1+181", TimeError::Increment),
            ("2/turn", TimeError::PerTurn),
            ("3601/turn", TimeError::PerTurn),
            ("0d", TimeError::Days),
            ("15d", TimeError::Days),
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
        }
        for text in ["", "5", "+", "5+", "05+3", "-1+2", "5+3 ", "99999999999+1", "80000000+1", "d"]
        {
            let found = TimeError::Unreadable { found: text.into() };
            assert_eq!(text.parse::<TimeControl>(), Err(found));
        }
    }
}
