//! The net while it learns, with fractions; `damier_engine::eval::morpion::net` has the finished one and tells what its parts mean.

use super::super::fit::Net;
use damier_engine::{
    eval::morpion::net::{self, SUMS},
    random::Random,
};

/// Weights, or where the loss falls by weight.
pub struct Model {
    /// By row: as the player sees it whose shapes they are, and the other.
    rows: Vec<[[f32; SUMS]; 2]>,
    /// What every sum begins with.
    begin: [f32; SUMS],
    worths: Vec<f32>,
    /// By view.
    weights: [[f32; SUMS]; 2],
    to_move: f32,
}

impl Net for Model {
    type More = ();
    /// With how often it comes.
    type Row = (u16, u8);
    type Sums = [[f32; SUMS]; 2];

    const ROWS: usize = net::ROWS;
    const ONE: f32 = net::ONE as f32;
    const UNIT: f32 = net::UNIT as f32;
    const BATCH: usize = 2048;
    const STEP: f32 = 0.004;
    const UNSURE: f64 = 1e-3;

    fn zero() -> Self {
        Self {
            rows: vec![[[0.0; SUMS]; 2]; Self::ROWS],
            begin: [0.0; SUMS],
            worths: vec![0.0; Self::ROWS],
            weights: [[0.0; SUMS]; 2],
            to_move: 0.0,
        }
    }

    fn begin(_: f32) -> Self {
        let mut random = Random::new(1);
        let mut by_chance =
            |most: f32| most * ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut model = Self::zero();
        let parts = model.rows.as_flattened_mut().as_flattened_mut();
        parts.iter_mut().for_each(|part| *part = by_chance(0.03));
        model.begin = [0.4; SUMS];
        model.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight = by_chance(0.1));
        model
    }

    fn look(&self, (): &(), rows: [&[Self::Row]; 2]) -> (Self::Sums, f32) {
        let (mut sums, mut value) = ([self.begin; 2], self.to_move);
        for (whose, rows) in rows.into_iter().enumerate() {
            let sign = if whose == 0 { 1.0 } else { -1.0 };
            for &(row, count) in rows {
                let (row, count) = (usize::from(row), f32::from(count));
                value += sign * count * self.worths[row];
                for (view, sums) in sums.iter_mut().enumerate() {
                    // Who looks sees the own shapes one way and the other's another.
                    for (sum, part) in sums.iter_mut().zip(&self.rows[row][whose ^ view]) {
                        *sum += count * part;
                    }
                }
            }
        }
        for (sum, weight) in sums.as_flattened().iter().zip(self.weights.as_flattened()) {
            value += sum.clamp(0.0, 1.0) * weight;
        }
        (sums, value)
    }

    fn learn(
        &self,
        slopes: &mut Self,
        (): &(),
        rows: [&[Self::Row]; 2],
        sums: &Self::Sums,
        slope: f32,
    ) {
        let mut below = [[0.0; SUMS]; 2];
        for (view, below) in below.iter_mut().enumerate() {
            for (n, &sum) in sums[view].iter().enumerate() {
                slopes.weights[view][n] += slope * sum.clamp(0.0, 1.0);
                let inside = sum > 0.0 && sum < 1.0;
                below[n] = if inside { slope * self.weights[view][n] } else { 0.0 };
                slopes.begin[n] += below[n];
            }
        }
        slopes.to_move += slope;
        for (whose, rows) in rows.into_iter().enumerate() {
            let sign = if whose == 0 { 1.0 } else { -1.0 };
            for &(row, count) in rows {
                let (row, count) = (usize::from(row), f32::from(count));
                slopes.worths[row] += sign * count * slope;
                for (view, below) in below.iter().enumerate() {
                    let parts = &mut slopes.rows[row][whose ^ view];
                    for (part, slope) in parts.iter_mut().zip(below) {
                        *part += count * slope;
                    }
                }
            }
        }
    }

    fn numbers(&mut self) -> (impl Iterator<Item = &mut f32>, impl Iterator<Item = &mut f32>) {
        let rows = self.rows.as_flattened_mut().as_flattened_mut().iter_mut();
        let weights = self.weights.as_flattened_mut();
        let wide = self.worths.iter_mut().chain(weights).chain([&mut self.to_move]);
        (rows.chain(&mut self.begin), wide)
    }

    fn index((row, _): Self::Row) -> usize {
        row.into()
    }

    fn forget(&mut self, row: usize) {
        self.rows[row] = [[0.0; SUMS]; 2];
        self.worths[row] = 0.0;
    }
}
