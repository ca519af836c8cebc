//! Why the terminal client could not do what was asked.

use crate::online::AddressError;
use damier_games::{
    rules::TextError,
    text::{Language, Tell},
};
use std::io;

/// The terminal client failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum TuiError {
    /// The game cannot be set up like this.
    Game(#[from] TextError),
    /// There is no such address.
    Address(#[from] AddressError),
    /// The terminal, or whoever reads our output.
    Terminal(#[from] io::Error),
    /// Standard input or output is no terminal.
    NoTerminal,
    /// The terminal can only be written to, not drawn on.
    Dumb,
    /// A match that this machine hosts is played on a screen.
    NoScreenToHost,
    /// Without a screen the game must be named.
    NoGame,
    /// Without a screen one must say who one is.
    NoName,
    /// So many lines of a script were refused.
    Refused(usize),
}

impl TuiError {
    /// Whether the call was wrong, rather than the work failed.
    pub const fn is_call(&self) -> bool {
        matches!(
            self,
            Self::Game(_)
                | Self::Address(_)
                | Self::NoTerminal
                | Self::Dumb
                | Self::NoScreenToHost
                | Self::NoGame
                | Self::NoName
        )
    }
}

impl Tell for TuiError {
    fn tell(&self, language: Language) -> String {
        match (self, language) {
            (Self::Game(error), _) => error.tell(language),
            (Self::Address(error), _) => error.tell(language),
            (Self::Terminal(error), Language::English) => format!("the terminal failed: {error}"),
            (Self::Terminal(error), Language::French) => {
                format!("le terminal a fait défaut : {error}")
            }
            (Self::NoTerminal, Language::English) => {
                "this is not a terminal: expected one, or --plain".into()
            }
            (Self::NoTerminal, Language::French) => {
                "ceci n'est pas un terminal : attendu un terminal, ou --plain".into()
            }
            (Self::Dumb, Language::English) => {
                "nothing can be drawn on this terminal (TERM=dumb): expected --plain".into()
            }
            (Self::Dumb, Language::French) => {
                "on ne peut pas dessiner sur ce terminal (TERM=dumb) : attendu --plain".into()
            }
            (Self::NoScreenToHost, Language::English) => {
                "nothing can be drawn here: expected a terminal, or damier serve --lan and damier join --plain"
                    .into()
            }
            (Self::NoScreenToHost, Language::French) => {
                "on ne peut pas dessiner ici : attendu un terminal, ou damier serve --lan et damier join --plain"
                    .into()
            }
            (Self::Refused(1), Language::English) => "one line was refused".into(),
            (Self::Refused(1), Language::French) => "une ligne a été refusée".into(),
            (Self::Refused(count), Language::English) => format!("{count} lines were refused"),
            (Self::Refused(count), Language::French) => {
                format!("{count} lignes ont été refusées")
            }
            (Self::NoName, Language::English) => {
                "missing name: expected damier join --plain --name PSEUDO".into()
            }
            (Self::NoName, Language::French) => {
                "nom manquant : attendu damier join --plain --name PSEUDO".into()
            }
            (Self::NoGame, Language::English) => {
                "missing game: expected damier play GAME --plain".into()
            }
            (Self::NoGame, Language::French) => {
                "jeu manquant : attendu damier play JEU --plain".into()
            }
        }
    }
}
