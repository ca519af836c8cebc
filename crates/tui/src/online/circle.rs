//! The people around an account: friends, those who ask, those who were set aside.

use super::{
    Act, Page, Tag,
    api::{Friend, Other},
    http,
    page::PageLine,
    tidy,
};
use crate::{
    app::{App, Effect, Screen},
    game::Tone,
    texts,
};
use damier_games::text::{Language, Text};

/// Everybody whom one has to do with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circle {
    /// Friends, and those who ask or were asked.
    pub friends: Vec<Friend>,
    /// Those whose words are not shown.
    pub mutes: Vec<Other>,
    /// Those who can neither speak to us nor ask for anything.
    pub blocks: Vec<Other>,
    /// Whether the page is to be shown when all of it has come.
    wanted: bool,
    /// Who is pointed at when it is.
    pub pointed: Option<String>,
}

impl Friend {
    /// How one stands with them, and what choosing them does.
    fn standing(&self, name: &str) -> (Text, Option<Act>) {
        match (self.bond.as_str(), &self.playing) {
            ("asking", _) => (texts::ASKS_FRIENDSHIP, Some(Act::Befriend(name.into()))),
            ("asked", _) => (texts::WAS_ASKED, None),
            (_, Some(id)) => (texts::PLAYS_NOW, Some(Act::Watch(id.clone()))),
            _ if self.online => (texts::IS_HERE, Some(Act::Challenge(name.into()))),
            _ => (texts::IS_AWAY, Some(Act::Talk(name.into()))),
        }
    }

    /// In one line for scripts: `Grace here`.
    pub fn told(&self) -> String {
        let how = match (self.bond.as_str(), &self.playing) {
            ("asking", _) => "asks".to_owned(),
            ("asked", _) => "asked".to_owned(),
            (_, Some(id)) => format!("plays {id}"),
            _ if self.online => "here".to_owned(),
            _ => "away".to_owned(),
        };
        format!("{} {how}", tidy(&self.name))
    }
}

impl Circle {
    /// In one line for scripts.
    pub fn told(&self) -> String {
        let aside = |people: &[Other], how: &str| -> Vec<String> {
            let names = people.iter().filter_map(|other| other.name.as_deref());
            names.map(|name| format!("{} {how}", tidy(name))).collect()
        };
        let mut all: Vec<String> = self.friends.iter().map(Friend::told).collect();
        all.extend(aside(&self.mutes, "muted"));
        all.extend(aside(&self.blocks, "blocked"));
        all.join(", ")
    }

    /// The page of it.
    pub fn page(&self, language: Language) -> Page {
        let tell = |text: Text| text.tell(language);
        let mut lines = vec![PageLine::act(tell(texts::ASK_FRIEND).to_owned(), Act::AskFriend)];
        let mut friends: Vec<&Friend> = self.friends.iter().collect();
        // Who asks comes first, then who is there.
        friends.sort_by_key(|friend| (friend.bond != "asking", !friend.online));
        for friend in friends {
            let name = tidy(&friend.name);
            let (note, act) = friend.standing(&name);
            let text = format!("{name:<24} {}", tell(note));
            let friend = friend.bond == "friends";
            lines.push(PageLine { text, act, who: Some(name), friend });
        }
        let aside =
            [(&self.mutes, texts::IS_MUTED, "mutes"), (&self.blocks, texts::IS_BLOCKED, "blocks")];
        for (people, note, list) in aside {
            for name in people.iter().filter_map(|other| other.name.as_deref().map(tidy)) {
                let text = format!("{name:<24} {}", tell(note));
                lines.push(PageLine::act(text, Act::Restore(list, name)));
            }
        }
        Page { title: tell(texts::FRIENDS).into(), lines, circle: true, ..Page::default() }
    }
}

impl App {
    /// Asks for all of it; the page is shown when it comes.
    pub fn ask_friends(&mut self) -> Vec<Effect> {
        if let Screen::Talk(_) = &self.screen {
            self.screen = Screen::Lobby;
        }
        if let Some(online) = &mut self.online {
            online.circle.wanted = true;
        }
        vec![http(Tag::Aside("mutes"), "GET", "/api/mutes".into(), None)]
    }

    /// Asks for the friends without showing them: somebody may have asked.
    pub fn ask_quietly(&self) -> Vec<Effect> {
        self.ask_on("blocks")
    }

    /// The friends as they are now.
    pub fn befriended(&mut self, friends: Vec<Friend>) {
        let Some(online) = &mut self.online else { return };
        let known = |name: &str| online.circle.friends.iter().any(|friend| friend.name == name);
        let new = friends.iter().find(|friend| friend.bond == "asking" && !known(&friend.name));
        let news = new.map(|friend| texts::asks_friendship(&tidy(&friend.name)));
        online.circle.friends = friends;
        if std::mem::take(&mut online.circle.wanted) {
            self.show_circle();
        } else if let Some(news) = news {
            self.tell_person(news, Tone::Calm);
        }
    }

    /// One list after the other, the friends last: then everything is known.
    pub fn ask_on(&self, after: &str) -> Vec<Effect> {
        vec![match after {
            "mutes" => http(Tag::Aside("blocks"), "GET", "/api/blocks".into(), None),
            _ => http(Tag::Friends, "GET", "/api/friends".into(), None),
        }]
    }

    /// Shows the page anew, where it is awaited or shown; what is pointed at stays so.
    fn show_circle(&mut self) {
        let Some(online) = &mut self.online else { return };
        let mut page = online.circle.page(self.language);
        if let Some(name) = online.circle.pointed.take() {
            let at = page.lines.iter().position(|line| line.who.as_ref() == Some(&name));
            page.at = at.unwrap_or(0);
        }
        match &mut self.screen {
            Screen::Page(shown) if shown.circle => {
                let (at, message) = (shown.at.min(page.lines.len() - 1), shown.message.take());
                **shown = Page { at, message, ..page };
            }
            Screen::Lobby | Screen::Page(_) => self.screen = Screen::Page(Box::new(page)),
            _ => {}
        }
    }
}
