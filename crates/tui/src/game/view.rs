//! Draws the screen of a game.

mod low;

use super::{
    screen::{Overlay, PlayScreen},
    source::GameView,
};
use crate::{
    app::App,
    board::{BoardView, Layout},
    frame::{self, Context},
    look::{Look, Rgb},
    texts,
};
use damier_client::picture::picture;
use damier_games::{Player, text::Text};
use ratatui::{
    Frame,
    layout::Rect,
    style::Modifier,
    text::{Line, Span},
    widgets::{Paragraph, Wrap},
};

/// The narrowest panel that is of use.
const PANEL: u16 = 22;

/// Where the parts of the screen lie.
pub struct Places {
    /// The board.
    pub board: Layout,
    moves: Rect,
    chat: Rect,
    /// Above: the other side's seat. Below: this side's.
    seats: [Rect; 2],
    message: Rect,
    input: Rect,
    screen: Rect,
}

impl Places {
    /// Lays the screen out.
    pub fn new(screen: &PlayScreen, area: Rect, context: Context) -> Self {
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
        let board_area =
            Rect { width: body.width.saturating_sub(PANEL + 2), x: body.x + 1, ..body };
        let ruled = !context.look.coloured();
        let focus = Some(screen.focus());
        let mut board = Layout::new(&screen.view.board, board_area, screen.turned(), ruled, focus);
        // What is left over goes to the panel, up to what reads well; the rest surrounds the board.
        let spare = body.width.saturating_sub(board.area.width + 3);
        let wide = spare.clamp(PANEL.min(body.width), 46);
        let left = body.width.saturating_sub(wide + 2);
        board.area.x = body.x + (left.saturating_sub(board.area.width)).div_ceil(2).max(1);
        board.area.y = body.y + (body.height - board.area.height.min(body.height)) / 2;
        let panel = Rect { x: body.x + left + 1, width: wide, ..body };
        let seat = 2.min(panel.height / 4);
        let top = Rect { height: seat, ..panel };
        let bottom = Rect { y: panel.bottom() - seat, height: seat, ..panel };
        let middle = Rect {
            y: panel.y + seat + 1,
            height: panel.height.saturating_sub(2 * seat + 2),
            ..panel
        };
        let talk = if screen.view.online { middle.height / 2 } else { 0 };
        let moves = Rect { height: middle.height - talk, ..middle };
        let chat = Rect { y: moves.bottom(), height: talk, ..middle };
        let message = Rect { y: area.bottom().saturating_sub(2), height: 1, ..area };
        let input = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        Self { board, moves, chat, seats: [top, bottom], message, input, screen: area }
    }

    /// Which of so many choices is written in a row.
    pub fn choice_at(&self, count: usize, row: u16) -> Option<usize> {
        let high = u16::try_from(count + 2).unwrap_or(u16::MAX);
        frame::entry_at(self.screen, high, row)
    }

    /// The first line of the move list that is shown.
    fn first_line(&self, screen: &PlayScreen) -> usize {
        let lines = screen.view.moves.len().div_ceil(2);
        let room = usize::from(self.moves.height);
        let current = screen.ply().saturating_sub(1) / 2;
        lines.saturating_sub(room).min(current.saturating_sub(room / 2))
    }

    /// The move that is written at a place of the screen.
    pub fn move_at(&self, screen: &PlayScreen, column: u16, row: u16) -> Option<usize> {
        if !self.moves.contains((column, row).into()) {
            return None;
        }
        let line = self.first_line(screen) + usize::from(row - self.moves.y);
        let half = usize::from(column - self.moves.x >= 4 + (self.moves.width - 4) / 2);
        let ply = line * 2 + half + 1;
        (ply <= screen.view.moves.len()).then_some(ply)
    }
}

/// Draws it.
pub fn draw(frame: &mut Frame<'_>, app: &App, screen: &PlayScreen, area: Rect) {
    let context = app.context();
    let places = Places::new(screen, area, context);
    title(frame, app, screen, Rect { height: 1, ..area });
    if !screen.view.invitation.is_empty() {
        invitation(frame, &screen.view, &places);
    } else if screen.view.curtain {
        curtain(frame, context, screen, &places);
    } else {
        board(frame, context, screen, &places);
    }
    panel(frame, app, screen, &places);
    low::message(frame, context, screen, places.message);
    low::input(frame, context, screen, places.input);
    match &screen.overlay {
        Some(Overlay::Choice { entries, at }) => {
            let side = screen.view.now.turn.unwrap_or(Player::One);
            let key = screen.view.game.info().sides[side.index()].key;
            let glyphs = context.look.glyphs();
            let lines: Vec<String> = entries
                .iter()
                .map(|(kind, _)| {
                    let piece = damier_games::scene::Piece { owner: side, kind: *kind };
                    format!("{} {}", glyphs.piece(piece, key), kind.name().tell(context.language))
                })
                .collect();
            frame::list_box(frame, context, area, texts::CHOOSE, &lines, *at);
        }
        Some(Overlay::Confirm(_, question)) => {
            frame::question(frame, context, area, *question);
        }
        Some(Overlay::Help(from)) => help(frame, context, area, screen.view.online, *from),
        Some(Overlay::Quadrants(picker)) => picker.draw(frame, context, area, screen.view.game),
        None => {}
    }
}

fn title(frame: &mut Frame<'_>, app: &App, screen: &PlayScreen, area: Rect) {
    let context = app.context();
    let info = screen.view.game.info();
    let dot = context.look.glyphs().dot();
    let right = if screen.view.online {
        app.online_status()
    } else {
        texts::KEYS_HINT.tell(context.language).to_owned()
    };
    let left = format!(" Damier {dot} {}", info.name.tell(context.language));
    frame::bar(frame, context, area, &left, &right);
}

fn board(frame: &mut Frame<'_>, context: Context, screen: &PlayScreen, places: &Places) {
    let shown = screen.shown();
    let picture = picture(&screen.view.board, &shown.scene, screen.gestures(), &screen.clicked);
    let pointing = screen.pointing && screen.typed.is_empty() && !screen.view.is_over();
    BoardView {
        board: &screen.view.board,
        scene: &shown.scene,
        picture: &picture,
        layout: &places.board,
        sides: screen.view.game.info().sides.map(|side| side.key),
        cursor: pointing.then_some(screen.cursor),
        look: context.look,
        language: context.language,
    }
    .draw(frame.buffer_mut());
}

/// How others come to a match that waits, in place of its board, as far as there is room.
fn invitation(frame: &mut Frame<'_>, view: &GameView, places: &Places) {
    let seat = places.seats[0];
    let area = Rect {
        x: 1,
        y: seat.y,
        width: seat.x.saturating_sub(2),
        height: places.message.y.saturating_sub(seat.y),
    };
    let lines: Vec<Line<'_>> =
        view.invitation.iter().map(|line| Line::raw(line.as_str())).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The screen changes hands: nothing is shown until the next player asks for it.
fn curtain(frame: &mut Frame<'_>, context: Context, screen: &PlayScreen, places: &Places) {
    let turn = screen.view.now.turn.unwrap_or(Player::One);
    let side = super::local::capital(screen.view.sides()[turn.index()].tell(context.language));
    let area = places.board.area;
    let lines = vec![
        Line::styled(side, context.look.accent()),
        Line::default(),
        Line::raw(texts::CURTAIN.tell(context.language)),
        Line::styled(texts::CURTAIN_KEY.tell(context.language), context.look.quiet()),
    ];
    let top = area.y + area.height.saturating_sub(4) / 2;
    let area = Rect { y: top, height: 4.min(area.height), ..area };
    frame.render_widget(Paragraph::new(lines).centered(), area);
}

fn panel(frame: &mut Frame<'_>, app: &App, screen: &PlayScreen, places: &Places) {
    let bottom = screen.bottom();
    for (side, area) in [(!bottom, places.seats[0]), (bottom, places.seats[1])] {
        seat(frame, app, screen, side, area);
    }
    moves(frame, app.context(), screen, places);
    if places.chat.height > 0 {
        chat(frame, app.context(), &screen.view, places.chat);
    }
}

fn seat(frame: &mut Frame<'_>, app: &App, screen: &PlayScreen, side: Player, area: Rect) {
    let (context, view) = (app.context(), &screen.view);
    let (look, glyphs) = (context.look, context.look.glyphs());
    let seat = &view.seats[side.index()];
    let key = view.game.info().sides[side.index()].key;
    let to_move = view.now.turn == Some(side);
    let mark = if to_move && view.thinking && !view.online {
        glyphs.wheel(app.turns)
    } else if to_move {
        glyphs.turn()
    } else {
        ' '
    };
    let style = if to_move { look.accent() } else { ratatui::style::Style::new() };
    let mut line = vec![Span::styled(format!("{mark} "), look.accent())];
    let chip = if look.coloured() && !look.ascii { "██ " } else { "" };
    // A dark chip would be lost on a dark terminal.
    let own = Look::side(key);
    let own = if own.is_light() { own } else { own.mixed(Rgb(200, 200, 200), 28) };
    line.push(Span::styled(chip, look.ink(own)));
    line.push(Span::styled(seat.name.clone(), style.add_modifier(Modifier::BOLD)));
    if !seat.note.is_empty() {
        line.push(Span::styled(format!(" {} {}", glyphs.dot(), seat.note), look.quiet()));
    }
    if seat.away {
        line.push(Span::styled(format!(" {}", texts::AWAY.tell(context.language)), look.alarm()));
    }
    frame.render_widget(Line::from(line), Rect { height: area.height.min(1), ..area });
    if let Some(clocks) = view.clocks {
        let left = clocks.left(side, app.now);
        let text = clock_text(left);
        let style = match (clocks.running == Some(side), left < 20_000) {
            (true, true) => look.alarm(),
            (true, false) => look.accent(),
            _ => look.quiet(),
        };
        let width = u16::try_from(text.len()).unwrap_or(0).min(area.width);
        let place = Rect { x: area.right() - width, width, height: area.height.min(1), ..area };
        frame.render_widget(Line::styled(text, style), place);
    }
    if area.height > 1 {
        let mut parts = Vec::new();
        for counter in screen.shown().scene.counters.iter().filter(|one| one.owner == side) {
            let what = counter.kind.counted(counter.value).tell(context.language);
            parts.push(format!("{} {what}", counter.value));
        }
        let other = view.game.info().sides[side.index()].key;
        let lost: String = seat.taken.iter().map(|piece| glyphs.piece(*piece, other)).collect();
        if !lost.is_empty() && parts.is_empty() {
            parts.push(format!("{} {lost}", texts::LOST.tell(context.language)));
        }
        let text = format!("  {}", parts.join(&format!(" {} ", glyphs.dot())));
        let place = Rect { y: area.y + 1, height: 1, ..area };
        frame.render_widget(Line::styled(text, look.quiet()), place);
    }
}

/// `4:05`, and tenths when it matters.
pub fn clock_text(left: i64) -> String {
    let seconds = left / 1000;
    if left < 10_000 {
        format!("0:{:02}.{}", seconds, left % 1000 / 100)
    } else if seconds >= 3600 {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

fn moves(frame: &mut Frame<'_>, context: Context, screen: &PlayScreen, places: &Places) {
    let area = places.moves;
    if screen.view.moves.is_empty() {
        let text = texts::NO_MOVES.tell(context.language);
        let paragraph = Paragraph::new(text).style(context.look.quiet()).wrap(Wrap { trim: true });
        frame.render_widget(paragraph, area);
        return;
    }
    let first = places.first_line(screen);
    let half = usize::from((area.width.saturating_sub(4)) / 2);
    let hidden = if context.look.ascii { "?" } else { "…" };
    let told = |ply: usize| {
        let report = screen.view.moves.get(ply)?;
        let text = report.as_ref().map_or(hidden, |report| report.notation.as_str());
        let style = if screen.ply() == ply + 1 {
            context.look.chosen()
        } else {
            ratatui::style::Style::new()
        };
        let text: String = text.chars().take(half.saturating_sub(1)).collect();
        let pad = half.saturating_sub(text.chars().count());
        Some([Span::styled(text, style), Span::raw(" ".repeat(pad))])
    };
    for (n, row) in (first..).zip(area.y..area.bottom()) {
        if n * 2 >= screen.view.moves.len() {
            break;
        }
        let mut spans = vec![Span::styled(format!("{:>3} ", n + 1), context.look.quiet())];
        spans.extend([n * 2, n * 2 + 1].into_iter().filter_map(told).flatten());
        frame.render_widget(Line::from(spans), Rect { y: row, height: 1, ..area });
    }
}

fn chat(frame: &mut Frame<'_>, context: Context, view: &GameView, area: Rect) {
    let rule = if context.look.ascii { "-" } else { "─" };
    let head = Line::styled(rule.repeat(area.width.into()), context.look.quiet());
    frame.render_widget(head, Rect { height: 1, ..area });
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    if view.chat.is_empty() {
        let text = texts::CHAT_HINT.tell(context.language);
        let paragraph = Paragraph::new(text).style(context.look.quiet()).wrap(Wrap { trim: true });
        frame.render_widget(paragraph, body);
        return;
    }
    let mut lines = crate::online::talk_lines(Some(&view.chat), body.width);
    let skip = lines.len().saturating_sub(body.height.into());
    frame.render_widget(Paragraph::new(lines.split_off(skip)), body);
}

fn help(frame: &mut Frame<'_>, context: Context, area: Rect, online: bool, from: usize) {
    let mut lines: Vec<(String, String)> = texts::KEYS
        .iter()
        .filter(|(_, _, only_online)| online || !only_online)
        .map(|(key, what, _)| {
            (key.tell(context.language).to_owned(), what.tell(context.language).to_owned())
        })
        .collect();
    lines.push((String::new(), String::new()));
    let mut words: Vec<&str> =
        super::commands::COMMANDS.iter().map(|word| word.of(context.language)).collect();
    if online {
        let own = crate::online::WORDS.iter();
        words.extend(own.map(|(en, fr, _)| Text::new(en, fr).tell(context.language)));
    }
    lines.push((texts::WORDS.tell(context.language).to_owned(), words.join(" ")));
    frame::help_box(frame, context, area, &lines, from);
}
