//! Alquerque: men, room to move and jumps that hang in the air.

use crate::brain::{Brain, Style};
use damier_games::{
    Player, Rules,
    alquerque::{
        Alquerque, Move, Position,
        points::{ALL, NEIGHBOURS, points_of},
    },
};

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
        let empty = ALL & !(pos.men(Player::One) | pos.men(Player::Two));
        let worth = |player: Player| {
            let men = pos.men(player);
            let room: u32 = points_of(men).map(|man| (NEIGHBOURS[man] & empty).count_ones()).sum();
            men.count_ones() as i32 * 100 + room as i32 * 3
        };
        let turn = self.turn(pos);
        // The more men are gone, the more a man counts.
        let (own, other) = (worth(turn), worth(!turn));
        (own - other) * 24
            / (pos.men(Player::One) | pos.men(Player::Two)).count_ones().max(4) as i32
            + 5
    }

    fn gain(&self, _: &Position, mv: Move) -> Option<i32> {
        (mv.jumps() > 0).then(|| mv.jumps() as i32 * 100)
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.from() * 25 + mv.to()
    }
}
