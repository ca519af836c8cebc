//! Draws the list of games and the form.

use super::{
    form::{Field, Form, Place},
    games::GamesMenu,
};
use crate::{
    board::{BoardView, Layout},
    frame::{self, Context},
    texts,
};
use damier_client::picture::Picture;
use damier_games::{GameKey, Player, Viewer, open, options::Options, text::Text};
use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Paragraph, Wrap},
};

/// Draws the list of games.
pub fn draw_games(
    frame: &mut Frame<'_>,
    context: Context,
    menu: &GamesMenu,
    area: Rect,
    right: &str,
) {
    let (look, language) = (context.look, context.language);
    let title = format!(" Damier {} {}", look.glyphs().dot(), texts::WHAT_TO_PLAY.tell(language));
    frame::bar(frame, context, area, &title, right);
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
    let (list, step) = games_list(area);
    for (n, key) in GameKey::ALL.iter().enumerate() {
        let row = list.y + u16::try_from(n * step).unwrap_or(u16::MAX);
        if row >= list.bottom() {
            break;
        }
        let chosen = n == menu.at;
        let pointer = if chosen { look.glyphs().pointer() } else { ' ' };
        let style = if chosen { look.chosen() } else { Style::new() };
        let text = format!("{pointer} {:<26}", key.info().name.tell(language));
        frame.render_widget(Line::styled(text, style), Rect { y: row, height: 1, ..list });
    }
    let info = menu.game().info();
    let side = Rect {
        x: body.x + 36,
        y: body.y + 1,
        width: body.width.saturating_sub(38),
        height: body.height.saturating_sub(1),
    };
    preview(
        frame,
        context,
        menu.game(),
        &Options::new(),
        Rect { height: side.height.saturating_sub(3), ..side },
    );
    let tagline =
        Paragraph::new(info.tagline.tell(language)).style(look.accent()).wrap(Wrap { trim: true });
    let low = Rect { y: side.bottom().saturating_sub(2), height: 2, ..side };
    frame.render_widget(tagline, low);
    hint(frame, context, area, texts::MENU_KEYS);
}

/// Where the games stand, and how many rows each has.
fn games_list(area: Rect) -> (Rect, usize) {
    let height = area.height.saturating_sub(2);
    let list = Rect { x: area.x + 2, y: area.y + 2, width: 30.min(area.width), height };
    (list, if usize::from(height) >= GameKey::ALL.len() * 2 { 2 } else { 1 })
}

/// The game that is written at a place of the screen.
pub fn game_at(area: Rect, column: u16, row: u16) -> Option<usize> {
    let (list, step) = games_list(area);
    let inside = list.contains((column, row).into());
    let n = usize::from(row.saturating_sub(list.y)) / step;
    (inside && n < GameKey::ALL.len()).then_some(n)
}

fn hint(frame: &mut Frame<'_>, context: Context, area: Rect, keys: Text) {
    let row = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    let text = texts::keys(keys, row.width.saturating_sub(1), context.language);
    frame.render_widget(Line::styled(format!(" {text}"), context.look.quiet()), row);
}

/// The board of a game with these options, at its start.
fn preview(frame: &mut Frame<'_>, context: Context, game: GameKey, options: &Options, area: Rect) {
    let Ok(table) = open(game, options, None) else { return };
    let board = table.board();
    let viewer = if game.info().hidden { Viewer::Seat(Player::One) } else { Viewer::Referee };
    let scene = table.snapshot(viewer).scene;
    let looks = damier_client::picture::picture(&board, &scene, &[], &[]).looks;
    let picture = Picture { looks, ..Picture::default() };
    let mut layout = Layout::new(&board, area, false, !context.look.coloured(), None);
    layout.area.x += (area.width - layout.area.width) / 2;
    layout.area.y += (area.height - layout.area.height) / 2;
    BoardView {
        board: &board,
        scene: &scene,
        picture: &picture,
        layout: &layout,
        sides: game.info().sides.map(|side| side.key),
        cursor: None,
        look: context.look,
        language: context.language,
    }
    .draw(frame.buffer_mut());
}

/// Draws the form.
pub fn draw_form(frame: &mut Frame<'_>, context: Context, form: &Form, area: Rect) {
    let (look, language) = (context.look, context.language);
    let info = form.game.info();
    let title = format!(" Damier {} {}", look.glyphs().dot(), info.name.tell(language));
    let place = match form.place {
        Place::Here => texts::ON_THIS_MACHINE,
        Place::Server { .. } => texts::ON_THE_SERVER,
    };
    frame::bar(frame, context, area, &title, place.tell(language));
    let (body, column) = form_column(area);
    let wide = column.width + 2;
    fields(frame, context, form, Rect { height: column.height.saturating_sub(4), ..column });
    let help = Rect { y: column.bottom().saturating_sub(4), height: 3, ..column };
    let (text, style) = match &form.refusal {
        Some(refusal) => (refusal.tell(language).to_owned(), look.alarm()),
        None => (form.help(language), look.quiet()),
    };
    frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), help);
    if body.width > wide + 14 {
        let side = Rect {
            x: body.x + wide + 1,
            width: body.width - wide - 2,
            height: body.height.saturating_sub(1),
            ..body
        };
        preview(frame, context, form.game, &form.options, side);
    }
    hint(frame, context, area, texts::FORM_KEYS);
    if let Some(picker) = &form.picker {
        picker.draw(frame, context, area, form.game);
    }
}

/// What is below the title, and the part of it that the fields and their help have.
fn form_column(area: Rect) -> (Rect, Rect) {
    let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
    let wide = 46.max(area.width / 2 - 8).min(70).min(body.width);
    (body, Rect { x: body.x + 2, width: wide.saturating_sub(2), ..body })
}

/// The field that is written at a place of the screen.
pub fn field_at(form: &Form, area: Rect, column: u16, row: u16) -> Option<usize> {
    let (_, place) = form_column(area);
    let place = Rect { height: place.height.saturating_sub(4), ..place };
    let count = form.fields().len();
    let n =
        frame::first_line(form.at, count, place.height) + usize::from(row.saturating_sub(place.y));
    (place.contains((column, row).into()) && n < count).then_some(n)
}

fn fields(frame: &mut Frame<'_>, context: Context, form: &Form, area: Rect) {
    let (look, language) = (context.look, context.language);
    let fields = form.fields();
    let first = frame::first_line(form.at, fields.len(), area.height);
    let [before, after] = look.glyphs().arrows();
    for ((n, field), row) in fields.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        let chosen = n == form.at;
        let (name, value) = form.line(*field, language);
        let place = Rect { y: row, height: 1, ..area };
        let pointer = if chosen { look.glyphs().pointer() } else { ' ' };
        let style = if chosen { look.chosen() } else { Style::new() };
        let line = if *field == Field::Play {
            let bold = style.add_modifier(Modifier::BOLD);
            Line::from(vec![Span::styled(format!("{pointer} [ {name} ]"), bold)])
        } else {
            let room = usize::from(area.width).saturating_sub(28);
            let value: String = value.chars().take(room).collect();
            let name: String = name.chars().take(22).collect();
            Line::from(vec![
                Span::styled(format!("{pointer} {name:<22} "), style),
                Span::styled(
                    if chosen { format!("{before} {value} {after}") } else { format!("  {value}") },
                    if chosen { look.accent() } else { style },
                ),
            ])
        };
        frame.render_widget(line, place);
    }
}
