//! Makes up positions that fit a view: from an idea of where the enemies stood, changed as little as the view demands.

use crate::random::Random;
use damier_games::{
    Player, Rules,
    chessboard::player,
    dark::{Dark, Position, View},
};
use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// How many of each kind, pawns first.
pub type Counts = [i32; 6];

/// A full set.
pub const FULL_SET: Counts = [8, 2, 2, 2, 1, 1];

const fn index(role: Role) -> usize {
    role as usize - 1
}

/// One piece of that kind fewer. Where there is none of it left, it was a pawn that promoted.
pub const fn take_away(counts: &mut Counts, role: Role) {
    if counts[index(role)] > 0 {
        counts[index(role)] -= 1;
    } else if counts[0] > 0 {
        counts[0] -= 1;
    }
}

/// Pieces that are left of a set when those on the board of `color` are set aside.
pub fn left_over(mut counts: Counts, pieces: &Board, color: Color) -> Counts {
    for square in pieces.by_color(color) {
        if let Some(role) = pieces.role_at(square) {
            take_away(&mut counts, role);
        }
    }
    counts
}

/// What the enemy has if nothing is known but one view: about as much as oneself, and all that is seen.
pub fn likely_set(view: &View, viewer: Color) -> Counts {
    let mut counts = FULL_SET;
    let missing = left_over(FULL_SET, &view.pieces, viewer);
    let unseen = left_over(FULL_SET, &view.pieces, !viewer);
    for n in 0..5 {
        counts[n] -= missing[n].min(unseen[n]);
    }
    counts
}

/// Where the guesser may put things.
pub struct Guesser<'a> {
    pub game: &'a Dark,
    pub view: &'a View,
    pub viewer: Color,
    /// All enemies, seen or not.
    pub counts: Counts,
}

impl Guesser<'_> {
    fn player(&self) -> Player {
        player(self.viewer)
    }

    /// A position that fits, in which unseen enemies stand where they stand in `idea` if they can.
    pub fn fit(&self, idea: &Board, rights: Bitboard, random: &mut Random) -> Option<Position> {
        let (view, enemy) = (self.view, !self.viewer);
        let mut pieces = view.pieces.clone();
        let mut needed = left_over(self.counts, &view.pieces, enemy);
        if view.pieces.king_of(enemy).is_none() {
            needed[index(Role::King)] = 1;
        }
        let allowed = !view.seen & !view.spared(self.viewer);
        let mut old: Vec<(Square, Role)> = (idea.by_color(enemy) & allowed)
            .into_iter()
            .filter_map(|square| Some((square, idea.role_at(square)?)))
            .collect();
        shuffle(&mut old, random);
        for (square, role) in old {
            if needed[index(role)] > 0 {
                needed[index(role)] -= 1;
                pieces.set_piece_at(square, role.of(enemy));
            }
        }
        for square in view.blocked(self.viewer) {
            if pieces.role_at(square).is_none() {
                self.block(square, &mut pieces, &mut needed, random)?;
            }
        }
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for _ in 0..needed[index(role)] {
                let free = allowed & !pieces.occupied();
                match place(role, enemy, free, &pieces, random) {
                    Some(square) => pieces.set_piece_at(square, role.of(enemy)),
                    // A piece that finds no place was taken by something else or promoted; a king must be somewhere.
                    None if role == Role::King => return None,
                    None => {}
                }
            }
        }
        let pos = self.game.imagine(view, pieces, rights & Bitboard::from_rank(enemy.backrank()));
        (self.game.observe(&pos, self.player()) == *view).then_some(pos)
    }

    /// Puts something on a square where something must stand: a piece without a place yet, or else one that had another.
    fn block(
        &self,
        square: Square,
        pieces: &mut Board,
        needed: &mut Counts,
        random: &mut Random,
    ) -> Option<()> {
        let enemy = !self.viewer;
        let fits = |role: Role| role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
        let free: Vec<Role> = Role::ALL
            .into_iter()
            .filter(|&role| role != Role::King && fits(role) && needed[index(role)] > 0)
            .collect();
        if let Some(&role) = free.get(random.below(free.len())) {
            needed[index(role)] -= 1;
            pieces.set_piece_at(square, role.of(enemy));
            return Some(());
        }
        let blocked = self.view.blocked(self.viewer);
        let unseen = pieces.by_color(enemy) & !self.view.seen & !blocked;
        // The pawn of that file is the likeliest; then whoever could have come in one move.
        let near = unseen
            & (attacks::king_attacks(square)
                | attacks::knight_attacks(square)
                | Bitboard::from_file(square.file()));
        let from = pick(if near.any() { near } else { unseen }, random)?;
        let role = pieces.role_at(from).filter(|&role| fits(role))?;
        pieces.discard_piece_at(from);
        pieces.set_piece_at(square, role.of(enemy));
        Some(())
    }

    /// An idea of where the enemies stand when nothing is known of how the game went: from their home squares they made as
    /// many moves as there were, each into what was then free.
    pub fn idea(&self, random: &mut Random) -> (Board, Bitboard) {
        let enemy = !self.viewer;
        let home = self.game.start();
        let mut pieces = Board::empty();
        for square in self.view.pieces.by_color(self.viewer) {
            if let Some(piece) = self.view.pieces.piece_at(square) {
                pieces.set_piece_at(square, piece);
            }
        }
        let mut surplus = FULL_SET;
        for (have, keep) in surplus.iter_mut().zip(self.counts) {
            *have -= keep;
        }
        let mut start: Vec<Square> = home.pieces().by_color(enemy).into_iter().collect();
        shuffle(&mut start, random);
        for square in start {
            let Some(role) = home.pieces().role_at(square) else { continue };
            if surplus[index(role)] > 0 {
                surplus[index(role)] -= 1;
            } else if pieces.role_at(square).is_none() {
                pieces.set_piece_at(square, role.of(enemy));
            }
        }
        let rights = home.castling() & Bitboard::from_rank(enemy.backrank());
        let mut pos = self.game.imagine(
            &View { turn: enemy, en_passant: None, ..self.view.clone() },
            pieces,
            rights,
        );
        let mut moves = Vec::new();
        for _ in 1..self.view.number.min(40) {
            moves.clear();
            self.game.legal_moves(&pos, &mut moves);
            moves.retain(|mv| !mv.is_capture());
            let Some(&mv) = super::habits::likely(&pos, &moves, random) else { break };
            self.game.play(&mut pos, mv);
            pos = pos.passed();
        }
        (pos.pieces().clone(), pos.castling())
    }
}

/// A plausible free square for a piece of which nothing is known.
fn place(
    role: Role,
    color: Color,
    free: Bitboard,
    pieces: &Board,
    random: &mut Random,
) -> Option<Square> {
    let half = match color {
        Color::White => Bitboard(0x0000_0000_ffff_ffff),
        Color::Black => Bitboard(0xffff_ffff_0000_0000),
    };
    let back = Bitboard::from_rank(color.backrank());
    if role == Role::Pawn {
        let free = free & !Bitboard::BACKRANKS;
        // Pawns of one file are rare, and so are pawns that went far.
        let files =
            pieces.by_piece(color.pawn()).into_iter().map(|pawn| Bitboard::from_file(pawn.file()));
        let taken = files.fold(Bitboard::EMPTY, |all, file| all | file);
        return pick(free & half & !taken, random)
            .or_else(|| pick(free & !taken, random))
            .or_else(|| pick(free, random));
    }
    if role == Role::King {
        return pick(free & back, random)
            .or_else(|| pick(free & half, random))
            .or_else(|| pick(free, random));
    }
    let near = pick(free & half, random).filter(|_| random.below(4) > 0);
    near.or_else(|| pick(free, random))
}

/// Any of the squares.
fn pick(squares: Bitboard, random: &mut Random) -> Option<Square> {
    squares.into_iter().nth(random.below(squares.count()))
}

pub fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for n in (1..items.len()).rev() {
        items.swap(n, random.below(n + 1));
    }
}
