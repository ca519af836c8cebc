//! The net while it learns, with fractions; `damier_engine::eval::draughts::net` has the finished one and tells what its parts mean.

use super::super::fit::Net;
use damier_engine::{
    eval::draughts::net::{self, COUNTS, STAGES, SUMS},
    random::Random,
};

/// Weights, or where the loss falls by weight.
pub struct Model {
    /// Rows of the tables, and last what every sum begins with.
    rows: Vec<[f32; SUMS]>,
    /// By stage and view.
    weights: [[[f32; SUMS]; 2]; STAGES],
    worths: [[f32; COUNTS]; STAGES],
}

/// What a position tells besides its rows.
pub struct More {
    pub stage: u8,
    pub counts: [i8; COUNTS],
    /// What the value is multiplied with if the player to move, or the other, is ahead.
    pub shares: [f32; 2],
}

impl Net for Model {
    type More = More;
    type Row = u16;
    type Sums = [[f32; SUMS]; 2];

    const ROWS: usize = net::ROWS;
    const ONE: f32 = net::ONE as f32;
    const UNIT: f32 = net::UNIT as f32;
    const BATCH: usize = 8192;
    const STEP: f32 = 0.002;
    const UNSURE: f64 = 1e-6;

    fn zero() -> Self {
        Self {
            rows: vec![[0.0; SUMS]; Self::ROWS + 1],
            weights: [[[0.0; SUMS]; 2]; STAGES],
            worths: [[0.0; COUNTS]; STAGES],
        }
    }

    /// Men and kings at their usual worth in hundredths, the rest by chance.
    fn begin(scale: f32) -> Self {
        let mut random = Random::new(1);
        let mut by_chance =
            |most: f32| most * ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut model = Self::zero();
        model.rows[..Self::ROWS].iter_mut().flatten().for_each(|part| *part = by_chance(0.03));
        model.rows[Self::ROWS] = [0.25; SUMS];
        model
            .weights
            .as_flattened_mut()
            .as_flattened_mut()
            .iter_mut()
            .for_each(|weight| *weight = by_chance(0.09));
        for worths in &mut model.worths {
            worths[..3].copy_from_slice(&[100.0, 300.0, 270.0].map(|worth| worth / scale));
        }
        model
    }

    fn look(&self, more: &More, rows: [&[u16]; 2]) -> (Self::Sums, f32) {
        let stage = usize::from(more.stage);
        let (mut seen, mut value) = ([self.rows[Self::ROWS]; 2], 0.0);
        for (view, rows) in rows.into_iter().enumerate() {
            let sums = &mut seen[view];
            for &row in rows {
                for (sum, part) in sums.iter_mut().zip(&self.rows[usize::from(row)]) {
                    *sum += part;
                }
            }
            for (sum, weight) in sums.iter().zip(&self.weights[stage][view]) {
                value += sum.clamp(0.0, 1.0) * weight;
            }
        }
        for (&count, worth) in more.counts.iter().zip(&self.worths[stage]) {
            value += f32::from(count) * worth;
        }
        (seen, value)
    }

    fn learn(
        &self,
        slopes: &mut Self,
        more: &More,
        rows: [&[u16]; 2],
        seen: &Self::Sums,
        slope: f32,
    ) {
        let stage = usize::from(more.stage);
        for (view, rows) in rows.into_iter().enumerate() {
            let mut below = [0.0; SUMS];
            for (n, &sum) in seen[view].iter().enumerate() {
                slopes.weights[stage][view][n] += slope * sum.clamp(0.0, 1.0);
                let inside = sum > 0.0 && sum < 1.0;
                below[n] = if inside { slope * self.weights[stage][view][n] } else { 0.0 };
            }
            for &row in rows.iter().chain(&[Self::ROWS as u16]) {
                for (slope, part) in slopes.rows[usize::from(row)].iter_mut().zip(&below) {
                    *slope += part;
                }
            }
        }
        for (&count, part) in more.counts.iter().zip(&mut slopes.worths[stage]) {
            *part += slope * f32::from(count);
        }
    }

    fn numbers(&mut self) -> (impl Iterator<Item = &mut f32>, impl Iterator<Item = &mut f32>) {
        let weights = self.weights.as_flattened_mut().as_flattened_mut().iter_mut();
        (self.rows.as_flattened_mut().iter_mut(), weights.chain(self.worths.as_flattened_mut()))
    }

    fn index(row: u16) -> usize {
        row.into()
    }

    fn forget(&mut self, row: usize) {
        self.rows[row] = [0.0; SUMS];
    }

    fn share(more: &More, value: f32) -> f32 {
        more.shares[usize::from(value < 0.0)]
    }
}
