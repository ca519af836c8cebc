//! A Damier server as a terminal sees it: who one is there, its lobby, its matches. The line itself is the client crate's `Link`; the
//! socket and the requests are `net`'s.

mod act;
mod address;
mod answers;
mod api;
mod circle;
mod door;
mod lobby;
mod net;
mod page;
mod remote;
mod social;
mod talk;
mod view;
mod visit;

pub use address::{Address, AddressError, is_code};
#[cfg(test)]
pub use api::Failure;
pub use api::{Begun, Person};
pub use circle::Circle;
pub use door::{Door, Entry, Knock};
pub use lobby::{Lobby, Prompt, Row};
pub use net::{Net, NetEvent, Request, Tag};
pub use page::{Act, Page, SPEEDS, Turned};
pub use remote::Remote;
pub use social::{Social, WORDS};
pub use talk::{Talk, draw_talk_page};
pub use view::{draw_door, draw_lobby, draw_page, lobby_row_at, page_line_at, talk_lines};

use crate::{app::Effect, game::ChatLine};
use damier_client::{Link, Output};
use damier_protocol::Room;
use std::collections::HashMap;

/// A server and this person's part in it.
pub struct Online {
    /// Where it is.
    pub address: Address,
    /// The line to it.
    pub link: Link,
    /// Who one is there.
    pub you: Option<Person>,
    /// What the server's clock is ahead of ours, in milliseconds.
    pub ahead: i64,
    /// What was said, by room.
    pub chat: HashMap<String, Vec<ChatLine>>,
    /// What was said just now and where, for whoever tells it line by line.
    pub news: Vec<(Room, ChatLine)>,
    /// Friends and others.
    pub circle: Circle,
    /// Matches to which friends ask one, by whom, just now.
    pub asked: Vec<(String, String, damier_games::GameKey)>,
    /// Matches that wait for one elsewhere, and who plays there.
    pub awaited: Vec<(String, String, damier_games::GameKey)>,
    /// The lobby.
    pub lobby: Lobby,
    /// The match that is before us.
    pub current: Option<String>,
    /// The code by which a friend joins it.
    pub code: Option<String>,
    /// The search for an opponent, by its name, and how many look for the same.
    pub seek: Option<(String, usize)>,
    /// What to do as soon as one has a name: join this match.
    pub errand: Option<String>,
    /// The match to begin as soon as one has a name, as the server wants it written.
    pub plan: Option<serde_json::Value>,
    /// How others come to the match that waits: addresses, a code, a picture for cameras.
    pub invitation: Vec<String>,
    /// Counts what we say.
    said: u64,
    seed: u64,
}

impl Online {
    /// A server that was not spoken to yet.
    pub fn new(address: Address, errand: Option<String>, seed: u64) -> Self {
        Self {
            address,
            link: Link::new(seed).0,
            you: None,
            ahead: 0,
            chat: HashMap::new(),
            news: Vec::new(),
            circle: Circle::default(),
            asked: Vec::new(),
            awaited: Vec::new(),
            lobby: Lobby::default(),
            current: None,
            code: None,
            seek: None,
            errand,
            plan: None,
            invitation: Vec::new(),
            said: 0,
            seed,
        }
    }

    /// Whether one has an account here.
    pub fn has_account(&self) -> bool {
        self.you.as_ref().is_some_and(|you| you.kind == "account")
    }

    /// One's name here.
    pub fn name(&self) -> &str {
        self.you.as_ref().map_or("", |you| you.name.as_str())
    }

    /// Says something in a room.
    pub fn say(&mut self, room: Room, text: &str) -> Vec<Effect> {
        self.said += 1;
        let id = format!("{:x}-{}", self.seed & 0xffff_ffff, self.said);
        let message =
            damier_protocol::FromClient::Say { room, id, text: text.chars().take(500).collect() };
        effects(self.link.send(message))
    }

    /// Somebody said something.
    pub fn hear(&mut self, room: &str, id: &str, from: &str, text: &str) -> ChatLine {
        let line = ChatLine { id: id.into(), from: tidy(from), text: tidy(text) };
        let lines = self.chat.entry(room.into()).or_default();
        lines.push(line.clone());
        if lines.len() > MOST_SAID {
            lines.remove(0);
        }
        line
    }

    /// Somebody says something now.
    pub fn hear_now(&mut self, room: Room, id: &str, from: &str, text: &str) {
        let line = self.hear(&room.to_string(), id, from, text);
        self.news.push((room, line));
        if self.news.len() > MOST_SAID {
            self.news.remove(0);
        }
    }

    /// What somebody else said last in a room: its id, and who.
    pub fn last_of_others(&self, room: &str) -> Option<(String, String)> {
        let mut lines = self.chat.get(room)?.iter().rev();
        let line = lines.find(|line| line.from != self.name())?;
        Some((line.id.clone(), line.from.clone()))
    }

    /// A name of a search.
    pub fn fresh(&mut self) -> String {
        self.said += 1;
        format!("s{:x}-{}", self.seed & 0xffff_ffff, self.said)
    }
}

/// As much of a conversation as is kept.
const MOST_SAID: usize = 200;

/// What others wrote, without anything that a terminal would obey.
pub fn tidy(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).collect()
}

/// What the line wants done.
pub fn effects(outputs: Vec<Output>) -> Vec<Effect> {
    let effect = |output| match output {
        Output::Connect => Some(Effect::Net(Request::Connect)),
        Output::Send(text) => Some(Effect::Net(Request::Send(text))),
        Output::Wake(after) => Some(Effect::Net(Request::Wake(after))),
        Output::Changed(_) | Output::Told(_) | Output::Refused(_) => None,
    };
    outputs.into_iter().filter_map(effect).collect()
}

/// A request over HTTP.
pub fn http(
    tag: Tag,
    method: &'static str,
    path: String,
    body: Option<serde_json::Value>,
) -> Effect {
    Effect::Net(Request::Http { tag, method, path, body })
}

/// A name as it stands in a path.
pub fn in_path(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.@".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_paths_and_on_the_screen() {
        assert_eq!(in_path("Zoé/.."), "Zo%C3%A9%2F..");
        assert_eq!(tidy("a\u{1b}[31mb\nc"), "a[31mbc");
    }
}
