//! Tells quickly whether a position can be the one that was seen.

use damier_games::dark::{Position, View};
use shakmaty::{Bitboard, Color, Role};

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
        let (pieces, view) = (pos.pieces(), self.view);
        let seen = &view.pieces;
        pieces.by_color(self.viewer) == seen.by_color(self.viewer)
            && pieces.by_color(!self.viewer) & view.seen == seen.by_color(!self.viewer)
            && self.blocked & !pieces.occupied() == Bitboard::EMPTY
            && (self.spared & pieces.by_color(!self.viewer)).is_empty()
            && Role::ALL
                .into_iter()
                .all(|role| pieces.by_role(role) & view.seen == seen.by_role(role))
    }
}
