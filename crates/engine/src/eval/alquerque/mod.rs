//! Alquerque: men, room to move, and jumps that hang in the air.

mod endings;
mod sets;
mod shelf;
mod steps;
mod work;

use crate::{
    brain::{Brain, Lore, Style},
    level::Slips,
};
use damier_games::{
    Player, Rules,
    alquerque::{
        Alquerque, Move, Position,
        points::{ALL, NEIGHBOURS, bit, points_of},
    },
};
use steps::{ENOUGH, hanging, room, safe_steps};

/// What a man counts while all are there.
const MAN: i32 = 100;
/// What each point counts that a man may step to.
const ROOM: i32 = 1;
/// What is taken off for each man that could be jumped if nothing changed: of the side to move, and of the other, whose men may be
/// jumped at once.
const HANGING: [i32; 2] = [12, 34];
/// What it costs to stand still when there is a jump and the man that moves is lost for it.
const HUFF: i32 = 60;
/// What it counts to be to move.
const TEMPO: i32 = 3;
/// What it counts to have that many safe steps.
const SAFE: [i32; ENOUGH + 1] = [0, 22, 36, 46, 54, 60, 64];
/// What each man on the board counts for the player who thinks.
const KEEP: i32 = 7;
/// Points at the edge, where a man is jumped along the edge only, and what a man counts there.
const EDGE: u32 = 0b11111_10001_10001_10001_11111;
const AT_EDGE: i32 = 4;
/// The point in the middle, where a man is jumped from all sides, and what that costs.
const MIDDLE: u32 = bit(12);
const IN_MIDDLE: i32 = 8;

/// How many men more win with few men left. Where jumps can be declined for nothing, one man alone catches nobody.
fn winning_lead(game: &Alquerque) -> i32 {
    if game.punishes() || game.must_jump() { 1 } else { 2 }
}

/// What it counts to be so many men ahead with so many on the board. The more are gone, the more a man counts if it wins, and the less if
/// another is needed first.
fn lead_worth(game: &Alquerque, ahead: i32, men: i32) -> i32 {
    if ahead.abs() < winning_lead(game) {
        ahead * MAN * (2 * men - 4).max(6) / 24
    } else {
        ahead * MAN * 24 / men.max(4)
    }
}

/// How far two points lie from each other, in steps as a king makes them.
const fn apart(one: usize, other: usize) -> i32 {
    let files = (one % 5).abs_diff(other % 5);
    let ranks = (one / 5).abs_diff(other / 5);
    if files > ranks { files as i32 } else { ranks as i32 }
}

/// With few men left the stronger side must come near and take the others' room; the weaker one wants to stay away.
fn hunt(strong: u32, weak: u32, empty: u32) -> i32 {
    let distance: i32 = points_of(weak)
        .map(|prey| points_of(strong).map(|hunter| apart(hunter, prey)).sum::<i32>())
        .sum();
    let room: u32 = points_of(weak).map(|prey| (NEIGHBOURS[prey] & empty).count_ones()).sum();
    let pairs = (strong.count_ones() * weak.count_ones()).max(1) as i32;
    60 - distance * 12 / pairs - room as i32 * 3 / weak.count_ones().max(1) as i32
}

impl Brain for Alquerque {
    /// Who thinks.
    type Memo = Player;

    const STYLE: Style = Style {
        slots: 625,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 0,
        reductions: true,
    };

    fn remember(&self, pos: &Position) -> Player {
        self.turn(pos)
    }

    fn advance(&self, _: &mut Player, _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, thinker: &Player) -> i32 {
        let turn = self.turn(pos);
        let (own, other) = (pos.men(turn), pos.men(!turn));
        let empty = ALL & !(own | other);
        let place = |player: Player| {
            let men = pos.men(player);
            let room = room(self, player, men, empty) as i32;
            room * ROOM + (men & EDGE).count_ones() as i32 * AT_EDGE
                - (men & MIDDLE).count_ones() as i32 * IN_MIDDLE
        };
        let mut place = place(turn) - place(!turn);
        place -= hanging(own, other, empty).count_ones() as i32 * HANGING[0];
        let prey = hanging(other, own, empty).count_ones() as i32;
        place += prey * HANGING[1];
        if prey > 0 && self.punishes() {
            place -= HUFF;
        }
        place += SAFE[safe_steps(self, turn, own, other, empty)]
            - SAFE[safe_steps(self, !turn, other, own, empty)];
        let men = (own | other).count_ones() as i32;
        let ahead = own.count_ones() as i32 - other.count_ones() as i32;
        // The more men are gone, the less counts where they stand: a better place alone does not win.
        let mut value = lead_worth(self, ahead, men) + place * (men + 2) / 32;
        if men <= 10 {
            value += match ahead {
                1.. => hunt(own, other, empty),
                0 => 0,
                _ => -hunt(other, own, empty),
            };
        }
        // Exchanges lead to draws, which are easy to have: who thinks would rather keep his men for something better.
        value += if *thinker == turn { KEEP * men } else { -KEEP * men };
        value + TEMPO
    }

    fn hope(&self, pos: &Position) -> i32 {
        KEEP * (pos.men(Player::One) | pos.men(Player::Two)).count_ones() as i32
    }

    fn gain(&self, _: &Position, mv: Move) -> Option<i32> {
        (mv.jumps() > 0).then(|| mv.jumps() as i32 * MAN)
    }

    fn lore(&self, wait: &dyn Fn() -> bool) -> Option<&'static dyn Lore<Self>> {
        shelf::at_hand(self, wait)
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.from() * 25 + mv.to()
    }

    fn compulsory(&self) -> bool {
        self.must_jump()
    }

    /// With a man less nothing is as it was.
    fn reversible(&self, pos: &Position) -> usize {
        pos.clock() as usize
    }

    /// Even endings are drawn, and two plies are enough not to lose men: see docs/engine-trials.md.
    fn slips(&self) -> Slips {
        Slips::FREQUENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::trial::best,
        level::Level,
        mind::{Thinking, mind},
        search::Limits,
    };
    use damier_games::{
        GameKey,
        options::{Options, parse_pairs},
        table::Played,
    };
    use std::sync::atomic::AtomicBool;

    #[test]
    fn the_longest_chain_is_seen() {
        let thought = best("alquerque", "alquerque 5/3b1/5/1b3/w4 w 0 40 -", 5_000);
        assert_eq!(thought.win_in.map(i32::signum), Some(1), "{thought:?}");
        assert!(thought.line[0].starts_with("a1xc3x"), "{thought:?}");
    }

    #[test]
    fn a_man_that_must_jump_is_lured() {
        // Offering one man takes two.
        for options in ["-", "capture=strict"] {
            let text = format!("alquerque 5/2b2/5/2w2/1w1w1 w 0 40 {options}");
            let thought = best("alquerque", &text, 50_000);
            assert!(thought.value > 0, "{options}: {thought:?}");
        }
    }

    #[test]
    fn under_huff_a_jump_is_not_left_for_a_step() {
        let thought = best("alquerque", "alquerque b3b/5/2b2/2w2/w3w w 0 40 -", 20_000);
        assert!(thought.line[0].contains('x'), "{thought:?}");
    }

    #[test]
    fn exchanges_are_sought_only_where_they_win() {
        let open = |pair: &str| {
            let options = parse_pairs([pair]).expect("a pair");
            Played::<Alquerque>::open(&options, None).expect("good options").game().clone()
        };
        for (pair, wins) in [("capture=huff", 1), ("capture=strict", 1), ("capture=free", 2)] {
            let game = open(pair);
            for ahead in 1..=3 {
                let (many, few) = (lead_worth(&game, ahead, 21), lead_worth(&game, ahead, 7));
                assert_eq!(few > many, ahead >= wins, "{pair}, {ahead} ahead");
            }
        }
    }

    #[test]
    fn what_one_side_thinks_it_is_ahead_the_other_thinks_it_is_behind() {
        let mut player = mind(GameKey::Alquerque, 1);
        let mut value = |text: &str, moves: &[&str]| {
            player.forget();
            player.look(&Options::new(), Some(text), moves).expect("a good text");
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 1 };
            let best = player.think(&thinking, &AtomicBool::new(false), &mut |_| ()).swap_remove(0);
            (best.value, best.line)
        };
        for options in ["-", "capture=free,chain=single"] {
            for men in ["bbbbb/bbbbb/bb1ww/wwwww/wwwww", "1b1b1/bbb2/5/2www/1w1w1"] {
                let text = format!("alquerque {men} w 0 40 {options}");
                let (one, line) = value(&text, &[]);
                let (other, _) = value(&text, &[&line[0]]);
                // Both hope for more while they think, which made 230 together at the start.
                assert!((one + other).abs() < 60, "{text}: {one} and {other}");
            }
        }
    }

    #[test]
    fn the_last_man_is_not_left_hanging() {
        // a1-b1 or a1-b2 walks into a jump, a1-a2 does not.
        for options in ["-", "capture=strict", "capture=free", "backward=no", "chain=single"] {
            let text = format!("alquerque 5/5/2b2/5/w4 w 0 40 {options}");
            let thought = best("alquerque", &text, 20_000);
            assert_ne!(thought.line[0], "a1-b2", "{options}: {thought:?}");
        }
    }

    #[test]
    fn endings_are_known_by_heart_at_full_strength_alone() {
        let mut player = mind(GameKey::Alquerque, 1);
        let mut win_in = |text: &str, level: Level| {
            player.look(&Options::new(), Some(text), &[]).expect("a good text");
            let limits = Limits { nodes: Some(4_000), ..Limits::default() };
            let thinking = Thinking { limits, level, lines: 1, threads: 1, seed: 1 };
            player.think(&thinking, &AtomicBool::new(false), &mut |_| ())[0].win_in
        };
        // Two men catch one, but it takes long.
        let text = "alquerque 4b/5/5/5/ww3 w 0 60 -";
        assert!(win_in(text, Level::FULL).is_some_and(|plies| plies > 15));
        assert_eq!(win_in(text, Level::new(7).expect("a level")), None);
        // Where no ending is worked out there is nothing to know.
        assert_eq!(win_in(&text.replace('-', "backward=no"), Level::FULL), None);
    }

    #[test]
    fn levels_go_by_looks_now_and_then() {
        let mut player = mind(GameKey::Alquerque, 1);
        let mut at_first_sight = |level: u8| {
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let level = Level::new(level).expect("a level");
            (0..40)
                .map(|seed| Thinking { limits, level, lines: 1, threads: 1, seed })
                .map(|thinking| player.think(&thinking, &AtomicBool::new(false), &mut |_| ()))
                .filter(|thoughts| thoughts[0].depth == 1)
                .count()
        };
        let [hard, skilled, strong, full] = [3, 4, 6, 8].map(&mut at_first_sight);
        assert!(skilled > strong && strong > 0, "{skilled}, {strong}");
        assert_eq!((hard, full), (0, 0));
    }
}
