//! What the games with chess pieces share: the net, exchanges, captures and what is known of endings.

pub mod captures;
pub mod exchange;
pub mod net;
pub mod pawn_ending;

use crate::brain::{SHAPES, Style};
use shakmaty::{Bitboard, Color, File, Role, Square, attacks};

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);

/// The squares that these pawns attack.
#[inline]
pub fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = color.fold_wb(8, -8);
    (pawns & !FILE_A).shift(forward - 1) | (pawns & !FILE_H).shift(forward + 1)
}

/// All squares straight ahead of these, to the end of the board.
#[inline]
pub const fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    let mut set = squares.0;
    match color {
        Color::White => {
            set <<= 8;
            set |= set << 8;
            set |= set << 16;
            set |= set << 32;
        }
        Color::Black => {
            set >>= 8;
            set |= set >> 8;
            set |= set >> 16;
            set |= set >> 32;
        }
    }
    Bitboard(set)
}

/// These squares and their neighbours to the left and right.
#[inline]
pub fn widened(squares: Bitboard) -> Bitboard {
    squares | (squares & !FILE_A).shift(-1) | (squares & !FILE_H).shift(1)
}

/// The rank as `color` counts it, 0 to 7.
#[inline]
pub const fn rank_of(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.rank() as usize,
        Color::Black => 7 - square.rank() as usize,
    }
}

/// The distance of a file from the nearer edge, 0 to 3.
#[inline]
pub const fn folded(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// A square as `color` sees it with left and right taken together: 0 to 31.
#[inline]
pub const fn place(color: Color, square: Square) -> usize {
    rank_of(color, square) * 4 + folded(square.file() as usize)
}

/// 0 for pawns to 5 for kings.
#[inline]
pub const fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// How much of the middle game is left: 24 at the start of chess.
#[inline]
pub const fn phase(board: &shakmaty::Board) -> i32 {
    board.knights().count() as i32
        + board.bishops().count() as i32
        + 2 * board.rooks().count() as i32
        + 4 * board.queens().count() as i32
}

/// Where a move is remembered: by colour, piece and destination.
#[inline]
pub fn slot(color: Color, mv: shakmaty::Move) -> usize {
    let to = mv.to().to_usize();
    (color.fold_wb(0, 6) + role_index(mv.role())) * 64 + to
}

/// Whether a move of `turn` gives check, castling aside.
pub fn checks(board: &shakmaty::Board, turn: Color, mv: shakmaty::Move) -> bool {
    let (Some(from), Some(king)) = (mv.from(), board.king_of(!turn)) else { return false };
    let to = mv.to();
    let piece = mv.promotion().unwrap_or(mv.role()).of(turn);
    let occupied = board.occupied().without(from).with(to);
    if attacks::attacks(to, piece, occupied).contains(king) {
        return true;
    }
    // What stood on a line to the king may uncover a piece behind it.
    attacks::queen_attacks(king, board.occupied()).contains(from) && {
        let own = board.by_color(turn).without(from);
        let straight = attacks::rook_attacks(king, occupied) & own & board.rooks_and_queens();
        let oblique = attacks::bishop_attacks(king, occupied) & own & board.bishops_and_queens();
        (straight | oblique).any()
    }
}

/// Keys of the pawns, and of each side's other pieces.
#[inline]
pub const fn shapes(board: &shakmaty::Board) -> [u64; SHAPES] {
    let pawns =
        mixed(board.pawns().0 & board.white().0, 0) ^ mixed(board.pawns().0 & board.black().0, 1);
    [pawns | 1, officers(board, board.white()) | 1, officers(board, board.black()) | 1]
}

/// A key of one side's pieces, pawns aside. Three sets tell them apart.
#[inline]
const fn officers(board: &shakmaty::Board, own: Bitboard) -> u64 {
    let (knights, bishops) = (board.knights().0, board.bishops().0);
    let (rooks, queens, kings) = (board.rooks().0, board.queens().0, board.kings().0);
    mixed((knights | queens) & own.0, 0)
        ^ mixed((bishops | queens | kings) & own.0, 1)
        ^ mixed((rooks | kings) & own.0, 2)
}

/// A set of squares, mixed in a way of its own for each `n`.
#[inline]
const fn mixed(set: u64, n: u32) -> u64 {
    let set = (set ^ set >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (set ^ set >> 32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(21 * n)
}

/// How many numbers `slot` gives.
const SLOTS: usize = 768;

/// Which parts of the search suit these games, with that margin for what looks far too good or bad.
pub const fn style(futility_margin: i32) -> Style {
    Style {
        slots: SLOTS,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin,
        reductions: true,
    }
}
