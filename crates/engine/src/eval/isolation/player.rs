//! The player of Isolation: it proves what it can and searches the rest.

use super::{
    field::Field,
    known::{Budget, GaveUp, Prove},
    partisan::Partisan,
    solver::Solver,
};
use crate::{
    brain::WIN,
    level::{self, Manner},
    mind::{LookError, Mind, Searching, Thinking, Thought},
    random::Random,
    search::Limits,
};
use damier_games::{
    Game, Player, Rules, Table,
    isolation::{Isolation, Move, Position, Safety},
    mosaic::pawns::squares,
    options::Options,
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use web_time::Instant;

/// Nodes for a first look: what ends soon is solved before anything is searched.
const FIRST_LOOK: u64 = 4_000;

/// Solves where it can.
pub struct Solving {
    searching: Searching<Isolation>,
    /// For the rulebook last looked at.
    solver: Box<dyn Prove>,
    solved_rules: Isolation,
    megabytes: usize,
}

/// The solver that fits the form of the game.
pub fn solver(game: &Isolation, megabytes: usize) -> Box<dyn Prove> {
    match Field::new(game) {
        Some(field) => Box::new(Solver::new(field, megabytes)),
        None => Box::new(Partisan::new(game.clone(), megabytes)),
    }
}

/// What is proven of a position.
struct Proof {
    /// Moves that keep what there is to keep, the best first.
    moves: Vec<Move>,
    won: bool,
}

impl Solving {
    pub fn new(megabytes: usize) -> Self {
        let rules = Isolation::default();
        Self {
            searching: Searching::new(Self::share(megabytes)),
            solver: solver(&rules, megabytes - Self::share(megabytes)),
            solved_rules: rules,
            megabytes,
        }
    }

    /// Of the memory, what the search needs beside the solver.
    const fn share(megabytes: usize) -> usize {
        megabytes / 4
    }

    /// Makes the solver anew, for the rulebook in hand.
    fn meet(&mut self) {
        let game = self.searching.played().game();
        self.solver = solver(game, self.megabytes - Self::share(self.megabytes));
        self.solved_rules = game.clone();
    }

    /// Tries to prove who wins. A player who varies wants more than one winning move to choose from.
    fn prove(&mut self, varied: bool, budget: &mut Budget<'_>) -> Option<Proof> {
        let (solver, pos) = (&mut self.solver, self.searching.played().position());
        let before = solver.nodes();
        let Some(square) = solver.winning(pos, budget).ok()? else {
            // Lost: make it long and hard to see through.
            let mut moves: Vec<Move> = squares(pos.free()).map(Move::at).collect();
            let game = self.searching.played().game();
            let left = |mv| game.free_for_other(&after(game, pos, mv)).count_ones();
            moves.sort_by_key(|&mv| std::cmp::Reverse(left(mv)));
            return Some(Proof { moves, won: false });
        };
        let mut moves = vec![Move::at(square)];
        if varied {
            let extra = budget.nodes.min(solver.nodes() - before);
            let mut extra = Budget { nodes: extra, end: budget.end, stop: budget.stop };
            for other in squares(pos.free()).filter(|&other| other != square) {
                match solver.wins_by(pos, other, &mut extra) {
                    Ok(true) => moves.push(Move::at(other)),
                    Ok(false) => {}
                    Err(GaveUp) => break,
                }
            }
        }
        Some(Proof { moves, won: true })
    }

    /// The report of a proof, begun when the solver had looked at so many positions: one thought for each move that is asked for.
    fn told(
        &mut self,
        proof: &Proof,
        (started, before): (Instant, u64),
        lines: usize,
    ) -> Vec<Thought> {
        let shown = proof.moves.len().min(lines.max(1));
        let nodes = self.solver.nodes() - before;
        (0..shown)
            .map(|rank| {
                let line = self.line(proof.moves[rank]);
                let free = self.placements();
                // Every ply takes a placement at least, and the winner makes the last.
                let plies = if (free % 2 == 1) == proof.won { free } else { free - 1 };
                let value = if proof.won { WIN - plies } else { plies - WIN };
                Thought {
                    rank,
                    depth: line.len() as u32,
                    deepest: plies as u32,
                    value,
                    win_in: Some(if proof.won { plies } else { -plies }),
                    nodes,
                    time: started.elapsed(),
                    fill: self.solver.fill(),
                    line,
                }
            })
            .collect()
    }

    /// How many placements there are for both together.
    fn placements(&self) -> i32 {
        let played = self.searching.played();
        let (own, other) =
            (played.position().free(), played.game().free_for_other(played.position()));
        let impartial = played.game().safety() != Safety::Opposite;
        (own.count_ones() + if impartial { 0 } else { other.count_ones() }) as i32
    }

    /// How the game may go on after a move, as far as the solver knows without thinking again.
    fn line(&mut self, first: Move) -> Vec<String> {
        const A_MOMENT: u64 = 300;
        let played = self.searching.played();
        let (game, mut pos, mut line) = (played.game(), *played.position(), Vec::new());
        let mut next = Some(first);
        let never = AtomicBool::new(false);
        while let Some(mv) = next.take() {
            line.push(game.move_text(&pos, mv));
            game.play(&mut pos, mv);
            let mut budget = Budget { nodes: A_MOMENT, end: None, stop: &never };
            next = match self.solver.winning(&pos, &mut budget) {
                Ok(Some(square)) => Some(Move::at(square)),
                Ok(None) => squares(pos.free()).next().map(Move::at),
                Err(GaveUp) => None,
            };
        }
        line
    }

    /// Puts moves that are proven to lose last, as far as a moment tells.
    fn warned(&mut self, thoughts: &mut [Thought], budget: &mut Budget<'_>) {
        let played = self.searching.played();
        let (solver, pos) = (&mut self.solver, played.position());
        let mut loses = |thought: &Thought| {
            let first = thought.line.first()?;
            let square = squares(pos.free())
                .find(|&square| played.game().move_text(pos, Move::at(square)) == *first)?;
            Some(matches!(solver.wins_by(pos, square, budget), Ok(false)))
        };
        if let Some(safe) = thoughts.iter().position(|thought| loses(thought) == Some(false)) {
            thoughts[..=safe].rotate_right(1);
        }
    }
}

fn after(game: &Isolation, pos: &Position, mv: Move) -> Position {
    let mut next = *pos;
    game.play(&mut next, mv);
    next
}

impl Mind for Solving {
    fn look(
        &mut self,
        options: &Options,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), LookError> {
        self.searching.look(options, position, moves)?;
        if self.solved_rules != *self.searching.played().game() {
            self.meet();
        }
        Ok(())
    }

    fn turn(&self) -> Player {
        self.searching.turn()
    }

    fn think(
        &mut self,
        thinking: &Thinking,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Vec<Thought> {
        let nodes = match thinking.level.manner() {
            Manner::Nodes(each) => {
                let free = self.searching.played().position().free().count_ones() as usize;
                let nodes = level::nodes(each, free);
                thinking.limits.nodes.map_or(nodes, |limit| limit.min(nodes))
            }
            Manner::Full => thinking.limits.nodes.unwrap_or(u64::MAX),
            Manner::Random | Manner::Looks | Manner::TwoPlies => 0,
        };
        let shallow = thinking.limits.depth.is_some();
        let over = self.searching.played().position().free() == 0;
        if nodes == 0 || shallow || over {
            return self.searching.think(thinking, stop, tell);
        }
        let (started, before) = (Instant::now(), self.solver.nodes());
        let hard = thinking.limits.deadlines(started).hard;
        let soft = thinking.limits.usual_end(started);
        let (ply, seed) = (self.searching.played().ply(), thinking.seed);
        let varied = thinking.level.tolerance(ply) > 0 || thinking.lines > 1;
        let first_look = FIRST_LOOK.min(nodes / 2);
        let mut budget = Budget { nodes: first_look, end: soft, stop };
        let mut thoughts = Vec::new();
        let mut proof = self.prove(varied, &mut budget);
        if proof.is_none() {
            // The search first, for an answer to fall back on.
            let share = self.solver.left_for_search();
            let time = soft.map(|end| end.saturating_duration_since(started) / share.part);
            let own = (nodes / u64::from(share.part)).min(share.most);
            let limits = Limits { nodes: Some(own), time, ..Limits::default() };
            thoughts = self.searching.think(&Thinking { limits, ..*thinking }, stop, tell);
            let left = nodes.saturating_sub(first_look).saturating_sub(own);
            let mut budget = Budget { nodes: left, end: soft.or(hard), stop };
            if !stop.load(Relaxed) {
                proof = self.prove(varied, &mut budget);
            }
        }
        let Some(mut proof) = proof else {
            let mut moment = Budget { nodes: 2_000.min(nodes / 8), end: hard, stop };
            self.warned(&mut thoughts, &mut moment);
            return thoughts;
        };
        if proof.won && varied {
            let mut random = Random::new(seed ^ self.searching.played().position().free());
            let chosen = random.below(proof.moves.len());
            proof.moves.swap(0, chosen);
        }
        let told = self.told(&proof, (started, before), thinking.lines);
        told.iter().for_each(&mut *tell);
        told
    }

    fn forget(&mut self) {
        self.searching.forget();
        self.solver.forget();
    }

    fn resize(&mut self, megabytes: usize) {
        self.megabytes = megabytes;
        self.searching.resize(Self::share(megabytes));
        self.meet();
    }
}
