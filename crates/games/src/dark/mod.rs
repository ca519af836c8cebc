//! Dark chess: chess in a fog, without check; who takes the king wins. Rules, sources and doubtful cases: docs/rules/dark.md.
//! What a player may know of a position is a [`View`]; whatever is told to players is made from it.

mod text;
mod view;

pub use view::View;

use crate::{
    chessboard::{
        self, castled,
        draws::{Draws, KING_CAPTURED, STALEMATE},
        pseudo::{self, Army},
        taken,
    },
    prelude::*,
};
use shakmaty::{Bitboard, Board as Pieces, Color, Move, Rank, Role, Square, attacks};

/// The rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dark {
    variant: Variant,
    sight: Sight,
    draws: Draws,
}

/// Whether pawns capture en passant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Variant {
    /// They do not.
    #[default]
    Default,
    /// They do, and the fog lifts where they can.
    FogOfWar,
}

/// What pawns see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Sight {
    /// Where they can move.
    #[default]
    Moves,
    /// What blocks them, besides.
    Blockers,
}

/// The whole position, as only the referee knows it. One of the kings may be gone, not both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: Pieces,
    turn: Color,
    /// The rooks that may still castle.
    castling: Bitboard,
    /// Where the side to move can capture en passant; never anything else.
    en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    clock: u32,
    number: u32,
}

impl Position {
    /// What stands where.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.turn
    }

    /// The rooks that may still castle.
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The position if the side to move did nothing.
    pub fn passed(&self) -> Self {
        Self { turn: !self.turn, en_passant: None, clock: self.clock + 1, ..self.clone() }
    }

    fn lost_king(&self) -> bool {
        self.pieces.king_of(Color::White).is_none() || self.pieces.king_of(Color::Black).is_none()
    }

    fn put_through(&mut self, from: Square, to: Square, role: Role) {
        self.pieces.discard_piece_at(from);
        self.pieces.set_piece_at(to, role.of(self.turn));
    }

    /// The square behind a pawn of `turn` that has just made a double step, if an enemy pawn can capture it there.
    fn passed_over(&self, from: Square, to: Square) -> Option<Square> {
        if from.rank().distance(to.rank()) != 2 {
            return None;
        }
        let passed = (attacks::between(from, to)).first()?;
        let capturers = self.pieces.pawns() & self.pieces.by_color(!self.turn);
        (attacks::pawn_attacks(self.turn, passed) & capturers).any().then_some(passed)
    }
}

impl Rules for Dark {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            pieces: Pieces::new(),
            turn: Color::White,
            castling: Bitboard::CORNERS,
            en_passant: None,
            clock: 0,
            number: 1,
        }
    }

    fn turn(&self, pos: &Position) -> Player {
        chessboard::player(pos.turn)
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.lost_king() {
            return;
        }
        let army = Army::of(&pos.pieces, pos.turn);
        army.moves(out);
        army.castling(pos.castling, out);
        if let Some(to) = pos.en_passant {
            army.en_passant(to, out);
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        pos.en_passant = None;
        match mv {
            Move::Normal { role, from, to, promotion, .. } => {
                pos.put_through(from, to, promotion.unwrap_or(role));
                pos.castling.discard(from);
                pos.castling.discard(to);
                // A captured king takes its rights with it, as one that moves does.
                pos.castling &= kept_by_king(from) & kept_by_king(to);
                if role == Role::Pawn && self.variant == Variant::FogOfWar {
                    pos.en_passant = pos.passed_over(from, to);
                }
            }
            Move::EnPassant { from, to } => {
                if let Some(pawn) = taken(&mv) {
                    pos.pieces.discard_piece_at(pawn);
                }
                pos.put_through(from, to, Role::Pawn);
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                pos.put_through(king, king_to, Role::King);
                pos.put_through(rook, rook_to, Role::Rook);
                pos.castling &= kept_by_king(king);
            }
            Move::Put { .. } => unreachable!("nothing is dropped in Dark chess"),
        }
        pos.clock = if mv.is_zeroing() { 0 } else { pos.clock.saturating_add(1) };
        if pos.turn == Color::Black {
            pos.number = pos.number.saturating_add(1);
        }
        pos.turn = !pos.turn;
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        for color in Color::ALL {
            if pos.pieces.king_of(color).is_none() {
                return Some(Outcome::win(chessboard::player(!color), KING_CAPTURED));
            }
        }
        // Where a king can castle its rook can move, so castling need not be asked about.
        let stuck =
            pos.en_passant.is_none() && Army::of(&pos.pieces, pos.turn).reached().is_empty();
        stuck.then_some(Outcome::draw(STALEMATE))
    }

    fn drawn(&self, pos: &Position, times: u32) -> Option<Outcome> {
        self.draws.drawn(pos.clock, times)
    }

    fn key(&self, pos: &Position) -> u64 {
        // Rights are corners and an en-passant square is on the third or sixth rank: the second is free for the side to move.
        let en_passant = pos.en_passant.map_or(0, |square| Bitboard::from_square(square).0);
        let rest = pos.castling.0 ^ en_passant ^ u64::from(pos.turn.is_white()) << 8;
        chessboard::key(&pos.pieces, rest)
    }
}

/// The rights that are left when something goes from or to that square: none of a king whose home it is.
fn kept_by_king(square: Square) -> Bitboard {
    match square {
        Square::E1 => !pseudo::rank(Color::White, Rank::First),
        Square::E8 => !pseudo::rank(Color::Black, Rank::First),
        _ => Bitboard::FULL,
    }
}

impl Dark {
    /// What `player` may know of a position, and no more.
    pub fn observe(&self, pos: &Position, player: Player) -> View {
        let color = chessboard::color(player);
        let mine = pos.turn == color;
        let en_passant = pos.en_passant.filter(|_| mine);
        let seen = self.seen(pos, color, en_passant);
        let mut pieces = pos.pieces.clone();
        for hidden in pos.pieces.occupied() & !seen {
            pieces.discard_piece_at(hidden);
        }
        let castling = pos.castling & pseudo::rank(color, Rank::First);
        View { seen, pieces, turn: pos.turn, castling, en_passant, number: pos.number }
    }

    /// A position as somebody with this view may imagine it: those pieces, seen and guessed, and those castling rights of the
    /// other side as far as king and rooks are at home. Whether it looks like the view is for `observe` to tell.
    pub fn imagine(&self, view: &View, pieces: Pieces, rights: Bitboard) -> Position {
        let castling = view.castling | chessboard::rights_at_home(&pieces, rights);
        let View { turn, en_passant, number, .. } = *view;
        Position { pieces, turn, castling, en_passant, clock: 0, number }
    }

    /// Whether `player` can have this view at all: his king is there and no square is seen or unseen that should not be.
    pub fn can_be(&self, view: &View, player: Player) -> bool {
        let color = chessboard::color(player);
        let mut pieces = view.pieces.clone();
        for square in view.blocked(color) {
            pieces.set_piece_at(square, (!color).knight());
        }
        let kings = |color: Color| (pieces.kings() & pieces.by_color(color)).count();
        kings(color) == 1
            && kings(!color) <= 1
            && (pieces.pawns() & Bitboard::BACKRANKS).is_empty()
            && self.observe(&self.imagine(view, pieces, Bitboard::EMPTY), player) == *view
    }

    /// The squares that `color` sees; `en_passant` is where it can capture in that way.
    fn seen(&self, pos: &Position, color: Color, en_passant: Option<Square>) -> Bitboard {
        let army = Army::of(&pos.pieces, color);
        let mut seen = army.pieces | army.reached();
        if let Some(to) = en_passant {
            let pawn = to.xor(Square::A2);
            seen |= Bitboard::from_square(to) | Bitboard::from_square(pawn);
        }
        if self.sight == Sight::Blockers {
            let pawns = army.pieces & pos.pieces.pawns();
            let forward = color.fold_wb(8, -8);
            let free = (pawns & army.doubling).shift(forward) & !army.blockers;
            seen |= pawns.shift(forward) | free.shift(forward);
        }
        seen
    }
}
