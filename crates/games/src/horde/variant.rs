//! The four set-ups and in what they differ.

use crate::{chessboard::pseudo::second_rank, prelude::*};
use shakmaty::{Bitboard, Color, Rank};

/// Who is the horde, where it stands and which of its pawns step twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// 32 black pawns, d4 and e4 in place of d8 and e8.
    #[default]
    Default,
    /// 32 black pawns in a block.
    #[serde(rename = "ranks5-8")]
    Block,
    /// 36 white pawns.
    Lichess,
    /// 32 white pawns that never step twice; the army begins.
    Dunsany,
}

impl Variant {
    const ALL: [Self; 4] = [Self::Default, Self::Block, Self::Lichess, Self::Dunsany];

    /// The set-up as FEN.
    pub const fn start(self) -> &'static str {
        match self {
            Self::Default => {
                "ppp2ppp/pppppppp/pppppppp/pppppppp/3pp3/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
            }
            Self::Block => "pppppppp/pppppppp/pppppppp/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            Self::Lichess => {
                "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
            }
            Self::Dunsany => "rnbqkbnr/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP b kq - 0 1",
        }
    }

    /// The side without a king.
    pub const fn horde(self) -> Color {
        match self {
            Self::Default | Self::Block => Color::Black,
            Self::Lichess | Self::Dunsany => Color::White,
        }
    }

    /// From where pawns of the horde may step twice.
    pub fn doubling(self) -> Bitboard {
        match self {
            Self::Default | Self::Block => second_rank(Color::Black),
            Self::Lichess => Bitboard::from_rank(Rank::First) | second_rank(Color::White),
            Self::Dunsany => Bitboard::EMPTY,
        }
    }

    /// What records say. "Horde" alone means the game of Lichess everywhere else, so the others have names of their own.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Default => "Horde 32",
            Self::Block => "Horde Ranks 5-8",
            Self::Lichess => "Horde",
            Self::Dunsany => "Dunsany",
        }
    }

    /// The variant that a record names.
    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.tag().eq_ignore_ascii_case(tag))
    }

    /// The option's description.
    pub const FIELD: Field = Field {
        key: "variant",
        name: Text::new("Set-up", "Disposition"),
        help: Text::new(
            "Who is the horde and where it stands; only Lichess's is balanced",
            "Qui est la horde et où elle se tient ; seule celle de Lichess est équilibrée",
        ),
        kind: Kind::Choice(&[
            Choice {
                value: "default",
                name: Text::new("32 black pawns", "32 pions noirs"),
                help: Text::new(
                    "The classic horde, d4 and e4 advanced; it favours the army",
                    "La horde classique, d4 et e4 avancés ; elle avantage l'armée",
                ),
            },
            Choice {
                value: "ranks5-8",
                name: Text::new("Block on ranks 5-8", "Bloc sur les rangées 5 à 8"),
                help: Text::new("32 black pawns without a gap", "32 pions noirs sans intervalle"),
            },
            Choice {
                value: "lichess",
                name: Text::same("Lichess"),
                help: Text::new(
                    "36 white pawns begin; a balanced game",
                    "36 pions blancs commencent ; une partie équilibrée",
                ),
            },
            Choice {
                value: "dunsany",
                name: Text::same("Dunsany"),
                help: Text::new(
                    "32 white pawns that never step twice; the black army begins",
                    "32 pions blancs sans double pas ; l'armée noire commence",
                ),
            },
        ]),
    };
}
