//! Draughts: men and kings, where they stand, who breaks through, and which endings are drawn whatever the count says.

mod endings;
mod men;
pub mod net;

use crate::{
    brain::{Brain, MOST, Style},
    search::constants::Constants,
};
use damier_games::{
    Player, Rules,
    draughts::{Draughts, Move, Position, Variant, squares::direction_to},
};
pub use endings::share;
use net::Men;

/// Squares of the bitboard, the unused ones between the rows included.
const PLACES: usize = 54;

impl Brain for Draughts {
    /// What the net sees, on the board that has one.
    type Memo = Men;

    const STYLE: Style = Style {
        // A man's steps, a king's by goal and direction, captures by goal.
        slots: (2 + 4 + 1) * PLACES,
        cyclic: true,
        quiescence: true,
        compulsory: true,
        // Looks deceive while something hangs; trials are surer.
        futility_margin: 0,
        reductions: true,
    };

    const CONSTANTS: Constants = Constants { trial: 20, ..Constants::USUAL };

    fn remember(&self, pos: &Position) -> Men {
        if has_net(self) { Men::of(pos) } else { Men::default() }
    }

    fn advance(&self, memo: &mut Men, before: &Position, _: Move, after: &Position) {
        if has_net(self) {
            memo.advance(before, after);
        }
    }

    fn evaluate(&self, pos: &Position, memo: &Men) -> i32 {
        let turn = self.turn(pos);
        let value = match self.variant() {
            Variant::Antidraughts => anti(self, pos),
            _ if has_net(self) => {
                let worth = net::worth(self, pos, memo);
                let value = if turn == Player::One { worth } else { -worth } - shorter(self, pos);
                endings::tempered(self, pos, value)
            }
            _ => endings::tempered(self, pos, plain_worth(self, pos)),
        };
        // The move itself is worth a little.
        let to_move = if has_net(self) { 0 } else { 3 };
        let value = if turn == Player::One { value } else { -value } + to_move;
        value.clamp(-MOST, MOST)
    }

    fn forcing(&self, pos: &Position, _: &Men, out: &mut Vec<Move>) {
        self.legal_captures(pos, out);
    }

    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        let captured = mv.captured();
        (captured != 0).then(|| {
            let kings = pos.kings(!self.turn(pos)) & captured;
            100 * captured.count_ones() as i32 + 150 * kings.count_ones() as i32
        })
    }

    fn slot(&self, pos: &Position, mv: Move) -> usize {
        if mv.captured() != 0 {
            return 6 * PLACES + mv.to();
        }
        let direction = direction_to(mv.from(), mv.to()).unwrap_or(0);
        if pos.men(self.turn(pos)) & (1 << mv.from()) != 0 {
            2 * mv.from() + direction % 2
        } else {
            2 * PLACES + 4 * mv.to() + direction
        }
    }

    fn reversible(&self, pos: &Position) -> usize {
        pos.quiet() as usize
    }

    fn over(&self, pos: &Position) -> bool {
        // Captures are looked at only where nothing else moves.
        !self.can_step(pos)
    }
}

/// Whether the net is made for this board and these rules.
const fn has_net(game: &Draughts) -> bool {
    matches!(game.variant(), Variant::Default | Variant::ShortKings)
}

/// What White's kings are worth less than the flying ones from whose games was learnt.
fn shorter(game: &Draughts, pos: &Position) -> i32 {
    if game.variant() != Variant::ShortKings {
        return 0;
    }
    let kings = Player::BOTH.map(|player| pos.kings(player).count_ones() as i32);
    90 * (kings[0] - kings[1])
}

/// What White is ahead where nothing was learnt, drawn endings not thought of.
fn plain_worth(game: &Draughts, pos: &Position) -> i32 {
    let side = |player: Player| {
        let (men, kings) = (pos.men(player).count_ones(), pos.kings(player).count_ones());
        // The first king commands the board; the others help.
        let first = i32::from(kings > 0) * 40;
        men as i32 * 100 + kings as i32 * 270 + first
    };
    let material = side(Player::One) - side(Player::Two);
    material + men::placing(game.grid(), pos) + endings::placing(game, pos)
}

/// Antidraughts: pieces are a burden, and so is having no choice.
fn anti(game: &Draughts, pos: &Position) -> i32 {
    let side = |player: Player| {
        let (men, kings) = (pos.men(player).count_ones(), pos.kings(player).count_ones());
        -100 * men as i32 - 60 * kings as i32
    };
    // Men that came forward are given away more easily.
    side(Player::One) - side(Player::Two) + men::placing(game.grid(), pos) / 2
}

#[cfg(test)]
mod tests;
