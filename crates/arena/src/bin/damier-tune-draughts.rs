//! `cargo xtask tune draughts`: fits the pattern tables of draughts to games that the engine plays against itself.
//!
//! Two steps, each of which can be run again: `--games` plays and appends positions to the data file, one a line (position, what the
//! search thought of it for White, result for White in halves); `--epochs` fits the tables to all of that file and writes them where the engine
//! includes them. The rest of the evaluation stays as it is: the tables learn what it does not say.

use anyhow::{Context, Result};
use clap::Parser;
use damier_engine::{
    brain::decided,
    eval::draughts::{
        patterns::{BLOCKS, ENTRIES, UNIT, entry, filling},
        phase, plain_worth,
    },
    random::Random,
    search::{Limits, Memory, Request, search},
};
use damier_games::{
    Player, Rules,
    draughts::{Draughts, Position},
};
use std::{
    fs::{self, OpenOptions},
    io::{BufWriter, Write},
    path::PathBuf,
    sync::atomic::AtomicBool,
};

/// Fits the pattern tables of draughts.
#[derive(Parser)]
struct Call {
    /// Games to play first
    #[arg(long, default_value_t = 0)]
    games: usize,
    /// Positions searched for each move of them
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Begins the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Times to go through the data; 0 fits nothing
    #[arg(long, default_value_t = 120)]
    epochs: usize,
    /// How strongly an entry is pulled to nothing
    #[arg(long, default_value_t = 0.1)]
    pull: f32,
    /// Positions collected so far
    #[arg(long, default_value = "target/draughts.positions")]
    data: PathBuf,
    /// The tables
    #[arg(long, default_value = "crates/engine/src/eval/draughts/patterns.bin")]
    tables: PathBuf,
}

fn main() -> Result<()> {
    let call = Call::parse();
    if call.games > 0 {
        let file = OpenOptions::new().create(true).append(true).open(&call.data)?;
        let mut out = BufWriter::new(file);
        for game in 0..call.games {
            play(&call, call.seed.wrapping_mul(1_000_003) + game as u64, &mut out)?;
        }
        out.flush()?;
    }
    if call.epochs > 0 {
        let samples = read(&call)?;
        let tables = fit(&call, &samples);
        fs::write(&call.tables, tables)
            .with_context(|| format!("cannot write {}", call.tables.display()))?;
    }
    Ok(())
}

/// One game from a random opening. Positions in which something hangs teach nothing and are left out.
fn play(call: &Call, seed: u64, out: &mut impl Write) -> Result<()> {
    let game = Draughts::default();
    let mut random = Random::new(seed);
    let mut pos = game.start();
    let (mut history, mut seen, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let opening = 4 + random.below(10);
    let memory = Memory::new(2);
    let mut result = 1;
    for ply in 0..240 {
        moves.clear();
        game.legal_moves(&pos, &mut moves);
        if moves.is_empty() {
            result = if game.turn(&pos) == Player::One { 0 } else { 2 };
            break;
        }
        let key = game.key(&pos);
        let times = history.iter().filter(|&&earlier| earlier == key).count() as u32 + 1;
        if game.drawn(&pos, times).is_some() {
            break;
        }
        let mv = if ply < opening {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits { nodes: Some(call.nodes), ..Limits::default() };
            let stop = AtomicBool::new(false);
            let request = Request {
                brain: &game,
                pos: &pos,
                history: &history,
                limits,
                lines: 1,
                threads: 1,
                memory: &memory,
                stop: &stop,
            };
            let best = search(&request, &mut |_| ()).into_iter().next().context("no move")?;
            let white = if game.turn(&pos) == Player::One { best.value } else { -best.value };
            // Nobody learns from games that are long over.
            if decided(white) {
                result = if white > 0 { 2 } else { 0 };
                break;
            }
            let quiet = best.line[0].captured() == 0 && !game.capture_hangs(&pos);
            if quiet && moves.len() > 1 {
                seen.push((game.hub_position(&pos), white));
            }
            best.line[0]
        };
        history.push(key);
        game.play(&mut pos, mv);
    }
    for (text, value) in seen {
        writeln!(out, "{text} {value} {result}")?;
    }
    Ok(())
}

/// What is learnt from.
struct Sample {
    entries: [(u32, f32); BLOCKS],
    /// 1 on a full board, 0 on an empty one.
    phase: f32,
    /// What the rest of the evaluation says, for White.
    plain: f32,
    /// What the search said.
    searched: f32,
    /// 0, 0.5 or 1.
    result: f32,
}

fn read(call: &Call) -> Result<Vec<Sample>> {
    let game = Draughts::default();
    let text = fs::read_to_string(&call.data)
        .with_context(|| format!("cannot read {}", call.data.display()))?;
    let mut samples = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let pos = game.read_hub_position(words.next().context("a position")?)?;
        let searched: f32 = words.next().context("a value")?.parse()?;
        let result: f32 = words.next().context("a result")?.parse()?;
        samples.push(sample(&game, &pos, searched, result / 2.0));
    }
    Ok(samples)
}

fn sample(game: &Draughts, pos: &Position, searched: f32, result: f32) -> Sample {
    let filling = filling(pos);
    let entries = std::array::from_fn(|block| {
        let (at, sign) = entry(&filling, block);
        (at as u32, sign as f32)
    });
    let phase = phase(game.grid(), pos) as f32 / 256.0;
    Sample { entries, phase, plain: plain_worth(game, pos) as f32, searched, result }
}

/// How likely a win is, if `scale` hundredths of a man make it 73 %.
fn chance(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The scale with which the evaluation as it is predicts results best, so that the tables need not learn it.
fn best_scale(samples: &[Sample]) -> f32 {
    let error = |scale: f32| -> f64 {
        let off = |sample: &Sample| f64::from(chance(sample.plain, scale) - sample.result);
        samples.iter().map(|sample| off(sample).powi(2)).sum()
    };
    (4..40).map(|n| n as f32 * 10.0).min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(120.0)
}

/// Positions of one game stand together in the file: one stretch in twenty is kept apart, to see whether what is learnt holds elsewhere.
const fn kept_apart(n: usize) -> bool {
    n / 500 % 20 == 7
}

/// Gradient descent over all positions at once, each entry with a step of its own (Adam), and a pull to nothing that only what is seen
/// often can resist.
#[expect(clippy::print_stdout, reason = "how well it fits is what one wants to see")]
fn fit(call: &Call, samples: &[Sample]) -> Vec<u8> {
    let scale = best_scale(samples);
    let mut weights = vec![0.0_f32; 2 * ENTRIES];
    let (mut slow, mut square) = (weights.clone(), weights.clone());
    println!("{} positions, scale {scale}", samples.len());
    for epoch in 0..call.epochs {
        let mut slopes: Vec<f32> = weights.iter().map(|weight| weight * call.pull).collect();
        let (mut errors, mut counts) = ([0.0_f64; 2], [0_u32; 2]);
        for (n, sample) in samples.iter().enumerate() {
            let Sample { entries, phase, plain, .. } = sample;
            let parts = [*phase, 1.0 - phase];
            let mut value = *plain;
            for &(at, sign) in entries {
                let at = 2 * at as usize;
                value += sign * (weights[at] * parts[0] + weights[at + 1] * parts[1]);
            }
            let now = chance(value, scale);
            let part = usize::from(kept_apart(n));
            errors[part] += f64::from(now - sample.result).powi(2);
            counts[part] += 1;
            if part == 1 {
                continue;
            }
            let truth = 0.5 * (chance(sample.searched, scale) + sample.result);
            for &(at, sign) in entries {
                let slope = sign * (now - truth) / scale;
                slopes[2 * at as usize] += slope * parts[0];
                slopes[2 * at as usize + 1] += slope * parts[1];
            }
        }
        let step = 2.0 / (1.0 + epoch as f32 / 20.0);
        for (at, &slope) in slopes.iter().enumerate() {
            slow[at] = 0.9 * slow[at] + 0.1 * slope;
            square[at] = 0.98 * square[at] + 0.02 * slope * slope;
            if square[at] > 0.0 {
                weights[at] -= step * slow[at] / (square[at].sqrt() + 1e-3);
            }
        }
        if epoch % 10 == 0 || epoch + 1 == call.epochs {
            let mean = |part: usize| errors[part] / f64::from(counts[part].max(1));
            println!("epoch {epoch}: error {:.5}, kept apart {:.5}", mean(0), mean(1));
        }
    }
    let whole = |weight: &f32| (weight * UNIT as f32).round().clamp(-127.0, 127.0) as i8 as u8;
    weights.iter().map(whole).collect()
}
