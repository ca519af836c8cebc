//! Walking about on a server: the lobby, its pages, and beginning a match.

use super::{Act, Lobby, Online, Prompt, Row, SPEEDS, Social, Tag, Turned, effects, http, in_path};
use crate::{
    app::{App, Effect, Purpose, Screen},
    game::Tone,
    setup::{Form, GamesMenu, Place},
    texts,
};
use crossterm::event::{KeyCode, KeyEvent};
use damier_games::GameKey;
use damier_protocol::{FromClient, Room, Status, TimeControl};
use serde_json::json;

impl App {
    /// A key in the lobby.
    pub fn lobby_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        let account = online.has_account();
        if online.lobby.prompt.is_some() {
            return self.prompt_key(key);
        }
        let rows = online.lobby.rows(account);
        let lobby = &mut online.lobby;
        lobby.at = lobby.at.min(rows.len() - 1);
        lobby.message = None;
        match key.code {
            KeyCode::Up => lobby.at = (lobby.at + rows.len() - 1) % rows.len(),
            KeyCode::Down | KeyCode::Tab => lobby.at = (lobby.at + 1) % rows.len(),
            KeyCode::Home => lobby.at = 0,
            KeyCode::End => lobby.at = rows.len() - 1,
            KeyCode::Enter => {
                let row = rows[lobby.at].clone();
                return self.choose_row(row);
            }
            KeyCode::Char('/') if account => lobby.prompt = Some((Prompt::Say, String::new())),
            KeyCode::Char(':') if account => {
                lobby.prompt = Some((Prompt::Command, String::new()));
            }
            KeyCode::Char('d') => {
                // A friend's question is declined; one's own is taken back.
                if let Row::Match(line) = &rows[lobby.at]
                    && line.status == Status::Open
                    && lobby.mine.iter().any(|mine| mine.id == line.id)
                {
                    let path = format!("/api/matches/{}", in_path(&line.id));
                    return vec![http(Tag::Plain, "DELETE", path, None)];
                }
            }
            KeyCode::Char('c') => lobby.prompt = Some((Prompt::Code, String::new())),
            KeyCode::Char('r') | KeyCode::F(5) => return self.look_around(),
            KeyCode::Esc => {
                return match online.seek.take() {
                    Some((id, _)) => effects(online.link.send(FromClient::Unseek { id })),
                    None => vec![Effect::Quit],
                };
            }
            _ => {}
        }
        Vec::new()
    }

    fn prompt_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        let Some((prompt, mut text)) = online.lobby.prompt.take() else { return Vec::new() };
        match key.code {
            KeyCode::Esc => return Vec::new(),
            KeyCode::Enter if text.trim().is_empty() => return Vec::new(),
            KeyCode::Enter => {
                let text = text.trim();
                return match prompt {
                    Prompt::Say => online.say(Room::Lobby, text),
                    Prompt::Code => {
                        let path = format!("/api/matches/{}/join", in_path(text));
                        vec![http(Tag::Begun, "POST", path, None)]
                    }
                    Prompt::Friend => self.social_here(Social::Friend(text.into())),
                    Prompt::Command => match Social::read(text) {
                        Some(social) => self.social_here(social),
                        None => {
                            online.lobby.message = Some((texts::social_how(), Tone::Alarm));
                            Vec::new()
                        }
                    },
                };
            }
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(sign) if text.len() < 500 && !sign.is_control() => text.push(sign),
            _ => {}
        }
        online.lobby.prompt = Some((prompt, text));
        Vec::new()
    }

    fn choose_row(&mut self, row: Row) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        match row {
            Row::Quick | Row::New => {
                let quick = matches!(row, Row::Quick);
                self.purpose = if quick { Purpose::Quick } else { Purpose::New(None) };
                self.screen = Screen::Games(GamesMenu::default());
                Vec::new()
            }
            Row::Code => {
                online.lobby.prompt = Some((Prompt::Code, String::new()));
                Vec::new()
            }
            Row::Friends => self.ask_friends(),
            Row::Ranking => self.ask_ranking((6, 2)),
            Row::Me => {
                let name = online.name().to_owned();
                self.ask_player(&name)
            }
            Row::Match(line) => {
                if line.status == Status::Open && !line.seats(online.name()) {
                    let path = format!("/api/matches/{}/join", in_path(&line.id));
                    return vec![http(Tag::Begun, "POST", path, None)];
                }
                self.open_match(&line.id)
            }
        }
    }

    fn ask_player(&mut self, name: &str) -> Vec<Effect> {
        let path = format!("/api/players/{}", in_path(name));
        let games = http(Tag::Games, "GET", format!("{path}/games"), None);
        vec![http(Tag::Player, "GET", path, None), games]
    }

    fn ask_ranking(&mut self, (game, speed): (usize, usize)) -> Vec<Effect> {
        if let Screen::Page(page) = &mut self.screen {
            page.ranking = Some((game, speed));
        }
        let path = format!("/api/ranking?game={}&speed={}", GameKey::ALL[game], SPEEDS[speed]);
        vec![http(Tag::Ranking, "GET", path, None)]
    }

    /// A key on a page.
    pub fn page_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Screen::Page(page) = &mut self.screen else { return Vec::new() };
        let act = match page.key(key) {
            Turned::Going => return Vec::new(),
            Turned::Left => {
                self.screen = Screen::Lobby;
                return self.look_around();
            }
            Turned::Act(act) => act,
        };
        let (game, speed) = page.ranking.unwrap_or((6, 2));
        let turn = |at: usize, by: isize, count: usize| {
            (at.cast_signed() + by).rem_euclid(count.cast_signed()).cast_unsigned()
        };
        match act {
            Act::Watch(id) => self.open_match(&id),
            Act::Player(name) => self.ask_player(&name),
            Act::Befriend(name) => self.social_here(Social::Friend(name)),
            Act::Unfriend(name) => self.social_here(Social::Unfriend(name)),
            Act::Mute(name) => self.social_here(Social::Mute(name)),
            Act::Block(name) => self.social_here(Social::Block(name)),
            Act::Restore("mutes", name) => self.social_here(Social::Unmute(name)),
            Act::Restore(_, name) => self.social_here(Social::Unblock(name)),
            Act::Talk(name) => self.open_talk(&name),
            Act::Challenge(name) => {
                self.purpose = Purpose::New(Some(name));
                self.screen = Screen::Games(GamesMenu::default());
                Vec::new()
            }
            Act::AskFriend => {
                self.screen = Screen::Lobby;
                if let Some(online) = &mut self.online {
                    online.lobby.prompt = Some((Prompt::Friend, String::new()));
                }
                Vec::new()
            }
            Act::Game(by) => self.ask_ranking((turn(game, by, GameKey::ALL.len()), speed)),
            Act::Speed(by) => self.ask_ranking((game, turn(speed, by, SPEEDS.len()))),
        }
    }

    /// A game was chosen from the list, for a match on the server.
    pub fn chosen_online(&mut self, game: GameKey) -> Vec<Effect> {
        let Some(online) = &mut self.online else { return Vec::new() };
        if matches!(self.purpose, Purpose::Quick) {
            let id = online.fresh();
            online.seek = Some((id.clone(), 1));
            let time = TimeControl::Clock { base: 600, increment: 5 };
            let seek =
                FromClient::Seek { id, game, options: Default::default(), time, rated: false };
            self.screen = Screen::Lobby;
            return effects(online.link.send(seek));
        }
        let place = Place::Server { account: online.has_account() };
        let mut form = Form::new(game, place).with(std::sync::Arc::clone(&self.own));
        if let Purpose::New(friend) = &self.purpose {
            form.friend.clone_from(friend);
        }
        self.screen = Screen::Form(Box::new(form));
        Vec::new()
    }

    /// The form is filled in: the match is asked for.
    pub fn create_match(&mut self) -> Vec<Effect> {
        let Screen::Form(form) = &self.screen else { return Vec::new() };
        let friend = form.friend.clone();
        let opponent = match (form.against_computer(), form.opponent) {
            (true, _) => "computer",
            _ if friend.is_some() => "friend",
            (_, 1) => "friend",
            _ => "anyone",
        };
        let mut body = json!({
            "game": form.game, "options": form.options, "opponent": opponent, "side": form.side.key(),
            "time": form.time, "rated": form.rated && opponent != "computer",
            "choosing": form.choosing,
        });
        if opponent == "computer" {
            body["level"] = form.level.into();
        }
        if let Some(friend) = friend {
            body["to"] = friend.into();
        }
        self.screen = Screen::Lobby;
        vec![http(Tag::Begun, "POST", "/api/matches".into(), Some(body))]
    }

    /// The lobby, for whoever draws it.
    pub fn lobby(&self) -> Option<(&Online, &Lobby)> {
        self.online.as_ref().map(|online| (online, &online.lobby))
    }
}
