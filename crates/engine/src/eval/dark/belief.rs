//! What a player believes: positions that fit all that he saw, each with a weight. With every view they are led on by all
//! moves that the opponent could have made, and those that would look otherwise are dropped; when few are left, new ones are made up.

use super::{
    exchange::exchange,
    guess::{Counts, FULL_SET, Guesser, likely_set, shuffle, take_away},
    habits::power,
    notes::{Note, Observer},
    opponent::{Choices, Opponent, SURE, leaning},
    settle::Settler,
    sight::{Sight, touched},
    takes_king,
};
use crate::{brain::MOST, random::Random};
use damier_games::{
    Rules,
    chessboard::player,
    dark::{Dark, Position, View},
};
use shakmaty::{Color, Move};
use std::collections::HashMap;

/// A position that may be the true one.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The position.
    pub pos: Position,
    /// How likely, beside the others.
    pub weight: u64,
}

/// All that is believed at one moment.
pub struct Belief {
    game: Dark,
    viewer: Color,
    random: Random,
    /// How many of the observer's notes are in it.
    read: usize,
    guesses: Vec<Guess>,
    /// Whether there can be no others.
    complete: bool,
    opponent: Opponent,
    settler: Settler,
    /// The enemies that are left, as far as the viewer knows what he took.
    counts: Counts,
}

/// The weights of all guesses together.
const WHOLE: u64 = 1 << 40;
/// A move that looks so much worse than another is as bad as any.
const POOR: i32 = 500;
/// How many guesses are led on by all moves: to weigh the moves takes time, to see whether one of them fits takes none.
const LED_ON: usize = 1_500;
/// Fewer than this do not tell what may be in the fog.
const FEW: usize = 400;
/// Of positions that are made up one in so many begins with the home squares, which takes long, and not with an earlier guess.
const ANEW: usize = 32;

impl Belief {
    /// Of somebody who knows nothing yet.
    pub fn new(observer: &Observer, seed: u64) -> Self {
        Self {
            game: observer.game().clone(),
            viewer: observer.color(),
            random: Random::new(seed),
            read: 0,
            guesses: Vec::new(),
            counts: FULL_SET,
            complete: true,
            opponent: Opponent::new(),
            settler: Settler::new(),
        }
    }

    /// Brings it up to date, with at most that many guesses. `late` tells that there is no time for all of the past, `halt` that there
    /// is none at all: then what has been found so far must do.
    pub fn catch_up(
        &mut self,
        observer: &Observer,
        most: usize,
        late: &dyn Fn() -> bool,
        halt: &dyn Fn() -> bool,
    ) {
        let notes = observer.notes();
        let views =
            |notes: &[Note]| notes.iter().filter(|note| matches!(note, Note::Seen(_))).count();
        while let Some(note) = notes.get(self.read) {
            // A long past is gone through with fewer guesses, and the last steps with all of them.
            let behind = views(&notes[self.read..]);
            let most = (most * 6 / behind.max(6)).max(most.min(64));
            self.read += 1;
            match note {
                Note::Moved(mv) => self.play(*mv),
                Note::Seen(view) => {
                    if behind > 1 && late() {
                        self.guesses.clear();
                        continue;
                    }
                    self.see(view, most, late, halt);
                }
            }
        }
    }

    /// The positions that fit.
    pub fn guesses(&self) -> &[Guess] {
        &self.guesses
    }

    fn play(&mut self, mv: Move) {
        if let Some(role) = mv.capture() {
            take_away(&mut self.counts, role);
        }
        for guess in &mut self.guesses {
            self.game.play(&mut guess.pos, mv);
        }
    }

    fn see(&mut self, view: &View, most: usize, late: &dyn Fn() -> bool, halt: &dyn Fn() -> bool) {
        if self.read == 1 {
            return self.begin(view, most, late, halt);
        }
        let waiting = self.guesses.first().is_some_and(|guess| guess.pos.side() != view.turn);
        let found = if waiting {
            self.led_on(view, late, halt)
        } else {
            let fits = |guess: &&Guess| self.looks_like(&guess.pos, view);
            self.guesses.iter().filter(fits).cloned().collect()
        };
        let before = std::mem::replace(&mut self.guesses, found);
        let weight = |guesses: &[Guess]| -> u64 { guesses.iter().map(|guess| guess.weight).sum() };
        let expected = weight(&self.guesses) * 1000 / weight(&before).max(1);
        self.thin_out(most);
        self.fill_up(view, &before, expected, most, late, halt);
    }

    /// The first view: of a game's first moves if it can be, or of some game in progress.
    fn begin(
        &mut self,
        view: &View,
        most: usize,
        late: &dyn Fn() -> bool,
        halt: &dyn Fn() -> bool,
    ) {
        let start = Guess { pos: self.game.start(), weight: WHOLE };
        if self.looks_like(&start.pos, view) {
            self.guesses = vec![start];
        } else if view.number == 1 && view.turn == Color::Black {
            self.guesses = vec![start];
            self.guesses = self.led_on(view, halt, halt);
        }
        if self.guesses.is_empty() {
            self.complete = false;
            self.counts = likely_set(view, self.viewer);
        }
        self.thin_out(most);
        self.fill_up(view, &[], 0, most, late, halt);
    }

    fn looks_like(&self, pos: &Position, view: &View) -> bool {
        pos.pieces().by_color(self.viewer) == view.pieces.by_color(self.viewer)
            && self.game.observe(pos, player(self.viewer)) == *view
    }

    /// The guesses after every move of the opponent that leads to this view.
    fn led_on(
        &mut self,
        view: &View,
        late: &dyn Fn() -> bool,
        halt: &dyn Fn() -> bool,
    ) -> Vec<Guess> {
        let sight = Sight::of(view, self.viewer);
        let (roots, least) = self.roots(&sight, halt);
        let mut found: Vec<Guess> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut moves = Vec::new();
        let mut looks: Vec<(i32, Option<Position>)> = Vec::new();
        for guess in roots {
            if halt() || (late() && !found.is_empty()) {
                self.complete = false;
                break;
            }
            // Players make moves after which they stand about as well as before, and the better the likelier.
            moves.clear();
            self.game.legal_moves(&guess.pos, &mut moves);
            let mut best = -MOST;
            let differs = sight.differs(&guess.pos);
            for &mv in &moves {
                let mut pos = guess.pos.clone();
                self.game.play(&mut pos, mv);
                let leaning = leaning(&guess.pos, mv);
                let look = leaning - self.settler.settled(&self.game, &pos, POOR + leaning - best);
                best = best.max(look);
                let mended = (differs & !touched(mv)).is_empty();
                let fits = mended && sight.fits(&pos) && self.looks_like(&pos, view);
                looks.push((look, fits.then_some(pos)));
            }
            let choices = Choices::between(looks.iter().map(|&(look, _)| look));
            let before = guess.weight.max(least);
            for (look, pos) in looks.drain(..) {
                let Some(pos) = pos else { continue };
                let chance = self.opponent.likely(&choices, look, before);
                let weight = (before * chance / SURE).max(1);
                let place = *places.entry(self.game.key(&pos)).or_insert(found.len());
                match found.get_mut(place) {
                    Some(guess) => guess.weight += weight,
                    None => found.push(Guess { pos, weight }),
                }
            }
        }
        self.opponent.learn();
        found
    }

    /// The guesses from which some move leads to what is seen, the likeliest first, should there be no time for all; where they are
    /// many some of them, each of which then weighs at least so much.
    fn roots(&mut self, sight: &Sight<'_>, halt: &dyn Fn() -> bool) -> (Vec<Guess>, u64) {
        let mut moves = Vec::new();
        let mut roots: Vec<Guess> = Vec::new();
        for guess in &self.guesses {
            if halt() {
                self.complete = false;
                break;
            }
            // One move changes no more than castling does.
            let differs = sight.differs(&guess.pos);
            if differs.count() > 4 {
                continue;
            }
            moves.clear();
            self.game.legal_moves(&guess.pos, &mut moves);
            let leads_here = |&mv: &Move| {
                if (differs & !touched(mv)).any() {
                    return false;
                }
                let mut pos = guess.pos.clone();
                self.game.play(&mut pos, mv);
                sight.fits(&pos)
            };
            // Who sees the king takes it, and the game would be over.
            if !moves.iter().any(|&mv| takes_king(mv)) && moves.iter().any(leads_here) {
                roots.push(guess.clone());
            }
        }
        let step = self.draw(&mut roots, LED_ON);
        shuffle(&mut roots, &mut self.random);
        roots.sort_by_key(|guess| std::cmp::Reverse(guess.weight));
        (roots, step)
    }

    /// Draws so many by weight if there are more. Each that is drawn stands for at least the weight that is returned.
    fn draw(&mut self, guesses: &mut Vec<Guess>, most: usize) -> u64 {
        if guesses.len() <= most {
            return 0;
        }
        self.complete = false;
        let total: u64 = guesses.iter().map(|guess| guess.weight).sum();
        let step = (total / most as u64).max(1);
        let mut at = self.random.next() % step;
        guesses.retain(|guess| {
            at += guess.weight;
            let drawn = at >= step;
            at %= step;
            drawn
        });
        step
    }

    /// Keeps the likely ones and some of the others, and makes the weights a whole again.
    fn thin_out(&mut self, most: usize) {
        let mut guesses = std::mem::take(&mut self.guesses);
        let least = self.draw(&mut guesses, most);
        guesses.iter_mut().for_each(|guess| guess.weight = guess.weight.max(least));
        self.guesses = guesses;
        let total: u128 = self.guesses.iter().map(|guess| u128::from(guess.weight)).sum();
        for guess in &mut self.guesses {
            let share = u128::from(guess.weight) * u128::from(WHOLE) / total.max(1);
            guess.weight = (share as u64).max(1);
        }
    }

    /// Makes up positions when too few are left to tell what may be in the fog. How much they weigh depends on how far the view was
    /// expected, in thousandths: after a surprise what was believed is not worth much. Who is late makes do with an eighth.
    fn fill_up(
        &mut self,
        view: &View,
        before: &[Guess],
        expected: u64,
        most: usize,
        late: &dyn Fn() -> bool,
        halt: &dyn Fn() -> bool,
    ) {
        // Who comes in the middle of a game has nothing else to go by.
        let enough = if before.is_empty() { most / 4 } else { (most / 4).min(FEW) }.max(8);
        if self.guesses.len() >= enough || (self.complete && !self.guesses.is_empty()) {
            return;
        }
        self.complete = false;
        let guesser = Guesser { game: &self.game, view, viewer: self.viewer, counts: self.counts };
        let share = match expected {
            50.. => WHOLE / 32,
            10.. => WHOLE / 8,
            2.. => WHOLE / 3,
            _ => WHOLE,
        };
        let weight = share / (enough - self.guesses.len()) as u64;
        let mut tries = 0;
        let mut made = Vec::new();
        while self.guesses.len() + made.len() < enough && tries < 20 * enough && !halt() {
            if late() && self.guesses.len() + made.len() >= enough / 8 {
                break;
            }
            tries += 1;
            let old = before.get(self.random.below(before.len()));
            let fitted = match old.filter(|_| tries % ANEW > 0) {
                Some(old) => guesser.fit(old.pos.pieces(), old.pos.castling(), &mut self.random),
                None => {
                    let (idea, rights) = guesser.idea(&mut self.random);
                    guesser.fit(&idea, rights, &mut self.random)
                }
            };
            made.extend(fitted.map(|pos| {
                let chance = power(-self.hanging(&pos)).min(power(0));
                Guess { weight: (weight * chance / power(0)).max(1), pos }
            }));
        }
        self.guesses.append(&mut made);
        self.thin_out(most);
    }

    /// The most that the viewer could win by a capture, which the opponent would hardly allow.
    fn hanging(&self, pos: &Position) -> i32 {
        let mut moves = Vec::new();
        let turned = if pos.side() == self.viewer { pos.clone() } else { pos.passed() };
        self.game.legal_moves(&turned, &mut moves);
        let captures = moves.into_iter().filter(|mv| mv.is_capture());
        captures.map(|mv| exchange(pos.pieces(), self.viewer, mv)).fold(0, i32::max)
    }
}
