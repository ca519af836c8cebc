//! What was agreed before the match.

use crate::{Speed, TimeControl, TimeError};
use damier_games::{
    GameKey, Player,
    mosaic::Mosaic,
    options::{Kind, Options},
    rules::TextError,
    text::{Language, Tell, Text},
};
use serde::{Deserialize, Serialize};

/// Who plays whom, as far as the course of the match depends on it. Who they are is the server's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opposition {
    /// Two people, each in front of a screen.
    People,
    /// A person and a computer player. It never leaves, refuses no takeback and answers a draw offer by its own judgement.
    Computer {
        /// The computer's side.
        side: Player,
        /// 1 to 8.
        level: u8,
    },
    /// One screen for both sides: whoever holds it needs nobody's consent.
    OneScreen,
}

/// The terms of a match. They never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    pub game: GameKey,
    /// Its options that are not the default.
    #[serde(default)]
    pub options: Options,
    /// The position to begin with, if not the usual one.
    #[serde(default)]
    pub position: Option<String>,
    /// The time.
    #[serde(default)]
    pub time: TimeControl,
    /// Whether it counts for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// Who plays whom.
    pub opposition: Opposition,
    /// Whether the players choose the quadrants of the board first, each their half.
    #[serde(default)]
    pub choosing: bool,
}

impl Terms {
    /// How fast a match on these terms is.
    pub const fn speed(&self) -> Speed {
        Speed::of(&self.time)
    }

    /// Whether a match can be played on these terms.
    pub fn check(&self) -> Result<(), TermsError> {
        self.time.check()?;
        if let Opposition::Computer { level, .. } = self.opposition
            && !(1..=8).contains(&level)
        {
            return Err(TermsError::Level);
        }
        let board = self.board_key();
        let given = board.and_then(|key| self.options.get(key));
        if self.choosing && board.is_none() {
            return Err(TermsError::NoBoard);
        }
        if self.choosing && (given.is_some() || self.position.is_some()) {
            return Err(TermsError::BoardGiven);
        }
        if self.rated && self.opposition != Opposition::People {
            return Err(TermsError::RatedAlone);
        }
        if self.rated && self.position.is_some() {
            return Err(TermsError::RatedPosition);
        }
        let own = |text: &String| text.parse().is_ok_and(|board: Mosaic| !board.is_stock());
        if self.rated && given.is_some_and(own) {
            return Err(TermsError::RatedBoard);
        }
        self.open(&self.options)?;
        Ok(())
    }

    /// The terms of another match with sides exchanged. Which person gets which side is the server's business.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let opposition = match self.opposition {
            Opposition::Computer { side, level } => Opposition::Computer { side: !side, level },
            other => other,
        };
        Self { opposition, ..self.clone() }
    }

    /// The option that is a board of quadrants, if the game has one.
    pub fn board_key(&self) -> Option<&'static str> {
        let fields = self.game.info().options;
        fields.iter().find(|field| matches!(field.kind, Kind::Mosaic)).map(|field| field.key)
    }

    /// The side that a computer plays.
    pub(crate) fn computer(&self) -> Option<Player> {
        match self.opposition {
            Opposition::Computer { side, .. } => Some(side),
            Opposition::People | Opposition::OneScreen => None,
        }
    }

    /// A table with these options, at which somebody can move.
    pub(crate) fn open(
        &self,
        options: &Options,
    ) -> Result<Box<dyn damier_games::Table>, TextError> {
        let table = damier_games::open(self.game, options, self.position.as_deref())?;
        match (&self.position, table.result()) {
            (Some(position), Some(_)) => Err(TextError::expected(
                position,
                Text::new(
                    "a position in which the game is not over",
                    "une position où la partie n'est pas finie",
                ),
            )),
            _ => Ok(table),
        }
    }
}

/// Terms were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum TermsError {
    Time(#[from] TimeError),
    Game(#[from] TextError),
    Level,
    NoBoard,
    BoardGiven,
    RatedAlone,
    RatedPosition,
    RatedBoard,
}

impl Tell for TermsError {
    fn tell(&self, language: Language) -> String {
        let text = match self {
            Self::Time(error) => return error.tell(language),
            Self::Game(error) => return error.tell(language),
            Self::Level => Text::new(
                "there is no such computer player: expected a level from 1 to 8",
                "ce joueur artificiel n'existe pas : attendu un niveau de 1 à 8",
            ),
            Self::NoBoard => Text::new(
                "this game has no quadrants to choose",
                "ce jeu n'a pas de quadrants à choisir",
            ),
            Self::BoardGiven => Text::new(
                "the quadrants are to be chosen: expected neither a board nor a position",
                "les quadrants sont à choisir : attendu ni plateau ni position",
            ),
            Self::RatedAlone => Text::new(
                "only a match between two people can be rated",
                "seule une partie entre deux personnes peut être classée",
            ),
            Self::RatedPosition => Text::new(
                "a rated match begins with the usual position",
                "une partie classée commence par la position habituelle",
            ),
            Self::RatedBoard => Text::new(
                "a rated match is played on quadrants of the stock set",
                "une partie classée se joue sur les quadrants d'origine",
            ),
        };
        text.tell(language).into()
    }
}
