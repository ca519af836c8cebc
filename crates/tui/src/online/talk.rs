//! A conversation with a friend.

use super::{Social, Tag, http};
use crate::{
    app::{App, Effect, Screen},
    frame, texts,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use damier_games::text::Phrase;
use damier_protocol::Room;
use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Paragraph,
};

/// The conversation that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    /// With whom.
    pub with: String,
    /// What is being written.
    pub typed: String,
    /// What was told last about it.
    pub message: Option<Phrase>,
}

const LONGEST: usize = 500;

impl App {
    /// Opens the conversation with a friend.
    pub fn open_talk(&mut self, name: &str) -> Vec<Effect> {
        self.screen = Screen::Talk(Box::new(Talk { with: name.into(), ..Talk::default() }));
        let Some(online) = &mut self.online else { return Vec::new() };
        online.circle.pointed = Some(name.into());
        let mine = online.you.as_ref().map(|you| you.id.as_str());
        let friend = online.circle.friends.iter().find(|friend| friend.name == name);
        let (Some(mine), Some(friend)) = (mine, friend) else { return Vec::new() };
        let (low, high) = if mine < friend.id.as_str() {
            (mine, friend.id.as_str())
        } else {
            (friend.id.as_str(), mine)
        };
        let room = Room::With(name.into()).to_string();
        vec![http(Tag::Chat(room), "GET", format!("/api/chat/pair%3A{low}%3A{high}"), None)]
    }

    /// A key in a conversation.
    pub fn talk_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Screen::Talk(talk) = &mut self.screen else { return Vec::new() };
        talk.message = None;
        match key.code {
            KeyCode::Esc => return self.ask_friends(),
            KeyCode::Char('r') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return self.social_here(Social::Report(String::new()));
            }
            KeyCode::Enter if !talk.typed.trim().is_empty() => {
                let (to, text) = (talk.with.clone(), talk.typed.trim().to_owned());
                let done = self.social_here(Social::Tell { to, text });
                if let (Screen::Talk(talk), false) = (&mut self.screen, done.is_empty()) {
                    talk.typed.clear();
                }
                return done;
            }
            KeyCode::Backspace => drop(talk.typed.pop()),
            KeyCode::Char(sign) if !sign.is_control() && talk.typed.chars().count() < LONGEST => {
                talk.typed.push(sign);
            }
            _ => {}
        }
        Vec::new()
    }
}

/// Draws it.
pub fn draw_talk_page(frame: &mut Frame<'_>, app: &App, talk: &Talk, area: Rect) {
    let context = app.context();
    let (look, language) = (context.look, context.language);
    let title = format!(" Damier {} {}", look.glyphs().dot(), talk.with);
    frame::bar(frame, context, area, &title, &app.online_status());
    let body = Rect {
        x: area.x + 2,
        y: area.y + 2,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(6),
    };
    let room = Room::With(talk.with.clone()).to_string();
    let said = app.online.as_ref().and_then(|online| online.chat.get(&room));
    let mut lines = super::view::talk_lines(said.map(Vec::as_slice), body.width);
    if lines.is_empty() {
        lines.push(Line::styled(texts::SAY_HELLO.tell(language), look.quiet()));
    }
    let skip = lines.len().saturating_sub(body.height.into());
    frame.render_widget(Paragraph::new(lines.split_off(skip)), body);
    if let Some(message) = &talk.message {
        let row = Rect { y: area.bottom().saturating_sub(3), height: 1, ..area };
        frame
            .render_widget(Line::styled(format!(" {}", message.tell(language)), look.alarm()), row);
    }
    let [_, arrow] = look.glyphs().arrows();
    let room = usize::from(area.width).saturating_sub(6);
    let length = talk.typed.chars().count();
    let tail: String = talk.typed.chars().skip(length.saturating_sub(room)).collect();
    let input = Line::from(vec![
        Span::styled(format!(" {arrow} "), look.accent()),
        Span::raw(format!("{tail}_")),
    ]);
    let row = Rect { y: area.bottom().saturating_sub(2), height: 1, ..area };
    frame.render_widget(input, row);
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    let keys = texts::keys(texts::TALK_KEYS, last.width.saturating_sub(1), language);
    let keys = Line::styled(format!(" {keys}"), look.quiet());
    frame.render_widget(keys, last);
}
