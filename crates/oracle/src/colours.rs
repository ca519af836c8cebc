//! What Katarenga, Congress and Isolation share: the coloured squares and how a pawn moves on them, as (row, column) from the
//! top left.

/// A square.
pub type Square = (usize, usize);

/// Colours and pawns, rows from the top; `.` where no pawn stands.
#[derive(Clone)]
pub struct Board {
    pub colours: Vec<Vec<char>>,
    pub pawns: Vec<Vec<char>>,
}

impl Board {
    /// From the two fields of a position text.
    pub fn read(colours: &str, pawns: &str) -> Self {
        Self { colours: crate::cells(colours), pawns: crate::cells(pawns) }
    }

    pub fn pawn(&self, at: Square) -> char {
        self.pawns[at.0][at.1]
    }

    fn colour(&self, at: Square) -> char {
        self.colours[at.0][at.1]
    }

    pub fn put(&mut self, at: Square, pawn: char) {
        self.pawns[at.0][at.1] = pawn;
    }

    /// The squares with a pawn of this side.
    pub fn pawns_of(&self, side: char) -> Vec<Square> {
        all_squares().filter(|&at| self.pawn(at) == side).collect()
    }

    /// Where a pawn on `from` reaches, whoever stands there.
    pub fn reach(&self, from: Square) -> Vec<Square> {
        const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        const KNIGHT: [(i32, i32); 8] =
            [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
        let mut reached = Vec::new();
        match self.colour(from) {
            'B' => {
                for way in STRAIGHT.into_iter().chain(DIAGONAL) {
                    reached.extend(step(from, way));
                }
            }
            'G' => {
                for way in KNIGHT {
                    reached.extend(step(from, way));
                }
            }
            'R' => {
                for way in STRAIGHT {
                    self.line(from, way, &mut reached);
                }
            }
            _ => {
                for way in DIAGONAL {
                    self.line(from, way, &mut reached);
                }
            }
        }
        reached
    }

    fn line(&self, from: Square, way: (i32, i32), reached: &mut Vec<Square>) {
        let mut at = from;
        while let Some(next) = step(at, way) {
            reached.push(next);
            if self.colour(next) == self.colour(from) || self.pawn(next) != '.' {
                return;
            }
            at = next;
        }
    }
}

/// All squares, row by row.
pub fn all_squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|row| (0..8).map(move |column| (row, column)))
}

/// The square that far away, if it is on the board.
pub fn step(from: Square, way: (i32, i32)) -> Option<Square> {
    let row = from.0 as i32 + way.0;
    let column = from.1 as i32 + way.1;
    let on_board = (0..8).contains(&row) && (0..8).contains(&column);
    on_board.then_some((row as usize, column as usize))
}

/// `e4`.
pub fn name(at: Square) -> String {
    format!("{}{}", char::from(b'a' + at.1 as u8), 8 - at.0)
}

/// The other side.
pub fn other(side: char) -> char {
    if side == 'r' { 'b' } else { 'r' }
}
