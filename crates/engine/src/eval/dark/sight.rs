//! Tells quickly whether a position can be the one that was seen.

use damier_games::{
    chessboard::{castled, taken},
    dark::{Position, View},
};
use shakmaty::{Bitboard, Color, Move, Role};

/// What a view tells of a position at once: most that do not look like it differ here.
pub struct Sight<'a> {
    view: &'a View,
    blocked: Bitboard,
    spared: Bitboard,
    viewer: Color,
}

impl<'a> Sight<'a> {
    /// Of that viewer.
    pub fn of(view: &'a View, viewer: Color) -> Self {
        Self { view, blocked: view.blocked(viewer), spared: view.spared(viewer), viewer }
    }

    /// Whether all that the view shows is so in that position.
    pub fn fits(&self, pos: &Position) -> bool {
        self.differs(pos).is_empty()
    }

    /// The squares on which a position is not as the view shows it.
    pub fn differs(&self, pos: &Position) -> Bitboard {
        let (pieces, view) = (pos.pieces(), self.view);
        let (seen, enemies) = (&view.pieces, pieces.by_color(!self.viewer));
        let own = pieces.by_color(self.viewer) ^ seen.by_color(self.viewer);
        let shown = (enemies ^ seen.by_color(!self.viewer)) & view.seen;
        let roles = Role::ALL.into_iter().map(|role| pieces.by_role(role) ^ seen.by_role(role));
        let roles = roles.fold(Bitboard::EMPTY, |all, some| all | some) & view.seen;
        own | shown | roles | self.blocked & !pieces.occupied() | self.spared & enemies
    }
}

/// The squares that a move changes.
pub fn touched(mv: Move) -> Bitboard {
    match mv {
        Move::Castle { king, rook } => {
            let (king_to, rook_to) = castled(king, rook);
            Bitboard::from_iter([king, rook, king_to, rook_to])
        }
        _ => Bitboard::from_iter(mv.from().into_iter().chain([mv.to()]).chain(taken(&mv))),
    }
}
