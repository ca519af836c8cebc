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
    mosaic::{Colour, Mosaic, NamedQuadrant, Quadrant, QuadrantSet, Rotation},
};
use ratatui::{Frame, layout::Rect, text::Line};

/// The quadrants of a board, or of half of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadrantPicker {
    /// The stock set, then this person's own.
    all: Vec<NamedQuadrant>,
    /// Which of all and its rotation, for each of the places.
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
    pub fn new(board: Option<&Mosaic>, first: usize, count: usize, own: &QuadrantSet) -> Self {
        let mut all = QuadrantSet::stock().all().to_vec();
        all.extend(own.all().iter().cloned());
        let parts = board.copied().unwrap_or_default().quadrants();
        let mut slots = Vec::new();
        for part in parts.iter().skip(first).take(count) {
            let slot = known(&all, part).unwrap_or_else(|| {
                // Somebody else's: it stays as it lies.
                let id = "*".to_owned();
                all.push(NamedQuadrant { id, image_path: None, quadrant: *part });
                (all.len() - 1, Rotation::default())
            });
            slots.push(slot);
        }
        Self { all, slots, first, at: 0, chance: 7 }
    }

    /// The quadrants as the rules write them: `3:90`, or the colours of one's own.
    pub fn texts(&self) -> Vec<String> {
        let text = |(which, turn): &(usize, Rotation)| match self.all.get(*which) {
            Some(own) if *which >= Quadrant::stock_size() => {
                let row = |row: [Colour; 4]| row.map(Colour::letter).into_iter().collect();
                let rows: [String; 4] = own.quadrant.0.map(row);
                format!("{}:{}", rows.join("/"), turn.degrees())
            }
            _ => format!("{}:{}", which + 1, turn.degrees()),
        };
        self.slots.iter().map(text).collect()
    }

    /// The whole board as the option of a game is written.
    pub fn board(&self) -> String {
        let lies: Vec<Quadrant> = self.slots.iter().map(|slot| self.turned(*slot)).collect();
        let own = self.slots.iter().any(|(which, _)| *which >= Quadrant::stock_size());
        match <[Quadrant; 4]>::try_from(lies) {
            Ok(lies) if own => Mosaic::assemble(lies).to_string(),
            _ => self.texts().join(" "),
        }
    }

    fn turned(&self, (which, turn): (usize, Rotation)) -> Quadrant {
        self.all[which].quadrant.turned(turn)
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Picked {
        let (count, stock, all) = (self.slots.len(), Quadrant::stock_size(), self.all.len());
        let (which, turn) = self.slots[self.at];
        match key.code {
            KeyCode::Left | KeyCode::Right => self.at ^= 1,
            KeyCode::Up | KeyCode::Down => self.at = (self.at + 2) % count,
            KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Char('+' | '=') | KeyCode::PageDown => {
                self.slots[self.at] = ((which + 1) % all, turn);
            }
            KeyCode::Char('-') | KeyCode::PageUp => {
                self.slots[self.at] = ((which + all - 1) % all, turn);
            }
            KeyCode::Char('r' | ' ') => {
                let turns = usize::from(turn.quarters()) + 1;
                self.slots[self.at] = (which, Rotation::ALL[turns % Rotation::ALL.len()]);
            }
            KeyCode::Char('x') => self.shuffle(),
            KeyCode::Char('o') if all > stock => {
                let next = if (stock..all - 1).contains(&which) { which + 1 } else { stock };
                self.slots[self.at] = (next, turn);
            }
            KeyCode::Char(digit @ '0'..='9') => {
                let wanted = digit.to_digit(10).map_or(1, |n| if n == 0 { 10 } else { n as usize });
                self.slots[self.at] = (wanted.min(stock) - 1, turn);
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
            *slot = (draw % stock, Rotation::ALL[draw / stock % Rotation::ALL.len()]);
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
        for (n, slot) in self.slots.iter().enumerate() {
            let quadrant = self.turned(*slot);
            let column = i32::try_from(n % 2).unwrap_or(0) * (4 * SQUARE + 1) + 1;
            let half = i32::try_from(n / 2).unwrap_or(0) * 16 + 1;
            self.quadrant(&mut canvas, context, (column, half), &quadrant, n == self.at);
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
        let stock = Quadrant::stock_size();
        for (n, (which, turn)) in self.slots.iter().enumerate() {
            let name = match self.all.get(*which) {
                Some(own) if *which >= stock => {
                    own.id.chars().filter(|sign| !sign.is_control()).take(9).collect()
                }
                _ => (which + 1).to_string(),
            };
            let place = places[(self.first + n) % 4].tell(context.language);
            let pointer = if n == self.at { context.look.glyphs().pointer() } else { ' ' };
            let degrees = if context.look.ascii { "" } else { "°" };
            let text = format!("{pointer} {place:<16} {name:>2} : {}{degrees}", turn.degrees());
            let style = if n == self.at { context.look.chosen() } else { Default::default() };
            lines.push(Line::styled(text, style));
        }
        lines.push(Line::default());
        for key in texts::QUADRANT_KEYS {
            if key == texts::OWN_QUADRANTS && self.all.len() == stock {
                continue;
            }
            lines.push(Line::styled(key.tell(context.language), context.look.quiet()));
        }
        frame.render_widget(ratatui::widgets::Paragraph::new(lines), area);
    }
}

/// Which of all, and turned how, looks like this.
fn known(all: &[NamedQuadrant], quadrant: &Quadrant) -> Option<(usize, Rotation)> {
    // Some of the set are others turned: as it lies comes first.
    let slots = |rotation| (0..all.len()).map(move |which| (which, rotation));
    let looks =
        |(which, rotation): &(usize, Rotation)| all[*which].quadrant.turned(*rotation) == *quadrant;
    Rotation::ALL.into_iter().flat_map(slots).find(looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(picker: &mut QuadrantPicker, codes: &[KeyCode]) -> Picked {
        codes.iter().fold(Picked::Going, |_, code| picker.key(KeyEvent::from(*code)))
    }

    #[test]
    fn quadrants_are_chosen_and_turned() {
        let mut picker = QuadrantPicker::new(None, 0, 4, &QuadrantSet::default());
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
        let mut picker = QuadrantPicker::new(None, 2, 2, &QuadrantSet::default());
        press(&mut picker, &[KeyCode::Down, KeyCode::Tab, KeyCode::Char('x')]);
        assert_eq!(picker.texts().len(), 2);
    }

    #[test]
    fn own_quadrants_come_after_the_stock_set() {
        let quadrant: Quadrant = "YYYY/YRYY/GGGG/RRRB:0".parse().unwrap();
        let named = NamedQuadrant { id: "mine".into(), image_path: None, quadrant };
        let own = QuadrantSet::new(vec![named]).unwrap();
        let mut picker = QuadrantPicker::new(None, 0, 4, &own);
        press(&mut picker, &[KeyCode::Char('o'), KeyCode::Char('r')]);
        assert_eq!(picker.texts()[..2], ["YYYY/YRYY/GGGG/RRRB:90", "3:0"]);
        let turned: Quadrant = picker.texts()[0].parse().unwrap();
        let board: Mosaic = picker.board().parse().unwrap();
        assert_eq!(board.quadrants()[0], turned);
        // The board is known again, and one that nobody has painted here stays as it is.
        let again = QuadrantPicker::new(Some(&board), 0, 4, &own);
        assert_eq!(again.texts(), picker.texts());
        let strange = QuadrantPicker::new(Some(&board), 0, 4, &QuadrantSet::default());
        assert_eq!(strange.board().parse::<Mosaic>().unwrap(), board);
        // Once around leads back.
        press(&mut picker, &[KeyCode::Char('+')]);
        assert_eq!(picker.texts()[0], "1:90");
        press(&mut picker, &[KeyCode::Char('-')]);
        assert!(picker.texts()[0].starts_with('Y'));
    }
}
