//! A server, line by line.

mod matches;
mod waiting;

use super::lines::{Teller, answer, read_lines};
use crate::{
    Manner,
    app::{App, Effect, Event, Screen},
    error::TuiError,
    game::{Ask, COMMANDS, Command, GameView, Tone},
    look::{Depth, Look},
    online::{Door, Net, NetEvent, Online, Request, Tag, WORDS, http, in_path},
    runtime, texts,
};
use damier_games::text::{Language, Phrase};
use damier_protocol::Room;
use std::{
    collections::VecDeque,
    io::{BufRead, Write},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
};
use waiting::Awaited;

enum Heard {
    Line(String),
    End,
    Net(NetEvent),
}

/// Speaks with a server by lines until the input ends or says so. Gives how many lines were refused.
pub fn join(
    online: Online,
    door: Door,
    manner: Manner,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<usize, TuiError> {
    let language = manner.language;
    let (sender, heard) = mpsc::channel();
    let tell = {
        let sender = sender.clone();
        // Nobody listens once the program ends.
        move |event| drop(sender.send(Heard::Net(event)))
    };
    let net = Net::start(online.address.clone(), language, tell)?;
    // The same state as on the screen, which nobody draws.
    let look = Look { depth: Depth::None, ascii: true };
    let (mut app, _) = App::join(look, language, (80, 24), online, None);
    app.own = Arc::new(manner.quadrants);
    app.screen = Screen::Door(Box::new(door));
    let effects = app.enter();
    let mut session = Session {
        app,
        net,
        out: Teller::new(output),
        language,
        entered: false,
        seen: None,
        seated: String::new(),
        asked_friends: false,
        noticed: Vec::new(),
        lines: VecDeque::new(),
        awaited: None,
        ended: false,
    };
    session.perform(effects);
    let mut input = Some(input);
    loop {
        session.obey()?;
        if session.ended {
            break;
        }
        let event = match &session.awaited {
            None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(awaited) => heard.recv_timeout(awaited.left()),
        };
        match event {
            Ok(Heard::Line(line)) => session.lines.push_back(Some(line)),
            Ok(Heard::End) => session.lines.push_back(None),
            Ok(Heard::Net(event)) => session.net(event)?,
            Err(RecvTimeoutError::Timeout) => session.give_up()?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        // Lines count from when one is inside.
        if session.entered
            && let Some(input) = input.take()
        {
            let sender = sender.clone();
            read_lines(input, move |line| {
                sender.send(line.map_or(Heard::End, Heard::Line)).is_ok()
            });
        }
    }
    Ok(session.out.refused)
}

struct Session<W> {
    app: App,
    net: Net,
    out: Teller<W>,
    language: Language,
    entered: bool,
    /// What was told of the match: its name, its moves, and whether its end.
    seen: Option<(String, usize, bool)>,
    /// Who was told to sit where.
    seated: String,
    /// Whether the list of friends was asked for.
    asked_friends: bool,
    /// What was told of how things stand in the match.
    noticed: Vec<String>,
    /// Lines that came while an answer was waited for; `None` is the end of them.
    lines: VecDeque<Option<String>>,
    /// What the line before waits for.
    awaited: Option<Awaited>,
    ended: bool,
}

impl<W: Write> Session<W> {
    /// Does what the lines so far say, as far as they need not wait.
    fn obey(&mut self) -> Result<(), TuiError> {
        while !self.ended && self.awaited.is_none() {
            match self.lines.pop_front() {
                None => break,
                Some(None) => self.ended = true,
                Some(Some(line)) => self.line(&line)?,
            }
        }
        Ok(())
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Net(request) = effect {
                self.net.want(request);
            }
        }
    }

    fn net(&mut self, event: NetEvent) -> Result<(), TuiError> {
        let told = match &event {
            NetEvent::Answer { result: Err(failure), tag } if !by_the_way(tag) => {
                let message = failure.message.tell(self.language).to_owned();
                if matches!(tag, Tag::Entered) {
                    self.ended = true;
                }
                Some(message)
            }
            NetEvent::Answer { tag: Tag::List("playing"), .. } if !self.entered => {
                self.entered = true;
                None
            }
            _ => None,
        };
        let friends = matches!(&event, NetEvent::Answer { tag: Tag::Friends, result: Ok(_) });
        let done = match &event {
            NetEvent::Answer { tag: Tag::Done(phrase), result: Ok(_) } => Some(phrase.clone()),
            _ => None,
        };
        let first = matches!(&event, NetEvent::Answer { tag: Tag::Entered, result: Ok(_) });
        let declined = self.app.declined(&event);
        let effects = self.app.update(Event::Net(event.clone()), runtime::now());
        self.perform(effects);
        if first {
            let name = self.app.online.as_ref().map(|online| online.name().to_owned());
            self.out.tell(&format!("ok {}", name.unwrap_or_default()))?;
        }
        self.came(&event)?;
        if let Some(message) = told {
            // Once is enough.
            self.messages();
            self.out.refuse(&message)?;
        }
        if friends && std::mem::take(&mut self.asked_friends) {
            let circle = self.app.online.as_ref().map(|online| online.circle.told());
            self.out.tell(&format!("ok friends {}", circle.unwrap_or_default()))?;
        }
        if let Some(done) = done {
            self.out.tell(&format!("note {}", done.tell(self.language)))?;
        }
        // Sent away: there is nothing more to be said.
        if let (Screen::Door(door), true) = (&self.app.screen, self.entered) {
            let why = door.refusal.clone().map(|why| why.tell(self.language).to_owned());
            self.ended = true;
            return self.out.refuse(&why.unwrap_or_default());
        }
        // Pages are for those who see them.
        if matches!(self.app.screen, Screen::Page(_)) {
            self.app.screen = Screen::Lobby;
        }
        self.news()?;
        for (phrase, tone) in self.messages() {
            // The rest is told in words that scripts know.
            if tone == Tone::Alarm {
                self.out.refuse(phrase.tell(self.language))?;
            }
        }
        self.match_news()?;
        match declined {
            Some(declined) => self.out.tell(&format!("note {}", declined.tell(self.language))),
            None => Ok(()),
        }
    }

    /// What the screen would say, which is said but once.
    fn messages(&mut self) -> Vec<(Phrase, Tone)> {
        let lobby = self.app.online.as_mut().and_then(|online| online.lobby.message.take());
        let play = match &mut self.app.screen {
            Screen::Play(play) => play.message.take(),
            _ => None,
        };
        lobby.into_iter().chain(play).collect()
    }

    /// Tells what was said and asked just now.
    fn news(&mut self) -> Result<(), TuiError> {
        let Some(online) = &mut self.app.online else { return Ok(()) };
        let current = online.current.clone();
        let asked =
            online.asked.drain(..).map(|(id, by, game)| format!("challenged {id} {by} {game}"));
        let awaited =
            online.awaited.drain(..).map(|(id, by, game)| format!("awaits {id} {by} {game}"));
        let said = online.news.drain(..).filter_map(|(room, line)| {
            let word = match room {
                Room::Match(id) if Some(&id) == current.as_ref() => "said",
                Room::Match(_) => return None,
                Room::Lobby => "lobby",
                Room::With(_) => "told",
            };
            Some(format!("{word} {}: {}", line.from, line.text))
        });
        let lines: Vec<String> = asked.chain(awaited).chain(said).collect();
        lines.iter().try_for_each(|line| self.out.tell(line))
    }

    /// Tells what is new in the match that is followed.
    fn match_news(&mut self) -> Result<(), TuiError> {
        let Screen::Play(play) = &self.app.screen else {
            if self.seen.take().is_some() {
                self.out.tell(&format!("note {}", texts::WITHDRAWN.tell(self.language)))?;
            }
            return Ok(());
        };
        let view = play.view.clone();
        let id = self.app.shown.clone();
        let (ply, over) = (view.now.ply, view.is_over());
        let seen = self.seen.clone().filter(|(other, ..)| *other == id);
        // Whoever waits is told when somebody sits down.
        let seated = names(&view);
        if seen.is_none() || seated != self.seated {
            let code = self.app.online.as_ref().and_then(|online| online.code.clone());
            let code = code.map(|code| format!(" code {code}")).unwrap_or_default();
            self.out.tell(&format!("match {id} {}{code}: {seated}", view.game))?;
            self.seated = seated;
        }
        let (known, told) = seen.map_or((ply, false), |(_, known, told)| (known, told));
        for n in known..ply {
            let report = view.moves.get(n).cloned().flatten();
            let text = report.map_or_else(|| "?".to_owned(), |report| report.text);
            self.out.tell(&format!("played {text}"))?;
        }
        if known > ply {
            self.out.tell(&format!("undone {}", known - ply))?;
        }
        if let (Some(outcome), false) = (view.now.result, told) {
            self.out.tell(&format!("result {outcome}"))?;
        }
        if self.seen.as_ref().is_none_or(|(other, ..)| *other != id) {
            self.noticed.clear();
        }
        let notices = view.notices.iter().map(|notice| notice.tell(self.language).to_owned());
        let before = std::mem::replace(&mut self.noticed, notices.collect());
        for notice in self.noticed.iter().filter(|notice| !before.contains(notice)) {
            self.out.tell(&format!("note {notice}"))?;
        }
        self.seen = Some((id, ply, over));
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), TuiError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(()),
            ["games" | "parties"] => {
                self.games();
                Ok(())
            }
            ["join", id] | ["rejoindre", id] => {
                self.request(Tag::Begun, "POST", format!("/api/matches/{}/join", in_path(id)), None)
            }
            ["watch", id] | ["regarder", id] => {
                let effects = self.app.open_match(id);
                self.perform(effects);
                self.wait_for_match(Some(format!("ok watch {id}")));
                Ok(())
            }
            ["new", game, rest @ ..] => self.create(game, rest),
            ["refuse", id] => {
                self.request(Tag::Plain, "DELETE", format!("/api/matches/{}", in_path(id)), None)
            }
            ["friends" | "amis"] => {
                self.asked_friends = true;
                let effects = self.app.ask_friends();
                self.wait_for(&effects, None);
                self.perform(effects);
                Ok(())
            }
            ["choose" | "choisir", parts @ ..] => self.choose(parts),
            _ => match Command::read(line) {
                Some(command) => self.command(command),
                None => Ok(()),
            },
        }
    }

    fn request(
        &mut self,
        tag: Tag,
        method: &'static str,
        path: String,
        body: Option<serde_json::Value>,
    ) -> Result<(), TuiError> {
        self.send(vec![http(tag, method, path, body)]);
        Ok(())
    }

    /// Sends it; `ok` is said once the server agrees.
    fn send(&mut self, effects: Vec<Effect>) {
        self.wait_for(&effects, Some("ok".into()));
        self.perform(effects);
    }

    fn command(&mut self, command: Command) -> Result<(), TuiError> {
        let view = match &self.app.screen {
            Screen::Play(play) => Some(play.view.clone()),
            _ => None,
        };
        let asked = view.as_ref().and_then(|view| answer(&command, view, runtime::now()));
        match asked {
            Some(Ok(line)) => return self.out.tell(&line),
            Some(Err(why)) => return self.out.refuse(why.tell(self.language)),
            None => {}
        }
        match (command, view) {
            (Command::Quit, _) => {
                self.ended = true;
                self.out.tell("ok bye")
            }
            (Command::Help, _) => {
                let words: Vec<&str> = COMMANDS.iter().map(|word| word.key).collect();
                let own = "games, new GAME [LEVEL|code], join ID|CODE, watch ID, refuse ID, choose QUADRANT..., friends";
                let people = WORDS.iter().map(|(word, _, what)| format!("{word} {what}"));
                let people: Vec<String> = people.collect();
                let words = words.join(", ");
                self.out
                    .tell(&format!("ok help {own}, MOVE, say TEXT, {}, {words}", people.join(", ")))
            }
            (Command::Social(social), _) => match self.app.social(social) {
                Ok(effects) => {
                    self.send(effects);
                    Ok(())
                }
                Err(why) => self.out.refuse(why.tell(self.language)),
            },
            (Command::Say(text), None) => {
                let online = self.app.online.as_mut();
                let effects = online.map(|online| online.say(Room::Lobby, &text));
                self.send(effects.unwrap_or_default());
                Ok(())
            }
            (_, None) => self.out.refuse(texts::NO_MATCH_HERE.tell(self.language)),
            (Command::Leave, Some(_)) => {
                let effects = self.app.leave_match();
                // A match that still waits is taken back, which is to be done before one goes.
                let http = |effect: &Effect| {
                    matches!(effect, Effect::Net(Request::Http { tag: Tag::Plain, .. }))
                };
                let asked: Vec<Effect> =
                    effects.iter().filter(|effect| http(effect)).cloned().collect();
                self.wait_for(&asked, None);
                self.perform(effects);
                self.seen = None;
                self.out.tell("ok leave")
            }
            (Command::Move(text), Some(_)) => self.ask(&Ask::Play(text)),
            (Command::Undo, Some(_)) => self.ask(&Ask::Takeback),
            (Command::Resign, Some(_)) => self.ask(&Ask::Resign),
            (Command::Draw, Some(_)) => self.ask(&Ask::Draw),
            (Command::Decline, Some(_)) => self.ask(&Ask::Decline),
            (Command::Claim, Some(_)) => self.ask(&Ask::Claim),
            (Command::Abort, Some(_)) => self.ask(&Ask::Abort),
            (Command::Again, Some(_)) => self.ask(&Ask::Again),
            (Command::Say(text), Some(_)) => self.ask(&Ask::Say(text)),
            // The rest was answered already, or is of no use without a screen.
            (_, Some(_)) => self.out.tell("ok"),
        }
    }

    /// What is asked of the server is answered by what happens, or by an error.
    fn ask(&mut self, ask: &Ask) -> Result<(), TuiError> {
        let effects = self.app.ask_online(ask);
        let sent = effects.iter().any(|effect| matches!(effect, Effect::Net(Request::Send(_))));
        self.wait_for(&effects, None);
        self.perform(effects);
        if sent { Ok(()) } else { self.out.refuse(texts::RECONNECTING.tell(self.language)) }
    }
}

/// Whether an answer is to what nobody asked for by a line: that it fails is no refusal.
const fn by_the_way(tag: &Tag) -> bool {
    matches!(tag, Tag::List(_) | Tag::Chat(_) | Tag::Games | Tag::Quadrants | Tag::Aside(_))
}

fn names(view: &GameView) -> String {
    let sides = view.game.info().sides;
    let seats: Vec<String> =
        (0..2).map(|n| format!("{} {}", sides[n].key, view.seats[n].name)).collect();
    let yours: Vec<&str> = view.yours.iter().map(|side| sides[side.index()].key).collect();
    let yours = if yours.is_empty() { String::new() } else { format!(", you {}", yours.join(" ")) };
    format!("{}{yours}", seats.join(", "))
}
