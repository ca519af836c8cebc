//! The list of games. The only place that knows all of them.

use crate::{
    rules::Info,
    text::{Language, Tell, excerpt},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Names one of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum GameKey {
    Katarenga,
    Congress,
    Isolation,
    Draughts,
    Alquerque,
    Morpion,
    Chess,
    Alice,
    Dark,
    Horde,
}

/// Runs `$body` with `$Game` as the type of the game that `$key` names. Everything that is generic over games and starts from
/// a name passes through here.
#[macro_export]
macro_rules! with_game {
    ($key:expr, |$Game:ident| $body:expr) => {
        match $key {
            $crate::GameKey::Katarenga => {
                type $Game = $crate::katarenga::Katarenga;
                $body
            }
            $crate::GameKey::Congress => {
                type $Game = $crate::congress::Congress;
                $body
            }
            $crate::GameKey::Isolation => {
                type $Game = $crate::isolation::Isolation;
                $body
            }
            $crate::GameKey::Draughts => {
                type $Game = $crate::draughts::Draughts;
                $body
            }
            $crate::GameKey::Alquerque => {
                type $Game = $crate::alquerque::Alquerque;
                $body
            }
            $crate::GameKey::Morpion => {
                type $Game = $crate::morpion::Morpion;
                $body
            }
            $crate::GameKey::Chess => {
                type $Game = $crate::chess::Chess;
                $body
            }
            $crate::GameKey::Alice => {
                type $Game = $crate::alice::Alice;
                $body
            }
            $crate::GameKey::Dark => {
                type $Game = $crate::dark::Dark;
                $body
            }
            $crate::GameKey::Horde => {
                type $Game = $crate::horde::Horde;
                $body
            }
        }
    };
}

impl GameKey {
    /// All games, in the order in which people see them.
    pub const ALL: &[Self] = &[
        Self::Katarenga,
        Self::Congress,
        Self::Isolation,
        Self::Draughts,
        Self::Alquerque,
        Self::Morpion,
        Self::Chess,
        Self::Alice,
        Self::Dark,
        Self::Horde,
    ];

    /// The names of all games, for messages.
    pub fn names() -> String {
        Self::ALL.iter().map(|key| key.info().key).collect::<Vec<_>>().join(", ")
    }

    /// What the game tells of itself.
    pub fn info(self) -> &'static Info {
        use crate::rules::Game;
        with_game!(self, |G| const { &G::INFO })
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().key)
    }
}

impl FromStr for GameKey {
    type Err = UnknownGame;
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let found = Self::ALL.iter().copied().find(|key| key.info().key == text);
        found.ok_or_else(|| UnknownGame { found: excerpt(text) })
    }
}

/// There is no game of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub struct UnknownGame {
    /// What was asked for.
    pub found: String,
}

impl Tell for UnknownGame {
    fn tell(&self, language: Language) -> String {
        let found = &self.found;
        let known = GameKey::names();
        match language {
            Language::English => format!("unknown game \"{found}\": expected one of {known}"),
            Language::French => format!("jeu « {found} » inconnu : attendu {known}"),
        }
    }
}
