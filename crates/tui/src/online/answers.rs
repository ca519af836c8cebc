//! What the server answers to what it was asked over HTTP.

use super::{Begun, Page, Person, Tag, api};
use crate::{
    app::{App, Effect, Screen},
    game::Tone,
};
use damier_games::text::Phrase;
use serde::de::DeserializeOwned;
use serde_json::Value;

impl App {
    pub(super) fn answered(&mut self, tag: &Tag, value: &Value) -> Vec<Effect> {
        let language = self.language;
        match tag {
            Tag::Entered => {
                let person = read::<api::NewGuest>(value)
                    .map(|guest| guest.person)
                    .or_else(|| read::<Person>(value));
                person.map_or_else(Vec::new, |person| self.entered(person))
            }
            Tag::Begun => match read::<Begun>(value) {
                Some(begun) => {
                    let mut done = Vec::new();
                    if let Some(online) = &mut self.online {
                        if let Some(code) = &begun.code {
                            done.push(Effect::Waits { id: begun.id.clone(), code: code.clone() });
                        }
                        online.code = begun.code;
                    }
                    done.extend(self.open_match(&begun.id));
                    done
                }
                None => Vec::new(),
            },
            Tag::List(which) => {
                if let (Some(online), Some(mut lines)) =
                    (&mut self.online, read::<Vec<api::MatchLine>>(value))
                {
                    lines.sort_by_key(|line| line.seats(online.name()));
                    match *which {
                        "mine" => online.lobby.mine = lines,
                        "open" => online.lobby.open = lines,
                        _ => online.lobby.playing = lines,
                    }
                }
                Vec::new()
            }
            Tag::Chat(room) => {
                let said: Vec<api::Said> = read(value).unwrap_or_default();
                if let Some(online) = &mut self.online {
                    online.chat.remove(room);
                    for line in said {
                        online.hear(
                            room,
                            &line.id,
                            line.name.as_deref().unwrap_or("?"),
                            &line.text,
                        );
                    }
                }
                self.refresh();
                Vec::new()
            }
            Tag::Moment(id) => {
                let current = self.online.as_ref().and_then(|online| online.current.as_ref());
                if current == Some(id)
                    && let Screen::Play(play) = &mut self.screen
                {
                    play.past = read(value);
                }
                Vec::new()
            }
            Tag::Friends => {
                self.befriended(read(value).unwrap_or_default());
                Vec::new()
            }
            Tag::Aside(list) => {
                if let (Some(online), Some(people)) = (&mut self.online, read(value)) {
                    match *list {
                        "mutes" => online.circle.mutes = people,
                        _ => online.circle.blocks = people,
                    }
                }
                self.ask_on(list)
            }
            Tag::Quadrants => {
                let own: Vec<api::OwnQuadrant> = read(value).unwrap_or_default();
                self.add_quadrants(own.into_iter().filter_map(api::OwnQuadrant::read));
                Vec::new()
            }
            Tag::Done(phrase) => {
                let again = matches!(&self.screen, Screen::Page(page) if page.circle);
                self.tell_person(phrase.clone(), Tone::Calm);
                if again { self.ask_friends() } else { Vec::new() }
            }
            Tag::Ranking => {
                let which = match &self.screen {
                    Screen::Page(page) => page.ranking.unwrap_or((6, 2)),
                    _ => (6, 2),
                };
                self.show(read(value).map(|list: Vec<_>| Page::ranking(&list, which, language)))
            }
            Tag::Player => {
                let Some(player) = read::<api::Player>(value) else { return Vec::new() };
                let mut page = Page::player(&player, language);
                let me = self.online.as_ref().filter(|online| online.has_account());
                if me.is_some_and(|online| online.name() != player.name) {
                    page.add_person(&super::tidy(&player.name), language);
                }
                self.show(Some(page))
            }
            Tag::Games => {
                if let (Screen::Page(page), Some(games)) =
                    (&mut self.screen, read::<Vec<api::GameLine>>(value))
                {
                    page.add_games(&games, language);
                }
                Vec::new()
            }
            Tag::Plain => self.look_around(),
        }
    }

    fn show(&mut self, page: Option<Page>) -> Vec<Effect> {
        if let Some(page) = page {
            self.screen = Screen::Page(Box::new(page));
        }
        Vec::new()
    }

    pub(super) fn failed(&mut self, tag: &Tag, message: &Phrase, code: &str) -> Vec<Effect> {
        if let Tag::Aside(list) = tag {
            return self.ask_on(list);
        }
        match (&mut self.screen, tag) {
            (Screen::Door(door), Tag::Entered) => {
                door.waits = false;
                // Once more ends the session that is in use elsewhere.
                door.end_other = code == "in-use";
                door.refusal = Some(message.clone());
            }
            (_, Tag::List(_) | Tag::Chat(_) | Tag::Games | Tag::Quadrants) => {}
            _ => self.tell_person(message.clone(), Tone::Alarm),
        }
        Vec::new()
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}
