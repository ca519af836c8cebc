//! What is known of every empty cell: the shapes that either player's mark would make there, kept up to date mark by mark.

use super::{
    net::Views,
    prospect::{MAKES_FIVE, MAKES_FOUR, MAKES_STRAIGHT, MAKES_THREE, Prospect},
    shapes::{LONGEST, REACH, Shape, Shapes, counted},
};
use damier_games::{
    Player,
    morpion::{
        Morpion,
        cells::{Cells, DIRECTIONS, MOST, STRIDE},
    },
};

/// Cells of the layout.
pub const LAYOUT: usize = STRIDE * MOST;
/// Ranks, files and both kinds of diagonals.
const LINES: usize = 2 * MOST + 2 * (2 * MOST - 1);

/// The line of each direction on which a cell lies.
static LINE_OF: [[u8; 4]; LAYOUT] = {
    let mut lines = [[0; 4]; LAYOUT];
    let mut at = 0;
    while at < LAYOUT {
        let (file, rank) = (at % STRIDE, at / STRIDE);
        if file < MOST {
            lines[at] = [
                rank as u8,
                (MOST + file) as u8,
                (2 * MOST + file + MOST - 1 - rank) as u8,
                (4 * MOST - 1 + file + rank) as u8,
            ];
        }
        at += 1;
    }
    lines
};

/// What a player threatens: cells by what a mark there would make.
#[derive(Clone, Debug, Default)]
pub struct Threats {
    /// The row.
    pub fives: Cells,
    /// A straight four.
    pub straights: Cells,
    /// A four of either kind.
    pub fours: Cells,
    /// An open three.
    pub threes: Cells,
}

/// All of it, for both players.
#[derive(Clone, Debug)]
pub struct Memo {
    /// The marks along every line. Cells outside the board are set for both players, so that they block both.
    lines: [[u32; LINES]; 2],
    prospects: [[Prospect; LAYOUT]; 2],
    /// By player.
    pub threats: [Threats; 2],
    /// By player.
    pub marks: [Cells; 2],
    /// The empty cells near a mark.
    pub near: Cells,
    /// What the net sees.
    pub views: Views,
    /// Tells positions apart.
    pub key: u64,
}

/// How the shapes of a rulebook are found.
pub struct Book<'a> {
    /// The rulebook.
    pub game: &'a Morpion,
    /// By player; none for long rows.
    tables: Option<[&'static Shapes; 2]>,
}

impl<'a> Book<'a> {
    /// The tables of a rulebook are built when they are first asked for.
    pub fn new(game: &'a Morpion) -> Self {
        let line = game.line();
        let tables = (line <= LONGEST)
            .then(|| Player::BOTH.map(|player| Shapes::of(line, game.longer_wins(player))));
        Self { game, tables }
    }

    /// Whether a player may mark an empty cell.
    pub fn allows(&self, memo: &Memo, player: Player, cell: usize) -> bool {
        let forbidden = self.game.restrains(player)
            && memo.prospect(player, cell).doubtful()
            && self.game.forbids(&memo.marks[0], &memo.marks[1], cell);
        !forbidden
    }
}

impl Memo {
    /// An empty board.
    pub fn new(book: &Book<'_>) -> Self {
        let size = book.game.size();
        let mut memo = Self {
            lines: [[u32::MAX; LINES]; 2],
            prospects: [[Prospect::default(); LAYOUT]; 2],
            threats: [Threats::default(), Threats::default()],
            marks: [Cells::NONE; 2],
            near: Cells::NONE,
            views: Views::of_nothing(),
            key: 0,
        };
        for cell in Cells::board(size).iter() {
            for direction in 0..4 {
                let (line, at) = place(cell, direction);
                for lines in &mut memo.lines {
                    lines[line] &= !(1 << (at + REACH));
                }
            }
        }
        for cell in Cells::board(size).iter() {
            (0..4).for_each(|direction| memo.look::<true>(book, cell, direction));
        }
        memo
    }

    /// The shapes of a player on an empty cell.
    #[inline]
    pub fn prospect(&self, player: Player, cell: usize) -> Prospect {
        self.prospects[player.index()][cell]
    }

    /// The empty cells.
    pub fn empty(&self, book: &Book<'_>) -> Cells {
        Cells::board(book.game.size()).neither(&self.marks[0], &self.marks[1])
    }

    /// Adds a mark on an empty cell.
    pub fn mark(&mut self, book: &Book<'_>, player: Player, cell: usize) {
        self.put::<true>(book, player, cell);
    }

    /// The same where the position is not going to be judged by its looks.
    pub fn mark_unjudged(&mut self, book: &Book<'_>, player: Player, cell: usize) {
        self.put::<false>(book, player, cell);
    }

    fn put<const JUDGED: bool>(&mut self, book: &Book<'_>, player: Player, cell: usize) {
        self.marks[player.index()].add(cell);
        self.key ^= mixed((2 * cell + player.index()) as u64);
        for direction in 0..4 {
            let (line, at) = place(cell, direction);
            self.lines[player.index()][line] |= 1 << (at + REACH);
        }
        // The cell itself offers nothing any more.
        for player in Player::BOTH {
            self.set::<JUDGED>(player, cell, Prospect::default());
        }
        self.near = (self.near | NEAR[cell]).neither(&self.marks[0], &self.marks[1])
            & *Cells::board(book.game.size());
        for direction in 0..4 {
            match book.tables {
                Some(tables) => self.look_along::<JUDGED>(tables, cell, direction),
                None => self.look_far_along::<JUDGED>(book, cell, direction),
            }
        }
    }

    /// Finds the shapes of the empty cells around a new mark anew, in one direction: those of each player as far as nothing of the other's
    /// lies between.
    fn look_along<const JUDGED: bool>(
        &mut self,
        tables: [&Shapes; 2],
        cell: usize,
        direction: usize,
    ) {
        let (line, at) = place(cell, direction);
        let step = DIRECTIONS[direction];
        let marks = [self.lines[0][line], self.lines[1][line]];
        let empty = !(marks[0] | marks[1]) >> at;
        for player in Player::BOTH {
            let table = tables[player.index()];
            let blocked = marks[(!player).index()];
            let own = marks[player.index()] & !blocked;
            let mut cells = empty & reached(blocked >> at) & table.changed();
            while cells != 0 {
                let bit = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let first = at + bit - REACH;
                let shape = table.shape(own >> first, blocked >> first);
                let there = cell + bit * step - REACH * step;
                let before = self.prospects[player.index()][there];
                if shape != before.shape(direction) {
                    self.set::<JUDGED>(player, there, before.with(direction, shape));
                }
            }
        }
    }

    fn look_far_along<const JUDGED: bool>(
        &mut self,
        book: &Book<'_>,
        cell: usize,
        direction: usize,
    ) {
        let (board, step) = (Cells::board(book.game.size()), DIRECTIONS[direction]);
        for step in [step, step.wrapping_neg()] {
            let mut at = cell;
            for _ in 0..book.game.line() {
                at = at.wrapping_add(step);
                if !board.has(at) {
                    break;
                }
                if !self.marks[0].has(at) && !self.marks[1].has(at) {
                    self.look::<JUDGED>(book, at, direction);
                }
            }
        }
    }

    /// Finds the shapes of an empty cell anew, in one direction.
    #[inline]
    fn look<const JUDGED: bool>(&mut self, book: &Book<'_>, cell: usize, direction: usize) {
        for player in Player::BOTH {
            let shape = match book.tables {
                Some(tables) => {
                    let (line, at) = place(cell, direction);
                    let blocked = self.lines[(!player).index()][line];
                    let own = self.lines[player.index()][line] & !blocked;
                    tables[player.index()].shape(own >> at, blocked >> at)
                }
                None => self.counted(book, player, cell, direction),
            };
            let before = self.prospects[player.index()][cell];
            if shape != before.shape(direction) {
                self.set::<JUDGED>(player, cell, before.with(direction, shape));
            }
        }
    }

    fn counted(&self, book: &Book<'_>, player: Player, cell: usize, direction: usize) -> Shape {
        let (board, step) = (Cells::board(book.game.size()), DIRECTIONS[direction]);
        let (mut own, mut blocked) = (0, 0);
        for off in 1..=book.game.line() {
            for (at, bit) in [
                (cell.wrapping_add(off * step), 32 + off),
                (cell.wrapping_sub(off * step), 32 - off),
            ] {
                own |= u64::from(self.marks[player.index()].has(at)) << bit;
                let free = board.has(at) && !self.marks[(!player).index()].has(at);
                blocked |= u64::from(!free) << bit;
            }
        }
        // Beyond the edge a walk would come in again on the other side.
        for (first, last) in [(33, 33 + book.game.line()), (32 - book.game.line(), 32)] {
            let wall = (first..last).filter(|&bit| blocked >> bit & 1 == 1);
            match if first == 33 { wall.min() } else { wall.max() } {
                Some(bit) if first == 33 => blocked |= u64::MAX << bit,
                Some(bit) => blocked |= (2 << bit) - 1,
                None => {}
            }
        }
        counted(own & !blocked, blocked, book.game.line(), book.game.longer_wins(player))
    }

    fn set<const JUDGED: bool>(&mut self, player: Player, cell: usize, after: Prospect) {
        let before = std::mem::replace(&mut self.prospects[player.index()][cell], after);
        if JUDGED {
            self.views.change(player, before, after);
        }
        if before.forces_like(after) {
            return;
        }
        let threats = &mut self.threats[player.index()];
        for (set, forces) in [
            (&mut threats.fives, MAKES_FIVE),
            (&mut threats.straights, MAKES_STRAIGHT),
            (&mut threats.fours, MAKES_FOUR),
            (&mut threats.threes, MAKES_THREE),
        ] {
            if after.makes(forces) {
                set.add(cell);
            } else {
                set.remove(cell);
            }
        }
    }
}

/// The line on which a cell lies in a direction, and where on it.
#[inline]
fn place(cell: usize, direction: usize) -> (usize, usize) {
    let at = if direction == 0 { cell % STRIDE } else { cell / STRIDE };
    (usize::from(LINE_OF[cell][direction]), at)
}

/// The cells of a window that nothing blocked separates from its middle, whatever is there.
#[inline]
fn reached(blocked: u32) -> u32 {
    let after = (blocked >> (REACH + 1)).trailing_zeros().min(REACH as u32);
    let before = (blocked << (32 - REACH)).leading_zeros().min(REACH as u32);
    ((1 << (before + after + 1)) - 1) << (REACH as u32 - before)
}

/// The cells around each, two steps far, and three along its lines.
static NEAR: [Cells; LAYOUT] = {
    let mut near = [Cells::NONE; LAYOUT];
    let mut at = 0;
    while at < LAYOUT {
        let (file, rank) = ((at % STRIDE) as isize, (at / STRIDE) as isize);
        let (mut up, mut right) = (-3, -3);
        while up <= 3 {
            let (f, r) = (file + right, rank + up);
            let far = up.abs() == 3 || right.abs() == 3;
            let straight = up == 0 || right == 0 || up.abs() == right.abs();
            if (!far || straight) && f >= 0 && r >= 0 && f < MOST as isize && r < MOST as isize {
                near[at] = near[at].including(r as usize * STRIDE + f as usize);
            }
            right += 1;
            if right > 3 {
                (up, right) = (up + 1, -3);
            }
        }
        at += 1;
    }
    near
};

/// A number spread over all bits.
const fn mixed(number: u64) -> u64 {
    let mut mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 27)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use damier_games::options::{parse_pairs, rulebook};

    #[test]
    fn marks_in_any_order_lead_to_the_same() {
        for options in [
            "size=15",
            "size=9,rule=renju",
            "size=7,line=4",
            "size=12,line=6,rule=exact",
            "size=3,line=3",
        ] {
            let options = parse_pairs(options.split(',')).expect("the options are well written");
            let game: Morpion = rulebook(&options).expect("the options fit");
            let book = Book::new(&game);
            let mut random = Random::new(7);
            for _ in 0..20 {
                let mut marks = Vec::new();
                let mut memo = Memo::new(&book);
                for player in [Player::One, Player::Two].into_iter().cycle().take(game.size() * 2) {
                    let empty: Vec<usize> = memo.empty(&book).iter().collect();
                    let cell = empty[random.below(empty.len())];
                    memo.mark(&book, player, cell);
                    marks.push((player, cell));
                }
                let mut other = Memo::new(&book);
                for &(player, cell) in marks.iter().rev() {
                    other.mark(&book, player, cell);
                }
                assert_eq!((memo.views, memo.key, memo.near), (other.views, other.key, other.near));
                for player in Player::BOTH {
                    for cell in memo.empty(&book).iter() {
                        assert_eq!(
                            memo.prospect(player, cell),
                            other.prospect(player, cell),
                            "{options:?} {cell}"
                        );
                        // A five is what the rules call one.
                        let marks = memo.marks[player.index()].with(cell);
                        let wins = |&direction: &usize| {
                            let run = marks.run(cell, direction);
                            run == game.line() || (run > game.line() && game.longer_wins(player))
                        };
                        let five = memo.threats[player.index()].fives.has(cell);
                        assert_eq!(five, DIRECTIONS.iter().any(wins), "{options:?} {cell}");
                    }
                }
            }
        }
    }
}
