//! The net while it learns, with fractions; `damier_engine::eval::draughts::net` has the finished one and tells what its parts mean.

use super::samples::Sample;
use damier_engine::{
    eval::draughts::net::{BYTES, COUNTS, ONE, ROWS, STAGES, SUMS, UNIT},
    random::Random,
};

/// Weights, or where the loss falls by weight. Values are parts of what makes a win 73 % likely.
#[derive(Clone)]
pub struct Model {
    /// Rows of the tables, and last what every sum begins with.
    rows: Vec<[f32; SUMS]>,
    /// By stage and view.
    weights: [[[f32; SUMS]; 2]; STAGES],
    worths: [[f32; COUNTS]; STAGES],
}

/// What is seen of a sample.
pub struct Seen {
    /// The sums of both views, before they are cut off.
    sums: [[f32; SUMS]; 2],
    /// What the player to move is ahead, before it is divided in endings that are drawn.
    pub value: f32,
}

impl Model {
    pub const NOTHING: Self = Self {
        rows: Vec::new(),
        weights: [[[0.0; SUMS]; 2]; STAGES],
        worths: [[0.0; COUNTS]; STAGES],
    };

    /// No weights at all, to add up slopes.
    pub fn zero() -> Self {
        Self { rows: vec![[0.0; SUMS]; ROWS + 1], ..Self::NOTHING }
    }

    /// To begin with: men and kings at their usual worth in hundredths, the rest small and by chance so that sums become different.
    pub fn begin(scale: f32) -> Self {
        let mut random = Random::new(1);
        let mut by_chance =
            |most: f32| most * ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut model = Self::zero();
        model.rows[..ROWS].iter_mut().flatten().for_each(|part| *part = by_chance(0.03));
        model.rows[ROWS] = [0.25; SUMS];
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

    /// To go on from a finished net: the inverse of `written`.
    pub fn read(file: &[u8], scale: f32) -> Self {
        let mut model = Self::zero();
        let (bytes, words) = file.split_at((ROWS + 1) * SUMS);
        for (part, &byte) in model.rows.as_flattened_mut().iter_mut().zip(bytes) {
            *part = f32::from(byte as i8) / f32::from(ONE);
        }
        let weights = model.weights.as_flattened_mut().as_flattened_mut().iter_mut();
        let numbers = weights.chain(model.worths.as_flattened_mut());
        for (weight, word) in numbers.zip(words.chunks_exact(2)) {
            *weight = f32::from(i16::from_le_bytes([word[0], word[1]])) / (scale * UNIT as f32);
        }
        model
    }

    pub fn look(&self, sample: &Sample, rows: [&[u16]; 2]) -> Seen {
        let stage = usize::from(sample.stage);
        let mut seen = Seen { sums: [self.rows[ROWS]; 2], value: 0.0 };
        for (view, rows) in rows.into_iter().enumerate() {
            let sums = &mut seen.sums[view];
            for &row in rows {
                for (sum, part) in sums.iter_mut().zip(&self.rows[usize::from(row)]) {
                    *sum += part;
                }
            }
            for (sum, weight) in sums.iter().zip(&self.weights[stage][view]) {
                seen.value += sum.clamp(0.0, 1.0) * weight;
            }
        }
        for (&count, worth) in sample.counts.iter().zip(&self.worths[stage]) {
            seen.value += f32::from(count) * worth;
        }
        seen
    }

    /// Adds to `slopes` how the loss changes with each weight, if it changes by `slope` with the value.
    pub fn learn(
        &self,
        slopes: &mut Self,
        sample: &Sample,
        rows: [&[u16]; 2],
        seen: &Seen,
        slope: f32,
    ) {
        let stage = usize::from(sample.stage);
        for (view, rows) in rows.into_iter().enumerate() {
            let mut below = [0.0; SUMS];
            for (n, &sum) in seen.sums[view].iter().enumerate() {
                slopes.weights[stage][view][n] += slope * sum.clamp(0.0, 1.0);
                let inside = sum > 0.0 && sum < 1.0;
                below[n] = if inside { slope * self.weights[stage][view][n] } else { 0.0 };
            }
            for &row in rows.iter().chain(&[ROWS as u16]) {
                for (slope, part) in slopes.rows[usize::from(row)].iter_mut().zip(&below) {
                    *slope += part;
                }
            }
        }
        for (&count, part) in sample.counts.iter().zip(&mut slopes.worths[stage]) {
            *part += slope * f32::from(count);
        }
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let weights = self.weights.as_flattened_mut().as_flattened_mut();
        let worths = self.worths.as_flattened_mut();
        self.rows.as_flattened_mut().iter_mut().chain(weights).chain(worths)
    }

    /// The file of the finished net. Rows that were never `seen` say nothing.
    pub fn written(&self, scale: f32, seen: &[bool]) -> Vec<u8> {
        let byte = |part: f32| (part * f32::from(ONE)).round().clamp(-127.0, 127.0) as i8;
        let whole = |weight: f32| (weight * scale * UNIT as f32).round().clamp(-32e3, 32e3) as i16;
        let mut file = Vec::with_capacity(BYTES);
        for (row, seen) in self.rows.iter().zip(seen) {
            file.extend(row.iter().map(|&part| if *seen { byte(part) } else { 0 } as u8));
        }
        let weights = self.weights.as_flattened().as_flattened();
        for &weight in weights.iter().chain(self.worths.as_flattened()) {
            file.extend(whole(weight).to_le_bytes());
        }
        file
    }
}

/// Adam: each weight takes steps of its own, by how steadily its slope goes one way.
pub struct Steps {
    slow: Model,
    square: Model,
    taken: i32,
}

impl Steps {
    pub fn new() -> Self {
        Self { slow: Model::zero(), square: Model::zero(), taken: 0 }
    }

    /// Takes a step down `slopes`, the sum over `count` samples, and empties them.
    pub fn take(&mut self, model: &mut Model, slopes: &mut Model, count: usize, step: f32) {
        self.taken += 1;
        let [slow_part, square_part] = [0.9_f32, 0.999].map(|rate| 1.0 - rate.powi(self.taken));
        let moments = self.slow.numbers().zip(self.square.numbers());
        for ((weight, slope), (slow, square)) in model.numbers().zip(slopes.numbers()).zip(moments)
        {
            let mean = *slope / count as f32;
            *slope = 0.0;
            *slow = 0.9 * *slow + 0.1 * mean;
            *square = 0.999 * *square + 0.001 * mean * mean;
            *weight -= step * (*slow / slow_part) / ((*square / square_part).sqrt() + 1e-8);
        }
    }
}
