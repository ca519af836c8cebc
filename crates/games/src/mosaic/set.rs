//! Named quadrants: the stock set, and those that people draw and exchange as `quadrants.json`.

use super::{Mosaic, Quadrant, Rotation, json};
use crate::text::{Language, Tell, excerpt};
use std::collections::HashSet;

/// A quadrant with the name that boards are assembled by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedQuadrant {
    /// `quadrant_1`.
    pub id: String,
    /// Where the original program finds its picture. Kept for that program; Damier draws the colours.
    pub image_path: Option<String>,
    /// The colours.
    pub quadrant: Quadrant,
}

/// Quadrants in their order, each name once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuadrantSet(Vec<NamedQuadrant>);

impl QuadrantSet {
    /// These quadrants, unless two have the same name.
    pub fn new(quadrants: Vec<NamedQuadrant>) -> Result<Self, QuadrantError> {
        let mut seen = HashSet::new();
        let twice = quadrants.iter().find(|named| !seen.insert(named.id.as_str()));
        match twice {
            Some(named) => Err(QuadrantError::Twice { id: excerpt(&named.id) }),
            None => Ok(Self(quadrants)),
        }
    }

    /// The stock set as `quadrant_1`, `quadrant_2`, ...
    pub fn stock() -> Self {
        let named = |number| {
            let id = format!("quadrant_{number}");
            let image_path = Some(format!("quadrant/quadrant/{id}.png"));
            Quadrant::stock(number).map(|quadrant| NamedQuadrant { id, image_path, quadrant })
        };
        Self((1..=Quadrant::stock_size()).filter_map(named).collect())
    }

    /// Reads `quadrants.json`.
    pub fn read(text: &str) -> Result<Self, QuadrantError> {
        Self::new(json::read(text)?)
    }

    /// Writes `quadrants.json`.
    pub fn write(&self) -> String {
        json::write(&self.0)
    }

    /// All of them, in their order.
    pub fn all(&self) -> &[NamedQuadrant] {
        &self.0
    }

    /// The quadrant of that name.
    pub fn get(&self, id: &str) -> Result<&NamedQuadrant, QuadrantError> {
        let unknown = || QuadrantError::Unknown {
            id: excerpt(id),
            known: self.0.iter().take(Self::MOST_TOLD).map(|named| excerpt(&named.id)).collect(),
        };
        self.0.iter().find(|named| named.id == id).ok_or_else(unknown)
    }

    /// How many names an error lists.
    const MOST_TOLD: usize = 12;

    /// The board of four quadrants with their rotation: top left, top right, bottom left, bottom right.
    pub fn assemble(&self, parts: [(&str, Rotation); 4]) -> Result<Mosaic, QuadrantError> {
        let turned = |(id, rotation)| Ok(self.get(id)?.quadrant.turned(rotation));
        let [a, b, c, d] = parts.map(turned);
        Ok(Mosaic::assemble([a?, b?, c?, d?]))
    }
}

/// Quadrants were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
#[allow(missing_docs, reason = "each variant's message says what its fields are")]
pub enum QuadrantError {
    NotJson { line: usize, column: usize },
    NotAnObject { line: usize, column: usize },
    NoGrid { id: String },
    Size { id: String },
    Colour { id: String, row: usize, column: usize, found: String },
    Image { id: String, found: String },
    Twice { id: String },
    Unknown { id: String, known: Vec<String> },
}

impl Tell for QuadrantError {
    fn tell(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::French => self.french(),
        }
    }
}

impl QuadrantError {
    fn english(&self) -> String {
        match self {
            Self::NotJson { line, column } => {
                format!("not JSON from line {line}, column {column} on: expected quadrants.json")
            }
            Self::NotAnObject { line, column } => format!(
                "cannot read line {line}, column {column}: expected an object of quadrants by name"
            ),
            Self::NoGrid { id } => {
                format!("quadrant \"{id}\" has no grid: expected \"grid\" with four rows")
            }
            Self::Size { id } => {
                format!("quadrant \"{id}\" is not 4x4: expected four rows of four colours")
            }
            Self::Colour { id, row, column, found } => format!(
                "quadrant \"{id}\", row {row}, column {column}: there is no colour {found}: expected \
                 1 (yellow), 2 (green), 3 (blue) or 4 (red)"
            ),
            Self::Image { id, found } => {
                format!("quadrant \"{id}\": image_path cannot be {found}: expected a text")
            }
            Self::Twice { id } => {
                format!("quadrant \"{id}\" is there twice: expected each name once")
            }
            Self::Unknown { id, known } if known.is_empty() => {
                format!("there is no quadrant \"{id}\": the set is empty")
            }
            Self::Unknown { id, known } => {
                format!("there is no quadrant \"{id}\": expected one of {}", known.join(", "))
            }
        }
    }

    fn french(&self) -> String {
        match self {
            Self::NotJson { line, column } => format!(
                "ce n'est plus du JSON à la ligne {line}, colonne {column} : attendu quadrants.json"
            ),
            Self::NotAnObject { line, column } => format!(
                "ligne {line}, colonne {column} illisible : attendu un objet de quadrants par nom"
            ),
            Self::NoGrid { id } => format!(
                "le quadrant « {id} » n'a pas de grille : attendu « grid » avec quatre lignes"
            ),
            Self::Size { id } => format!(
                "le quadrant « {id} » n'est pas 4x4 : attendu quatre lignes de quatre couleurs"
            ),
            Self::Colour { id, row, column, found } => format!(
                "quadrant « {id} », ligne {row}, colonne {column} : il n'y a pas de couleur {found} : \
                 attendu 1 (jaune), 2 (vert), 3 (bleu) ou 4 (rouge)"
            ),
            Self::Image { id, found } => format!(
                "quadrant « {id} » : image_path ne peut pas valoir {found} : attendu un texte"
            ),
            Self::Twice { id } => {
                format!("le quadrant « {id} » y est deux fois : attendu chaque nom une fois")
            }
            Self::Unknown { id, known } if known.is_empty() => {
                format!("il n'y a pas de quadrant « {id} » : l'ensemble est vide")
            }
            Self::Unknown { id, known } => {
                format!("il n'y a pas de quadrant « {id} » : attendu {}", known.join(", "))
            }
        }
    }
}
