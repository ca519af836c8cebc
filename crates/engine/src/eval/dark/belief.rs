//! What a player believes: positions that fit all that he saw, each with a weight. With every view they are led on by all
//! moves that the opponent could have made, and those that would look otherwise are dropped; when few are left, new ones are made up.

use super::{
    choice::glance,
    exchange::{exchange, worth},
    guess::{Counts, FULL_SET, Guesser, likely_set, take_away},
    notes::{Note, Observer},
    takes_king,
};
use crate::random::Random;
use damier_games::{
    Rules,
    chessboard::player,
    dark::{Dark, Position, View},
};
use shakmaty::{Color, Move, Role, Square, attacks};
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
    /// The enemies that are left, as far as the viewer knows what he took.
    counts: Counts,
}

/// The weights of all guesses together.
const WHOLE: u64 = 1 << 40;
/// What a chance is measured against: that of a move that wins a knight or so.
const CHANCE_MOST: u64 = 1 << 21;
/// What the likelihood of one move among others is measured in.
const SURE: u64 = 1 << 16;

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
        }
    }

    /// Brings it up to date, with at most that many guesses. `late` tells that there is no time for all of the past, `halt` that there
    /// is none at all: then what has been found so far must do.
    pub fn catch_up(
        &mut self,
        observer: &Observer,
        most: usize,
        late: &mut dyn FnMut() -> bool,
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
                    self.see(view, most, halt);
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

    fn see(&mut self, view: &View, most: usize, halt: &dyn Fn() -> bool) {
        if self.read == 1 {
            return self.begin(view, most, halt);
        }
        let waiting = self.guesses.first().is_some_and(|guess| guess.pos.side() != view.turn);
        let found = if waiting {
            self.led_on(view, halt)
        } else {
            let fits = |guess: &&Guess| self.looks_like(&guess.pos, view);
            self.guesses.iter().filter(fits).cloned().collect()
        };
        let before = std::mem::replace(&mut self.guesses, found);
        self.thin_out(most);
        self.fill_up(view, &before, most, halt);
    }

    /// The first view: of a game's first moves if it can be, or of some game in progress.
    fn begin(&mut self, view: &View, most: usize, halt: &dyn Fn() -> bool) {
        let start = Guess { pos: self.game.start(), weight: WHOLE };
        if self.looks_like(&start.pos, view) {
            self.guesses = vec![start];
        } else if view.number == 1 && view.turn == Color::Black {
            self.guesses = vec![start];
            self.guesses = self.led_on(view, halt);
        }
        if self.guesses.is_empty() {
            self.counts = likely_set(view, self.viewer);
        }
        self.thin_out(most);
        self.fill_up(view, &[], most, halt);
    }

    fn looks_like(&self, pos: &Position, view: &View) -> bool {
        pos.pieces().by_color(self.viewer) == view.pieces.by_color(self.viewer)
            && self.game.observe(pos, player(self.viewer)) == *view
    }

    /// The guesses after every move of the opponent that leads to this view.
    fn led_on(&self, view: &View, halt: &dyn Fn() -> bool) -> Vec<Guess> {
        let mut found: Vec<Guess> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut moves = Vec::new();
        for guess in &self.guesses {
            if halt() {
                break;
            }
            moves.clear();
            self.game.legal_moves(&guess.pos, &mut moves);
            // Who sees the king takes it, and the game would be over.
            if moves.iter().any(|&mv| takes_king(mv)) {
                continue;
            }
            // Players make moves after which they stand about as well as before, and the better the likelier.
            let before = glance(&self.game, &guess.pos);
            for &mv in &moves {
                let mut pos = guess.pos.clone();
                self.game.play(&mut pos, mv);
                if !self.looks_like(&pos, view) {
                    continue;
                }
                let chance = power(-glance(&self.game, &pos) - before).min(CHANCE_MOST);
                let weight = (guess.weight * chance / CHANCE_MOST).max(1);
                let place = *places.entry(self.game.key(&pos)).or_insert(found.len());
                match found.get_mut(place) {
                    Some(guess) => guess.weight += weight,
                    None => found.push(Guess { pos, weight }),
                }
            }
        }
        found
    }

    /// Keeps the likely ones and some of the others, and makes the weights a whole again.
    fn thin_out(&mut self, most: usize) {
        let total: u64 = self.guesses.iter().map(|guess| guess.weight).sum();
        if self.guesses.len() > most {
            let step = (total / most as u64).max(1);
            let mut at = self.random.next() % step;
            self.guesses.retain_mut(|guess| {
                let before = at / step;
                at += guess.weight;
                let kept = at / step > before;
                guess.weight = guess.weight.max(step);
                kept
            });
        }
        let total: u128 = self.guesses.iter().map(|guess| u128::from(guess.weight)).sum();
        for guess in &mut self.guesses {
            let share = u128::from(guess.weight) * u128::from(WHOLE) / total.max(1);
            guess.weight = (share as u64).max(1);
        }
    }

    /// Makes up positions when too few are left to tell what may be in the fog.
    fn fill_up(&mut self, view: &View, before: &[Guess], most: usize, halt: &dyn Fn() -> bool) {
        let enough = if before.is_empty() { most / 2 } else { most / 4 }.max(8);
        // A few that are certain are better than many that are made up.
        let exact = before.len() < enough && !self.guesses.is_empty() && !before.is_empty();
        if self.guesses.len() >= enough || exact || self.knows_all() {
            return;
        }
        let guesser = Guesser { game: &self.game, view, viewer: self.viewer, counts: self.counts };
        let weight = match self.guesses.len() as u64 {
            0 => WHOLE / enough as u64,
            some => WHOLE / some / 4,
        };
        let mut tries = 0;
        let mut made = Vec::new();
        while self.guesses.len() + made.len() < enough && tries < 20 * enough && !halt() {
            tries += 1;
            let old = before.get(self.random.below(before.len()));
            let fitted = match old.filter(|_| tries % 8 > 0) {
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

    /// Whether the few guesses are all that there can be, as at the beginning of a game.
    fn knows_all(&self) -> bool {
        self.read <= 4 && !self.guesses.is_empty() && self.counts == FULL_SET
    }
}

/// How likely each move is to be played, out of `SURE` in all.
fn likelihoods(pos: &Position, moves: &[Move]) -> Vec<u64> {
    let raw: Vec<u64> = moves.iter().map(|&mv| power(promise(pos, mv))).collect();
    let total: u64 = raw.iter().sum::<u64>().max(1);
    raw.into_iter().map(|chance| (chance * SURE / total).max(1)).collect()
}

/// One of the moves, the likelier the more it promises.
pub fn likely<'a>(pos: &Position, moves: &'a [Move], random: &mut Random) -> Option<&'a Move> {
    let chances = likelihoods(pos, moves);
    let total: u64 = chances.iter().sum();
    let mut at = random.next() % total.max(1);
    moves.iter().zip(chances).find_map(|(mv, chance)| match at.checked_sub(chance) {
        Some(rest) => {
            at = rest;
            None
        }
        None => Some(mv),
    })
}

/// Twice as likely for every 64 points.
fn power(points: i32) -> u64 {
    let points = (points.clamp(-600, 900) + 640) as u64;
    let whole = 1_u64 << (points / 64);
    (whole << 6) + whole * (points % 64)
}

/// How good a move seems to the one who plays it, at first sight.
fn promise(pos: &Position, mv: Move) -> i32 {
    let color = pos.side();
    let stakes = exchange(pos.pieces(), color, mv).max(-400);
    if mv.is_capture() {
        return stakes;
    }
    let Some(from) = mv.from() else { return 0 };
    let place = match mv {
        Move::Castle { .. } => 60,
        Move::Normal { role: Role::King, .. } => -40,
        Move::Normal { role: Role::Pawn, to, .. } => 20 + middle(to) * 4,
        Move::Normal { to, .. } => (middle(to) - middle(from)) * 8 + home(from, color),
        _ => 0,
    };
    // Whoever is attacked by something cheaper goes away.
    let pieces = pos.pieces();
    let attackers = pieces.attacks_to(from, !color, pieces.occupied());
    let own = worth(mv.role());
    let cheaper =
        attackers.into_iter().any(|at| pieces.role_at(at).is_some_and(|role| worth(role) < own));
    stakes + place + threat(pos, mv) + if cheaper { 120 } else { 0 }
}

/// What a piece that has moved attacks from its new square. Whoever finds the king goes for it.
fn threat(pos: &Position, mv: Move) -> i32 {
    let (pieces, color) = (pos.pieces(), pos.side());
    let Move::Normal { role, from, to, promotion, .. } = mv else { return 0 };
    let mut occupied = pieces.occupied();
    occupied.discard(from);
    let piece = promotion.unwrap_or(role).of(color);
    let hit = attacks::attacks(to, piece, occupied) & pieces.by_color(!color);
    let best = hit.into_iter().filter_map(|at| pieces.role_at(at)).max();
    match best {
        Some(Role::King) => 200,
        Some(prey) if worth(prey) > worth(role) => 60,
        _ => 0,
    }
}

/// A piece that has not moved yet is the likeliest to move.
fn home(from: Square, color: Color) -> i32 {
    if from.rank() == color.backrank() { 25 } else { 0 }
}

/// 3 in the middle of the board, 0 at its edge.
fn middle(square: Square) -> i32 {
    let off = |n: u32| (n.min(7 - n)) as i32;
    off(u32::from(square.file())).min(off(u32::from(square.rank())))
}
