//! Draws a board: grounds, lines, signs, marks. It knows no rules and no game.

use super::{
    canvas::{Canvas, Ink},
    layout::Layout,
    sprites,
};
use crate::look::{Look, Marked, Rgb};
use damier_client::picture::{Can, Look as CellLook, Picture};
use damier_games::{
    Player,
    board::{Board, Cell, CellId, Shape, Tint},
    scene::{Piece, Scene},
    text::Language,
};
use ratatui::buffer::Buffer;

/// A board at one moment.
pub struct BoardView<'a> {
    /// The geometry.
    pub board: &'a Board,
    /// What stands on it.
    pub scene: &'a Scene,
    /// What stands out.
    pub picture: &'a Picture,
    /// Where it lies.
    pub layout: &'a Layout,
    /// The keys of the two sides.
    pub sides: [&'static str; 2],
    /// Where the keyboard points.
    pub cursor: Option<CellId>,
    /// How the terminal is drawn on.
    pub look: Look,
    /// For the names of zones.
    pub language: Language,
}

const DARK_INK: Rgb = Rgb(40, 34, 28);
const LIGHT_INK: Rgb = Rgb(245, 242, 234);
const LABEL: Rgb = Rgb(150, 152, 162);

impl BoardView<'_> {
    /// Puts it on the screen.
    pub fn draw(&self, buffer: &mut Buffer) {
        let mut canvas = Canvas::new(self.layout.extent());
        let points = self.board.cells.iter().any(|cell| cell.shape == Shape::Point);
        if points && self.look.coloured() {
            self.wood(&mut canvas);
        }
        for tile in &self.board.tiles {
            self.ground(&mut canvas, tile.x, tile.y, Look::ground(tile.tint, false));
        }
        if points {
            self.lines(&mut canvas);
        }
        for (n, cell) in self.board.cells.iter().enumerate() {
            self.cell(&mut canvas, CellId::at(n), cell);
        }
        self.names(&mut canvas);
        canvas.show(buffer, self.layout.area, self.layout.scroll(), self.look);
    }

    fn seen(&self, id: CellId) -> CellLook {
        self.picture.looks.get(usize::from(id.0)).copied().unwrap_or_default()
    }

    fn piece(&self, id: CellId) -> Option<Piece> {
        self.scene.pieces.iter().find(|standing| standing.at == id).map(|standing| standing.piece)
    }

    /// Paints a square, or rules its borders where there are no colours.
    fn ground(&self, canvas: &mut Canvas, x: i16, y: i16, colour: Rgb) {
        let rect = self.layout.cell(x, y);
        if self.look.coloured() {
            canvas.fill(rect, colour);
        } else if self.layout.pitch.1.is_multiple_of(2) {
            self.rule(canvas, rect);
        }
    }

    fn rule(&self, canvas: &mut Canvas, [left, top, wide, high]: [i32; 4]) {
        let ink = Ink { dim: true, ..Ink::default() };
        let [across, down, ..] = self.look.glyphs().lines();
        let (first, last) = ((top - 1) / 2, (top + high - 1) / 2);
        for row in [first, last] {
            for column in left + 1..left + wide {
                canvas.put(column, row, across, ink);
            }
            for column in [left, left + wide] {
                canvas.put(column, row, self.look.glyphs().meeting([true; 4]), ink);
            }
        }
        for row in first + 1..last {
            for column in [left, left + wide] {
                canvas.put(column, row, down, ink);
            }
        }
    }

    fn wood(&self, canvas: &mut Canvas) {
        for cell in &self.board.cells {
            let [left, top, wide, high] = self.layout.cell(cell.x, cell.y);
            canvas.fill([left, top, wide + 1 - wide % 2, high], Look::wood());
        }
    }

    /// The lines between points, and where they meet.
    fn lines(&self, canvas: &mut Canvas) {
        let colour = self.look.coloured().then_some(Rgb(96, 66, 36));
        let ink = Ink { colour, bold: false, dim: true };
        let [across, down, falling, rising, crossing] = self.look.glyphs().lines();
        let centre = |id: CellId| {
            let cell = self.board.cell(id);
            self.layout.virtual_centre(cell.x, cell.y)
        };
        let mut meets = vec![[false; 4]; self.board.cells.len()];
        for &[a, b] in &self.board.lines {
            let (mut from, mut to) = (centre(a), centre(b));
            let (mut first, mut second) = (a, b);
            if (to.1, to.0) < (from.1, from.0) {
                (from, to, first, second) = (to, from, b, a);
            }
            let (wide, high) = (to.0 - from.0, to.1 - from.1);
            if high == 0 {
                (from.0 + 1..to.0).for_each(|column| canvas.put(column, from.1, across, ink));
                (meets[usize::from(first.0)][1], meets[usize::from(second.0)][0]) = (true, true);
            } else if wide == 0 {
                (from.1 + 1..to.1).for_each(|row| canvas.put(from.0, row, down, ink));
                (meets[usize::from(first.0)][3], meets[usize::from(second.0)][2]) = (true, true);
            } else {
                let slope = if wide > 0 { falling } else { rising };
                for step in 1..high {
                    let (column, row) = (from.0 + wide * step / high, from.1 + step);
                    let crossed = canvas.sign(column, row).is_some_and(|sign| sign != slope);
                    canvas.put(column, row, if crossed { crossing } else { slope }, ink);
                }
            }
        }
        for (cell, meets) in self.board.cells.iter().zip(meets) {
            let (column, row) = self.layout.virtual_centre(cell.x, cell.y);
            canvas.put(column, row, self.look.glyphs().meeting(meets), ink);
        }
    }

    fn shade(&self, id: CellId, cell: &Cell) -> Rgb {
        let seen = self.seen(id);
        let odd = (cell.x + cell.y).rem_euclid(2) == 1;
        let mut shade = match cell.shape {
            Shape::Square => Look::ground(cell.tint, odd),
            Shape::Point => Look::wood(),
        };
        let marks = [
            (seen.fog, Marked::Fog),
            (seen.last, Marked::Last),
            (seen.win, Marked::Win),
            (seen.check, Marked::Check),
            (seen.clicked, Marked::Clicked),
            (self.cursor == Some(id), Marked::Cursor),
        ];
        for (_, mark) in marks.into_iter().filter(|(on, _)| *on) {
            shade = Look::marked(shade, mark);
        }
        if seen.can == Some(Can::Take) {
            shade = shade.mixed(Rgb(196, 40, 60), 45);
        }
        shade
    }

    fn cell(&self, canvas: &mut Canvas, id: CellId, cell: &Cell) {
        let shade = self.shade(id, cell);
        let (column, row) = self.layout.virtual_centre(cell.x, cell.y);
        let plain = cell.shape == Shape::Point && shade == Look::wood();
        match cell.shape {
            Shape::Square => self.ground(canvas, cell.x, cell.y, shade),
            Shape::Point if !plain && self.look.coloured() => {
                let [_, top, ..] = [0, row * 2];
                canvas.fill([column - 1, top, 3, 2], shade);
            }
            Shape::Point => {}
        }
        let (seen, piece) = (self.seen(id), self.piece(id));
        match piece {
            Some(piece) if self.has_room_for_sprites() && cell.shape == Shape::Square => {
                self.sprite(canvas, cell, piece);
            }
            Some(piece) => self.sign(canvas, (column, row), piece),
            None => self.empty(canvas, id, cell, shade),
        }
        if !self.look.coloured() {
            self.tint(canvas, cell, seen.fog);
        }
        self.brackets(canvas, id, cell, shade);
    }

    const fn has_room_for_sprites(&self) -> bool {
        self.look.coloured()
            && !self.look.ascii
            && self.layout.pitch.0 >= 9
            && self.layout.pitch.1 >= 4
    }

    fn sprite(&self, canvas: &mut Canvas, cell: &Cell, piece: Piece) {
        let [left, top, wide, high] = self.layout.cell(cell.x, cell.y);
        let (left, top) = (left + (wide - sprites::SIZE) / 2, top + (high - sprites::SIZE) / 2);
        let body = Look::side(self.sides[piece.owner.index()]);
        for (y, line) in (0..).zip(sprites::sprite(piece)) {
            for (x, dot) in (0..).zip(line.chars()) {
                if dot == '#' {
                    canvas.fill([left + x, top + y, 1, 1], body);
                }
            }
        }
    }

    fn sign(&self, canvas: &mut Canvas, (column, row): (i32, i32), piece: Piece) {
        let side = self.sides[piece.owner.index()];
        let sign = self.look.glyphs().piece(piece, side);
        let body = Look::side(side);
        // On coloured squares a coloured piece is a light sign on a token of its own colour.
        let token = self.look.coloured() && matches!(side, "red" | "blue");
        if token {
            canvas.fill([column - 1, row * 2, 3, 2], body);
        }
        let colour = if token { LIGHT_INK } else { body };
        canvas.put(column, row, sign, Ink { colour: Some(colour), bold: true, dim: false });
    }

    /// What stands on a cell where no piece stands.
    fn empty(&self, canvas: &mut Canvas, id: CellId, cell: &Cell, shade: Rgb) {
        let (seen, glyphs) = (self.seen(id), self.look.glyphs());
        let (column, row) = self.layout.virtual_centre(cell.x, cell.y);
        let strong = if shade.is_light() { DARK_INK } else { LIGHT_INK };
        let bold = Ink { colour: Some(strong), bold: true, dim: false };
        let faint = Ink { colour: Some(shade.mixed(strong, 34)), bold: false, dim: true };
        if matches!(seen.can, Some(Can::Go | Can::Take)) {
            canvas.put(column, row, glyphs.target(), bold);
        } else if seen.forbidden {
            canvas.put(column, row, glyphs.forbidden(), faint);
        } else if seen.fog {
            let half = i32::from(self.layout.pitch.0 / 2).min(1);
            for column in column - half..=column + half {
                canvas.put(column, row, glyphs.fog(), faint);
            }
        } else if cell.shape == Shape::Square && self.board.labels.is_empty() {
            // Nothing beside the board names its squares, so they say it themselves.
            let left = column - i32::try_from(cell.name.len() / 2).unwrap_or(0);
            canvas.write(left, row, &cell.name, faint);
        } else if !self.look.coloured() && cell.shape == Shape::Square && self.layout.pitch.1 == 1 {
            let dot = if self.look.ascii { '.' } else { '·' };
            canvas.put(column, row, dot, faint);
        }
    }

    /// Where there are no colours, a letter tells a square's.
    fn tint(&self, canvas: &mut Canvas, cell: &Cell, fog: bool) {
        let letter = match cell.tint {
            Tint::Red => 'r',
            Tint::Green => 'g',
            Tint::Blue => 'b',
            Tint::Yellow => 'y',
            Tint::Camp => '^',
            Tint::Plain | Tint::Light | Tint::Dark => return,
        };
        if !fog {
            let (column, row) = self.layout.virtual_centre(cell.x, cell.y);
            let aside = i32::from(self.layout.pitch.0 / 2).min(2);
            canvas.put(column + aside, row, letter, Ink { dim: true, ..Ink::default() });
        }
    }

    /// What is told beside the sign, so that colour is never needed.
    fn brackets(&self, canvas: &mut Canvas, id: CellId, cell: &Cell, shade: Rgb) {
        let seen = self.seen(id);
        let (column, row) = self.layout.virtual_centre(cell.x, cell.y);
        let bare = !self.look.coloured();
        let pair = match seen {
            _ if self.cursor == Some(id) => ['[', ']'],
            CellLook { clicked: true, .. } => ['(', ')'],
            CellLook { can: Some(Can::Take), .. } => ['>', '<'],
            CellLook { check: true, .. } if bare => ['!', '!'],
            CellLook { win: true, .. } if bare => ['*', '*'],
            CellLook { last: true, .. } if bare => [':', ':'],
            _ => return,
        };
        let colour = if shade.is_light() { DARK_INK } else { LIGHT_INK };
        let ink = Ink { colour: Some(colour), bold: true, dim: false };
        let aside = match (self.look.coloured(), cell.shape, self.layout.pitch.0) {
            (true, Shape::Square, 5..) => i32::from(self.layout.pitch.0 / 2),
            _ => 1,
        };
        // On a token the brackets are as light as its sign.
        let token = self
            .piece(id)
            .is_some_and(|piece| matches!(self.sides[piece.owner.index()], "red" | "blue"));
        let ink = if token && aside == 1 { Ink { colour: Some(LIGHT_INK), ..ink } } else { ink };
        canvas.put(column - aside, row, pair[0], ink);
        if self.layout.pitch.0 > 2 {
            canvas.put(column + aside, row, pair[1], ink);
        }
    }

    fn names(&self, canvas: &mut Canvas) {
        let ink = Ink { colour: Some(LABEL), bold: false, dim: true };
        for label in &self.board.labels {
            let (column, row) = self.layout.virtual_centre(label.x, label.y);
            let left = column - i32::try_from(label.text.len() / 2).unwrap_or(0);
            canvas.write(left, row, &label.text, ink);
        }
        for zone in &self.board.zones {
            let [x, y, wide, _] = zone.rect;
            let name = zone.name.tell(self.language);
            let (a, b) = (self.layout.cell(x, y), self.layout.cell(x + wide - 1, y));
            let (left, right) = (a[0].min(b[0]), (a[0] + a[2]).max(b[0] + b[2]));
            let (_, row) = self.layout.virtual_centre(x, y - 1);
            let length = i32::try_from(name.chars().count()).unwrap_or(0);
            canvas.write((left + right - length) / 2, row, name, Ink { bold: true, ..ink });
        }
    }
}

/// The pieces taken so far, by their owner, in order; told from what the moves did.
pub fn taken(start: &Scene, moves: &[Option<damier_games::scene::Report>]) -> [Vec<Piece>; 2] {
    use damier_games::scene::Step;
    use std::collections::HashMap;
    let mut standing: HashMap<CellId, Piece> =
        start.pieces.iter().map(|standing| (standing.at, standing.piece)).collect();
    let mut taken = [Vec::new(), Vec::new()];
    for step in moves.iter().flatten().flat_map(|report| &report.steps) {
        match *step {
            Step::Go { from, to } => {
                if let Some(piece) = standing.remove(&from) {
                    standing.insert(to, piece);
                }
            }
            Step::Take(at) => {
                if let Some(piece) = standing.remove(&at) {
                    taken[piece.owner.index()].push(piece);
                }
            }
            Step::Put(put) => {
                standing.insert(put.at, put.piece);
            }
        }
    }
    for player in Player::BOTH {
        taken[player.index()].sort_by_key(|piece| std::cmp::Reverse(piece.kind));
    }
    taken
}
