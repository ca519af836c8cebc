//! Names of people: what they may be, and when two are the same.

use crate::ApiError;
use unicode_normalization::UnicodeNormalization;

/// Names that would be taken for the house itself, for nobody or for a computer player.
const RESERVED: [&str; 14] = [
    "damier",
    "admin",
    "administrator",
    "administrateur",
    "moderator",
    "system",
    "anonymous",
    "anonyme",
    "guest",
    "invité",
    "computer",
    "ordinateur",
    "nobody",
    "personne",
];

/// A name that may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    shown: String,
    folded: String,
}

impl Name {
    /// 2 to 20 letters (of Latin alphabets), digits, `-` and `_`.
    pub fn parse(text: &str) -> Result<Self, ApiError> {
        // Hostile input is not normalised at length.
        if text.len() > 200 {
            return Err(ApiError::NameForm);
        }
        let shown: String = text.trim().nfkc().collect();
        if !(2..=20).contains(&shown.chars().count()) || !shown.chars().all(is_allowed) {
            return Err(ApiError::NameForm);
        }
        let folded = fold(&shown);
        if RESERVED.contains(&folded.as_str()) || is_level(&folded) {
            return Err(ApiError::NameReserved);
        }
        Ok(Self { shown, folded })
    }

    /// As its owner writes it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// As it is compared: `Zoé` and `ZOÉ` are one.
    pub fn folded(&self) -> &str {
        &self.folded
    }
}

/// A name as it is compared, whether it may be used or not.
pub fn fold(name: &str) -> String {
    // PostgreSQL takes no NUL.
    name.trim()
        .nfkc()
        .filter(|letter| !letter.is_control())
        .take(40)
        .collect::<String>()
        .to_lowercase()
        .nfkc()
        .collect()
}

fn is_allowed(letter: char) -> bool {
    // Dotted and dotless i have no lower or upper case of their own; kra looks like k.
    const LOOKALIKES: [char; 3] = ['\u{130}', '\u{131}', '\u{138}'];
    match letter {
        '-' | '_' => true,
        '\u{c0}'..='\u{17f}' => letter.is_alphabetic() && !LOOKALIKES.contains(&letter),
        _ => letter.is_ascii_alphanumeric(),
    }
}

fn is_level(folded: &str) -> bool {
    folded.parse::<damier_engine::Level>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_latin_letters_digits_and_dashes() {
        for good in ["Zoé", "jean-paul", "a_1", "Œdipe", "ab", "x1234567890123456789"] {
            assert_eq!(Name::parse(good).unwrap().shown(), good);
        }
        for bad in [
            "",
            "a",
            "a b",
            "<b>",
            "Иван",
            "x12345678901234567890",
            "a\u{202e}b",
            "a\0b",
            "ıx",
            "@ab",
        ] {
            assert!(Name::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_name_is_one_however_it_is_written() {
        let written = ["Zoé", "ZOÉ", " zoe\u{301} ", "Ｚoé"];
        for text in written {
            assert_eq!(Name::parse(text).unwrap().folded(), "zoé");
            assert_eq!(fold(text), "zoé");
        }
    }

    #[test]
    fn the_house_keeps_its_names() {
        for text in ["Damier", "ADMIN", "anonymous", "Guest", "Computer", "Facile"] {
            assert!(matches!(Name::parse(text), Err(ApiError::NameReserved)), "{text}");
        }
    }
}
