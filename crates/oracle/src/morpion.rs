//! Morpion on an array of letters.

use crate::{Oracle, cells, option, pairs};

/// Rows from the top, one after the other.
#[derive(Clone)]
pub struct Morpion {
    marks: Vec<char>,
    size: usize,
    side: char,
    line: usize,
    rule: String,
}

/// Row and column.
type Cell = (usize, usize);

const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Morpion {
    /// What stands `steps` further from a cell: a mark, a dot, or nothing off the board.
    fn at(&self, from: Cell, way: (i32, i32), steps: i32) -> Option<char> {
        self.cell(from, way, steps).map(|cell| self.mark(cell))
    }

    fn mark(&self, (row, column): Cell) -> char {
        self.marks[row * self.size + column]
    }

    fn cell(&self, from: Cell, way: (i32, i32), steps: i32) -> Option<Cell> {
        let row = usize::try_from(from.0 as i32 + way.0 * steps).ok()?;
        let column = usize::try_from(from.1 as i32 + way.1 * steps).ok()?;
        (row < self.size && column < self.size).then_some((row, column))
    }

    /// The marks of the run through a marked cell, in order.
    fn run(&self, through: Cell, way: (i32, i32)) -> Vec<Cell> {
        let mark = self.at(through, way, 0);
        let mut first = 0;
        while self.at(through, way, first - 1) == mark {
            first -= 1;
        }
        let mut run = Vec::new();
        while self.at(through, way, first) == mark {
            run.extend(self.cell(through, way, first));
            first += 1;
        }
        run
    }

    fn wins(&self, mark: char, length: usize) -> bool {
        let exactly = self.rule == "exact" || (self.rule == "renju" && mark == 'x');
        if exactly { length == self.line } else { length >= self.line }
    }

    fn has_row(&self, mark: char) -> bool {
        for from in self.cells_with(mark) {
            for way in WAYS {
                // Each run is measured once, from its first mark.
                if self.at(from, way, -1) == Some(mark) {
                    continue;
                }
                let mut length = 1;
                while self.at(from, way, length) == Some(mark) {
                    length += 1;
                }
                if self.wins(mark, length as usize) {
                    return true;
                }
            }
        }
        false
    }

    fn cells_with(&self, mark: char) -> Vec<Cell> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)));
        all.filter(|&cell| self.mark(cell) == mark).collect()
    }

    /// The position with one X more.
    fn with(&self, (row, column): Cell) -> Self {
        let mut next = self.clone();
        next.marks[row * self.size + column] = 'x';
        next
    }

    /// Whether the mark on this cell is in a run of exactly five.
    fn in_five(&self, cell: Cell) -> bool {
        WAYS.iter().any(|&way| self.run(cell, way).len() == 5)
    }

    /// The empty cells of the line through a cell that could be in a run of five with it.
    fn empty_of_line(&self, cell: Cell, way: (i32, i32)) -> Vec<Cell> {
        let near = (-4..=4).filter_map(|steps| self.cell(cell, way, steps));
        near.filter(|&cell| self.mark(cell) == '.').collect()
    }

    /// The different fours through `p`, in one direction.
    fn fours(&self, p: Cell, way: (i32, i32)) -> usize {
        let mut fours: Vec<Vec<Cell>> = Vec::new();
        for q in self.empty_of_line(p, way) {
            let run = self.with(q).run(q, way);
            if run.len() == 5 && run.contains(&p) {
                fours.push(run.into_iter().filter(|&cell| cell != q).collect());
            }
        }
        fours.sort_unstable();
        fours.dedup();
        fours.len()
    }

    /// Whether a three goes through `p` in this direction.
    fn three(&self, p: Cell, way: (i32, i32)) -> bool {
        self.empty_of_line(p, way).into_iter().any(|q| {
            let after = self.with(q);
            let run = after.run(p, way);
            if !run.contains(&q) || run.len() != 4 {
                return false;
            }
            let ends = [after.cell(run[0], way, -1), after.cell(run[3], way, 1)];
            let open = |end: &Option<Cell>| {
                end.is_some_and(|end| {
                    after.mark(end) == '.' && after.with(end).run(end, way).len() == 5
                })
            };
            ends.iter().all(open) && !after.in_five(q) && !self.forbids(q)
        })
    }

    /// Whether X may not be marked on this empty cell.
    fn forbids(&self, p: Cell) -> bool {
        let after = self.with(p);
        if after.in_five(p) {
            return false;
        }
        WAYS.iter().any(|&way| after.run(p, way).len() > 5)
            || WAYS.iter().map(|&way| after.fours(p, way)).sum::<usize>() >= 2
            || WAYS.iter().filter(|&&way| after.three(p, way)).count() >= 2
    }
}

impl Oracle for Morpion {
    type Move = Cell;

    fn read(text: &str, _: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let options = pairs(fields[3]);
        let rows = cells(fields[1]);
        Self {
            size: rows.len(),
            marks: rows.concat(),
            side: if fields[2] == "x" { 'x' } else { 'o' },
            line: option(&options, "line", "5").parse().expect("a number"),
            rule: option(&options, "rule", "freestyle").into(),
        }
    }

    fn moves(&self) -> Vec<Cell> {
        if self.has_row('x') || self.has_row('o') {
            return Vec::new();
        }
        let mut moves = self.cells_with('.');
        if self.rule == "renju" && self.side == 'x' {
            moves.retain(|&cell| !self.forbids(cell));
        }
        moves
    }

    fn play(&mut self, &(row, column): &Cell) {
        self.marks[row * self.size + column] = self.side;
        self.side = if self.side == 'x' { 'o' } else { 'x' };
    }

    fn text(&self, &(row, column): &Cell) -> String {
        format!("{}{}", char::from(b'a' + column as u8), self.size - row)
    }
}
