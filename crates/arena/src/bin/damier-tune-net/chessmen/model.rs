//! The net while it learns, with fractions; `damier_engine::eval::chessmen::net` has the finished one and tells what its parts mean.

use super::super::fit::Net;
use damier_engine::{
    eval::chessmen::net::{self, STAGES, SUMS},
    random::Random,
};

/// Weights, or where the loss falls by weight.
pub struct Model<const GROUPS: usize> {
    /// Rows of all groups, and last what every sum begins with, by group.
    rows: Vec<[f32; SUMS]>,
    worths: Vec<f32>,
    /// By group, stage and view.
    weights: Vec<[[f32; SUMS]; 2]>,
    /// By group and stage.
    to_move: Vec<f32>,
}

/// What a position tells besides its rows.
pub struct More {
    /// Where the side to move looks up what its sums begin with, and the other.
    pub groups: [u8; 2],
    pub stage: u8,
}

impl<const GROUPS: usize> Model<GROUPS> {
    fn weighing(more: &More) -> usize {
        usize::from(more.groups[0]) * STAGES + usize::from(more.stage)
    }

    const fn begin_of(group: u8) -> usize {
        GROUPS * net::ROWS + group as usize
    }
}

impl<const GROUPS: usize> Net for Model<GROUPS> {
    type More = More;
    type Row = u16;
    type Sums = [[f32; SUMS]; 2];

    const ROWS: usize = GROUPS * net::ROWS;
    const ONE: f32 = net::ONE as f32;
    const UNIT: f32 = net::UNIT as f32;
    const BATCH: usize = 1024;
    const STEP: f32 = 0.0015;
    const UNSURE: f64 = 1e-6;

    fn zero() -> Self {
        Self {
            rows: vec![[0.0; SUMS]; Self::ROWS + GROUPS],
            worths: vec![0.0; Self::ROWS],
            weights: vec![[[0.0; SUMS]; 2]; GROUPS * STAGES],
            to_move: vec![0.0; GROUPS * STAGES],
        }
    }

    /// Pieces at about their usual worth in hundredths, the rest by chance.
    fn begin(scale: f32) -> Self {
        let mut random = Random::new(1);
        let mut by_chance =
            |most: f32| most * ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let mut model = Self::zero();
        let (rows, begin) = model.rows.split_at_mut(Self::ROWS);
        rows.as_flattened_mut().iter_mut().for_each(|part| *part = by_chance(0.1));
        begin.fill([0.3; SUMS]);
        let weights = model.weights.as_flattened_mut().as_flattened_mut();
        weights.iter_mut().for_each(|weight| *weight = by_chance(0.1));
        for (row, worth) in model.worths.iter_mut().enumerate() {
            let kind = row / 64 % 12;
            let pieces = [100.0, 320.0, 330.0, 500.0, 950.0, 0.0][kind % 6];
            *worth = if kind < 6 { pieces } else { -pieces } / scale;
        }
        model
    }

    fn look(&self, more: &More, rows: [&[u16]; 2]) -> (Self::Sums, f32) {
        let weighing = Self::weighing(more);
        let mut seen = more.groups.map(|group| self.rows[Self::begin_of(group)]);
        let mut value = self.to_move[weighing];
        for (view, rows) in rows.into_iter().enumerate() {
            let sums = &mut seen[view];
            for &row in rows {
                for (sum, part) in sums.iter_mut().zip(&self.rows[usize::from(row)]) {
                    *sum += part;
                }
            }
            for (sum, weight) in sums.iter().zip(&self.weights[weighing][view]) {
                let cut = sum.clamp(0.0, 1.0);
                value += cut * cut * weight;
            }
        }
        value += rows[0].iter().map(|&row| self.worths[usize::from(row)]).sum::<f32>();
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
        let weighing = Self::weighing(more);
        for (view, rows) in rows.into_iter().enumerate() {
            let mut below = [0.0; SUMS];
            let weights = self.weights[weighing][view].iter();
            let learning = slopes.weights[weighing][view].iter_mut();
            for ((below, &sum), (weight, learning)) in
                below.iter_mut().zip(&seen[view]).zip(weights.zip(learning))
            {
                let cut = sum.clamp(0.0, 1.0);
                *learning += slope * cut * cut;
                *below = if cut < 1.0 { 2.0 * slope * cut * weight } else { 0.0 };
            }
            let begin = Self::begin_of(more.groups[view]) as u16;
            for &row in rows.iter().chain(&[begin]) {
                for (slope, part) in slopes.rows[usize::from(row)].iter_mut().zip(&below) {
                    *slope += part;
                }
            }
        }
        rows[0].iter().for_each(|&row| slopes.worths[usize::from(row)] += slope);
        slopes.to_move[weighing] += slope;
    }

    fn numbers(&mut self) -> (impl Iterator<Item = &mut f32>, impl Iterator<Item = &mut f32>) {
        let weights = self.weights.as_flattened_mut().as_flattened_mut();
        let wide = self.worths.iter_mut().chain(weights).chain(&mut self.to_move);
        (self.rows.as_flattened_mut().iter_mut(), wide)
    }

    fn index(row: u16) -> usize {
        row.into()
    }

    fn forget(&mut self, row: usize) {
        self.rows[row] = [0.0; SUMS];
    }
}
