//! What is counted in a Horde position: the two sides share nothing, so each has features of its own.

use crate::eval::chessmen::{
    Sink, ahead, layout, pawn_attacks, place, rank_of, role_index, widened,
};
use shakmaty::{Bitboard, Board, Color, File, Role, attacks};

layout! {
    /// A piece of the horde by role and place.
    HORDE_SQUARES: 192,
    /// How many pawns the horde has.
    HORDE_PAWNS: 37,
    /// Pawns of the horde by rank: guarded by a pawn.
    HORDE_GUARDED: 8,
    /// Side by side with another.
    HORDE_PHALANX: 8,
    /// With no pawn of the army in the way or beside it.
    HORDE_PASSED: 8,
    /// A passed pawn whose next square is empty and not attacked.
    HORDE_RUNNER: 8,
    /// Stopped by a piece of the army.
    HORDE_STOPPED: 8,
    /// Stopped by another one of the horde.
    HORDE_STACKED: 1,
    /// Attacked by the army and not guarded.
    HORDE_HANGING: 1,
    /// Files without a pawn of the horde.
    HORDE_GAPS: 1,
    /// Pawns of the horde that can step, 0 to 8.
    HORDE_STEPS: 9,
    /// Pawns that attack a piece of the army, by its role.
    HORDE_THREAT: 6,
    /// Pawns that could attack one with a step.
    HORDE_PUSH: 1,
    /// Squares that promoted pieces can go to.
    HORDE_REACH: 1,
    ARMY_SQUARES: 192,
    ARMY_KNIGHT: 9,
    ARMY_BISHOP: 14,
    ARMY_ROOK: 15,
    ARMY_QUEEN: 28,
    /// Rooks and queens on a file without pawns of the horde.
    ARMY_OPEN: 1,
    /// Pieces that stand behind all pawns of the horde on their file and the next ones.
    ARMY_BEHIND: 1,
    ARMY_PASSED: 8,
    ARMY_PAIR: 1,
    ARMY_GUARDED: 1,
    ARMY_ISOLATED: 1,
    ARMY_DOUBLED: 1,
    /// Pieces of the army, pawns aside, that are attacked and not defended.
    ARMY_HANGING: 1,
    /// Squares around the army's king that the horde attacks.
    KING_ATTACKED: 10,
    /// Squares around the king that it could go to.
    KING_ROOM: 9,
    /// Officers of the horde, for as long as the king has to fear them.
    KING_HUNTED: 6,
    HORDE_TURN: 1,
    ARMY_TURN: 1,
}

/// Counts everything.
#[inline]
pub fn count(board: &Board, horde: Color, turn: Color, sink: &mut impl Sink) {
    let army = !horde;
    let occupied = board.occupied();
    let horde_pawns = board.by_piece(horde.pawn());
    let mut horde_all = pawn_attacks(horde, horde_pawns);
    for from in board.by_color(horde) & !board.pawns() {
        let role = board.role_at(from).unwrap_or(Role::Queen);
        let squares = attacks::attacks(from, role.of(horde), occupied);
        horde_all |= squares;
        sink.add(horde, HORDE_SQUARES + role_index(role) * 32 + place(horde, from), 1);
        sink.add(horde, HORDE_REACH, (squares & !board.by_color(horde)).count() as i32);
        sink.add(horde, KING_HUNTED + role_index(role), 1);
    }
    let army_all = officers(board, horde, horde_all, sink);
    the_king(board, army, horde_all, sink);
    army_pawns(board, army, sink);
    pawns(board, horde, horde_all, army_all, sink);
    sink.add(turn, if turn == horde { HORDE_TURN } else { ARMY_TURN }, 1);
}

#[inline(always)]
fn pawns(
    board: &Board,
    horde: Color,
    horde_all: Bitboard,
    army_all: Bitboard,
    sink: &mut impl Sink,
) {
    let army = !horde;
    let occupied = board.occupied();
    let own = board.by_piece(horde.pawn());
    let enemy = board.by_piece(army.pawn());
    let forward = horde.fold_wb(8, -8);
    let guarded = pawn_attacks(horde, own);
    let stoppers = ahead(army, widened(enemy));
    let officers = board.by_color(army) & !board.pawns();
    sink.add(horde, HORDE_PAWNS + own.count().min(36), 1);
    for pawn in own {
        let rank = rank_of(horde, pawn);
        let here = Bitboard::from_square(pawn);
        sink.add(horde, HORDE_SQUARES + place(horde, pawn), 1);
        if guarded.contains(pawn) {
            sink.add(horde, HORDE_GUARDED + rank, 1);
        }
        if (widened(here) & own).more_than_one() {
            sink.add(horde, HORDE_PHALANX + rank, 1);
        }
        let next = here.shift(forward);
        if !stoppers.contains(pawn) && (ahead(horde, here) & own).is_empty() {
            sink.add(horde, HORDE_PASSED + rank, 1);
            if (next & (occupied | army_all)).is_empty() {
                sink.add(horde, HORDE_RUNNER + rank, 1);
            }
        }
        if (next & board.by_color(army)).any() {
            sink.add(horde, HORDE_STOPPED + rank, 1);
        }
    }
    sink.add(horde, HORDE_STACKED, (own.shift(forward) & own).count() as i32);
    let hanging = board.by_color(horde) & army_all & !horde_all;
    sink.add(horde, HORDE_HANGING, hanging.count() as i32);
    let gaps =
        (0..8).filter(|&file| (Bitboard::from_file(File::new(file)) & own).is_empty()).count();
    sink.add(horde, HORDE_GAPS, gaps as i32);
    let steps = own.shift(forward) & !occupied;
    sink.add(horde, HORDE_STEPS + steps.count().min(8), 1);
    let attacked = guarded & officers;
    if attacked.any() {
        for role in Role::ALL {
            let count = (attacked & board.by_role(role)).count() as i32;
            sink.add(horde, HORDE_THREAT + role_index(role), count);
        }
    }
    let safe = steps & (guarded | !army_all);
    sink.add(horde, HORDE_PUSH, (pawn_attacks(horde, safe) & officers).count() as i32);
}

/// Returns all squares that the army attacks.
#[inline(always)]
fn officers(board: &Board, horde: Color, horde_all: Bitboard, sink: &mut impl Sink) -> Bitboard {
    let army = !horde;
    let occupied = board.occupied();
    let ours = board.by_color(army);
    let enemy = board.by_piece(horde.pawn());
    let room = !(ours | pawn_attacks(horde, enemy));
    let mut all = pawn_attacks(army, board.by_piece(army.pawn()));
    // Ahead of some pawn of the horde or of its neighbours.
    let watched = ahead(horde, widened(enemy)) | enemy;
    for from in ours & !board.pawns() & !board.kings() {
        let role = board.role_at(from).unwrap_or(Role::Queen);
        let squares = attacks::attacks(from, role.of(army), occupied);
        all |= squares;
        sink.add(army, ARMY_SQUARES + role_index(role) * 32 + place(army, from), 1);
        let moves = (squares & room).count();
        let (group, most) = match role {
            Role::Knight => (ARMY_KNIGHT, 8),
            Role::Bishop => (ARMY_BISHOP, 13),
            Role::Rook => (ARMY_ROOK, 14),
            _ => (ARMY_QUEEN, 27),
        };
        sink.add(army, group + moves.min(most), 1);
        if !watched.contains(from) {
            sink.add(army, ARMY_BEHIND, 1);
        }
        if matches!(role, Role::Rook | Role::Queen)
            && (Bitboard::from_file(from.file()) & enemy).is_empty()
        {
            sink.add(army, ARMY_OPEN, 1);
        }
    }
    let bishops = ours & board.bishops();
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        sink.add(army, ARMY_PAIR, 1);
    }
    if let Some(king) = board.king_of(army) {
        all |= attacks::king_attacks(king);
        sink.add(army, ARMY_SQUARES + 160 + place(army, king), 1);
    }
    let hanging = ours & !board.pawns() & !board.kings() & horde_all & !all;
    sink.add(army, ARMY_HANGING, hanging.count() as i32);
    all
}

#[inline(always)]
fn the_king(board: &Board, army: Color, horde_all: Bitboard, sink: &mut impl Sink) {
    let Some(king) = board.king_of(army) else { return };
    let ring = attacks::king_attacks(king);
    sink.add(army, KING_ATTACKED + (ring.with(king) & horde_all).count(), 1);
    sink.add(army, KING_ROOM + (ring & !horde_all & !board.by_color(army)).count(), 1);
}

#[inline(always)]
fn army_pawns(board: &Board, army: Color, sink: &mut impl Sink) {
    let own = board.by_piece(army.pawn());
    let stoppers = ahead(!army, widened(board.by_piece((!army).pawn())));
    for pawn in own {
        sink.add(army, ARMY_SQUARES + place(army, pawn), 1);
        if !stoppers.contains(pawn) {
            sink.add(army, ARMY_PASSED + rank_of(army, pawn), 1);
        }
        let file = Bitboard::from_file(pawn.file());
        if (widened(file) & !file & own).is_empty() {
            sink.add(army, ARMY_ISOLATED, 1);
        }
        if (ahead(army, Bitboard::from_square(pawn)) & own).any() {
            sink.add(army, ARMY_DOUBLED, 1);
        }
    }
    sink.add(army, ARMY_GUARDED, (pawn_attacks(army, own) & own).count() as i32);
}
