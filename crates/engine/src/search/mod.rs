//! The search: deeper and deeper, on one thread or several, until a limit is reached.

pub mod constants;
mod correction;
mod limits;
mod order;
mod table;
mod worker;

use constants::Constants;
pub use limits::{Clock, Limits};
use table::Learnt;
pub use table::Memory;

use crate::brain::{Brain, DEEPEST, Lore, WIN, decided};
pub(crate) use order::tag;
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use web_time::Instant;
use worker::{Node, Worker};

/// What the search knows at one moment, for one of its lines.
#[derive(Clone, Debug)]
pub struct Insight<M> {
    /// Which line: 0 is the best.
    pub rank: usize,
    /// Plies looked at in full.
    pub depth: u32,
    /// Plies looked at where it mattered.
    pub deepest: u32,
    /// For the player to move, in hundredths of a man.
    pub value: i32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fill: u32,
    /// The line.
    pub line: Vec<M>,
}

impl<M> Insight<M> {
    /// Plies to a forced win, negative if the opponent has it; `None` if the game is not decided.
    pub fn win_in(&self) -> Option<i32> {
        decided(self.value).then(|| (WIN - self.value.abs()) * self.value.signum())
    }
}

/// What to search and how.
pub struct Request<'a, B: Brain> {
    /// The rulebook.
    pub brain: &'a B,
    /// The position.
    pub pos: &'a B::Position,
    /// Keys of the positions before it in the game, oldest first.
    pub history: &'a [u64],
    /// The numbers to search by.
    pub constants: Constants,
    /// What need not be searched, because it has been worked out.
    pub lore: Option<&'a dyn Lore<B>>,
    /// When to stop.
    pub limits: Limits,
    /// How many lines to find.
    pub lines: usize,
    /// How many threads.
    pub threads: usize,
    /// The table.
    pub memory: &'a Memory,
    /// Stops the search when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Searches; tells each insight as it comes. Returns the last one of each line, the best first; none if the game is over.
pub fn search<B: Brain>(
    request: &Request<'_, B>,
    tell: &mut dyn FnMut(&Insight<B::Move>),
) -> Vec<Insight<B::Move>> {
    let mut moves = Vec::new();
    request.brain.candidates(request.pos, &request.brain.remember(request.pos), &mut moves);
    if moves.is_empty() {
        return Vec::new();
    }
    request.memory.next_search();
    let started = Instant::now();
    let deadlines = request.limits.deadlines(started);
    let slots = B::STYLE.slots;
    let worker = |stop, learnt| Worker::new(request, stop, deadlines, learnt);
    if request.threads <= 1 {
        let mut worker = worker(request.stop, request.memory.take_learnt(slots));
        let insights = deepen(request, &mut worker, started, 0, moves.len(), tell);
        request.memory.keep_learnt(worker.into_learnt());
        return insights;
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // What a worker keeps is large: each makes its own, so that the first need not wait for those of the others.
        let mut worker = worker(request.stop, request.memory.take_learnt(slots));
        for n in 1..request.threads {
            let done = &done;
            let help = move || {
                if !done.load(Relaxed) {
                    let mut helper = Worker::new(request, done, deadlines, Learnt::new(slots));
                    deepen(request, &mut helper, started, n, 1, &mut |_| ());
                }
            };
            // Where no more threads are to be had, there are enough.
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let insights = deepen(request, &mut worker, started, 0, moves.len(), tell);
        done.store(true, Relaxed);
        request.memory.keep_learnt(worker.into_learnt());
        insights
    })
}

/// One thread's iterations. Helper threads (`number` > 0) skip some depths so as not to do all the same.
fn deepen<B: Brain>(
    request: &Request<'_, B>,
    worker: &mut Worker<'_, B>,
    started: Instant,
    number: usize,
    choices: usize,
    tell: &mut dyn FnMut(&Insight<B::Move>),
) -> Vec<Insight<B::Move>> {
    let root = Node::new(request.brain, request.pos.clone());
    let soft = request.limits.share();
    let mut steady = Steady::default();
    let deepest =
        request.limits.depth.map_or(DEEPEST as u32 - 1, |depth| depth.clamp(1, DEEPEST as u32 - 1));
    let lines = request.lines.clamp(1, choices.max(1));
    let mut insights: Vec<Insight<B::Move>> = Vec::new();
    for depth in 1..=deepest {
        if number > 0 && (depth as usize + number).is_multiple_of(3) {
            continue;
        }
        worker.spoken_for.clear();
        // However little time there is, each move is looked at once: what is first in a list may lose the game.
        worker.hurries = depth > 1 || number > 0;
        for rank in 0..lines {
            let before = insights.get(rank).map_or(0, |insight| insight.value);
            let window = (depth >= 5 && insights.len() > rank && !decided(before))
                .then_some(request.constants.window);
            let (value, line) = with_aspiration(worker, &root, depth as i32, before, window);
            // An iteration that was broken off counts as far as it came: it looked at the best move first.
            if line.is_empty() || (worker.stopped() && rank > 0) {
                break;
            }
            let insight = Insight {
                rank,
                depth,
                deepest: worker.deepest as u32,
                value,
                nodes: worker.nodes,
                time: started.elapsed(),
                fill: request.memory.fill(),
                line,
            };
            tell(&insight);
            worker.spoken_for.push(tag(&insight.line[0]));
            if rank < insights.len() { insights[rank] = insight } else { insights.push(insight) }
        }
        let proven =
            insights.len() == lines && insights.iter().all(|insight| decided(insight.value)) && {
                let plies = insights[0].win_in().map_or(0, i32::abs);
                depth as i32 > plies
            };
        let unsure = steady.unsure(&insights);
        let late = soft.is_some_and(|soft| started.elapsed() >= soft * unsure / 100);
        let forced = choices == 1 && request.limits.clock.is_some() && depth >= 6;
        if worker.stopped() || late || proven || forced {
            break;
        }
    }
    if insights.is_empty() {
        insights.extend(first_move(request, started));
    }
    insights.sort_by_key(|insight| std::cmp::Reverse(insight.value));
    insights
}

/// Something legal, for whoever gives no time at all.
fn first_move<B: Brain>(request: &Request<'_, B>, started: Instant) -> Option<Insight<B::Move>> {
    let mut moves = Vec::new();
    request.brain.candidates(request.pos, &request.brain.remember(request.pos), &mut moves);
    let line = vec![*moves.first()?];
    Some(Insight {
        rank: 0,
        depth: 0,
        deepest: 0,
        value: 0,
        nodes: 0,
        time: started.elapsed(),
        fill: 0,
        line,
    })
}

/// A narrow window around the value of the last iteration if there is one, widened on the side where the new one lies outside.
fn with_aspiration<B: Brain>(
    worker: &mut Worker<'_, B>,
    root: &Node<B>,
    depth: i32,
    before: i32,
    window: Option<i32>,
) -> (i32, Vec<B::Move>) {
    let mut width = window.unwrap_or(2 * WIN);
    let (mut alpha, mut beta) = ((before - width).max(-WIN), (before + width).min(WIN));
    // A move that turned out too good for the window is kept, should time run out before its value is known.
    let (mut line, mut value_of_line) = (Vec::new(), before);
    let mut reduced = 0;
    loop {
        let value = worker.root(root, (depth - reduced).max(1), alpha, beta);
        if !worker.line().is_empty() {
            line = worker.line().to_vec();
            value_of_line = value;
        }
        let below = value <= alpha && alpha > -WIN;
        let above = value >= beta && beta < WIN;
        if worker.stopped() || !(below || above) {
            return (value_of_line, line);
        }
        width = if width > 600 { 2 * WIN } else { width * 2 };
        if below {
            beta = (alpha + beta) / 2;
            alpha = (value - width).max(-WIN);
            reduced = 0;
            line.clear();
        } else {
            beta = (value + width).min(WIN);
            reduced = (reduced + 1).min(3);
        }
    }
}

/// How sure the search is of its move, from iteration to iteration.
#[derive(Default)]
struct Steady {
    tag: u16,
    iterations: u32,
    value: i32,
}

impl Steady {
    /// How much of the usual time to take, in hundredths: more after a change of mind or a loss of hope.
    fn unsure<M: std::hash::Hash>(&mut self, insights: &[Insight<M>]) -> u32 {
        let Some(best) = insights.first() else { return 100 };
        let tag = best.line.first().map_or(0, tag);
        self.iterations = if tag == self.tag { self.iterations + 1 } else { 0 };
        let fallen = (self.value - best.value).clamp(0, 60) as u32;
        (self.tag, self.value) = (tag, best.value);
        [150, 120, 100, 85, 75, 65][self.iterations.min(5) as usize] + fallen
    }
}
