//! Positions to learn from, as the net sees them.

use super::{
    super::samples::Samples,
    model::{Model, More},
    record::{BYTES, Record},
};
use anyhow::{Context, Result};
use damier_engine::eval::draughts::{
    net::{BLOCKS, Men, counts, rows, stage},
    share,
};
use damier_games::{
    Player, Rules,
    draughts::{Draughts, Position, squares::TEN},
};
use std::{collections::HashSet, fs, path::PathBuf};

/// Men in all blocks, and at the most so many kings.
const MOST_ROWS: usize = BLOCKS + 24;

/// Reads the positions that are judged by their looks: those without a capture. Each counts once: games come together, and what is kept apart
/// must not have been learnt from.
pub fn read(data: &[PathBuf]) -> Result<Samples<Model>> {
    let game = Draughts::default();
    let (mut samples, mut seen) = (Samples::new(), HashSet::new());
    for path in data {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        for bytes in bytes.chunks_exact(BYTES) {
            let record = Record::read(bytes);
            if record.first {
                samples.next_game();
            }
            let pos = position(&game, &record)?;
            if seen.insert(game.key(&pos)) {
                add(&mut samples, &game, &pos, &record);
            }
        }
    }
    Ok(samples)
}

fn add(samples: &mut Samples<Model>, game: &Draughts, pos: &Position, record: &Record) {
    let mut captures = Vec::new();
    game.legal_captures(pos, &mut captures);
    let men = Men::of(pos);
    let turn = game.turn(pos);
    let [own, other] = [turn, !turn]
        .map(|viewer| rows(pos, &men, viewer).map(|row| row as u16).collect::<Vec<_>>());
    if !captures.is_empty() || own.len() > MOST_ROWS {
        return;
    }
    let white = turn == Player::One;
    let [value, result] = [f32::from(record.value), f32::from(record.result) / 2.0];
    let more = More {
        stage: stage(pos, &men) as u8,
        counts: counts(game, pos, &men).map(|count| count as i8),
        shares: [turn, !turn].map(|ahead| 1.0 / share(game, pos, ahead) as f32),
    };
    let [value, result] = if white { [value, result] } else { [-value, 1.0 - result] };
    samples.add(value, result, more, [own, other]);
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
