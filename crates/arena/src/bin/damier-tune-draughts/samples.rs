//! Positions to learn from, as the net sees them.

use super::{
    Call,
    record::{BYTES, Record},
};
use anyhow::{Context, Result};
use damier_engine::eval::draughts::{
    net::{BLOCKS, COUNTS, Men, counts, rows, stage},
    share,
};
use damier_games::{
    Player, Rules,
    draughts::{Draughts, Position, squares::TEN},
};
use std::{collections::HashSet, fs};

/// Men in all blocks, and at the most so many kings.
const MOST_ROWS: usize = BLOCKS + 24;

/// A quiet position, as the player to move sees it.
pub struct Sample {
    pub stage: u8,
    pub counts: [i8; COUNTS],
    /// What the value is multiplied with if the player to move, or the other, is ahead.
    pub shares: [f32; 2],
    /// What the search said.
    pub searched: f32,
    /// 0, 0.5 or 1.
    pub result: f32,
    /// Of a game from which nothing is learnt, to see whether what is learnt holds elsewhere.
    pub apart: bool,
    /// The rows of its own view and of the other's: where they begin in the list of all, and how many each has.
    first: u32,
    count: u8,
}

/// Everything that was collected.
pub struct Samples {
    pub list: Vec<Sample>,
    rows: Vec<u16>,
}

/// One game in so many is kept apart.
const APART: usize = 20;

impl Samples {
    /// Reads the positions that are judged by their looks: those without a capture. Each counts once: games come together, and what is kept apart
    /// must not have been learnt from.
    pub fn read(call: &Call) -> Result<Self> {
        let game = Draughts::default();
        let mut samples = Self { list: Vec::new(), rows: Vec::new() };
        let (mut games, mut seen) = (0, HashSet::new());
        for path in &call.data {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            for bytes in bytes.chunks_exact(BYTES) {
                let record = Record::read(bytes);
                games += usize::from(record.first);
                let pos = position(&game, &record)?;
                if seen.insert(game.key(&pos)) {
                    samples.add(&game, &pos, &record, games % APART == 0);
                }
            }
        }
        super::tell(&format!("{games} games, {} quiet positions", samples.list.len()));
        Ok(samples)
    }

    fn add(&mut self, game: &Draughts, pos: &Position, record: &Record, apart: bool) {
        let mut captures = Vec::new();
        game.legal_captures(pos, &mut captures);
        let men = Men::of(pos);
        let turn = game.turn(pos);
        let own: Vec<usize> = rows(pos, &men, turn).collect();
        if !captures.is_empty() || own.len() > MOST_ROWS {
            return;
        }
        let first = self.rows.len() as u32;
        self.rows.extend(own.iter().map(|&row| row as u16));
        self.rows.extend(rows(pos, &men, !turn).map(|row| row as u16));
        let white = turn == Player::One;
        let [value, result] = [f32::from(record.value), f32::from(record.result) / 2.0];
        self.list.push(Sample {
            stage: stage(pos, &men) as u8,
            counts: counts(game, pos, &men).map(|count| count as i8),
            shares: [turn, !turn].map(|ahead| 1.0 / share(game, pos, ahead) as f32),
            searched: if white { value } else { -value },
            result: if white { result } else { 1.0 - result },
            apart,
            first,
            count: own.len() as u8,
        });
    }

    /// The rows that add up to what the player to move sees, and the other.
    pub fn rows(&self, sample: &Sample) -> [&[u16]; 2] {
        let (first, count) = (sample.first as usize, usize::from(sample.count));
        [&self.rows[first..first + count], &self.rows[first + count..first + 2 * count]]
    }
}

fn position(game: &Draughts, record: &Record) -> Result<Position> {
    let mut text = String::from(if record.turn == Player::One { "W" } else { "B" });
    for index in 0..TEN.count() {
        let bit = 1_u64 << TEN.square(index);
        let piece = record.sets.iter().position(|set| set & bit != 0);
        text.push(piece.map_or('e', |piece| ['w', 'b', 'W', 'B'][piece]));
    }
    Ok(game.read_hub_position(&text)?)
}
