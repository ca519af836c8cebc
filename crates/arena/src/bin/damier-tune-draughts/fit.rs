//! Logistic regression: all tables and weights at once, so that the evaluation foretells results.

use super::{
    Call,
    record::{BYTES, Record},
};
use anyhow::{Context, Result};
use damier_engine::eval::draughts::{
    learnt::{COUNTS, FIRST_KING, MEN, MORE_KINGS, counts, phase},
    patterns::{BLOCKS, ENTRIES, Filling, Men, UNIT, entry},
    share,
};
use damier_games::{
    Player,
    draughts::{Draughts, Position, squares::TEN},
};
use std::fs;

/// What is learnt from.
struct Sample {
    filling: Filling,
    /// Where its counts begin in the list of all.
    counts: u32,
    /// 1 on a full board, 0 on an empty one.
    phase: f32,
    /// What the value is multiplied with where White, or Black, is ahead.
    shares: [f32; 2],
    /// What the search said, for White.
    searched: f32,
    /// 0, 0.5 or 1.
    result: f32,
    /// Of a game from which nothing is learnt, to see whether what is learnt holds elsewhere.
    apart: bool,
}

/// Everything that was collected.
pub struct Samples {
    list: Vec<Sample>,
    /// Which count and how often, for one position after the other.
    counts: Vec<(u8, i8)>,
}

/// One game in so many is kept apart.
const APART: usize = 20;

impl Samples {
    /// Reads the positions that are judged by their looks: those without a capture.
    pub fn read(call: &Call) -> Result<Self> {
        let game = Draughts::default();
        let mut samples = Self { list: Vec::new(), counts: Vec::new() };
        let mut games = 0;
        for path in &call.data {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            for bytes in bytes.chunks_exact(BYTES) {
                let record = Record::read(bytes);
                games += usize::from(record.first);
                samples.add(&game, &record, games % APART == 0)?;
            }
        }
        // So that every position's counts end where the next one's begin.
        let end = samples.counts.len() as u32;
        samples.ends_at(end);
        super::tell(&format!("{games} games, {} quiet positions", samples.list.len() - 1));
        Ok(samples)
    }

    fn add(&mut self, game: &Draughts, record: &Record, apart: bool) -> Result<()> {
        let pos = position(game, record)?;
        let mut captures = Vec::new();
        game.legal_captures(&pos, &mut captures);
        if !captures.is_empty() {
            return Ok(());
        }
        let begin = self.counts.len() as u32;
        let men = Men::of(&pos);
        let mut all = [0_i8; COUNTS];
        counts(game, &pos, &men, |n, times| all[n] += times as i8);
        self.counts.extend((0..).zip(all).filter(|&(_, times)| times != 0));
        let share = |ahead| 1.0 / share(game, &pos, ahead) as f32;
        self.list.push(Sample {
            filling: men.filling,
            counts: begin,
            phase: phase(&men) as f32 / 256.0,
            shares: Player::BOTH.map(share),
            searched: f32::from(record.value),
            result: f32::from(record.result) / 2.0,
            apart,
        });
        Ok(())
    }

    fn ends_at(&mut self, counts: u32) {
        self.list.push(Sample {
            filling: [0; BLOCKS],
            counts,
            phase: 0.0,
            shares: [0.0; 2],
            searched: 0.0,
            result: 0.0,
            apart: true,
        });
    }

    fn len(&self) -> usize {
        self.list.len() - 1
    }

    fn counts(&self, n: usize) -> &[(u8, i8)] {
        &self.counts[self.list[n].counts as usize..self.list[n + 1].counts as usize]
    }
}

fn position(game: &Draughts, record: &Record) -> Result<Position> {
    let mut text = String::from(if record.turn == Player::One { "W" } else { "B" });
    for index in 0..TEN.count() {
        let bit = 1_u64 << TEN.square(index);
        let piece = record.sets.iter().position(|set| set & bit != 0);
        text.push(piece.map_or('e', |piece| ['w', 'b', 'W', 'B'][piece]));
    }
    Ok(game.read_hub_position(&text)?)
}

/// How likely a win is.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The scale with which what the search said foretells results best, in hundredths of a man.
fn best_scale(samples: &Samples) -> f32 {
    let error = |scale: f32| -> f64 {
        let off = |sample: &Sample| loss(chance(sample.searched / scale), sample.result);
        samples.list[..samples.len()].iter().step_by(7).map(off).sum()
    };
    (4..60).map(|n| n as f32 * 5.0).min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(120.0)
}

fn loss(chance: f32, result: f32) -> f64 {
    let [chance, result] = [f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(result)];
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// The weights, each for full and bare boards, as parts of what makes a win 73 % likely: first the tables, then the counts.
struct Weights(Vec<[f32; 2]>);

impl Weights {
    /// The value for White, before it is divided in endings that are drawn.
    fn value(&self, samples: &Samples, n: usize) -> f32 {
        let sample = &samples.list[n];
        let [mut full, mut bare] = [0.0; 2];
        for block in 0..BLOCKS {
            let (at, sign) = entry(&sample.filling, block);
            let weight = self.0[at];
            full += sign as f32 * weight[0];
            bare += sign as f32 * weight[1];
        }
        for &(at, times) in samples.counts(n) {
            let weight = self.0[ENTRIES + usize::from(at)];
            full += f32::from(times) * weight[0];
            bare += f32::from(times) * weight[1];
        }
        full * sample.phase + bare * (1.0 - sample.phase)
    }
}

/// Gradient descent over all positions at once, each weight with a step of its own (Adam), and a pull to nothing that only what is seen
/// often can resist.
pub fn fit(call: &Call, samples: &Samples) -> Vec<u8> {
    let scale = best_scale(samples);
    let mut weights = Weights(vec![[0.0; 2]; ENTRIES + COUNTS]);
    for (at, value) in [(MEN, 100.0), (FIRST_KING, 300.0), (MORE_KINGS, 270.0)] {
        weights.0[ENTRIES + at] = [value / scale; 2];
    }
    let apart = |sample: &&Sample| sample.apart;
    let known = samples.list[..samples.len()].iter().filter(apart);
    let (sum, count) = known.fold((0.0, 0), |(sum, count), sample| {
        (sum + loss(chance(sample.searched / scale), sample.result), count + 1)
    });
    super::tell(&format!(
        "scale {scale}; loss of what the search said {:.5}",
        sum / f64::from(count)
    ));
    let mut steps = Steps::new(weights.0.len());
    for epoch in 0..call.epochs {
        let (slopes, losses) = slopes(call, samples, &weights, scale);
        steps.take(&mut weights.0, &slopes, call.pull, 0.04 / (1.0 + epoch as f32 / 15.0));
        if epoch % 10 == 0 || epoch + 1 == call.epochs {
            super::tell(&format!(
                "epoch {epoch}: loss {:.5}, kept apart {:.5}",
                losses[0], losses[1]
            ));
        }
    }
    written(&weights, scale)
}

/// Where the loss falls, by weight, and the mean loss of what is learnt from and of what is kept apart.
fn slopes(
    call: &Call,
    samples: &Samples,
    weights: &Weights,
    scale: f32,
) -> (Vec<[f32; 2]>, [f64; 2]) {
    let mut slopes = vec![[0.0; 2]; weights.0.len()];
    let (mut losses, mut counts) = ([0.0; 2], [0_u32; 2]);
    for (n, sample) in samples.list[..samples.len()].iter().enumerate() {
        let value = weights.value(samples, n);
        let share = sample.shares[usize::from(value < 0.0)];
        let now = chance(value * share);
        let part = usize::from(sample.apart);
        losses[part] += loss(now, sample.result);
        counts[part] += 1;
        if sample.apart {
            continue;
        }
        let truth =
            call.result * sample.result + (1.0 - call.result) * chance(sample.searched / scale);
        let slope = (now - truth) * share;
        let parts = [slope * sample.phase, slope * (1.0 - sample.phase)];
        for block in 0..BLOCKS {
            let (at, sign) = entry(&sample.filling, block);
            slopes[at][0] += sign as f32 * parts[0];
            slopes[at][1] += sign as f32 * parts[1];
        }
        for &(at, times) in samples.counts(n) {
            let slope = &mut slopes[ENTRIES + usize::from(at)];
            slope[0] += f32::from(times) * parts[0];
            slope[1] += f32::from(times) * parts[1];
        }
    }
    (slopes, [0, 1].map(|part| losses[part] / f64::from(counts[part].max(1))))
}

/// How fast each weight went so far.
struct Steps {
    slow: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    taken: i32,
}

impl Steps {
    fn new(count: usize) -> Self {
        Self { slow: vec![[0.0; 2]; count], square: vec![[0.0; 2]; count], taken: 0 }
    }

    fn take(&mut self, weights: &mut [[f32; 2]], slopes: &[[f32; 2]], pull: f32, step: f32) {
        self.taken += 1;
        let [slow_part, square_part] = [0.9_f32, 0.99].map(|rate| 1.0 - rate.powi(self.taken));
        for at in 0..weights.len() {
            for part in 0..2 {
                let pull = if at < ENTRIES { pull } else { 1.0 };
                let slope = slopes[at][part] + pull * weights[at][part];
                let slow = &mut self.slow[at][part];
                *slow = 0.9 * *slow + 0.1 * slope;
                let square = &mut self.square[at][part];
                *square = 0.99 * *square + 0.01 * slope * slope;
                if *square > 0.0 {
                    weights[at][part] -=
                        step * (*slow / slow_part) / ((*square / square_part).sqrt() + 1e-3);
                }
            }
        }
    }
}

fn written(weights: &Weights, scale: f32) -> Vec<u8> {
    let whole = |weight: f32| (weight * scale * UNIT as f32).round();
    let (tables, counts) = weights.0.split_at(ENTRIES);
    for (at, weight) in counts.iter().enumerate() {
        super::tell(&format!("count {at}: {:.1} {:.1}", weight[0] * scale, weight[1] * scale));
    }
    let cut = tables.iter().flatten().filter(|&&weight| whole(weight).abs() > 127.0).count();
    super::tell(&format!("{cut} entries too great for their byte"));
    let table =
        tables.iter().flatten().map(|&weight| whole(weight).clamp(-127.0, 127.0) as i8 as u8);
    let rest = counts.iter().flatten().flat_map(|&weight| (whole(weight) as i16).to_le_bytes());
    table.chain(rest).collect()
}
