//! Positions to learn from, as the net sees them.

use super::{
    super::samples::Samples,
    model::{Model, More},
    play::game_of,
};
use anyhow::{Context, Result};
use damier_engine::eval::chessmen::net::{self, Learnt};
use damier_games::Player;
use shakmaty::Color;
use std::{collections::HashSet, path::PathBuf};

/// Reads the quiet positions of the games. Each counts once: games come together, and what is kept apart must not have been learnt from.
pub fn read<B: Learnt, const GROUPS: usize>(data: &[PathBuf]) -> Result<Samples<Model<GROUPS>>> {
    let mut seen = HashSet::new();
    Samples::of_lines(data, |samples, line| add_game::<B, GROUPS>(samples, line, &mut seen))
}

fn add_game<B: Learnt, const GROUPS: usize>(
    samples: &mut Samples<Model<GROUPS>>,
    line: &str,
    seen: &mut HashSet<u64>,
) -> Result<()> {
    let mut words = line.split(' ');
    let game: B = game_of(words.next().unwrap_or_default())?;
    let winner = match words.next().context("no winner")? {
        "w" => Some(Player::One),
        "b" => Some(Player::Two),
        _ => None,
    };
    let mut pos = game.start();
    for word in words {
        let (text, value) = word.split_once(':').unwrap_or((word, ""));
        if let Ok(value) = value.parse::<f32>()
            && seen.insert(game.key(&pos))
        {
            let turn = game.turn(&pos);
            let result = winner.map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
            add(samples, &game, &pos, value, result);
        }
        let mv = game.read_move(&pos, text)?;
        game.play(&mut pos, mv);
    }
    Ok(())
}

fn add<B: Learnt, const GROUPS: usize>(
    samples: &mut Samples<Model<GROUPS>>,
    game: &B,
    pos: &B::Position,
    searched: f32,
    result: f32,
) {
    let men = game.men(pos);
    let turn = Color::from_white(game.turn(pos) == Player::One);
    let rows = [turn, !turn].map(|viewer| net::rows(viewer, men).map(|row| row as u16));
    let groups = [turn, !turn].map(|viewer| net::group(viewer, men.board) as u8);
    let stage = net::stage(men.board, B::MOST_MEN) as u8;
    samples.add(searched, result, More { groups, stage }, rows);
}
