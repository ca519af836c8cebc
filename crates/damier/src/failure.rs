//! Why a command did not do what was asked, told in one line.

use damier_games::{
    games::UnknownGame,
    options::OptionError,
    rules::TextError,
    text::{Language, Phrase, Tell},
};
use std::{io, process::ExitCode};

/// A command failed.
#[derive(Debug)]
pub enum Failure {
    /// The call was wrong.
    Call(Phrase),
    /// The work was done and did not come out well.
    Work(Phrase),
    /// Nobody can read what we write.
    Output(io::Error),
}

impl Failure {
    /// 1 for failed work, 2 for a wrong call.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Call(_) => 2,
            Self::Work(_) | Self::Output(_) => 1,
        })
    }

    /// What went wrong and what would be right.
    pub fn tell(&self, language: Language) -> String {
        match self {
            Self::Call(phrase) | Self::Work(phrase) => phrase.tell(language).into(),
            Self::Output(error) => match language {
                Language::English => format!("cannot write the output: {error}"),
                Language::French => format!("impossible d'écrire le résultat : {error}"),
            },
        }
    }

    /// What `error` says, as a wrong call.
    pub fn call(error: &impl Tell) -> Self {
        Self::Call(Phrase::new(error.tell(Language::English), error.tell(Language::French)))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Self::call(&error)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::call(&error)
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Self::call(&error)
    }
}
