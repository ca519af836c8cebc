//! Draws the door, the lobby and the pages of a server.

use super::{Door, Entry, Page, Prompt, Row, page::PageLine};
use crate::{
    app::App,
    frame::{self, Context},
    game::{ChatLine, Tone},
    texts,
};
use damier_protocol::Status;
use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Wrap},
};

/// Draws the door.
pub fn draw_door(frame: &mut Frame<'_>, app: &App, door: &Door, area: Rect) {
    let context = app.context();
    let (look, language) = (context.look, context.language);
    let host = app.online.as_ref().map_or("", |online| online.address.host.as_str());
    frame::bar(frame, context, area, &format!(" Damier {} {host}", look.glyphs().dot()), "");
    let title = texts::ENTER_TITLE.tell(language);
    let inside = frame::boxed(frame, context, area, title, (58, 11));
    let [before, after] = look.glyphs().arrows();
    let way = match door.entry {
        Entry::Guest => texts::AS_GUEST,
        Entry::SignIn => texts::SIGN_IN,
        Entry::Register => texts::REGISTER,
    };
    let secret: String = door.password.chars().map(|_| '*').collect();
    let lines = [
        (texts::WAY, format!("{before} {} {after}", way.tell(language))),
        (texts::NAME, door.name.clone()),
        (texts::PASSWORD, secret),
    ];
    for (n, (name, value)) in lines.iter().enumerate().take(door.lines()) {
        let chosen = n == door.at;
        let pointer = if chosen { look.glyphs().pointer() } else { ' ' };
        let style = if chosen { look.accent() } else { Style::new() };
        let caret = if chosen && n > 0 { "_" } else { "" };
        let line = Line::from(vec![
            Span::styled(format!(" {pointer} {:<14}", name.tell(language)), style),
            Span::raw(format!("{value}{caret}")),
        ]);
        let row = inside.y + 1 + u16::try_from(n).unwrap_or(0);
        frame.render_widget(line, Rect { y: row, height: 1, ..inside });
    }
    let (text, style) = match (&door.refusal, door.waits) {
        (Some(refusal), _) => (refusal.tell(language).to_owned(), look.alarm()),
        (None, true) => (texts::KNOCKING.tell(language).to_owned(), look.quiet()),
        (None, false) => (texts::DOOR_KEYS.tell(language).to_owned(), look.quiet()),
    };
    let low = Rect { x: inside.x + 1, y: inside.y + 5, width: inside.width - 2, height: 4 };
    frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), low);
}

/// Draws the lobby.
pub fn draw_lobby(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let context = app.context();
    let (look, language) = (context.look, context.language);
    let Some((online, lobby)) = app.lobby() else { return };
    let dot = look.glyphs().dot();
    let title = format!(" Damier {dot} {}", online.address.host);
    frame::bar(frame, context, area, &title, &app.online_status());
    let rows = lobby.rows(online.has_account());
    let talk = if area.width >= 110 { 40 } else { 0 };
    let list = rows_area(app, area);
    draw_rows(frame, app, &rows, list);
    if talk > 0 {
        let side = Rect { x: list.right() + 1, width: talk, ..list };
        draw_talk(frame, context, app, side);
    } else if list.bottom() + 3 < area.bottom() {
        // What was said last, below the list.
        let low = Rect { y: list.bottom(), height: BELOW, ..list };
        draw_talk(frame, context, app, low);
    }
    let [open, playing, here] = lobby.counts;
    let (text, style) = if let Some((prompt, typed)) = &lobby.prompt {
        let what = match prompt {
            Prompt::Code => texts::TYPE_CODE,
            Prompt::Say => texts::TYPE_SAY,
            Prompt::Friend => texts::TYPE_FRIEND,
            Prompt::Command => texts::TYPE_COMMAND,
        };
        (format!("{} {typed}_", what.tell(language)), look.accent())
    } else if let Some((message, tone)) = &lobby.message {
        let style = if *tone == Tone::Alarm { look.alarm() } else { look.accent() };
        (message.tell(language).to_owned(), style)
    } else if !online.link.connected {
        (texts::RECONNECTING.tell(language).to_owned(), look.alarm())
    } else if let Some((_, waiting)) = &online.seek {
        (texts::seeking(*waiting).tell(language).to_owned(), look.accent())
    } else {
        (texts::counts(open, playing, here).tell(language).to_owned(), look.quiet())
    };
    let low = Rect { y: area.bottom().saturating_sub(2), height: 1, ..area };
    frame.render_widget(Line::styled(format!(" {text}"), style), low);
    let room = area.width.saturating_sub(1);
    let keys = texts::keys(texts::LOBBY_KEYS, room, language);
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    frame.render_widget(Line::styled(format!(" {keys}"), look.quiet()), last);
}

/// Lines of talk below the list, where there is no room beside it.
const BELOW: u16 = 3;

/// Where the rows of the lobby stand.
fn rows_area(app: &App, area: Rect) -> Rect {
    let said = app.online.as_ref().is_some_and(|online| online.chat.contains_key("lobby"));
    let (beside, below) = match area.width {
        110.. => (40, 0),
        _ => (0, if said { BELOW } else { 0 }),
    };
    Rect {
        x: area.x + 2,
        y: area.y + 2,
        width: area.width.saturating_sub(4 + beside),
        height: area.height.saturating_sub(5 + below),
    }
}

/// The row of the lobby that is written at a place of the screen.
pub fn lobby_row_at(app: &App, area: Rect, column: u16, row: u16) -> Option<usize> {
    let (online, lobby) = app.lobby()?;
    let place = rows_area(app, area);
    let lines = row_lines(app, &lobby.rows(online.has_account()));
    let at = lines.iter().position(|(n, _)| *n == Some(lobby.at)).unwrap_or(0);
    let n =
        frame::first_line(at, lines.len(), place.height) + usize::from(row.checked_sub(place.y)?);
    lines.get(n).filter(|_| place.contains((column, row).into()))?.0
}

/// The line of a page that is written at a place of the screen.
pub fn page_line_at(page: &Page, area: Rect, column: u16, row: u16) -> Option<usize> {
    let body = page_body(area);
    let first = frame::first_line(page.at, page.lines.len(), body.height);
    let n = first + usize::from(row.checked_sub(body.y)?);
    (body.contains((column, row).into()) && n < page.lines.len()).then_some(n)
}

fn page_body(area: Rect) -> Rect {
    Rect {
        x: area.x + 2,
        y: area.y + 2,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(4),
    }
}

/// The rows with their headings, each with its number.
fn row_lines<'a>(app: &App, rows: &[Row]) -> Vec<(Option<usize>, Line<'a>)> {
    let (look, language) = (app.look, app.language);
    let Some((online, lobby)) = app.lobby() else { return Vec::new() };
    let mine = |id: &str| lobby.mine.iter().any(|line| line.id == id);
    let mut lines: Vec<(Option<usize>, Line<'_>)> = Vec::new();
    let mut group = None;
    for (n, row) in rows.iter().enumerate() {
        let head = match row {
            Row::Match(line) if mine(&line.id) && !line.seats(online.name()) => {
                Some(texts::ASKED_OF_YOU)
            }
            Row::Match(line) if mine(&line.id) => Some(texts::YOUR_GAMES),
            Row::Match(line) if line.status == Status::Open => Some(texts::OPEN_GAMES),
            Row::Match(_) => Some(texts::GAMES_IN_PLAY),
            _ => None,
        };
        if head.is_some() && head != group {
            lines.push((None, Line::default()));
            lines.push((
                None,
                Line::styled(head.map_or("", |head| head.tell(language)), look.accent()),
            ));
        }
        group = head;
        let chosen = n == lobby.at;
        let pointer = if chosen { look.glyphs().pointer() } else { ' ' };
        let style = if chosen { look.chosen() } else { Style::new() };
        lines.push((Some(n), Line::styled(format!("{pointer} {} ", row.text(language)), style)));
    }
    if group.is_none() {
        lines.push((None, Line::default()));
        lines.push((None, Line::styled(texts::NO_GAMES.tell(language), look.quiet())));
    }
    lines
}

fn draw_rows(frame: &mut Frame<'_>, app: &App, rows: &[Row], area: Rect) {
    let Some((_, lobby)) = app.lobby() else { return };
    let lines = row_lines(app, rows);
    let at = lines.iter().position(|(n, _)| *n == Some(lobby.at)).unwrap_or(0);
    let first = frame::first_line(at, lines.len(), area.height);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).map(|(_, line)| line).collect();
    frame.render_widget(Paragraph::new(shown), area);
}

fn draw_talk(frame: &mut Frame<'_>, context: Context, app: &App, area: Rect) {
    let Some((online, _)) = app.lobby() else { return };
    let mut lines = talk_lines(online.chat.get("lobby").map(Vec::as_slice), area.width);
    let skip = lines.len().saturating_sub(area.height.into());
    if lines.is_empty() {
        let hint = texts::LOBBY_TALK.tell(context.language);
        lines.push(Line::styled(hint, context.look.quiet()));
    }
    frame.render_widget(Paragraph::new(lines.split_off(skip)), area);
}

/// What was said, in lines of that width.
pub fn talk_lines(said: Option<&[ChatLine]>, width: u16) -> Vec<Line<'static>> {
    let lines = said.unwrap_or_default().iter().flat_map(|line| {
        frame::wrap(&format!("{}: {}", line.from, line.text), usize::from(width).max(1))
    });
    lines.map(Line::raw).collect()
}

/// Draws a page.
pub fn draw_page(frame: &mut Frame<'_>, app: &App, page: &Page, area: Rect) {
    let context = app.context();
    let look = context.look;
    let title = format!(" Damier {} {}", look.glyphs().dot(), page.title);
    frame::bar(frame, context, area, &title, &app.online_status());
    let body = page_body(area);
    let first = frame::first_line(page.at, page.lines.len(), body.height);
    for ((n, PageLine { text, act, .. }), row) in
        page.lines.iter().enumerate().skip(first).zip(body.y..body.bottom())
    {
        let chosen = n == page.at;
        let pointer = if chosen { look.glyphs().pointer() } else { ' ' };
        let style = match (chosen, act) {
            (true, _) => look.chosen(),
            (false, Some(_)) => Style::new(),
            (false, None) => look.quiet(),
        };
        let line = Line::styled(format!("{pointer} {text} "), style);
        frame.render_widget(line, Rect { y: row, height: 1, ..body });
    }
    let keys = match (page.ranking, page.circle) {
        (Some(_), _) => texts::RANKING_KEYS,
        (None, true) => texts::FRIENDS_KEYS,
        (None, false) => texts::PAGE_KEYS,
    };
    if let Some(message) = &page.message {
        let row = Rect { y: area.bottom().saturating_sub(2), height: 1, ..area };
        let text = format!(" {}", message.tell(context.language));
        frame.render_widget(Line::styled(text, look.alarm()), row);
    }
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    let text = format!(" {}", texts::keys(keys, last.width.saturating_sub(1), context.language));
    frame.render_widget(Line::styled(text, look.quiet()), last);
}
