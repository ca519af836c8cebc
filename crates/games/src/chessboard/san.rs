//! Moves as text: UCI for programs, SAN for players. Both are read loosely: what somebody writes is a [`Wish`], and the one
//! legal move that fits it is meant.

use super::landing;
use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

/// `e2e4`, `e7e8q`; castling is the king's move.
pub fn uci(mv: &Move) -> String {
    let from = mv.from().map(|square| square.to_string()).unwrap_or_default();
    let promotion = mv.promotion().map(|role| role.char().to_string()).unwrap_or_default();
    format!("{from}{}{promotion}", landing(mv))
}

/// SAN without the sign of check. `legal` are all legal moves of the position, this one among them.
pub fn san(mv: &Move, legal: &[Move]) -> String {
    if let Some(side) = mv.castling_side() {
        return if side.is_king_side() { "O-O" } else { "O-O-O" }.into();
    }
    let mut text = String::new();
    if mv.role() == Role::Pawn {
        if mv.is_capture() {
            text.extend(mv.from().map(|from| from.file().char()));
        }
    } else {
        text.push(mv.role().upper_char());
        text.push_str(&origin(mv, legal));
    }
    if mv.is_capture() {
        text.push('x');
    }
    text.push_str(&mv.to().to_string());
    if let Some(role) = mv.promotion() {
        text.extend(['=', role.upper_char()]);
    }
    text
}

/// As much of the square of departure as tells the move apart from others of the same kind of piece to the same square: the
/// file if that is enough, else the rank, else both.
fn origin(mv: &Move, legal: &[Move]) -> String {
    let Some(from) = mv.from() else { return String::new() };
    let others: Vec<Square> = legal
        .iter()
        .filter(|other| other.role() == mv.role() && other.to() == mv.to() && !other.is_castle())
        .filter_map(|other| other.from())
        .filter(|&other| other != from)
        .collect();
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != from.file()) {
        from.file().char().into()
    } else if others.iter().all(|other| other.rank() != from.rank()) {
        from.rank().char().into()
    } else {
        from.to_string()
    }
}

/// The legal move that a text means, in UCI or SAN. `None` if none fits or more than one.
pub fn read(text: &str, legal: &[Move]) -> Option<Move> {
    let wish = Wish::parse(text)?;
    let mut fitting = legal.iter().filter(|mv| wish.fits(mv));
    let found = fitting.next()?;
    fitting.next().is_none().then_some(*found)
}

/// What somebody wrote, as far as it says anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// `O-O`, `O-O-O`.
    Castle(CastlingSide),
    /// Everything else.
    Go {
        /// The kind of piece; UCI does not tell.
        role: Option<Role>,
        /// What was said of the square of departure.
        from: (Option<File>, Option<Rank>),
        /// The square to go to.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

impl Wish {
    /// Reads UCI (`g1f3`, `e7e8q`) or SAN (`Nf3`, `exd6`, `e8=Q+`), with or without signs of check and praise, `e.p.`, and `=`.
    pub fn parse(text: &str) -> Option<Self> {
        // Nothing longer is a move, and nothing else is worth looking at.
        if text.len() > 20 || !text.is_ascii() {
            return None;
        }
        let plain = text.trim_end_matches(['+', '#', '!', '?']);
        let plain = plain.strip_suffix("e.p.").unwrap_or(plain).trim_end();
        match plain.replace(['0', 'o'], "O").as_str() {
            "O-O" => return Some(Self::Castle(CastlingSide::KingSide)),
            "O-O-O" => return Some(Self::Castle(CastlingSide::QueenSide)),
            _ => {}
        }
        let (letter, rest) = match plain.chars().next()? {
            letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => (Role::from_char(letter), &plain[1..]),
            _ => (None, plain),
        };
        let (squares, promotion) = split_promotion(rest);
        let (from, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
        let to = Square::from_ascii(to.as_bytes()).ok()?;
        let from = read_origin(from.strip_suffix(['x', '-', ':']).unwrap_or(from))?;
        // Without a letter it is a pawn, unless both squares are there: that is UCI and can be anything.
        let anything = from.0.is_some() && from.1.is_some();
        let role = letter.or(if anything { None } else { Some(Role::Pawn) });
        Some(Self::Go { role, from, to, promotion })
    }

    /// Whether a move is what was meant, if it is legal.
    pub fn fits(&self, mv: &Move) -> bool {
        match *self {
            Self::Castle(side) => mv.castling_side() == Some(side),
            Self::Go { role, from, to, promotion } => {
                let departs = mv.from().is_some_and(|square| {
                    from.0.is_none_or(|file| file == square.file())
                        && from.1.is_none_or(|rank| rank == square.rank())
                });
                // Some programs write castling as the king taking its rook.
                let arrives = landing(mv) == to || (role.is_none() && mv.to() == to);
                departs
                    && arrives
                    && role.is_none_or(|role| role == mv.role())
                    && promotion == mv.promotion()
            }
        }
    }
}

/// `e8=Q`, `e8Q`, `e8(Q)`, `e7e8q`.
fn split_promotion(text: &str) -> (&str, Option<Role>) {
    let inner = text.strip_suffix(')').unwrap_or(text);
    match inner.chars().next_back() {
        Some(letter @ ('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n')) => {
            let before = &inner[..inner.len() - 1];
            (before.trim_end_matches(['=', '/', '(']), Role::from_char(letter))
        }
        _ => (text, None),
    }
}

/// Nothing, a file, a rank, or a square.
fn read_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let mut letters = text.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (None, ..) => Some((None, None)),
        (Some(one), None, _) => match File::from_char(one) {
            Some(file) => Some((Some(file), None)),
            None => Some((None, Some(Rank::from_char(one)?))),
        },
        (Some(file), Some(rank), None) => {
            Some((Some(File::from_char(file)?), Some(Rank::from_char(rank)?)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

    fn legal(fen: &str) -> Vec<Move> {
        let fen: Fen = fen.parse().expect("a good FEN");
        let pos: Chess = fen.into_position(CastlingMode::Standard).expect("a good position");
        pos.legal_moves().to_vec()
    }

    fn means(legal: &[Move], text: &str) -> Option<String> {
        read(text, legal).map(|mv| uci(&mv))
    }

    #[test]
    fn loose_san_is_understood() {
        let moves = legal("r3k2r/pP6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
        for (text, meant) in [
            ("exd6", "e5d6"),
            ("exd6e.p.", "e5d6"),
            ("ed6", "e5d6"),
            ("e5xd6", "e5d6"),
            ("e5d6", "e5d6"),
            ("e6!?", "e5e6"),
            ("O-O", "e1g1"),
            ("0-0", "e1g1"),
            ("O-O-O+", "e1c1"),
            ("e1g1", "e1g1"),
            ("e1h1", "e1g1"),
            ("Kg1", "e1g1"),
            ("b8=Q+", "b7b8q"),
            ("b8Q", "b7b8q"),
            ("b8(N)", "b7b8n"),
            ("bxa8=R#", "b7a8r"),
            ("b7a8b", "b7a8b"),
            ("b7b8Q", "b7b8q"),
            ("Rb1", "a1b1"),
            ("Rab1", "a1b1"),
            ("Ra1-b1", "a1b1"),
            ("R1b1", "a1b1"),
            ("Rhxh8+", "h1h8"),
        ] {
            assert_eq!(means(&moves, text).as_deref(), Some(meant), "{text}");
        }
        for wrong in [
            "", "e", "b8", "Rd1x", "Nf3", "e9", "exe6e", "O-O-O-O", "--", "Z0", "é4", "b8=K",
            "Kxe9", "Rxx", "()", "=Q", "Ri1", "e1g1q", "Rhb1",
        ] {
            assert_eq!(means(&moves, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_origin_is_told_only_as_far_as_needed() {
        let moves = legal("6k1/8/8/8/1Q1Q4/8/1Q6/4K3 w - - 0 1");
        let text = |name: &str| {
            let mv = moves.iter().find(|mv| uci(mv) == name).expect("a legal move");
            san(mv, &moves)
        };
        assert_eq!(text("b2b3"), "Q2b3");
        assert_eq!(text("d4b6"), "Qdb6");
        assert_eq!(text("b2d2"), "Q2d2");
        assert_eq!(text("b4d2"), "Qb4d2");
        assert_eq!(text("b4f8"), "Qf8");
        // Ambiguous or over-told.
        assert_eq!(means(&moves, "Qd2"), None);
        assert_eq!(means(&moves, "Qb4b6").as_deref(), Some("b4b6"));
    }
}
