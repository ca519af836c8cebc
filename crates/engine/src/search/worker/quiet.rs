//! Quiescence: forcing moves are played out before a position is judged by its looks.

use super::{Node, Ranked, Worker, from_memory, informed, pick, tag, to_memory};
use crate::{
    brain::{Brain, DEEPEST, WIN},
    search::table::{Bound, Entry},
};

impl<B: Brain> Worker<'_, B> {
    pub(super) fn quiesce(
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
        if let Some(value) = self.certain(node, ply) {
            return value;
        }
        if ply < DEEPEST
            && let Some(value) = self.foresee(node, ply, 0)
        {
            return value;
        }
        let known = self.memory.get(node.key);
        let raw =
            known.map_or_else(|| self.brain.evaluate(&node.pos, &node.memo), |entry| entry.looks);
        let looks = self.corrected(node, raw);
        if !B::STYLE.quiescence || ply >= DEEPEST {
            return looks;
        }
        let threatened = self.brain.threatened_with(&node.pos, &node.memo) && below > -4;
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
        let looks = known.map_or(looks, |entry| informed(entry, looks, ply));
        if looks >= beta && !threatened && !self.brain.compulsory() {
            return looks;
        }
        let mut moves = self.forcing(node, ply, threatened, known.map_or(0, |entry| entry.tag));
        let must = threatened || (self.brain.compulsory() && !moves.is_empty());
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
            let Ranked { gain, mv, tag: mv_tag, .. } = pick(&mut moves, n);
            if !must && let Some(gain) = gain {
                // What loses is not tried, nor what wins too little to matter.
                let hope = looks + gain + B::STYLE.futility_margin * self.constants.hope / 100;
                if gain < 0 || (B::STYLE.futility_margin > 0 && hope <= alpha) {
                    best = best.max(if gain < 0 { best } else { hope });
                    continue;
                }
            }
            let next = node.after(self.brain, self.memory, mv);
            self.path.push(node.key);
            let value = -self.quiesce(&next, -beta, -alpha, ply + 1, below - 1);
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_tag = mv_tag;
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
                Entry { tag: best_tag, value: to_memory(best, ply), looks: raw, depth: 0, bound },
            );
        }
        best
    }

    pub(super) fn forcing(
        &mut self,
        node: &Node<B>,
        ply: usize,
        all: bool,
        first: u16,
    ) -> Vec<Ranked<B::Move>> {
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        self.plain.clear();
        if all {
            self.brain.candidates(&node.pos, &node.memo, &mut self.plain);
        } else {
            self.brain.forcing(&node.pos, &node.memo, &mut self.plain);
        }
        let (turn, before) = (self.brain.turn(&node.pos), self.before(ply));
        for &mv in &self.plain {
            let (tag, slot) = (tag(&mv), self.brain.slot(&node.pos, mv));
            let gain = self.brain.gain(&node.pos, mv);
            let rank = match gain {
                _ if tag == first => i32::MAX,
                Some(gain) => gain + self.order.forcing_merit(turn, slot) / 64,
                None => -1_000_000 + self.order.merit(turn, slot, before),
            };
            moves.push(Ranked { rank, gain, slot, tag, mv });
        }
        moves
    }
}
