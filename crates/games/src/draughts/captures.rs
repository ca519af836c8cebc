//! The captures of a position, layer by layer: all ways to take one piece, from them all ways to take two, and so on. Ways
//! that meet - same piece, same square, same pieces taken - are one from there on, so not even a position made for it can
//! have more ways than squares and sets. With the majority rule the last layer is the list of legal moves.

use super::{
    Draughts, Move, Position, Variant,
    squares::{DIRECTIONS, Direction, bit, first_piece, opposite, reach, squares_of, step},
};

/// One piece taken in one direction.
#[derive(Clone, Copy)]
pub struct Jump {
    /// The piece taken, as a set.
    pub victim: u64,
    /// Where the jumping piece may land.
    pub landings: u64,
}

/// What a capturing piece finds around it.
#[derive(Clone, Copy)]
pub struct Field {
    /// The empty squares, among them the one that it came from. Pieces taken stay where they are until the move is over.
    pub empty: u64,
    /// The enemies not yet taken.
    pub enemy: u64,
}

impl Field {
    /// Around a piece in the middle of `mv`.
    pub const fn during(pos_empty: u64, enemy: u64, mv: Move) -> Self {
        Self { empty: pos_empty | bit(mv.from()), enemy: enemy & !mv.captured }
    }

    #[inline]
    fn man_jump(self, direction: Direction, at: usize) -> Option<Jump> {
        let victim = step(direction, bit(at)) & self.enemy;
        let landings = step(direction, victim) & self.empty;
        (landings != 0).then_some(Jump { victim, landings })
    }

    #[inline]
    fn king_jump(self, direction: Direction, at: usize) -> Option<Jump> {
        let piece = first_piece(direction, at, self.empty)?;
        if bit(piece) & self.enemy == 0 {
            return None;
        }
        let landings = reach(direction, piece, self.empty);
        (landings != 0).then_some(Jump { victim: bit(piece), landings })
    }

    fn king_can_jump(self, at: usize) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.king_jump(direction, at).is_some())
    }

    /// The men among `men` that can jump in that direction.
    fn jumping_men(self, direction: Direction, men: u64) -> u64 {
        let back = opposite(direction);
        men & step(back, self.enemy & step(back, self.empty))
    }
}

impl Draughts {
    /// The jump of a king in one direction, with the landings that the variant allows.
    #[inline]
    fn king_jump(&self, field: Field, direction: Direction, at: usize) -> Option<Jump> {
        let jump = field.king_jump(direction, at)?;
        if self.variant != Variant::Russian {
            return Some(jump);
        }
        // Russian draughts: where it can go on from some landings, it must choose among them.
        let after = Field { enemy: field.enemy & !jump.victim, ..field };
        let going_on = squares_of(jump.landings)
            .filter(|&landing| after.king_can_jump(landing))
            .fold(0, |set, landing| set | bit(landing));
        Some(if going_on == 0 { jump } else { Jump { landings: going_on, ..jump } })
    }

    /// The jump of a man or king in one direction.
    #[inline]
    pub(super) fn jump(
        &self,
        field: Field,
        king: bool,
        direction: Direction,
        at: usize,
    ) -> Option<Jump> {
        if king { self.king_jump(field, direction, at) } else { field.man_jump(direction, at) }
    }

    /// The capture `so_far` with one jump more.
    pub(super) fn jumped(&self, pos: &Position, so_far: Move, victim: u64, landing: usize) -> Move {
        let crowned = so_far.crowned
            || self.variant == Variant::Russian
                && pos.kings & bit(so_far.from()) == 0
                && bit(landing) & self.grid().last[pos.turn.index()] != 0;
        Move { to: landing as u8, crowned, captured: so_far.captured | victim, ..so_far }
    }

    /// Appends every way to take one piece more.
    fn push_jumps(&self, pos: &Position, field: Field, so_far: Move, out: &mut Vec<Move>) {
        let king = so_far.crowned || pos.kings & bit(so_far.from()) != 0;
        for direction in DIRECTIONS {
            if let Some(jump) = self.jump(field, king, direction, so_far.to()) {
                out.extend(
                    squares_of(jump.landings)
                        .map(|landing| self.jumped(pos, so_far, jump.victim, landing)),
                );
            }
        }
    }

    /// Appends the legal captures.
    pub(super) fn captures(&self, pos: &Position, empty: u64, out: &mut Vec<Move>) {
        let (own, enemy) = (pos.own(), pos.enemy());
        let first = out.len();
        let still = Field { empty, enemy };
        for direction in DIRECTIONS {
            for from in squares_of(still.jumping_men(direction, own & !pos.kings)) {
                let victim = step(direction, bit(from));
                let landing = step(direction, victim).trailing_zeros() as usize;
                out.push(self.jumped(pos, Move::plain(from, from), victim, landing));
            }
        }
        for from in squares_of(own & pos.kings) {
            let start = Move::plain(from, from);
            self.push_jumps(pos, Field::during(empty, enemy, start), start, out);
        }
        if out.len() > first {
            self.prolong(pos, Field { empty, enemy }, first, out);
        }
    }

    /// Takes the captures from `layer` on further until they are legal moves.
    fn prolong(&self, pos: &Position, still: Field, mut layer: usize, out: &mut Vec<Move>) {
        loop {
            let (end, mut kept) = (out.len(), layer);
            for index in layer..end {
                let (so_far, before) = (out[index], out.len());
                let field = Field::during(still.empty, still.enemy, so_far);
                self.push_jumps(pos, field, so_far, out);
                if out.len() == before && !self.variant.has_majority() {
                    out[kept] = so_far;
                    kept += 1;
                }
            }
            if out.len() == end {
                return;
            }
            out.drain(kept..end);
            merge(out, kept);
            layer = kept;
        }
    }

    pub(super) fn can_capture(&self, pos: &Position) -> bool {
        let field = Field { empty: self.empty(pos), enemy: pos.enemy() };
        let men = pos.own() & !pos.kings;
        DIRECTIONS.into_iter().any(|direction| field.jumping_men(direction, men) != 0)
            || squares_of(pos.own() & pos.kings).any(|king| field.king_can_jump(king))
    }
}

/// Makes one of those that are equal, from `start` on.
fn merge(moves: &mut Vec<Move>, start: usize) {
    moves[start..].sort_unstable();
    let mut kept = start;
    for index in start..moves.len() {
        if kept == start || moves[kept - 1] != moves[index] {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}
