//! Five in a row and its relatives: shapes on every empty cell, wins by fours and threes, and which cells are worth a thought.

mod fours;
pub mod memo;
pub mod net;
mod prospect;
mod shapes;
#[cfg(test)]
mod tests;
mod threes;

use crate::{
    brain::{Brain, Foresight, MOST, Patience, Style},
    search::constants::Constants,
};
use damier_games::{
    Player, Rules,
    morpion::{
        Morpion, Move, Position,
        cells::{Cells, cell},
    },
};
use fours::Fours;
use memo::{Book, LAYOUT, Memo};
use threes::Threes;

/// Boards up to this size are looked at in full.
const SMALL: usize = 5;
/// Cells looked at in one position at the most, where nothing forces fewer.
const WIDEST: usize = 12;
/// What the worth of a cell adds to its place in the order of moves.
const APPEAL: i32 = 160;

impl Brain for Morpion {
    type Memo = Memo;

    const STYLE: Style = Style {
        slots: LAYOUT,
        cyclic: false,
        quiescence: false,
        compulsory: false,
        futility_margin: 60,
        reductions: true,
    };

    /// Moves are ordered so surely that late ones are looked at less deeply than elsewhere, and left out sooner.
    const CONSTANTS: Constants =
        Constants { late: 740, later: 2525, tried_first: 8, tried_more: 2, ..Constants::USUAL };

    fn remember(&self, pos: &Position) -> Memo {
        let book = Book::new(self);
        let mut memo = Memo::new(&book);
        for player in Player::BOTH {
            pos.marks(player).iter().for_each(|cell| memo.mark(&book, player, cell));
        }
        memo
    }

    fn advance(&self, memo: &mut Memo, before: &Position, mv: Move, _: &Position) {
        memo.mark(&Book::new(self), self.turn(before), mv.cell());
    }

    fn evaluate(&self, pos: &Position, memo: &Memo) -> i32 {
        memo.views.value(self.turn(pos)).clamp(-MOST, MOST)
    }

    fn candidates(&self, pos: &Position, memo: &Memo, out: &mut Vec<Move>) {
        if pos.winner().is_some() {
            return;
        }
        let book = Book::new(self);
        let turn = self.turn(pos);
        let start = out.len();
        let allowed = |&cell: &usize| book.allows(memo, turn, cell);
        out.extend(worth_a_thought(&book, memo, turn).iter().filter(allowed).map(Move::at));
        let found = &mut out[start..];
        if found.len() > WIDEST && self.size() > SMALL {
            found.select_nth_unstable_by_key(WIDEST, |mv| -urge(memo, turn, mv.cell()));
            out.truncate(start + WIDEST);
        }
        if out.len() == start {
            self.legal_moves(pos, out);
        }
    }

    fn last_resorts(&self, pos: &Position, memo: &Memo, out: &mut Vec<Move>) {
        if pos.winner().is_some() {
            return;
        }
        let book = Book::new(self);
        let turn = self.turn(pos);
        let allowed = |&cell: &usize| book.allows(memo, turn, cell);
        out.extend(worth_a_thought(&book, memo, turn).iter().filter(allowed).map(Move::at));
    }

    fn gain(&self, _: &Position, _: Move) -> Option<i32> {
        None
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.cell()
    }

    fn appeal(&self, pos: &Position, memo: &Memo, mv: Move) -> i32 {
        APPEAL * urge(memo, self.turn(pos), mv.cell())
    }

    fn threatened_with(&self, pos: &Position, memo: &Memo) -> bool {
        !memo.threats[(!self.turn(pos)).index()].fives.is_empty()
    }

    fn pass(&self, pos: &Position) -> Option<Position> {
        Some(self.passed(pos))
    }

    fn remember_passed(&self, memo: &Memo, _: &Position) -> Memo {
        memo.clone()
    }

    fn opening(&self) -> usize {
        3
    }

    fn over(&self, pos: &Position) -> bool {
        pos.winner().is_some() || self.empty(pos).is_empty()
    }

    fn foresee(
        &self,
        pos: &Position,
        memo: &Memo,
        patience: &mut Patience<'_>,
    ) -> Option<Foresight<Move>> {
        if pos.winner().is_some() {
            return None;
        }
        let book = Book::new(self);
        let turn = self.turn(pos);
        Fours::new(&book, patience).find(memo, turn).map(foresight)
    }

    fn foresee_far(
        &self,
        pos: &Position,
        memo: &Memo,
        patience: &mut Patience<'_>,
    ) -> Option<Foresight<Move>> {
        if pos.winner().is_some() {
            return None;
        }
        let book = Book::new(self);
        Threes::new(&book, self.turn(pos), patience).find(memo).map(foresight)
    }
}

fn foresight((plies, line): (usize, Vec<usize>)) -> Foresight<Move> {
    Foresight { plies, line: line.into_iter().map(Move::at).collect() }
}

/// How much a cell asks to be tried early, for its own sake and to keep it from the opponent.
fn urge(memo: &Memo, turn: Player, cell: usize) -> i32 {
    2 * memo.prospect(turn, cell).urge() + memo.prospect(!turn, cell).urge()
}

/// The cells among which the best move is: all that answer a threat, or those near the marks.
fn worth_a_thought(book: &Book<'_>, memo: &Memo, turn: Player) -> Cells {
    let (own, other) = (&memo.threats[turn.index()], &memo.threats[(!turn).index()]);
    if let Some(cell) = own.fives.first() {
        return Cells::NONE.with(cell);
    }
    if !other.fives.is_empty() {
        return other.fives;
    }
    if let Some(cell) = own.straights.iter().find(|&cell| book.allows(memo, turn, cell)) {
        return Cells::NONE.with(cell);
    }
    if other.straights.iter().any(|cell| book.allows(memo, !turn, cell)) {
        // What takes a straight four away lies on a cell of that row, where the opponent would have a four; or it is a four.
        return other.fours | own.fours;
    }
    let size = book.game.size();
    if size <= SMALL {
        return memo.empty(book);
    }
    if memo.near.is_empty() {
        // Somewhere in the middle.
        let middle = (size - 1) / 2 - 1..=size / 2 + 1;
        let cells =
            middle.clone().flat_map(|file| middle.clone().map(move |rank| cell(file, rank)));
        return cells.fold(Cells::NONE, Cells::with) & memo.empty(book);
    }
    memo.near
}
