//! Games of the engine against itself, and what can be learnt from each of their positions.

use anyhow::Result;
use damier_engine::{
    brain::{Brain, decided},
    eval::dark::weighed::{Count, Weighed},
    random::Random,
    search::{Limits, Memory, Request, search},
};
use damier_games::{Player, Table, options::Options, outcome::Score, table::Played};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// How to play.
pub struct Plan {
    pub games: usize,
    pub nodes: u64,
    pub longest: Duration,
    pub seed: u64,
    pub share_of_result: f64,
}

/// A position: how often White has each feature more than Black, and how good it turned out for White, 0 to 1.
pub struct Sample {
    pub counts: Vec<(u16, i8)>,
    /// The share of the middle game, 0 to 1; the rest is that of the ending.
    pub middle: f64,
    pub target: f64,
}

/// Values beyond this for several plies decide a game.
const CLEAR: i32 = 1200;

/// What a value in hundredths means in points a game.
pub fn points(value: f64) -> f64 {
    1.0 / (1.0 + (-value / 180.0).exp())
}

/// Plays and collects.
pub fn samples<W: Weighed>(options: &Options, plan: &Plan) -> Result<Vec<Sample>> {
    let mut random = Random::new(plan.seed);
    let memory = Memory::new(2);
    let started = Instant::now();
    let mut samples = Vec::new();
    let mut results = [0; 3];
    for _ in 0..plan.games {
        if started.elapsed() > plan.longest {
            break;
        }
        memory.clear();
        let Some(result) = game::<W>(options, plan, &memory, &mut random, &mut samples)? else {
            continue;
        };
        results[(result * 2.0) as usize] += 1;
    }
    let [second, drawn, first] = results;
    super::say(&format!("games: {first} won by White, {drawn} drawn, {second} won by Black"));
    Ok(samples)
}

/// Plays one game; the result for White, if it was worth keeping.
fn game<W: Weighed>(
    options: &Options,
    plan: &Plan,
    memory: &Memory,
    random: &mut Random,
    samples: &mut Vec<Sample>,
) -> Result<Option<f64>> {
    let mut played = Played::<W>::open(options, None)?;
    let mut moves = Vec::new();
    let plies = 4 + random.below(7);
    for _ in 0..plies {
        moves.clear();
        played.game().legal_moves(played.position(), &mut moves);
        if moves.is_empty() || played.result().is_some() {
            return Ok(None);
        }
        let text = played.game().move_text(played.position(), moves[random.below(moves.len())]);
        played.play(played.turn(), &text)?;
    }
    let first = samples.len();
    let mut clear = 0_i32;
    let mut result = None;
    while played.result().is_none() && played.ply() < 320 {
        let Some((mv, value)) = best(&played, plan, memory) else { break };
        let white = if played.turn() == Player::One { value } else { -value };
        if played.ply() == plies && white.abs() > 500 {
            return Ok(None);
        }
        clear = if white.abs() > CLEAR { clear + white.signum() } else { 0 };
        if clear.abs() >= 5 || decided(value) {
            result = Some(f64::from(white.signum() + 1) / 2.0);
            break;
        }
        let (game, pos) = (played.game(), played.position());
        if game.gain(pos, mv).is_none() && !game.threatened(pos) {
            samples.push(sample(game, pos, white));
        }
        let text = game.move_text(pos, mv);
        played.play(played.turn(), &text)?;
    }
    let result = result.unwrap_or_else(|| match played.result().map(|outcome| outcome.score) {
        Some(Score::Win(Player::One)) => 1.0,
        Some(Score::Win(Player::Two)) => 0.0,
        _ => 0.5,
    });
    for sample in &mut samples[first..] {
        let share = plan.share_of_result;
        sample.target = share * result + (1.0 - share) * sample.target;
    }
    Ok(Some(result))
}

fn best<B: Brain>(played: &Played<B>, plan: &Plan, memory: &Memory) -> Option<(B::Move, i32)> {
    let request = Request {
        brain: played.game(),
        pos: played.position(),
        history: &played.earlier_keys(),
        constants: B::CONSTANTS,
        lore: None,
        limits: Limits { nodes: Some(plan.nodes), ..Limits::default() },
        lines: 1,
        threads: 1,
        memory,
        stop: &AtomicBool::new(false),
    };
    let insight = search(&request, &mut |_| ()).into_iter().next()?;
    Some((*insight.line.first()?, insight.value))
}

fn sample<W: Weighed>(game: &W, pos: &W::Position, white: i32) -> Sample {
    let mut count = Count(vec![0; W::WEIGHTS.len()]);
    let phase = game.count(pos, &mut count);
    let counts = count.0.iter().enumerate().filter(|&(_, &count)| count != 0);
    let counts = counts.map(|(n, &count)| (n as u16, count.clamp(-127, 127) as i8)).collect();
    let middle = f64::from(phase.min(24)) / 24.0;
    Sample { counts, middle, target: points(f64::from(white)) }
}
