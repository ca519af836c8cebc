//! Playing on a board as a person does: cell after cell, whatever the game.

use crate::Browser;
use anyhow::{Context, Result, anyhow};
use damier_games::{
    GameKey, Table, Viewer,
    board::Board,
    open,
    options::Options,
    table::Gesture,
    text::{Language, Tell},
};

/// The moves of a short game from the start to its end: the shortest of many in which both move at random, always the same.
pub fn short_game(game: GameKey, options: &Options) -> Result<Vec<String>> {
    let mut best: Option<Vec<String>> = None;
    for seed in 1..400 {
        let most = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
        best = random_game(game, options, seed, most)?.or(best);
    }
    best.context("some game ends")
}

/// The moves of a game in which both move at random, if it takes no more than `most`.
fn random_game(
    game: GameKey,
    options: &Options,
    seed: u64,
    most: usize,
) -> Result<Option<Vec<String>>> {
    let (mut table, mut moves) = (set_up(game, options)?, Vec::new());
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    while table.result().is_none() {
        if moves.len() >= most.min(400) {
            return Ok(None);
        }
        // xorshift: any numbers will do, as long as they are the same each time.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let legal = table.legal_moves();
        let text = legal[usize::try_from(state % legal.len() as u64)?].clone();
        play_at(table.as_mut(), &text)?;
        moves.push(text);
    }
    Ok(Some(moves))
}

fn set_up(game: GameKey, options: &Options) -> Result<Box<dyn Table>> {
    open(game, options, None).map_err(|error| anyhow!(error.tell(Language::English)))
}

fn play_at(table: &mut dyn Table, text: &str) -> Result<()> {
    let turn = table.turn();
    table.play(turn, text).map_err(|error| anyhow!(error.tell(Language::English)))
}

/// Points these moves out, each in the browser of whoever makes it, and gives the table as it then must be. Both may be one browser: a
/// game on one screen.
pub async fn point_out(
    browsers: [&Browser; 2],
    game: GameKey,
    options: &Options,
    moves: &[String],
) -> Result<Box<dyn Table>> {
    let mut table = set_up(game, options)?;
    let curtain = std::ptr::eq(browsers[0], browsers[1]) && game.info().hidden;
    let board = table.board();
    for (ply, text) in moves.iter().enumerate() {
        let turn = table.turn();
        let gestures = table.snapshot(Viewer::Seat(turn)).gestures;
        let gesture = gestures.iter().find(|gesture| gesture.text == *text);
        let gesture = gesture.with_context(|| format!("{text} is legal"))?;
        let browser = browsers[turn.index()];
        if curtain && ply > 0 {
            browser.act("ready").await?;
        }
        let made = point_at(browser, &board, gesture).await;
        made.with_context(|| format!("move {} of {game}, {text}", ply + 1))?;
        play_at(table.as_mut(), text)?;
    }
    Ok(table)
}

/// Points at one move, once it is this browser's turn.
async fn point_at(browser: &Browser, board: &Board, gesture: &Gesture) -> Result<()> {
    let path = gesture.paths.first().context("a move can be pointed at")?;
    for (step, cell) in path.iter().enumerate() {
        let name = &board.cells[usize::from(cell.0)].name;
        let can = if step == 0 { "start" } else { "go" };
        browser.click(&format!("[data-cell=\"{name}\"][data-can=\"{can}\"]")).await?;
    }
    match &gesture.choice {
        Some(kind) => browser.click(&format!("[data-choice=\"{}\"]", kind.key())).await,
        None => Ok(()),
    }
}

/// Plays a whole short game and sees its result in both browsers.
pub async fn play_to_the_end(
    browsers: [&Browser; 2],
    game: GameKey,
    options: &Options,
) -> Result<()> {
    let moves = short_game(game, options)?;
    let table = point_out(browsers, game, options, &moves).await?;
    let result = table.result().context("the game is over")?;
    for browser in browsers {
        browser.see(&format!("[data-result=\"{result}\"]")).await?;
    }
    Ok(())
}
