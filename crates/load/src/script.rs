//! Games to play: chess by dice, from the first move to the end that the rules give it. Server and players follow the same rules,
//! so every move is known beforehand and is legal.

use anyhow::Result;
use damier_games::{GameKey, open, options::Options};
use std::sync::Arc;

/// The moves of a whole game.
pub type Script = Arc<[String]>;

/// So many different games.
pub fn scripts(count: u64) -> Result<Vec<Script>> {
    (1..=count).map(script).collect()
}

fn script(seed: u64) -> Result<Script> {
    let mut dice = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut table = open(GameKey::Chess, &Options::default(), None)
        .map_err(|error| anyhow::anyhow!("cannot set up chess: {error}"))?;
    let mut moves = Vec::new();
    while table.result().is_none() {
        // Xorshift: any spread will do.
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        let legal = table.legal_moves();
        let text = &legal[dice as usize % legal.len()];
        let turn = table.turn();
        table.play(turn, text).map_err(|error| anyhow::anyhow!("{text}: {error:?}"))?;
        moves.push(text.clone());
    }
    Ok(moves.into())
}
