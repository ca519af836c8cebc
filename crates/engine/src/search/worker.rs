//! One thread's search: principal variation search with a transposition table, reductions and quiescence.

use super::{
    limits::{Deadlines, Limits},
    order::{Order, tag},
    table::{Bound, Entry, Memory},
};
use crate::brain::{Brain, DEEPEST, Foresight, MOST, WIN, decided};
use damier_games::Outcome;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use web_time::Instant;

/// A position on the way down, with what goes with it.
pub struct Node<B: Brain> {
    /// The position.
    pub pos: B::Position,
    /// What the evaluation carries along.
    pub memo: B::Memo,
    /// Its key.
    pub key: u64,
}

impl<B: Brain> Node<B> {
    /// A position that was not reached by searching.
    pub fn new(brain: &B, pos: B::Position) -> Self {
        let (memo, key) = (brain.remember(&pos), brain.key(&pos));
        Self { pos, memo, key }
    }

    fn after(&self, brain: &B, mv: B::Move) -> Self {
        let (mut pos, mut memo) = (self.pos.clone(), self.memo.clone());
        brain.play(&mut pos, mv);
        brain.advance(&mut memo, &self.pos, mv, &pos);
        let key = brain.key(&pos);
        Self { pos, memo, key }
    }
}

/// The window and the circumstances in which a node is searched.
#[derive(Clone, Copy)]
struct Task {
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    /// Expected to fail high: look less deeply at what comes late.
    cut: bool,
    /// The tag of a move that is left out, to see how good the others are; 0 for none.
    without: u16,
}

impl Task {
    const fn down(self, depth: i32, alpha: i32, beta: i32, cut: bool) -> Self {
        Self { depth, alpha, beta, ply: self.ply + 1, cut, without: 0 }
    }

    const fn principal(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What one thread keeps.
pub struct Worker<'a, B: Brain> {
    brain: &'a B,
    memory: &'a Memory,
    stop: &'a AtomicBool,
    deadlines: Deadlines,
    node_limit: u64,
    /// When to look at the clock again.
    next_look: u64,
    /// Whether games may prove wins in their own way; not for whoever shall see two plies and no more.
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
    order: Order,
    buffers: Vec<Vec<(i32, B::Move)>>,
    plain: Vec<B::Move>,
    /// The best line found from each ply on.
    lines: Vec<Vec<B::Move>>,
    /// Tags of root moves that are left out, because a better line has them.
    pub spoken_for: Vec<u16>,
    stopped: bool,
}

impl<'a, B: Brain> Worker<'a, B> {
    pub fn new(
        brain: &'a B,
        memory: &'a Memory,
        stop: &'a AtomicBool,
        limits: &Limits,
        deadlines: Deadlines,
        history: &[u64],
    ) -> Self {
        Self {
            brain,
            memory,
            stop,
            deadlines,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            foresees: limits.depth.is_none_or(|depth| depth > 2),
            nodes: 0,
            deepest: 0,
            path: history.to_vec(),
            looks: [0; DEEPEST + 2],
            came_by: [None; DEEPEST + 2],
            order: Order::new(B::STYLE.slots),
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

    /// The best line of the last search.
    pub fn line(&self) -> &[B::Move] {
        &self.lines[0]
    }

    /// The value of the root for the player to move.
    pub fn root(&mut self, root: &Node<B>, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.search(root, Task { depth, alpha, beta, ply: 0, cut: false, without: 0 })
    }

    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if self.nodes >= self.next_look {
            self.next_look = self.nodes + 512;
            let late = self.deadlines.hard.is_some_and(|end| Instant::now() >= end);
            self.stopped |= late || self.stop.load(Relaxed);
        }
    }

    fn search(&mut self, node: &Node<B>, mut task: Task) -> i32 {
        let ply = task.ply;
        self.lines[ply].clear();
        let threatened = self.brain.threatened_with(&node.pos, &node.memo);
        if threatened && ply > 0 && ply < DEEPEST / 2 {
            task.depth += 1;
        }
        if task.depth <= 0 {
            return self.quiesce(node, task.alpha, task.beta, ply, 0);
        }
        self.count();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if ply > 0 {
            if self.drawn(node) {
                return 0;
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
        let looks =
            known.map_or_else(|| self.brain.evaluate(&node.pos, &node.memo), |entry| entry.looks);
        self.looks[ply] = looks;
        if !task.principal()
            && !threatened
            && task.without == 0
            && ply > 0
            && let Some(value) = self.cut_short(node, task, looks)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }
        // Without a move to try first a full search is wasteful: find one less deeply, the next iteration goes on.
        if known.is_none_or(|entry| entry.tag == 0) && task.depth >= 4 && task.without == 0 {
            task.depth -= 1;
        }
        self.try_moves(node, task, known, threatened, looks)
    }

    /// The value of a position that its game can prove to be won. The nearer to the root, the more it may cost.
    fn foresee(&mut self, node: &Node<B>, ply: usize, depth: i32) -> Option<i32> {
        if !self.foresees || (ply == 0 && !self.spoken_for.is_empty()) {
            return None;
        }
        let most = if ply == 0 { 512_u64 << depth.clamp(0, 8) } else { 32 << depth.clamp(0, 5) };
        let most = most.min((self.node_limit - self.nodes) / 4) as u32;
        let mut patience = most;
        let foresight = self.brain.foresee(&node.pos, &node.memo, &mut patience);
        self.nodes += u64::from(most - patience);
        let Foresight { plies, line } = foresight?;
        self.lines[ply] = line;
        let value = WIN - (ply + plies) as i32;
        let tag = self.lines[ply].first().map_or(0, tag);
        let known = Entry {
            tag,
            value: to_memory(value, ply),
            looks: 0,
            depth: depth.max(0),
            bound: Bound::Lower,
        };
        self.memory.put(node.key, known);
        Some(value)
    }

    /// The value of a position that need not be searched, because it is far too good already.
    fn cut_short(&mut self, node: &Node<B>, task: Task, looks: i32) -> Option<i32> {
        let Task { depth, beta, ply, .. } = task;
        let margin = B::STYLE.futility_margin;
        let improving = ply >= 2 && looks > self.looks[ply - 2];
        if margin > 0
            && depth <= 7
            && !decided(beta)
            && looks - margin * (depth - i32::from(improving)) >= beta
        {
            return Some(looks);
        }
        if depth < 3 || looks < beta || decided(beta) || self.came_by[ply].is_none() {
            return None;
        }
        let passed = self.brain.pass(&node.pos)?;
        let memo = self.brain.remember_passed(&node.memo, &passed);
        let passed = Node { key: self.brain.key(&passed), pos: passed, memo };
        let reduced = depth - 4 - depth / 4 - ((looks - beta) / 200).clamp(0, 3);
        self.path.push(node.key);
        self.came_by[ply + 1] = None;
        let value = -self.search(&passed, task.down(reduced, -beta, 1 - beta, !task.cut));
        self.path.pop();
        (value >= beta && !self.stopped).then(|| if decided(value) { beta } else { value })
    }

    fn try_moves(
        &mut self,
        node: &Node<B>,
        task: Task,
        known: Option<Entry>,
        threatened: bool,
        looks: i32,
    ) -> i32 {
        let Task { depth, beta, ply, .. } = task;
        let mut alpha = task.alpha;
        let first = known.map_or(0, |entry| entry.tag);
        let mut moves = self.ordered(node, ply, first);
        if moves.is_empty() {
            self.buffers[ply] = moves;
            return self
                .brain
                .outcome(&node.pos)
                .map_or(looks, |outcome| self.value_of(outcome, node, ply));
        }
        let improving = ply >= 2 && looks > self.looks[ply - 2];
        let (mut best, mut best_tag, mut tried) = (-WIN, 0, 0);
        let mut quiet_tried: Vec<usize> = Vec::new();
        for n in 0..moves.len() {
            let mv = pick(&mut moves, n);
            let mv_tag = tag(&mv);
            if mv_tag == task.without || (ply == 0 && self.spoken_for.contains(&mv_tag)) {
                continue;
            }
            let gain = self.brain.gain(&node.pos, mv);
            let slot = self.brain.slot(&node.pos, mv);
            if ply > 0
                && best > -MOST
                && !threatened
                && self.hopeless(task, alpha, looks, tried, gain, improving)
            {
                continue;
            }
            let extension = if mv_tag == first { self.singular(node, task, known) } else { 0 };
            if self.stopped {
                break;
            }
            if extension < 0 {
                // Another move is good enough as well: this node fails high whatever is played.
                self.buffers[ply] = moves;
                return beta;
            }
            tried += 1;
            let next = node.after(self.brain, mv);
            self.path.push(node.key);
            self.came_by[ply + 1] = Some(slot);
            let deeper = depth - 1 + extension;
            let value = self.value_of_move(
                &next,
                task,
                alpha,
                deeper,
                tried,
                gain.is_none(),
                slot,
                improving,
                threatened,
            );
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_tag = mv_tag;
                    alpha = value;
                    self.extend_line(ply, mv);
                }
            }
            if alpha >= beta {
                if gain.is_none() {
                    self.order.reward(
                        self.brain.turn(&node.pos),
                        ply,
                        depth,
                        slot,
                        mv_tag,
                        self.came_by[ply],
                        &quiet_tried,
                    );
                }
                break;
            }
            if gain.is_none() {
                quiet_tried.push(slot);
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
        if task.without == 0 && (ply > 0 || self.spoken_for.is_empty()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_tag != 0 && task.principal() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let tag = if best_tag == 0 { first } else { best_tag };
            self.memory
                .put(node.key, Entry { tag, value: to_memory(best, ply), looks, depth, bound });
        }
        best
    }

    /// The value of a move: late ones less deeply and with a window that only asks "better?", then again where the answer is yes.
    #[expect(clippy::too_many_arguments, reason = "what a reduction depends on")]
    fn value_of_move(
        &mut self,
        next: &Node<B>,
        task: Task,
        alpha: i32,
        depth: i32,
        tried: usize,
        quiet: bool,
        slot: usize,
        improving: bool,
        threatened: bool,
    ) -> i32 {
        let beta = task.beta;
        if tried == 1 {
            let cut = !task.principal() && !task.cut;
            return -self.search(next, task.down(depth, -beta, -alpha, cut));
        }
        let mut reduction = 0;
        if B::STYLE.reductions
            && depth >= 2
            && tried > 1 + 2 * usize::from(task.principal())
            && !threatened
        {
            reduction = reduction_of(depth, tried);
            reduction -= i32::from(task.principal()) + i32::from(improving);
            reduction += i32::from(task.cut);
            let turn = self.brain.turn(&next.pos);
            reduction -=
                if quiet { self.order.merit(!turn, slot) / 6000 } else { 1 + reduction / 2 };
            reduction = reduction.clamp(0, depth - 1);
        }
        let mut value = -self.search(next, task.down(depth - reduction, -alpha - 1, -alpha, true));
        if value > alpha && reduction > 0 && !self.stopped {
            value = -self.search(next, task.down(depth, -alpha - 1, -alpha, !task.cut));
        }
        if value > alpha && value < beta && !self.stopped {
            value = -self.search(next, task.down(depth, -beta, -alpha, false));
        }
        value
    }

    /// Whether a late move need not be tried at all.
    fn hopeless(
        &self,
        task: Task,
        alpha: i32,
        looks: i32,
        tried: usize,
        gain: Option<i32>,
        improving: bool,
    ) -> bool {
        let Task { depth, .. } = task;
        if task.principal() || !B::STYLE.reductions || depth > 7 || decided(alpha) {
            return false;
        }
        match gain {
            None => {
                let enough = (4 + depth * depth) / if improving { 1 } else { 2 };
                let margin = B::STYLE.futility_margin;
                tried as i32 > enough
                    || (margin > 0 && depth <= 5 && looks + margin * (depth + 1) <= alpha)
            }
            Some(gain) => !B::STYLE.compulsory && depth <= 5 && gain < -60 * depth,
        }
    }

    /// How much deeper to look at the remembered move: 1 if it is the only good one, -1 if there are others that refute as well.
    fn singular(&mut self, node: &Node<B>, task: Task, known: Option<Entry>) -> i32 {
        let Some(entry) = known else { return 0 };
        let apt =
            task.ply > 0 && task.depth >= 8 && task.without == 0 && entry.depth >= task.depth - 3;
        if !apt || entry.bound == Bound::Upper || decided(entry.value) || !B::STYLE.reductions {
            return 0;
        }
        let bar = entry.value - 2 * task.depth;
        let trial = Task {
            depth: (task.depth - 1) / 2,
            alpha: bar - 1,
            beta: bar,
            without: entry.tag,
            ..task
        };
        // The buffer of this ply is in use by the caller's copy; the trial brings its own.
        let value = self.search(node, trial);
        if self.stopped {
            return 0;
        }
        if value < bar {
            1
        } else if bar >= task.beta {
            -1
        } else {
            0
        }
    }

    fn quiesce(
        &mut self,
        node: &Node<B>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        below: i32,
    ) -> i32 {
        self.lines[ply].clear();
        self.count();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if self.brain.over(&node.pos)
            && let Some(outcome) = self.brain.outcome(&node.pos)
        {
            return self.value_of(outcome, node, ply);
        }
        if self.drawn(node) {
            return 0;
        }
        if ply < DEEPEST
            && let Some(value) = self.foresee(node, ply, 0)
        {
            return value;
        }
        let looks = self.brain.evaluate(&node.pos, &node.memo);
        if !B::STYLE.quiescence || ply >= DEEPEST {
            return looks;
        }
        let threatened = self.brain.threatened_with(&node.pos, &node.memo) && below > -4;
        let known = self.memory.get(node.key);
        if let Some(entry) = known
            && beta - alpha == 1
        {
            let value = from_memory(entry.value, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cuts {
                return value;
            }
        }
        let mut moves = self.forcing(node, ply, threatened, known.map_or(0, |entry| entry.tag));
        let must = threatened || (B::STYLE.compulsory && !moves.is_empty());
        let mut best = if must { -WIN + ply as i32 } else { looks };
        if threatened && moves.is_empty() {
            self.buffers[ply] = moves;
            return self
                .brain
                .outcome(&node.pos)
                .map_or(looks, |outcome| self.value_of(outcome, node, ply));
        }
        let (was_alpha, mut best_tag) = (alpha, 0);
        alpha = alpha.max(best);
        for n in 0..moves.len() {
            if alpha >= beta {
                break;
            }
            let mv = pick(&mut moves, n);
            if !must && self.brain.gain(&node.pos, mv).is_some_and(|gain| gain < 0) {
                continue;
            }
            let next = node.after(self.brain, mv);
            self.path.push(node.key);
            let value = -self.quiesce(&next, -beta, -alpha, ply + 1, below - 1);
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_tag = tag(&mv);
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, mv);
                }
            }
        }
        self.buffers[ply] = moves;
        if !self.stopped {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > was_alpha && beta - was_alpha > 1 {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.memory.put(
                node.key,
                Entry { tag: best_tag, value: to_memory(best, ply), looks, depth: 0, bound },
            );
        }
        best
    }

    /// The candidates with a number each that says how early to try them.
    fn ordered(&mut self, node: &Node<B>, ply: usize, first: u16) -> Vec<(i32, B::Move)> {
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        self.plain.clear();
        self.brain.candidates(&node.pos, &node.memo, &mut self.plain);
        let turn = self.brain.turn(&node.pos);
        for &mv in &self.plain {
            let mv_tag = tag(&mv);
            let rank = if mv_tag == first {
                i32::MAX
            } else {
                match self.brain.gain(&node.pos, mv) {
                    Some(gain) if gain >= 0 => 1_000_000 + gain,
                    Some(gain) => -1_000_000 + gain,
                    None => {
                        let slot = self.brain.slot(&node.pos, mv);
                        self.order.rank(turn, ply, slot, mv_tag, self.came_by[ply])
                            + self.brain.appeal(&node.pos, &node.memo, mv)
                    }
                }
            };
            moves.push((rank, mv));
        }
        moves
    }

    fn forcing(
        &mut self,
        node: &Node<B>,
        ply: usize,
        all: bool,
        first: u16,
    ) -> Vec<(i32, B::Move)> {
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        self.plain.clear();
        if all {
            self.brain.candidates(&node.pos, &node.memo, &mut self.plain);
        } else {
            self.brain.forcing(&node.pos, &node.memo, &mut self.plain);
        }
        for &mv in &self.plain {
            let gain = self.brain.gain(&node.pos, mv).unwrap_or(-1_000_000);
            moves.push((if tag(&mv) == first { i32::MAX } else { gain }, mv));
        }
        moves
    }

    fn extend_line(&mut self, ply: usize, mv: B::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Drawn by material or clock, or come back to: whoever wants more must go another way.
    fn drawn(&self, node: &Node<B>) -> bool {
        if self.brain.drawn(&node.pos, 1).is_some() {
            return true;
        }
        B::STYLE.cyclic
            && self.path.iter().rev().skip(1).step_by(2).take(64).any(|&key| key == node.key)
            && {
                const AGAIN_AND_AGAIN: u32 = 10;
                self.brain.drawn(&node.pos, AGAIN_AND_AGAIN).is_some()
            }
    }

    fn value_of(&self, outcome: Outcome, node: &Node<B>, ply: usize) -> i32 {
        match outcome.winner() {
            None => 0,
            Some(winner) if winner == self.brain.turn(&node.pos) => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }
}

/// Wins are remembered as plies from the position, not from the root.
fn to_memory(value: i32, ply: usize) -> i32 {
    if decided(value) { value + value.signum() * ply as i32 } else { value }
}

fn from_memory(value: i32, ply: usize) -> i32 {
    if decided(value) { value - value.signum() * ply as i32 } else { value }
}

/// Moves the best of what is left to place `n`.
fn pick<M: Copy>(moves: &mut [(i32, M)], n: usize) -> M {
    let best = (n..moves.len())
        .reduce(|best, other| if moves[other].0 > moves[best].0 { other } else { best });
    moves.swap(n, best.unwrap_or(n));
    moves[n].1
}

/// About ln(depth) * ln(tried) / 2, in whole numbers so that every machine agrees.
fn reduction_of(depth: i32, tried: usize) -> i32 {
    // ln(n) in sixteenths is about 11 * log2(n).
    let log = |n: u32| {
        (11 * n.max(1).ilog2()
            + 11 * (n.max(1) - (1 << n.max(1).ilog2())) / (1 << n.max(1).ilog2())) as i32
    };
    (log(depth.max(1) as u32) * log(tried as u32) + 300) / 540
}
