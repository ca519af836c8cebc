//! Who attacks a square of which board. Occupied squares and attackers are sets, so that the boards after a move can be asked
//! about without making it.

use super::{Half, Position};
use crate::chessboard::pseudo;
use shakmaty::{Bitboard, Board as Pieces, Color, Square, attacks};

/// Those of `attackers`, who are not of `color`, that attack `square` on a board with these squares occupied.
#[inline]
fn attackers(
    pieces: &Pieces,
    square: Square,
    color: Color,
    occupied: Bitboard,
    attackers: Bitboard,
) -> Bitboard {
    let straight = pieces.rooks_and_queens() & attackers;
    let oblique = pieces.bishops_and_queens() & attackers;
    let mut found = attacks::knight_attacks(square) & pieces.knights()
        | attacks::king_attacks(square) & pieces.kings()
        | attacks::pawn_attacks(color, square) & pieces.pawns();
    if straight.any() {
        found |= attacks::rook_attacks(square, occupied) & straight;
    }
    if oblique.any() {
        found |= attacks::bishop_attacks(square, occupied) & oblique;
    }
    found & attackers
}

/// Whether one of `movers`, who are not of `color`, could move to `square`, which is empty on their board: the check through
/// the glass of `teleport-capture`. Pawns come straight, since there is nothing to capture on their own board.
#[inline]
fn reached(
    pieces: &Pieces,
    square: Square,
    color: Color,
    occupied: Bitboard,
    movers: Bitboard,
) -> bool {
    let pawns = pieces.pawns() & movers;
    if attackers(pieces, square, color, occupied, movers & !pawns).any() {
        return true;
    }
    let back = color.fold_wb(8, -8);
    let behind = Bitboard::from_square(square).shift(back);
    if (behind & pawns).any() {
        return true;
    }
    let doubling = pawns & pseudo::second_rank(!color);
    ((behind & !occupied).shift(back) & doubling).any()
}

/// The boards before or after a move, as far as the safety of a king asks.
#[derive(Clone, Copy)]
pub struct Boards<'a> {
    pieces: &'a Pieces,
    /// Whose king is asked about.
    color: Color,
    a: Bitboard,
    b: Bitboard,
    enemies: Bitboard,
}

impl<'a> Boards<'a> {
    /// As they are now, seen by `color`.
    #[inline]
    pub fn of(pos: &'a Position, color: Color) -> Self {
        let enemies = pos.pieces.by_color(!color);
        Self { pieces: &pos.pieces, color, a: pos.on(Half::A), b: pos.on(Half::B), enemies }
    }

    /// After the piece on `from` of a board has left it; whatever stood on `to` is gone.
    #[inline]
    pub fn without(mut self, half: Half, from: Square, to: Square) -> Self {
        self.enemies.discard(to);
        self.a.discard(to);
        self.b.discard(to);
        match half {
            Half::A => self.a.discard(from),
            Half::B => self.b.discard(from),
        }
        self
    }

    /// After the piece on `from` has gone through to `to`.
    #[inline]
    pub fn carried(self, half: Half, from: Square, to: Square) -> Self {
        let mut after = self.without(half, from, to);
        match half {
            Half::A => after.b.add(to),
            Half::B => after.a.add(to),
        }
        after
    }

    const fn on(&self, half: Half) -> Bitboard {
        match half {
            Half::A => self.a,
            Half::B => self.b,
        }
    }

    /// Enemy pieces that attack a square of a board.
    #[inline]
    pub fn attackers(&self, square: Square, half: Half) -> Bitboard {
        let here = self.on(half);
        attackers(self.pieces, square, self.color, here, here & self.enemies)
    }

    /// Whether a king there is attacked on its board or could be reached from the other.
    #[inline]
    pub fn endangered(&self, king: Square, half: Half) -> bool {
        let there = self.on(half.other());
        self.attackers(king, half).any()
            || reached(self.pieces, king, self.color, there, there & self.enemies)
    }
}
