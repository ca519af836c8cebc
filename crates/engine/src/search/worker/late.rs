//! Moves that come late in the order: less deeply looked at, or not at all.

use super::{Node, Task, Worker};
use crate::brain::{Brain, decided};

impl<B: Brain> Worker<'_, B> {
    /// The value of a move: late ones less deeply and with a window that only asks "better?", then again where the answer is yes.
    #[expect(clippy::too_many_arguments, reason = "all that its depth depends on")]
    pub(super) fn value_of_move(
        &mut self,
        next: &Node<B>,
        task: Task,
        alpha: i32,
        best: i32,
        mut depth: i32,
        tried: usize,
        reduction: i32,
    ) -> i32 {
        let beta = task.beta;
        if tried == 1 {
            let cut = !task.principal() && !task.cut;
            return -self.search(next, task.down(depth, -beta, -alpha, cut));
        }
        let mut value = -self.search(next, task.down(depth - reduction, -alpha - 1, -alpha, true));
        if value > alpha && reduction > 0 && !self.stopped {
            // So good that it deserves more than the full depth, or so little better that less will do.
            let (much, hardly) =
                (best + self.constants.much_better, best + self.constants.hardly_better);
            depth += i32::from(value > much && reduction > 1) - i32::from(value < hardly);
            value = -self.search(next, task.down(depth, -alpha - 1, -alpha, !task.cut));
        }
        if value > alpha && value < beta && !self.stopped {
            value = -self.search(next, task.down(depth, -beta, -alpha, false));
        }
        value
    }

    /// By how much less deeply to look at the move that is tried as number `tried`.
    pub(super) fn reduction(
        &self,
        task: Task,
        tried: usize,
        quiet: bool,
        merit: i32,
        improving: bool,
        threatened: bool,
    ) -> i32 {
        let early = 1 + 2 * usize::from(task.principal());
        if !self.brain.reduces() || task.depth < 3 || tried <= early || threatened {
            return 0;
        }
        let constants = &self.constants;
        if constants.trial > 0 {
            // Trials already spare what is hopeless, and what quiet moves did elsewhere tells little of the shots they prepare here.
            let late = !task.principal() && tried as i32 > constants.trial_late;
            return if quiet { (1 + i32::from(late)).min(task.depth - 2) } else { 0 };
        }
        // In 1024 parts of a ply.
        let mut parts = logs(task.depth, tried) * constants.later / 1024 + constants.late;
        parts -= constants.principal * i32::from(task.principal());
        parts -= constants.improving * i32::from(improving);
        parts += constants.cut * i32::from(task.cut);
        // Where the answers to the moves before were mostly good enough, so will be the ones to this.
        parts += constants.refuted * i32::from(self.cutoffs[task.ply + 1] > 3);
        parts -= if quiet { merit * constants.merit / 8192 } else { constants.forcing + parts / 2 };
        (parts / 1024).clamp(0, task.depth - 2)
    }

    /// Whether so many moves were tried that no further quiet one need be.
    pub(super) fn enough_tried(
        &self,
        task: Task,
        alpha: i32,
        tried: usize,
        improving: bool,
    ) -> bool {
        let square = task.depth * task.depth;
        let enough = (self.constants.tried_first + self.constants.tried_more * square) / 4;
        let enough = enough / if improving { 1 } else { 2 };
        self.leaves_out(task, alpha) && tried as i32 > enough
    }

    /// Whether late moves may be left out here at all.
    fn leaves_out(&self, task: Task, alpha: i32) -> bool {
        // Where captures are compulsory any quiet move may be a shot: none is left out unseen.
        let apt = self.brain.reduces() && !self.brain.compulsory();
        apt && !task.principal() && task.depth <= 8 && !decided(alpha)
    }

    /// Whether a late move need not be tried at all.
    #[expect(clippy::too_many_arguments, reason = "all that speaks for or against a move")]
    pub(super) fn hopeless(
        &self,
        node: &Node<B>,
        task: Task,
        alpha: i32,
        mv: B::Move,
        gain: Option<i32>,
        merit: i32,
        reduction: i32,
    ) -> bool {
        let Task { depth, .. } = task;
        if !self.leaves_out(task, alpha) {
            return false;
        }
        let (constants, margin) = (&self.constants, B::STYLE.futility_margin);
        let Some(gain) = gain else {
            // How deeply it would be looked at.
            let rest = (depth - reduction).max(1);
            return margin > 0
                && ((rest <= 6
                    && self.looks[task.ply] + margin * (rest + 1) * constants.behind / 100
                        <= alpha)
                    || (depth <= 4 && merit < -constants.unlucky * depth)
                    || self.brain.risk(&node.pos, mv)
                        < -margin * rest * (rest + 1) * constants.risk / 100)
                && !self.brain.threatens(&node.pos, mv);
        };
        depth <= 6 && gain < -margin.max(60) * depth * constants.loss / 100
    }
}

/// About 270 * ln(depth) * ln(tried), in whole numbers so that every machine agrees.
fn logs(depth: i32, tried: usize) -> i32 {
    // ln(n) in sixteenths is about 11 * log2(n).
    let log = |n: u32| {
        let n = n.max(1);
        let whole = n.ilog2();
        (11 * whole + 11 * (n - (1 << whole)) / (1 << whole)) as i32
    };
    log(depth.max(1) as u32) * log(tried as u32)
}
