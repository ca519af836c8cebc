//! Where the cells of a board lie on the screen. Rows are counted in halves: where a cell is an even number of rows high, it begins
//! half a row lower, so that its sign stands exactly in its middle.

use damier_games::board::{Board, CellId, Shape};
use ratatui::layout::Rect;

/// Columns and rows of a cell.
type Pitch = (u16, u16);

const SQUARES: [Pitch; 6] = [(11, 5), (9, 4), (7, 3), (5, 2), (3, 2), (3, 1)];
/// Without colour, lines part the cells, which only fit between rows of even height.
const RULED: [Pitch; 3] = [(9, 4), (5, 2), (3, 1)];
/// Points lie an even number of columns apart, so that diagonals meet them.
const POINTS: [Pitch; 6] = [(12, 6), (8, 4), (6, 3), (4, 2), (3, 1), (2, 1)];

/// One column or row of the board: where it begins and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: i32,
    length: i32,
}

/// A board laid out in an area of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The part of the screen that it uses.
    pub area: Rect,
    /// Columns and rows of a cell.
    pub pitch: Pitch,
    /// Whether the other side sits below.
    flip: bool,
    least: (i16, i16),
    columns: Vec<Span>,
    /// In half rows.
    rows: Vec<Span>,
    /// What is scrolled away to the left and above.
    scroll: (i32, i32),
    zones: Vec<[i16; 4]>,
    bounds: [i16; 4],
}

impl Layout {
    /// The board as large as fits in `area`; where even the smallest does not, the part around `focus`.
    pub fn new(board: &Board, area: Rect, flip: bool, ruled: bool, focus: Option<CellId>) -> Self {
        let points = board.cells.iter().any(|cell| cell.shape == Shape::Point);
        let sizes: &[Pitch] = match (points, ruled) {
            (true, _) => &POINTS,
            (false, true) => &RULED,
            (false, false) => &SQUARES,
        };
        let fits = |layout: &Self| {
            layout.width() <= i32::from(area.width) && layout.height() <= i32::from(area.height)
        };
        let mut laid = sizes.iter().map(|&pitch| Self::of(board, pitch, flip));
        let mut layout = laid
            .find(fits)
            .unwrap_or_else(|| Self::of(board, *sizes.last().expect("there are sizes"), flip));
        let (width, height) = (layout.width(), layout.height());
        let clip = |length: i32, most: u16| u16::try_from(length).unwrap_or(most).min(most);
        layout.area = Rect {
            x: area.x,
            y: area.y,
            width: clip(width, area.width),
            height: clip(height, area.height),
        };
        if let Some(id) = focus {
            let cell = board.cell(id);
            let (column, row) = layout.virtual_centre(cell.x, cell.y);
            let (wide, high) = (i32::from(layout.area.width), i32::from(layout.area.height));
            layout.scroll = (
                (column - wide / 2).clamp(0, (width - wide).max(0)),
                (row - high / 2).clamp(0, (height - high).max(0)),
            );
        }
        layout
    }

    fn of(board: &Board, pitch: Pitch, flip: bool) -> Self {
        let cells = || {
            let tiles = board.tiles.iter().map(|tile| (tile.x, tile.y));
            board.cells.iter().map(|cell| (cell.x, cell.y)).chain(tiles)
        };
        let names = || {
            let zones = board.zones.iter().map(|zone| (zone.rect[0], zone.rect[1] - 1));
            board.labels.iter().map(|label| (label.x, label.y)).chain(zones)
        };
        let both = || cells().chain(names());
        let range = |of: fn((i16, i16)) -> i16| {
            let least = both().map(of).min().unwrap_or(0);
            (least, both().map(of).max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (range(|place| place.0), range(|place| place.1));
        let cell_range = |of: fn((i16, i16)) -> i16| {
            let least = cells().map(of).min().unwrap_or(0);
            [least, cells().map(of).max().unwrap_or(0)]
        };
        let ([x0, x1], [y0, y1]) = (cell_range(|place| place.0), cell_range(|place| place.1));
        let mut columns = Vec::new();
        let mut start = 0;
        for x in left..=right {
            let length = if cells().any(|place| place.0 == x) {
                i32::from(pitch.0)
            } else if names().any(|place| place.0 == x) {
                3
            } else {
                1
            };
            columns.push(Span { start, length });
            start += length;
        }
        let mut rows = Vec::new();
        let mut start = 0;
        for y in top..=bottom {
            let cell = cells().any(|place| place.1 == y);
            let odd = i32::from(cell && pitch.1.is_multiple_of(2));
            if start % 2 != odd {
                start += 1;
            }
            let length = if cell { i32::from(pitch.1) * 2 } else { 2 };
            rows.push(Span { start, length });
            start += length;
        }
        Self {
            area: Rect::ZERO,
            pitch,
            flip,
            least: (left, top),
            columns,
            rows,
            scroll: (0, 0),
            zones: board.zones.iter().map(|zone| zone.rect).collect(),
            bounds: [x0, y0, x1 - x0 + 1, y1 - y0 + 1],
        }
    }

    fn width(&self) -> i32 {
        // One more for the line that closes a ruled board.
        self.columns.last().map_or(0, |span| span.start + span.length + 1)
    }

    fn height(&self) -> i32 {
        self.rows.last().map_or(0, |span| (span.start + span.length + 1) / 2)
    }

    /// Columns and half rows that the whole board takes.
    pub fn extent(&self) -> (i32, i32) {
        (self.width(), self.height() * 2)
    }

    /// What is scrolled away.
    pub const fn scroll(&self) -> (i32, i32) {
        self.scroll
    }

    /// Where a place of the board lies when somebody looks from the other side: each zone turns by itself.
    fn turned(&self, x: i16, y: i16) -> (i16, i16) {
        if !self.flip {
            return (x, y);
        }
        let near = |rect: &&[i16; 4]| {
            (rect[0] - 1..=rect[0] + rect[2]).contains(&x)
                && (rect[1] - 1..=rect[1] + rect[3]).contains(&y)
        };
        let rect = self.zones.iter().find(near).copied().unwrap_or(self.bounds);
        let turn = |value: i16, first: i16, length: i16| {
            let inside = (first..first + length).contains(&value);
            if inside { 2 * first + length - 1 - value } else { value }
        };
        (turn(x, rect[0], rect[2]), turn(y, rect[1], rect[3]))
    }

    /// The first column, first half row, columns and half rows of a place.
    pub fn cell(&self, x: i16, y: i16) -> [i32; 4] {
        let (x, y) = self.turned(x, y);
        let at = |spans: &[Span], index: i16| {
            let index = usize::try_from(index).unwrap_or(0).min(spans.len().saturating_sub(1));
            spans.get(index).copied().unwrap_or(Span { start: 0, length: 0 })
        };
        let column = at(&self.columns, x - self.least.0);
        let row = at(&self.rows, y - self.least.1);
        [column.start, row.start, column.length, row.length]
    }

    /// The column and row on which the sign of a place stands, before scrolling.
    pub fn virtual_centre(&self, x: i16, y: i16) -> (i32, i32) {
        let [column, half, wide, high] = self.cell(x, y);
        (column + wide / 2, (half + high / 2 - 1).div_euclid(2) + i32::from(high == 0))
    }

    /// The cell at a place of the screen.
    pub fn hit(&self, board: &Board, column: u16, row: u16) -> Option<CellId> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let x = i32::from(column - self.area.x) + self.scroll.0;
        let half = (i32::from(row - self.area.y) + self.scroll.1) * 2;
        let inside = |&(_, cell): &(usize, &damier_games::board::Cell)| {
            let [left, top, wide, high] = self.cell(cell.x, cell.y);
            // Of the two halves of a row, the lower one decides.
            (left..left + wide).contains(&x) && (top..top + high).contains(&(half + 1))
        };
        board.cells.iter().enumerate().find(inside).map(|(n, _)| CellId::at(n))
    }

    /// The nearest cell in a direction of the screen, where the arrow keys lead.
    pub fn neighbour(&self, board: &Board, from: CellId, (dx, dy): (i32, i32)) -> CellId {
        let place = |id: CellId| {
            let cell = board.cell(id);
            let [left, top, wide, high] = self.cell(cell.x, cell.y);
            // In units of a cell, so that columns and rows weigh the same.
            let unit = (i32::from(self.pitch.0), i32::from(self.pitch.1) * 2);
            ((left * 2 + wide) * 60 / unit.0, (top * 2 + high) * 60 / unit.1)
        };
        let here = place(from);
        let all = (0..board.cells.len()).map(CellId::at).filter(|id| *id != from);
        let ahead = all.filter_map(|id| {
            let there = place(id);
            let (right, down) = (there.0 - here.0, there.1 - here.1);
            let (along, aside) =
                if dx == 0 { (down * dy, right.abs()) } else { (right * dx, down.abs()) };
            // Squarely ahead first; draughts has only diagonal neighbours.
            (along > 0 && aside <= along).then_some((aside * 3 + along, id))
        });
        ahead.min_by_key(|(far, _)| *far).map_or(from, |(_, id)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, open, options::Options};

    fn boards() -> impl Iterator<Item = Board> {
        GameKey::ALL.iter().map(|key| open(*key, &Options::new(), None).unwrap().board())
    }

    #[test]
    fn every_board_fits_on_a_small_screen_beside_a_panel() {
        for board in boards() {
            for ruled in [false, true] {
                let layout = Layout::new(&board, Rect::new(0, 1, 57, 21), false, ruled, None);
                assert!(layout.width() <= 57 && layout.height() <= 21, "{:?}", layout.pitch);
            }
        }
    }

    #[test]
    fn a_sign_hits_its_own_cell_from_either_side() {
        for board in boards() {
            for flip in [false, true] {
                let layout = Layout::new(&board, Rect::new(2, 1, 150, 60), flip, false, None);
                for (n, cell) in board.cells.iter().enumerate() {
                    let (column, row) = layout.virtual_centre(cell.x, cell.y);
                    let (x, y) = (2 + column as u16, 1 + row as u16);
                    assert_eq!(layout.hit(&board, x, y), Some(CellId::at(n)), "{}", cell.name);
                }
            }
        }
    }

    #[test]
    fn arrows_lead_everywhere() {
        for board in boards() {
            let layout = Layout::new(&board, Rect::new(0, 0, 200, 60), false, false, None);
            let mut reached = vec![CellId(0)];
            let mut next = 0;
            while let Some(&from) = reached.get(next) {
                for way in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let to = layout.neighbour(&board, from, way);
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), board.cells.len());
        }
    }

    #[test]
    fn a_board_that_is_too_large_shows_the_part_around_the_focus() {
        let options = Options::from([("size".to_owned(), "19".to_owned())]);
        let board = open("morpion".parse().unwrap(), &options, None).unwrap().board();
        let area = Rect::new(0, 0, 30, 10);
        for name in ["a1", "s19", "j10"] {
            let id = board.find(name).unwrap();
            let layout = Layout::new(&board, area, false, false, Some(id));
            let cell = board.cell(id);
            let (column, row) = layout.virtual_centre(cell.x, cell.y);
            let (x, y) = (column - layout.scroll().0, row - layout.scroll().1);
            assert!((0..30).contains(&x) && (0..10).contains(&y), "{name}: {x} {y}");
        }
    }
}
