//! What a player believes: positions that fit all that he saw, each with a weight. With every view they are led on by all
//! moves that the opponent could have made, and those that would look otherwise are dropped; when few are left, new ones are made up.

use super::{
    exchange::{exchange, worth},
    glance::settled,
    guess::{Counts, FULL_SET, Guesser, likely_set, shuffle, take_away},
    notes::{Note, Observer},
    sight::Sight,
    takes_king,
};
use crate::{
    brain::{Brain, MOST, WIN},
    random::Random,
};
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
    /// How the opponent seems to play: the shares of `WAYS`, in thousandths.
    ways: [u64; WAYS.len()],
    /// The enemies that are left, as far as the viewer knows what he took.
    counts: Counts,
}

/// The weights of all guesses together.
const WHOLE: u64 = 1 << 40;
/// How opponents play: by how many points a move must look worse to be half as likely. Some see what is best, others do not see enough.
const WAYS: [i32; 3] = [18, 36, 100];
/// The least share of each, in thousandths: opponents change.
const LEAST: u64 = 100;
/// How much one move can tell for one of them against another.
const SURPRISE: u128 = 4;
/// How many plies of captures the opponent is thought to see.
const PLAYED_OUT: u32 = 3;
/// A move that looks so much worse than another is as bad as any.
const POOR: i32 = 500;
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
            ways: [1000 / WAYS.len() as u64; WAYS.len()],
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
            return self.begin(view, most, halt);
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
        self.fill_up(view, &before, expected, most, halt);
    }

    /// The first view: of a game's first moves if it can be, or of some game in progress.
    fn begin(&mut self, view: &View, most: usize, halt: &dyn Fn() -> bool) {
        let start = Guess { pos: self.game.start(), weight: WHOLE };
        if self.looks_like(&start.pos, view) {
            self.guesses = vec![start];
        } else if view.number == 1 && view.turn == Color::Black {
            self.guesses = vec![start];
            self.guesses = self.led_on(view, halt, halt);
        }
        if self.guesses.is_empty() {
            self.counts = likely_set(view, self.viewer);
        }
        self.thin_out(most);
        self.fill_up(view, &[], 0, most, halt);
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
        // The likeliest first, should there be no time for all.
        shuffle(&mut self.guesses, &mut self.random);
        self.guesses.sort_by_key(|guess| std::cmp::Reverse(guess.weight));
        let mut found: Vec<Guess> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut moves = Vec::new();
        let mut looks: Vec<(i32, Option<Position>)> = Vec::new();
        // How well each way to play explains what is seen.
        let mut signs = [0; WAYS.len()];
        let sight = Sight::of(view, self.viewer);
        for guess in &self.guesses {
            if halt() || (late() && !found.is_empty()) {
                break;
            }
            moves.clear();
            self.game.legal_moves(&guess.pos, &mut moves);
            // Who sees the king takes it, and the game would be over.
            if moves.iter().any(|&mv| takes_king(mv)) {
                continue;
            }
            // Players make moves after which they stand about as well as before, and the better the likelier.
            looks.clear();
            let mut best = -MOST;
            let standing = self.game.remember(&guess.pos);
            for &mv in &moves {
                let mut pos = guess.pos.clone();
                self.game.play(&mut pos, mv);
                let mut pawns = standing;
                pawns.advance(mv, pos.pieces());
                let look = -settled(&self.game, &pos, &pawns, -WIN, POOR - best, PLAYED_OUT);
                best = best.max(look);
                let fits = sight.fits(&pos) && self.looks_like(&pos, view);
                looks.push((look, fits.then_some(pos)));
            }
            let all = WAYS.map(|per| {
                looks.iter().map(|(look, _)| halved(best - look, per)).sum::<u64>().max(1)
            });
            for (look, pos) in looks.drain(..) {
                let Some(pos) = pos else { continue };
                let mut chance = 0;
                for (n, per) in WAYS.into_iter().enumerate() {
                    let likely = halved(best - look, per) * SURE / all[n];
                    signs[n] += u128::from(guess.weight * likely);
                    chance += likely * self.ways[n] / 1000;
                }
                let weight = (guess.weight * chance / SURE).max(1);
                let place = *places.entry(self.game.key(&pos)).or_insert(found.len());
                match found.get_mut(place) {
                    Some(guess) => guess.weight += weight,
                    None => found.push(Guess { pos, weight }),
                }
            }
        }
        self.learn_way(signs);
        found
    }

    /// Learns from how well each way to play explains what is seen, by a step at a time: if nothing explains it, what was believed was
    /// wrong.
    fn learn_way(&mut self, signs: [u128; WAYS.len()]) {
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

    /// Makes up positions when too few are left to tell what may be in the fog. How much they weigh depends on how far the view was
    /// expected, in thousandths: after a surprise what was believed is not worth much.
    fn fill_up(
        &mut self,
        view: &View,
        before: &[Guess],
        expected: u64,
        most: usize,
        halt: &dyn Fn() -> bool,
    ) {
        let enough = if before.is_empty() { most / 2 } else { most / 4 }.max(8);
        // A few that are certain are better than many that are made up.
        let exact = before.len() < enough && !self.guesses.is_empty() && !before.is_empty();
        if self.guesses.len() >= enough || exact || self.knows_all() {
            return;
        }
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

/// A chance that halves with every `per` points, from `SURE` on.
fn halved(points: i32, per: i32) -> u64 {
    let points = points.clamp(0, 14 * per);
    let whole = SURE >> (points / per);
    whole - whole / 2 * (points % per) as u64 / per as u64
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
