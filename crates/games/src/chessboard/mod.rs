//! What the four chess games share: the board and its pieces, FEN, SAN, and the draws by clock and repetition. The moves
//! themselves are each game's own. Rules and notation: docs/rules/chess.md.

pub mod draws;
pub mod fen;
pub mod pseudo;
pub mod refusal;
pub mod san;

use crate::{board::checkered, prelude::*};
use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square};

/// The sides of all chess games.
pub const SIDES: [Side; 2] = [
    Side { key: "white", name: Text::new("White", "Blanc") },
    Side { key: "black", name: Text::new("Black", "Noir") },
];

/// Who plays a colour: White is the side that `1-0` names.
pub const fn player(color: Color) -> Player {
    match color {
        Color::White => Player::One,
        Color::Black => Player::Two,
    }
}

/// The colour of a player.
pub const fn color(player: Player) -> Color {
    match player {
        Player::One => Color::White,
        Player::Two => Color::Black,
    }
}

/// a1 is 0, b1 is 1, h8 is 63.
pub fn cell(square: Square) -> CellId {
    CellId::at(square.to_usize())
}

/// A kind of piece.
pub const fn kind(role: Role) -> PieceKind {
    match role {
        Role::Pawn => PieceKind::Pawn,
        Role::Knight => PieceKind::Knight,
        Role::Bishop => PieceKind::Bishop,
        Role::Rook => PieceKind::Rook,
        Role::Queen => PieceKind::Queen,
        Role::King => PieceKind::King,
    }
}

/// A piece.
pub const fn piece(piece: shakmaty::Piece) -> Piece {
    Piece { owner: player(piece.color), kind: kind(piece.role) }
}

/// The 64 squares.
pub fn board() -> Board {
    Board::grid(8, 8, Shape::Square, checkered)
}

/// The pieces, by ascending cell.
pub fn standings(board: &shakmaty::Board) -> Vec<Standing> {
    let squares = board.occupied().into_iter();
    squares
        .filter_map(|square| {
            Some(Standing { at: cell(square), piece: piece(board.piece_at(square)?) })
        })
        .collect()
}

/// Where king and rook land when they castle.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let side = CastlingSide::from_king_side(king < rook);
    let on = |file| Square::from_coords(file, king.rank());
    (on(side.king_to_file()), on(side.rook_to_file()))
}

/// The square that the moving piece comes to stand on.
pub fn landing(mv: &Move) -> Square {
    match *mv {
        Move::Castle { king, rook } => castled(king, rook).0,
        _ => mv.to(),
    }
}

/// The square of the piece that the move takes.
pub fn taken(mv: &Move) -> Option<Square> {
    match *mv {
        Move::Normal { to, capture: Some(_), .. } => Some(to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

/// What a move of `turn` does on the board.
pub fn steps(mv: &Move, turn: Color) -> Vec<Step> {
    let go = |from, to| Step::Go { from: cell(from), to: cell(to) };
    let put = |role: Role, at| Step::Put(Standing { at: cell(at), piece: piece(role.of(turn)) });
    let mut steps: Vec<Step> = taken(mv).map(|at| Step::Take(cell(at))).into_iter().collect();
    match *mv {
        Move::Normal { from, to, promotion, .. } => {
            steps.push(go(from, to));
            steps.extend(promotion.map(|role| put(role, to)));
        }
        Move::EnPassant { from, to } => steps.push(go(from, to)),
        Move::Castle { king, rook } => {
            let (king_to, rook_to) = castled(king, rook);
            steps.extend([go(king, king_to), go(rook, rook_to)]);
        }
        Move::Put { role, to } => steps.push(put(role, to)),
    }
    steps
}

/// Every way to point at a move. To castle one may also point at the rook.
pub fn clicks(mv: &Move) -> Vec<Path> {
    match *mv {
        Move::Castle { king, rook } => {
            vec![vec![cell(king), cell(landing(mv))], vec![cell(king), cell(rook)]]
        }
        _ => vec![mv.from().into_iter().chain([mv.to()]).map(cell).collect()],
    }
}

/// What a pawn becomes.
pub fn choice(mv: &Move) -> Option<PieceKind> {
    mv.promotion().map(kind)
}

/// The rights, as the squares of the rooks, for which king and rook stand at home.
pub fn rights_at_home(board: &shakmaty::Board, rights: Bitboard) -> Bitboard {
    Color::ALL.into_iter().fold(Bitboard::EMPTY, |kept, color| {
        let home = Square::from_coords(shakmaty::File::E, color.backrank());
        let at_home = board.piece_at(home) == Some(color.king());
        let corners = Bitboard::CORNERS & Bitboard::from_rank(color.backrank());
        let rooks = board.by_piece(color.rook()) & corners & rights;
        if at_home { kept | rooks } else { kept }
    })
}

/// A key of the placement and `rest`, which holds whatever else makes two positions differ.
#[inline]
pub fn key(board: &shakmaty::Board, rest: u64) -> u64 {
    // Four sets tell every piece apart: its colour, and three bits of its role.
    let (pawns, knights, bishops) = (board.pawns(), board.knights(), board.bishops());
    let (rooks, queens, kings) = (board.rooks(), board.queens(), board.kings());
    [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings, board.white()]
        .into_iter()
        .fold(rest, |key, set| fold(key, set.into()))
}

/// What makes two positions differ besides the placement, for `key`.
#[inline]
pub fn key_of_state(turn: Color, rights: Bitboard, en_passant: Option<Square>) -> u64 {
    // Rights are corners, so all other bits are free.
    let en_passant = en_passant.map_or(0, |square| u64::from(square) + 1);
    u64::from(rights) | u64::from(turn.is_black()) << 1 | en_passant << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_pointed_at_by_the_landing_square_and_by_the_rook() {
        let castle = Move::Castle { king: Square::E8, rook: Square::A8 };
        let cells = |squares: [Square; 2]| squares.map(cell).to_vec();
        assert_eq!(
            clicks(&castle),
            [cells([Square::E8, Square::C8]), cells([Square::E8, Square::A8])]
        );
        assert_eq!(castled(Square::E1, Square::H1), (Square::G1, Square::F1));
    }

    #[test]
    fn en_passant_takes_beside_the_landing_square() {
        let mv = Move::EnPassant { from: Square::E5, to: Square::D6 };
        let go = Step::Go { from: cell(Square::E5), to: cell(Square::D6) };
        assert_eq!(steps(&mv, Color::White), [Step::Take(cell(Square::D5)), go]);
    }

    #[test]
    fn the_key_tells_roles_and_colours_apart() {
        let mut keys = std::collections::HashSet::new();
        for piece in Color::ALL.into_iter().flat_map(|c| Role::ALL.map(|role| role.of(c))) {
            let mut board = shakmaty::Board::empty();
            board.set_piece_at(Square::E4, piece);
            assert!(keys.insert(key(&board, 0)), "{piece:?}");
        }
    }
}
