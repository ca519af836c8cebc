//! Fits the net to results and to what the search said, so that it foretells both.

use super::{
    Call,
    model::{Model, Steps},
    samples::{Sample, Samples},
};
use damier_engine::{eval::morpion::net::ROWS, random::Random};

/// Samples that a step goes by.
const BATCH: usize = 2048;
/// The longest step.
const STEP: f32 = 0.004;

/// How likely a win is.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

fn loss(chance: f32, result: f32) -> f64 {
    let [chance, result] = [f64::from(chance).clamp(1e-3, 1.0 - 1e-3), f64::from(result)];
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

/// The mean loss of the samples that are kept apart.
fn loss_apart(samples: &Samples, chance: impl Fn(&Sample) -> (f32, f32)) -> f64 {
    let apart = samples.list.iter().filter(|sample| sample.apart);
    let (sum, count) = apart.fold((0.0, 0_u32), |(sum, count), sample| {
        let (foretold, truth) = chance(sample);
        (sum + loss(foretold, truth), count + 1)
    });
    sum / f64::from(count.max(1))
}

/// Goes through all samples `epochs` times in an order by chance, with steps that become shorter and shorter, and gives the file of the net.
pub fn fit(call: &Call, samples: &Samples) -> Vec<u8> {
    let scale = best_scale(samples);
    let searched = loss_apart(samples, |sample| (chance(sample.searched / scale), sample.result));
    super::tell(&format!("scale {scale}; loss of what the search said {searched:.5}"));
    let mut order: Vec<usize> =
        (0..samples.list.len()).filter(|&n| !samples.list[n].apart).collect();
    let mut random = Random::new(1);
    let (mut model, mut slopes, mut steps) = (Model::begin(), Model::zero(), Steps::new());
    let all = (call.epochs * order.len().div_ceil(BATCH)) as f32;
    let mut done = 0.0;
    for epoch in 0..call.epochs {
        for n in (1..order.len()).rev() {
            order.swap(n, random.below(n + 1));
        }
        for batch in order.chunks(BATCH) {
            for &n in batch {
                let sample = &samples.list[n];
                let rows = samples.rows(sample);
                let seen = model.look(rows);
                let slope = chance(seen.value) - truth(call, sample, scale);
                model.learn(&mut slopes, rows, &seen, slope);
            }
            let part: f32 = done / all;
            let step = STEP * (50.0 * part).min(0.5 + 0.5 * (std::f32::consts::PI * part).cos());
            steps.take(&mut model, &mut slopes, batch.len(), step);
            done += 1.0;
        }
        let foretold = |sample: &Sample| chance(model.look(samples.rows(sample)).value);
        let results = loss_apart(samples, |sample| (foretold(sample), sample.result));
        let both = loss_apart(samples, |sample| (foretold(sample), truth(call, sample, scale)));
        super::tell(&format!(
            "epoch {epoch}: loss kept apart {both:.5}, of results alone {results:.5}"
        ));
    }
    model.written(scale, &seen(samples))
}

/// What is to be learnt of a sample.
fn truth(call: &Call, sample: &Sample, scale: f32) -> f32 {
    call.result * sample.result + (1.0 - call.result) * chance(sample.searched / scale)
}

/// Which rows something was learnt about.
fn seen(samples: &Samples) -> Vec<bool> {
    let mut seen = vec![false; ROWS];
    for sample in samples.list.iter().filter(|sample| !sample.apart) {
        let rows = samples.rows(sample).into_iter().flatten();
        rows.for_each(|&(row, _)| seen[usize::from(row)] = true);
    }
    seen
}
