//! A yardstick: plain alpha-beta to a fixed depth that counts men and knows nothing else, for any game. It speaks just enough UCI to be
//! started like other engines.

use anyhow::{Context, Result};
use damier_engine::random::Random;
use damier_games::{
    Game, GameKey, Player, Table, Viewer, options::Options, scene::PieceKind, table::Played,
    with_game,
};
use std::{
    collections::HashMap,
    io::{BufRead, Write, stdin, stdout},
};

/// The first argument that makes this program such a player.
pub const CALL: &str = "--material";

const WON: i32 = 1_000_000;

/// Plays until `quit`.
pub fn serve(depth: &str) -> Result<()> {
    let depth: u32 = depth.parse().context("material:DEPTH wants a number")?;
    let (mut game, mut options) = ("chess".parse::<GameKey>()?, Options::new());
    let mut moves: Vec<String> = Vec::new();
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => say("uciok")?,
            ["isready"] => say("readyok")?,
            ["setoption", "name", "UCI_Variant", "value", key] => game = key.parse()?,
            ["setoption", "name", "Level", ..] => {}
            ["setoption", "name", key, "value", value @ ..] => {
                options.insert((*key).into(), value.join(" "));
            }
            ["position", "startpos", rest @ ..] => {
                moves = rest.iter().skip(1).map(|&text| text.into()).collect();
            }
            ["go", ..] => {
                let best = with_game!(game, |G| best_move::<G>(&options, &moves, depth))?;
                say(&format!("bestmove {best}"))?;
            }
            ["quit"] => break,
            _ => {}
        }
    }
    Ok(())
}

fn say(line: &str) -> Result<()> {
    let mut output = stdout().lock();
    writeln!(output, "{line}")?;
    Ok(output.flush()?)
}

fn best_move<G: Game>(options: &Options, moves: &[String], depth: u32) -> Result<String> {
    let mut played = Played::<G>::open(options, None)?;
    for text in moves {
        played.play(played.turn(), text)?;
    }
    let (game, pos) = (played.game(), played.position());
    let mut choices = Vec::new();
    game.legal_moves(pos, &mut choices);
    // Among equals the first is chosen, so the order decides.
    let mut random = Random::new(game.key(pos) ^ moves.len() as u64);
    for n in (1..choices.len()).rev() {
        choices.swap(n, random.below(n + 1));
    }
    let mut best = (i32::MIN, None);
    let mut seen = Seen::new();
    for mv in choices {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        let value = -search(
            game,
            &next,
            depth.saturating_sub(1),
            -WON * 2,
            -best.0.max(-WON * 2),
            &mut seen,
        );
        if value > best.0 {
            best = (value, Some(mv));
        }
    }
    Ok(best.1.map_or_else(|| "0000".into(), |mv| game.move_text(pos, mv)))
}

/// Between which values a position lies that has been searched to a depth: the answers are the same without, but come later.
type Seen = HashMap<(u64, u32), (i32, i32)>;

fn search<G: Game>(
    game: &G,
    pos: &G::Position,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    seen: &mut Seen,
) -> i32 {
    let turn = game.turn(pos);
    if let Some(outcome) = game.outcome(pos) {
        return match outcome.winner() {
            None => 0,
            Some(winner) if winner == turn => WON + depth as i32,
            Some(_) => -WON - depth as i32,
        };
    }
    if depth == 0 {
        return material(game, pos, turn);
    }
    let place = (game.key(pos), depth);
    let (mut low, mut high) = seen.get(&place).copied().unwrap_or((-WON * 2, WON * 2));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let (mut best, floor) = (-WON * 2, alpha);
    for mv in moves {
        let mut next = pos.clone();
        game.play(&mut next, mv);
        best = best.max(-search(game, &next, depth - 1, -beta, -alpha, seen));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    if best > floor {
        low = low.max(best);
    }
    if best < beta {
        high = high.min(best);
    }
    seen.insert(place, (low, high));
    best
}

fn material<G: Game>(game: &G, pos: &G::Position, turn: Player) -> i32 {
    let worth = |kind: PieceKind| match kind {
        PieceKind::Pawn | PieceKind::Man => 1,
        PieceKind::Knight | PieceKind::Bishop | PieceKind::CrownedMan => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King | PieceKind::Mark => 0,
    };
    let pieces = game.scene(pos, Viewer::Referee).pieces;
    pieces
        .iter()
        .map(|standing| {
            let value = worth(standing.piece.kind);
            if standing.piece.owner == turn { value } else { -value }
        })
        .sum()
}
