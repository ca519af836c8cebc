//! Positions to learn from, as the net sees them.

use super::{super::samples::Samples, model::Model, play::game_of};
use anyhow::{Context, Result};
use damier_engine::{
    brain::{Brain, Patience},
    eval::morpion::memo::Memo,
};
use damier_games::{
    Player, Rules,
    morpion::{Morpion, Move, Position},
};
use std::{collections::HashSet, path::PathBuf};

/// Fours that are tried to find out whether the player to move wins by them.
const FOURS: u32 = 256;

/// Reads the positions that are judged by their looks. Each counts once: games come together, and what is kept apart must
/// not have been learnt from.
pub fn read(data: &[PathBuf]) -> Result<Samples<Model>> {
    let mut seen = HashSet::new();
    Samples::of_lines(data, |samples, line| add_game(samples, line, &mut seen))
}

fn add_game(samples: &mut Samples<Model>, line: &str, seen: &mut HashSet<u64>) -> Result<()> {
    let mut words = line.split(' ');
    let game = game_of(words.next().unwrap_or_default())?;
    let winner = match words.next().context("no winner")? {
        "x" => Some(Player::One),
        "o" => Some(Player::Two),
        _ => None,
    };
    let mut pos = game.start();
    for word in words {
        let (cell, value) = word.split_once(':').unwrap_or((word, ""));
        if let Ok(value) = value.parse::<f32>()
            && seen.insert(game.key(&pos))
        {
            let turn = game.turn(&pos);
            let result = winner.map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
            add(samples, &game, &pos, value, result);
        }
        game.play(&mut pos, Move::at(cell.parse()?));
    }
    Ok(())
}

fn add(samples: &mut Samples<Model>, game: &Morpion, pos: &Position, searched: f32, result: f32) {
    let memo = game.remember(pos);
    let never = || false;
    let mut patience = Patience::new(FOURS, &never);
    if game.threatened_with(pos, &memo) || game.foresee(pos, &memo, &mut patience).is_some() {
        return;
    }
    let turn = game.turn(pos);
    let rows = [turn, !turn].map(|player| counted(game, pos, &memo, player));
    samples.add(searched, result, (), rows);
}

/// The rows of a player's shapes, without the first, which says nothing.
fn counted(game: &Morpion, pos: &Position, memo: &Memo, player: Player) -> Vec<(u16, u8)> {
    let mut rows: Vec<u16> =
        game.empty(pos).iter().map(|cell| memo.prospect(player, cell).row() as u16).collect();
    rows.sort_unstable();
    let same = rows.chunk_by(|a, b| a == b).filter(|rows| rows[0] != 0);
    same.map(|rows| (rows[0], rows.len() as u8)).collect()
}
