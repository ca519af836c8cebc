//! Fits a net to results and to what the search said, so that it foretells both.

use super::samples::{Sample, Samples};
use anyhow::{Result, ensure};
use damier_engine::random::Random;
use std::f32::consts::PI;

/// A net while it learns, with fractions; the engine has the finished one. Values are parts of what makes a win 73 % likely.
pub trait Net: Sized {
    /// What a sample tells besides its rows.
    type More;
    /// A row that a sample looks up.
    type Row: Copy;
    /// What the rows of a sample add up to for both sides, before it is cut off.
    type Sums;

    /// How many rows there are.
    const ROWS: usize;
    /// What 1 is in numbers of one byte.
    const ONE: f32;
    /// What a hundredth of a man is in numbers of two bytes.
    const UNIT: f32;
    /// Samples that a step goes by.
    const BATCH: usize;
    /// The longest step; a quarter of it for whoever goes on from a finished net.
    const STEP: f32;
    /// Nothing counts as surer than this when what the search said is compared with results.
    const UNSURE: f64;

    /// No weights at all, to add up slopes.
    fn zero() -> Self;
    /// To begin with: small and by chance, so that sums become different.
    fn begin(scale: f32) -> Self;
    /// All numbers as they stand in the file: those of one byte, those of two.
    fn numbers(&mut self) -> (impl Iterator<Item = &mut f32>, impl Iterator<Item = &mut f32>);
    /// Which row it is.
    fn index(row: Self::Row) -> usize;
    /// Makes a row say nothing.
    fn forget(&mut self, row: usize);
    /// What the player to move is ahead, and what it comes from.
    fn look(&self, more: &Self::More, rows: [&[Self::Row]; 2]) -> (Self::Sums, f32);
    /// Adds to `slopes` how the loss changes with each weight, if it changes by `slope` with the value.
    fn learn(
        &self,
        slopes: &mut Self,
        more: &Self::More,
        rows: [&[Self::Row]; 2],
        sums: &Self::Sums,
        slope: f32,
    );
    /// What a value is multiplied with, such as in endings that are drawn.
    fn share(_more: &Self::More, _value: f32) -> f32 {
        1.0
    }
}

/// How to fit.
pub struct Plan {
    /// Times to go through the samples.
    pub epochs: usize,
    /// The part of the result in what is learnt.
    pub result: f32,
    /// The file of the net to go on from.
    pub before: Option<Vec<u8>>,
}

/// All numbers of a net.
fn all<N: Net>(net: &mut N) -> impl Iterator<Item = &mut f32> {
    let (small, wide) = net.numbers();
    small.chain(wide)
}

/// How likely a win is.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

fn loss<N: Net>(chance: f32, truth: f32) -> f64 {
    let [chance, truth] = [f64::from(chance).clamp(N::UNSURE, 1.0 - N::UNSURE), f64::from(truth)];
    -(truth * chance.ln() + (1.0 - truth) * (1.0 - chance).ln())
}

/// The scale with which what the search said foretells results best, in hundredths of a man.
fn best_scale<N: Net>(samples: &Samples<N>) -> f32 {
    let error = |scale: f32| -> f64 {
        let off =
            |sample: &Sample<N::More>| loss::<N>(chance(sample.searched / scale), sample.result);
        samples.list.iter().step_by(7).map(off).sum()
    };
    (4..120).map(|n| n as f32 * 5.0).min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(120.0)
}

/// The mean loss of the samples that are kept apart; `pair` tells what is foretold and what is true.
fn loss_apart<N: Net>(samples: &Samples<N>, pair: impl Fn(&Sample<N::More>) -> (f32, f32)) -> f64 {
    let apart = samples.list.iter().filter(|sample| sample.apart);
    let (sum, count) = apart.fold((0.0, 0_u32), |(sum, count), sample| {
        let (foretold, truth) = pair(sample);
        (sum + loss::<N>(foretold, truth), count + 1)
    });
    sum / f64::from(count.max(1))
}

/// Goes through all samples again and again in an order by chance, with steps that become shorter and shorter, and gives the file of
/// the net.
pub fn fit<N: Net>(plan: &Plan, samples: &Samples<N>) -> Result<Vec<u8>> {
    super::tell(&samples.count());
    let scale = best_scale(samples);
    let searched = loss_apart(samples, |sample| (chance(sample.searched / scale), sample.result));
    super::tell(&format!("scale {scale}; loss of what the search said {searched:.5}"));
    let truth = |sample: &Sample<N::More>| {
        plan.result * sample.result + (1.0 - plan.result) * chance(sample.searched / scale)
    };
    let least = loss_apart(samples, |sample| (truth(sample), truth(sample)));
    super::tell(&format!("least loss there can be {least:.5}"));
    let (mut net, longest) = match &plan.before {
        Some(file) => (read::<N>(file, scale)?, N::STEP / 4.0),
        None => (N::begin(scale), N::STEP),
    };
    let (mut slopes, mut steps) = (N::zero(), Steps::<N>::new());
    let mut order: Vec<usize> =
        (0..samples.list.len()).filter(|&n| !samples.list[n].apart).collect();
    let mut random = Random::new(1);
    let batches = (plan.epochs * order.len().div_ceil(N::BATCH)) as f32;
    let mut done = 0.0;
    for epoch in 0..plan.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, random.below(n + 1));
        }
        for batch in order.chunks(N::BATCH) {
            for &n in batch {
                let sample = &samples.list[n];
                let rows = samples.rows(sample);
                let (sums, value) = net.look(&sample.more, rows);
                let share = N::share(&sample.more, value);
                let slope = (chance(value * share) - truth(sample)) * share;
                net.learn(&mut slopes, &sample.more, rows, &sums, slope);
            }
            let part: f32 = done / batches;
            let step = longest * (50.0 * part).min(0.5 + 0.5 * (PI * part).cos());
            steps.take(&mut net, &mut slopes, batch.len(), step);
            done += 1.0;
        }
        let foretold = |sample: &Sample<N::More>| {
            let (_, value) = net.look(&sample.more, samples.rows(sample));
            chance(value * N::share(&sample.more, value))
        };
        let both = loss_apart(samples, |sample| (foretold(sample), truth(sample)));
        let results = loss_apart(samples, |sample| (foretold(sample), sample.result));
        super::tell(&format!(
            "epoch {epoch}: loss kept apart {both:.5}, of results alone {results:.5}"
        ));
    }
    // What is not seen this time was learnt about before, if there was a net before.
    if plan.before.is_none() {
        forget_unseen(&mut net, samples);
    }
    Ok(written(&mut net, scale))
}

/// Makes rows say nothing of which nothing was learnt.
fn forget_unseen<N: Net>(net: &mut N, samples: &Samples<N>) {
    let mut seen = vec![false; N::ROWS];
    for sample in samples.list.iter().filter(|sample| !sample.apart) {
        samples.rows(sample).into_iter().flatten().for_each(|&row| seen[N::index(row)] = true);
    }
    (0..N::ROWS).filter(|&row| !seen[row]).for_each(|row| net.forget(row));
}

/// The file of the finished net.
fn written<N: Net>(net: &mut N, scale: f32) -> Vec<u8> {
    let (small, wide) = net.numbers();
    let byte = |part: &mut f32| (*part * N::ONE).round().clamp(-127.0, 127.0) as i8 as u8;
    let mut file: Vec<u8> = small.map(byte).collect();
    for weight in wide {
        let whole = (*weight * scale * N::UNIT).round().clamp(-32e3, 32e3) as i16;
        file.extend(whole.to_le_bytes());
    }
    file
}

/// To go on from a finished net: the inverse of `written`.
fn read<N: Net>(file: &[u8], scale: f32) -> Result<N> {
    let mut net = N::zero();
    let (small, wide) = net.numbers();
    let mut taken = 0;
    for (part, &byte) in small.zip(file) {
        *part = f32::from(byte as i8) / N::ONE;
        taken += 1;
    }
    for (weight, word) in wide.zip(file[taken..].chunks_exact(2)) {
        *weight = f32::from(i16::from_le_bytes([word[0], word[1]])) / (scale * N::UNIT);
        taken += 2;
    }
    ensure!(taken == file.len() && written(&mut net, scale) == file, "no net of this form");
    Ok(net)
}

/// Adam: each weight takes steps of its own, by how steadily its slope goes one way.
struct Steps<N> {
    slow: N,
    square: N,
    taken: i32,
}

impl<N: Net> Steps<N> {
    fn new() -> Self {
        Self { slow: N::zero(), square: N::zero(), taken: 0 }
    }

    /// Takes a step down `slopes`, the sum over `count` samples, and empties them.
    fn take(&mut self, net: &mut N, slopes: &mut N, count: usize, step: f32) {
        self.taken += 1;
        let [slow_part, square_part] = [0.9_f32, 0.999].map(|rate| 1.0 - rate.powi(self.taken));
        let moments = all(&mut self.slow).zip(all(&mut self.square));
        for ((weight, slope), (slow, square)) in all(net).zip(all(slopes)).zip(moments) {
            let mean = *slope / count as f32;
            *slope = 0.0;
            *slow = 0.9 * *slow + 0.1 * mean;
            *square = 0.999 * *square + 0.001 * mean * mean;
            *weight -= step * (*slow / slow_part) / ((*square / square_part).sqrt() + 1e-8);
        }
        // What the file cannot hold must not be relied on.
        let most = 127.0 / N::ONE;
        net.numbers().0.for_each(|part| *part = part.clamp(-most, most));
    }
}
