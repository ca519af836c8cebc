//! What several screens share: bars, boxes, lists, questions.

use crate::{look::Look, texts};
use damier_games::text::{Language, Text};
use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, BorderType, Clear, Paragraph, Wrap},
};
use unicode_width::UnicodeWidthStr;

/// How and in which language things are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// How.
    pub look: Look,
    /// In which language.
    pub language: Language,
}

/// The smallest screen that everything fits on.
pub const LEAST: (u16, u16) = (60, 20);

/// A bar across the screen with something at either end.
pub fn bar(frame: &mut Frame<'_>, context: Context, area: Rect, left: &str, right: &str) {
    let room = usize::from(area.width).saturating_sub(left.width() + 1);
    let right = if right.width() + 1 > room { "" } else { right };
    let gap = usize::from(area.width).saturating_sub(left.width() + right.width() + 1);
    let text = format!("{left}{}{right} ", " ".repeat(gap));
    frame.render_widget(Line::styled(text, context.look.bar()), Rect { height: 1, ..area });
}

/// A frame with a title, in the middle of `area`; gives what is inside.
pub fn boxed(
    frame: &mut Frame<'_>,
    context: Context,
    area: Rect,
    title: &str,
    (width, height): (u16, u16),
) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    let mut block = Block::bordered()
        .title(Span::styled(format!(" {title} "), context.look.accent()))
        .border_style(context.look.quiet());
    block = if context.look.ascii {
        block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        })
    } else {
        block.border_type(BorderType::Rounded)
    };
    let inside = block.inner(place);
    frame.render_widget(block, place);
    inside
}

fn size(lines: usize, widest: usize) -> (u16, u16) {
    (u16::try_from(widest + 4).unwrap_or(u16::MAX), u16::try_from(lines + 2).unwrap_or(u16::MAX))
}

/// The first line of a list that is shown, so that the one that is pointed at is among them.
pub fn first_line(at: usize, count: usize, height: u16) -> usize {
    let room = usize::from(height).max(1);
    at.saturating_sub(room - 1).min(count.saturating_sub(room))
}

/// The entry of a list in a box that is written at a place of the screen.
pub fn entry_at(area: Rect, high: u16, row: u16) -> Option<usize> {
    let height = high.min(area.height);
    let top = area.y + (area.height - height) / 2 + 1;
    let n = usize::from(row.checked_sub(top)?);
    (n + 2 < usize::from(height)).then_some(n)
}

/// How large a list in a box wants to be.
fn list_size(title: &str, entries: &[String]) -> (u16, u16) {
    let widest = entries.iter().map(|entry| entry.width() + 5).max().unwrap_or(0);
    size(entries.len(), widest.max(title.width()))
}

/// A list in a box, one entry of which is chosen.
pub fn list_box(
    frame: &mut Frame<'_>,
    context: Context,
    area: Rect,
    title: Text,
    entries: &[String],
    at: usize,
) {
    let title = title.tell(context.language);
    let inside = boxed(frame, context, area, title, list_size(title, entries));
    for ((n, entry), row) in entries.iter().enumerate().zip(inside.y..inside.bottom()) {
        let pointer = if n == at { context.look.glyphs().pointer() } else { ' ' };
        let style = if n == at { context.look.chosen() } else { Style::new() };
        let text = format!(" {pointer} {} {entry}", n + 1);
        frame.render_widget(Line::styled(text, style), Rect { y: row, height: 1, ..inside });
    }
}

/// A question that wants a yes or a no.
pub fn question(frame: &mut Frame<'_>, context: Context, area: Rect, question: Text) {
    let text = question.tell(context.language);
    let keys = texts::YES_NO.tell(context.language);
    let wish = size(3, text.width().max(keys.width()) + 2);
    let inside = boxed(frame, context, area, "?", wish);
    let lines = vec![Line::raw(text), Line::default(), Line::styled(keys, context.look.quiet())];
    frame.render_widget(Paragraph::new(lines).centered(), inside);
}

/// Keys and what they do.
pub fn help_box(
    frame: &mut Frame<'_>,
    context: Context,
    area: Rect,
    lines: &[(String, String)],
    from: usize,
) {
    let key = lines.iter().map(|(key, _)| key.width()).max().unwrap_or(0);
    let room = usize::from(area.width).saturating_sub(key + 8).max(10);
    let mut shown: Vec<Line<'_>> = Vec::new();
    for (name, what) in lines {
        for (n, part) in wrap(what, room).into_iter().enumerate() {
            let name = if n == 0 { name.as_str() } else { "" };
            let pad = key.saturating_sub(name.width());
            shown.push(Line::from(vec![
                Span::styled(format!(" {name}{}  ", " ".repeat(pad)), context.look.accent()),
                Span::raw(part),
            ]));
        }
    }
    let widest = shown.iter().map(Line::width).max().unwrap_or(0);
    // At the end there is no more, however often one asks.
    let room = usize::from(area.height).saturating_sub(2);
    let from = from.min(shown.len().saturating_sub(room));
    shown.drain(..from);
    let title = if shown.len() > room { texts::KEYS_MORE } else { texts::KEYS_TITLE };
    let title = title.tell(context.language);
    let inside = boxed(frame, context, area, title, size(shown.len(), widest));
    frame.render_widget(Paragraph::new(shown), inside);
}

/// A text in lines of at most `width` columns, broken between words.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.width() + 1 + word.width() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
        // A word that no line holds is broken.
        while lines.last().is_some_and(|line| line.width() > width) {
            let line = lines.pop().expect("it was just looked at");
            let mut head = String::new();
            let mut rest = line.chars();
            while let Some(sign) = rest.clone().next() {
                let mut longer = head.clone();
                longer.push(sign);
                if longer.width() > width.max(2) {
                    break;
                }
                head = longer;
                rest.next();
            }
            lines.push(head);
            lines.push(rest.collect());
        }
    }
    lines
}

/// The screen is too small for anything.
pub fn too_small(frame: &mut Frame<'_>, context: Context, area: Rect) {
    let phrase = texts::too_small(LEAST, (area.width, area.height));
    let paragraph = Paragraph::new(phrase.tell(context.language).to_owned())
        .wrap(Wrap { trim: true })
        .style(context.look.alarm());
    frame.render_widget(paragraph, area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_long_words_inside() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 5), [""]);
        assert!(wrap("é日本語日本語 x", 5).iter().all(|line| line.width() <= 5));
    }
}
