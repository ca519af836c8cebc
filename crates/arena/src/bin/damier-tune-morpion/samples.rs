//! Positions to learn from, as the net sees them.

use super::{Call, play::game_of};
use anyhow::{Context, Result};
use damier_engine::{
    brain::{Brain, Patience},
    eval::morpion::memo::Memo,
};
use damier_games::{
    Player, Rules,
    morpion::{Morpion, Move, Position},
};
use std::{collections::HashSet, fs};

/// A quiet position, as the player to move sees it.
pub struct Sample {
    /// What the search said.
    pub searched: f32,
    /// 0, 0.5 or 1.
    pub result: f32,
    /// Of a game from which nothing is learnt, to see whether what is learnt holds elsewhere.
    pub apart: bool,
    /// The rows of the player to move and of the other: where they begin in the list of all, where the other's do and where they end.
    places: [u32; 3],
}

/// Everything that was collected.
pub struct Samples {
    pub list: Vec<Sample>,
    /// Rows and how often they come.
    rows: Vec<(u16, u8)>,
}

/// One game in so many is kept apart.
const APART: usize = 20;
/// Fours that are tried to find out whether the player to move wins by them.
const FOURS: u32 = 256;

impl Samples {
    /// Reads the positions that are judged by their looks. Each counts once: games come together, and what is kept apart must
    /// not have been learnt from.
    pub fn read(call: &Call) -> Result<Self> {
        let mut samples = Self { list: Vec::new(), rows: Vec::new() };
        let (mut games, mut seen) = (0, HashSet::new());
        for path in &call.data {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            for line in text.lines() {
                games += 1;
                samples
                    .add_game(line, games % APART == 0, &mut seen)
                    .with_context(|| format!("not a game: {line}"))?;
            }
        }
        super::tell(&format!("{games} games, {} quiet positions", samples.list.len()));
        Ok(samples)
    }

    fn add_game(&mut self, line: &str, apart: bool, seen: &mut HashSet<u64>) -> Result<()> {
        let mut words = line.split(' ');
        let game = game_of(words.next().unwrap_or_default())?;
        let winner = match words.next().context("no winner")? {
            "x" => Some(Player::One),
            "o" => Some(Player::Two),
            _ => None,
        };
        let mut pos = game.start();
        for word in words {
            let (cell, value) = word.split_once(':').unwrap_or((word, ""));
            if let Ok(value) = value.parse::<f32>()
                && seen.insert(game.key(&pos))
            {
                let turn = game.turn(&pos);
                let result = winner.map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
                self.add(&game, &pos, value, result, apart);
            }
            game.play(&mut pos, Move::at(cell.parse()?));
        }
        Ok(())
    }

    fn add(&mut self, game: &Morpion, pos: &Position, searched: f32, result: f32, apart: bool) {
        let memo = game.remember(pos);
        let never = || false;
        let mut patience = Patience::new(FOURS, &never);
        if game.threatened_with(pos, &memo) || game.foresee(pos, &memo, &mut patience).is_some() {
            return;
        }
        let turn = game.turn(pos);
        let begin = self.rows.len() as u32;
        self.rows.extend(counted(game, pos, &memo, turn));
        let middle = self.rows.len() as u32;
        self.rows.extend(counted(game, pos, &memo, !turn));
        let places = [begin, middle, self.rows.len() as u32];
        self.list.push(Sample { searched, result, apart, places });
    }

    /// The rows of the player to move, and those of the other.
    pub fn rows(&self, sample: &Sample) -> [&[(u16, u8)]; 2] {
        let [begin, middle, end] = sample.places.map(|place| place as usize);
        [&self.rows[begin..middle], &self.rows[middle..end]]
    }
}

/// The rows of a player's shapes, without the first, which says nothing.
fn counted(game: &Morpion, pos: &Position, memo: &Memo, player: Player) -> Vec<(u16, u8)> {
    let mut rows: Vec<u16> =
        game.empty(pos).iter().map(|cell| memo.prospect(player, cell).row() as u16).collect();
    rows.sort_unstable();
    let same = rows.chunk_by(|a, b| a == b).filter(|rows| rows[0] != 0);
    same.map(|rows| (rows[0], rows.len() as u8)).collect()
}
