//! Alquerque: men, room to move, and jumps that hang in the air.

use crate::brain::{Brain, Style};
use damier_games::{
    Player, Rules,
    alquerque::{
        Alquerque, Move, Position,
        points::{ALL, DIRECTIONS, NEIGHBOURS, bit, points_of},
    },
};

/// What a man counts while all are there.
const MAN: i32 = 100;
/// What each point counts that a man may step to.
const ROOM: i32 = 3;
/// What is taken off for each man that could be jumped if nothing changed: of the side to move, and of the other, whose men may be
/// jumped at once.
const HANGING: [i32; 2] = [12, 30];
/// What it costs to stand still when there is a jump and the man that moves is lost for it.
const HUFF: i32 = 60;
/// What it counts to be to move.
const TEMPO: i32 = 5;
/// Points at the edge, where a man is jumped along the edge only.
const EDGE: u32 = 0b11111_10001_10001_10001_11111;

/// The men of `own` that men of `enemy` could jump.
fn hanging(own: u32, enemy: u32, empty: u32) -> u32 {
    DIRECTIONS.iter().fold(0, |all, direction| {
        let jumpers = direction.jumpers(enemy, own, empty);
        points_of(jumpers).fold(all, |all, jumper| all | bit(direction.next(jumper)))
    })
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
    type Memo = ();

    const STYLE: Style = Style {
        slots: 625,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 60,
        reductions: true,
    };

    fn remember(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> i32 {
        let turn = self.turn(pos);
        let (own, other) = (pos.men(turn), pos.men(!turn));
        let empty = ALL & !(own | other);
        let worth = |player: Player| {
            let men = pos.men(player);
            let room: u32 =
                points_of(men).map(|man| (self.reach(player, man) & empty).count_ones()).sum();
            men.count_ones() as i32 * MAN
                + room as i32 * ROOM
                + (men & EDGE).count_ones() as i32 * 2
        };
        let mut value = worth(turn) - worth(!turn);
        value -= hanging(own, other, empty).count_ones() as i32 * HANGING[0];
        let prey = hanging(other, own, empty).count_ones() as i32;
        value += prey * HANGING[1];
        if prey > 0 && self.punishes() {
            value -= HUFF;
        }
        // The more men are gone, the more a man counts.
        let men = (own | other).count_ones();
        value = value * 24 / men.max(4) as i32;
        if men <= 10 {
            let ahead = own.count_ones() as i32 - other.count_ones() as i32;
            value += match ahead {
                1.. => hunt(own, other, empty),
                0 => 0,
                _ => -hunt(other, own, empty),
            };
        }
        value + TEMPO
    }

    fn gain(&self, _: &Position, mv: Move) -> Option<i32> {
        (mv.jumps() > 0).then(|| mv.jumps() as i32 * MAN)
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.from() * 25 + mv.to()
    }

    fn compulsory(&self) -> bool {
        self.must_jump()
    }
}
