//! Our own drawings of the pieces, in a box of 100 by 100. Each part says by its class how a theme paints it: `body` in the
//! owner's colour, `ink` in the colour of its lines, `shine` lighter, `gap` as a line of the ground through it.

use damier_games::{scene::PieceKind, text::Text};
use serde::{Deserialize, Serialize};

/// One outline of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// How it is painted.
    pub class: &'static str,
    /// The outline.
    pub d: &'static str,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Filled, with lines.
    #[default]
    Classic,
    /// Filled, without lines.
    Flat,
    /// On round tokens.
    Tokens,
}

impl PieceSet {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Flat, Self::Tokens];

    /// For style sheets.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Flat => "flat",
            Self::Tokens => "tokens",
        }
    }

    /// For people.
    pub const fn name(self) -> Text {
        match self {
            Self::Classic => Text::new("Classic", "Classiques"),
            Self::Flat => Text::new("Flat", "À plat"),
            Self::Tokens => Text::new("Tokens", "Jetons"),
        }
    }
}

const fn body(d: &'static str) -> Part {
    Part { class: "body", d }
}
const fn ink(d: &'static str) -> Part {
    Part { class: "ink", d }
}
const fn shine(d: &'static str) -> Part {
    Part { class: "shine", d }
}

const PAWN: &[Part] = &[body(
    "M50 17a13.5 13.5 0 0 1 8.6 23.9c2.6.3 4.4 2 4.4 4.4c0 2.6-2 4.3-4.8 4.4c.6 10.5 4.4 17 10.6 22c2.8 2.3 4.2 4.8 4.2 8v6.3h-46v-6.3c0-3.2 1.4-5.7 4.2-8c6.2-5 10-11.5 10.6-22c-2.8-.1-4.8-1.8-4.8-4.4c0-2.4 1.8-4.1 4.4-4.4a13.5 13.5 0 0 1 8.6-23.9z",
)];
const ROOK: &[Part] = &[
    body(
        "M26 15.500h11v8h8v-8h10v8h8v-8h11v17l-7.500 7v25l6 6.500v4.500h-45v-4.500l6-6.500v-25l-7.500-7z",
    ),
    body("M22 75.500h56v10.500h-56z"),
    ink("M34 39.500h32M34 64.500h32"),
];
const BISHOP: &[Part] = &[
    body(
        "M50 9.500a5.200 5.200 0 0 1 3 9.500c10.500 7.500 16.500 18 16.500 28c0 7.500-3.800 13-8.500 16h-22c-4.700-3-8.500-8.500-8.500-16c0-10 6-20.500 16.500-28a5.200 5.200 0 0 1 3-9.500z",
    ),
    body("M37 63h26l3.500 9.500h-33z"),
    body("M50 74.500c7.500 0 16-2.500 25 1.500v10h-50v-10c9-4 17.500-1.500 25-1.500z"),
    ink("M50 33v17M41.500 41.500h17"),
];
const KNIGHT: &[Part] = &[
    body(
        "M29 86c0-15 6.500-22 15-30.500c-5.500.5-9 3.500-12 7.500c-3.200 4.200-8.500 4.500-11.500.5c-3-4-2.500-8.500.5-13l9.500-14c1-6.500 4-11 8.500-14l-1-10.500l10.500 7.500c19.500 1 30.500 18 30.500 40.500c0 9-1 17.500-2 26z",
    ),
    ink("M57 26c10 7 14.500 20 13.500 44M40 35.500a1.500 1.500 0 1 0 .1 0M26 55.500l3-1.500"),
];
const QUEEN: &[Part] = &[
    body(
        "M28.500 64l-11-30.500l18.500 19.500l-1.500-28l12.500 25.500l3-29l3 29l12.500-25.500l-1.500 28l18.500-19.500l-11 30.500z",
    ),
    body("M28.500 64h43l2.500 12h-48z"),
    body("M24 76h52v10h-52z"),
    body(
        "M17.500 34a4.600 4.600 0 1 1 .1 0zM34.500 25.500a4.600 4.600 0 1 1 .1 0zM50 22a4.800 4.800 0 1 1 .1 0zM65.500 25.500a4.600 4.600 0 1 1 .1 0zM82.500 34a4.600 4.600 0 1 1 .1 0z",
    ),
];
const KING: &[Part] = &[
    body("M47 7.500h6v5.500h5.500v6h-5.500v9h-6v-9h-5.500v-6h5.500z"),
    body(
        "M50 36.500c3-8.500 9-12.500 16.500-12.500c9.500 0 15.500 7 15.500 15.500c0 10-8 15.500-11.500 24.500h-41c-3.500-9-11.500-14.500-11.500-24.500c0-8.500 6-15.500 15.500-15.500c7.500 0 13.500 4 16.500 12.500z",
    ),
    body("M29.500 64h41l3 12h-47z"),
    body("M24 76h52v10h-52z"),
    ink("M50 36.500v27M31 58c-3-6-8-10-7-18M69 58c3-6 8-10 7-18"),
];
const MAN: &[Part] = &[
    body("M50 11a39 39 0 1 1-.1 0z"),
    ink("M50 22.500a27.500 27.500 0 1 1-.1 0z"),
    ink("M50 34a16 16 0 1 1-.1 0z"),
];
const CROWNED: &[Part] = &[
    body("M50 17a36 36 0 1 1-.1 0z"),
    body("M50 8a36 36 0 1 1-.1 0z"),
    ink("M50 16a28 28 0 1 1-.1 0z"),
    Part { class: "crest", d: "M32 54l-4-20l11.500 8.500l10.500-15l10.500 15l11.500-8.500l-4 20z" },
];
const CROSS: &[Part] = &[Part { class: "stroke", d: "M24 24l52 52M76 24l-52 52" }];
const NOUGHT: &[Part] = &[Part { class: "stroke", d: "M50 22a28 28 0 1 1-.1 0z" }];
/// The two kinds of round pawns differ by their mark as well as by their colour.
const DIAMOND_TOKEN: &[Part] = &[
    body("M50 12a38 38 0 1 1-.1 0z"),
    shine("M50 19a31 31 0 1 1-.1 0z"),
    Part { class: "crest", d: "M50 31l19 19l-19 19l-19-19z" },
];
const RING_TOKEN: &[Part] = &[
    body("M50 12a38 38 0 1 1-.1 0z"),
    shine("M50 19a31 31 0 1 1-.1 0z"),
    Part { class: "crest-line", d: "M50 35.500a14.500 14.500 0 1 1-.1 0z" },
];

/// The drawing of a piece of a side. Sides that play with plain pawns on coloured ground get round ones.
pub fn drawing(kind: PieceKind, side: &str) -> &'static [Part] {
    match (kind, side) {
        (PieceKind::Pawn, "red") => DIAMOND_TOKEN,
        (PieceKind::Pawn, "blue") => RING_TOKEN,
        (PieceKind::Pawn, _) => PAWN,
        (PieceKind::Knight, _) => KNIGHT,
        (PieceKind::Bishop, _) => BISHOP,
        (PieceKind::Rook, _) => ROOK,
        (PieceKind::Queen, _) => QUEEN,
        (PieceKind::King, _) => KING,
        (PieceKind::Man, _) => MAN,
        (PieceKind::CrownedMan, _) => CROWNED,
        (PieceKind::Mark, "x") => CROSS,
        (PieceKind::Mark, _) => NOUGHT,
    }
}

/// Whether a drawing is a disc already and stands on no token.
pub fn round(kind: PieceKind, side: &str) -> bool {
    matches!(kind, PieceKind::Man | PieceKind::CrownedMan | PieceKind::Mark)
        || (kind == PieceKind::Pawn && matches!(side, "red" | "blue"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::GameKey;

    #[test]
    fn no_two_pieces_of_a_game_look_alike_without_colour() {
        for key in GameKey::ALL {
            let [one, two] = key.info().sides.map(|side| side.key);
            // White and black differ by brightness; red and blue, X and O must differ by shape.
            let by_shape = !(one == "white" && two == "black");
            for kind in [PieceKind::Pawn, PieceKind::Mark].into_iter().filter(|_| by_shape) {
                let shown =
                    matches!((kind, one), (PieceKind::Pawn, "red") | (PieceKind::Mark, "x"));
                assert!(!shown || drawing(kind, one) != drawing(kind, two), "{key}");
            }
        }
        for a in PieceKind::ALL {
            for b in PieceKind::ALL.into_iter().filter(|b| *b != a) {
                assert_ne!(drawing(a, "white"), drawing(b, "white"), "{a:?} {b:?}");
            }
        }
    }
}
