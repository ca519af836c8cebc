//! What a person does on a server and what comes back from it: the part of the program's update that is about servers.

use super::{Door, Entry, Knock, NetEvent, Person, Remote, Tag, effects, http, in_path};
use crate::{
    app::{App, Effect, Screen},
    game::{Ask, PlayScreen, Source, Tone},
    texts,
};
use crossterm::event::KeyEvent;
use damier_client::{Input, Output};
use damier_games::{
    Player,
    text::{Phrase, Text},
};
use damier_protocol::{Action, FromClient, FromServer, Happening, Room, Status};
use serde_json::json;
use std::sync::Arc;

impl App {
    /// Something happened on the line.
    pub fn net(&mut self, event: NetEvent) -> Vec<Effect> {
        let declined = self.declined(&event);
        let Some(online) = &mut self.online else { return Vec::new() };
        // What was said before is of less use than that nobody hears us.
        if let (NetEvent::Closed(_), Screen::Play(play)) = (&event, &mut self.screen) {
            play.message = None;
        }
        let outputs = match &event {
            NetEvent::Opened => online.link.handle(Input::Opened),
            NetEvent::Received(text) => {
                let outputs = online.link.handle(Input::read(text));
                // Events may be told long after they happened; these two tell the time as it is.
                if text.starts_with(r#"{"t":"welcome""#) || text.starts_with(r#"{"t":"match""#) {
                    online.ahead = online.link.heard - self.now;
                }
                outputs
            }
            NetEvent::Closed(code) => online.link.handle(Input::Closed(*code)),
            NetEvent::Woke => online.link.handle(Input::Woke),
            NetEvent::Answer { tag, result } => {
                return match result {
                    Ok(value) => self.answered(tag, value),
                    Err(failure) => self.failed(tag, &failure.message, &failure.code),
                };
            }
        };
        let mut done = Vec::new();
        for output in outputs {
            done.extend(match output {
                Output::Changed(id) => self.changed(&id),
                Output::Told(message) => self.told(*message),
                Output::Refused(code) => self.sent_away(code),
                other => effects(vec![other]),
            });
        }
        // Whether the line stands is part of the screen.
        self.refresh();
        if let Some(declined) = declined {
            self.tell_person(declined.into(), Tone::Calm);
        }
        done
    }

    /// What the other side has just declined in the match that is shown. It may have stood too briefly to be seen.
    pub fn declined(&self, event: &NetEvent) -> Option<Text> {
        let online = self.online.as_ref()?;
        let NetEvent::Received(text) = event else { return None };
        let FromServer::Event { id, events, .. } = serde_json::from_str(text).ok()? else {
            return None;
        };
        let current = online.current.as_ref().filter(|current| **current == id)?;
        let yours = &online.link.followed(current)?.state.yours;
        let other = |side: &Player| !yours.is_empty() && !yours.contains(side);
        events.iter().find_map(|event| match event {
            Happening::DrawDeclined { by } if other(by) => Some(texts::DRAW_DECLINED),
            Happening::TakebackDeclined { by } if other(by) => Some(texts::TAKEBACK_DECLINED),
            Happening::RematchDeclined { by } if other(by) => Some(texts::REMATCH_DECLINED),
            _ => None,
        })
    }

    fn sent_away(&mut self, code: u16) -> Vec<Effect> {
        let refusal = Some(match code {
            4004 => texts::IN_USE.into(),
            4005 => texts::NAME_GONE.into(),
            _ => Phrase::from(texts::SENT_AWAY),
        });
        let name = self.online.as_ref().map(|online| online.name().to_owned());
        self.screen = Screen::Door(Box::new(Door { refusal, ..Door::new(name) }));
        Vec::new()
    }

    /// Knocks at the door.
    pub fn enter(&mut self) -> Vec<Effect> {
        let Screen::Door(door) = &mut self.screen else { return Vec::new() };
        (door.waits, door.refusal) = (true, None);
        let (name, password) = (door.name.trim(), door.password.as_str());
        let (path, body) = match door.entry {
            Entry::Guest => ("/api/guest", json!({ "name": name })),
            Entry::SignIn => {
                let end = door.end_other;
                ("/api/sign-in", json!({ "name": name, "password": password, "end_other": end }))
            }
            Entry::Register => ("/api/register", json!({ "name": name, "password": password })),
        };
        vec![http(Tag::Entered, "POST", path.into(), Some(body))]
    }

    /// A key at the door.
    pub fn door_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Screen::Door(door) = &mut self.screen else { return Vec::new() };
        match door.key(key) {
            Knock::Going => Vec::new(),
            Knock::Enter => self.enter(),
            Knock::Left => vec![Effect::Quit],
        }
    }

    pub(super) fn entered(&mut self, person: Person) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        online.you = Some(person);
        let seed = self.seed;
        let (link, outputs) = damier_client::Link::new(seed);
        online.link = link;
        let mut done = effects(outputs);
        done.extend(effects(online.link.lobby(true)));
        let (errand, plan) = (online.errand.take(), online.plan.take());
        let account = online.has_account();
        self.screen = Screen::Lobby;
        done.extend(self.look_around());
        let lobby = Room::Lobby.to_string();
        done.push(http(Tag::Chat(lobby), "GET", "/api/chat/lobby".into(), None));
        if account {
            done.extend(self.ask_quietly());
            done.push(http(Tag::Quadrants, "GET", "/api/quadrants".into(), None));
        }
        if let Some(id) = errand {
            let path = format!("/api/matches/{}/join", in_path(&id));
            done.push(http(Tag::Begun, "POST", path, None));
        }
        if let Some(plan) = plan {
            done.push(http(Tag::Begun, "POST", "/api/matches".into(), Some(plan)));
        }
        done
    }

    /// Asks what there is in the lobby.
    pub fn look_around(&self) -> Vec<Effect> {
        let list = |which: &'static str, query: &str| {
            http(Tag::List(which), "GET", format!("/api/matches{query}"), None)
        };
        vec![list("mine", ""), list("open", "?status=open"), list("playing", "?status=playing")]
    }

    /// Follows a match and shows it as soon as the server tells of it.
    pub fn open_match(&mut self, id: &str) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        let mut done = Vec::new();
        if let Some(old) = online.current.replace(id.into()).filter(|old| old != id) {
            done.extend(effects(online.link.unwatch(&old)));
        }
        online.seek = None;
        done.extend(effects(online.link.watch(id)));
        let room = format!("match:{id}");
        let path = format!("/api/chat/{}", room.replace(':', "%3A"));
        done.push(http(Tag::Chat(room), "GET", path, None));
        done
    }

    fn changed(&mut self, id: &str) -> Vec<Effect> {
        let Some(online) = &self.online else { return Vec::new() };
        if online.current.as_deref() != Some(id) {
            return Vec::new();
        }
        let Some(followed) = online.link.followed(id) else { return Vec::new() };
        if let Some(next) = followed.state.next.clone() {
            return self.open_match(&next);
        }
        let remote = Remote { online, followed, now: self.now, language: self.language };
        let view = remote.view();
        let shown =
            matches!(&self.screen, Screen::Play(play) if play.view.online && self.shown == id);
        match &mut self.screen {
            Screen::Play(play) if shown => play.refresh(view),
            _ => {
                let mut play = PlayScreen::new(view.clone());
                play.own = Arc::clone(&self.own);
                play.refresh(view);
                self.screen = Screen::Play(Box::new(play));
                self.shown = id.into();
            }
        }
        Vec::new()
    }

    fn told(&mut self, message: FromServer) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        match message {
            FromServer::Said { room, message } => return self.said(room, &message),
            FromServer::Waiting(waiting) => {
                if let Some(seek) = online.seek.as_mut().filter(|seek| seek.0 == waiting.seek) {
                    seek.1 = waiting.waiting;
                }
            }
            FromServer::Paired { id, .. } => {
                online.code = None;
                return self.open_match(&id);
            }
            FromServer::Awaits { id, .. } if online.current.as_ref() == Some(&id) => {}
            FromServer::Awaits { id, game, by, begun } => {
                let by = super::tidy(&by);
                online.awaited.push((id, by.clone(), game));
                self.tell_person(texts::awaits(&by, game, begun), Tone::Calm);
                return self.look_around();
            }
            FromServer::Challenged { id, by, game, .. } => {
                let by = super::tidy(&by);
                online.asked.push((id, by.clone(), game));
                self.tell_person(texts::challenged(&by, game), Tone::Calm);
                return self.look_around();
            }
            FromServer::Refused { message, .. } => {
                let phrase = Phrase::new(message.clone(), message);
                if let Screen::Play(play) = &mut self.screen {
                    play.clicked.clear();
                }
                self.tell_person(phrase, Tone::Alarm);
            }
            FromServer::Lobby { open, playing, online: here } => {
                online.lobby.counts = [open, playing, here];
                return match &self.screen {
                    Screen::Lobby => self.look_around(),
                    // Who is there may have changed.
                    Screen::Page(page) if page.circle => self.ask_friends(),
                    _ => Vec::new(),
                };
            }
            FromServer::Withdrawn { id } if online.current.as_ref() == Some(&id) => {
                online.lobby.message = Some((texts::WITHDRAWN.into(), Tone::Calm));
                return self.go_to_lobby();
            }
            FromServer::Friends => {
                let shown = matches!(&self.screen, Screen::Page(page) if page.circle);
                return if shown { self.ask_friends() } else { self.ask_quietly() };
            }
            _ => {}
        }
        Vec::new()
    }

    /// Somebody says something. What a friend says is told wherever one is.
    fn said(&mut self, room: Room, message: &damier_protocol::Message) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        let own = message.from == online.name();
        online.hear_now(room.clone(), &message.id, &message.from, &message.text);
        if let (Room::With(name), false) = (&room, own) {
            let reading = matches!(&self.screen, Screen::Talk(talk) if talk.with == *name);
            if !reading {
                let text = format!("{}: {}", super::tidy(name), super::tidy(&message.text));
                self.tell_person(Phrase::new(text.clone(), text), Tone::Calm);
            }
        }
        Vec::new()
    }

    /// What is asked of the match that is shown.
    pub fn ask_online(&mut self, ask: &Ask) -> Vec<Effect> {
        if let Ask::Social(social) = ask {
            return self.social_here(social.clone());
        }
        let Some(online) = &mut self.online else { return Vec::new() };
        let Some(id) = online.current.clone() else { return Vec::new() };
        let Some(state) = online.link.followed(&id).map(|followed| &followed.state) else {
            return Vec::new();
        };
        let other = |side: Option<damier_games::Player>| {
            side.is_some_and(|side| !state.yours.contains(&side))
        };
        let action = match ask {
            Ask::Play(text) => {
                let outputs = online.link.play(&id, text);
                self.refresh();
                return effects(outputs);
            }
            Ask::Say(text) => return online.say(Room::Match(id), text),
            Ask::Choose(quadrants) => {
                let choose = FromClient::Choose { id, quadrants: quadrants.clone() };
                return effects(online.link.send(choose));
            }
            Ask::Lift | Ask::Social(_) => return Vec::new(),
            Ask::Resign => Action::Resign,
            Ask::Draw => Action::OfferDraw,
            Ask::Claim => Action::ClaimDraw,
            Ask::Takeback => Action::Takeback,
            Ask::Again => Action::Rematch,
            Ask::Abort => Action::Abort,
            Ask::Decline if other(state.draw_offer) => Action::DeclineDraw,
            Ask::Decline if other(state.takeback) => Action::DeclineTakeback,
            Ask::Decline => Action::DeclineRematch,
        };
        effects(online.link.send(FromClient::Do { id, action, side: None }))
    }

    /// Shows a past moment: from our own table, or asked of the server where something is hidden.
    pub fn look_online(&mut self, ply: Option<usize>) -> Vec<Effect> {
        let Some(online) = &self.online else { return Vec::new() };
        let Some(id) = &online.current else { return Vec::new() };
        let past = ply.and_then(|ply| online.link.followed(id)?.at(ply));
        let missing = ply.filter(|_| past.is_none());
        let asked = missing.map(|ply| {
            let path = format!("/api/matches/{}/moments/{ply}", in_path(id));
            http(Tag::Moment(id.clone()), "GET", path, None)
        });
        if let Screen::Play(play) = &mut self.screen {
            play.past = past;
            play.clicked.clear();
        }
        asked.into_iter().collect()
    }

    /// Leaves the match that is shown. One that still waits is taken back.
    pub fn leave_match(&mut self) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        let mut done = Vec::new();
        if let Some(id) = &online.current {
            let state = online.link.followed(id).map(|followed| &followed.state);
            if state.is_some_and(|state| state.status == Status::Open && !state.yours.is_empty()) {
                let path = format!("/api/matches/{}", in_path(id));
                done.push(http(Tag::Plain, "DELETE", path, None));
            }
        }
        done.extend(self.go_to_lobby());
        done
    }

    fn go_to_lobby(&mut self) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        let current = online.current.take();
        let mut done = current.map_or_else(Vec::new, |id| effects(online.link.unwatch(&id)));
        online.code = None;
        self.screen = Screen::Lobby;
        done.extend(self.look_around());
        done
    }
}
