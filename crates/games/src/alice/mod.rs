//! Alice chess: two boards, and every piece that moves goes through the looking-glass to the other one. Rules, sources and
//! doubtful cases: docs/rules/alice.md.

mod danger;
mod legal;
#[cfg(test)]
mod tests;
mod text;

use crate::{
    chessboard::{
        self, castled,
        draws::{CHECKMATE, Draws, INSUFFICIENT_MATERIAL, KING_CAPTURED, STALEMATE},
        pseudo,
    },
    prelude::*,
};
use danger::Boards;
use shakmaty::{Bitboard, Board as Pieces, Color, Move, Rank, Role, Square};

/// The rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Alice {
    variant: Variant,
    draws: Draws,
}

/// What a piece may find behind the glass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Variant {
    /// Nothing: the square must be empty.
    #[default]
    Default,
    /// Nothing, or an enemy piece, which is captured.
    TeleportCapture,
}

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    A,
    B,
}

impl Half {
    const BOTH: [Self; 2] = [Self::A, Self::B];

    const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }
}

/// No square is occupied on both boards, so one set of pieces is enough, with a note of which squares are meant on B. Each side has
/// a king, unless it was captured through the glass: a position that was set up may allow that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: Pieces,
    /// The squares of board B that hold a piece.
    behind: Bitboard,
    turn: Color,
    /// The rooks of board A that may still castle.
    castling: Bitboard,
    /// Plies since the last capture or pawn move.
    clock: u32,
    number: u32,
}

impl Position {
    /// What stands where, whichever board it stands on.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The squares of board B that hold a piece.
    pub const fn behind(&self) -> Bitboard {
        self.behind
    }

    /// Plies since the last capture or pawn move.
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// The same with the other side to move, as if the one to move did nothing. Nothing is asked about check.
    pub fn passed(&self) -> Self {
        Self { turn: !self.turn, ..self.clone() }
    }

    /// The occupied squares of a board.
    fn on(&self, half: Half) -> Bitboard {
        match half {
            Half::A => self.pieces.occupied() & !self.behind,
            Half::B => self.behind,
        }
    }

    /// The board on which the piece on `square` stands.
    fn half_of(&self, square: Square) -> Half {
        if self.behind.contains(square) { Half::B } else { Half::A }
    }

    /// Lifts the piece on `from` to the other board's `to`, in place of what stood on `to` of either board.
    fn carry(&mut self, from: Square, to: Square, role: Role) {
        let arrives = self.half_of(from).other();
        self.pieces.discard_piece_at(from);
        self.pieces.set_piece_at(to, role.of(self.turn));
        self.behind.discard(from);
        self.behind.set(to, arrives == Half::B);
    }
}

impl Rules for Alice {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            pieces: Pieces::new(),
            behind: Bitboard::EMPTY,
            turn: Color::White,
            castling: Bitboard::CORNERS,
            clock: 0,
            number: 1,
        }
    }

    fn turn(&self, pos: &Position) -> Player {
        chessboard::player(pos.turn)
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        match self.variant {
            Variant::Default => legal::moves(pos, out),
            Variant::TeleportCapture => legal::moves_with_arrivals(pos, out),
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        match mv {
            Move::Normal { role, from, to, promotion, capture } => {
                pos.carry(from, to, promotion.unwrap_or(role));
                pos.castling.discard(from);
                pos.castling.discard(to);
                if role == Role::King {
                    pos.castling &= !pseudo::rank(pos.turn, Rank::First);
                }
                if capture == Some(Role::King) {
                    pos.castling &= !pseudo::rank(!pos.turn, Rank::First);
                }
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                pos.carry(king, king_to, Role::King);
                pos.carry(rook, rook_to, Role::Rook);
                pos.castling &= !pseudo::rank(pos.turn, Rank::First);
            }
            Move::EnPassant { .. } | Move::Put { .. } => {
                unreachable!("there is no such move in Alice chess")
            }
        }
        pos.clock = if mv.is_zeroing() { 0 } else { pos.clock.saturating_add(1) };
        if pos.turn == Color::Black {
            pos.number = pos.number.saturating_add(1);
        }
        pos.turn = !pos.turn;
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        if !moves.is_empty() {
            return None;
        }
        let winner = chessboard::player(!pos.turn);
        Some(if pos.pieces.king_of(pos.turn).is_none() {
            Outcome::win(winner, KING_CAPTURED)
        } else if self.in_check(pos, pos.turn) {
            Outcome::win(winner, CHECKMATE)
        } else {
            Outcome::draw(STALEMATE)
        })
    }

    fn drawn(&self, pos: &Position, times: u32) -> Option<Outcome> {
        // A lone knight or bishop can mate here; two bare kings cannot.
        if pos.pieces.occupied() == pos.pieces.kings() {
            return Some(Outcome::draw(INSUFFICIENT_MATERIAL));
        }
        self.draws.drawn(pos.clock, times)
    }

    fn key(&self, pos: &Position) -> u64 {
        // Rights are corners and leave the other squares for the side to move.
        let rest = pos.castling.0 ^ u64::from(pos.turn.is_white()) << 8;
        fold(chessboard::key(&pos.pieces, rest), pos.behind.0)
    }
}

impl Alice {
    /// Whether the king of `color` is in check.
    pub fn in_check(&self, pos: &Position, color: Color) -> bool {
        let Some(king) = pos.pieces.king_of(color) else { return false };
        let (boards, half) = (Boards::of(pos, color), pos.half_of(king));
        match self.variant {
            Variant::Default => boards.attackers(king, half).any(),
            Variant::TeleportCapture => boards.endangered(king, half),
        }
    }
}
