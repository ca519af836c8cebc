//! Where things lie on the screen: the board's own places, turned around, or its parts one below the other on a narrow screen.

use damier_games::{
    board::{Board, CellId, Tint},
    text::Text,
};

/// How a board is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// Turned by half a circle.
    pub flipped: bool,
    /// Parts below each other instead of side by side.
    pub stacked: bool,
    /// With coordinates.
    pub coordinates: bool,
}

/// A text on the board, centred on a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// What it says.
    pub text: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
}

/// A board laid out, in units of one square.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The top left corner of every cell, by its number.
    pub cells: Vec<(f32, f32)>,
    /// Squares that are only drawn.
    pub tiles: Vec<(f32, f32, Tint)>,
    /// Lines between the middles of cells.
    pub lines: Vec<[f32; 4]>,
    /// Coordinates.
    pub labels: Vec<Caption>,
    /// Names of parts with their middle.
    pub zones: Vec<(Text, f32, f32)>,
    /// Frames around the parts: left, top, width, height.
    pub frames: Vec<[f32; 4]>,
    /// Left, top, width, height of everything.
    pub view: [f32; 4],
}

/// Between two parts that lie below each other.
const GAP: f32 = 1.5;
/// How far outside the squares coordinates stand.
const OUTSIDE: f32 = 0.34;
const EDGE: f32 = 0.12;

impl Layout {
    /// Lays `board` out.
    pub fn new(board: &Board, arrangement: Arrangement) -> Self {
        let plan = Plan::new(board, arrangement);
        let cells: Vec<_> = board.cells.iter().map(|cell| plan.place(cell.x, cell.y)).collect();
        let tiles: Vec<_> =
            board.tiles.iter().map(|tile| (plan.place(tile.x, tile.y), tile.tint)).collect();
        let middle = |id: &CellId| {
            let (x, y) = cells[usize::from(id.0)];
            (x + 0.5, y + 0.5)
        };
        let line = |[a, b]: &[CellId; 2]| {
            let ((ax, ay), (bx, by)) = (middle(a), middle(b));
            [ax, ay, bx, by]
        };
        let labels = if arrangement.coordinates { plan.labels(board) } else { Vec::new() };
        let zones: Vec<_> = board
            .zones
            .iter()
            .enumerate()
            .map(|(n, zone)| {
                let (x, y) = plan.origin(n);
                (zone.name, x + f32::from(zone.rect[2]) / 2.0, y - 0.42)
            })
            .collect();
        let frames = (0..plan.rects.len())
            .map(|n| {
                let (x, y) = plan.origin(n);
                [x, y, plan.rects[n][2].into(), plan.rects[n][3].into()]
            })
            .collect();
        let mut span = Span::default();
        for &(x, y) in cells.iter().chain(tiles.iter().map(|(place, _)| place)) {
            span.add(x - EDGE, y - EDGE, x + 1.0 + EDGE, y + 1.0 + EDGE);
        }
        for label in &labels {
            span.add(label.x - 0.24, label.y - 0.24, label.x + 0.24, label.y + 0.24);
        }
        for (_, x, y) in &zones {
            span.add(*x, y - 0.4, *x, *y);
        }
        Self {
            lines: board.lines.iter().map(line).collect(),
            tiles: tiles.into_iter().map(|((x, y), tint)| (x, y, tint)).collect(),
            cells,
            labels,
            zones,
            frames,
            view: span.view(),
        }
    }

    /// The middle of a cell.
    pub fn middle(&self, id: CellId) -> (f32, f32) {
        let (x, y) = self.cells[usize::from(id.0)];
        (x + 0.5, y + 0.5)
    }

    /// The cell at a point, if there is one.
    pub fn at(&self, x: f32, y: f32) -> Option<CellId> {
        let holds = |&(left, top): &(f32, f32)| {
            (left..left + 1.0).contains(&x) && (top..top + 1.0).contains(&y)
        };
        self.cells.iter().position(holds).map(CellId::at)
    }

    /// The cell that lies next to `from` in a direction on the screen: what an arrow key leads to.
    pub fn towards(&self, from: CellId, dx: f32, dy: f32) -> Option<CellId> {
        let (x, y) = self.middle(from);
        let cost = |id: CellId| {
            let (other_x, other_y) = self.middle(id);
            let (right, down) = (other_x - x, other_y - y);
            let ahead = right * dx + down * dy;
            let aside = (right * dy).abs() + (down * dx).abs();
            (ahead > 0.1).then_some(ahead + 2.0 * aside)
        };
        let reachable = (0..self.cells.len()).map(CellId::at);
        let costs = reachable.filter_map(|id| cost(id).map(|cost| (id, cost)));
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
    }
}

/// The rectangles that are turned and moved as one.
struct Plan {
    rects: Vec<[i16; 4]>,
    arrangement: Arrangement,
}

impl Plan {
    fn new(board: &Board, arrangement: Arrangement) -> Self {
        let rects = if board.zones.is_empty() {
            vec![core(board)]
        } else {
            board.zones.iter().map(|zone| zone.rect).collect()
        };
        Self { rects, arrangement }
    }

    /// The part to which a column belongs; what stands just left of a part, such as its coordinates, belongs to it too.
    fn part(&self, x: i16) -> usize {
        self.rects.iter().rposition(|rect| rect[0] - 1 <= x).unwrap_or(0)
    }

    /// The top left corner of a part on the screen.
    fn origin(&self, part: usize) -> (f32, f32) {
        let [left, top, _, height] = self.rects[part];
        if self.arrangement.stacked {
            let first = self.rects[0];
            let down = f32::from(i16::try_from(part).unwrap_or(0)) * (f32::from(height) + GAP);
            (first[0].into(), f32::from(first[1]) + down)
        } else {
            (left.into(), top.into())
        }
    }

    fn place(&self, x: i16, y: i16) -> (f32, f32) {
        let part = self.part(x);
        let [left, top, width, height] = self.rects[part];
        let (mut column, mut row) = (x - left, y - top);
        if self.arrangement.flipped {
            (column, row) = (width - 1 - column, height - 1 - row);
        }
        let (origin_x, origin_y) = self.origin(part);
        (origin_x + f32::from(column), origin_y + f32::from(row))
    }

    /// Coordinates stay on the left and below when the board is turned; only their order turns.
    fn labels(&self, board: &Board) -> Vec<Caption> {
        let caption = |label: &damier_games::board::Label| {
            let part = self.part(label.x);
            let [left, top, _, height] = self.rects[part];
            let (origin_x, origin_y) = self.origin(part);
            let (x, y) = if label.x < left {
                let (_, row) = self.place(left, label.y);
                (origin_x - OUTSIDE, row + 0.5)
            } else {
                let (column, _) = self.place(label.x, top);
                (column + 0.5, origin_y + f32::from(height) + OUTSIDE)
            };
            Caption { text: label.text.clone(), x, y }
        };
        board.labels.iter().map(caption).collect()
    }
}

/// The rectangle of the board proper: camps lie outside it.
fn core(board: &Board) -> [i16; 4] {
    let cells =
        board.cells.iter().filter(|cell| cell.tint != Tint::Camp).map(|cell| (cell.x, cell.y));
    let places: Vec<_> = cells.chain(board.tiles.iter().map(|tile| (tile.x, tile.y))).collect();
    let columns = || places.iter().map(|place| place.0);
    let rows = || places.iter().map(|place| place.1);
    let (left, top) = (columns().min().unwrap_or(0), rows().min().unwrap_or(0));
    let (right, bottom) = (columns().max().unwrap_or(0), rows().max().unwrap_or(0));
    [left, top, right - left + 1, bottom - top + 1]
}

/// The smallest rectangle around things.
struct Span([f32; 4]);

impl Default for Span {
    fn default() -> Self {
        Self([f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY])
    }
}

impl Span {
    fn add(&mut self, left: f32, top: f32, right: f32, bottom: f32) {
        let [l, t, r, b] = self.0;
        self.0 = [l.min(left), t.min(top), r.max(right), b.max(bottom)];
    }

    fn view(&self) -> [f32; 4] {
        let [left, top, right, bottom] = self.0;
        [left, top, right - left, bottom - top]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, open, options::Options};

    fn board(key: &str) -> Board {
        let key: GameKey = key.parse().unwrap();
        open(key, &Options::new(), None).unwrap().board()
    }

    #[test]
    fn turning_turns_the_corners_and_keeps_the_coordinates_outside() {
        let board = board("chess");
        let a1 = board.find("a1").unwrap();
        let plain =
            Layout::new(&board, Arrangement { coordinates: true, ..Arrangement::default() });
        let turned =
            Layout::new(&board, Arrangement { flipped: true, coordinates: true, stacked: false });
        assert_eq!(plain.middle(a1), (0.5, 7.5));
        assert_eq!(turned.middle(a1), (7.5, 0.5));
        let a = |layout: &Layout| {
            layout.labels.iter().find(|label| label.text == "a").cloned().unwrap()
        };
        assert_eq!((a(&plain).x, a(&turned).x), (0.5, 7.5));
        assert_eq!(a(&plain).y, a(&turned).y);
        assert_eq!(plain.view, turned.view);
    }

    #[test]
    fn camps_turn_around_the_board() {
        let board = board("katarenga");
        let camp = board.cells.iter().position(|cell| (cell.x, cell.y) == (-1, -1)).unwrap();
        let turned = Layout::new(&board, Arrangement { flipped: true, ..Arrangement::default() });
        assert_eq!(turned.cells[camp], (8.0, 8.0));
    }

    #[test]
    fn two_boards_lie_side_by_side_or_below_each_other() {
        let board = board("alice");
        let b = board.find("B:a1").unwrap();
        let wide = Layout::new(&board, Arrangement::default());
        let narrow = Layout::new(&board, Arrangement { stacked: true, ..Arrangement::default() });
        assert!(wide.view[2] > wide.view[3] && narrow.view[2] < narrow.view[3]);
        assert_eq!(narrow.middle(b).0, wide.middle(board.find("A:a1").unwrap()).0);
    }

    #[test]
    fn every_cell_of_every_game_is_found_where_it_lies() {
        for key in GameKey::ALL {
            let board = open(*key, &Options::new(), None).unwrap().board();
            for (flipped, stacked) in [(false, false), (true, false), (false, true), (true, true)] {
                let layout =
                    Layout::new(&board, Arrangement { flipped, stacked, coordinates: true });
                for id in (0..board.cells.len()).map(CellId::at) {
                    let (x, y) = layout.middle(id);
                    assert_eq!(layout.at(x, y), Some(id), "{key}");
                }
            }
        }
    }

    #[test]
    fn arrows_lead_to_the_next_cell() {
        let board = board("draughts");
        let layout = Layout::new(&board, Arrangement::default());
        let cell = |name| board.find(name).unwrap();
        assert_eq!(layout.towards(cell("46"), 1.0, 0.0), Some(cell("47")));
        assert!(layout.towards(cell("46"), 0.0, -1.0).is_some());
    }
}
