//! A whole board of colours and its texts.

use super::{Colour, Quadrant, Rotation};
use crate::{
    options::parse_decimal,
    text::{Language, Tell, excerpt},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A whole board. Reads `1:0 3:0 5:0 7:0` (stock quadrants with their rotation: top left, top right, bottom left, bottom
/// right) or eight rows of colours from the top; prints the rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Mosaic([Colour; 64]);

impl Mosaic {
    /// The board of four quadrants: top left, top right, bottom left, bottom right.
    pub fn assemble(quadrants: [Quadrant; 4]) -> Self {
        let colour = |square: usize| {
            let (row, column) = (7 - square / 8, square % 8);
            quadrants[row / 4 * 2 + column / 4].0[row % 4][column % 4]
        };
        Self(std::array::from_fn(colour))
    }

    /// The quadrants, as `assemble` takes them.
    pub fn quadrants(&self) -> [Quadrant; 4] {
        std::array::from_fn(|part| {
            let (top, left) = (part / 2 * 4, part % 2 * 4);
            let cell = |row, column| self.colour((7 - top - row) * 8 + left + column);
            Quadrant(std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column))))
        })
    }

    /// Whether it is made of stock quadrants, each turned somehow.
    pub fn is_stock(&self) -> bool {
        self.quadrants().iter().all(Quadrant::is_stock)
    }

    /// The colour of a square; a1 is 0, b1 is 1, h8 is 63.
    pub const fn colour(&self, square: usize) -> Colour {
        self.0[square]
    }
}

impl Default for Mosaic {
    fn default() -> Self {
        Self::assemble(
            [1, 3, 5, 7].map(|number| Quadrant::stock(number).expect("the stock set has ten")),
        )
    }
}

impl fmt::Display for Mosaic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                write!(f, "{}", self.colour(rank * 8 + file).letter())?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Mosaic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mosaic({self})")
    }
}

impl From<Mosaic> for String {
    fn from(mosaic: Mosaic) -> Self {
        mosaic.to_string()
    }
}

impl TryFrom<String> for Mosaic {
    type Error = MosaicError;
    fn try_from(text: String) -> Result<Self, MosaicError> {
        text.parse()
    }
}

impl FromStr for Mosaic {
    type Err = MosaicError;
    fn from_str(text: &str) -> Result<Self, MosaicError> {
        if text.contains(':') { read_quadrants(text) } else { read_rows(text) }
    }
}

fn read_quadrants(text: &str) -> Result<Mosaic, MosaicError> {
    let mut quadrants = Vec::new();
    for part in text.split(' ') {
        quadrants.push(read_turned(part, read_stock)?);
    }
    let quadrants =
        quadrants.try_into().map_err(|all: Vec<_>| MosaicError::Count { found: all.len() })?;
    Ok(Mosaic::assemble(quadrants))
}

/// What stands before the colon, read by `quadrant`, with the rotation that stands behind it.
fn read_turned(
    part: &str,
    quadrant: impl FnOnce(&str) -> Result<Quadrant, MosaicError>,
) -> Result<Quadrant, MosaicError> {
    let unreadable = || MosaicError::Part { found: excerpt(part) };
    let (what, degrees) = part.split_once(':').ok_or_else(unreadable)?;
    let quadrant = quadrant(what)?;
    let rotation = parse_decimal(degrees).and_then(Rotation::of_degrees);
    let rotation = rotation.ok_or_else(|| MosaicError::Rotation { found: excerpt(degrees) })?;
    Ok(quadrant.turned(rotation))
}

fn read_stock(number: &str) -> Result<Quadrant, MosaicError> {
    let quadrant = parse_decimal(number).and_then(|n| Quadrant::stock(n as usize));
    quadrant.ok_or_else(|| MosaicError::Quadrant { found: excerpt(number) })
}

fn read_colours(rows: &str) -> Result<Quadrant, MosaicError> {
    let unreadable = || MosaicError::Colours { found: excerpt(rows) };
    let mut quadrant = Quadrant([[Colour::Blue; 4]; 4]);
    let mut letters = rows.split('/');
    for row in &mut quadrant.0 {
        let mut letters = letters.next().ok_or_else(unreadable)?.chars();
        for cell in row {
            let letter = letters.next().ok_or_else(unreadable)?;
            *cell = Colour::of_letter(letter).ok_or(MosaicError::Colour { found: letter })?;
        }
        if letters.next().is_some() {
            return Err(unreadable());
        }
    }
    if letters.next().is_some() { Err(unreadable()) } else { Ok(quadrant) }
}

/// A quadrant as a player chooses it, turned: `3:90` out of the stock set, or four rows of own colours from the top with a
/// rotation, `YBGR/RGYY/GRBB/BYRG:0`.
impl FromStr for Quadrant {
    type Err = MosaicError;
    fn from_str(text: &str) -> Result<Self, MosaicError> {
        let own = text.starts_with(|first: char| !first.is_ascii_digit()) && text.contains(':');
        read_turned(text, if own { read_colours } else { read_stock })
    }
}

fn read_rows(text: &str) -> Result<Mosaic, MosaicError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(MosaicError::Rows { found: rows.len() });
    }
    let mut colours = [Colour::Blue; 64];
    for (row, rank) in rows.iter().zip((0..8).rev()) {
        let letters: Vec<char> = row.chars().collect();
        if letters.len() != 8 {
            return Err(MosaicError::Row { found: excerpt(row) });
        }
        for (file, &letter) in letters.iter().enumerate() {
            colours[rank * 8 + file] =
                Colour::of_letter(letter).ok_or(MosaicError::Colour { found: letter })?;
        }
    }
    Ok(Mosaic(colours))
}

/// A board text was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
#[allow(missing_docs, reason = "each variant's message says what its field is")]
pub enum MosaicError {
    Part { found: String },
    Quadrant { found: String },
    Rotation { found: String },
    Count { found: usize },
    Rows { found: usize },
    Row { found: String },
    Colour { found: char },
    Colours { found: String },
}

impl Tell for MosaicError {
    fn tell(&self, language: Language) -> String {
        let most = Quadrant::stock_size();
        match (self, language) {
            (Self::Part { found }, Language::English) => {
                format!("cannot read quadrant \"{found}\": expected number:rotation such as 3:90")
            }
            (Self::Part { found }, Language::French) => {
                format!(
                    "quadrant « {found} » illisible : attendu numéro:rotation, par exemple 3:90"
                )
            }
            (Self::Quadrant { found }, Language::English) => {
                format!("there is no quadrant \"{found}\": expected a number from 1 to {most}")
            }
            (Self::Quadrant { found }, Language::French) => {
                format!("il n'y a pas de quadrant « {found} » : attendu un numéro de 1 à {most}")
            }
            (Self::Rotation { found }, Language::English) => {
                format!("cannot turn a quadrant by \"{found}\": expected 0, 90, 180 or 270")
            }
            (Self::Rotation { found }, Language::French) => {
                format!("rotation « {found} » impossible : attendu 0, 90, 180 ou 270")
            }
            (Self::Count { found }, Language::English) => {
                format!("found {found} quadrants: expected four")
            }
            (Self::Count { found }, Language::French) => {
                format!("{found} quadrants trouvés : attendu quatre")
            }
            (Self::Rows { found }, Language::English) => {
                format!("found {found} rows of colours: expected eight")
            }
            (Self::Rows { found }, Language::French) => {
                format!("{found} lignes de couleurs : attendu huit")
            }
            (Self::Row { found }, Language::English) => {
                format!("cannot read row \"{found}\": expected eight letters out of R, G, B and Y")
            }
            (Self::Row { found }, Language::French) => {
                format!("ligne « {found} » illisible : attendu huit lettres parmi R, G, B et Y")
            }
            (Self::Colours { found }, Language::English) => format!(
                "cannot read quadrant \"{found}\": expected four rows of four letters such as \
                 YBGR/RGYY/GRBB/BYRG:0"
            ),
            (Self::Colours { found }, Language::French) => format!(
                "quadrant « {found} » illisible : attendu quatre lignes de quatre lettres, par \
                 exemple YBGR/RGYY/GRBB/BYRG:0"
            ),
            (Self::Colour { found }, Language::English) => {
                format!("there is no colour \"{found}\": expected R, G, B or Y")
            }
            (Self::Colour { found }, Language::French) => {
                format!("il n'y a pas de couleur « {found} » : attendu R, G, B ou Y")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_board_is_the_one_of_the_rules_page() {
        let rows = "YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";
        assert_eq!(Mosaic::default().to_string(), rows);
        assert_eq!("1:0 3:0 5:0 7:0".parse(), Ok(Mosaic::default()));
        assert_eq!(rows.parse(), Ok(Mosaic::default()));
    }

    #[test]
    fn a_chosen_quadrant_is_of_the_stock_or_ones_own() {
        let board: Mosaic = "1:0 3:90 5:180 7:270".parse().unwrap();
        let chosen = ["YBGR/RGYY/GRBB/BYRG:0", "3:90", "5:180", "7:270"];
        let chosen = chosen.map(|text| text.parse::<Quadrant>().unwrap());
        assert_eq!(Mosaic::assemble(chosen), board);
        assert_eq!(board.quadrants(), chosen);
        assert!(board.is_stock());
        let own = "YBGR/RGYY/GRBB/BYRR:90".parse::<Quadrant>().unwrap();
        assert!(!Mosaic::assemble([own; 4]).is_stock());
    }

    #[test]
    fn bad_quadrants_are_refused_with_the_reason() {
        let rows = "expected four rows of four letters such as YBGR/RGYY/GRBB/BYRG:0";
        for (text, message) in [
            ("", "cannot read quadrant \"\": expected number:rotation such as 3:90".to_string()),
            ("11:0", "there is no quadrant \"11\": expected a number from 1 to 10".into()),
            ("3:45", "cannot turn a quadrant by \"45\": expected 0, 90, 180 or 270".into()),
            ("YBGR/RGYY/GRBB:0", format!("cannot read quadrant \"YBGR/RGYY/GRBB\": {rows}")),
            (
                "YBGR/RGYY/GRBB/BYRGY:0",
                format!("cannot read quadrant \"YBGR/RGYY/GRBB/BYRGY\": {rows}"),
            ),
            ("YBGR/RGYY/GRBB/BYRP:0", "there is no colour \"P\": expected R, G, B or Y".into()),
        ] {
            assert_eq!(text.parse::<Quadrant>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn bad_boards_are_refused_with_the_reason() {
        for (text, message) in [
            ("1:0 3:0 5:0", "found 3 quadrants: expected four"),
            ("1:0 3:0 5:0 11:0", "there is no quadrant \"11\": expected a number from 1 to 10"),
            ("1:0 3:45 5:0 7:0", "cannot turn a quadrant by \"45\": expected 0, 90, 180 or 270"),
            ("1:0 3 5:0 7:0", "cannot read quadrant \"3\": expected number:rotation such as 3:90"),
            ("01:0 3:0 5:0 7:0", "there is no quadrant \"01\": expected a number from 1 to 10"),
            ("", "found 1 rows of colours: expected eight"),
            (
                "R/R/R/R/R/R/R/R",
                "cannot read row \"R\": expected eight letters out of R, G, B and Y",
            ),
        ] {
            assert_eq!(text.parse::<Mosaic>().unwrap_err().to_string(), message);
        }
        let purple = Mosaic::default().to_string().replacen('Y', "P", 1);
        assert_eq!(
            purple.parse::<Mosaic>().unwrap_err().to_string(),
            "there is no colour \"P\": expected R, G, B or Y"
        );
    }
}
