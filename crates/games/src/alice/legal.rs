//! Legal moves. In the default game a look at the king's checkers and pinned pieces settles nearly all of them; captures on
//! the king's board are tried out, because the square of the captured piece becomes empty there. With captures on arrival
//! every move is tried out that could possibly expose the king.

use super::{Half, Position, danger::Boards};
use crate::chessboard::{
    castled,
    pseudo::{Army, second_rank},
};
use shakmaty::{Bitboard, Move, Role, Square, attacks};

/// The legal moves of the default game.
pub fn moves(pos: &Position, out: &mut Vec<Move>) {
    let own = pos.pieces.by_color(pos.turn);
    let boards = Boards::of(pos, pos.turn);
    let Some(king) = pos.pieces.king_of(pos.turn) else { return };
    let half = pos.half_of(king);
    let checkers = boards.attackers(king, half);
    leave_kings_board(pos, &boards, king, checkers, out);
    let mut arriving = army(pos, half.other(), empty_behind(pos, half.other()));
    if checkers.is_empty() {
        arriving.moves(out);
    } else if let Some(checker) = checkers.single_square() {
        arriving.landings &= attacks::between(king, checker);
        arriving.prey &= arriving.landings;
        arriving.moves(out);
    }
    let first = out.len();
    let walk = Army { pieces: own & king, ..army(pos, half, empty_behind(pos, half)) };
    walk.moves(out);
    keep(out, first, |mv| {
        let to = mv.to();
        boards.without(half, king, to).attackers(to, half).is_empty()
            && boards.attackers(to, half.other()).is_empty()
    });
    if pos.castling.any() && checkers.is_empty() {
        castle(pos, &boards, out, |after, king| after.attackers(king, Half::B).is_empty());
    }
}

/// Moves of the pieces that stand on the king's board: they leave it, so they can answer a check only by capturing.
fn leave_kings_board(
    pos: &Position,
    boards: &Boards<'_>,
    king: Square,
    checkers: Bitboard,
    out: &mut Vec<Move>,
) {
    let half = pos.half_of(king);
    let first = out.len();
    let mut army = army(pos, half, empty_behind(pos, half));
    army.pieces.discard(king);
    if checkers.is_empty() {
        let pinned = pinned(pos, king, half);
        let enemies = army.landings & army.board.by_color(!pos.turn);
        Army { pieces: army.pieces & !pinned, ..army }.moves(out);
        if pinned.any() {
            Army { pieces: army.pieces & pinned, landings: enemies, ..army }.moves(out);
        }
    } else if checkers.more_than_one() {
        return;
    } else {
        Army { landings: army.landings & checkers, prey: army.prey & checkers, ..army }.moves(out);
    }
    keep(out, first, |mv| match mv {
        Move::Normal { from, to, capture: Some(_), .. } => {
            boards.without(half, from, to).attackers(king, half).is_empty()
        }
        _ => true,
    });
}

/// The own pieces that alone stand between the king and an enemy slider of its board.
fn pinned(pos: &Position, king: Square, half: Half) -> Bitboard {
    let here = pos.on(half);
    let enemies = here & pos.pieces.by_color(!pos.turn);
    let straight = pos.pieces.rooks_and_queens() & attacks::rook_attacks(king, Bitboard::EMPTY);
    let oblique = pos.pieces.bishops_and_queens() & attacks::bishop_attacks(king, Bitboard::EMPTY);
    let mut pinned = Bitboard::EMPTY;
    for sniper in (straight | oblique) & enemies {
        let between = attacks::between(king, sniper) & here;
        if !between.more_than_one() {
            pinned |= between & pos.pieces.by_color(pos.turn);
        }
    }
    pinned
}

/// The legal moves of `teleport-capture`.
pub fn moves_with_arrivals(pos: &Position, out: &mut Vec<Move>) {
    let landings = !pos.pieces.by_color(pos.turn);
    // One that was captured has lost the game.
    let Some(king) = pos.pieces.king_of(pos.turn) else { return };
    let boards = Boards::of(pos, pos.turn);
    let king_half = pos.half_of(king);
    let in_check = boards.endangered(king, king_half);
    // An arrival only ever blocks. What can expose a king that is not in check is a piece that goes from a square which the
    // king would see as a queen, on either board.
    let sight = Half::BOTH.map(|half| attacks::queen_attacks(king, pos.on(half)));
    let guards = if in_check { Bitboard::FULL } else { sight[0] | sight[1] };
    for half in Half::BOTH {
        let first = out.len();
        army(pos, half, landings).moves(out);
        keep(out, first, |mv| {
            let Move::Normal { role, from, to, capture, .. } = mv else { return true };
            if role == Role::King {
                return boards.without(half, from, to).attackers(to, half).is_empty()
                    && !boards.carried(half, from, to).endangered(to, half.other());
            }
            let exposes = guards.contains(from) || (capture.is_some() && guards.contains(to));
            !exposes || !boards.carried(half, from, to).endangered(king, king_half)
        });
    }
    if pos.castling.any() && !in_check {
        castle(pos, &boards, out, |after, king| !after.endangered(king, Half::B));
    }
}

/// Castling of a king that is not in check. `safe` tells whether it may stand on a square of board B.
fn castle(
    pos: &Position,
    boards: &Boards<'_>,
    out: &mut Vec<Move>,
    safe: impl Fn(&Boards<'_>, Square) -> bool,
) {
    let first = out.len();
    army(pos, Half::A, Bitboard::FULL).castling(pos.castling, out);
    keep(out, first, |mv| {
        let Move::Castle { king, rook } = mv else { return true };
        let (king_to, rook_to) = castled(king, rook);
        let occupied_behind =
            pos.behind & (Bitboard::from_square(king_to) | Bitboard::from_square(rook_to));
        let after = boards.carried(Half::A, king, king_to).carried(Half::A, rook, rook_to);
        occupied_behind.is_empty()
            && boards.attackers(rook_to, Half::A).is_empty()
            && boards.attackers(king_to, Half::A).is_empty()
            && safe(&after, king_to)
    });
}

/// The side to move on one board, with the squares where it may land.
fn army(pos: &Position, half: Half, landings: Bitboard) -> Army<'_> {
    let here = pos.on(half);
    Army {
        board: &pos.pieces,
        color: pos.turn,
        pieces: here & pos.pieces.by_color(pos.turn),
        blockers: here,
        landings,
        prey: here & pos.pieces.by_color(!pos.turn),
        doubling: second_rank(pos.turn),
    }
}

/// Where the side to move may land when it comes from that board: nothing may stand behind the glass.
fn empty_behind(pos: &Position, half: Half) -> Bitboard {
    !(pos.pieces.by_color(pos.turn) | pos.on(half.other()))
}

/// Removes those of the moves from `first` on that do not pass.
#[inline]
fn keep(out: &mut Vec<Move>, first: usize, passes: impl Fn(Move) -> bool) {
    let mut kept = first;
    for n in first..out.len() {
        let mv = out[n];
        if passes(mv) {
            out[kept] = mv;
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// The moves that an ordinary chessboard would allow on either board, whatever stands behind the glass and whatever becomes
/// of the king: what somebody who is refused may have meant.
pub fn ordinary_moves(pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for half in Half::BOTH {
        let own = pos.on(half) & pos.pieces.by_color(pos.turn);
        army(pos, half, !own).moves(&mut moves);
    }
    moves
}
