//! What one does about other people: friends, private words, and those one does not want to hear.

use super::{Tag, http, in_path};
use crate::{
    app::{App, Effect, Screen},
    game::{Tone, fold},
    texts,
};
use damier_games::{GameKey, text::Phrase};
use damier_protocol::Room;
use serde_json::json;

/// Something about somebody, as it is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Social {
    Tell {
        to: String,
        text: String,
    },
    Friend(String),
    Unfriend(String),
    Mute(String),
    Unmute(String),
    Block(String),
    Unblock(String),
    /// Complains about what somebody else said last, with a reason.
    Report(String),
    Challenge {
        to: String,
        game: String,
    },
}

/// How they are typed: in English, in French, and what follows.
pub const WORDS: &[(&str, &str, &str)] = &[
    ("tell", "chuchoter", "NAME TEXT"),
    ("friend", "ami", "NAME"),
    ("unfriend", "retirer", "NAME"),
    ("mute", "taire", "NAME"),
    ("unmute", "écouter", "NAME"),
    ("block", "bloquer", "NAME"),
    ("unblock", "débloquer", "NAME"),
    ("report", "signaler", "[WHY]"),
    ("challenge", "défier", "NAME GAME"),
];

impl Social {
    /// What a line means, if it is about people.
    pub fn read(line: &str) -> Option<Self> {
        let (first, rest) =
            line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let first = fold(first);
        let word = WORDS.iter().find(|(en, fr, _)| *en == first || fold(fr) == first)?.0;
        let rest = rest.trim();
        let (name, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let (name, more) = (name.to_owned(), more.trim().to_owned());
        match word {
            "report" => return Some(Self::Report(rest.to_owned())),
            _ if name.is_empty() => return None,
            "tell" => return (!more.is_empty()).then_some(Self::Tell { to: name, text: more }),
            "challenge" => {
                return (!more.is_empty()).then_some(Self::Challenge { to: name, game: more });
            }
            _ if !more.is_empty() => return None,
            _ => {}
        }
        Some(match word {
            "friend" => Self::Friend(name),
            "unfriend" => Self::Unfriend(name),
            "mute" => Self::Mute(name),
            "unmute" => Self::Unmute(name),
            "block" => Self::Block(name),
            _ => Self::Unblock(name),
        })
    }
}

impl App {
    /// Does it, or tells why not.
    pub fn social(&mut self, social: Social) -> Result<Vec<Effect>, Phrase> {
        let Some(online) = &mut self.online else { return Err(texts::ONLY_ONLINE.into()) };
        let ask = |method: &'static str, list: &str, name: &str, done: Phrase| {
            vec![http(Tag::Done(done), method, format!("/api/{list}/{}", in_path(name)), None)]
        };
        Ok(match social {
            Social::Tell { to, text } => return connected(online.say(Room::With(to), &text)),
            Social::Friend(name) => ask("PUT", "friends", &name, texts::befriended(&name)),
            Social::Unfriend(name) => ask("DELETE", "friends", &name, texts::unfriended(&name)),
            Social::Mute(name) => ask("PUT", "mutes", &name, texts::muted(&name)),
            Social::Unmute(name) => ask("DELETE", "mutes", &name, texts::unmuted(&name)),
            Social::Block(name) => ask("PUT", "blocks", &name, texts::blocked(&name)),
            Social::Unblock(name) => ask("DELETE", "blocks", &name, texts::unblocked(&name)),
            Social::Report(reason) => {
                let room = match &self.screen {
                    Screen::Talk(talk) => Room::With(talk.with.clone()).to_string(),
                    Screen::Play(_) => format!("match:{}", self.shown),
                    _ => Room::Lobby.to_string(),
                };
                let Some((id, from)) = online.last_of_others(&room) else {
                    return Err(texts::NOTHING_TO_REPORT.into());
                };
                let body = json!({ "message": id, "reason": reason });
                vec![http(
                    Tag::Done(texts::reported(&from)),
                    "POST",
                    "/api/reports".into(),
                    Some(body),
                )]
            }
            Social::Challenge { to, game } => {
                let game: GameKey =
                    game.parse().map_err(|error: damier_games::games::UnknownGame| {
                        crate::game::phrase(&error)
                    })?;
                let body =
                    json!({ "game": game, "opponent": "friend", "side": "random", "to": to });
                vec![http(Tag::Begun, "POST", "/api/matches".into(), Some(body))]
            }
        })
    }

    /// The same from a screen: what is refused is told there.
    pub fn social_here(&mut self, social: Social) -> Vec<Effect> {
        match self.social(social) {
            Ok(effects) => effects,
            Err(why) => {
                self.tell_person(why, Tone::Alarm);
                Vec::new()
            }
        }
    }

    /// Tells something on whatever screen is shown.
    pub fn tell_person(&mut self, phrase: Phrase, tone: Tone) {
        match (&mut self.screen, &mut self.online) {
            (Screen::Play(play), _) => play.say(phrase, tone),
            (Screen::Page(page), _) => page.message = Some(phrase),
            (Screen::Talk(talk), _) => talk.message = Some(phrase),
            (_, Some(online)) => online.lobby.message = Some((phrase, tone)),
            _ => {}
        }
    }
}

/// What the line wants done, unless there is none.
fn connected(effects: Vec<Effect>) -> Result<Vec<Effect>, Phrase> {
    if effects.is_empty() { Err(texts::RECONNECTING.into()) } else { Ok(effects) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_about_people_is_told_from_moves() {
        let tell = Social::Tell { to: "Zoé".into(), text: "bonjour à toi".into() };
        assert_eq!(Social::read(" tell Zoé  bonjour à toi"), Some(tell));
        assert_eq!(Social::read("taire Zoé"), Some(Social::Mute("Zoé".into())));
        assert_eq!(Social::read("report"), Some(Social::Report(String::new())));
        let challenge = Social::Challenge { to: "Ada".into(), game: "chess".into() };
        for typed in ["challenge Ada chess", "défier Ada chess", "defier Ada chess"] {
            assert_eq!(Social::read(typed), Some(challenge.clone()));
        }
        for other in ["e2e4", "mute", "mute a b", "tell Ada", "challenge Ada", ""] {
            assert_eq!(Social::read(other), None, "{other}");
        }
    }
}
