//! Putting a board together out of quadrants, each turned as one likes.

use crate::{
    board::{Canvas, Ink},
    frame::{self, Context},
    look::{Look, Rgb},
    texts,
};
use crossterm::event::{KeyCode, KeyEvent};
use damier_games::{
    GameKey,
    mosaic::{Mosaic, Quadrant, Rotation},
};
use ratatui::{Frame, layout::Rect, text::Line};

/// The quadrants of a board, or of half of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadrantPicker {
    /// Number and rotation for each of the places.
    slots: Vec<(usize, Rotation)>,
    /// Which place of the board the first is: 0 top left, 2 bottom left.
    first: usize,
    /// Which is pointed at.
    at: usize,
    /// What chance is drawn from.
    chance: u32,
}

/// What a key came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Nothing yet.
    Going,
    /// Done.
    Done,
    /// Given up.
    Left,
}

/// Columns and half rows of a square, which look alike.
const SQUARE: i32 = 4;

impl QuadrantPicker {
    /// Begins with the quadrants of `board` as far as they are known, else with the usual ones.
    pub fn new(board: Option<&Mosaic>, first: usize, count: usize) -> Self {
        let parts = board.copied().unwrap_or_default().quadrants();
        let slots = parts.iter().skip(first).take(count).map(known).collect();
        Self { slots, first, at: 0, chance: 7 }
    }

    /// The quadrants as the rules write them: `3:90`.
    pub fn texts(&self) -> Vec<String> {
        let text = |(number, turn): &(usize, Rotation)| format!("{number}:{}", turn.degrees());
        self.slots.iter().map(text).collect()
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Picked {
        let (count, stock) = (self.slots.len(), Quadrant::stock_size());
        let (number, turn) = self.slots[self.at];
        match key.code {
            KeyCode::Left | KeyCode::Right => self.at ^= 1,
            KeyCode::Up | KeyCode::Down => self.at = (self.at + 2) % count,
            KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Char('+' | '=') | KeyCode::PageDown => {
                self.slots[self.at] = (number % stock + 1, turn);
            }
            KeyCode::Char('-') | KeyCode::PageUp => {
                self.slots[self.at] = ((number + stock - 2) % stock + 1, turn);
            }
            KeyCode::Char('r' | ' ') => {
                let turns = usize::from(turn.quarters()) + 1;
                self.slots[self.at] = (number, Rotation::ALL[turns % Rotation::ALL.len()]);
            }
            KeyCode::Char('x') => self.shuffle(),
            KeyCode::Char(digit @ '0'..='9') => {
                let wanted = digit.to_digit(10).map_or(1, |n| if n == 0 { 10 } else { n as usize });
                self.slots[self.at] = (wanted.min(stock), turn);
            }
            KeyCode::Enter => return Picked::Done,
            KeyCode::Esc => return Picked::Left,
            _ => {}
        }
        Picked::Going
    }

    fn shuffle(&mut self) {
        let stock = Quadrant::stock_size();
        for slot in &mut self.slots {
            self.chance = self.chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let draw = (self.chance >> 8) as usize;
            *slot = (draw % stock + 1, Rotation::ALL[draw / stock % Rotation::ALL.len()]);
        }
    }

    /// Draws it over the screen.
    pub fn draw(&self, frame: &mut Frame<'_>, context: Context, area: Rect, game: GameKey) {
        let title = format!(
            "{} - {}",
            game.info().name.tell(context.language),
            texts::QUADRANTS.tell(context.language)
        );
        let rows = if self.slots.len() > 2 { 2 } else { 1 };
        let high = rows * 8 + 5;
        let inside = frame::boxed(frame, context, area, &title, (76, high + 2));
        let mut canvas = Canvas::new((8 * SQUARE + 4, i32::from(rows) * 16 + 2));
        for (n, &(number, turn)) in self.slots.iter().enumerate() {
            let quadrant = Quadrant::stock(number).map(|quadrant| quadrant.turned(turn));
            let column = i32::try_from(n % 2).unwrap_or(0) * (4 * SQUARE + 1) + 1;
            let half = i32::try_from(n / 2).unwrap_or(0) * 16 + 1;
            if let Some(quadrant) = quadrant {
                self.quadrant(&mut canvas, context, (column, half), &quadrant, n == self.at);
            }
        }
        let place = Rect { width: inside.width.min(8 * 4 + 4), ..inside };
        canvas.show(frame.buffer_mut(), place, (0, 0), context.look);
        self.side(frame, context, inside);
    }

    fn quadrant(
        &self,
        canvas: &mut Canvas,
        context: Context,
        (column, half): (i32, i32),
        quadrant: &Quadrant,
        chosen: bool,
    ) {
        if chosen && context.look.coloured() {
            canvas.fill([column - 1, half - 1, 4 * SQUARE + 2, 18], Rgb(255, 255, 255));
        }
        for (y, row) in (0..).zip(quadrant.0) {
            for (x, colour) in (0..).zip(row) {
                let ground = Look::ground(colour.tint(), false);
                let (left, top) = (column + x * SQUARE, half + y * SQUARE);
                if context.look.coloured() {
                    canvas.fill([left, top, SQUARE, SQUARE], ground);
                }
                let sign = colour.letter().to_ascii_lowercase();
                let shade = ground.mixed(Rgb(20, 20, 24), 45);
                let ink = Ink { colour: Some(shade), bold: chosen, dim: !chosen };
                canvas.put(left + 1, (top + 1) / 2, sign, ink);
                if chosen && !context.look.coloured() {
                    canvas.put(left, (top + 1) / 2, '(', ink);
                    canvas.put(left + 2, (top + 1) / 2, ')', ink);
                }
            }
        }
    }

    fn side(&self, frame: &mut Frame<'_>, context: Context, inside: Rect) {
        let area = Rect {
            x: inside.x + 37.min(inside.width),
            width: inside.width.saturating_sub(37),
            ..inside
        };
        let places = [texts::TOP_LEFT, texts::TOP_RIGHT, texts::BOTTOM_LEFT, texts::BOTTOM_RIGHT];
        let mut lines = Vec::new();
        for (n, (number, turn)) in self.slots.iter().enumerate() {
            let place = places[(self.first + n) % 4].tell(context.language);
            let pointer = if n == self.at { context.look.glyphs().pointer() } else { ' ' };
            let degrees = if context.look.ascii { "" } else { "°" };
            let text = format!("{pointer} {place:<16} {number:>2} : {}{degrees}", turn.degrees());
            let style = if n == self.at { context.look.chosen() } else { Default::default() };
            lines.push(Line::styled(text, style));
        }
        lines.push(Line::default());
        for key in texts::QUADRANT_KEYS {
            lines.push(Line::styled(key.tell(context.language), context.look.quiet()));
        }
        frame.render_widget(ratatui::widgets::Paragraph::new(lines), area);
    }
}

/// The stock quadrant and rotation that look like this; the first of the set for one of somebody's own.
fn known(quadrant: &Quadrant) -> (usize, Rotation) {
    // Some of the set are others turned: as it lies comes first.
    let numbers = |rotation| (1..=Quadrant::stock_size()).map(move |number| (number, rotation));
    let mut all = Rotation::ALL.into_iter().flat_map(numbers);
    let looks = |(number, rotation): &(usize, Rotation)| {
        Quadrant::stock(*number).is_some_and(|stock| stock.turned(*rotation) == *quadrant)
    };
    all.find(looks).unwrap_or((1, Rotation::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(picker: &mut QuadrantPicker, codes: &[KeyCode]) -> Picked {
        codes.iter().fold(Picked::Going, |_, code| picker.key(KeyEvent::from(*code)))
    }

    #[test]
    fn quadrants_are_chosen_and_turned() {
        let mut picker = QuadrantPicker::new(None, 0, 4);
        assert_eq!(picker.texts(), ["1:0", "3:0", "5:0", "7:0"]);
        let keys = [KeyCode::Char('8'), KeyCode::Char('r'), KeyCode::Right, KeyCode::Char('+')];
        press(&mut picker, &keys);
        assert_eq!(picker.texts(), ["8:90", "4:0", "5:0", "7:0"]);
        press(&mut picker, &[KeyCode::Down, KeyCode::Char('-'), KeyCode::Char('0')]);
        assert_eq!(picker.texts()[3], "10:0");
        assert_eq!(press(&mut picker, &[KeyCode::Enter]), Picked::Done);
        let board: Result<Mosaic, _> = picker.texts().join(" ").parse();
        assert!(board.is_ok());
    }

    #[test]
    fn half_a_board_has_two() {
        let mut picker = QuadrantPicker::new(None, 2, 2);
        press(&mut picker, &[KeyCode::Down, KeyCode::Tab, KeyCode::Char('x')]);
        assert_eq!(picker.texts().len(), 2);
    }
}
