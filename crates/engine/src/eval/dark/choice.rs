//! Chooses a move: every move is tried on many positions that may be the true one, each searched a few plies deep, and what
//! counts is the chance to win that it promises over all of them. Worse moves fall out early, so that the others get more thought.

use super::{belief::Guess, glance::glance, guess::shuffle, looks, notes::dangers, takes_king};
use crate::{
    brain::{Brain, MOST, WIN, decided},
    random::Random,
    search::{Limits, Memory, Request, search},
};
use damier_games::{
    Rules,
    dark::{Dark, View},
};
use shakmaty::Move;
use std::{sync::atomic::AtomicBool, time::Duration};
use web_time::Instant;

/// How much thought there is. Whatever comes first.
pub struct Budget {
    pub started: Instant,
    pub end: Option<Instant>,
    pub nodes: Option<u64>,
    /// Plies, the own move included.
    pub depth: Option<u32>,
    /// Positions to look at, at each depth.
    pub samples: usize,
}

/// A move under consideration.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub mv: Move,
    /// The chance to win that it promises as far as is known, from -`CERTAIN` to `CERTAIN`.
    promise: i64,
    /// The same for each sample, as deeply as it was looked at.
    chances: Vec<i64>,
    /// How often it was played already when all looked the same.
    again: i64,
}

impl Candidate {
    /// What it promises when it is thought of that going round in circles draws.
    fn hope(&self) -> i64 {
        let again = self.again.min(DRAWN_AT);
        (self.promise * (DRAWN_AT - again) - DREAD * again) / DRAWN_AT
    }
}

/// A guess that moves are tried on. A likely one is drawn more than once, and looked at only the first time.
#[derive(Clone, Copy)]
struct Sample<'a> {
    guess: &'a Guess,
    /// The place of the earlier sample that is the same.
    like: Option<usize>,
}

/// What was found.
pub struct Found {
    /// The moves, the best first, each with its value in hundredths of a pawn.
    pub moves: Vec<(Move, i32)>,
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
}

/// A round: how much of the budget is used at its end, in hundredths, how many moves take part and how deep their answers are
/// searched; 0 is a glance.
struct Round {
    until: u64,
    moves: usize,
    depth: u32,
}

const ROUNDS: [Round; 4] = [
    Round { until: 15, moves: usize::MAX, depth: 0 },
    Round { until: 50, moves: 10, depth: 1 },
    Round { until: 80, moves: 5, depth: 2 },
    Round { until: 100, moves: 3, depth: 3 },
];

/// What a deeper look at few samples is pulled towards what many samples showed, as if by this many that showed no difference.
const DOUBT: i64 = 2;
/// How much more a loss counts than a gain: who guesses is too hopeful, since the fog hides what guards and attacks.
const CAUTION: i64 = 1;
/// How many times a king that can be taken at once counts: it happens about ten times as often as guesses say, since those that are
/// kept are few and the rare ones among them are the first to be missing.
const KING: i64 = 6;
/// A move that was played so often from the same view promises no more than a draw.
const DRAWN_AT: i64 = 3;
/// What a draw costs who could go on: about half a pawn.
const DREAD: i64 = CERTAIN / 10;
/// The value at which a game is half way from even to won, in hundredths of a pawn.
const HALF: i64 = 400;
const CERTAIN: i64 = 1_000_000;
/// No single search takes longer than this, so that a stop is heard soon.
const NODES_AT_ONCE: u64 = 40_000;
/// Without any limit the rounds go on as if there were this many nodes.
const NODES_WITHOUT_LIMIT: u64 = 1_000_000;

/// The chance to win that a value promises, from -`CERTAIN` to `CERTAIN`.
fn chance(value: i32) -> i64 {
    if decided(value) {
        // A win that is farther away may not come.
        let plies = i64::from(WIN - value.abs());
        return i64::from(value.signum()) * (CERTAIN - 1_000 * plies.min(60));
    }
    let value = i64::from(value.clamp(-MOST, MOST));
    // Never as good as a certain win.
    value * (CERTAIN * 9 / 10) / (value.abs() + HALF)
}

/// The same of a move, which must not leave the king to somebody.
fn chance_of_move(value: i32) -> i64 {
    let taken = value <= -(WIN - 2);
    chance(value) * if taken { KING } else { 1 }
}

/// The value that promises this chance.
fn value(chance: i64) -> i32 {
    let most = CERTAIN * 9 / 10;
    let chance = chance.clamp(-most * 49 / 50, most * 49 / 50);
    (HALF * chance / (most - chance.abs())) as i32
}

/// What there is to choose from and to choose by.
pub struct Chooser<'a> {
    pub game: &'a Dark,
    pub guesses: &'a [Guess],
    pub memory: &'a Memory,
    pub stop: &'a AtomicBool,
    pub budget: Budget,
    /// Since when it chooses: what was guessed before that took its own time.
    begun: Instant,
    nodes: u64,
    options: Vec<Candidate>,
}

impl<'a> Chooser<'a> {
    pub fn new(
        game: &'a Dark,
        view: &'a View,
        guesses: &'a [Guess],
        played: &[Move],
        memory: &'a Memory,
        stop: &'a AtomicBool,
        budget: Budget,
    ) -> Self {
        let option = |mv| {
            let again = played.iter().filter(|&&before| before == mv).count() as i64;
            Candidate { mv, promise: 0, chances: Vec::new(), again }
        };
        let options = sensible(view).into_iter().map(option).collect();
        Self { game, guesses, memory, stop, budget, begun: Instant::now(), nodes: 0, options }
    }

    /// Goes through the rounds; tells what it has found after each.
    pub fn choose(mut self, random: &mut Random, tell: &mut dyn FnMut(&Found)) -> Found {
        if self.options.iter().any(|option| takes_king(option.mv)) {
            return Found { moves: vec![(self.options[0].mv, WIN - 1)], ..self.found(1) };
        }
        let samples = self.samples(random);
        let (mut depth, mut extra) = (0, 0);
        if samples.is_empty() || self.options.len() < 2 {
            return self.found(1);
        }
        let deepest = self.budget.depth.map_or(u32::MAX, |depth| depth.saturating_sub(1));
        for (n, round) in ROUNDS.iter().enumerate() {
            self.options.truncate(round.moves);
            let last = n + 1 == ROUNDS.len();
            loop {
                depth = (round.depth + extra).min(deepest);
                let done = self.round(&samples, depth, round.until);
                tell(&self.found(depth + 1));
                if !done || round.depth == 0 || depth >= deepest.min(30) || self.over(round.until) {
                    break;
                }
                // All samples done and thought left: more of it goes into depth.
                if !last && self.used() * 2 >= round.until {
                    break;
                }
                extra += 1;
            }
            if self.over(100) || depth >= deepest {
                break;
            }
        }
        self.found(depth + 1)
    }

    /// Looks at the moves that are left more deeply, on one sample after the other; whether it came to the last one. What the
    /// samples that it got through showed otherwise than before corrects what more of them showed before.
    fn round(&mut self, samples: &[Sample<'_>], depth: u32, until: u64) -> bool {
        let before = self.options.first().map_or(0, |option| option.chances.len());
        let first = before == 0;
        let most = if first { samples.len() } else { before };
        let mut chances: Vec<Vec<i64>> = vec![Vec::with_capacity(most); self.options.len()];
        let mut through = 0;
        'samples: for sample in &samples[..most] {
            if let Some(n) = sample.like {
                chances.iter_mut().for_each(|chances| chances.push(chances[n]));
                through += 1;
                continue;
            }
            let now = chance(looks(self.game, &sample.guess.pos));
            for (option, chances) in chances.iter_mut().enumerate() {
                let mv = self.options[option].mv;
                let then = chance_of_move(self.try_move(sample.guess, mv, depth));
                chances.push(then - CAUTION * (now - then).max(0));
                if self.over(100) {
                    break 'samples;
                }
            }
            through += 1;
            if self.over(until) {
                break;
            }
        }
        // A sample counts for all moves or for none; the first one must do for those who have no time.
        if through > 0 || first {
            for (option, mut chances) in self.options.iter_mut().zip(chances) {
                chances.truncate(through.max(usize::from(first)));
                let count = chances.len() as i64;
                if first {
                    option.promise = chances.iter().sum::<i64>() / count.max(1);
                } else {
                    let pairs = chances.iter().zip(&option.chances);
                    let change: i64 = pairs.map(|(new, old)| new - old).sum();
                    option.promise += change / (count + DOUBT);
                }
                option.chances = chances;
            }
            self.options.sort_by_key(|option| std::cmp::Reverse(option.hope()));
        }
        through == most
    }

    /// The value of a move if this guess is right.
    fn try_move(&mut self, guess: &Guess, mv: Move, depth: u32) -> i32 {
        let mut pos = guess.pos.clone();
        self.game.play(&mut pos, mv);
        if depth == 0 {
            self.nodes += 1;
            return -glance(self.game, &pos);
        }
        let left = self.budget.nodes.map_or(NODES_AT_ONCE, |most| most.saturating_sub(self.nodes));
        let nodes = left.clamp(1, NODES_AT_ONCE);
        let time = self.budget.end.map(|end| end.saturating_duration_since(Instant::now()));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time, clock: None };
        let request = Request {
            brain: self.game,
            pos: &pos,
            history: &[],
            constants: Dark::CONSTANTS,
            lore: None,
            limits,
            lines: 1,
            threads: 1,
            memory: self.memory,
            stop: self.stop,
        };
        let mut spent = 1;
        let found = search(&request, &mut |insight| spent = insight.nodes.max(1));
        self.nodes += spent;
        found.first().map_or_else(
            || {
                if self.game.outcome(&pos).is_some_and(|outcome| outcome.winner().is_none()) {
                    0
                } else {
                    WIN - 1
                }
            },
            |insight| -insight.value + insight.value.signum() * i32::from(decided(insight.value)),
        )
    }

    fn found(&self, depth: u32) -> Found {
        let moves = self.options.iter().map(|option| (option.mv, value(option.hope()))).collect();
        Found { moves, depth, nodes: self.nodes, time: self.budget.started.elapsed() }
    }

    /// Guesses, drawn by weight and in any order.
    fn samples(&self, random: &mut Random) -> Vec<Sample<'a>> {
        let total: u64 = self.guesses.iter().map(|guess| guess.weight).sum();
        let step = (total / self.budget.samples.max(1) as u64).max(1);
        let mut at = random.next() % step;
        let mut drawn: Vec<usize> = Vec::new();
        for (n, guess) in self.guesses.iter().enumerate() {
            let before = at / step;
            at += guess.weight;
            drawn.extend((before..at / step).map(|_| n));
        }
        shuffle(&mut drawn, random);
        let mut first: Vec<Option<usize>> = vec![None; self.guesses.len()];
        let sample = |(place, n): (usize, usize)| {
            let like = first[n];
            first[n] = like.or(Some(place));
            Sample { guess: &self.guesses[n], like }
        };
        drawn.into_iter().enumerate().map(sample).collect()
    }

    /// How much of the budget is used, in hundredths.
    fn used(&self) -> u64 {
        let limit =
            self.budget.nodes.or_else(|| self.budget.end.is_none().then_some(NODES_WITHOUT_LIMIT));
        let by_nodes = limit.map_or(0, |limit| self.nodes * 100 / limit.max(1));
        let by_time = self.budget.end.map_or(0, |end| {
            let whole = end.saturating_duration_since(self.begun).as_micros().max(1);
            (self.begun.elapsed().as_micros() * 100 / whole) as u64
        });
        by_nodes.max(by_time)
    }

    fn over(&self, until: u64) -> bool {
        let endless = self.budget.nodes.is_none() && self.budget.end.is_none() && until == 100;
        self.stop.load(std::sync::atomic::Ordering::Relaxed) || (!endless && self.used() >= until)
    }
}

/// The legal moves without those that leave the king to a piece that is seen; a move that takes the king is the only one.
pub fn sensible(view: &View) -> Vec<Move> {
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    if let Some(&mv) = moves.iter().find(|&&mv| takes_king(mv)) {
        return vec![mv];
    }
    let safe: Vec<Move> =
        moves.iter().copied().filter(|&mv| dangers(view, view.turn, mv).is_empty()).collect();
    if safe.is_empty() { moves } else { safe }
}

/// How the position looks after each sensible move, without thinking about the answer.
pub fn first_sight(game: &Dark, view: &View, guess: Option<&Guess>) -> Vec<(Move, i32)> {
    let look = |mv: Move| {
        let looks = guess.map_or(0, |guess| {
            let mut pos = guess.pos.clone();
            game.play(&mut pos, mv);
            -looks(game, &pos)
        });
        (mv, if takes_king(mv) { WIN - 1 } else { looks })
    };
    let mut moves: Vec<_> = sensible(view).into_iter().map(look).collect();
    moves.sort_by_key(|&(_, looks)| std::cmp::Reverse(looks));
    moves
}
