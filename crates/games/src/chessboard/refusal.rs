//! Why a move of chess is refused, told so that the player can do better.

use super::{castled, pseudo::king_home, san::Wish};
use crate::text::{Phrase, Text};
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Role, Square, attacks};

/// A position in which somebody wrote a move that is not legal.
pub struct Refusal<'a> {
    /// What stands where.
    pub board: &'a Board,
    /// Who is to move.
    pub turn: Color,
    /// The castling rights as squares of rooks.
    pub rights: Bitboard,
    /// The legal moves.
    pub legal: &'a [Move],
    /// All moves before asking whether the king is left in check.
    pub pseudo: &'a [Move],
}

impl Refusal<'_> {
    /// What is wrong with the move of this text.
    pub fn why(&self, text: &str) -> Phrase {
        let Some(wish) = Wish::parse(text) else { return UNREADABLE.into() };
        if let Some(side) = self.castling_side(wish) {
            return self.why_no_castling(side).into();
        }
        let Wish::Go { from, to, .. } = wish else { return UNREADABLE.into() };
        let square = from.0.zip(from.1).map(|(file, rank)| Square::from_coords(file, rank));
        match square.map(|square| self.board.piece_at(square)) {
            Some(None) => return NOBODY.into(),
            Some(Some(piece)) if piece.color != self.turn => return NOT_YOURS.into(),
            _ => {}
        }
        if let Some(why) = nearly(wish, self.legal) {
            return why.into();
        }
        let loosely = |mv: &&Move| fits_loosely(wish, mv);
        if let Some(mv) = self.pseudo.iter().find(loosely) {
            return self.why_unsafe(mv).into();
        }
        if self.board.by_color(self.turn).contains(to) {
            return OWN_PIECE.into();
        }
        if square.is_some() { NOT_LIKE_THAT.into() } else { NONE_CAN.into() }
    }

    fn attacked(&self, square: Square) -> bool {
        self.board.attacks_to(square, !self.turn, self.board.occupied()).any()
    }

    /// The king may not stay or come into check.
    fn why_unsafe(&self, mv: &Move) -> Text {
        let king = self.board.king_of(self.turn);
        let in_check = king.is_some_and(|king| self.attacked(king));
        if mv.role() == Role::King {
            return KING_ATTACKED;
        }
        if in_check {
            return ANSWER_CHECK;
        }
        if mv.is_en_passant() { EXPOSES } else { PINNED }
    }

    /// The side to which a castling was wished, in SAN or as the king's move.
    fn castling_side(&self, wish: Wish) -> Option<CastlingSide> {
        let home = king_home(self.turn);
        match wish {
            Wish::Castle(side) => Some(side),
            Wish::Go { role: None | Some(Role::King), from, to, promotion: None } => {
                let king_moves = self.board.piece_at(home) == Some(self.turn.king())
                    && from.0.is_none_or(|file| file == home.file())
                    && from.1.is_none_or(|rank| rank == home.rank());
                let lands = |side: &CastlingSide| side.king_to(self.turn) == to;
                let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
                sides.into_iter().find(lands).filter(|_| king_moves)
            }
            Wish::Go { .. } => None,
        }
    }

    fn why_no_castling(&self, side: CastlingSide) -> Text {
        let king = king_home(self.turn);
        let corner = if side.is_king_side() { shakmaty::File::H } else { shakmaty::File::A };
        let rook = Square::from_coords(corner, king.rank());
        if !self.rights.contains(rook) {
            return NO_RIGHT;
        }
        if (attacks::between(king, rook) & self.board.occupied()).any() {
            return IN_BETWEEN;
        }
        if self.attacked(king) {
            return OUT_OF_CHECK;
        }
        let (_, crossed) = castled(king, rook);
        if self.attacked(crossed) { THROUGH_CHECK } else { KING_ATTACKED }
    }
}

/// What keeps a wish from being one of these legal moves, if it nearly is one.
pub fn nearly(wish: Wish, legal: &[Move]) -> Option<Text> {
    let Wish::Go { promotion, .. } = wish else { return None };
    let mv = legal.iter().find(|mv| fits_loosely(wish, mv))?;
    Some(match promotion {
        None if mv.is_promotion() => BECOMES_WHAT,
        Some(_) if !mv.is_promotion() => NO_PROMOTION,
        _ => WHICH,
    })
}

/// Whether a move is what was wished but for what the pawn becomes.
fn fits_loosely(wish: Wish, mv: &Move) -> bool {
    let Wish::Go { role, from, to, .. } = wish else { return false };
    Wish::Go { role, from, to, promotion: mv.promotion() }.fits(mv) && !mv.is_castle()
}

const UNREADABLE: Text =
    Text::new("expected a move such as e2e4, Nf3 or O-O", "attendu un coup comme e2e4, Nf3 ou O-O");
const NOBODY: Text =
    Text::new("there is no piece on that square", "il n'y a pas de pièce sur cette case");
const NOT_YOURS: Text =
    Text::new("that piece is your opponent's", "cette pièce est à votre adversaire");
const BECOMES_WHAT: Text = Text::new(
    "say what the pawn becomes, as in e7e8q or e8=Q",
    "dites en quoi le pion se change, comme e7e8q ou e8=Q",
);
const NO_PROMOTION: Text = Text::new(
    "only a pawn on the last rank becomes something else",
    "seul un pion arrivé sur la dernière rangée se change en autre chose",
);
const WHICH: Text = Text::new(
    "more than one piece can go there: say which, as in Nbd2 or b1d2",
    "plusieurs pièces peuvent y aller : dites laquelle, comme Nbd2 ou b1d2",
);
/// A piece never lands on one of its own colour.
pub const OWN_PIECE: Text = Text::new(
    "one of your own pieces stands on that square",
    "une de vos pièces occupe déjà cette case",
);
/// The piece does not move so.
pub const NOT_LIKE_THAT: Text =
    Text::new("that piece cannot go there", "cette pièce ne peut pas y aller");
const NONE_CAN: Text = Text::new(
    "no piece of yours of that kind can go there",
    "aucune de vos pièces de ce type ne peut y aller",
);
const KING_ATTACKED: Text = Text::new(
    "your king would be in check on that square",
    "votre roi serait en échec sur cette case",
);
const ANSWER_CHECK: Text = Text::new(
    "your king is in check and this move does not answer it",
    "votre roi est en échec et ce coup n'y répond pas",
);
const PINNED: Text = Text::new(
    "that piece is pinned: moving it would leave your king in check",
    "cette pièce est clouée : cela laisserait votre roi en échec",
);
const EXPOSES: Text =
    Text::new("that would leave your king in check", "cela laisserait votre roi en échec");
/// A right that is gone.
pub const NO_RIGHT: Text = Text::new(
    "you may not castle there: the king or that rook has moved or is gone",
    "ce roque n'est plus permis : le roi ou la tour a bougé ou a disparu",
);
/// Something stands in the way of castling.
pub const IN_BETWEEN: Text = Text::new(
    "every square between king and rook must be empty to castle",
    "pour roquer, toutes les cases entre le roi et la tour doivent être vides",
);
const OUT_OF_CHECK: Text =
    Text::new("you may not castle while in check", "on ne roque pas quand on est en échec");
const THROUGH_CHECK: Text = Text::new(
    "the king may not cross an attacked square to castle",
    "en roquant, le roi ne doit pas traverser une case attaquée",
);
