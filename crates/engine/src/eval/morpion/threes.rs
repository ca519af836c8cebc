//! Wins by threes and fours: every move threatens a row, so that the opponent has but a few answers, and all of them are tried. What is
//! found is proven; what is not found may still be there.

use super::{
    fours::Fours,
    memo::{Book, LAYOUT, Memo, Threats},
};
use crate::brain::Patience;
use damier_games::{Player, morpion::cells::Cells};

/// A search for a win by threes and fours.
pub struct Threes<'a, 'b, 'p> {
    book: &'a Book<'a>,
    attacker: Player,
    patience: &'p mut Patience<'b>,
    /// Keys of positions from which no way was found, each with the moves of the attacker that it might have taken.
    failed: Vec<(u64, usize)>,
    /// The answer that did best against a move on each cell.
    best_answer: Vec<Option<usize>>,
    /// Whether a way with more moves might win.
    cut: bool,
}

const FAILED: usize = 1 << 12;
/// Moves of the attacker in one way at the most, before fours alone win.
const LONGEST: usize = 8;
/// Moves that are tried in one position at the most.
const WIDEST: usize = 8;
/// What is spent on fours alone in one position at the most: longer ways of fours are found move by move.
const FOURS: u32 = 6;

/// A way to win: plies to its end if the opponent holds out as long as he can, and the moves of both sides.
type Way = (usize, Vec<usize>);

impl<'a, 'b, 'p> Threes<'a, 'b, 'p> {
    /// A search for `attacker`, who is to move, as long as there is patience.
    pub fn new(book: &'a Book<'a>, attacker: Player, patience: &'p mut Patience<'b>) -> Self {
        let (failed, best_answer) = (vec![(0, 0); FAILED], vec![None; LAYOUT]);
        Self { book, attacker, patience, failed, best_answer, cut: false }
    }

    /// A win, if one is found; ways with few moves are looked for first.
    pub fn find(&mut self, memo: &Memo) -> Option<Way> {
        // Whose threes may be forbidden cannot count on them.
        if self.book.game.restrains(self.attacker) {
            return None;
        }
        for longest in (2..=LONGEST).step_by(2) {
            self.cut = false;
            let found = self.attack(memo, longest);
            if found.is_some() || !self.cut || self.patience.is_over() {
                return found;
            }
        }
        None
    }

    /// How the attacker wins, who is to move, with so many moves before fours alone must win.
    fn attack(&mut self, memo: &Memo, left: usize) -> Option<Way> {
        let slot = memo.key as usize % FAILED;
        let (key, looked_for) = self.failed[slot];
        if key == memo.key && looked_for >= left {
            self.cut = true;
            return None;
        }
        if key != memo.key {
            let mut part = self.patience.part(FOURS);
            let found = Fours::new(self.book, &mut part).find(memo, self.attacker);
            self.patience.take_as(&part);
            if found.is_some() {
                return found;
            }
        }
        let moves = self.threatening(memo);
        if left == 0 {
            self.cut |= !moves.is_empty();
        } else {
            for cell in moves {
                if let Some((plies, mut line)) = self.threat_wins(memo, cell, left) {
                    line.insert(0, cell);
                    return Some((plies + 1, line));
                }
                if self.patience.is_over() {
                    return None;
                }
            }
        }
        self.failed[slot] = (memo.key, left);
        None
    }

    /// The moves by which the attacker threatens a row and meets what the opponent threatens, the most promising first.
    fn threatening(&self, memo: &Memo) -> Vec<usize> {
        let (own, other) = (self.threats(memo), &memo.threats[(!self.attacker).index()]);
        let cells = if let Some(cell) = other.fives.first() {
            if other.fives.count() > 1 { Cells::NONE } else { Cells::NONE.with(cell) }
        } else if other.straights.is_empty() {
            own.fours | own.threes
        } else {
            own.fours | (own.threes & other.fours)
        };
        let mut moves = self.ranked(memo, cells, self.attacker);
        moves.truncate(WIDEST);
        moves
    }

    fn threats<'m>(&self, memo: &'m Memo) -> &'m Threats {
        &memo.threats[self.attacker.index()]
    }

    fn ranked(&self, memo: &Memo, cells: Cells, player: Player) -> Vec<usize> {
        let mut ranked: Vec<(i32, usize)> = cells
            .iter()
            .filter(|&cell| self.book.allows(memo, player, cell))
            .map(|cell| (-super::urge(memo, player, cell), cell))
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }

    /// How it goes on to a win after a move of the attacker, whatever is answered.
    fn threat_wins(&mut self, memo: &Memo, cell: usize, left: usize) -> Option<Way> {
        let next = self.after(memo, self.attacker, cell)?;
        let mut longest: Option<Way> = None;
        for answer in self.answers(&next, cell) {
            let after = self.after(&next, !self.attacker, answer)?;
            let Some((plies, mut line)) = self.attack(&after, left - 1) else {
                self.best_answer[cell] = Some(answer);
                return None;
            };
            if longest.as_ref().is_none_or(|&(most, _)| plies + 1 > most) {
                line.insert(0, answer);
                longest = Some((plies + 1, line));
            }
        }
        longest
    }

    /// All that may be answered to a move; nothing if it threatens nothing.
    fn answers(&self, memo: &Memo, cell: usize) -> Vec<usize> {
        let (own, other) = (self.threats(memo), &memo.threats[(!self.attacker).index()]);
        if let Some(answer) = own.fives.first() {
            // There is no other, or fours alone would have won.
            return vec![answer];
        }
        if own.straights.is_empty() || !other.fives.is_empty() {
            return Vec::new();
        }
        // A straight four is taken away on a cell of its row, where the attacker would have a four; or by an own four.
        let mut answers = self.ranked(memo, own.fours | other.fours, !self.attacker);
        let best = |&answer: &usize| Some(answer) == self.best_answer[cell];
        if let Some(n) = answers.iter().position(best) {
            answers[..=n].rotate_right(1);
        }
        answers
    }

    /// The position after a move, while there is patience.
    fn after(&mut self, memo: &Memo, player: Player, cell: usize) -> Option<Memo> {
        self.patience.take().then(|| {
            let mut next = memo.clone();
            next.mark_unjudged(self.book, player, cell);
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::Brain;
    use damier_games::{
        Rules,
        morpion::{Morpion, Move, Position},
        options::Options,
        table::read_position,
    };

    /// From games that the engine played against itself, with the plies of the win.
    const WON: [(&str, usize); 6] = [
        ("15/15/15/8o6/7x7/3oxxx8/5x9/4xo9/3oox1o7/15/8o6/15/15/15/15 x rule=exact", 15),
        ("15/15/15/15/15/12o2/6o1o2x3/7ox1xx3/7oxx5/8xo5/7o7/15/15/15/15 x rule=exact", 17),
        (
            "11x3/10o4/9o5/8o6/6xoxo5/5oxoxxxo3/6oxxoo4/6xoox2x2/7o2xo3/4o4oox3/5x1xxox1o2/7xoox4/7x1x5/15/15 x rule=exact",
            19,
        ),
        ("15/15/15/15/8x6/8x6/6x1x6/4xo2x6/4o1x1o6/3oox9/4o10/5o9/15/15/15 o -", 21),
        ("15/15/15/15/4o2o7/8x6/7xox5/8o1x4/4o4x5/8x6/7o7/15/15/15/15 x -", 17),
        ("15/15/7x1x5/8ox5/9x5/10x4/7o1x1x3/8o1o1o2/7ooox4/15/10x4/15/15/15/15 o rule=renju", 13),
    ];

    fn opened(text: &str) -> (Morpion, Position) {
        read_position(&Options::new(), &format!("morpion {text}")).expect("a good text")
    }

    /// A win by fours, or by threes as well.
    fn proven(game: &Morpion, pos: &Position, threes: bool, most: u32) -> Option<Way> {
        let (book, turn, memo) = (Book::new(game), game.turn(pos), game.remember(pos));
        let mut patience = Patience::new(most, &|| false);
        if threes {
            return Threes::new(&book, turn, &mut patience).find(&memo);
        }
        Fours::new(&book, &mut patience).find(&memo, turn)
    }

    #[test]
    fn wins_are_found_that_fours_alone_do_not_show() {
        for (text, plies) in WON {
            let (game, pos) = opened(text);
            assert_eq!(proven(&game, &pos, false, 100_000), None, "{text}");
            let (found, line) = proven(&game, &pos, true, 400).expect("a win");
            assert_eq!(found, plies, "{text}");
            // The line is one that can be played, up to the row.
            let (mut after, mut winner) = (pos, None);
            for cell in line {
                assert_eq!(winner, None, "{text}");
                let mut legal = Vec::new();
                game.legal_moves(&after, &mut legal);
                assert!(legal.contains(&Move::at(cell)), "{text}: {cell}");
                game.play(&mut after, Move::at(cell));
                winner = after.winner();
            }
            assert_eq!(winner, Some(game.turn(&pos)), "{text}");
        }
    }

    #[test]
    fn whatever_is_answered_it_stays_won() {
        for (text, _) in WON {
            let (game, pos) = opened(text);
            let (_, line) = proven(&game, &pos, true, 400).expect("a win");
            let mut next = pos;
            game.play(&mut next, Move::at(line[0]));
            let mut answers = Vec::new();
            game.legal_moves(&next, &mut answers);
            for answer in answers {
                let mut after = next;
                game.play(&mut after, answer);
                let won = proven(&game, &after, false, 10_000).is_some()
                    || proven(&game, &after, true, 100_000).is_some();
                assert!(won, "{text}: {} {}", line[0], answer.cell());
            }
        }
    }

    #[test]
    fn nothing_is_proven_without_patience_or_where_threes_may_be_forbidden() {
        let (text, _) = WON[0];
        let (game, pos) = opened(text);
        assert_eq!(proven(&game, &pos, true, 20), None);
        let (game, pos) = opened(&text.replace("exact", "renju"));
        assert_eq!(proven(&game, &pos, true, 100_000), None);
    }
}
