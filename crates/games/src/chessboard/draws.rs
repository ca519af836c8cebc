//! The option `draws`, which all chess games have, and the ways in which their games end.

use crate::prelude::*;

/// The side to move is in check and has no move.
pub const CHECKMATE: Reason = Reason::new("checkmate", "checkmate", "échec et mat");
/// Where kings can be captured.
pub const KING_CAPTURED: Reason =
    Reason::new("king-captured", "the king was captured", "le roi a été pris");
/// The side to move has no move and is not in check.
pub const STALEMATE: Reason = Reason::new("stalemate", "stalemate", "pat");
/// Nobody can mate any more.
pub const INSUFFICIENT_MATERIAL: Reason =
    Reason::new("insufficient-material", "not enough pieces to mate", "matériel insuffisant");
/// 75 moves of both sides.
pub const SEVENTYFIVE_MOVES: Reason = Reason::new(
    "seventyfive-moves",
    "75 moves without a capture or a pawn move",
    "75 coups sans prise ni coup de pion",
);
/// Five times the same position.
pub const FIVEFOLD_REPETITION: Reason = Reason::new(
    "fivefold-repetition",
    "the same position for the fifth time",
    "la même position pour la cinquième fois",
);
/// 50 moves of both sides.
pub const FIFTY_MOVES: Reason = Reason::new(
    "fifty-moves",
    "50 moves without a capture or a pawn move",
    "50 coups sans prise ni coup de pion",
);
/// Three times the same position.
pub const THREEFOLD_REPETITION: Reason = Reason::new(
    "threefold-repetition",
    "the same position for the third time",
    "la même position pour la troisième fois",
);

/// When too many quiet moves or repetitions end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// As in the Laws of Chess: players claim after 50 moves or three repetitions; 75 and five end the game.
    #[default]
    Fide,
    /// 50 moves and three repetitions end the game by themselves.
    Auto,
}

impl Draws {
    /// The option's description.
    pub const FIELD: Field = Field {
        key: "draws",
        name: Text::new("Draws", "Parties nulles"),
        help: Text::new(
            "What happens after many quiet moves or repeated positions",
            "Ce qui se passe après beaucoup de coups calmes ou de répétitions",
        ),
        kind: Kind::Choice(&[
            Choice {
                value: "fide",
                name: Text::new("Claimed", "Réclamées"),
                help: Text::new(
                    "A player may claim after 50 moves or three repetitions; 75 or five end the game",
                    "On peut réclamer après 50 coups ou trois répétitions ; 75 ou cinq terminent la partie",
                ),
            },
            Choice {
                value: "auto",
                name: Text::new("Automatic", "Automatiques"),
                help: Text::new(
                    "50 moves or three repetitions end the game at once",
                    "50 coups ou trois répétitions terminent aussitôt la partie",
                ),
            },
        ]),
    };

    /// The draw after `clock` plies without a capture or pawn move, in a position that has now stood `times` times.
    pub fn drawn(self, clock: u32, times: u32) -> Option<Outcome> {
        let (most_plies, by_clock, most_times, by_repetition) = match self {
            Self::Fide => (150, SEVENTYFIVE_MOVES, 5, FIVEFOLD_REPETITION),
            Self::Auto => (100, FIFTY_MOVES, 3, THREEFOLD_REPETITION),
        };
        if clock >= most_plies {
            Some(Outcome::draw(by_clock))
        } else {
            (times >= most_times).then(|| Outcome::draw(by_repetition))
        }
    }

    /// The draws that a player may claim.
    pub fn claims(self, clock: u32, times: u32) -> Vec<Reason> {
        if self == Self::Auto {
            return Vec::new();
        }
        let fifty = (clock >= 100).then_some(FIFTY_MOVES);
        let threefold = (times >= 3).then_some(THREEFOLD_REPETITION);
        fifty.into_iter().chain(threefold).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_comes_before_repetition() {
        let why = |draws: Draws, clock, times| {
            draws.drawn(clock, times).map(|outcome| outcome.reason.key)
        };
        assert_eq!(why(Draws::Fide, 149, 4), None);
        assert_eq!(why(Draws::Fide, 150, 5), Some("seventyfive-moves"));
        assert_eq!(why(Draws::Fide, 149, 5), Some("fivefold-repetition"));
        assert_eq!(why(Draws::Auto, 99, 2), None);
        assert_eq!(why(Draws::Auto, 100, 3), Some("fifty-moves"));
        assert_eq!(why(Draws::Auto, 99, 3), Some("threefold-repetition"));
    }

    #[test]
    fn claims_exist_only_where_nothing_is_automatic() {
        assert_eq!(Draws::Fide.claims(100, 3), [FIFTY_MOVES, THREEFOLD_REPETITION]);
        assert_eq!(Draws::Fide.claims(99, 2), []);
        assert_eq!(Draws::Auto.claims(100, 3), []);
    }
}
