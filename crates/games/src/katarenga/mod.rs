//! Katarenga: eight pawns a side that move by the colour of their square, and two camps behind the enemy to reach. Sources and
//! doubtful cases: docs/rules/katarenga.md.

mod text;

pub use crate::mosaic::pawns::Move;

use crate::{
    mosaic::{
        Ground,
        pawns::{self, Pawns, bit, squares},
    },
    no_move::NoMove,
    prelude::*,
};

/// The rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Katarenga {
    board: Ground,
    first_capture: bool,
    min_pawns: u32,
    no_move: NoMove,
    no_progress: u32,
    repetition: u32,
}

impl Default for Katarenga {
    fn default() -> Self {
        Self {
            board: Ground::default(),
            first_capture: false,
            min_pawns: 2,
            no_move: NoMove::Loss,
            no_progress: 100,
            repetition: 3,
        }
    }
}

/// Pawns as sets of squares; a1 is bit 0, b1 bit 1, h8 bit 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pawns: Pawns,
    /// Plies since the last capture or camp entry.
    clock: u32,
    ply: u32,
    /// The taken camps, in the order of `CAMPS`.
    camps: u8,
    turn: Player,
}

/// The camps; in moves and on the board they follow the 64 squares.
const CAMPS: [&str; 4] = ["NW", "NE", "SW", "SE"];
const FIRST_CAMP: usize = 64;
/// The camps of each player, behind the enemy baseline.
const BOTH_CAMPS: [u8; 2] = [0b1100, 0b0011];
/// Where a player's pawns start.
pub const BASELINES: Pawns = [pawns::rank(7), pawns::rank(0)];

const BOTH_TAKEN: Reason = Reason::new("camps", "both camps taken", "les deux camps sont pris");

impl Position {
    /// The pawns of a player on the board.
    #[inline]
    pub const fn pawns(&self, player: Player) -> u64 {
        self.pawns[player.index()]
    }

    fn own(&self) -> u64 {
        self.pawns[self.turn.index()]
    }

    fn enemy(&self) -> u64 {
        self.pawns[(!self.turn).index()]
    }

    fn occupied(&self) -> u64 {
        self.pawns[0] | self.pawns[1]
    }

    /// A player's pawns in camps.
    #[inline]
    pub const fn camped(&self, player: Player) -> u8 {
        self.camps & BOTH_CAMPS[player.index()]
    }

    /// The camps that the side to move may still enter.
    fn open_camps(&self) -> u8 {
        !self.camps & BOTH_CAMPS[self.turn.index()]
    }

    /// The position if the side to move had passed, with nobody's turn to capture brought nearer.
    pub fn passed(&self) -> Self {
        Self { turn: !self.turn, ..*self }
    }

    /// The pawns of the side to move that stand on the enemy baseline.
    fn arrived(&self) -> u64 {
        self.own() & BASELINES[(!self.turn).index()]
    }
}

impl Katarenga {
    /// The board.
    #[inline]
    pub const fn ground(&self) -> &Ground {
        &self.board
    }

    /// With fewer pawns than these, those in camps counted, a side has lost.
    #[inline]
    pub const fn min_pawns(&self) -> u32 {
        self.min_pawns
    }

    /// The ends that do not ask for the moves, in the order of the rules.
    fn decided(&self, pos: &Position) -> Option<Outcome> {
        let (side, mover) = (pos.turn, !pos.turn);
        let home = |player: Player| pos.camped(player) == BOTH_CAMPS[player.index()];
        if let Some(winner) = [mover, side].into_iter().find(|&player| home(player)) {
            return Some(Outcome::win(winner, BOTH_TAKEN));
        }
        let left = |player: Player| {
            pos.pawns[player.index()].count_ones() + pos.camped(player).count_ones()
        };
        let loser = [side, mover].into_iter().find(|&player| left(player) < self.min_pawns);
        loser.map(|loser| Outcome::win(!loser, reason::ELIMINATION))
    }

    fn exhausted(&self, pos: &Position) -> bool {
        self.no_progress > 0 && pos.clock >= self.no_progress
    }

    /// Nobody may capture on his own first move.
    fn may_capture(&self, pos: &Position) -> bool {
        self.first_capture || pos.ply >= 2
    }

    /// The squares that a pawn may go to if it reaches them.
    fn open(&self, pos: &Position) -> u64 {
        if self.may_capture(pos) { !pos.own() } else { !pos.occupied() }
    }

    fn blocked(&self, pos: &Position) -> bool {
        let reached = self.board.reach().of_all(pos.own(), pos.occupied());
        reached & self.open(pos) == 0 && (pos.arrived() == 0 || pos.open_camps() == 0)
    }
}

impl Rules for Katarenga {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { pawns: BASELINES, clock: 0, ply: 0, camps: 0, turn: Player::One }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if self.decided(pos).is_some() || self.exhausted(pos) {
            return;
        }
        pawns::push_moves(self.board.reach(), pos.own(), pos.occupied(), self.open(pos), out);
        for from in squares(pos.arrived()) {
            let camps = squares(pos.open_camps().into());
            out.extend(camps.map(|camp| Move::new(from, FIRST_CAMP + camp)));
        }
    }

    fn count_moves(&self, pos: &Position, _: &mut Vec<Move>) -> usize {
        if self.decided(pos).is_some() || self.exhausted(pos) {
            return 0;
        }
        let entries = pawns::size(pos.arrived()) * pawns::size(pos.open_camps().into());
        let (reach, occupied) = (self.board.reach(), pos.occupied());
        entries + pawns::count_moves(reach, pos.own(), occupied, self.open(pos))
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let (own, enemy) = (pos.turn.index(), (!pos.turn).index());
        pos.pawns[own] ^= bit(mv.from());
        let progress = if mv.to() < FIRST_CAMP {
            let to = bit(mv.to());
            let capture = pos.pawns[enemy] & to != 0;
            pos.pawns[own] |= to;
            pos.pawns[enemy] &= !to;
            capture
        } else {
            pos.camps |= 1 << (mv.to() - FIRST_CAMP);
            true
        };
        pos.clock = if progress { 0 } else { pos.clock.saturating_add(1) };
        pos.ply = pos.ply.saturating_add(1);
        pos.turn = !pos.turn;
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if let Some(outcome) = self.decided(pos) {
            return Some(outcome);
        }
        if self.blocked(pos) {
            return Some(self.no_move.outcome(pos.turn));
        }
        self.exhausted(pos).then(|| Outcome::draw(reason::NO_PROGRESS))
    }

    fn drawn(&self, _: &Position, times: u32) -> Option<Outcome> {
        (self.repetition > 0 && times >= self.repetition).then(|| Outcome::draw(reason::REPETITION))
    }

    fn key(&self, pos: &Position) -> u64 {
        let rest = u64::from(pos.camps) << 1 | pos.turn.index() as u64;
        pawns::key(&pos.pawns, rest)
    }
}
