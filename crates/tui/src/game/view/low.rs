//! The two lowest lines: how things stand, and what is typed.

use super::super::{
    local::capital,
    screen::{PlayScreen, Tone},
    source::GameView,
};
use crate::{frame::Context, texts};
use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

/// One line about how things stand: the result, what was refused, an offer, whose turn it is.
pub fn message(frame: &mut Frame<'_>, context: Context, screen: &PlayScreen, area: Rect) {
    let (view, look, language) = (&screen.view, context.look, context.language);
    let (text, style) = if let Some((phrase, tone)) = &screen.message {
        let style = if *tone == Tone::Alarm { look.alarm() } else { look.accent() };
        (phrase.tell(language).to_owned(), style)
    } else if !screen.candidates.is_empty() {
        (fitting(&screen.candidates, area.width, look.ascii), look.quiet())
    } else if let Some(past) = &screen.past {
        (texts::past(past.ply, view.now.ply).tell(language).to_owned(), look.accent())
    } else if let Some(outcome) = view.now.result {
        let dot = look.glyphs().dot();
        let told = outcome.phrase(view.sides());
        let usual = if view.yours.is_empty() { texts::ESC_LEAVES } else { texts::PLAY_AGAIN };
        let more = view.notices.last().cloned().unwrap_or_else(|| usual.into());
        (format!("{} {dot} {}", told.tell(language), more.tell(language)), look.cheer())
    } else if let Some(notice) = view.notices.first() {
        (notice.tell(language).to_owned(), look.accent())
    } else {
        (capital(&turn_text(view, screen, context)), look.quiet())
    };
    frame.render_widget(Line::styled(format!(" {text}"), style), area);
}

/// As many words as a line of that width holds, and a sign that there are more.
fn fitting(words: &[String], width: u16, ascii: bool) -> String {
    let room = usize::from(width).saturating_sub(8);
    let mut line = String::new();
    for (n, word) in words.iter().enumerate() {
        if line.chars().count() + word.chars().count() > room {
            let dots = if ascii { "..." } else { "…" };
            return format!("{line}{dots} {}", words.len() - n);
        }
        line.push_str(word);
        line.push(' ');
    }
    line
}

fn turn_text(view: &GameView, screen: &PlayScreen, context: Context) -> String {
    let Some(turn) = view.now.turn else { return String::new() };
    let side = view.sides()[turn.index()].tell(context.language);
    let whose = if view.mine && view.yours.len() == 1 {
        texts::YOUR_TURN
    } else if view.thinking && !view.online {
        texts::THINKS
    } else {
        texts::TO_MOVE
    };
    let cell = &view.board.cell(screen.cursor).name;
    let dot = context.look.glyphs().dot();
    let at = if screen.pointing { format!(" {dot} {cell}") } else { String::new() };
    let colon = texts::colon(context.language);
    format!("{side}{colon} {}{at}", whose.tell(context.language))
}

/// The line that is typed on.
pub fn input(frame: &mut Frame<'_>, context: Context, screen: &PlayScreen, area: Rect) {
    let look = context.look;
    let [_, arrow] = look.glyphs().arrows();
    let mut spans = vec![Span::styled(format!(" {arrow} "), look.accent())];
    if screen.typed.is_empty() {
        let hint = if screen.view.curtain {
            texts::CURTAIN_KEY.tell(context.language)
        } else {
            let room = area.width.saturating_sub(3);
            let narrow = texts::INPUT_HINT_NARROW;
            texts::fitting(texts::INPUT_HINT, narrow, room, context.language)
        };
        spans.push(Span::styled(hint, look.quiet()));
    } else {
        let room = usize::from(area.width).saturating_sub(5);
        let length = screen.typed.chars().count();
        let tail: String = screen.typed.chars().skip(length.saturating_sub(room)).collect();
        let column = area.x + 3 + u16::try_from(tail.chars().count()).unwrap_or(0);
        spans.push(Span::raw(tail));
        frame.set_cursor_position((column.min(area.right().saturating_sub(1)), area.y));
    }
    frame.render_widget(Line::from(spans), area);
}
