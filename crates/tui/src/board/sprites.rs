//! Drawings of the pieces for cells that have room for them: seven by seven, each dot a half row.

use damier_games::{
    Player,
    scene::{Piece, PieceKind},
};

/// Dots a drawing is wide and high.
pub const SIZE: i32 = 7;

const PAWN: [&str; 7] =
    ["       ", "   #   ", "  ###  ", "  ###  ", "   #   ", "  ###  ", " ##### "];
const KNIGHT: [&str; 7] =
    ["  ##   ", " ####  ", "###### ", "## ### ", "  ###  ", " ####  ", " ##### "];
const BISHOP: [&str; 7] =
    ["   #   ", "  # #  ", " ## ## ", " ##### ", "  ###  ", "  ###  ", " ##### "];
const ROOK: [&str; 7] =
    ["# ### #", "#######", " ##### ", "  ###  ", "  ###  ", " ##### ", "#######"];
const QUEEN: [&str; 7] =
    ["#  #  #", "# ### #", "#######", " ##### ", "  ###  ", " ##### ", "#######"];
const KING: [&str; 7] =
    ["   #   ", "  ###  ", "   #   ", " ##### ", "#######", " ##### ", " ##### "];
const MAN: [&str; 7] =
    ["  ###  ", " ##### ", "#######", "#######", "#######", " ##### ", "  ###  "];
const CROWNED: [&str; 7] =
    ["  ###  ", " ##### ", "## # ##", "#     #", "##   ##", " ##### ", "  ###  "];
const CROSS: [&str; 7] =
    ["##   ##", "### ###", " ##### ", "  ###  ", " ##### ", "### ###", "##   ##"];
const RING: [&str; 7] =
    ["  ###  ", " ## ## ", "##   ##", "##   ##", "##   ##", " ## ## ", "  ###  "];

/// The dots of a piece, by row.
pub const fn sprite(piece: Piece) -> &'static [&'static str; 7] {
    match piece.kind {
        PieceKind::Pawn => &PAWN,
        PieceKind::Knight => &KNIGHT,
        PieceKind::Bishop => &BISHOP,
        PieceKind::Rook => &ROOK,
        PieceKind::Queen => &QUEEN,
        PieceKind::King => &KING,
        PieceKind::Man => &MAN,
        PieceKind::CrownedMan => &CROWNED,
        PieceKind::Mark => match piece.owner {
            Player::One => &CROSS,
            Player::Two => &RING,
        },
    }
}
