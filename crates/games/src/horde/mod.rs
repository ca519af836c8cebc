//! Horde chess: an army against pawns, in four set-ups. Rules and doubtful cases: docs/rules/horde.md.
//!
//! The horde has no king, so its moves need no second look; the army's are generated around its king.

mod legal;
mod setup;
#[cfg(test)]
mod tests;
mod text;
mod variant;

use crate::{
    chessboard::{self, draws::*, pseudo::second_rank},
    prelude::*,
};
use shakmaty::{Bitboard, Board, Color, Move, Role, Square};
use variant::Variant;

/// Nothing is left of the horde.
const HORDE_CAPTURED: Reason =
    Reason::new("horde-captured", "the horde is captured", "la horde est capturée");

/// The rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Horde {
    variant: Variant,
    draws: Draws,
}

/// The six fields of a FEN. The en-passant square is there only if something can be captured on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    turn: Color,
    /// Castling rights as squares of rooks; king and rook stand at home.
    rights: Bitboard,
    en_passant: Option<Square>,
    clock: u32,
    number: u32,
}

impl Position {
    /// What stands where.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plies since the last capture or pawn move.
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// The same with the other side to move, as if the one to move did nothing; `None` in check.
    pub fn passed(&self) -> Option<Self> {
        (!self.in_check()).then(|| Self { turn: !self.turn, en_passant: None, ..self.clone() })
    }

    /// The king of the side to move, if it has one.
    fn king(&self) -> Option<Square> {
        self.board.king_of(self.turn)
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        let attacked = |king| self.board.attacks_to(king, !self.turn, self.board.occupied()).any();
        self.king().is_some_and(attacked)
    }

    /// What a move does to the board and the rights.
    fn shift(&mut self, mv: Move) {
        let color = self.turn;
        match mv {
            Move::Normal { role, from, to, promotion, .. } => {
                self.board.discard_piece_at(from);
                self.board.set_piece_at(to, promotion.unwrap_or(role).of(color));
                self.rights.discard(from);
                self.rights.discard(to);
                if role == Role::King {
                    self.rights.discard(color.backrank());
                }
            }
            Move::EnPassant { from, to } => {
                self.board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
                self.board.discard_piece_at(from);
                self.board.set_piece_at(to, color.pawn());
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = chessboard::castled(king, rook);
                self.board.discard_piece_at(king);
                self.board.discard_piece_at(rook);
                self.board.set_piece_at(king_to, color.king());
                self.board.set_piece_at(rook_to, color.rook());
                self.rights.discard(color.backrank());
            }
            Move::Put { role, to } => self.board.set_piece_at(to, role.of(color)),
        }
    }
}

/// The square that a double step from a pawn's second rank passes over; one from behind it, as on Lichess, leaves none.
fn passed_over(mv: Move, color: Color) -> Option<Square> {
    match mv {
        Move::Normal { role: Role::Pawn, from, to, .. }
            if from.abs_diff(to) == 16 && second_rank(color).contains(from) =>
        {
            from.offset(color.fold_wb(8, -8))
        }
        _ => None,
    }
}

impl Horde {
    /// The side without a king.
    pub const fn horde(&self) -> Color {
        self.variant.horde()
    }
}

impl Rules for Horde {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        setup::read(self.variant, self.variant.start()).expect("every set-up is a good position")
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Player {
        chessboard::player(pos.turn)
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        let horde = self.variant.horde();
        if pos.turn != horde {
            if pos.board.by_color(horde).any() {
                legal::army_moves(pos, out);
            }
        } else {
            legal::horde_moves(self.variant, pos, out);
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let color = pos.turn;
        pos.shift(mv);
        pos.clock = if mv.is_zeroing() { 0 } else { pos.clock.saturating_add(1) };
        if color.is_black() {
            pos.number = pos.number.saturating_add(1);
        }
        pos.turn = !color;
        pos.en_passant =
            passed_over(mv, color).filter(|&square| legal::can_take_en_passant(pos, square));
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        let horde = self.variant.horde();
        if pos.board.by_color(horde).is_empty() {
            return Some(Outcome::win(chessboard::player(!horde), HORDE_CAPTURED));
        }
        if legal::plainly_can_move(pos) {
            return None;
        }
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        if !moves.is_empty() {
            None
        } else if pos.in_check() {
            Some(Outcome::win(!self.turn(pos), CHECKMATE))
        } else {
            Some(Outcome::draw(STALEMATE))
        }
    }

    fn drawn(&self, pos: &Position, times: u32) -> Option<Outcome> {
        self.draws.drawn(pos.clock, times)
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let state = chessboard::key_of_state(pos.turn, pos.rights, pos.en_passant);
        chessboard::key(&pos.board, state)
    }
}
