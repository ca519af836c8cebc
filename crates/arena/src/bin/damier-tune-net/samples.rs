//! Positions to learn from, as a net sees them.

use super::fit::Net;
use anyhow::{Context, Result};
use std::{fs, path::PathBuf};

/// One game in so many is kept apart.
const APART: usize = 20;

/// A quiet position, as the player to move sees it.
pub struct Sample<T> {
    /// What the search said.
    pub searched: f32,
    /// 0, 0.5 or 1.
    pub result: f32,
    /// Of a game from which nothing is learnt, to see whether what is learnt holds elsewhere.
    pub apart: bool,
    /// What its game tells of it besides.
    pub more: T,
    /// Where its rows begin in the list of all, where the other's do and where they end.
    places: [u32; 3],
}

/// Everything that was collected.
pub struct Samples<N: Net> {
    pub list: Vec<Sample<N::More>>,
    rows: Vec<N::Row>,
    games: usize,
}

impl<N: Net> Samples<N> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self { list: Vec::new(), rows: Vec::new(), games: 0 }
    }

    /// Of files with a game on each line; `add` adds its positions.
    pub fn of_lines(
        data: &[PathBuf],
        mut add: impl FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<Self> {
        let mut samples = Self::new();
        for path in data {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            for line in text.lines() {
                samples.next_game();
                add(&mut samples, line).with_context(|| format!("not a game: {line}"))?;
            }
        }
        Ok(samples)
    }

    /// What is added from now on is of the next game.
    pub const fn next_game(&mut self) {
        self.games += 1;
    }

    /// Adds a position with the rows of the player to move and of the other.
    pub fn add(
        &mut self,
        searched: f32,
        result: f32,
        more: N::More,
        rows: [impl IntoIterator<Item = N::Row>; 2],
    ) {
        let [own, other] = rows;
        let begin = self.rows.len() as u32;
        self.rows.extend(own);
        let middle = self.rows.len() as u32;
        self.rows.extend(other);
        let places = [begin, middle, self.rows.len() as u32];
        let apart = self.games.is_multiple_of(APART);
        self.list.push(Sample { searched, result, apart, more, places });
    }

    /// The rows of the player to move, and those of the other.
    pub fn rows(&self, sample: &Sample<N::More>) -> [&[N::Row]; 2] {
        let [begin, middle, end] = sample.places.map(|place| place as usize);
        [&self.rows[begin..middle], &self.rows[middle..end]]
    }

    /// Tells how much there is.
    pub fn count(&self) -> String {
        format!("{} games, {} quiet positions", self.games, self.list.len())
    }
}
