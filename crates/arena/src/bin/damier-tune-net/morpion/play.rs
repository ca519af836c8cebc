//! Games of the engine against itself, from openings by chance. A game is written as one line: the rule, who won (`x`, `o` or `-`), then the
//! marks in turn, each as its cell and, after a colon, what the search said of the position before it; marks of the opening are cells alone.

use super::super::play::think;
use anyhow::Result;
use damier_engine::{
    brain::{Brain, decided},
    random::Random,
    search::{Insight, Memory},
};
use damier_games::{
    Player, Rules,
    morpion::{Morpion, Move, Position},
    options::{parse_pairs, rulebook},
};
use std::{fmt::Write as _, io::Write};

/// One move in so many is played by chance, so that positions are seen which good players avoid but a search comes upon.
const CHANCE: usize = 12;
/// Marks that an opening by chance has at the least and, besides, at the most.
const OPENING: (usize, usize) = (2, 7);
/// A win that was seen so many plies in a row need not be played out.
const WON_PLIES: usize = 3;
/// The rules, as often as they are played.
const RULES: [&str; 8] =
    ["exact", "freestyle", "exact", "freestyle", "exact", "freestyle", "exact", "renju"];

/// Plays games one after the other with the same memory.
pub struct Games {
    memory: Memory,
    random: Random,
    nodes: u64,
    played: usize,
}

/// The rulebook of a rule.
pub fn game_of(rule: &str) -> Result<Morpion> {
    let pair = format!("rule={rule}");
    Ok(rulebook(&parse_pairs([pair.as_str()])?)?)
}

impl Games {
    pub fn new(seed: u64, nodes: u64) -> Self {
        let random = Random::new(seed.wrapping_mul(1_000_003));
        Self { memory: Memory::new(1), random, nodes, played: 0 }
    }

    /// One game, written to `out`.
    pub fn play(&mut self, out: &mut dyn Write) -> Result<()> {
        let rule = RULES[self.played % RULES.len()];
        self.played += 1;
        let game = game_of(rule)?;
        self.memory.clear();
        let (mut pos, mut marks) = self.opening(&game)?;
        let winner = self.play_on(&game, &mut pos, &mut marks)?;
        let winner = winner.map_or("-", |winner| ["x", "o"][winner.index()]);
        writeln!(out, "{rule} {winner}{marks}")?;
        Ok(())
    }

    fn think(&self, game: &Morpion, pos: &Position) -> Result<Insight<Move>> {
        think(game, pos, &[], &self.memory, self.nodes)
    }

    /// Marks by chance, anywhere or near each other, after which neither side has won already.
    fn opening(&mut self, game: &Morpion) -> Result<(Position, String)> {
        let mut moves = Vec::new();
        loop {
            let (mut pos, mut marks) = (game.start(), String::new());
            let anywhere = self.random.below(2) == 0;
            for _ in 0..OPENING.0 + self.random.below(OPENING.1) {
                moves.clear();
                if anywhere {
                    game.legal_moves(&pos, &mut moves);
                } else {
                    game.candidates(&pos, &game.remember(&pos), &mut moves);
                }
                let mv = moves[self.random.below(moves.len())];
                game.play(&mut pos, mv);
                write!(marks, " {}", mv.cell())?;
            }
            if game.outcome(&pos).is_none() && !decided(self.think(game, &pos)?.value) {
                return Ok((pos, marks));
            }
        }
    }

    /// Plays until it is over or clear, and tells who won.
    fn play_on(
        &mut self,
        game: &Morpion,
        pos: &mut Position,
        marks: &mut String,
    ) -> Result<Option<Player>> {
        let (mut moves, mut won) = (Vec::new(), 0);
        loop {
            if let Some(outcome) = game.outcome(pos) {
                return Ok(outcome.winner());
            }
            let best = self.think(game, pos)?;
            let turn = game.turn(pos);
            won = if decided(best.value) { won + 1 } else { 0 };
            let mut mv = best.line[0];
            if won == 0 && self.random.below(CHANCE) == 0 {
                moves.clear();
                game.candidates(pos, &game.remember(pos), &mut moves);
                mv = moves[self.random.below(moves.len())];
            }
            write!(marks, " {}:{}", mv.cell(), best.value)?;
            if won >= WON_PLIES {
                return Ok(Some(if best.value > 0 { turn } else { !turn }));
            }
            game.play(pos, mv);
        }
    }
}
