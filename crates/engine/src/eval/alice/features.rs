//! What is counted in an Alice position. Attacks stay on a board, but who captures lands on the other one: a piece is guarded by
//! those of its side that attack its square on the board behind the glass.

use crate::eval::chessmen::{
    Sink, ahead, layout, pawn_attacks, place, rank_of, role_index, widened,
};
use damier_games::alice::Position;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

layout! {
    /// A piece by role and place; its value is in it.
    SQUARES: 192,
    /// Having moved through an odd number of times, by role.
    BEHIND: 6,
    /// Squares that a knight can go to.
    KNIGHT_MOVES: 9,
    BISHOP_MOVES: 14,
    ROOK_MOVES: 15,
    QUEEN_MOVES: 28,
    BISHOP_PAIR: 1,
    GUARDED_PAWN: 1,
    ISOLATED: 1,
    DOUBLED: 1,
    PASSED: 8,
    /// The next square is empty on both boards.
    PASSED_FREE: 8,
    /// Pieces of the enemy that are attacked, by role.
    ATTACKED: 6,
    /// Attacked and not guarded through the glass, by role.
    HANGING: 6,
    /// Attacked by a pawn, by role.
    PAWN_THREAT: 6,
    /// Own pieces on the board of the own king, pawns aside.
    COMPANY: 8,
    /// Enemy officers on the board of the own king.
    VISITORS: 8,
    /// Enemy officers on the other board, which could arrive there.
    NEIGHBOURS: 8,
    /// Squares around the king that the enemy attacks on its board.
    RING: 10,
    /// Squares that the king could go to.
    ESCAPES: 9,
    /// Squares from which an arriving piece would give check, safe ones, by role.
    CHECKS: 6,
    /// Squares beside the king where the enemy can arrive.
    ARRIVALS: 9,
    TURN: 1,
}

/// What one side attacks on the two boards.
#[derive(Clone, Copy, Default)]
struct Reach {
    by: [[Bitboard; 6]; 2],
    all: [Bitboard; 2],
    /// Squares where pieces of the other board can arrive.
    arrives: [Bitboard; 2],
}

/// Counts everything.
#[inline]
pub fn count(pos: &Position, turn: Color, sink: &mut impl Sink) {
    let behind = pos.behind();
    let boards = [pos.pieces().occupied() & !behind, behind];
    let mut reach = [Reach::default(); 2];
    for us in [Color::White, Color::Black] {
        let pawns = pos.pieces().by_piece(us.pawn());
        for (half, &here) in boards.iter().enumerate() {
            let squares = pawn_attacks(us, pawns & here);
            reach[us as usize].by[half][0] = squares;
            reach[us as usize].all[half] = squares;
        }
    }
    for us in [Color::White, Color::Black] {
        pieces(pos, us, &boards, &mut reach, sink);
        pawns(pos, us, sink);
    }
    for us in [Color::White, Color::Black] {
        let (own, other) = (&reach[us as usize], &reach[!us as usize]);
        threats(pos, us, &boards, own, other, sink);
        the_king(pos, us, &boards, own, other, sink);
    }
    sink.add(turn, TURN, 1);
}

#[inline(always)]
fn pieces(
    pos: &Position,
    us: Color,
    boards: &[Bitboard; 2],
    reach: &mut [Reach; 2],
    sink: &mut impl Sink,
) {
    let board = pos.pieces();
    let ours = board.by_color(us);
    for half in 0..2 {
        let (here, there) = (boards[half], boards[1 - half]);
        // Where a piece of this board can land, and does not land before a pawn.
        let landings = !ours & !there;
        let room = landings & !reach[!us as usize].by[1 - half][0];
        for from in ours & here & !board.pawns() {
            let role = board.role_at(from).unwrap_or(Role::King);
            let squares = attacks::attacks(from, role.of(us), here);
            let side = &mut reach[us as usize];
            side.by[half][role_index(role)] |= squares;
            side.all[half] |= squares;
            if role != Role::King {
                side.arrives[1 - half] |= squares & landings;
            }
            sink.add(us, SQUARES + role_index(role) * 32 + place(us, from), 1);
            let moves = (squares & room).count();
            match role {
                Role::Knight => sink.add(us, KNIGHT_MOVES + moves, 1),
                Role::Bishop => sink.add(us, BISHOP_MOVES + moves.min(13), 1),
                Role::Rook => sink.add(us, ROOK_MOVES + moves.min(14), 1),
                Role::Queen => sink.add(us, QUEEN_MOVES + moves.min(27), 1),
                _ => {}
            }
        }
    }
    for role in Role::ALL {
        let count = (board.by_role(role) & ours & boards[1]).count() as i32;
        sink.add(us, BEHIND + role_index(role), count);
    }
    let bishops = ours & board.bishops();
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        sink.add(us, BISHOP_PAIR, 1);
    }
}

#[inline(always)]
fn pawns(pos: &Position, us: Color, sink: &mut impl Sink) {
    let board = pos.pieces();
    let own = board.by_piece(us.pawn());
    let stoppers = ahead(!us, widened(board.by_piece((!us).pawn())));
    let forward = us.fold_wb(8, -8);
    for pawn in own {
        let here = Bitboard::from_square(pawn);
        let rank = rank_of(us, pawn);
        sink.add(us, SQUARES + place(us, pawn), 1);
        let file = Bitboard::from_file(pawn.file());
        if (widened(file) & !file & own).is_empty() {
            sink.add(us, ISOLATED, 1);
        }
        if (ahead(us, here) & own).any() {
            sink.add(us, DOUBLED, 1);
        }
        if !stoppers.contains(pawn) {
            sink.add(us, PASSED + rank, 1);
            if (here.shift(forward) & board.occupied()).is_empty() {
                sink.add(us, PASSED_FREE + rank, 1);
            }
        }
    }
}

#[inline(always)]
fn threats(
    pos: &Position,
    us: Color,
    boards: &[Bitboard; 2],
    own: &Reach,
    other: &Reach,
    sink: &mut impl Sink,
) {
    let board = pos.pieces();
    let enemies = board.by_color(!us);
    let (mut attacked, mut hanging, mut by_pawns, mut guarded) =
        (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    for (half, &board_here) in boards.iter().enumerate() {
        let here = enemies & board_here;
        attacked |= here & own.all[half];
        by_pawns |= here & own.by[half][0];
        // Whoever captures lands behind the glass and can be captured there.
        hanging |= here & own.all[half] & !other.all[1 - half];
        guarded |= board.by_piece(us.pawn()) & board_here & own.all[1 - half];
    }
    sink.add(us, GUARDED_PAWN, guarded.count() as i32);
    if attacked.is_empty() {
        return;
    }
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let of = |set: Bitboard| (set & board.by_role(role)).count() as i32;
        sink.add(us, ATTACKED + role_index(role), of(attacked));
        sink.add(us, HANGING + role_index(role), of(hanging));
        sink.add(us, PAWN_THREAT + role_index(role), of(by_pawns));
    }
}

/// The safety of the own king.
#[inline(always)]
fn the_king(
    pos: &Position,
    us: Color,
    boards: &[Bitboard; 2],
    own: &Reach,
    other: &Reach,
    sink: &mut impl Sink,
) {
    let board = pos.pieces();
    let Some(king) = board.king_of(us) else { return };
    let half = half_of(pos.behind(), king);
    let (here, there) = (boards[half], boards[1 - half]);
    let officers = !board.pawns() & !board.kings();
    let enemies = board.by_color(!us) & officers;
    sink.add(us, COMPANY + (board.by_color(us) & officers & here).count().min(7), 1);
    sink.add(us, VISITORS + (enemies & here).count().min(7), 1);
    sink.add(us, NEIGHBOURS + (enemies & there).count().min(7), 1);
    let ring = attacks::king_attacks(king);
    sink.add(us, RING + (ring.with(king) & other.all[half]).count(), 1);
    let escapes = ring & !board.by_color(us) & !there & !other.all[half] & !other.all[1 - half];
    sink.add(us, ESCAPES + escapes.count(), 1);
    sink.add(us, ARRIVALS + (ring & other.arrives[half]).count(), 1);
    // Arriving pieces land on empty squares of the king's board; own pieces of that board can take them there.
    let free = !here & !there & !own.all[half];
    let straight = attacks::rook_attacks(king, here);
    let oblique = attacks::bishop_attacks(king, here);
    let check = |role: Role, squares: Bitboard| {
        (squares & other.by[1 - half][role_index(role)] & free).any()
    };
    for (role, squares) in [
        (Role::Knight, attacks::knight_attacks(king)),
        (Role::Bishop, oblique),
        (Role::Rook, straight),
        (Role::Queen, straight | oblique),
    ] {
        if check(role, squares) {
            sink.add(us, CHECKS + role_index(role), 1);
        }
    }
}

/// The board on which the piece on `square` stands: 0 for A, 1 for B.
pub const fn half_of(behind: Bitboard, square: Square) -> usize {
    behind.contains(square) as usize
}
