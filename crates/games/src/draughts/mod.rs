//! International draughts and its variants on both sizes of board. Sources and doubtful cases: docs/rules/draughts.md.

mod captures;
mod describe;
mod hub;
mod moves;
mod paths;
mod position;
pub mod squares;

use crate::prelude::*;
use squares::{DIRECTIONS, EIGHT, Grid, TEN, bit, forward, opposite, reach, squares_of, step};

/// The rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Draughts {
    variant: Variant,
}

/// Which draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// International draughts, 10x10.
    #[default]
    Default,
    /// International draughts whose kings go three squares at most.
    ShortKings,
    /// Whoever has no move left wins, 10x10.
    Antidraughts,
    /// International rules, 8x8.
    Brazilian,
    /// Russian rules, 8x8: any capture will do, and a man is crowned on the way.
    Russian,
}

/// Pieces as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: [u64; 2],
    /// Those of both sides' pieces that are kings.
    kings: u64,
    turn: Player,
    /// Plies since the last capture or man move.
    quiet: u32,
    number: u32,
    /// Plies since three against one came up, while it counts.
    three: Option<u32>,
    /// Plies since two against one came up.
    two: Option<u32>,
}

/// A whole turn. Two ways of capturing the same pieces between the same squares are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    /// A man was crowned in the middle of its capture, or at its end; Russian draughts only, where the crown stays.
    crowned: bool,
    captured: u64,
}

impl Move {
    const fn plain(from: usize, to: usize) -> Self {
        Self { from: from as u8, to: to as u8, crowned: false, captured: 0 }
    }

    /// The square it begins on.
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// The square it ends on.
    pub const fn to(self) -> usize {
        self.to as usize
    }

    /// The pieces taken, as a set of squares.
    pub const fn captured(self) -> u64 {
        self.captured
    }
}

/// The two endings whose length is limited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    ThreeAgainstOne,
    TwoAgainstOne,
}

impl Position {
    /// A player's men, as a set of squares.
    pub fn men(&self, player: Player) -> u64 {
        self.pieces[player.index()] & !self.kings
    }

    /// A player's kings, as a set of squares.
    pub fn kings(&self, player: Player) -> u64 {
        self.pieces[player.index()] & self.kings
    }

    /// Plies since the last capture or man move.
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    fn own(&self) -> u64 {
        self.pieces[self.turn.index()]
    }

    fn enemy(&self) -> u64 {
        self.pieces[(!self.turn).index()]
    }

    fn ending(&self) -> Option<Ending> {
        let counts = self.pieces.map(u64::count_ones);
        if counts[0] + counts[1] > 4 {
            return None;
        }
        let kings = self.pieces.map(|pieces| (pieces & self.kings).count_ones());
        let lone = (0..2).find(|&side| (counts[side], kings[side]) == (1, 1))?;
        match (counts[1 - lone], kings[1 - lone]) {
            (_, 0) => None,
            (3, _) => Some(Ending::ThreeAgainstOne),
            (1 | 2, _) => Some(Ending::TwoAgainstOne),
            _ => None,
        }
    }

    /// Counts one ply of the limited endings.
    fn count_ending(&mut self) {
        let later = |plies: Option<u32>| plies.map(|plies| plies.saturating_add(1));
        (self.three, self.two) = match self.ending() {
            None => (None, None),
            Some(Ending::ThreeAgainstOne) => (later(self.three).or(Some(0)), None),
            Some(Ending::TwoAgainstOne) => (later(self.three), later(self.two).or(Some(0))),
        };
    }
}

impl Variant {
    const fn grid(self) -> &'static Grid {
        match self {
            Self::Default | Self::ShortKings | Self::Antidraughts => const { &TEN },
            Self::Brazilian | Self::Russian => const { &EIGHT },
        }
    }

    /// Whether a capture must take as many pieces as any.
    fn has_majority(self) -> bool {
        self != Self::Russian
    }

    /// Whether the endings of few pieces are limited.
    const fn limits_endings(self) -> bool {
        matches!(self, Self::Default | Self::ShortKings)
    }
}

impl Draughts {
    /// Which draughts it is.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Its board.
    pub const fn grid(&self) -> &'static Grid {
        self.variant.grid()
    }

    /// Appends the legal captures; they are all there is to choose from if there is one.
    pub fn legal_captures(&self, pos: &Position, out: &mut Vec<Move>) {
        self.captures(pos, self.empty(pos), out);
    }

    /// Whether the player who is not to move could capture if it were their turn.
    pub fn capture_hangs(&self, pos: &Position) -> bool {
        self.can_capture(&Position { turn: !pos.turn, ..*pos })
    }

    /// Whether the player to move has a move without capturing.
    pub fn can_step(&self, pos: &Position) -> bool {
        self.can_move_plainly(pos)
    }

    fn empty(&self, pos: &Position) -> u64 {
        self.grid().all & !(pos.pieces[0] | pos.pieces[1])
    }

    /// Where a king may go without capturing.
    fn king_reach(&self, direction: usize, from: usize, empty: u64) -> u64 {
        if self.variant == Variant::ShortKings {
            let first = step(direction, bit(from)) & empty;
            let second = step(direction, first) & empty;
            first | second | step(direction, second) & empty
        } else {
            reach(direction, from, empty)
        }
    }

    fn plain_moves(&self, pos: &Position, empty: u64, out: &mut Vec<Move>) {
        let men = pos.own() & !pos.kings;
        for direction in forward(pos.turn) {
            let goals = step(direction, men) & empty;
            out.extend(squares_of(goals).map(|to| {
                let from = step(opposite(direction), bit(to)).trailing_zeros() as usize;
                Move::plain(from, to)
            }));
        }
        for from in squares_of(pos.own() & pos.kings) {
            for direction in DIRECTIONS {
                let goals = self.king_reach(direction, from, empty);
                out.extend(squares_of(goals).map(|to| Move::plain(from, to)));
            }
        }
    }

    fn count_plain_moves(&self, pos: &Position, empty: u64) -> u32 {
        let men = pos.own() & !pos.kings;
        let [left, right] = forward(pos.turn).map(|direction| step(direction, men) & empty);
        let kings = squares_of(pos.own() & pos.kings).map(|from| {
            let reach = |all, direction| all | self.king_reach(direction, from, empty);
            DIRECTIONS.into_iter().fold(0, reach).count_ones()
        });
        left.count_ones() + right.count_ones() + kings.sum::<u32>()
    }

    fn can_move_plainly(&self, pos: &Position) -> bool {
        let (men, kings, empty) = (pos.own() & !pos.kings, pos.own() & pos.kings, self.empty(pos));
        forward(pos.turn).into_iter().any(|direction| step(direction, men) & empty != 0)
            || DIRECTIONS.into_iter().any(|direction| step(direction, kings) & empty != 0)
    }

    /// Whether a piece that stands on `to` after this move is a king for it.
    fn ends_as_king(&self, pos: &Position, mv: Move) -> bool {
        let last = self.grid().last[pos.turn.index()];
        pos.kings & bit(mv.from()) != 0 || mv.crowned || bit(mv.to()) & last != 0
    }
}

/// How a side without a piece ends the game.
const NO_PIECES: Reason = Reason::new("no-pieces", "no piece left", "plus aucune pièce");
const QUIET_25: Reason = Reason::new(
    "25-moves",
    "25 moves each with kings only and no capture",
    "25 coups de dames de suite sans prise",
);
const QUIET_15: Reason = Reason::new(
    "15-moves",
    "15 moves each with kings only and no capture",
    "15 coups de dames de suite sans prise",
);
const ENDING_16: Reason =
    Reason::new("16-moves", "16 moves with three against one", "16 coups à trois contre un");
const ENDING_5: Reason =
    Reason::new("5-moves", "5 moves with two against one", "5 coups à deux contre un");

impl Rules for Draughts {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            pieces: self.grid().start,
            kings: 0,
            turn: Player::One,
            quiet: 0,
            number: 1,
            three: None,
            two: None,
        }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        let before = out.len();
        let empty = self.empty(pos);
        self.captures(pos, empty, out);
        if out.len() == before {
            self.plain_moves(pos, empty, out);
        }
    }

    fn count_moves(&self, pos: &Position, scratch: &mut Vec<Move>) -> usize {
        scratch.clear();
        let empty = self.empty(pos);
        self.captures(pos, empty, scratch);
        match scratch.len() {
            0 => self.count_plain_moves(pos, empty) as usize,
            captures => captures,
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let (from, to) = (bit(mv.from()), bit(mv.to()));
        let man = pos.kings & from == 0;
        let king = self.ends_as_king(pos, mv);
        let own = &mut pos.pieces[pos.turn.index()];
        *own = *own & !from | to;
        pos.pieces[(!pos.turn).index()] &= !mv.captured;
        pos.kings &= !(mv.captured | from);
        if king {
            pos.kings |= to;
        }
        pos.quiet = if man || mv.captured != 0 { 0 } else { pos.quiet.saturating_add(1) };
        pos.number = pos.number.saturating_add(u32::from(pos.turn == Player::Two));
        pos.turn = !pos.turn;
        if self.variant.limits_endings() {
            pos.count_ending();
        }
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        let reason = if pos.own() == 0 {
            NO_PIECES
        } else if self.can_capture(pos) || self.can_move_plainly(pos) {
            return None;
        } else {
            reason::BLOCKED
        };
        let winner = if self.variant == Variant::Antidraughts { pos.turn } else { !pos.turn };
        Some(Outcome::win(winner, reason))
    }

    fn drawn(&self, pos: &Position, times: u32) -> Option<Outcome> {
        let at_least = |plies: Option<u32>, limit| plies.is_some_and(|plies| plies >= limit);
        let quiet = match self.variant {
            Variant::Default | Variant::ShortKings => (pos.quiet >= 50).then_some(QUIET_25),
            Variant::Brazilian | Variant::Russian => (pos.quiet >= 30).then_some(QUIET_15),
            Variant::Antidraughts => None,
        };
        let repeated = (times >= 3).then_some(reason::REPETITION);
        let reason = repeated
            .or(quiet)
            .or(at_least(pos.three, 32).then_some(ENDING_16))
            .or(at_least(pos.two, 10).then_some(ENDING_5));
        reason.map(Outcome::draw)
    }

    fn key(&self, pos: &Position) -> u64 {
        let turn = (pos.turn == Player::Two) as u64;
        // Mixed before the other's are added: whose a piece is counts too.
        let white = fold(0, pos.pieces[0]);
        fold(fold(white, pos.pieces[1]), pos.kings << 1 | turn)
    }
}
