//! How games end, and how that is told.

use crate::{
    games::GameKey,
    player::Player,
    text::{Phrase, Text},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

/// Who gets the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// `1-0` or `0-1`.
    Win(Player),
    /// `1/2-1/2`.
    Draw,
    /// `*`: over without a result, as an aborted match is.
    Void,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Player::One) => "1-0",
            Self::Win(Player::Two) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Void => "*",
        })
    }
}

/// Why a game ended or may be claimed: a key for programs and a text for people.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Reason {
    /// As results are written: `checkmate`.
    pub key: &'static str,
    /// What people read after "White wins: ".
    pub text: Text,
}

impl Reason {
    /// A reason with its texts in English and French.
    pub const fn new(key: &'static str, en: &'static str, fr: &'static str) -> Self {
        Self { key, text: Text::new(en, fr) }
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Reason {}

/// A finished game. Prints as `1-0 checkmate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The score.
    pub score: Score,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` has won.
    pub const fn win(winner: Player, reason: Reason) -> Self {
        Self { score: Score::Win(winner), reason }
    }

    /// Nobody has won.
    pub const fn draw(reason: Reason) -> Self {
        Self { score: Score::Draw, reason }
    }

    /// Over without a result.
    pub const fn void(reason: Reason) -> Self {
        Self { score: Score::Void, reason }
    }

    /// Reads what `Display` writes of a game that gives `own` reasons, or of a match of it.
    pub fn read(text: &str, own: &[Reason]) -> Option<Self> {
        let (score, key) = text.split_once(' ')?;
        let score = [Score::Win(Player::One), Score::Win(Player::Two), Score::Draw, Score::Void]
            .into_iter()
            .find(|known| known.to_string() == score)?;
        let reason = own.iter().chain(&reason::OF_A_MATCH).find(|known| known.key == key)?;
        Some(Self { score, reason: *reason })
    }

    /// Who has won, if anybody.
    pub const fn winner(&self) -> Option<Player> {
        match self.score {
            Score::Win(player) => Some(player),
            Score::Draw | Score::Void => None,
        }
    }

    /// What a person reads: "White wins: checkmate". `sides` are the names of the two players' sides.
    pub fn phrase(&self, sides: [Text; 2]) -> Phrase {
        let Text { en, fr } = self.reason.text;
        match self.score {
            Score::Win(player) => {
                let side = sides[player.index()];
                Phrase::new(
                    format!("{} wins: {en}", side.en),
                    format!("Victoire de {} : {fr}", side.fr),
                )
            }
            Score::Draw => Phrase::new(format!("Draw: {en}"), format!("Partie nulle : {fr}")),
            Score::Void => Phrase::new(format!("No result: {en}"), format!("Sans résultat : {fr}")),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.score, self.reason.key)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What was written without the game beside it: keys mean the same in all games.
impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = |key: &GameKey| Self::read(&text, key.info().reasons);
        let unknown = || D::Error::custom("expected a result such as 1-0 checkmate");
        GameKey::ALL.iter().find_map(read).ok_or_else(unknown)
    }
}

/// The result as vectors write it: `*` while the game goes on.
pub fn result_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "*".into(), |outcome| outcome.to_string())
}

/// The reasons that several games share, and those that come from the match.
pub mod reason {
    use super::Reason;

    /// The ends that no rule of a game tells: people make them, or the clock.
    pub const OF_A_MATCH: [Reason; 6] =
        [RESIGNATION, TIMEOUT, FORFEIT, AGREEMENT, ABORTED, ADJUDICATION];
    /// A player gave up.
    pub const RESIGNATION: Reason = Reason::new("resignation", "resignation", "abandon");
    /// A player's time is over.
    pub const TIMEOUT: Reason = Reason::new("timeout", "time is up", "temps écoulé");
    /// A player went away.
    pub const FORFEIT: Reason = Reason::new("forfeit", "the opponent left", "forfait");
    /// Both want a draw.
    pub const AGREEMENT: Reason = Reason::new("agreement", "by agreement", "par accord mutuel");
    /// It never really began.
    pub const ABORTED: Reason = Reason::new("aborted", "the game was called off", "partie annulée");
    /// A record tells a result and not why.
    pub const ADJUDICATION: Reason =
        Reason::new("adjudication", "as recorded", "selon la feuille de partie");

    /// A side without a legal move.
    pub const BLOCKED: Reason = Reason::new("blocked", "no move left", "plus aucun coup possible");
    /// A side without enough men.
    pub const ELIMINATION: Reason =
        Reason::new("elimination", "the opponent is eliminated", "adversaire éliminé");
    /// Too long without a capture.
    pub const NO_PROGRESS: Reason =
        Reason::new("no-progress", "no progress for too long", "trop longtemps sans progrès");
    /// The same position too often.
    pub const REPETITION: Reason =
        Reason::new("repetition", "the same position again and again", "répétition de la position");
}
