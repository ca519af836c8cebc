//! The lobby: what one can do, which matches wait, which are played.

use super::api::MatchLine;
use crate::{game::Tone, setup::time_text, texts};
use damier_games::text::{Language, Phrase, Text};
use damier_protocol::PersonKind;

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Find me an opponent.
    Quick,
    /// Begin a match.
    New,
    /// Join by a code.
    Code,
    /// One's friends.
    Friends,
    /// The ranking.
    Ranking,
    /// One's own page.
    Me,
    /// A match: to go on with, to join, to watch.
    Match(MatchLine),
}

/// The lobby.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lobby {
    /// One's own matches that are not over, after those to which friends ask one.
    pub mine: Vec<MatchLine>,
    /// Those that wait for an opponent.
    pub open: Vec<MatchLine>,
    /// Those that are played.
    pub playing: Vec<MatchLine>,
    /// How many wait, play and are there.
    pub counts: [usize; 3],
    /// Which row is pointed at.
    pub at: usize,
    /// What is being typed: a code, or something to say.
    pub prompt: Option<(Prompt, String)>,
    /// What was said last.
    pub message: Option<(Phrase, Tone)>,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// The code of a match.
    Code,
    /// Something to say in the lobby.
    Say,
    /// The name of somebody to befriend.
    Friend,
    /// A word about somebody, as it can be typed in a match.
    Command,
}

impl Lobby {
    /// All rows in order.
    pub fn rows(&self, account: bool) -> Vec<Row> {
        let mut rows = vec![Row::Quick, Row::New, Row::Code];
        if account {
            rows.push(Row::Friends);
        }
        rows.extend([Row::Ranking, Row::Me]);
        rows.extend(self.mine.iter().cloned().map(Row::Match));
        let own = |line: &&MatchLine| self.mine.iter().all(|mine| mine.id != line.id);
        rows.extend(self.open.iter().filter(own).cloned().map(Row::Match));
        rows.extend(self.playing.iter().filter(own).cloned().map(Row::Match));
        rows
    }
}

impl Row {
    /// What stands on it.
    pub fn text(&self, language: Language) -> String {
        let tell = |text: Text| text.tell(language).to_owned();
        match self {
            Self::Quick => tell(texts::QUICK),
            Self::New => tell(texts::NEW_MATCH),
            Self::Code => tell(texts::JOIN_BY_CODE),
            Self::Friends => tell(texts::FRIENDS),
            Self::Ranking => tell(texts::RANKING),
            Self::Me => tell(texts::MY_PAGE),
            Self::Match(line) => match_text(line, language),
        }
    }
}

/// A match in one line: `Chess  Ada 1500 - Grace  5 + 3`.
pub fn match_text(line: &MatchLine, language: Language) -> String {
    let seats: Vec<String> = line
        .seats
        .iter()
        .map(|seat| match seat {
            None => "?".into(),
            Some(seat) if seat.kind == PersonKind::Computer => {
                texts::COMPUTER.tell(language).to_owned()
            }
            Some(seat) => {
                let rating = seat.rating.map(|rating| format!(" ({rating})")).unwrap_or_default();
                format!("{}{rating}", super::tidy(&seat.name))
            }
        })
        .collect();
    let rated =
        if line.rated { format!(", {}", texts::RATED_GAME.tell(language)) } else { String::new() };
    format!(
        "{}{} {} ({}{rated})",
        line.game.info().name.tell(language),
        texts::colon(language),
        seats.join(" - "),
        time_text(&line.time, language)
    )
}
