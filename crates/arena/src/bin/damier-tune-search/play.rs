//! Games between two ways to search, in one process.

use anyhow::{Context, Result, bail};
use damier_engine::{
    brain::{Brain, decided},
    random::Random,
    search::{Insight, Limits, Memory, Request, constants::Constants, search},
};
use damier_games::Player;
use std::sync::atomic::AtomicBool;

/// Longer games are drawn.
const LONGEST: usize = 320;
/// Positions by which an opening is judged.
const JUDGED_BY: u64 = 4_000;
/// An opening in which one side is further ahead than the start is by this is thrown away.
const BALANCED: i32 = 90;
/// So far ahead for `WON_PLIES` plies, as both see it, is won.
const WON: i32 = 1_200;
const WON_PLIES: usize = 6;

/// A position to play from, and the keys of those before it.
pub struct Opening<B: Brain> {
    pos: B::Position,
    history: Vec<u64>,
}

/// Two players of a game, each with a memory of its own.
pub struct Match<'a, B: Brain> {
    game: &'a B,
    nodes: u64,
    memories: [Memory; 2],
    /// What the start is worth to who begins.
    start: i32,
}

impl<'a, B: Brain> Match<'a, B> {
    pub fn new(game: &'a B, nodes: u64) -> Self {
        let mut new = Self { game, nodes, memories: [2, 2].map(Memory::new), start: 0 };
        let start = new.think(&game.start(), &[], B::CONSTANTS, 0, 20_000);
        new.start = start.map_or(0, |insight| insight.value);
        new
    }

    fn think(
        &self,
        pos: &B::Position,
        history: &[u64],
        constants: Constants,
        memory: usize,
        nodes: u64,
    ) -> Option<Insight<B::Move>> {
        let request = Request {
            brain: self.game,
            pos,
            history,
            constants,
            lore: None,
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            lines: 1,
            threads: 1,
            memory: &self.memories[memory],
            stop: &AtomicBool::new(false),
        };
        search(&request, &mut |_| ()).into_iter().next()
    }

    /// Moves by chance to a position that is about as even as the start.
    pub fn opening(&self, plies: usize, random: &mut Random) -> Result<Opening<B>> {
        let first = self.game.turn(&self.game.start());
        for attempt in 0..2_000 {
            let mut opening = Opening { pos: self.game.start(), history: Vec::new() };
            let mut moves = Vec::new();
            for _ in 0..plies {
                moves.clear();
                self.game.legal_moves(&opening.pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                opening.history.push(self.game.key(&opening.pos));
                self.game.play(&mut opening.pos, moves[random.below(moves.len())]);
            }
            self.memories[0].clear();
            let best = self.think(&opening.pos, &opening.history, B::CONSTANTS, 0, JUDGED_BY);
            let Some(best) = best else { continue };
            let expected =
                if self.game.turn(&opening.pos) == first { self.start } else { -self.start };
            // Where even ones are hard to find less even ones must do.
            if (best.value - expected).abs() <= BALANCED * (1 + attempt / 50) {
                return Ok(opening);
            }
        }
        bail!("no balanced opening of {plies} plies was found: try other --plies")
    }

    /// What `Player::One` scores, the players having these numbers.
    pub fn play(&mut self, opening: &Opening<B>, players: [Constants; 2]) -> Result<f64> {
        self.memories.iter().for_each(Memory::clear);
        let game = self.game;
        let (mut pos, mut history) = (opening.pos.clone(), opening.history.clone());
        let points = |winner: Option<Player>| match winner {
            Some(Player::One) => 1.0,
            Some(Player::Two) => 0.0,
            None => 0.5,
        };
        let (mut leader, mut ahead) = (None, 0_usize);
        while history.len() < LONGEST {
            if let Some(outcome) = game.outcome(&pos) {
                return Ok(points(outcome.winner()));
            }
            let key = game.key(&pos);
            let times = history.iter().filter(|&&earlier| earlier == key).count() as u32 + 1;
            if times >= 3 || game.drawn(&pos, times).is_some() {
                return Ok(0.5);
            }
            let turn = game.turn(&pos);
            let n = turn.index();
            let best =
                self.think(&pos, &history, players[n], n, self.nodes).context("no legal move")?;
            let better = Some(if best.value > 0 { turn } else { !turn });
            if decided(best.value) {
                return Ok(points(better));
            }
            let clear = best.value.abs() > WON;
            ahead = if !clear {
                0
            } else if better == leader {
                ahead + 1
            } else {
                1
            };
            leader = better;
            if ahead >= WON_PLIES {
                return Ok(points(leader));
            }
            history.push(key);
            game.play(&mut pos, best.line[0]);
        }
        Ok(0.5)
    }
}
