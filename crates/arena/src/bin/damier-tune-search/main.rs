//! `cargo xtask tune search GAME`: finds out which numbers of the search should be larger or smaller in a game.
//!
//! Two players meet, the one with a low or a high value of each number by chance, the other with just the opposite. After many games
//! it shows what each makes of the score, all of them at once: with a thousand games one half differs from the other by about 1.3
//! hundredths of a point by chance. With `--test` new values meet those of the engine.

mod play;

use anyhow::{Context, Result, bail};
use clap::Parser;
use damier_engine::{brain::Brain, random::Random, search::constants::Constants};
use damier_games::{
    GameKey,
    options::{Options, parse_pairs, rulebook},
    with_game,
};
use play::{Match, Opening};
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Varies the numbers of the search and tells what comes of it.
#[derive(Parser, Clone)]
struct Call {
    /// Which game
    game: GameKey,
    /// Options of the game, KEY=VALUE
    #[arg(long)]
    option: Vec<String>,
    /// How many games; each opening is played twice
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Positions searched for each move
    #[arg(long, default_value_t = 8000)]
    nodes: u64,
    /// Plies of the openings by chance
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// Begins the openings and the choice of values
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    parallel: usize,
    /// Values in place of the engine's, NAME=VALUE
    #[arg(long, num_args = 1..)]
    set: Vec<String>,
    /// Vary only these
    #[arg(long, num_args = 1..)]
    only: Vec<String>,
    /// Vary nothing: play the values that are set against the engine's
    #[arg(long)]
    test: bool,
    /// Values of the other player in a test in place of the engine's, NAME=VALUE
    #[arg(long, num_args = 1..)]
    against: Vec<String>,
}

fn main() -> Result<()> {
    let call = Call::parse();
    let options = parse_pairs(call.option.iter().map(String::as_str))?;
    with_game!(call.game, |G| run::<G>(&call, &options))
}

/// The greatest value that is tried: with larger ones the search would count beyond what its numbers hold.
const MOST: i32 = 20_000;

/// What came of the games so far.
#[derive(Default)]
struct Found {
    games: usize,
    /// Wins, draws and losses of the first player.
    results: [usize; 3],
    squares: f64,
    /// By number: points above a half of who had the high value.
    effects: Vec<f64>,
}

fn run<B: Brain>(call: &Call, options: &Options) -> Result<()> {
    let game: B = rulebook(options)?;
    let centre = changed(B::CONSTANTS, &call.set)?;
    let varied = varied(centre, call)?;
    let effects = vec![0.0; Constants::STEPS.len()];
    let found = Mutex::new(Found { effects, ..Found::default() });
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let play = || play_pairs(call, &game, centre, &varied, &next, &found);
        let workers: Vec<_> = (0..call.parallel.max(1)).map(|_| scope.spawn(play)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| bail!("a worker broke down")))
    })?;
    Ok(())
}

/// The numbers that are varied.
fn varied(mut centre: Constants, call: &Call) -> Result<Vec<bool>> {
    for name in &call.only {
        place(name)?;
    }
    let values = centre.all().map(|value| *value);
    let names = Constants::STEPS.iter().map(|(name, _)| *name);
    let chosen = |name: &str| call.only.is_empty() || call.only.iter().any(|only| only == name);
    // What is switched off stays so.
    Ok(names.zip(values).map(|(name, value)| !call.test && value != 0 && chosen(name)).collect())
}

fn place(name: &str) -> Result<usize> {
    let known = || Constants::STEPS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let place = Constants::STEPS.iter().position(|(known, _)| *known == name);
    place.with_context(|| format!("unknown number \"{name}\": expected one of {}", known()))
}

fn changed(mut constants: Constants, pairs: &[String]) -> Result<Constants> {
    for pair in pairs {
        let (name, value) = pair.split_once('=').with_context(|| format!("no value: {pair}"))?;
        let value = value.parse().ok().filter(|value| (1..=MOST).contains(value));
        *constants.all()[place(name)?] =
            value.with_context(|| format!("cannot use {pair}: expected 1 to {MOST}"))?;
    }
    Ok(constants)
}

/// Takes pairs of games off the list until there are none.
fn play_pairs<B: Brain>(
    call: &Call,
    game: &B,
    centre: Constants,
    varied: &[bool],
    next: &AtomicUsize,
    found: &Mutex<Found>,
) -> Result<()> {
    let mut games = Match::new(game, call.nodes);
    loop {
        let pair = next.fetch_add(1, Relaxed);
        if pair >= call.games.div_ceil(2) {
            return Ok(());
        }
        let mut random = Random::new(call.seed.wrapping_mul(1_000_003).wrapping_add(pair as u64));
        let signs: Vec<i32> = varied
            .iter()
            .map(|&varied| if varied { 1 - 2 * random.below(2) as i32 } else { 0 })
            .collect();
        let players = if call.test {
            [centre, changed(B::CONSTANTS, &call.against)?]
        } else {
            [stepped(centre, &signs, 1), stepped(centre, &signs, -1)]
        };
        let opening = games.opening(call.plies, &mut random)?;
        let points = both_ways(&mut games, &opening, players)?;
        let mut found = found.lock().map_err(|_| anyhow::anyhow!("a worker broke down"))?;
        found.add(points, &signs);
        if found.games.is_multiple_of(200) || found.games >= call.games {
            found.tell(call.test, varied);
        }
    }
}

/// What the first player scores from an opening with either side.
fn both_ways<B: Brain>(
    games: &mut Match<'_, B>,
    opening: &Opening<B>,
    [one, other]: [Constants; 2],
) -> Result<[f64; 2]> {
    let first = games.play(opening, [one, other])?;
    let second = games.play(opening, [other, one])?;
    Ok([first, 1.0 - second])
}

/// Every varied number a step up or down.
fn stepped(mut centre: Constants, signs: &[i32], way: i32) -> Constants {
    let steps = Constants::STEPS.iter().map(|(_, step)| step);
    for ((value, step), sign) in centre.all().into_iter().zip(steps).zip(signs) {
        let stepped = (*value + step * sign * way).max(1);
        *value = if *sign == 0 { *value } else { stepped };
    }
    centre
}

impl Found {
    fn add(&mut self, points: [f64; 2], signs: &[i32]) {
        for points in points {
            self.games += 1;
            self.results[(2.0 - 2.0 * points) as usize] += 1;
        }
        let above = points[0] + points[1] - 1.0;
        self.squares += above * above;
        for (effect, &sign) in self.effects.iter_mut().zip(signs) {
            *effect += above * f64::from(sign);
        }
    }

    #[expect(clippy::print_stdout, reason = "what was found is the result")]
    fn tell(&self, test: bool, varied: &[bool]) {
        let games = self.games as f64;
        // By chance, one of three times at the most.
        let chance = 100.0 * self.squares.sqrt() / games;
        let [wins, draws, losses] = self.results;
        let score = 100.0 * (wins as f64 + draws as f64 / 2.0) / games;
        println!(
            "{} games: +{wins} ={draws} -{losses}, {score:.1} % (by chance {chance:.1})",
            self.games
        );
        if test {
            return;
        }
        let mut rows: Vec<_> = Constants::STEPS.iter().zip(&self.effects).zip(varied).collect();
        rows.retain(|(_, varied)| **varied);
        rows.sort_by(|((_, one), _), ((_, other), _)| other.abs().total_cmp(&one.abs()));
        let line: Vec<String> = rows
            .iter()
            .map(|(((name, _), effect), _)| format!("{name} {:+.1}", 100.0 * *effect / games))
            .collect();
        println!("  {}", line.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_has_high_the_other_has_low() {
        let mut signs = vec![0; Constants::STEPS.len()];
        (signs[0], signs[1]) = (1, -1);
        let [mut high, mut low] = [1, -1].map(|way| stepped(Constants::USUAL, &signs, way));
        let mut usual = Constants::USUAL;
        let lows_and_highs = high.all().into_iter().zip(low.all()).zip(usual.all());
        for (((high, low), usual), sign) in lows_and_highs.zip(&signs) {
            assert_eq!((*high - *usual).signum(), *sign);
            assert_eq!(*high - *usual, *usual - *low);
        }
    }

    #[test]
    fn unknown_numbers_are_told_with_the_known_ones() {
        let error = changed(Constants::USUAL, &["widow=3".into()]).expect_err("no such number");
        assert!(error.to_string().contains("window"), "{error}");
        for bad in ["idle_more=0", "window=wide", "window=30000", "window"] {
            assert!(changed(Constants::USUAL, &[bad.into()]).is_err(), "{bad}");
        }
        let changed = changed(Constants::USUAL, &["window=3".into()]).expect("a number");
        assert_eq!(changed, Constants { window: 3, ..Constants::USUAL });
    }
}
