//! A drawing made of half rows of colour with signs over them, put on the screen in one go.

use crate::look::{Look, Rgb};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

/// A drawing that may be larger than what is seen of it.
pub struct Canvas {
    width: i32,
    halves: i32,
    ground: Vec<Option<Rgb>>,
    signs: Vec<Option<(char, Ink)>>,
}

/// What a sign is written with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ink {
    /// Its colour.
    pub colour: Option<Rgb>,
    /// Whether it stands out.
    pub bold: bool,
    /// Whether it stands back.
    pub dim: bool,
}

impl Canvas {
    /// An empty drawing.
    pub fn new((width, halves): (i32, i32)) -> Self {
        let size = usize::try_from(width.max(0) * halves.max(0)).unwrap_or(0);
        Self { width, halves, ground: vec![None; size], signs: vec![None; size / 2 + 1] }
    }

    fn half(&self, column: i32, half: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&column) && (0..self.halves).contains(&half);
        if inside { usize::try_from(half * self.width + column).ok() } else { None }
    }

    /// Paints columns and half rows.
    pub fn fill(&mut self, [left, top, wide, high]: [i32; 4], colour: Rgb) {
        for half in top..top + high {
            for column in left..left + wide {
                if let Some(at) = self.half(column, half) {
                    self.ground[at] = Some(colour);
                }
            }
        }
    }

    /// Writes a sign.
    pub fn put(&mut self, column: i32, row: i32, sign: char, ink: Ink) {
        if self.half(column, row * 2).is_some()
            && let Ok(at) = usize::try_from(row * self.width + column)
        {
            self.signs[at] = Some((sign, ink));
        }
    }

    /// What is written there.
    pub fn sign(&self, column: i32, row: i32) -> Option<char> {
        self.half(column, row * 2)?;
        let at = usize::try_from(row * self.width + column).ok()?;
        self.signs[at].map(|(sign, _)| sign)
    }

    /// Writes a word.
    pub fn write(&mut self, column: i32, row: i32, text: &str, ink: Ink) {
        for (n, sign) in (0..).zip(text.chars()) {
            self.put(column + n, row, sign, ink);
        }
    }

    /// Shows the part from `scroll` on in `area`.
    pub fn show(&self, buffer: &mut Buffer, area: Rect, scroll: (i32, i32), look: Look) {
        for y in 0..area.height {
            for x in 0..area.width {
                let (column, row) = (i32::from(x) + scroll.0, i32::from(y) + scroll.1);
                let at = |half| self.half(column, half).and_then(|at| self.ground[at]);
                let (upper, lower) = (at(row * 2), at(row * 2 + 1));
                let sign = usize::try_from(row * self.width + column).ok();
                let sign = self.half(column, row * 2).and(sign).and_then(|at| self.signs[at]);
                let Some(cell) = buffer.cell_mut((area.x + x, area.y + y)) else { continue };
                let (sign, style) = compose(upper, lower, sign, look);
                cell.set_char(sign).set_style(style);
            }
        }
    }
}

/// The one sign and style that show both halves of a row.
fn compose(
    upper: Option<Rgb>,
    lower: Option<Rgb>,
    sign: Option<(char, Ink)>,
    look: Look,
) -> (char, Style) {
    use ratatui::style::Modifier;
    let mut style = Style::new();
    if let Some((sign, ink)) = sign {
        if let Some(ground) = lower.or(upper) {
            style = style.bg(look.colour(ground));
        }
        if let (Some(colour), true) = (ink.colour, look.coloured()) {
            style = style.fg(look.colour(colour));
        }
        if ink.bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        if ink.dim && !look.coloured() {
            style = style.add_modifier(Modifier::DIM);
        }
        return (sign, style);
    }
    match (upper, lower) {
        (None, None) => (' ', style),
        // Without half blocks a row belongs to the cell below it.
        (upper, Some(lower)) if upper == Some(lower) || look.ascii => {
            (' ', style.bg(look.colour(lower)))
        }
        (Some(_), None) if look.ascii => (' ', style),
        (Some(upper), Some(lower)) => ('▀', style.fg(look.colour(upper)).bg(look.colour(lower))),
        (Some(upper), None) => ('▀', style.fg(look.colour(upper))),
        (None, Some(lower)) => ('▄', style.fg(look.colour(lower))),
    }
}
