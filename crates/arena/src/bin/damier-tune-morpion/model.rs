//! The net while it learns, with fractions; `damier_engine::eval::morpion::net` has the finished one and tells what its parts mean.

use damier_engine::{
    eval::morpion::net::{BYTES, ONE, ROWS, SUMS, UNIT},
    random::Random,
};

/// Weights, or where the loss falls by weight. Values are parts of what makes a win 73 % likely.
#[derive(Clone)]
pub struct Model {
    /// By row: as the player sees it whose shapes they are, and the other. Last what every sum begins with.
    rows: Vec<[[f32; SUMS]; 2]>,
    worths: Vec<f32>,
    /// By view.
    weights: [[f32; SUMS]; 2],
    to_move: f32,
}

/// What is seen of a sample.
pub struct Seen {
    /// The sums of both views, before they are cut off.
    sums: [[f32; SUMS]; 2],
    /// What the player to move is ahead.
    pub value: f32,
}

/// Rows of the player to move and of the other, and how often each comes.
pub type Rows<'a> = [&'a [(u16, u8)]; 2];

impl Model {
    /// No weights at all, to add up slopes.
    pub fn zero() -> Self {
        Self {
            rows: vec![[[0.0; SUMS]; 2]; ROWS + 1],
            worths: vec![0.0; ROWS],
            weights: [[0.0; SUMS]; 2],
            to_move: 0.0,
        }
    }

    /// To begin with: all small and by chance, so that sums become different.
    pub fn begin() -> Self {
        let mut random = Random::new(1);
        let mut by_chance =
            |most: f32| most * ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut model = Self::zero();
        let parts = model.rows[..ROWS].as_flattened_mut().as_flattened_mut();
        parts.iter_mut().for_each(|part| *part = by_chance(0.03));
        model.rows[ROWS][0] = [0.4; SUMS];
        model.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight = by_chance(0.1));
        model
    }

    pub fn look(&self, rows: Rows<'_>) -> Seen {
        let mut seen = Seen { sums: [self.rows[ROWS][0]; 2], value: self.to_move };
        for (whose, rows) in rows.into_iter().enumerate() {
            let sign = if whose == 0 { 1.0 } else { -1.0 };
            for &(row, count) in rows {
                let (row, count) = (usize::from(row), f32::from(count));
                seen.value += sign * count * self.worths[row];
                for view in 0..2 {
                    // Who looks sees the own shapes one way and the other's another.
                    let parts = &self.rows[row][whose ^ view];
                    for (sum, part) in seen.sums[view].iter_mut().zip(parts) {
                        *sum += count * part;
                    }
                }
            }
        }
        for (sum, weight) in seen.sums.as_flattened().iter().zip(self.weights.as_flattened()) {
            seen.value += sum.clamp(0.0, 1.0) * weight;
        }
        seen
    }

    /// Adds to `slopes` how the loss changes with each weight, if it changes by `slope` with the value.
    pub fn learn(&self, slopes: &mut Self, rows: Rows<'_>, seen: &Seen, slope: f32) {
        let mut below = [[0.0; SUMS]; 2];
        for (view, below) in below.iter_mut().enumerate() {
            for (n, &sum) in seen.sums[view].iter().enumerate() {
                slopes.weights[view][n] += slope * sum.clamp(0.0, 1.0);
                let inside = sum > 0.0 && sum < 1.0;
                below[n] = if inside { slope * self.weights[view][n] } else { 0.0 };
                slopes.rows[ROWS][0][n] += below[n];
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

    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.rows.as_flattened_mut().as_flattened_mut().iter_mut();
        let weights = self.weights.as_flattened_mut();
        rows.chain(&mut self.worths).chain(weights).chain([&mut self.to_move])
    }

    /// The file of the finished net. Rows that were never `seen` say nothing.
    pub fn written(&self, scale: f32, seen: &[bool]) -> Vec<u8> {
        let byte = |part: f32| (part * f32::from(ONE)).round().clamp(-127.0, 127.0) as i8;
        let whole = |weight: f32| (weight * scale * UNIT as f32).round().clamp(-32e3, 32e3) as i16;
        let mut file = Vec::with_capacity(BYTES);
        for (row, seen) in self.rows[..ROWS].iter().zip(seen) {
            let parts = row.as_flattened().iter();
            file.extend(parts.map(|&part| if *seen { byte(part) } else { 0 } as u8));
        }
        file.extend(self.rows[ROWS][0].iter().map(|&part| byte(part) as u8));
        let worths =
            self.worths.iter().zip(seen).map(|(&worth, seen)| if *seen { worth } else { 0.0 });
        let weights = self.weights.as_flattened().iter().copied();
        for weight in worths.chain(weights).chain([self.to_move]) {
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
