//! Games of the engine against itself, from openings by chance. A game is written as one line: the variant, who won (`w`, `b` or `-`), then the
//! moves in turn. A move from a quiet position is followed by a colon and what the search said of that position to the player to move.

use super::super::play::think;
use anyhow::{Context, Result};
use damier_engine::{
    brain::{Brain, decided},
    random::Random,
    search::Memory,
};
use damier_games::{
    Player,
    options::{parse_pairs, rulebook},
};
use std::{fmt::Write as _, io::Write};

/// Longer games are drawn.
const LONGEST: usize = 320;
/// Plies that an opening by chance has at the least and, besides, at the most.
const OPENING: (usize, usize) = (4, 9);
/// An opening in which one side is further ahead than the start is by this is thrown away.
const BALANCED: i32 = 400;
/// One move in so many is played by chance, so that positions are seen which good players avoid but a search comes upon.
const CHANCE: usize = 24;
/// So far ahead for `WON_PLIES` plies is won.
const WON: i32 = 1_400;
const WON_PLIES: usize = 6;

/// Plays games one after the other with the same memory.
pub struct Games<B> {
    /// Variants, as often as they are played, with what each start is worth to who begins.
    games: Vec<(&'static str, B, i32)>,
    memory: Memory,
    random: Random,
    nodes: u64,
    played: usize,
}

/// The rulebook of a variant; `-` for games that have none.
pub fn game_of<B: Brain>(variant: &str) -> Result<B> {
    let pair = format!("variant={variant}");
    let pairs = (variant != "-").then_some(pair.as_str());
    Ok(rulebook(&parse_pairs(pairs)?)?)
}

impl<B: Brain> Games<B> {
    pub fn new(seed: u64, nodes: u64, variants: &[&'static str]) -> Result<Self> {
        let memory = Memory::new(1);
        let mut games = Vec::new();
        for &variant in variants {
            let game: B = game_of(variant)?;
            let start = think(&game, &game.start(), &[], &memory, 20_000)?.value;
            games.push((variant, game, start));
        }
        let random = Random::new(seed.wrapping_mul(1_000_003));
        Ok(Self { games, memory, random, nodes, played: 0 })
    }

    /// One game, written to `out`.
    pub fn play(&mut self, out: &mut dyn Write) -> Result<()> {
        let (variant, game, start) = self.games[self.played % self.games.len()].clone();
        self.played += 1;
        let mut line = String::new();
        let winner = loop {
            line.clear();
            self.memory.clear();
            if let Some(winner) = self.game(&game, start, &mut line)? {
                break winner;
            }
        };
        let winner = winner.map_or("-", |winner| ["w", "b"][winner.index()]);
        writeln!(out, "{variant} {winner}{line}")?;
        Ok(())
    }

    /// A game with who won it; nothing if the opening is not worth going on.
    fn game(&mut self, game: &B, start: i32, line: &mut String) -> Result<Option<Option<Player>>> {
        let (mut pos, mut history, mut moves) = (game.start(), Vec::new(), Vec::new());
        let first = game.turn(&pos);
        let opening = OPENING.0 + self.random.below(OPENING.1);
        let mut won = 0_usize;
        while history.len() < LONGEST {
            if let Some(outcome) = game.outcome(&pos) {
                return Ok((history.len() > opening).then(|| outcome.winner()));
            }
            let key = game.key(&pos);
            let times = history.iter().filter(|&&earlier| earlier == key).count() as u32 + 1;
            if times >= 3 || game.drawn(&pos, times).is_some() {
                return Ok(Some(None));
            }
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let mut mv = moves[self.random.below(moves.len())];
            let mut said = String::new();
            if history.len() >= opening {
                let best = think(game, &pos, &history, &self.memory, self.nodes)?;
                let turn = game.turn(&pos);
                let expected = if turn == first { start } else { -start };
                if history.len() == opening && (best.value - expected).abs() > BALANCED {
                    return Ok(None);
                }
                won = if best.value.abs() > WON { won + 1 } else { 0 };
                if decided(best.value) || won >= WON_PLIES {
                    return Ok(Some(Some(if best.value > 0 { turn } else { !turn })));
                }
                let &first = best.line.first().context("no move")?;
                if game.gain(&pos, first).is_none() && !game.threatened(&pos) {
                    said = format!(":{}", best.value);
                }
                if self.random.below(CHANCE) != 0 {
                    mv = first;
                }
            }
            write!(line, " {}{said}", game.move_text(&pos, mv))?;
            history.push(key);
            game.play(&mut pos, mv);
        }
        Ok(Some(None))
    }
}
