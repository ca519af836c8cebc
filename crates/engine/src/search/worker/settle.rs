//! Games where captures are compulsory: quiescence that has nothing to decline, and trials in place of doing nothing.

use super::{Node, Ranked, Task, Worker, pick, tag};
use crate::brain::{Brain, DEEPEST, WIN, decided};

impl<B: Brain> Worker<'_, B> {
    /// Plays captures out and judges what is left, even where something hangs: whoever is to move may still see to it, and a search that
    /// does not stop to look reaches further.
    pub(super) fn settle(&mut self, node: &Node<B>, task: Task) -> i32 {
        let Task { mut alpha, beta, ply, .. } = task;
        self.lines[ply].clear();
        self.count();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(value) = self.certain(node, ply) {
            return value;
        }
        if ply >= DEEPEST {
            return self.brain.evaluate(&node.pos, &node.memo);
        }
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        self.plain.clear();
        self.brain.forcing(&node.pos, &node.memo, &mut self.plain);
        if self.plain.is_empty() {
            self.buffers[ply] = moves;
            return self.brain.evaluate(&node.pos, &node.memo);
        }
        for &mv in &self.plain {
            let gain = self.brain.gain(&node.pos, mv);
            let (rank, slot) = (gain.unwrap_or(0), self.brain.slot(&node.pos, mv));
            moves.push(Ranked { rank, gain, slot, tag: tag(&mv), mv });
        }
        let mut best = -WIN + ply as i32;
        for n in 0..moves.len() {
            let mv = pick(&mut moves, n).mv;
            let next = node.after_unasked(self.brain, mv);
            self.path.push(node.key);
            let value = -self.settle(&next, task.down(0, -beta, -alpha, false));
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, mv);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.buffers[ply] = moves;
        best
    }

    /// Whether a search of less than half the depth finds the position so good that the full one need not be made.
    pub(super) fn try_less_deeply(&mut self, node: &Node<B>, task: Task) -> Option<i32> {
        let margin = self.constants.trial * task.depth / 4;
        if margin == 0 || task.depth < 3 || task.trial || decided(task.beta) {
            return None;
        }
        let bar = task.beta + margin;
        let trial = Task {
            depth: task.depth * self.constants.trial_depth / 100,
            alpha: bar - 1,
            beta: bar,
            trial: true,
            ..task
        };
        let value = self.search(node, trial);
        let convinced = value >= bar && !self.stopped;
        convinced.then(|| if decided(value) { value } else { value - margin })
    }
}
