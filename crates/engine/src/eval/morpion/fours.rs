//! Wins by fours alone: every move leaves the opponent a single answer, so that long ways can be searched to their end.

use super::memo::{Book, Memo};
use crate::brain::Patience;
use damier_games::Player;

/// A search for a win by fours.
pub struct Fours<'a, 'b> {
    book: &'a Book<'a>,
    /// For each four that is tried.
    patience: &'a mut Patience<'b>,
    gave_up: bool,
    /// Keys of positions from which no way was found.
    failed: [u64; FAILED],
    /// The winning way from its end to its beginning.
    line: Vec<usize>,
    /// Whether the way ends with a four that the opponent may not answer.
    unanswered: bool,
}

const FAILED: usize = 256;
/// Fours in one way at the most.
const LONGEST: u32 = 40;
/// Fours looked at in one position at the most.
const WIDEST: usize = 24;

impl<'a, 'b> Fours<'a, 'b> {
    /// A search that tries fours as long as there is patience.
    pub fn new(book: &'a Book<'a>, patience: &'a mut Patience<'b>) -> Self {
        Self {
            book,
            patience,
            gave_up: false,
            failed: [0; FAILED],
            line: Vec::new(),
            unanswered: false,
        }
    }

    /// A win of the player to move, if one is found: plies to it and the moves of both sides. Where the opponent has no answer at all (a forbidden
    /// cell) the way ends before the row does, with the move that cannot be answered.
    pub fn find(&mut self, memo: &Memo, player: Player) -> Option<(usize, Vec<usize>)> {
        self.line.clear();
        self.unanswered = false;
        self.wins(memo, player, LONGEST).then(|| {
            self.line.reverse();
            // After such a four comes any move, then the row.
            let plies = self.line.len() + if self.unanswered { 2 } else { 0 };
            (plies, std::mem::take(&mut self.line))
        })
    }

    fn wins(&mut self, memo: &Memo, player: Player, left: u32) -> bool {
        let (own, other) = (&memo.threats[player.index()], &memo.threats[(!player).index()]);
        if let Some(cell) = own.fives.first() {
            self.line.push(cell);
            return true;
        }
        if own.fours.is_empty() || left == 0 {
            return false;
        }
        let mut cells = own.fours;
        // A four of the opponent's leaves one move, which must be a four itself.
        if let Some(cell) = other.fives.first() {
            if other.fives.count() > 1 || !own.fours.has(cell) {
                return false;
            }
            cells = damier_games::morpion::cells::Cells::NONE.with(cell);
        }
        let slot = memo.key as usize % FAILED;
        if self.failed[slot] == memo.key {
            return false;
        }
        let mut tries = [(0, 0); WIDEST];
        let mut count = 0;
        for cell in cells.iter().take(WIDEST) {
            let prospect = memo.prospect(player, cell);
            let straight = i32::from(own.straights.has(cell));
            let promise = prospect.urge()
                + 1000 * (straight + i32::from(prospect.makes_two_fours()))
                + memo.prospect(!player, cell).urge() / 4;
            tries[count] = (-promise, cell);
            count += 1;
        }
        tries[..count].sort_unstable();
        for &(_, cell) in &tries[..count] {
            if self.gave_up {
                return false;
            }
            if self.four_wins(memo, player, cell, left) {
                self.line.push(cell);
                return true;
            }
        }
        if !self.gave_up {
            self.failed[slot] = memo.key;
        }
        false
    }

    /// Whether this four wins; then the moves after it are in the line.
    fn four_wins(&mut self, memo: &Memo, player: Player, cell: usize, left: u32) -> bool {
        if !self.book.allows(memo, player, cell) {
            return false;
        }
        if !self.patience.take() {
            self.gave_up = true;
            return false;
        }
        let mut next = memo.clone();
        next.mark_unjudged(self.book, player, cell);
        let mut fives = next.threats[player.index()].fives.iter();
        let (Some(answer), another) = (fives.next(), fives.next()) else { return false };
        if let Some(another) = another {
            self.line.extend([another, answer]);
            return true;
        }
        if !self.book.allows(&next, !player, answer) {
            self.unanswered = true;
            return true;
        }
        next.mark_unjudged(self.book, !player, answer);
        if self.wins(&next, player, left - 1) {
            self.line.push(answer);
            return true;
        }
        false
    }
}
