//! Endings of few men, worked out to the end. Only where steps go in every direction, so that a position is the same however the board is
//! turned and whoever is to move.

use super::{
    sets::{SIDE, Sets},
    work::Work,
};
use crate::brain::{Ending, Lore};
use damier_games::{
    Rules,
    alquerque::{Alquerque, Position},
};

/// What is worked out: 0 is drawn, and else one more than the plies to the end, which are odd for who wins.
pub type Worth = u8;

pub const DRAWN: Worth = 0;

fn ending(worth: Worth) -> Ending {
    match usize::from(worth) {
        0 => Ending::Drawn,
        more if more % 2 == 0 => Ending::Won(more - 1),
        more => Ending::Lost(more - 1),
    }
}

/// All endings of a rulebook.
pub struct Endings {
    pub sets: Sets,
    /// By the men of the player to move and of the other one, from one on.
    tables: [[Vec<Worth>; SIDE]; SIDE],
}

impl Endings {
    /// Works them out, which takes about half a second. `None` where the rules tell the sides apart.
    pub fn of(game: &Alquerque) -> Option<Self> {
        if !game.steps_back() {
            return None;
        }
        let mut endings = Self { sets: Sets::new(), tables: Default::default() };
        for men in 2..=2 * SIDE {
            for more in men.div_ceil(2)..=SIDE.min(men - 1) {
                let fewer = men - more;
                let [first, second] = Work::new(&endings, game, [more, fewer]).finish();
                endings.tables[more - 1][fewer - 1] = first;
                if more != fewer {
                    endings.tables[fewer - 1][more - 1] = second;
                }
            }
        }
        Some(endings)
    }

    /// How a position goes on in which men were lost just now, perhaps the last one.
    pub fn after_loss(&self, own: u32, other: u32) -> Ending {
        match (own, other) {
            (0, _) => Ending::Lost(0),
            (_, 0) => Ending::Won(0),
            _ => ending(self.worth(own, other)),
        }
    }

    fn worth(&self, own: u32, other: u32) -> Worth {
        let [men, others] = [own, other].map(|set| set.count_ones() as usize);
        self.tables[men - 1][others - 1][self.sets.index(own, other)]
    }
}

impl Lore<Alquerque> for Endings {
    fn ending(&self, game: &Alquerque, pos: &Position) -> Option<Ending> {
        let turn = game.turn(pos);
        let (own, other) = (pos.men(turn), pos.men(!turn));
        let few = |set: u32| (1..=SIDE).contains(&(set.count_ones() as usize));
        if !few(own) || !few(other) {
            return None;
        }
        match ending(self.worth(own, other)) {
            // It may be over before, without progress.
            Ending::Won(plies) | Ending::Lost(plies) if game.plies_left(pos) < plies as u32 => None,
            certain => Some(certain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{
        Player,
        alquerque::points::ALL,
        options::{Options, parse_pairs},
        table::{Played, read_position},
    };
    use std::collections::HashMap;

    fn rules(pairs: &[&str]) -> Alquerque {
        let options = parse_pairs(pairs.iter().copied()).expect("good pairs");
        Played::<Alquerque>::open(&options, None).expect("good options").game().endless()
    }

    /// How all positions of up to three men end, by going through all of them again and again: after so many rounds it is known which
    /// ones end within so many plies.
    fn again_and_again(game: &Alquerque) -> HashMap<(u32, u32), Ending> {
        let sets =
            |most: u32| (1..=ALL).filter(move |set: &u32| (1..=most).contains(&set.count_ones()));
        let small: Vec<u32> = sets(2).collect();
        let all: Vec<(u32, u32)> = small
            .iter()
            .flat_map(|&own| small.iter().map(move |&other| (own, other)))
            .filter(|(own, other)| own & other == 0 && (own | other).count_ones() <= 3)
            .collect();
        let mut known: HashMap<(u32, u32), Ending> = HashMap::new();
        for plies in 0.. {
            let mut found = Vec::new();
            for &(own, other) in all.iter().filter(|pair| !known.contains_key(pair)) {
                let pos = Position::of([own, other], Player::One);
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                let ends: Vec<Option<Ending>> = moves
                    .into_iter()
                    .map(|mv| {
                        let mut next = pos;
                        game.play(&mut next, mv);
                        match (next.men(Player::Two), next.men(Player::One)) {
                            (0, _) => (plies > 0).then_some(Ending::Lost(0)),
                            (_, 0) => (plies > 0).then_some(Ending::Won(0)),
                            next => known.get(&next).copied(),
                        }
                    })
                    .collect();
                let wins = |end: &Option<Ending>| matches!(end, Some(Ending::Lost(_)));
                let loses = |end: &Option<Ending>| matches!(end, Some(Ending::Won(_)));
                if ends.iter().any(wins) {
                    found.push(((own, other), Ending::Won(plies)));
                } else if ends.iter().all(loses) {
                    found.push(((own, other), Ending::Lost(plies)));
                }
            }
            if found.is_empty() && plies > 1 {
                break;
            }
            known.extend(found);
        }
        all.iter().for_each(|&pair| {
            known.entry(pair).or_insert(Ending::Drawn);
        });
        known
    }

    #[test]
    fn endings_are_those_that_trying_everything_finds() {
        for pairs in [&[][..], &["capture=strict", "chain=may"], &["capture=free", "chain=single"]]
        {
            let game = rules(pairs);
            let endings = Endings::of(&game).expect("steps go everywhere");
            for ((own, other), end) in again_and_again(&game) {
                let pos = Position::of([other, own], Player::Two);
                assert_eq!(endings.ending(&game, &pos), Some(end), "{pos:?}, {pairs:?}");
            }
        }
    }

    #[test]
    fn what_would_be_a_draw_before_it_is_won_is_not_called_won() {
        let read = |clock: u32| {
            let text = format!("alquerque 4b/5/5/5/ww3 w {clock} 60 -");
            read_position::<Alquerque>(&Options::new(), &text).expect("a good text")
        };
        let (game, early) = read(0);
        let endings = Endings::of(&game).expect("steps go everywhere");
        let Some(Ending::Won(plies)) = endings.ending(&game, &early) else { panic!("two men win") };
        let (_, late) = read(51 - plies as u32);
        assert_eq!(endings.ending(&game, &late), None);
    }
}
