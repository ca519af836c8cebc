//! One thread's search: principal variation search with a transposition table, reductions and quiescence.

mod late;
mod moves;
mod node;
mod quiet;
mod settle;
mod shortcuts;
mod values;

use moves::{Ranked, Tried, drop_quiet, pick};
pub use node::Node;
use node::Task;
use values::{from_memory, informed, to_memory};

use super::{
    Request,
    constants::Constants,
    correction::Correction,
    limits::Deadlines,
    order::{Before, Order, tag},
    table::{Bound, Entry, Learnt, Memory},
};
use crate::brain::{Brain, DEEPEST, Lore, MOST, WIN, decided};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use web_time::Instant;

/// As many positions are looked at whatever the time, which is about a millisecond.
const FIRST_LOOK: u64 = 1000;

/// What `singular` finds.
enum Extension {
    /// Look so much deeper.
    By(i32),
    /// Another move is good enough as well: the node fails high whatever is played.
    Enough(i32),
}

/// What one thread keeps.
pub struct Worker<'a, B: Brain> {
    brain: &'a B,
    constants: Constants,
    memory: &'a Memory,
    stop: &'a AtomicBool,
    deadlines: Deadlines,
    node_limit: u64,
    /// Whether it stops at once when it has to. Else it first looks at a few positions.
    pub hurries: bool,
    /// When to look at the clock again.
    next_look: u64,
    /// What need not be searched, because it has been worked out.
    lore: Option<&'a dyn Lore<B>>,
    /// Whether games may prove wins in their own way; not for whoever plays at first sight.
    foresees: bool,
    /// Positions searched so far.
    pub nodes: u64,
    /// The greatest depth reached.
    pub deepest: usize,
    /// Keys of the game so far and of the way down.
    path: Vec<u64>,
    /// What a position on the way down looked like.
    looks: [i32; DEEPEST + 2],
    /// The slot of the move that led to each ply.
    came_by: [Option<usize>; DEEPEST + 2],
    /// Whether that was a quiet move.
    came_quiet: [bool; DEEPEST + 2],
    /// How many nodes of each ply were good enough since the node two plies above began.
    cutoffs: [u32; DEEPEST + 4],
    order: Order,
    correction: Correction,
    /// The depth of this iteration: extensions do not go far beyond it.
    root_depth: usize,
    buffers: Vec<Vec<Ranked<B::Move>>>,
    plain: Vec<B::Move>,
    /// The best line found from each ply on.
    lines: Vec<Vec<B::Move>>,
    /// Tags of root moves that are left out, because a better line has them.
    pub spoken_for: Vec<u16>,
    stopped: bool,
}

impl<'a, B: Brain> Worker<'a, B> {
    pub fn new(
        request: &Request<'a, B>,
        stop: &'a AtomicBool,
        deadlines: Deadlines,
        mut learnt: Learnt,
    ) -> Self {
        learnt.order.next_search();
        Self {
            brain: request.brain,
            constants: request.constants,
            memory: request.memory,
            stop,
            deadlines,
            node_limit: request.limits.nodes.unwrap_or(u64::MAX),
            hurries: true,
            next_look: 0,
            lore: request.lore,
            foresees: request.limits.depth.is_none_or(|depth| depth > 1),
            nodes: 0,
            deepest: 0,
            path: request.history.to_vec(),
            looks: [0; DEEPEST + 2],
            came_by: [None; DEEPEST + 2],
            cutoffs: [0; DEEPEST + 4],
            came_quiet: [false; DEEPEST + 2],
            order: learnt.order,
            correction: learnt.correction,
            root_depth: 1,
            buffers: (0..DEEPEST + 2).map(|_| Vec::new()).collect(),
            plain: Vec::new(),
            lines: (0..DEEPEST + 2).map(|_| Vec::new()).collect(),
            spoken_for: Vec::new(),
            stopped: false,
        }
    }

    /// Whether the last search was broken off, so that its value means nothing.
    pub const fn stopped(&self) -> bool {
        self.stopped
    }

    /// What it learnt, for the next search.
    pub fn into_learnt(self) -> Learnt {
        Learnt { order: self.order, correction: self.correction }
    }

    /// The best line of the last search.
    pub fn line(&self) -> &[B::Move] {
        &self.lines[0]
    }

    /// The value of the root for the player to move.
    pub fn root(&mut self, root: &Node<B>, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.root_depth = depth.max(1) as usize;
        self.search(root, Task { depth, alpha, beta, ply: 0, cut: false, without: 0, trial: false })
    }

    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if self.nodes >= self.next_look && (self.hurries || self.nodes >= FIRST_LOOK) {
            self.next_look = self.nodes + 512;
            let late = self.deadlines.hard.is_some_and(|end| Instant::now() >= end);
            self.stopped |= late || self.stop.load(Relaxed);
        }
    }

    fn search(&mut self, node: &Node<B>, mut task: Task) -> i32 {
        let ply = task.ply;
        self.lines[ply].clear();
        let threatened = self.brain.threatened_with(&node.pos, &node.memo);
        if threatened && ply > 0 && ply < 2 * self.root_depth && task.without == 0 {
            task.depth += 1;
        }
        if task.depth <= 0 {
            if self.brain.compulsory() {
                return self.settle(node, task);
            }
            return self.quiesce(node, task.alpha, task.beta, ply, 0);
        }
        self.count();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if ply > 0 {
            // Looks say nothing any more once somebody has won.
            if let Some(value) = self.certain(node, ply) {
                return value;
            }
            if ply >= DEEPEST {
                return self.brain.evaluate(&node.pos, &node.memo);
            }
            // A win that is already found nearer cannot be beaten from here.
            task.alpha = task.alpha.max(ply as i32 - WIN);
            task.beta = task.beta.min(WIN - ply as i32 - 1);
            if task.alpha >= task.beta {
                return task.alpha;
            }
        }
        let known = self.memory.get(node.key).filter(|_| task.without == 0);
        if let Some(entry) = known
            && ply > 0
            && !task.principal()
            && entry.depth >= task.depth
        {
            let value = from_memory(entry.value, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= task.beta,
                Bound::Upper => value <= task.alpha,
            };
            if cuts {
                return value;
            }
        }
        if (ply == 0 || known.is_none_or(|entry| entry.value > MOST))
            && task.without == 0
            && let Some(value) = self.foresee(node, ply, task.depth)
        {
            return value;
        }
        let raw =
            known.map_or_else(|| self.brain.evaluate(&node.pos, &node.memo), |entry| entry.looks);
        let looks = self.corrected(node, raw);
        self.looks[ply] = looks;
        if !task.principal()
            && !threatened
            && task.without == 0
            && ply > 0
            && let Some(value) = self.cut_short(node, task, known, looks)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }
        // Without a move to try first a full search is wasteful: find one less deeply, the next iteration goes on. Where trials are made
        // they have found one.
        let lost = known.is_none_or(|entry| entry.tag == 0) && self.constants.trial == 0;
        if lost && task.depth >= 4 && task.without == 0 {
            task.depth -= 1;
        }
        self.try_moves(node, task, known, threatened, raw)
    }

    /// The moves that led here: the last one and the one before it.
    fn before(&self, ply: usize) -> Before {
        [self.came_by[ply], if ply > 0 { self.came_by[ply - 1] } else { None }]
    }

    fn try_moves(
        &mut self,
        node: &Node<B>,
        task: Task,
        known: Option<Entry>,
        threatened: bool,
        raw: i32,
    ) -> i32 {
        let Task { depth, beta, ply, .. } = task;
        let mut alpha = task.alpha;
        let first = known.map_or(0, |entry| entry.tag);
        let looks = self.looks[ply];
        let mut moves = self.ordered(node, ply, first);
        if moves.is_empty() {
            self.buffers[ply] = moves;
            return self
                .brain
                .outcome(&node.pos)
                .map_or(looks, |outcome| self.value_of(outcome, node, ply));
        }
        self.cutoffs[ply + 2] = 0;
        let turn = self.brain.turn(&node.pos);
        let before = self.before(ply);
        let improving = !threatened && ply >= 2 && looks > self.looks[ply - 2];
        let (mut best, mut best_tag, mut best_gain, mut tried) = (-WIN, 0, None, 0);
        let (mut quiet_tried, mut forcing_tried) = (Tried::new(), Tried::new());
        // Where captures are compulsory a single legal one is no choice and costs no depth.
        let forced = self.brain.compulsory() && moves.len() == 1 && ply < DEEPEST / 2;
        let (mut n, mut all_listed) = (0, false);
        loop {
            if n >= moves.len() && best < -MOST && !all_listed {
                self.add_last_resorts(node, ply, &mut moves);
                all_listed = true;
            }
            if n >= moves.len() {
                break;
            }
            let Ranked { gain, slot, tag: mv_tag, mv, .. } = pick(&mut moves, n);
            n += 1;
            if mv_tag == task.without || (ply == 0 && self.spoken_for.contains(&mv_tag)) {
                continue;
            }
            let merit = if gain.is_none() { self.order.merit(turn, slot, before) } else { 0 };
            let reduction =
                self.reduction(task, tried + 1, gain.is_none(), merit, improving, threatened);
            if ply > 0 && best > -MOST && !threatened {
                if gain.is_none() && self.enough_tried(task, alpha, tried, improving) {
                    // All other quiet moves come later still.
                    drop_quiet(&mut moves, n);
                    continue;
                }
                if self.hopeless(node, task, alpha, mv, gain, merit, reduction) {
                    continue;
                }
            }
            let extension = if forced {
                1
            } else if mv_tag == first {
                match self.singular(node, task, known) {
                    Extension::By(plies) => plies,
                    Extension::Enough(value) => {
                        self.buffers[ply] = moves;
                        return value;
                    }
                }
            } else {
                0
            };
            if self.stopped {
                break;
            }
            tried += 1;
            // What is only settled is not remembered.
            let settled = self.brain.compulsory() && depth - 1 + extension - reduction <= 0;
            let next = if settled {
                node.after_unasked(self.brain, mv)
            } else {
                node.after(self.brain, self.memory, mv)
            };
            self.path.push(node.key);
            self.came_by[ply + 1] = Some(slot);
            self.came_quiet[ply + 1] = gain.is_none();
            let value = self.value_of_move(
                &next,
                task,
                alpha,
                best,
                depth - 1 + extension,
                tried,
                reduction,
            );
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (best_tag, best_gain) = (mv_tag, gain);
                    alpha = value;
                    self.extend_line(ply, mv);
                }
            }
            if alpha >= beta {
                self.cutoffs[ply] += 1;
                let praise = self.constants.praise_at(depth);
                let winner = gain.map(|_| slot);
                self.order.reward_forcing(turn, praise, winner, forcing_tried.slots());
                if gain.is_none() {
                    self.order.reward(turn, ply, praise, slot, mv_tag, before, quiet_tried.slots());
                }
                break;
            }
            if gain.is_none() {
                quiet_tried.push(slot);
            } else {
                forcing_tried.push(slot);
            }
        }
        self.buffers[ply] = moves;
        if self.stopped {
            return if tried > 0 { best } else { 0 };
        }
        if tried == 0 {
            // Everything was left out on purpose.
            return if task.without != 0 { task.alpha } else { best.max(task.alpha) };
        }
        if best_tag == 0
            && ply > 0
            && self.came_quiet[ply]
            && task.without == 0
            && let Some(slot) = before[0]
        {
            let praise = self.constants.praise_at(depth);
            self.order.credit(!turn, praise, slot, self.before(ply - 1));
        }
        if task.without == 0 && (ply > 0 || self.spoken_for.is_empty()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_tag != 0 && task.principal() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let misleading = (bound == Bound::Lower && best <= looks)
                || (bound == Bound::Upper && best >= looks);
            if !threatened && best_gain.is_none() && !misleading && !decided(best) {
                let shapes = self.brain.shapes(&node.pos);
                self.correction.learn(turn, shapes, depth, best - looks, self.constants.correction);
            }
            let tag = if best_tag == 0 { first } else { best_tag };
            let value = to_memory(best, ply);
            self.memory.put(node.key, Entry { tag, value, looks: raw, depth, bound });
        }
        best
    }

    fn extend_line(&mut self, ply: usize, mv: B::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
