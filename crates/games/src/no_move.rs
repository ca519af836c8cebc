//! The option `no-move`, which four of the games have.

use crate::prelude::*;

/// What it means to have no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMove {
    /// The blocked side loses.
    #[default]
    Loss,
    /// Nobody wins.
    Draw,
}

impl NoMove {
    /// The option's description.
    pub const FIELD: Field = Field {
        key: "no-move",
        name: Text::new("No move left", "Plus de coup possible"),
        help: Text::new(
            "What happens to a side that cannot move",
            "Ce qui arrive au camp qui ne peut plus jouer",
        ),
        kind: Kind::Choice(&[
            Choice {
                value: "loss",
                name: Text::new("Loss", "Défaite"),
                help: Text::new("The blocked side loses", "Le camp bloqué perd"),
            },
            Choice {
                value: "draw",
                name: Text::new("Draw", "Nulle"),
                help: Text::new("Nobody wins", "Personne ne gagne"),
            },
        ]),
    };

    /// How the game ends when `blocked` cannot move.
    pub fn outcome(self, blocked: Player) -> Outcome {
        match self {
            Self::Loss => Outcome::win(!blocked, reason::BLOCKED),
            Self::Draw => Outcome::draw(reason::BLOCKED),
        }
    }
}

/// The option `repetition`, which the same games have.
pub const REPETITION_FIELD: Field = Field {
    key: "repetition",
    name: Text::new("Repetition", "Répétition"),
    help: Text::new(
        "How often a position must stand for a draw; 0 for never",
        "Nombre d'apparitions d'une position pour la nulle ; 0 pour jamais",
    ),
    kind: Kind::Number { min: 2, max: 10, zero: true },
};
