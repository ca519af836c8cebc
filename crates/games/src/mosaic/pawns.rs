//! What the three games on coloured boards share: sets of squares, the moves of pawns, and how all this is written and shown.

use super::{Ground, Mosaic, Reach};
use crate::{
    board::{grid_name, parse_grid_name},
    placement::{read_rows, write_rows},
    prelude::*,
};

/// The squares of a rank, 0 being the lowest.
pub const fn rank(rank: usize) -> u64 {
    0xff << (8 * rank)
}

/// A square as a set.
#[inline]
pub const fn bit(square: usize) -> u64 {
    1 << square
}

/// The squares of a set, ascending.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        let some = set != 0;
        set &= set.wrapping_sub(1);
        some.then_some(square)
    })
}

/// The pawns of both players.
pub type Pawns = [u64; 2];

/// From one square to another, or to a place beside the board with a number from 64 on. Packed: six bits, then seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    #[inline]
    pub(crate) const fn new(from: usize, to: usize) -> Self {
        Self((from | to << 6) as u16)
    }

    /// Where it begins.
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Where it ends: a square, or from 64 on a place beside the board.
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 >> 6) as usize
    }
}

/// Appends the moves of `own` to squares of `open`.
#[inline]
pub fn push_moves(reach: &Reach, own: u64, occupied: u64, open: u64, out: &mut Vec<Move>) {
    for from in squares(own & reach.leapers()) {
        for to in squares(reach.leap(from) & open) {
            out.push(Move::new(from, to));
        }
    }
    for from in squares(own & !reach.leapers()) {
        for to in squares(reach.slide(from, occupied) & open) {
            out.push(Move::new(from, to));
        }
    }
}

/// How many moves `push_moves` would append.
#[inline]
pub fn count_moves(reach: &Reach, own: u64, occupied: u64, open: u64) -> usize {
    let leaps = squares(own & reach.leapers()).map(|from| reach.leap(from));
    let slides = squares(own & !reach.leapers()).map(|from| reach.slide(from, occupied));
    leaps.map(|to| size(to & open)).sum::<usize>() + slides.map(|to| size(to & open)).sum::<usize>()
}

/// How many squares a set has.
#[inline]
pub const fn size(set: u64) -> usize {
    set.count_ones() as usize
}

/// The option `board`.
pub const BOARD_FIELD: Field = Field {
    key: "board",
    name: Text::new("Board", "Plateau"),
    help: Text::new(
        "Four quadrants with their rotation, or 64 colours",
        "Quatre quadrants avec leur rotation, ou 64 couleurs",
    ),
    kind: Kind::Mosaic,
};

/// Red is player One.
pub const SIDES: [Side; 2] = [
    Side { key: "red", name: Text::new("Red", "Rouge") },
    Side { key: "blue", name: Text::new("Blue", "Bleu") },
];

/// The 64 squares. Blue sits at the bottom, as in the original program.
pub fn board(mosaic: &Mosaic) -> Board {
    let tint = |file, rank| mosaic.colour(rank * 8 + file).tint();
    Board { bottom: Player::Two, ..Board::grid(8, 8, Shape::Square, tint) }
}

/// A pawn on its cell.
pub fn standing(owner: Player, cell: usize) -> Standing {
    Standing { at: CellId::at(cell), piece: Piece { owner, kind: PieceKind::Pawn } }
}

/// The pawns on the board, and their numbers beside it.
pub fn scene(pawns: &Pawns) -> Scene {
    let mut scene = Scene::default();
    for owner in Player::BOTH {
        let own = pawns[owner.index()];
        scene.pieces.extend(squares(own).map(|square| standing(owner, square)));
        let value = own.count_ones() as u16;
        scene.counters.push(Counter { owner, kind: CounterKind::Pieces, value });
    }
    scene.pieces.sort_unstable_by_key(|standing| standing.at);
    scene
}

/// Marks on all squares of a set.
pub fn marks(set: u64, kind: MarkKind) -> impl Iterator<Item = Mark> {
    squares(set).map(move |square| Mark { at: CellId::at(square), kind })
}

/// What a move within the board changes.
pub fn steps(pawns: &Pawns, mv: Move) -> Vec<Step> {
    let (from, to) = (CellId::at(mv.from()), CellId::at(mv.to()));
    let capture = mv.to() < 64 && (pawns[0] | pawns[1]) & bit(mv.to()) != 0;
    capture.then_some(Step::Take(to)).into_iter().chain([Step::Go { from, to }]).collect()
}

/// `e4`.
pub fn square_name(square: usize) -> String {
    grid_name(square % 8, square / 8)
}

/// The square of that name.
pub fn parse_square(name: &str) -> Option<usize> {
    parse_grid_name(name, 8, 8).map(|(file, rank)| rank * 8 + file)
}

/// The pawns as position texts write them.
pub fn pawns_text(pawns: &Pawns) -> String {
    write_rows(8, 8, |file, rank| {
        let square = bit(rank * 8 + file);
        if pawns[0] & square != 0 { Some('r') } else { (pawns[1] & square != 0).then_some('b') }
    })
}

/// Reads what `pawns_text` writes.
pub fn read_pawns(text: &str) -> Result<Pawns, TextError> {
    let mut pawns = [0; 2];
    read_rows(text, 8, 8, "rb", |file, rank, letter| {
        pawns[usize::from(letter == 'b')] |= bit(rank * 8 + file);
    })?;
    Ok(pawns)
}

/// Reads a field of 64 colours; quadrants, which an option may be given by, are no position text.
pub fn read_colours(text: &str) -> Result<Mosaic, TextError> {
    if text.contains(':') {
        let expected = Text::new(
            "eight rows of R, G, B and Y with / between",
            "huit lignes de R, G, B et Y séparées par /",
        );
        return Err(TextError::expected(text, expected));
    }
    Ok(text.parse::<Mosaic>().map_err(OptionError::from)?)
}

/// The side to move as position texts write it.
pub const fn side_text(side: Player) -> char {
    match side {
        Player::One => 'r',
        Player::Two => 'b',
    }
}

/// Reads what `side_text` writes.
pub fn read_side(text: &str) -> Result<Player, TextError> {
    match text {
        "r" => Ok(Player::One),
        "b" => Ok(Player::Two),
        _ => Err(TextError::expected(text, Text::new("r or b", "r ou b"))),
    }
}

/// Why a pawn of `turn` cannot go from `from` to `to`, as far as its start, its end and its way tell.
pub fn why_no_move(
    ground: &Ground,
    pawns: &Pawns,
    turn: Player,
    from: usize,
    to: usize,
) -> Option<Phrase> {
    if let Some(why) = why_no_start(pawns, turn, from) {
        return Some(why);
    }
    let (mosaic, occupied) = (ground.mosaic(), pawns[0] | pawns[1]);
    let (start, end) = (square_name(from), square_name(to));
    if pawns[turn.index()] & bit(to) != 0 {
        return Some(Phrase::new(
            format!("your own pawn stands on {end}"),
            format!("un de vos pions occupe {end}"),
        ));
    }
    if ground.reach().of(from, occupied) & bit(to) != 0 {
        return None;
    }
    let colour = mosaic.colour(from);
    let (name, mover, manner) = (colour.name(), colour.mover(), colour.manner());
    let Some(stop) = ground.reach().stop(mosaic, from, to, occupied) else {
        return Some(Phrase::new(
            format!("{start} is {}: its pawn moves like {}, {}", name.en, mover.en, manner.en),
            format!("{start} est {} : son pion va comme {}, {}", name.fr, mover.fr, manner.fr),
        ));
    };
    let at = square_name(stop);
    Some(if occupied & bit(stop) != 0 {
        Phrase::new(
            format!("the pawn on {at} stands in the way"),
            format!("le pion en {at} barre le passage"),
        )
    } else {
        Phrase::new(
            format!("the way ends on {at}, the first {} square", name.en),
            format!("le trajet s'arrête en {at}, la première case {}", name.fr),
        )
    })
}

/// Why no move of `turn` can begin on a square.
pub fn why_no_start(pawns: &Pawns, turn: Player, from: usize) -> Option<Phrase> {
    let name = square_name(from);
    if pawns[turn.index()] & bit(from) != 0 {
        None
    } else if pawns[(!turn).index()] & bit(from) != 0 {
        Some(Phrase::new(
            format!("the pawn on {name} is your opponent's"),
            format!("le pion en {name} est à votre adversaire"),
        ))
    } else {
        Some(Phrase::new(
            format!("there is no pawn on {name}"),
            format!("il n'y a pas de pion en {name}"),
        ))
    }
}

/// The key of a position with these pawns and whatever else tells it from others.
#[inline]
pub fn key(pawns: &Pawns, rest: u64) -> u64 {
    fold(fold(fold(rest, 0), pawns[0]), pawns[1])
}
