//! Chooses a move: every move is tried on many positions that may be the true one, each searched a few plies deep, and what
//! counts is the chance to win that it promises over all of them. Worse moves fall out early, so that the others get more thought.

use super::{belief::Guess, guess::shuffle, notes::dangers, takes_king};
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
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    /// The chance to win that earlier rounds found, in millionths from -1 to 1.
    settled: i64,
    /// The sum and count of this round.
    sum: i64,
    count: i64,
}

/// What was found.
pub struct Found {
    /// The moves, the best first, each with its value in hundredths of a pawn.
    pub moves: Vec<(Move, i32)>,
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
}

/// A round: how much of the budget is used at its end, in hundredths, how many moves take part and how deep their answers are searched.
struct Round {
    until: u64,
    moves: usize,
    depth: u32,
}

const ROUNDS: [Round; 4] = [
    Round { until: 30, moves: usize::MAX, depth: 1 },
    Round { until: 55, moves: 12, depth: 2 },
    Round { until: 80, moves: 6, depth: 3 },
    Round { until: 100, moves: 3, depth: 4 },
];

/// What earlier rounds count for, in samples of the present one.
const PRIOR: i64 = 6;
/// A chance of one half more than even, in hundredths of a pawn.
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
    nodes: u64,
    options: Vec<Candidate>,
}

impl<'a> Chooser<'a> {
    pub fn new(
        game: &'a Dark,
        view: &'a View,
        guesses: &'a [Guess],
        memory: &'a Memory,
        stop: &'a AtomicBool,
        budget: Budget,
    ) -> Self {
        let option = |mv| Candidate { mv, settled: 0, sum: 0, count: 0 };
        let options = sensible(view).into_iter().map(option).collect();
        Self { game, guesses, memory, stop, budget, nodes: 0, options }
    }

    /// Goes through the rounds; tells what it has found after each.
    pub fn choose(mut self, random: &mut Random, tell: &mut dyn FnMut(&Found)) -> Found {
        if self.options.iter().any(|option| takes_king(option.mv)) {
            return Found { moves: vec![(self.options[0].mv, WIN - 1)], ..self.found(1) };
        }
        let samples = self.samples(random);
        let (mut depth, mut extra) = (1, 0);
        if samples.is_empty() || self.options.len() < 2 {
            return self.found(depth);
        }
        let deepest = self.budget.depth.map_or(u32::MAX, |depth| depth.saturating_sub(1).max(1));
        for (n, round) in ROUNDS.iter().enumerate() {
            self.options.truncate(round.moves.max(2));
            let last = n + 1 == ROUNDS.len();
            loop {
                depth = (round.depth + extra).min(deepest);
                let done = self.round(&samples, depth, round.until);
                self.settle();
                tell(&self.found(depth + 1));
                // All samples done and thought left: more of it goes into depth.
                let enough = (!last && self.used() * 2 >= round.until) || depth >= deepest.min(30);
                if !done || enough || self.over(round.until) {
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

    /// Tries the moves that are left on one sample after the other; whether it came to the end.
    fn round(&mut self, samples: &[&Guess], depth: u32, until: u64) -> bool {
        for guess in samples {
            let mut chances = Vec::with_capacity(self.options.len());
            for n in 0..self.options.len() {
                let value = self.try_move(guess, self.options[n].mv, depth);
                chances.push(chance(value));
                if self.over(100) {
                    break;
                }
            }
            // A sample counts for all moves or for none.
            if chances.len() < self.options.len() {
                return false;
            }
            for (option, chance) in self.options.iter_mut().zip(chances) {
                option.sum += chance;
                option.count += 1;
            }
            if self.over(until) {
                return false;
            }
        }
        true
    }

    /// The value of a move if this guess is right.
    fn try_move(&mut self, guess: &Guess, mv: Move, depth: u32) -> i32 {
        let mut pos = guess.pos.clone();
        self.game.play(&mut pos, mv);
        let left = self.budget.nodes.map_or(NODES_AT_ONCE, |most| most.saturating_sub(self.nodes));
        let nodes = left.clamp(1, NODES_AT_ONCE);
        let time = self.budget.end.map(|end| end.saturating_duration_since(Instant::now()));
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), time, clock: None };
        let request = Request {
            brain: self.game,
            pos: &pos,
            history: &[],
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

    /// Ends a round: mixes what it found with what was known before and puts the best first.
    fn settle(&mut self) {
        for option in &mut self.options {
            let prior = if option.settled == 0 { 0 } else { PRIOR };
            if option.count > 0 {
                option.settled = (option.settled * prior + option.sum) / (prior + option.count);
            }
            (option.sum, option.count) = (0, 0);
        }
        self.options.sort_by_key(|option| std::cmp::Reverse(option.settled));
    }

    fn found(&self, depth: u32) -> Found {
        let moves = self.options.iter().map(|option| (option.mv, value(option.settled))).collect();
        Found { moves, depth, nodes: self.nodes, time: self.budget.started.elapsed() }
    }

    /// Guesses, drawn by weight and in any order.
    fn samples(&self, random: &mut Random) -> Vec<&'a Guess> {
        let most = self.budget.samples.max(1);
        let total: u64 = self.guesses.iter().map(|guess| guess.weight).sum();
        let step = (total / most as u64).max(1);
        let mut at = random.next() % step;
        let mut drawn: Vec<&Guess> = Vec::new();
        for guess in self.guesses {
            let before = at / step;
            at += guess.weight;
            // One that is much likelier than others is drawn more than once.
            for _ in 0..(at / step - before).min(4) {
                drawn.push(guess);
            }
        }
        if drawn.windows(2).all(|pair| std::ptr::eq(pair[0], pair[1])) {
            drawn.truncate(1);
        }
        shuffle(&mut drawn, random);
        drawn
    }

    /// How much of the budget is used, in hundredths.
    fn used(&self) -> u64 {
        let limit =
            self.budget.nodes.or_else(|| self.budget.end.is_none().then_some(NODES_WITHOUT_LIMIT));
        let by_nodes = limit.map_or(0, |limit| self.nodes * 100 / limit.max(1));
        let by_time = self.budget.end.map_or(0, |end| {
            let whole = end.saturating_duration_since(self.budget.started).as_micros().max(1);
            (self.budget.started.elapsed().as_micros() * 100 / whole) as u64
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
            -game.evaluate(&pos, &())
        });
        (mv, if takes_king(mv) { WIN - 1 } else { looks })
    };
    let mut moves: Vec<_> = sensible(view).into_iter().map(look).collect();
    moves.sort_by_key(|&(_, looks)| std::cmp::Reverse(looks));
    moves
}
