//! Congress: eight scattered pawns a side, moving by the colour of their square, that want to meet. Sources and doubtful cases:
//! docs/rules/congress.md.

mod text;

pub use crate::mosaic::pawns::Move;

use crate::{
    mosaic::{
        Ground,
        pawns::{self, Pawns, bit},
    },
    no_move::NoMove,
    prelude::*,
};

/// The rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Congress {
    board: Ground,
    capture: bool,
    max_plies: u32,
    no_move: NoMove,
    repetition: u32,
}

impl Default for Congress {
    fn default() -> Self {
        let board = Ground::default();
        Self { board, capture: false, max_plies: 300, no_move: NoMove::Loss, repetition: 3 }
    }
}

/// Pawns as sets of squares; a1 is bit 0, b1 bit 1, h8 bit 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pawns: Pawns,
    ply: u32,
    turn: Player,
}

const CONNECTED: Reason = Reason::new("connected", "all pawns in one group", "pions tous réunis");
const MAX_PLIES: Reason = Reason::new("max-plies", "the game grew too long", "partie trop longue");

/// Both colours alternate round the edge.
const START: Pawns = [
    1 << 57 | 1 << 60 | 1 << 55 | 1 << 32 | 1 << 31 | 1 << 8 | 1 << 3 | 1 << 6,
    1 << 59 | 1 << 62 | 1 << 48 | 1 << 39 | 1 << 24 | 1 << 15 | 1 << 1 | 1 << 4,
];

/// The squares beside those of a set, orthogonally.
#[inline]
pub const fn beside(set: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// Whether all pawns of a set form one group. One alone does; none do, too.
#[inline]
pub fn connected(pawns: u64) -> bool {
    // A lonely pawn is the common case and the quick one.
    if pawns & !beside(pawns) != 0 {
        return pawns.is_power_of_two();
    }
    let mut group = pawns & pawns.wrapping_neg();
    loop {
        let grown = (group | beside(group)) & pawns;
        if grown == group {
            return group == pawns;
        }
        group = grown;
    }
}

impl Position {
    /// The pawns of a player.
    #[inline]
    pub const fn pawns(&self, player: Player) -> u64 {
        self.pawns[player.index()]
    }

    fn own(&self) -> u64 {
        self.pawns[self.turn.index()]
    }

    fn occupied(&self) -> u64 {
        self.pawns[0] | self.pawns[1]
    }

    /// Who is connected; if both are, the one who has just moved.
    fn winner(&self) -> Option<Player> {
        [!self.turn, self.turn].into_iter().find(|player| connected(self.pawns[player.index()]))
    }
}

impl Congress {
    /// The board.
    #[inline]
    pub const fn ground(&self) -> &Ground {
        &self.board
    }

    /// Whether enemy pawns may be captured.
    #[inline]
    pub const fn captures(&self) -> bool {
        self.capture
    }

    fn exhausted(&self, pos: &Position) -> bool {
        self.max_plies > 0 && pos.ply >= self.max_plies
    }

    /// The squares that a pawn may go to if it reaches them.
    fn open(&self, pos: &Position) -> u64 {
        if self.capture { !pos.own() } else { !pos.occupied() }
    }
}

impl Rules for Congress {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { pawns: START, ply: 0, turn: Player::One }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.winner().is_none() && !self.exhausted(pos) {
            pawns::push_moves(self.board.reach(), pos.own(), pos.occupied(), self.open(pos), out);
        }
    }

    fn count_moves(&self, pos: &Position, _: &mut Vec<Move>) -> usize {
        if pos.winner().is_some() || self.exhausted(pos) {
            return 0;
        }
        pawns::count_moves(self.board.reach(), pos.own(), pos.occupied(), self.open(pos))
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let to = bit(mv.to());
        pos.pawns[pos.turn.index()] ^= bit(mv.from()) | to;
        pos.turn = !pos.turn;
        pos.pawns[pos.turn.index()] &= !to;
        pos.ply = pos.ply.saturating_add(1);
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if let Some(winner) = pos.winner() {
            return Some(Outcome::win(winner, CONNECTED));
        }
        if self.board.reach().of_all(pos.own(), pos.occupied()) & self.open(pos) == 0 {
            return Some(self.no_move.outcome(pos.turn));
        }
        self.exhausted(pos).then(|| Outcome::draw(MAX_PLIES))
    }

    fn drawn(&self, _: &Position, times: u32) -> Option<Outcome> {
        (self.repetition > 0 && times >= self.repetition).then(|| Outcome::draw(reason::REPETITION))
    }

    fn key(&self, pos: &Position) -> u64 {
        pawns::key(&pos.pawns, pos.turn.index() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_together_by_edges_not_by_corners_nor_round_the_board() {
        let set = |squares: &[usize]| squares.iter().fold(0, |all, &square| all | bit(square));
        assert!(connected(bit(63)));
        assert!(connected(u64::MAX));
        assert!(connected(set(&[0, 1, 9, 17, 16, 24])));
        assert!(!connected(set(&[0, 9])), "a corner");
        assert!(!connected(set(&[7, 8])), "the edge of the board");
        assert!(!connected(set(&[0, 1, 62, 63])), "two groups without a lonely pawn");
    }
}
