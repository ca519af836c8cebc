//! Logistic regression: the weights for which the evaluation foretells best how positions turned out.

use crate::play::{Sample, points};

const EPOCHS: usize = 60;
const BATCH: usize = 2048;
/// How strongly weights may be held to what they were; what fits best where nothing was learnt decides.
const HOLDS: [f64; 5] = [1e-3, 3e-4, 1e-4, 3e-5, 1e-5];

type Weights = Vec<[f64; 2]>;

/// The weights that foretell best, judged by samples that were kept aside: what only fits the games that it was learnt from is
/// not learnt.
pub fn fit(samples: &[Sample], start: &[(i32, i32)], say: fn(&str)) -> Vec<(i32, i32)> {
    let first: Weights = start.iter().map(|&(mid, end)| [f64::from(mid), f64::from(end)]).collect();
    // Kept aside in whole runs of games, since positions of one game are alike.
    let (learnt, aside): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(n, _)| n % 5000 >= 750);
    let [learnt, aside] =
        [learnt, aside].map(|set| set.into_iter().map(|(_, sample)| sample).collect::<Vec<_>>());
    let mut best = (error(&aside, &first), first.clone());
    say(&format!("as they are: {:.5} learnt, {:.5} aside", error(&learnt, &first), best.0));
    for hold in HOLDS {
        let weights = descend(&learnt, &first, hold);
        let found = error(&aside, &weights);
        say(&format!("held {hold:.0e}: {:.5} learnt, {found:.5} aside", error(&learnt, &weights)));
        if found < best.0 {
            best = (found, weights);
        }
    }
    best.1.iter().map(|[mid, end]| (mid.round() as i32, end.round() as i32)).collect()
}

/// Steps down the slope of the error, with momentum and a pace of its own for each weight (Adam).
fn descend(samples: &[&Sample], first: &Weights, hold: f64) -> Weights {
    let mut weights = first.clone();
    let mut momentum = vec![[0.0; 2]; weights.len()];
    let mut spread = vec![[0.0; 2]; weights.len()];
    let batches = samples.len().div_ceil(BATCH).max(1);
    let mut steps = 0;
    for epoch in 0..EPOCHS {
        let pace = 1.0 - epoch as f64 / EPOCHS as f64;
        for batch in 0..batches {
            let slope = slope(samples.iter().skip(batch).step_by(batches).copied(), &weights);
            steps += 1;
            for n in 0..weights.len() {
                for half in 0..2 {
                    let slope = slope[n][half] + hold * (weights[n][half] - first[n][half]) / 10.0;
                    momentum[n][half] = 0.9 * momentum[n][half] + 0.1 * slope;
                    spread[n][half] = 0.999 * spread[n][half] + 0.001 * slope * slope;
                    let momentum = momentum[n][half] / (1.0 - 0.9_f64.powi(steps));
                    let spread = spread[n][half] / (1.0 - 0.999_f64.powi(steps));
                    weights[n][half] -= pace * momentum / (spread.sqrt() + 1e-7);
                }
            }
        }
    }
    weights
}

/// Which way the error grows, for each weight.
fn slope<'a>(samples: impl Iterator<Item = &'a Sample>, weights: &Weights) -> Weights {
    let mut slope = vec![[0.0; 2]; weights.len()];
    let mut size = 0.0;
    for sample in samples {
        size += 1.0;
        let guess = points(value(sample, weights));
        let pull = (guess - sample.target) * guess * (1.0 - guess);
        for &(n, count) in &sample.counts {
            let count = f64::from(count) * pull;
            slope[usize::from(n)][0] += count * sample.middle;
            slope[usize::from(n)][1] += count * (1.0 - sample.middle);
        }
    }
    slope.iter_mut().flatten().for_each(|slope| *slope /= f64::max(size, 1.0));
    slope
}

fn value(sample: &Sample, weights: &[[f64; 2]]) -> f64 {
    sample
        .counts
        .iter()
        .map(|&(n, count)| {
            let [mid, end] = weights[usize::from(n)];
            f64::from(count) * (mid * sample.middle + end * (1.0 - sample.middle))
        })
        .sum()
}

/// The mean square of what the weights get wrong.
fn error(samples: &[&Sample], weights: &[[f64; 2]]) -> f64 {
    let sum: f64 =
        samples.iter().map(|sample| (points(value(sample, weights)) - sample.target).powi(2)).sum();
    sum / samples.len().max(1) as f64
}
