//! Congress: how many moves a side needs until its pawns have met.

use crate::brain::{Brain, MOST, Style};
use damier_games::{
    Rules,
    congress::{Congress, Move, Position, beside, connected},
    mosaic::{
        Paths,
        pawns::{bit, squares},
    },
};

/// What a move fewer to go counts.
const MOVE: i32 = 100;
/// What it counts to be to move, which is half a move.
const TEMPO: i32 = 40;

/// The groups of a set of pawns.
fn groups(mut pawns: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let mut group = pawns & pawns.wrapping_neg();
        loop {
            let grown = (group | beside(group)) & pawns;
            if grown == group {
                break;
            }
            group = grown;
        }
        pawns &= !group;
        (group != 0).then_some(group)
    })
}

/// A way to meet, found greedily.
struct Meeting {
    /// About how many moves it takes.
    moves: i32,
    /// A finer measure of the same: how narrow the ways are.
    strain: i32,
}

/// How `own` may meet around `core`: pawn by pawn the nearest goes to a square beside those that have met already.
fn meet(game: &Congress, own: u64, enemy: u64, core: u64) -> Meeting {
    let (reach, paths) = (game.ground().reach(), game.ground().reach().paths());
    let barred = if game.captures() { 0 } else { enemy };
    let (mut met, mut left) = (core, own & !core);
    let mut meeting = Meeting { moves: 0, strain: 0 };
    while left != 0 {
        // Pawns that stand beside the others have met them.
        let joined = left & beside(met);
        if joined != 0 {
            met |= joined;
            left &= !joined;
            continue;
        }
        let seats = beside(met) & !met & !barred;
        let mut best = (Paths::FARTHEST + 2, 0, 0);
        for pawn in squares(left) {
            let next = reach.of(pawn, own | enemy) & seats & !own;
            let (moves, choice) = if next != 0 {
                (1, next)
            } else {
                // Alone on the board it might be there in one move; here somebody stands in the way.
                let moves = paths.moves(pawn, seats & !own).max(2);
                let choice = if moves > Paths::FARTHEST { 0 } else { paths.within(pawn, moves) };
                (moves, choice & seats)
            };
            if moves < best.0 {
                best = (moves, pawn, choice);
                if moves == 1 {
                    break;
                }
            }
        }
        let (moves, pawn, choice) = best;
        meeting.moves += moves as i32;
        meeting.strain += if choice.count_ones() > 1 { 0 } else { 1 };
        // It sits where most of the others are near: beside other pawns if it can, else on the first seat.
        let liked = choice & beside(left & !bit(pawn));
        let seat = if liked != 0 { liked } else { choice };
        met |= seat & seat.wrapping_neg();
        left &= !bit(pawn);
    }
    meeting
}

/// What is still before a side: about a hundred for each move.
fn distance(game: &Congress, own: u64, enemy: u64) -> i32 {
    let (mut best, mut count) = (i32::MAX, 0);
    for core in groups(own) {
        count += 1;
        let meeting = meet(game, own, enemy, core);
        let value = meeting.moves * MOVE + meeting.strain * 12 - core.count_ones() as i32 * 4;
        best = best.min(value);
    }
    if count <= 1 { 0 } else { best + count * 6 + spread(own) }
}

/// How far the pawns lie from their middle.
fn spread(own: u64) -> i32 {
    let count = own.count_ones().max(1) as i32;
    let (mut files, mut ranks) = (0, 0);
    for pawn in squares(own) {
        files += pawn as i32 % 8;
        ranks += pawn as i32 / 8;
    }
    squares(own)
        .map(|pawn| {
            (pawn as i32 % 8 * count - files).abs() + (pawn as i32 / 8 * count - ranks).abs()
        })
        .sum::<i32>()
        / count
        * 3
}

/// Whether `own` would be one group after some single move.
fn one_move_away(game: &Congress, own: u64, enemy: u64) -> bool {
    let reach = game.ground().reach();
    let barred = if game.captures() { own } else { own | enemy };
    // One pawn touches no more than four groups, and it may be one of them itself.
    if groups(own).nth(5).is_some() {
        return false;
    }
    squares(own).any(|pawn| {
        let rest = own & !bit(pawn);
        let mut seats = !0;
        for group in groups(rest) {
            seats &= beside(group);
        }
        seats &= !barred;
        seats != 0 && reach.of(pawn, own | enemy) & seats != 0
    })
}

impl Brain for Congress {
    type Memo = ();

    const STYLE: Style = Style {
        slots: 4096,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 120,
        reductions: true,
    };

    fn remember(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> i32 {
        let turn = self.turn(pos);
        let (own, enemy) = (pos.pawns(turn), pos.pawns(!turn));
        let value = distance(self, enemy, own) - distance(self, own, enemy) + TEMPO;
        value.clamp(-MOST, MOST)
    }

    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        let own = pos.pawns(self.turn(pos));
        connected(own & !bit(mv.from()) | bit(mv.to())).then_some(MOST)
    }

    fn forcing(&self, pos: &Position, (): &(), out: &mut Vec<Move>) {
        let turn = self.turn(pos);
        if one_move_away(self, pos.pawns(turn), pos.pawns(!turn)) {
            let start = out.len();
            self.legal_moves(pos, out);
            let winning = out[start..].iter().copied().find(|&mv| self.gain(pos, mv).is_some());
            out.truncate(start);
            out.extend(winning);
        }
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.from() * 64 + mv.to()
    }

    fn threatened(&self, pos: &Position) -> bool {
        let turn = self.turn(pos);
        one_move_away(self, pos.pawns(!turn), pos.pawns(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::Player;

    #[test]
    fn groups_are_found() {
        let set = |squares: &[usize]| squares.iter().fold(0, |all, &square| all | bit(square));
        assert_eq!(groups(0).count(), 0);
        assert_eq!(groups(set(&[0, 1, 9, 63])).count(), 2);
        let start = Congress::default().start();
        assert_eq!(groups(start.pawns(Player::One)).count(), 8);
    }
}
