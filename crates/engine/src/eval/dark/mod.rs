//! Dark chess. The search and the evaluation here see a whole position, which is never the true one but one that the player
//! imagines (`belief`) because it fits all that he saw (`notes`); `choice` weighs his moves over many of them, `mind` is the player.

mod belief;
mod choice;
mod exchange;
mod glance;
mod guess;
mod habits;
mod mind;
mod notes;
mod opponent;
mod settle;
mod sight;
#[cfg(test)]
mod tests;
pub mod weighed;

use crate::{
    brain::{Brain, Style},
    eval::chessmen::{self, captures::captures},
    level::Slips,
    mind::Mind,
};
use damier_games::{
    Rules,
    dark::{Dark, Position},
};
use exchange::exchange;
use shakmaty::{Color, Move, Role};
use weighed::Pawns;

/// How much earlier a quiet move is tried that attacks the king.
const CHECK: i32 = 8_000;

impl Brain for Dark {
    type Memo = Pawns;

    const STYLE: Style = Style {
        // By squares: so many that the search keeps no table of pairs, which it would set up for every imagined position.
        slots: 4096,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 90,
        reductions: true,
    };

    fn mind(megabytes: usize) -> Box<dyn Mind> {
        Box::new(mind::Guessing::new(megabytes))
    }

    fn remember(&self, pos: &Position) -> Pawns {
        Pawns::of(pos.pieces())
    }

    fn advance(&self, pawns: &mut Pawns, _: &Position, mv: Move, after: &Position) {
        pawns.advance(mv, after.pieces());
    }

    fn evaluate(&self, pos: &Position, pawns: &Pawns) -> i32 {
        weighed::looks(pos.pieces(), pos.side(), pawns)
    }

    fn candidates(&self, pos: &Position, _: &Pawns, out: &mut Vec<Move>) {
        let start = out.len();
        self.legal_moves(pos, out);
        // Nothing is better than to take the king.
        if let Some(n) = (start..out.len()).find(|&n| takes_king(out[n])) {
            out.swap(start, n);
            out.truncate(start + 1);
        }
    }

    fn forcing(&self, pos: &Position, pawns: &Pawns, out: &mut Vec<Move>) {
        if king_hangs(pos, !pos.side()) {
            self.candidates(pos, pawns, out);
        } else {
            captures(pos.pieces(), pos.side(), out);
        }
    }

    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        let forcing = mv.is_capture() || mv.promotion() == Some(Role::Queen);
        forcing.then(|| exchange(pos.pieces(), pos.side(), mv))
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.from().map_or(0, usize::from) * 64 + usize::from(mv.to())
    }

    fn threatened(&self, pos: &Position) -> bool {
        king_hangs(pos, pos.side())
    }

    fn threatens(&self, pos: &Position, mv: Move) -> bool {
        chessmen::checks(pos.pieces(), pos.side(), mv)
    }

    fn appeal(&self, pos: &Position, _: &Pawns, mv: Move) -> i32 {
        if chessmen::checks(pos.pieces(), pos.side(), mv) { CHECK } else { 0 }
    }

    fn pass(&self, pos: &Position) -> Option<Position> {
        // With nothing but pawns left, having to move may be what loses.
        let pieces = pos.pieces();
        let officers = pieces.by_color(pos.side()) & !pieces.pawns() & !pieces.kings();
        (officers.any() && !self.threatened(pos)).then(|| pos.passed())
    }

    /// What is missing is knowledge, not search.
    fn slips(&self) -> Slips {
        Slips::GRAVE
    }

    fn over(&self, pos: &Position) -> bool {
        pos.pieces().king_of(pos.side()).is_none()
    }
}

/// Whether the king of `color` is attacked.
fn king_hangs(pos: &Position, color: Color) -> bool {
    let pieces = pos.pieces();
    let attackers = |king| pieces.attacks_to(king, !color, pieces.occupied());
    pieces.king_of(color).is_some_and(|king| attackers(king).any())
}

/// How a position looks of which nothing is known from before.
fn looks(game: &Dark, pos: &Position) -> i32 {
    game.evaluate(pos, &game.remember(pos))
}

/// Whether a move ends the game.
fn takes_king(mv: Move) -> bool {
    mv.capture() == Some(Role::King)
}
