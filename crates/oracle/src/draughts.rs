//! Draughts on an array of rows and columns.

use crate::{Oracle, option};

/// `.` for an empty square, `m` and `k` for White's men and kings, `M` and `K` for Black's.
#[derive(Clone)]
pub struct Draughts {
    board: Vec<Vec<char>>,
    white: bool,
    variant: String,
}

type Square = (usize, usize);

/// A turn with the squares that it goes over.
#[derive(Clone, PartialEq, Eq)]
pub struct Turn {
    path: Vec<Square>,
    /// Sorted.
    captured: Vec<Square>,
    /// The piece is a king after some jump of the turn.
    crowned: bool,
}

/// One jump: which way, over what, onto what.
type Jump = ((i32, i32), Square, Square);

const WAYS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Draughts {
    fn size(&self) -> usize {
        self.board.len()
    }

    fn russian(&self) -> bool {
        self.variant == "russian"
    }

    fn next(&self, (row, column): Square, way: (i32, i32)) -> Option<Square> {
        let row = usize::try_from(row as i32 + way.0).ok()?;
        let column = usize::try_from(column as i32 + way.1).ok()?;
        (row < self.size() && column < self.size()).then_some((row, column))
    }

    fn at(&self, square: Square) -> char {
        self.board[square.0][square.1]
    }

    fn is_empty(&self, square: Square) -> bool {
        self.at(square) == '.'
    }

    fn is_own(&self, square: Square) -> bool {
        !self.is_empty(square) && self.at(square).is_lowercase() == self.white
    }

    fn is_enemy(&self, square: Square) -> bool {
        !self.is_empty(square) && !self.is_own(square)
    }

    fn is_king(&self, square: Square) -> bool {
        self.at(square).eq_ignore_ascii_case(&'k')
    }

    fn last_row(&self) -> usize {
        if self.white { 0 } else { self.size() - 1 }
    }

    fn number(&self, (row, column): Square) -> usize {
        row * self.size() / 2 + column / 2 + 1
    }

    fn square(&self, number: usize) -> Square {
        let (row, along) = ((number - 1) / (self.size() / 2), (number - 1) % (self.size() / 2));
        (row, 2 * along + 1 - row % 2)
    }

    fn own_squares(&self) -> Vec<Square> {
        let size = self.size();
        let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        all.filter(|&square| self.is_own(square)).collect()
    }

    /// The empty squares in a row beyond `from`.
    fn slide(&self, from: Square, way: (i32, i32)) -> Vec<Square> {
        let mut squares = Vec::new();
        let mut at = from;
        while let Some(next) = self.next(at, way).filter(|&next| self.is_empty(next)) {
            squares.push(next);
            at = next;
        }
        squares
    }

    /// Every jump from a square; the piece that jumps has been lifted off the board.
    fn jumps(&self, from: Square, king: bool, captured: &[Square]) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for way in WAYS {
            let before = if king { self.slide(from, way) } else { Vec::new() };
            let Some(over) = self.next(*before.last().unwrap_or(&from), way) else { continue };
            if !self.is_enemy(over) || captured.contains(&over) {
                continue;
            }
            let behind = self.slide(over, way);
            let reach = if king { behind.len() } else { behind.len().min(1) };
            jumps.extend(behind[..reach].iter().map(|&onto| (way, over, onto)));
        }
        jumps
    }

    /// Leaves out the landings that Russian draughts forbids.
    fn allowed(&self, jumps: Vec<Jump>, captured: &[Square]) -> Vec<Jump> {
        let goes_on = |jump: &Jump| {
            let taken: Vec<Square> = captured.iter().copied().chain([jump.1]).collect();
            !self.jumps(jump.2, true, &taken).is_empty()
        };
        let must = |over| jumps.iter().any(|jump| jump.1 == over && goes_on(jump));
        jumps.iter().copied().filter(|jump| !must(jump.1) || goes_on(jump)).collect()
    }

    /// Appends every way to end the capture `so_far`. `far` is the way of the last jump if it landed away from the piece.
    fn chains(&self, so_far: &Turn, king: bool, far: Option<(i32, i32)>, out: &mut Vec<Turn>) {
        let at = so_far.path[so_far.path.len() - 1];
        let king = king || so_far.crowned;
        let mut jumps = self.jumps(at, king, &so_far.captured);
        if jumps.is_empty() && !so_far.captured.is_empty() {
            out.push(so_far.clone());
        }
        if self.russian() && king {
            jumps = self.allowed(jumps, &so_far.captured);
        }
        for (way, over, onto) in jumps {
            // Straight on, only the square right behind counts as a way of its own.
            if far == Some(way) {
                continue;
            }
            let mut longer = so_far.clone();
            longer.path.push(onto);
            longer.captured.push(over);
            longer.captured.sort_unstable();
            longer.crowned |= self.russian() && !king && onto.0 == self.last_row();
            let far = (self.next(over, way) != Some(onto)).then_some(way);
            self.chains(&longer, king, far, out);
        }
    }

    fn captures(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for from in self.own_squares() {
            let mut lifted = self.clone();
            lifted.board[from.0][from.1] = '.';
            let start = Turn { path: vec![from], captured: Vec::new(), crowned: false };
            lifted.chains(&start, self.is_king(from), None, &mut turns);
        }
        if !self.russian() {
            let most = turns.iter().map(|turn| turn.captured.len()).max().unwrap_or(0);
            turns.retain(|turn| turn.captured.len() == most);
        }
        // One way for each move: that with the smallest numbers.
        let ends = |turn: &Turn| (turn.path[0], turn.path[turn.path.len() - 1]);
        turns.sort_by_cached_key(|turn| {
            (ends(turn), turn.captured.clone(), turn.crowned, turn.path.clone())
        });
        turns.dedup_by(|a, b| {
            ends(a) == ends(b) && a.captured == b.captured && a.crowned == b.crowned
        });
        turns
    }

    fn plain_moves(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for from in self.own_squares() {
            for way in WAYS {
                let forward = way.0 == if self.white { -1 } else { 1 };
                let reach = match (self.is_king(from), self.variant.as_str()) {
                    (true, "short-kings") => 3,
                    (true, _) => self.size(),
                    (false, _) => usize::from(forward),
                };
                let turn = |to| Turn { path: vec![from, to], captured: Vec::new(), crowned: false };
                turns.extend(self.slide(from, way).into_iter().take(reach).map(turn));
            }
        }
        turns
    }
}

impl Oracle for Draughts {
    type Move = Turn;

    fn read(text: &str, options: &[(&str, &str)]) -> Self {
        let variant = option(options, "variant", "default").to_string();
        let size = if ["brazilian", "russian"].contains(&variant.as_str()) { 8 } else { 10 };
        let fields: Vec<&str> = text.split(':').collect();
        let mut pos = Self { board: vec![vec!['.'; size]; size], white: fields[0] == "W", variant };
        for (list, man, king) in [(fields[1], 'm', 'k'), (fields[2], 'M', 'K')] {
            for name in list[1..].split(',').filter(|name| !name.is_empty()) {
                let piece = if name.starts_with('K') { king } else { man };
                let number = name.trim_start_matches('K').parse().expect("a number");
                let (row, column) = pos.square(number);
                pos.board[row][column] = piece;
            }
        }
        pos
    }

    fn moves(&self) -> Vec<Turn> {
        let captures = self.captures();
        if captures.is_empty() { self.plain_moves() } else { captures }
    }

    fn play(&mut self, turn: &Turn) {
        let (from, to) = (turn.path[0], turn.path[turn.path.len() - 1]);
        let king = self.is_king(from) || turn.crowned || to.0 == self.last_row();
        self.board[from.0][from.1] = '.';
        for taken in &turn.captured {
            self.board[taken.0][taken.1] = '.';
        }
        let piece = if king { 'k' } else { 'm' };
        self.board[to.0][to.1] = if self.white { piece } else { piece.to_ascii_uppercase() };
        self.white = !self.white;
    }

    fn text(&self, turn: &Turn) -> String {
        let ends = |turn: &Turn| [turn.path[0], turn.path[turn.path.len() - 1]];
        let shared = self.moves().iter().filter(|other| ends(other) == ends(turn)).count() > 1;
        let path = if shared { turn.path.clone() } else { ends(turn).to_vec() };
        let names: Vec<String> =
            path.iter().map(|&square| self.number(square).to_string()).collect();
        names.join(if turn.captured.is_empty() { "-" } else { "x" })
    }
}
