//! Chance from a seed.

use damier_games::{
    GameKey, Player,
    mosaic::Colour,
    options::{Kind, Options},
};

/// SplitMix64.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut roll = self.0;
        roll = (roll ^ (roll >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        roll = (roll ^ (roll >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((roll ^ (roll >> 31)) % limit as u64) as usize
    }

    pub(crate) fn one_in(&mut self, limit: usize) -> bool {
        self.below(limit) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    pub(crate) fn player(&mut self) -> Player {
        *self.pick(&Player::BOTH)
    }

    /// Quadrants of the stock, and sometimes own ones.
    pub(crate) fn quadrants(&mut self, count: usize) -> Vec<String> {
        let one = |dice: &mut Self| {
            let turn = 90 * dice.below(4);
            if dice.one_in(8) {
                let row = |dice: &mut Self| -> String {
                    (0..4).map(|_| dice.pick(&Colour::ALL).letter()).collect()
                };
                let rows: Vec<_> = (0..4).map(|_| row(dice)).collect();
                format!("{}:{turn}", rows.join("/"))
            } else {
                format!("{}:{turn}", 1 + dice.below(10))
            }
        };
        (0..count).map(|_| one(self)).collect()
    }

    /// Some options of a game, whether or not they fit together.
    pub(crate) fn options(&mut self, game: GameKey) -> Options {
        let mut chosen = Options::new();
        for field in game.info().options {
            if !self.one_in(3) {
                continue;
            }
            let value = match field.kind {
                Kind::Choice(choices) => self.pick(choices).value.into(),
                Kind::Switch => (*self.pick(&["no", "yes"])).into(),
                Kind::Number { min, max, .. } => {
                    (min + self.below((max - min + 1) as usize) as u32).to_string()
                }
                Kind::Mosaic => (0..4)
                    .map(|_| format!("{}:{}", 1 + self.below(10), 90 * self.below(4)))
                    .collect::<Vec<_>>()
                    .join(" "),
            };
            chosen.insert(field.key.into(), value);
        }
        chosen
    }
}
