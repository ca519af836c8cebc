//! Options as data: every game lists its own, with names, bounds and texts, and its rulebook is a plain struct with one
//! field for each. From the two together come forms, `key=value` pairs and the options field of position texts.

use crate::{
    mosaic::{Mosaic, MosaicError},
    rules::Game,
    text::{Language, Tell, Text, excerpt},
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Write};

/// Chosen options by key, as text: what a person typed, a form sent or a position text carried.
pub type Options = BTreeMap<String, String>;

/// One option of a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Field {
    /// `no-progress`.
    pub key: &'static str,
    /// What stands beside it in a form.
    pub name: Text,
    /// One line that explains it.
    pub help: Text,
    /// Its values.
    pub kind: Kind,
}

/// The values that an option may have.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One of these; a fieldless enum in the rulebook.
    Choice(&'static [Choice]),
    /// `yes` or `no`; a `bool` in the rulebook.
    Switch,
    /// A whole number.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// Whether 0 may be chosen besides, meaning "off".
        zero: bool,
    },
    /// A board of coloured squares: four quadrants with their rotation, or 64 colours.
    Mosaic,
}

/// One value of a choice.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Choice {
    /// `freestyle`.
    pub value: &'static str,
    /// What a form shows.
    pub name: Text,
    /// One line that explains it.
    pub help: Text,
}

/// Options that belong together under a name people know.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Preset {
    /// For links and scripts.
    pub key: &'static str,
    /// What a form shows.
    pub name: Text,
    /// One line that explains it.
    pub help: Text,
    /// What it chooses; everything else keeps its default.
    pub options: &'static [(&'static str, &'static str)],
}

/// Why options were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum OptionError {
    /// The game has no such option.
    Unknown {
        /// What was asked for.
        key: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The option has no such value.
    Value {
        /// The option.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// What there is: `yes, no`, `2 to 10`.
        expected: String,
    },
    /// The board cannot be read.
    Board(#[from] MosaicError),
    /// Each value is fine by itself, but not together.
    Together(Text),
    /// A pair is not written `key=value`.
    Pair {
        /// What was found.
        found: String,
    },
    /// An option is chosen twice.
    Twice {
        /// That option.
        key: String,
    },
    /// Well chosen, but not as position texts write it.
    Form {
        /// What was found.
        found: String,
        /// How it is written.
        expected: String,
    },
}

impl Tell for OptionError {
    fn tell(&self, language: Language) -> String {
        match (self, language) {
            (Self::Unknown { key, known }, _) if known.is_empty() => match language {
                Language::English => format!("unknown option \"{key}\": this game has none"),
                Language::French => format!("option « {key} » inconnue : ce jeu n'en a pas"),
            },
            (Self::Unknown { key, known }, Language::English) => {
                format!("unknown option \"{key}\": expected one of {}", known.join(", "))
            }
            (Self::Unknown { key, known }, Language::French) => {
                format!("option « {key} » inconnue : attendu {}", known.join(", "))
            }
            (Self::Value { key, value, expected }, Language::English) => {
                format!("option {key} cannot be \"{value}\": expected {expected}")
            }
            (Self::Value { key, value, expected }, Language::French) => {
                format!("l'option {key} ne peut pas valoir « {value} » : attendu {expected}")
            }
            (Self::Board(error), _) => error.tell(language),
            (Self::Together(text), _) => text.tell(language).into(),
            (Self::Pair { found }, Language::English) => {
                format!("cannot read option \"{found}\": expected key=value")
            }
            (Self::Pair { found }, Language::French) => {
                format!("option « {found} » illisible : attendu clé=valeur")
            }
            (Self::Twice { key }, Language::English) => {
                format!("option {key} is given twice: expected it once")
            }
            (Self::Twice { key }, Language::French) => {
                format!("l'option {key} est donnée deux fois : attendu une fois")
            }
            (Self::Form { found, expected }, Language::English) => {
                format!(
                    "cannot read options \"{found}\": expected them as {expected}, sorted and without defaults"
                )
            }
            (Self::Form { found, expected }, Language::French) => {
                format!(
                    "options « {found} » illisibles : attendu {expected}, triées et sans valeurs par défaut"
                )
            }
        }
    }
}

/// A clash that several games share: without either rule a game might never end.
pub const ENDLESS: OptionError = OptionError::Together(Text::new(
    "the game might never end: expected a limit on its length or on repetition",
    "la partie pourrait ne jamais finir : il faut limiter sa longueur ou les répétitions",
));

impl Kind {
    /// The value behind its text.
    fn parse(self, key: &'static str, text: &str) -> Result<Value, OptionError> {
        let wrong = |expected: String| OptionError::Value { key, value: excerpt(text), expected };
        match self {
            Self::Choice(choices) => {
                let found = choices.iter().find(|choice| choice.value == text);
                let all =
                    || choices.iter().map(|choice| choice.value).collect::<Vec<_>>().join(", ");
                found.map(|choice| choice.value.into()).ok_or_else(|| wrong(all()))
            }
            Self::Switch => match text {
                "yes" => Ok(true.into()),
                "no" => Ok(false.into()),
                _ => Err(wrong("no, yes".into())),
            },
            Self::Number { min, max, zero } => {
                let number = parse_decimal(text);
                let fits = number.filter(|&n| (min..=max).contains(&n) || (zero && n == 0));
                let range = || {
                    if zero && min > 0 {
                        format!("0, {min}..{max}")
                    } else {
                        format!("{min}..{max}")
                    }
                };
                fits.map(Value::from).ok_or_else(|| wrong(range()))
            }
            Self::Mosaic => Ok(text.parse::<Mosaic>()?.to_string().into()),
        }
    }
}

/// A decimal number without sign or leading zeros, as position texts write them.
pub fn parse_decimal(text: &str) -> Option<u32> {
    let plain =
        text.bytes().all(|digit| digit.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// `key=value` pairs, each as typed after `--option`.
pub fn parse_pairs<'a>(pairs: impl IntoIterator<Item = &'a str>) -> Result<Options, OptionError> {
    let mut options = Options::new();
    for pair in pairs {
        let (key, value) =
            pair.split_once('=').ok_or_else(|| OptionError::Pair { found: excerpt(pair) })?;
        if options.insert(key.into(), value.into()).is_some() {
            return Err(OptionError::Twice { key: excerpt(key) });
        }
    }
    Ok(options)
}

/// The rulebook with `chosen` in place of the defaults, before it is known whether they fit together.
pub(crate) fn apply<G: Game>(chosen: &Options) -> Result<G, OptionError> {
    let mut fields = Map::new();
    for (key, text) in chosen {
        let known = || G::INFO.options.iter().map(|field| field.key);
        let field = G::INFO.options.iter().find(|field| field.key == key);
        let field = field
            .ok_or_else(|| OptionError::Unknown { key: excerpt(key), known: known().collect() })?;
        fields.insert(field.key.into(), field.kind.parse(field.key, text)?);
    }
    Ok(serde_json::from_value(Value::Object(fields))
        .expect("a law test checks that the fields match the rulebook"))
}

/// The rulebook with `chosen` in place of the defaults.
pub fn rulebook<G: Game>(chosen: &Options) -> Result<G, OptionError> {
    let game: G = apply(chosen)?;
    game.check()?;
    Ok(game)
}

/// Every option of `game` as text, in the order of the description.
pub fn all_options<G: Game>(game: &G) -> Vec<(&'static str, String)> {
    let Ok(Value::Object(values)) = serde_json::to_value(game) else {
        unreachable!("a rulebook is a struct with one field for each option")
    };
    let text = |field: &Field| match values.get(field.key) {
        Some(Value::Bool(true)) => "yes".into(),
        Some(Value::Bool(false)) => "no".into(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => unreachable!("a law test checks that the fields match the rulebook"),
    };
    G::INFO.options.iter().map(|field| (field.key, text(field))).collect()
}

/// The options of `game` that are not the default.
pub fn chosen_options<G: Game>(game: &G) -> Options {
    let usual = all_options(&G::default());
    let differs = |(mine, default): (&(&'static str, String), &(&'static str, String))| {
        (mine.1 != default.1).then(|| (mine.0.into(), mine.1.clone()))
    };
    all_options(game).iter().zip(&usual).filter_map(differs).collect()
}

/// The options field of a position text: `-`, or the sorted non-default pairs joined by commas. A board has a field of its own.
pub fn options_field<G: Game>(game: &G) -> String {
    let mut text = String::new();
    for (key, value) in chosen_options(game) {
        if G::INFO
            .options
            .iter()
            .any(|field| field.key == key && !matches!(field.kind, Kind::Mosaic))
        {
            let comma = if text.is_empty() { "" } else { "," };
            let _ = write!(text, "{comma}{key}={value}");
        }
    }
    if text.is_empty() { "-".into() } else { text }
}

/// Reads an options field strictly: sorted, each key once, nothing that is the default. `board` is what the text's own field said.
pub fn read_options_field<G: Game>(text: &str, board: Option<&Mosaic>) -> Result<G, OptionError> {
    let mut chosen = if text == "-" { Options::new() } else { parse_pairs(text.split(','))? };
    if let Some(board) = board {
        chosen.insert("board".into(), board.to_string());
    }
    let game: G = rulebook(&chosen)?;
    let canonical = options_field(&game);
    if canonical == text {
        Ok(game)
    } else {
        Err(OptionError::Form { found: excerpt(text), expected: canonical })
    }
}
