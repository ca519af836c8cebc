//! What a player has seen and done: all that the computer player may know of a game. There is no way from here to a position.

use damier_games::{
    Player,
    chessboard::color,
    dark::{Dark, View},
};
use shakmaty::{Bitboard, Board, Color, Move};

/// One thing that a player knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// What he saw: before an own move, and after it if he looked.
    Seen(View),
    /// His own move.
    Moved(Move),
}

/// A player's whole knowledge of a game, in the order in which he came by it. Between an own move and the next view in which
/// he is to move the opponent has moved once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    game: Dark,
    player: Player,
    notes: Vec<Note>,
}

impl Observer {
    /// Somebody who has seen nothing yet.
    pub const fn new(game: Dark, player: Player) -> Self {
        Self { game, player, notes: Vec::new() }
    }

    /// The rulebook.
    pub const fn game(&self) -> &Dark {
        &self.game
    }

    /// Who looks.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Whose pieces are his.
    pub const fn color(&self) -> Color {
        color(self.player)
    }

    /// Everything, oldest first.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The last view, if he is to move in it.
    pub fn present(&self) -> Option<&View> {
        match self.notes.last() {
            Some(Note::Seen(view)) if view.turn == self.color() => Some(view),
            _ => None,
        }
    }

    /// What he played whenever all looked as it does in this view.
    pub fn played_from(&self, view: &View) -> Vec<Move> {
        let same = |seen: &View| View { number: view.number, ..seen.clone() } == *view;
        let pairs = self.notes.windows(2).filter_map(|pair| match pair {
            [Note::Seen(seen), Note::Moved(mv)] => same(seen).then_some(*mv),
            _ => None,
        });
        pairs.collect()
    }

    /// He plays a move.
    pub fn play(&mut self, mv: Move) {
        self.notes.push(Note::Moved(mv));
    }

    /// He looks at the board.
    pub fn see(&mut self, view: View) {
        self.notes.push(Note::Seen(view));
    }

    /// He looks at the board at some later time: what he did in between is found from the move he meant to play and the
    /// difference. A view that he had before takes him back there; one that does not go with the others begins anew.
    pub fn see_again(&mut self, view: View, meant: Option<Move>) {
        let before = self.notes.iter().position(|note| *note == Note::Seen(view.clone()));
        if let Some(n) = before {
            self.notes.truncate(n + 1);
            return;
        }
        match self.notes.last() {
            Some(Note::Moved(_)) => {}
            Some(Note::Seen(last)) if last.turn == self.color() => {
                match own_move(last, &view, meant) {
                    Some(mv) => self.play(mv),
                    None => self.notes.clear(),
                }
            }
            Some(Note::Seen(_)) | None => {}
        }
        if !self.follows(&view) {
            self.notes.clear();
        }
        self.see(view);
    }

    /// Whether this view can be the next one, by its number.
    fn follows(&self, view: &View) -> bool {
        let last = self.notes.iter().rev().find_map(|note| match note {
            Note::Seen(view) => Some(view),
            Note::Moved(_) => None,
        });
        let ply = |view: &View| 2 * u64::from(view.number) + u64::from(view.turn.is_black());
        last.is_none_or(|last| {
            let after = if last.turn == self.color() { 1..=2 } else { 1..=1 };
            ply(view).checked_sub(ply(last)).is_some_and(|plies| after.contains(&plies))
        })
    }
}

/// The own move that lies between two views; `meant` if it fits.
fn own_move(before: &View, after: &View, meant: Option<Move>) -> Option<Move> {
    let color = before.turn;
    let mut moves = Vec::new();
    before.legal_moves(&mut moves);
    let lost = |mv: Move| lost(&moved(&before.pieces, color, mv), &after.pieces, color);
    if let Some(mv) = meant.filter(|&mv| moves.contains(&mv) && lost(mv).is_some()) {
        return Some(mv);
    }
    moves
        .into_iter()
        .filter_map(|mv| Some((lost(mv)?, mv)))
        .min_by_key(|&(lost, _)| lost)
        .map(|(_, mv)| mv)
}

/// How many pieces of `color` are gone from one board to the other; `None` unless it is one at the most and the others stand still.
fn lost(before: &Board, after: &Board, color: Color) -> Option<usize> {
    let (old, new) = (before.by_color(color), after.by_color(color));
    let gone = (old & !new).count();
    let still = new.into_iter().all(|square| before.piece_at(square) == after.piece_at(square));
    ((new & !old).is_empty() && still && gone <= 1).then_some(gone)
}

/// The board after a move of `color`.
pub fn moved(pieces: &Board, color: Color, mv: Move) -> Board {
    let mut pieces = pieces.clone();
    match mv {
        Move::Normal { role, from, to, promotion, .. } => {
            pieces.discard_piece_at(from);
            pieces.set_piece_at(to, promotion.unwrap_or(role).of(color));
        }
        Move::EnPassant { from, to } => {
            if let Some(pawn) = damier_games::chessboard::taken(&mv) {
                pieces.discard_piece_at(pawn);
            }
            pieces.discard_piece_at(from);
            pieces.set_piece_at(to, color.pawn());
        }
        Move::Castle { king, rook } => {
            let (king_to, rook_to) = damier_games::chessboard::castled(king, rook);
            pieces.discard_piece_at(king);
            pieces.discard_piece_at(rook);
            pieces.set_piece_at(king_to, color.king());
            pieces.set_piece_at(rook_to, color.rook());
        }
        Move::Put { .. } => {}
    }
    pieces
}

/// The enemies of `color` in a view that could take its king after that move, as far as they are seen.
pub fn dangers(view: &View, color: Color, mv: Move) -> Bitboard {
    let pieces = moved(&view.pieces, color, mv);
    let king = pieces.king_of(color);
    king.map_or(Bitboard::EMPTY, |king| pieces.attacks_to(king, !color, pieces.occupied()))
}
