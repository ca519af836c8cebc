//! What people read, in both languages. A text without its translation cannot be written down.

use serde::{Deserialize, Serialize};

/// The languages of Damier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English, also what error types print by themselves.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Français.
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The language that a locale such as `fr_FR.UTF-8` or `en-GB` asks for; English if it is another.
    pub fn of_locale(locale: &str) -> Self {
        let french = locale.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("fr"))
            && !locale[2..].starts_with(|next: char| next.is_ascii_alphanumeric());
        if french { Self::French } else { Self::English }
    }
}

/// A fixed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Text {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Text {
    /// `en` and `fr` say the same.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en, fr }
    }

    /// A name that both languages share.
    pub const fn same(text: &'static str) -> Self {
        Self { en: text, fr: text }
    }

    /// The text in `language`.
    pub const fn tell(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::French => self.fr,
        }
    }
}

/// A text made at run time, with a number or a name in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Phrase {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Phrase {
    /// `en` and `fr` say the same.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// The phrase in `language`.
    pub fn tell(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::French => &self.fr,
        }
    }
}

impl From<Text> for Phrase {
    fn from(text: Text) -> Self {
        Self::new(text.en, text.fr)
    }
}

/// What can be told to a person in either language. Errors print their English by `Display`.
pub trait Tell {
    /// Lower case, no full stop, says what would be right.
    fn tell(&self, language: Language) -> String;
}

/// As much of hostile or endless input as an error message should repeat.
pub fn excerpt(found: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = found.chars().take(MOST).collect();
    if shown.len() < found.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_tells_the_language() {
        for (locale, language) in [
            ("fr_FR.UTF-8", Language::French),
            ("fr", Language::French),
            ("FR-CA", Language::French),
            ("fro", Language::English),
            ("en_GB.UTF-8", Language::English),
            ("C", Language::English),
            ("", Language::English),
            ("é", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn an_excerpt_is_short() {
        assert_eq!(excerpt("z9"), "z9");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), 41);
    }
}
