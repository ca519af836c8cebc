//! The parts that several messages share.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use utoipa::ToSchema;

/// What somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum PersonKind {
    Guest,
    Account,
    Computer,
    /// An account that was deleted.
    Gone,
}

/// One side of a match and who sits there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// What to call them; a computer has its level's key.
    pub name: String,
    /// What they are.
    pub kind: PersonKind,
    /// Their rating in this game at this speed, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
}

/// Both sides; `None` while nobody sits there.
pub type Seats = [Option<Seat>; 2];

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Waits for a second player.
    Open,
    /// Both sit; the quadrants may still have to be chosen.
    Playing,
    /// Over.
    Over,
}

/// Where something is said. On the wire `lobby`, `match:ID` or `with:NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    /// The lobby, for accounts.
    Lobby,
    /// In a match, by its id.
    Match(String),
    /// Between two friends; the other one's name.
    With(String),
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lobby => f.write_str("lobby"),
            Self::Match(id) => write!(f, "match:{id}"),
            Self::With(name) => write!(f, "with:{name}"),
        }
    }
}

impl FromStr for Room {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "lobby" => Ok(Self::Lobby),
            Some(("match", id)) => Ok(Self::Match(id.into())),
            Some(("with", name)) => Ok(Self::With(name.into())),
            _ => Err("expected lobby, match:ID or with:NAME"),
        }
    }
}

impl Serialize for Room {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Room {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    /// Orders the messages of a room; pages go back by it.
    pub id: String,
    /// Who said it.
    pub from: String,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Who the server takes the client for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The name that others see.
    pub name: String,
    /// Guest or account.
    pub kind: PersonKind,
}
