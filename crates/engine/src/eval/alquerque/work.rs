//! Working out endings: what moves that take a man lead to is known, and from there it goes backwards, step by step.

use super::{
    endings::{DRAWN, Endings, Worth},
    sets::CHOICES,
};
use crate::brain::Ending;
use damier_games::{
    Player, Rules,
    alquerque::{
        Alquerque, Move, Position,
        points::{ALL, NEIGHBOURS, bit, points_of},
    },
};

/// Ends that are further away are taken for draws.
const FURTHEST: usize = 250;

/// The endings with so many men that are being worked out, for either side to move.
pub struct Work<'a> {
    known: &'a Endings,
    game: &'a Alquerque,
    /// Who is to move in the first table has so many men, the other one as many as are left.
    men: [usize; 2],
    tables: [Vec<Worth>; 2],
    /// How many different positions steps lead to that are not known to win for the other one, one more where there is something better
    /// than a loss already.
    ways: [Vec<u8>; 2],
    /// The longest that a loss takes by moves that take a man.
    longest: [Vec<u8>; 2],
    /// What will be known after so many plies: the table and a position.
    due: Vec<Vec<(u8, u32, u32)>>,
}

impl<'a> Work<'a> {
    pub fn new(known: &'a Endings, game: &'a Alquerque, men: [usize; 2]) -> Self {
        let size =
            |[own, other]: [usize; 2]| known.sets.listed[own - 1].len() * CHOICES[25 - own][other];
        let sizes = [size(men), size([men[1], men[0]])];
        let mut work = Self {
            known,
            game,
            men,
            tables: sizes.map(|size| vec![DRAWN; size]),
            ways: sizes.map(|size| vec![0; size]),
            longest: sizes.map(|size| vec![0; size]),
            due: vec![Vec::new(); FURTHEST + 6],
        };
        work.begin(0);
        if men[0] != men[1] {
            work.begin(1);
        }
        work
    }

    /// The table of the positions with the other player to move. With as many men each there is but one.
    const fn opposite(&self, table: usize) -> usize {
        if self.men[0] == self.men[1] { 0 } else { 1 - table }
    }

    /// What the moves that take a man lead to is known; the others are counted.
    fn begin(&mut self, table: usize) {
        let men = if table == 0 { self.men } else { [self.men[1], self.men[0]] };
        let (mut moves, mut after): (Vec<Move>, Vec<usize>) = (Vec::new(), Vec::new());
        for (number, own, other) in self.known.sets.positions(men) {
            let pos = Position::of([own, other], Player::One);
            moves.clear();
            after.clear();
            self.game.legal_moves(&pos, &mut moves);
            if moves.is_empty() {
                let lost = self.game.outcome(&pos).is_some_and(|end| end.winner().is_some());
                if lost {
                    self.due[0].push((table as u8, own, other));
                }
                continue;
            }
            let (mut soonest, mut longest, mut draws) = (usize::MAX, 0, false);
            for &mv in &moves {
                let mut next = pos;
                self.game.play(&mut next, mv);
                let (left, others) = (next.men(Player::One), next.men(Player::Two));
                if left.count_ones() + others.count_ones() == (own | other).count_ones() {
                    after.push(self.known.sets.index(others, left));
                    continue;
                }
                match self.known.after_loss(others, left) {
                    Ending::Lost(plies) => soonest = soonest.min(plies + 1),
                    Ending::Won(plies) => longest = longest.max(plies + 1),
                    Ending::Drawn => draws = true,
                }
            }
            after.sort_unstable();
            after.dedup();
            if soonest < usize::MAX {
                self.due[soonest].push((table as u8, own, other));
            } else if after.is_empty() && !draws {
                self.due[longest].push((table as u8, own, other));
            }
            let better = draws || soonest < usize::MAX;
            self.ways[table][number] = after.len() as u8 + u8::from(better);
            self.longest[table][number] = longest as u8;
        }
    }

    /// Goes backwards from what is known, the soonest ends first.
    pub fn finish(mut self) -> [Vec<Worth>; 2] {
        let mut done = [0, 1].map(|table| vec![false; self.tables[table].len()]);
        let mut before: Vec<(usize, u32, u32)> = Vec::new();
        for plies in 0..FURTHEST {
            let mut n = 0;
            while n < self.due[plies].len() {
                let (table, own, other) = self.due[plies][n];
                n += 1;
                let table = usize::from(table);
                let number = self.known.sets.index(own, other);
                if std::mem::replace(&mut done[table][number], true) {
                    continue;
                }
                self.tables[table][number] = plies as u8 + 1;
                self.stepped_from(own, other, &mut before);
                let mover = self.opposite(table);
                for &(number, own, other) in &before {
                    if done[mover][number] {
                        continue;
                    }
                    if plies % 2 == 0 {
                        self.due[plies + 1].push((mover as u8, own, other));
                    } else {
                        let ways = &mut self.ways[mover][number];
                        *ways -= 1;
                        if *ways == 0 {
                            let end = usize::from(self.longest[mover][number]).max(plies + 1);
                            self.due[end].push((mover as u8, own, other));
                        }
                    }
                }
            }
        }
        self.tables
    }

    /// The positions from which the other player may have stepped here, each but once.
    fn stepped_from(&self, own: u32, other: u32, before: &mut Vec<(usize, u32, u32)>) {
        before.clear();
        let empty = ALL & !(own | other);
        for man in points_of(other) {
            for from in points_of(NEIGHBOURS[man] & empty) {
                let mover = other ^ bit(man) ^ bit(from);
                let pos = Position::of([mover, own], Player::One);
                let jumps_first = self.game.punishes() || self.game.must_jump();
                if !(jumps_first && pos.can_jump()) {
                    let number = self.known.sets.index(mover, own);
                    before.push((number, mover, own));
                }
            }
        }
        before.sort_unstable_by_key(|&(number, ..)| number);
        before.dedup_by_key(|&mut (number, ..)| number);
    }
}
