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
/// What it counts to be to move, which is more than half a move.
const TEMPO: i32 = 60;
/// What each free square counts that a side reaches.
const ROOM: i32 = 6;
/// What each pawn in the middle counts.
const CENTRAL: i32 = 8;
/// What each group counts for a side, and each pawn of the one where it is met against it: so games have shown, perhaps because what is joined is
/// less free to go where it is needed.
const GROUP: i32 = 6;
const JOINED: i32 = 8;
/// What a pawn counts for each square that it lies away from the middle of them all, by ranks and by files.
const APART: i32 = 6;

/// How many places to meet are tried.
const CORES: usize = 3;
const MIDDLE: u64 = 0x0000_3c3c_3c3c_0000;

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

/// In about how many moves `own` may meet around `core`: pawn by pawn the nearest goes to a square beside those that have met already.
fn meet(game: &Congress, own: u64, enemy: u64, core: u64) -> i32 {
    let (reach, paths) = (game.ground().reach(), game.ground().reach().paths());
    let barred = if game.captures() { 0 } else { enemy };
    let (mut met, mut left) = (core, own & !core);
    let mut all = 0;
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
        all += moves as i32;
        // It sits where most of the others are near: beside other pawns if it can, else on the first seat.
        let liked = choice & beside(left & !bit(pawn));
        let seat = if liked != 0 { liked } else { choice };
        met |= seat & seat.wrapping_neg();
        left &= !bit(pawn);
    }
    all
}

/// What is still before a side: about a hundred for each move.
fn distance(game: &Congress, own: u64, enemy: u64) -> i32 {
    let mut cores: Vec<u64> = groups(own).collect();
    let count = cores.len() as i32;
    // People meet at the larger groups or in the middle; the rest is not worth the time.
    cores.sort_by_key(|&core| {
        std::cmp::Reverse(4 * core.count_ones() + (core & MIDDLE).count_ones())
    });
    if count <= 1 {
        return 0;
    }
    let through =
        |&core: &u64| meet(game, own, enemy, core) * MOVE + core.count_ones() as i32 * JOINED;
    let best = cores.iter().take(CORES).map(through).min().unwrap_or(0);
    best - count * GROUP + spread(own)
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
        * APART
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
        let reach = self.ground().reach();
        let place = |pawns: u64| {
            let room = reach.of_all(pawns, own | enemy) & !(own | enemy);
            room.count_ones() as i32 * ROOM + (pawns & MIDDLE).count_ones() as i32 * CENTRAL
        };
        let way = distance(self, enemy, own) - distance(self, own, enemy);
        (way + place(own) - place(enemy) + TEMPO).clamp(-MOST, MOST)
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
    use crate::eval::trial::best;
    use damier_games::{Game, Outcome, Player, options::Options, table::read_position};

    const BLUE: &str = "BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB";

    /// Plays the moves of a line and tells who has won.
    fn played(text: &str, line: &[String]) -> Option<Outcome> {
        let (game, mut pos) = read_position::<Congress>(&Options::new(), text).unwrap();
        for text in line {
            let mv = game.read_move(&pos, text).unwrap();
            game.play(&mut pos, mv);
        }
        game.outcome(&pos)
    }

    #[test]
    fn who_is_one_move_away_goes_there() {
        for side in ['r', 'b'] {
            let text = format!("congress {BLUE} rr6/8/r7/8/8/8/8/b1bb4 {side} 40 -");
            let thought = best("congress", &text, 2_000);
            assert_eq!(thought.win_in, Some(1), "{thought:?}");
            assert!(played(&text, &thought.line).is_some());
        }
    }

    #[test]
    fn a_win_in_three_plies_is_found_and_true() {
        let text = format!("congress {BLUE} rr6/8/8/r7/8/b7/8/b4b1b r 40 -");
        let thought = best("congress", &text, 20_000);
        assert_eq!(thought.win_in, Some(3), "{thought:?}");
        assert!(played(&text, &thought.line).is_some());
    }

    #[test]
    fn one_that_is_about_to_meet_is_kept_apart() {
        // Blue meets on b1 next; only a red pawn there stops it.
        let text = format!("congress {BLUE} r6r/8/8/8/8/8/r7/b1b5 r 40 -");
        let thought = best("congress", &text, 20_000);
        assert_eq!(thought.line[0], "a2b1", "{thought:?}");
    }

    #[test]
    fn one_move_away_agrees_with_trying_all_moves() {
        let mut random = crate::random::Random::new(5);
        for captures in ["-", "capture=yes"] {
            for _ in 0..3000 {
                let (mut red, mut blue) = (0_u64, 0_u64);
                let corner =
                    |random: &mut crate::random::Random| bit(random.below(4) + 8 * random.below(4));
                for _ in 0..2 + random.below(4) {
                    red |= corner(&mut random);
                    blue |= corner(&mut random);
                }
                blue &= !red;
                if blue == 0 || connected(red) || connected(blue) {
                    continue;
                }
                let rows: Vec<String> = (0..8)
                    .rev()
                    .map(|rank| row(red >> (8 * rank) & 255, blue >> (8 * rank) & 255))
                    .collect();
                let colours =
                    "YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";
                let text = format!("congress {colours} {} r 9 {captures}", rows.join("/"));
                let (game, pos) = read_position::<Congress>(&Options::new(), &text).unwrap();
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                let some = moves.iter().any(|&mv| game.gain(&pos, mv).is_some());
                assert_eq!(one_move_away(&game, red, blue), some, "{text}");
            }
        }
    }

    /// A rank as position texts write it.
    fn row(red: u64, blue: u64) -> String {
        let (mut text, mut gap) = (String::new(), 0);
        for file in 0..8 {
            let letter = if red >> file & 1 != 0 { 'r' } else { 'b' };
            if (red | blue) >> file & 1 == 0 {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            text.push(letter);
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    }

    #[test]
    fn groups_are_found() {
        let set = |squares: &[usize]| squares.iter().fold(0, |all, &square| all | bit(square));
        assert_eq!(groups(0).count(), 0);
        assert_eq!(groups(set(&[0, 1, 9, 63])).count(), 2);
        let start = Congress::default().start();
        assert_eq!(groups(start.pawns(Player::One)).count(), 8);
    }
}
