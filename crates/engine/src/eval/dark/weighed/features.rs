//! What is counted in a position. The weights are in `weights.rs`, which the tuner writes.

use super::{layout::layout, tapered::Sink};
use crate::eval::chessmen::{ahead, folded, pawn_attacks, place, rank_of, role_index, widened};
use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

layout! {
    /// A piece by role and place; its value is in it.
    SQUARES: 192,
    /// Squares that a knight can go to.
    KNIGHT_MOVES: 9,
    BISHOP_MOVES: 14,
    ROOK_MOVES: 15,
    QUEEN_MOVES: 28,
    BISHOP_PAIR: 1,
    /// Own pawns on the squares of a bishop's colour.
    BISHOP_PAWNS: 1,
    /// A knight or bishop that a pawn guards and none can drive away.
    OUTPOST: 2,
    ROOK_OPEN: 1,
    ROOK_HALF_OPEN: 1,
    /// A minor piece right behind a pawn.
    SHIELDED: 1,
    DOUBLED: 1,
    ISOLATED: 1,
    /// Isolated with no enemy pawn ahead.
    ISOLATED_OPEN: 1,
    BACKWARD: 1,
    BACKWARD_OPEN: 1,
    /// Guarded by a pawn, by rank.
    GUARDED: 8,
    /// Side by side with a pawn, by rank.
    PHALANX: 8,
    /// Will be passed if it is exchanged well, by rank.
    CANDIDATE: 8,
    PASSED: 8,
    /// The next square is empty.
    PASSED_FREE: 8,
    /// The next square is not attacked by the enemy.
    PASSED_SAFE: 8,
    /// Nothing at all stands in the way.
    PASSED_CLEAR: 8,
    /// Distance from the own king to the next square, for advanced ones.
    PASSED_KING: 8,
    PASSED_ENEMY_KING: 8,
    /// A rook behind it.
    PASSED_ROOK: 1,
    /// The nearest own pawn before the king, by file from the edge and rank (0: none).
    SHELTER: 32,
    STORM: 32,
    /// An enemy pawn that the shelter stops, by rank.
    STORM_STOPPED: 8,
    /// The danger in which the enemy's king is.
    DANGER: 40,
    /// A pawn attacks a piece, by its role.
    PAWN_THREAT: 6,
    /// A knight or bishop attacks.
    MINOR_THREAT: 6,
    ROOK_THREAT: 6,
    KING_THREAT: 1,
    /// Attacked and not defended.
    HANGING: 1,
    /// A pawn can step so as to attack a piece.
    PUSH_THREAT: 1,
    /// Enemy pieces whose squares are attacked more than guarded.
    WEAK: 1,
    /// Squares behind the own pawns in the centre that are safe.
    SPACE: 1,
    TURN: 1,
}

/// Pawns and the shelter of kings: changes only when pawns or kings do. Returns the passed pawns.
#[inline]
pub fn pawns(board: &Board, sink: &mut impl Sink) -> [Bitboard; 2] {
    [Color::White, Color::Black].map(|us| {
        if let Some(king) = board.king_of(us) {
            shelter(board, us, king, sink);
        }
        pawns_of(board, us, sink)
    })
}

#[inline(always)]
fn pawns_of(board: &Board, us: Color, sink: &mut impl Sink) -> Bitboard {
    let (own, enemy) = (board.by_piece(us.pawn()), board.by_piece((!us).pawn()));
    let guarded_squares = pawn_attacks(us, own);
    let enemy_guards = pawn_attacks(!us, enemy);
    let stoppers = ahead(!us, widened(enemy));
    let enemy_front = ahead(!us, enemy);
    let mut passed = Bitboard::EMPTY;
    for pawn in own {
        let here = Bitboard::from_square(pawn);
        let rank = rank_of(us, pawn);
        sink.add(us, SQUARES + place(us, pawn), 1);
        let file = Bitboard::from_file(pawn.file());
        let beside = widened(file) & !file;
        let open = !enemy_front.contains(pawn);
        let guarded = guarded_squares.contains(pawn);
        let phalanx = (widened(here) & own).more_than_one();
        if (ahead(us, here) & own).any() {
            sink.add(us, DOUBLED, 1);
        }
        if (own & beside).is_empty() {
            sink.add(us, ISOLATED, 1);
            if open {
                sink.add(us, ISOLATED_OPEN, 1);
            }
        } else if !guarded && !phalanx {
            // No neighbour is level or behind, and stepping up would cost it.
            let behind = ahead(!us, widened(here)) & beside & own;
            let next = here.shift(us.fold_wb(8, -8));
            if behind.is_empty() && (next & (enemy_guards | enemy)).any() {
                sink.add(us, BACKWARD, 1);
                if open {
                    sink.add(us, BACKWARD_OPEN, 1);
                }
            }
        }
        if guarded {
            sink.add(us, GUARDED + rank, 1);
        }
        if phalanx {
            sink.add(us, PHALANX + rank, 1);
        }
        if !stoppers.contains(pawn) && (ahead(us, here) & own).is_empty() {
            passed.add(pawn);
        } else if open {
            let against = ahead(us, widened(here)) & beside & enemy;
            let helpers = (widened(here) | ahead(!us, widened(here))) & beside & own;
            if helpers.count() >= against.count() {
                sink.add(us, CANDIDATE + rank, 1);
            }
        }
    }
    passed
}

#[inline(always)]
fn shelter(board: &Board, us: Color, king: Square, sink: &mut impl Sink) {
    let (own, enemy) = (board.by_piece(us.pawn()), board.by_piece((!us).pawn()));
    let level = Bitboard::from_rank(king.rank());
    let before = level | ahead(us, level);
    let middle = (king.file() as u32).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let squares = Bitboard::from_file(File::new(file)) & before;
        let edge = folded(file as usize);
        let nearest = |set: Bitboard| {
            let square = if us.is_white() { set.first() } else { set.last() };
            square.map_or(0, |square| rank_of(us, square))
        };
        let (shield, storm) = (nearest(own & squares), nearest(enemy & squares));
        sink.add(us, SHELTER + edge * 8 + shield, 1);
        if storm > 0 && shield > 0 && storm == shield + 1 {
            sink.add(us, STORM_STOPPED + storm, 1);
        } else {
            sink.add(us, STORM + edge * 8 + storm, 1);
        }
    }
}

/// What the pieces of one side attack.
#[derive(Clone, Copy, Default)]
struct Reach {
    by: [Bitboard; 6],
    all: Bitboard,
    twice: Bitboard,
}

impl Reach {
    #[inline(always)]
    fn add(&mut self, role: Role, squares: Bitboard) {
        self.by[role_index(role)] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// What the pressure of an attacker on the squares around a king counts, by role.
const PRESSURE: [i32; 6] = [0, 5, 4, 6, 8, 0];
/// What a check that cannot be answered by capturing counts, by role.
const CHECK: [i32; 6] = [0, 8, 5, 10, 8, 0];

/// The square around which a king feels attacked: not quite at the edge.
#[inline]
fn centre_of_ring(king: Square) -> Square {
    let file = File::new((king.file() as u32).clamp(1, 6));
    Square::from_coords(file, Rank::new((king.rank() as u32).clamp(1, 6)))
}

/// All but the pawns' structure.
#[inline]
pub fn pieces(board: &Board, turn: Color, passed: [Bitboard; 2], sink: &mut impl Sink) {
    let kings = [Color::White, Color::Black].map(|color| board.king_of(color));
    let rings = kings.map(|king| {
        king.map_or(Bitboard::EMPTY, |king| {
            let centre = centre_of_ring(king);
            attacks::king_attacks(centre).with(centre)
        })
    });
    let mut reach = [Reach::default(); 2];
    for us in [Color::White, Color::Black] {
        let side = &mut reach[us as usize ^ 1];
        let own = board.by_piece(us.pawn());
        side.add(Role::Pawn, pawn_attacks(us, own));
        side.twice |= twice_by_pawns(us, own);
        if let Some(king) = kings[us as usize ^ 1] {
            side.add(Role::King, attacks::king_attacks(king));
            sink.add(us, SQUARES + 160 + place(us, king), 1);
        }
    }
    let mut pressure = [0; 2];
    for us in [Color::White, Color::Black] {
        pressure[us as usize ^ 1] = officers(board, us, &mut reach, &rings, sink);
    }
    for us in [Color::White, Color::Black] {
        let (own, other) = (us as usize ^ 1, us as usize);
        threats(board, us, &reach[own], &reach[other], sink);
        if let Some(king) = kings[other] {
            let units =
                pressure[own] + danger(board, us, king, rings[other], &reach[own], &reach[other]);
            sink.add(us, DANGER + (units / 2).clamp(0, 39) as usize, 1);
        }
        passers(board, us, passed[own], kings, &reach[own], &reach[other], sink);
    }
    sink.add(turn, TURN, 1);
}

#[inline(always)]
fn twice_by_pawns(us: Color, pawns: Bitboard) -> Bitboard {
    let forward = us.fold_wb(8, -8);
    let left = (pawns & !Bitboard::from_file(File::A)).shift(forward - 1);
    let right = (pawns & !Bitboard::from_file(File::H)).shift(forward + 1);
    left & right
}

/// Knights, bishops, rooks and queens. Returns the pressure on the enemy's king.
#[inline(always)]
fn officers(
    board: &Board,
    us: Color,
    reach: &mut [Reach; 2],
    rings: &[Bitboard; 2],
    sink: &mut impl Sink,
) -> i32 {
    let (own, other) = (us as usize ^ 1, us as usize);
    let occupied = board.occupied();
    let ours = board.by_color(us);
    let pawns = board.by_piece(us.pawn());
    let enemy_pawns = board.by_piece((!us).pawn());
    let forward = us.fold_wb(8, -8);
    let low = Bitboard::from_rank(us.relative_rank(Rank::Second))
        | Bitboard::from_rank(us.relative_rank(Rank::Third));
    let stuck = pawns & (low | occupied.shift(-forward));
    let room = !(reach[other].by[0] | stuck | ours & board.kings());
    let holes = Bitboard::from_rank(us.relative_rank(Rank::Fourth))
        | Bitboard::from_rank(us.relative_rank(Rank::Fifth))
        | Bitboard::from_rank(us.relative_rank(Rank::Sixth));
    let outposts = holes & reach[own].by[0] & !ahead(!us, widened(enemy_pawns) & !enemy_pawns);
    let behind_pawns = board.pawns().shift(-forward);
    let ring = rings[other];
    let mut pressure = 0;
    let mut attackers = 0;
    let mut seen = |role: Role, squares: Bitboard, reach: &mut [Reach; 2]| {
        reach[own].add(role, squares);
        let near = (squares & ring).count() as i32;
        if near > 0 {
            pressure += PRESSURE[role_index(role)] + near;
            attackers += 1;
        }
    };
    for from in ours & board.knights() {
        let squares = attacks::knight_attacks(from);
        seen(Role::Knight, squares, reach);
        sink.add(us, SQUARES + 32 + place(us, from), 1);
        sink.add(us, KNIGHT_MOVES + (squares & room).count(), 1);
        if outposts.contains(from) {
            sink.add(us, OUTPOST, 1);
        }
    }
    for from in ours & board.bishops() {
        let squares = attacks::bishop_attacks(from, occupied ^ board.queens());
        seen(Role::Bishop, squares, reach);
        sink.add(us, SQUARES + 64 + place(us, from), 1);
        sink.add(us, BISHOP_MOVES + (squares & room).count().min(13), 1);
        if outposts.contains(from) {
            sink.add(us, OUTPOST + 1, 1);
        }
        let color = if from.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        sink.add(us, BISHOP_PAWNS, (pawns & color).count() as i32);
    }
    let minors = ours & (board.knights() | board.bishops());
    sink.add(us, SHIELDED, (minors & behind_pawns).count() as i32);
    let bishops = ours & board.bishops();
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        sink.add(us, BISHOP_PAIR, 1);
    }
    for from in ours & board.rooks() {
        let squares =
            attacks::rook_attacks(from, occupied ^ board.queens() ^ (ours & board.rooks()));
        seen(Role::Rook, squares, reach);
        sink.add(us, SQUARES + 96 + place(us, from), 1);
        sink.add(us, ROOK_MOVES + (squares & room).count().min(14), 1);
        let file = Bitboard::from_file(from.file());
        if (file & pawns).is_empty() {
            let open = (file & enemy_pawns).is_empty();
            sink.add(us, if open { ROOK_OPEN } else { ROOK_HALF_OPEN }, 1);
        }
    }
    for from in ours & board.queens() {
        let squares = attacks::queen_attacks(from, occupied);
        seen(Role::Queen, squares, reach);
        sink.add(us, SQUARES + 128 + place(us, from), 1);
        sink.add(us, QUEEN_MOVES + (squares & room).count().min(27), 1);
    }
    // One attacker alone does little.
    if attackers < 2 { pressure / 2 } else { pressure + 2 * attackers }
}

/// How `us` endangers the enemy's king besides pressure: weak squares around it and safe checks.
#[inline(always)]
fn danger(
    board: &Board,
    us: Color,
    king: Square,
    ring: Bitboard,
    own: &Reach,
    other: &Reach,
) -> i32 {
    let occupied = board.occupied();
    // Guarded by nothing but king or queen.
    let weak = own.all & !other.twice & (!other.all | other.by[5] | other.by[4]);
    let mut units = 3 * (weak & ring).count() as i32;
    let safe = !board.by_color(us) & (!other.all | weak & own.twice);
    let straight = attacks::rook_attacks(king, occupied ^ (board.queens() & board.by_color(!us)));
    let oblique = attacks::bishop_attacks(king, occupied ^ (board.queens() & board.by_color(!us)));
    if (attacks::knight_attacks(king) & own.by[1] & safe).any() {
        units += CHECK[1];
    }
    if (oblique & own.by[2] & safe).any() {
        units += CHECK[2];
    }
    if (straight & own.by[3] & safe).any() {
        units += CHECK[3];
    }
    if ((straight | oblique) & own.by[4] & safe & !other.by[4]).any() {
        units += CHECK[4];
    }
    if (board.queens() & board.by_color(us)).is_empty() {
        units -= 14;
    }
    units
}

#[inline(always)]
fn threats(board: &Board, us: Color, own: &Reach, other: &Reach, sink: &mut impl Sink) {
    let enemies = board.by_color(!us);
    let officers = enemies & !board.pawns() & !board.kings();
    let attacked = own.by[0] & officers;
    if attacked.any() {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let count = (attacked & board.by_role(role)).count() as i32;
            sink.add(us, PAWN_THREAT + role_index(role), count);
        }
    }
    let guarded = other.by[0] | other.twice & !own.twice;
    let weak = enemies & !guarded & own.all;
    let attacked = (own.by[1] | own.by[2]) & (weak | officers & !other.by[0]);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let count = (attacked & board.by_role(role)).count() as i32;
        sink.add(us, MINOR_THREAT + role_index(role), count);
        let count = (own.by[3] & weak & board.by_role(role)).count() as i32;
        sink.add(us, ROOK_THREAT + role_index(role), count);
    }
    sink.add(us, KING_THREAT, i32::from((own.by[5] & weak).any()));
    sink.add(us, WEAK, weak.count() as i32);
    sink.add(us, HANGING, (weak & !other.all).count() as i32);
    let forward = us.fold_wb(8, -8);
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let pawns = board.by_piece(us.pawn());
    let free = !board.occupied();
    let once = pawns.shift(forward) & free;
    let steps = once | (once & third).shift(forward) & free;
    let safe = steps & !other.by[0] & (own.all | !other.all);
    sink.add(us, PUSH_THREAT, (pawn_attacks(us, safe) & officers).count() as i32);
    let behind = ahead(!us, pawns) | pawns.shift(-forward);
    let centre = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let half = Bitboard::from_rank(us.relative_rank(Rank::Second))
        | third
        | Bitboard::from_rank(us.relative_rank(Rank::Fourth));
    let space = centre & half & !pawns & !other.by[0];
    sink.add(us, SPACE, space.count() as i32 + (space & behind & !other.all).count() as i32);
}

#[inline(always)]
fn passers(
    board: &Board,
    us: Color,
    passed: Bitboard,
    kings: [Option<Square>; 2],
    own: &Reach,
    other: &Reach,
    sink: &mut impl Sink,
) {
    let occupied = board.occupied();
    for pawn in passed {
        let rank = rank_of(us, pawn);
        sink.add(us, PASSED + rank, 1);
        let Some(next) = pawn.offset(us.fold_wb(8, -8)) else { continue };
        if rank >= 3 {
            let far = |king: Option<Square>| king.map_or(7, |king| king.distance(next) as usize);
            // The nearer to the goal, the more the kings matter.
            let weight = rank as i32 - 2;
            sink.add(us, PASSED_KING + far(kings[us as usize ^ 1]), weight);
            sink.add(us, PASSED_ENEMY_KING + far(kings[us as usize]), weight);
        }
        let way = ahead(us, Bitboard::from_square(pawn));
        if !occupied.contains(next) {
            sink.add(us, PASSED_FREE + rank, 1);
            if !other.all.contains(next) || own.all.contains(next) {
                sink.add(us, PASSED_SAFE + rank, 1);
            }
            if (way & (occupied | other.all)).is_empty() {
                sink.add(us, PASSED_CLEAR + rank, 1);
            }
        }
        let behind = ahead(!us, Bitboard::from_square(pawn));
        if (behind & board.by_piece(us.rook())).any() {
            sink.add(us, PASSED_ROOK, 1);
        }
    }
}
