//! How an opponent plays, as far as it is known: the better a move looks the likelier it is. How much likelier is learnt in the game.

use crate::eval::chessmen::checks;
use damier_games::dark::Position;
use shakmaty::{Move, Role};

/// How opponents play: by how many points a move must look worse to be half as likely. Some see what is best, others do not see enough.
const WAYS: [i32; 3] = [8, 32, 220];
/// How many of them play so as far as is known, in thousandths.
const USUAL: [u64; 3] = [400, 500, 100];
/// The least share of each, in thousandths: opponents change.
const LEAST: u64 = 100;
/// How much one move can tell for one of them against another.
const SURPRISE: u128 = 4;
/// What the likelihood of one move among others is measured in.
pub const SURE: u64 = 1 << 16;

/// Somebody whose moves are guessed.
pub struct Opponent {
    /// The shares of `WAYS`, in thousandths.
    ways: [u64; WAYS.len()],
    /// How well each of them explains what is seen now.
    signs: [u128; WAYS.len()],
}

/// The moves in one position, by how they look.
pub struct Choices {
    best: i32,
    /// What the likelihoods of all of them add up to, for each of `WAYS`.
    all: [u64; WAYS.len()],
}

/// By how much more opponents like a move than it looks, in hundredths of a pawn: to attack a king that may not know of it is worth
/// much, kings castle, and pawns and knights go rather than queens. Measured on 3,173 moves of a player who sees all.
pub fn leaning(pos: &Position, mv: Move) -> i32 {
    let attack = if checks(pos.pieces(), pos.side(), mv) { 132 } else { 0 };
    let taste = match mv.role() {
        _ if mv.is_castle() => 54,
        Role::Pawn | Role::Knight => 24,
        Role::Bishop | Role::Rook => 0,
        Role::Queen => -20,
        Role::King => -16,
    };
    attack + taste
}

impl Choices {
    /// Between moves that look like this.
    pub fn between(looks: impl Iterator<Item = i32> + Clone) -> Self {
        let best = looks.clone().max().unwrap_or(0);
        let all = |per| looks.clone().map(|look| halved(best - look, per)).sum::<u64>().max(1);
        Self { best, all: WAYS.map(all) }
    }
}

impl Opponent {
    /// Of whom nothing is known.
    pub const fn new() -> Self {
        Self { ways: USUAL, signs: [0; WAYS.len()] }
    }

    /// How likely a move is, out of `SURE`, that looks like this and would show what is seen. What is likely to lead there, with that weight, tells of
    /// the opponent.
    pub fn likely(&mut self, choices: &Choices, look: i32, weight: u64) -> u64 {
        let mut chance = 0;
        for (n, per) in WAYS.into_iter().enumerate() {
            let likely = halved(choices.best - look, per) * SURE / choices.all[n];
            self.signs[n] += u128::from(weight) * u128::from(likely);
            chance += likely * self.ways[n] / 1000;
        }
        chance
    }

    /// Learns from how well each way to play explains what is seen, by a step at a time: if nothing explains it, what was believed was
    /// wrong.
    pub fn learn(&mut self) {
        let signs = std::mem::take(&mut self.signs);
        let best = signs.into_iter().max().unwrap_or(0);
        let shares = signs.map(|sign| sign.max(best / SURPRISE).max(1));
        let weighed = |(share, way): (u128, &u64)| share * u128::from(*way);
        let total: u128 = shares.into_iter().zip(&self.ways).map(weighed).sum();
        for (way, share) in self.ways.iter_mut().zip(shares) {
            *way = ((share * u128::from(*way) * 1000 / total.max(1)) as u64).max(LEAST);
        }
        let total: u64 = self.ways.iter().sum();
        self.ways.iter_mut().for_each(|way| *way = *way * 1000 / total);
    }
}

/// A chance that halves with every `per` points, from `SURE` on.
fn halved(points: i32, per: i32) -> u64 {
    let points = points.clamp(0, 14 * per);
    let whole = SURE >> (points / per);
    whole - whole / 2 * (points % per) as u64 / per as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{Game, dark::Dark};

    #[test]
    fn the_better_a_move_looks_the_likelier_it_is() {
        let mut opponent = Opponent::new();
        let looks = [40, 30, -20, -500];
        let choices = Choices::between(looks.into_iter());
        let chances = looks.map(|look| opponent.likely(&choices, look, 1));
        assert!(chances.is_sorted_by(|a, b| a > b), "{chances:?}");
        assert!(chances.into_iter().sum::<u64>() <= SURE);
    }

    #[test]
    fn attacks_on_the_king_are_expected() {
        let game = Dark::default();
        let (_, pos) = game.read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
        let leaning = |text| leaning(&pos, game.read_move(&pos, text).expect("a legal move"));
        assert!(leaning("a1a8") > 100 && leaning("a1a7") == 0 && leaning("e1e2") < 0);
    }

    #[test]
    fn who_plays_what_is_best_is_thought_to_see_it() {
        let mut opponent = Opponent::new();
        let choices = Choices::between([200, 0, 0, 0, 0, 0].into_iter());
        let foreseen = |opponent: &mut Opponent| opponent.likely(&choices, 200, 1);
        let before = foreseen(&mut opponent);
        for _ in 0..10 {
            opponent.likely(&choices, 200, 1);
            opponent.learn();
        }
        assert!(foreseen(&mut opponent) > before);
    }
}
