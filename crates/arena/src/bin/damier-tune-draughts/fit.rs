//! Fits the net to results and to what the search said, so that it foretells both.

use super::{
    Call,
    model::{Model, Steps},
    samples::{Sample, Samples},
};
use anyhow::{Context, Result, ensure};
use damier_engine::{
    eval::draughts::net::{BYTES, ROWS},
    random::Random,
};
use std::fs;

/// Samples that a step goes by.
const BATCH: usize = 8192;
/// The longest step, and the longest of whoever goes on from a finished net.
const STEP: f32 = 0.002;
const SHORT_STEP: f32 = STEP / 4.0;

/// How likely a win is.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

fn loss(chance: f32, result: f32) -> f64 {
    let [chance, result] = [f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(result)];
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// The scale with which what the search said foretells results best, in hundredths of a man.
fn best_scale(samples: &Samples) -> f32 {
    let error = |scale: f32| -> f64 {
        let off = |sample: &Sample| loss(chance(sample.searched / scale), sample.result);
        samples.list.iter().step_by(7).map(off).sum()
    };
    (4..60).map(|n| n as f32 * 5.0).min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(120.0)
}

/// The mean loss, against results, of the samples that are kept apart.
fn loss_apart(samples: &Samples, chance: impl Fn(&Sample) -> f32) -> f64 {
    let (sum, count) = samples
        .list
        .iter()
        .filter(|sample| sample.apart)
        .fold((0.0, 0_u32), |(sum, count), sample| {
            (sum + loss(chance(sample), sample.result), count + 1)
        });
    sum / f64::from(count.max(1))
}

/// Goes through all samples `epochs` times in an order by chance, with steps that become shorter and shorter, and gives the file of the net.
pub fn fit(call: &Call, samples: &Samples) -> Result<Vec<u8>> {
    let scale = best_scale(samples);
    let searched = loss_apart(samples, |sample| chance(sample.searched / scale));
    super::tell(&format!("scale {scale}; loss of what the search said {searched:.5}"));
    let mut order: Vec<usize> =
        (0..samples.list.len()).filter(|&n| !samples.list[n].apart).collect();
    let mut random = Random::new(1);
    let (mut model, longest) =
        if call.go_on { (read(call, scale)?, SHORT_STEP) } else { (Model::begin(scale), STEP) };
    let (mut slopes, mut steps) = (Model::zero(), Steps::new());
    let all = (call.epochs * order.len().div_ceil(BATCH)) as f32;
    let mut done = 0.0;
    for epoch in 0..call.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, random.below(n + 1));
        }
        for batch in order.chunks(BATCH) {
            for &n in batch {
                learn(call, samples, n, scale, &model, &mut slopes);
            }
            let part: f32 = done / all;
            let step = longest * (50.0 * part).min(0.5 + 0.5 * (std::f32::consts::PI * part).cos());
            steps.take(&mut model, &mut slopes, batch.len(), step);
            done += 1.0;
        }
        let apart = loss_apart(samples, |sample| foretold(samples, sample, &model));
        super::tell(&format!("epoch {epoch}: loss kept apart {apart:.5}"));
    }
    // What is not seen this time was learnt about before, if there was a net before.
    let seen = if call.go_on { vec![true; ROWS + 1] } else { seen(samples) };
    Ok(model.written(scale, &seen))
}

/// The net there is.
fn read(call: &Call, scale: f32) -> Result<Model> {
    let file =
        fs::read(&call.net).with_context(|| format!("cannot read {}", call.net.display()))?;
    ensure!(file.len() == BYTES, "{} is no net of this form", call.net.display());
    Ok(Model::read(&file, scale))
}

fn foretold(samples: &Samples, sample: &Sample, model: &Model) -> f32 {
    let value = model.look(sample, samples.rows(sample)).value;
    chance(value * sample.shares[usize::from(value < 0.0)])
}

fn learn(call: &Call, samples: &Samples, n: usize, scale: f32, model: &Model, slopes: &mut Model) {
    let sample = &samples.list[n];
    let rows = samples.rows(sample);
    let seen = model.look(sample, rows);
    let share = sample.shares[usize::from(seen.value < 0.0)];
    let truth = call.result * sample.result + (1.0 - call.result) * chance(sample.searched / scale);
    let slope = (chance(seen.value * share) - truth) * share;
    model.learn(slopes, sample, rows, &seen, slope);
}

/// Which rows something was learnt about; what sums begin with is the last.
fn seen(samples: &Samples) -> Vec<bool> {
    let mut seen = vec![false; ROWS];
    for sample in samples.list.iter().filter(|sample| !sample.apart) {
        samples.rows(sample).into_iter().flatten().for_each(|&row| seen[usize::from(row)] = true);
    }
    seen.push(true);
    seen
}
