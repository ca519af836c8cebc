//! Ways to spare a search: what is far too good or bad already, what the game can prove in its own way, and the test whether the
//! remembered move is the only good one.

use super::{Extension, Node, Ranked, Task, Worker, informed, pick, tag, to_memory};
use crate::{
    brain::{Brain, Foresight, Patience, WIN, decided},
    search::table::{Bound, Entry},
};
use damier_games::Rules;
use std::sync::atomic::Ordering::Relaxed;
use web_time::Instant;

/// Ways that take more work are tried when so many positions were searched in vain, since a search finds most wins sooner, and shorter
/// ones. They may look at one position for so many that were searched.
const FAR_AFTER: u64 = 32_768;
const FAR_PART: u64 = 16;

/// How a game proves a win.
type Way<B> = fn(
    &B,
    &<B as Rules>::Position,
    &<B as Brain>::Memo,
    &mut Patience<'_>,
) -> Option<Foresight<<B as Rules>::Move>>;

impl<B: Brain> Worker<'_, B> {
    /// The value of a position that its game can prove to be won. The nearer to the root, the more it may cost.
    pub(super) fn foresee(&mut self, node: &Node<B>, ply: usize, depth: i32) -> Option<i32> {
        if !self.foresees || (ply == 0 && !self.spoken_for.is_empty()) {
            return None;
        }
        let most = if ply == 0 { 512_u64 << depth.clamp(0, 8) } else { 32 << depth.clamp(0, 5) };
        let value = self.prove(node, ply, depth, most, B::foresee);
        if value.is_some() || ply > 0 || self.nodes < FAR_AFTER {
            return value;
        }
        self.prove(node, ply, depth, self.nodes / FAR_PART, B::foresee_far)
    }

    /// The value of a position that is proven to be won within so many positions.
    fn prove(
        &mut self,
        node: &Node<B>,
        ply: usize,
        depth: i32,
        most: u64,
        way: Way<B>,
    ) -> Option<i32> {
        let most = most.min((self.node_limit - self.nodes) / 4) as u32;
        let called_off = || {
            let late = self.deadlines.hard.is_some_and(|end| Instant::now() >= end);
            late || self.stop.load(Relaxed)
        };
        let mut patience = Patience::new(most, &called_off);
        let foresight = way(self.brain, &node.pos, &node.memo, &mut patience);
        self.nodes += u64::from(patience.spent());
        let Foresight { plies, line } = foresight?;
        self.lines[ply] = line;
        let value = WIN - (ply + plies) as i32;
        let tag = self.lines[ply].first().map_or(0, tag);
        let looks = self.brain.evaluate(&node.pos, &node.memo);
        let (depth, bound) = (depth.max(0), Bound::Lower);
        self.memory.put(node.key, Entry { tag, value: to_memory(value, ply), looks, depth, bound });
        Some(value)
    }

    /// The value of a position that need not be searched, because it is far too good or bad already.
    pub(super) fn cut_short(
        &mut self,
        node: &Node<B>,
        task: Task,
        known: Option<Entry>,
        looks: i32,
    ) -> Option<i32> {
        let Task { depth, alpha, beta, ply, .. } = task;
        let (constants, margin) = (self.constants, B::STYLE.futility_margin);
        let improving = ply >= 2 && looks > self.looks[ply - 2];
        // What was found out before tells more than looks.
        let guess = known.map_or(looks, |entry| informed(entry, looks, ply));
        if decided(beta) || decided(guess) {
            return None;
        }
        // Not right after the root: what looks like a blunder there may be a sacrifice.
        let looks_count = margin > 0 && ply > 1;
        if looks_count
            && depth <= 8
            && guess - margin * (depth - i32::from(improving)) * constants.too_good / 100 >= beta
        {
            return Some(guess);
        }
        if let Some(value) = self.try_less_deeply(node, task) {
            return Some(value);
        }
        let quiet_end = B::STYLE.quiescence && !self.brain.compulsory();
        if looks_count
            && depth <= 3
            && quiet_end
            && guess + margin * depth * constants.too_bad / 100 <= alpha
        {
            let value = self.quiesce(node, alpha, beta, ply, 0);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        if depth >= 3
            && guess >= beta
            && looks >= beta - constants.idle * depth
            && self.came_by[ply].is_some()
            && let Some(value) = self.pass(node, task, guess)
        {
            return Some(value);
        }
        self.win_by_force(node, task, known, looks)
    }

    /// Whether the position is good enough even if nothing is done.
    pub(super) fn pass(&mut self, node: &Node<B>, task: Task, guess: i32) -> Option<i32> {
        let Task { depth, beta, ply, .. } = task;
        let passed = self.brain.pass(&node.pos)?;
        let memo = self.brain.remember_passed(&node.memo, &passed);
        let passed = Node { key: self.brain.key(&passed), pos: passed, memo };
        let constants = &self.constants;
        let spared = (constants.idle_depth + depth) / 4;
        let reduced = depth - spared - ((guess - beta) / constants.idle_more).clamp(0, 3);
        self.path.push(node.key);
        self.came_by[ply + 1] = None;
        let value = -self.search(&passed, task.down(reduced, -beta, 1 - beta, !task.cut));
        self.path.pop();
        (value >= beta && !self.stopped).then(|| if decided(value) { beta } else { value })
    }

    /// Whether a forcing move is much more than good enough at less depth: then it is good enough at full depth, nearly always.
    pub(super) fn win_by_force(
        &mut self,
        node: &Node<B>,
        task: Task,
        known: Option<Entry>,
        looks: i32,
    ) -> Option<i32> {
        let Task { depth, beta, ply, .. } = task;
        let bar = beta + B::STYLE.futility_margin * self.constants.by_force / 100;
        let unlikely = known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < bar);
        if depth < 5
            || B::STYLE.futility_margin == 0
            || !B::STYLE.quiescence
            || self.brain.compulsory()
            || unlikely
            || decided(bar)
        {
            return None;
        }
        let mut moves = self.forcing(node, ply, false, known.map_or(0, |entry| entry.tag));
        let mut found = None;
        for n in 0..moves.len() {
            let Ranked { gain, slot, mv, tag, .. } = pick(&mut moves, n);
            if gain.is_none_or(|gain| gain < bar - looks || gain <= 0) {
                continue;
            }
            let next = node.after(self.brain, self.memory, mv);
            self.path.push(node.key);
            self.came_by[ply + 1] = Some(slot);
            self.came_quiet[ply + 1] = false;
            let mut value = -self.quiesce(&next, -bar, 1 - bar, ply + 1, 0);
            if value >= bar && !self.stopped {
                value = -self.search(&next, task.down(depth - 4, -bar, 1 - bar, !task.cut));
            }
            self.path.pop();
            if self.stopped {
                break;
            }
            if value >= bar {
                let looks = self.brain.evaluate(&node.pos, &node.memo);
                let entry = Entry {
                    tag,
                    value: to_memory(value, ply),
                    looks,
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                self.memory.put(node.key, entry);
                found = Some(value);
                break;
            }
        }
        self.buffers[ply] = moves;
        found
    }

    /// How much deeper to look at the remembered move: more if it is the only good one.
    pub(super) fn singular(
        &mut self,
        node: &Node<B>,
        task: Task,
        known: Option<Entry>,
    ) -> Extension {
        let Some(entry) = known else { return Extension::By(0) };
        // Where trials are made they find out sooner what need not be looked at.
        let apt = self.constants.trial == 0
            && task.ply > 0
            && task.ply < 2 * self.root_depth
            && task.depth >= 7
            && task.without == 0
            && entry.depth >= task.depth - 3;
        if !apt || entry.bound == Bound::Upper || decided(entry.value) || !self.brain.reduces() {
            return Extension::By(0);
        }
        let bar = entry.value - task.depth * self.constants.alone / 4;
        let trial = Task {
            depth: (task.depth - 1) / 2,
            alpha: bar - 1,
            beta: bar,
            without: entry.tag,
            ..task
        };
        // The buffer of this ply is in use by the caller's copy; the trial brings its own.
        let value = self.search(node, trial);
        Extension::By(if self.stopped {
            0
        } else if value < bar - self.constants.all_alone && !task.principal() {
            2
        } else if value < bar {
            1
        } else if bar >= task.beta {
            return Extension::Enough(bar);
        } else if entry.value >= task.beta {
            -1
        } else {
            0
        })
    }
}
