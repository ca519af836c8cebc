//! Games of the engine against itself, from openings by chance.

use super::{super::play::think, record::Record};
use anyhow::Result;
use damier_engine::{
    brain::decided,
    random::Random,
    search::{Insight, Memory},
};
use damier_games::{
    Player, Rules,
    draughts::{Draughts, Move, Position},
};
use std::io::Write;

/// Longer games are drawn.
const LONGEST: usize = 220;
/// Plies by chance at the least before a game begins. With fewer the same games come again and again.
const OPENING: usize = 8;
/// One move in so many is played by chance, so that positions are seen which good players avoid but a search comes upon.
const CHANCE: usize = 16;
/// An opening in which one side is further ahead is thrown away.
const BALANCED: i32 = 80;
/// So far ahead for `WON_PLIES` plies is won.
const WON: i32 = 450;
const WON_PLIES: usize = 5;
/// So little ahead for `LEVEL_PLIES` plies, with few pieces and kings on both sides, is drawn.
const LEVEL: i32 = 60;
const LEVEL_PLIES: usize = 12;

/// Plays games one after the other with the same memory.
pub struct Games {
    game: Draughts,
    memory: Memory,
    random: Random,
    nodes: u64,
}

impl Games {
    pub fn new(seed: u64, nodes: u64) -> Self {
        let random = Random::new(seed.wrapping_mul(1_000_003));
        Self { game: Draughts::default(), memory: Memory::new(1), random, nodes }
    }

    /// One game, written to `out`.
    pub fn play(&mut self, out: &mut dyn Write) -> Result<()> {
        let (mut pos, mut history) = self.opening()?;
        let mut seen = Vec::new();
        let result = self.play_on(&mut pos, &mut history, &mut seen)?;
        for (n, record) in seen.iter_mut().enumerate() {
            (record.result, record.first) = (result, n == 0);
            out.write_all(&record.write())?;
        }
        Ok(())
    }

    fn think(&self, pos: &Position, history: &[u64]) -> Result<Insight<Move>> {
        think(&self.game, pos, history, &self.memory, self.nodes)
    }

    /// Random plies that leave both sides about the same chances.
    fn opening(&mut self) -> Result<(Position, Vec<u64>)> {
        let mut moves = Vec::new();
        loop {
            self.memory.clear();
            let (mut pos, mut history) = (self.game.start(), Vec::new());
            for _ in 0..OPENING + self.random.below(12) {
                moves.clear();
                self.game.legal_moves(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                history.push(self.game.key(&pos));
                self.game.play(&mut pos, moves[self.random.below(moves.len())]);
            }
            if self.game.outcome(&pos).is_none()
                && self.think(&pos, &history)?.value.abs() < BALANCED
            {
                return Ok((pos, history));
            }
        }
    }

    /// Plays until it is over or clear, and tells the result in halves of a point for White.
    fn play_on(
        &mut self,
        pos: &mut Position,
        history: &mut Vec<u64>,
        seen: &mut Vec<Record>,
    ) -> Result<u8> {
        let game = &self.game.clone();
        let (mut won, mut level) = (0, 0);
        let mut moves = Vec::new();
        let for_white = |value: i32| if value > 0 { 2 } else { 0 };
        while history.len() < LONGEST {
            if game.outcome(pos).is_some() {
                return Ok(for_white(if game.turn(pos) == Player::One { -1 } else { 1 }));
            }
            let key = game.key(pos);
            let times = history.iter().filter(|&&earlier| earlier == key).count() as u32 + 1;
            if game.drawn(pos, times).is_some() {
                return Ok(1);
            }
            let best = self.think(pos, history)?;
            let white = if game.turn(pos) == Player::One { best.value } else { -best.value };
            if decided(white) {
                return Ok(for_white(white));
            }
            seen.push(Record::of(game, pos, white));
            won = if white.abs() > WON { won + 1 } else { 0 };
            let [one, two] = Player::BOTH.map(|player| pos.kings(player));
            let pieces = one | two | pos.men(Player::One) | pos.men(Player::Two);
            let bare = one != 0 && two != 0 && pieces.count_ones() <= 7;
            level = if bare && white.abs() < LEVEL { level + 1 } else { 0 };
            if won >= WON_PLIES {
                return Ok(for_white(white));
            }
            if level >= LEVEL_PLIES {
                return Ok(1);
            }
            history.push(key);
            let mut mv = best.line[0];
            if self.random.below(CHANCE) == 0 {
                moves.clear();
                game.legal_moves(pos, &mut moves);
                mv = moves[self.random.below(moves.len())];
            }
            game.play(pos, mv);
        }
        Ok(1)
    }
}
