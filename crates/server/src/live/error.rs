//! Why something was not done in a match.

use damier_contest::{Refusal, TermsError};
use damier_games::{
    rules::TextError,
    text::{Language, Tell, Text},
};

/// A refusal, or worse.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum LiveError {
    /// There is none of that name, or it is not for this viewer.
    NoMatch,
    /// It waits for a second player.
    Open,
    /// Whoever asks does not play in it.
    NotYours,
    /// The match says no.
    Refused(#[from] Refusal),
    /// The options or the position.
    Text(TextError),
    /// The terms do not go together.
    Terms(TermsError),
    /// Somebody else sits there.
    Full,
    /// So many unfinished matches already.
    TooMany,
    /// The server stops.
    Stopping,
    /// The store does not answer.
    Unavailable,
    /// What is stored cannot be read.
    Broken,
}

impl LiveError {
    /// For programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoMatch => "no-match",
            Self::Open => "not-begun",
            Self::NotYours => "not-your-game",
            Self::Refused(refusal) => refusal.code(),
            Self::Text(_) | Self::Terms(_) => "bad-terms",
            Self::Full => "full",
            Self::TooMany => "too-many-matches",
            Self::Stopping => "stopping",
            Self::Unavailable => "unavailable",
            Self::Broken => "internal",
        }
    }
}

impl Tell for LiveError {
    fn tell(&self, language: Language) -> String {
        let text = match self {
            Self::Refused(refusal) => return refusal.tell(language),
            Self::Text(error) => return error.tell(language),
            Self::Terms(error) => return error.tell(language),
            Self::Full => Text::new("the match is full already", "la partie est déjà complète"),
            Self::TooMany => Text::new(
                "you have a hundred unfinished matches: finish one first",
                "vous avez cent parties en cours : terminez-en une d'abord",
            ),
            Self::Stopping => Text::new(
                "the server is about to stop: no new matches",
                "le serveur va s'arrêter : pas de nouvelle partie",
            ),
            Self::NoMatch => Text::new("there is no such match", "il n'y a pas de telle partie"),
            Self::Open => Text::new(
                "the match has not begun: the second player is missing",
                "la partie n'a pas commencé : il manque le second joueur",
            ),
            Self::NotYours => Text::new(
                "this is not your match: you may watch it",
                "ce n'est pas votre partie : vous pouvez la regarder",
            ),
            Self::Unavailable => Text::new(
                "the server cannot store anything now: nothing was changed, the clocks stand still",
                "le serveur ne peut rien enregistrer : rien n'a changé, les pendules sont arrêtées",
            ),
            Self::Broken => Text::new(
                "this match cannot be read; the server's log says why",
                "cette partie est illisible ; le journal du serveur dit pourquoi",
            ),
        };
        text.tell(language).into()
    }
}

impl From<sqlx::Error> for LiveError {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the database refused");
        Self::Unavailable
    }
}
