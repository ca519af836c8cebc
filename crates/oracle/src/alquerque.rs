//! Alquerque on an array of 5x5 letters.

use crate::{Oracle, cells, option, pairs};

/// Rows from the top.
#[derive(Clone)]
pub struct Alquerque {
    men: Vec<Vec<char>>,
    side: char,
    clock: u32,
    backward: bool,
    capture: String,
    chain: String,
    no_progress: u32,
}

/// The points visited, as (row, column).
type Points = Vec<(usize, usize)>;

impl Alquerque {
    fn enemy(&self) -> char {
        if self.side == 'w' { 'b' } else { 'w' }
    }

    /// The point `steps` further on a line, if there is one.
    fn along(from: (usize, usize), way: (i32, i32), steps: i32) -> Option<(usize, usize)> {
        let diagonal = way.0 != 0 && way.1 != 0;
        if diagonal && !(from.0 + from.1).is_multiple_of(2) {
            return None;
        }
        let row = usize::try_from(from.0 as i32 + way.0 * steps).ok().filter(|&row| row < 5)?;
        let column =
            usize::try_from(from.1 as i32 + way.1 * steps).ok().filter(|&column| column < 5)?;
        Some((row, column))
    }

    fn at(&self, point: (usize, usize)) -> char {
        self.men[point.0][point.1]
    }

    fn jumps(&self, from: (usize, usize)) -> Vec<((usize, usize), (usize, usize))> {
        let mut jumps = Vec::new();
        for way in ways() {
            if let (Some(over), Some(onto)) = (Self::along(from, way, 1), Self::along(from, way, 2))
                && self.at(over) == self.enemy()
                && self.at(onto) == '.'
            {
                jumps.push((over, onto));
            }
        }
        jumps
    }

    fn men_of_side(&self) -> Vec<(usize, usize)> {
        let points = (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
        points.filter(|&point| self.at(point) == self.side).collect()
    }

    fn chains(&self, path: &Points, out: &mut Vec<Points>) {
        let from = path[path.len() - 1];
        let jumps = self.jumps(from);
        if path.len() > 1 && (self.chain != "must" || jumps.is_empty()) {
            out.push(path.clone());
        }
        if path.len() > 1 && self.chain == "single" {
            return;
        }
        for (over, onto) in jumps {
            let mut next = self.clone();
            next.men[from.0][from.1] = '.';
            next.men[over.0][over.1] = '.';
            next.men[onto.0][onto.1] = self.side;
            let mut longer = path.clone();
            longer.push(onto);
            next.chains(&longer, out);
        }
    }

    fn can_jump(&self) -> bool {
        self.men_of_side().into_iter().any(|man| !self.jumps(man).is_empty())
    }

    fn may_step(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let (forward, last) =
            if self.side == 'w' { (to.0 <= from.0, 0) } else { (to.0 >= from.0, 4) };
        self.backward || (forward && from.0 != last)
    }
}

fn ways() -> Vec<(i32, i32)> {
    let all = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
    all.filter(|&way| way != (0, 0)).collect()
}

impl Oracle for Alquerque {
    type Move = Points;

    fn read(text: &str, _: &[(&str, &str)]) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let options = pairs(fields[5]);
        Self {
            men: cells(fields[1]),
            side: if fields[2] == "w" { 'w' } else { 'b' },
            clock: fields[3].parse().expect("a number"),
            backward: option(&options, "backward", "yes") == "yes",
            capture: option(&options, "capture", "huff").into(),
            chain: option(&options, "chain", "must").into(),
            no_progress: option(&options, "no-progress", "50").parse().expect("a number"),
        }
    }

    fn moves(&self) -> Vec<Points> {
        let men = self.men_of_side();
        let enemies = self.men.iter().flatten().filter(|&&man| man == self.enemy()).count();
        if men.is_empty()
            || enemies == 0
            || (self.no_progress > 0 && self.clock >= self.no_progress)
        {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for &man in &men {
            self.chains(&vec![man], &mut moves);
        }
        if moves.is_empty() || self.capture != "strict" {
            for &man in &men {
                for to in ways().into_iter().filter_map(|way| Self::along(man, way, 1)) {
                    if self.at(to) == '.' && self.may_step(man, to) {
                        moves.push(vec![man, to]);
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, points: &Points) {
        let could_jump = self.can_jump();
        let (from, to) = (points[0], points[points.len() - 1]);
        let mut gone = false;
        self.men[from.0][from.1] = '.';
        for pair in points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if a.0.abs_diff(b.0) == 2 || a.1.abs_diff(b.1) == 2 {
                self.men[usize::midpoint(a.0, b.0)][usize::midpoint(a.1, b.1)] = '.';
                gone = true;
            }
        }
        if !gone && could_jump && self.capture == "huff" {
            gone = true;
        } else {
            self.men[to.0][to.1] = self.side;
        }
        self.clock = if gone { 0 } else { self.clock + 1 };
        self.side = self.enemy();
    }

    fn text(&self, points: &Points) -> String {
        let jump =
            |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) == 2 || a.1.abs_diff(b.1) == 2;
        let sign = if jump(points[0], points[1]) { "x" } else { "-" };
        let name =
            |point: &(usize, usize)| format!("{}{}", char::from(b'a' + point.1 as u8), 5 - point.0);
        points.iter().map(name).collect::<Vec<_>>().join(sign)
    }
}
