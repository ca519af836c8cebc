//! What a person likes: kept on the device, applied to the page, reachable from every component.

use crate::{board::pieces::PieceSet, storage};
use damier_games::text::{Language, Text};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Light or dark pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Mode {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Mode {
    /// All of them, as people read them.
    pub const ALL: [(Self, &'static str, Text); 3] = [
        (Self::Auto, "auto", Text::new("Like the device", "Comme l'appareil")),
        (Self::Light, "light", Text::new("Light", "Clair")),
        (Self::Dark, "dark", Text::new("Dark", "Sombre")),
    ];

    /// For style sheets.
    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(mode, ..)| *mode == self).map_or("auto", |(_, key, _)| key)
    }
}

/// The board themes: a name for style sheets and one for people.
pub const THEMES: [(&str, Text); 8] = [
    ("linden", Text::new("Linden wood", "Tilleul")),
    ("walnut", Text::new("Walnut", "Noyer")),
    ("forest", Text::new("Forest", "Forêt")),
    ("ocean", Text::new("Ocean", "Océan")),
    ("slate", Text::new("Slate", "Ardoise")),
    ("heather", Text::new("Heather", "Bruyère")),
    ("paper", Text::new("Paper", "Papier")),
    ("contrast", Text::new("High contrast", "Contraste fort")),
];

/// What a person likes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Prefs {
    /// The language of the page.
    pub language: Language,
    /// Light or dark.
    pub mode: Mode,
    /// The board theme, one of `THEMES`.
    pub theme: String,
    /// The drawings.
    pub pieces: PieceSet,
    /// Whether anything sounds.
    pub sound: bool,
    /// 0 to 100.
    pub volume: u32,
    /// How long a piece glides; 0 for not at all.
    pub glide_ms: u32,
    /// Whether a move is asked for twice.
    pub confirm: bool,
    /// Coordinates beside the board.
    pub coordinates: bool,
    /// Whether a game on one screen turns the board to whoever is to move.
    pub turning: bool,
    /// Under which name this person plays.
    pub name: String,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            language: Language::English,
            mode: Mode::Auto,
            theme: THEMES[0].0.into(),
            pieces: PieceSet::Classic,
            sound: true,
            volume: 60,
            glide_ms: 300,
            confirm: false,
            coordinates: true,
            turning: false,
            name: String::new(),
        }
    }
}

const KEPT: &str = "prefs";

impl Prefs {
    /// As kept, or as the browser suggests.
    pub fn load() -> Self {
        storage::load(KEPT).unwrap_or_else(|| {
            let locale = window().navigator().language().unwrap_or_default();
            Self { language: Language::of_locale(&locale), ..Self::default() }
        })
    }

    /// Keeps them and dresses the page by them. Style sheets do the rest.
    pub fn apply(&self) {
        storage::save(KEPT, self);
        let Some(root) = document().document_element() else { return };
        let language = match self.language {
            Language::English => "en",
            Language::French => "fr",
        };
        for (name, value) in [
            ("lang", language),
            ("data-mode", self.mode.key()),
            ("data-board", &self.theme),
            ("data-pieces", self.pieces.key()),
        ] {
            // Setting an attribute of a well-formed name cannot fail.
            let _ = root.set_attribute(name, value);
        }
        use wasm_bindgen::JsCast;
        if let Some(root) = root.dyn_ref::<web_sys::HtmlElement>() {
            let _ = root.style().set_property("--glide", &format!("{}ms", self.glide_ms));
        }
    }

    /// The theme after this one.
    pub fn next_theme(&self) -> &'static str {
        let now = THEMES.iter().position(|(key, _)| *key == self.theme).unwrap_or(0);
        THEMES[(now + 1) % THEMES.len()].0
    }

    /// How long a piece glides on this device: not at all for people who asked for calm.
    pub fn glide(&self) -> u32 {
        let calm = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
        if calm.is_some_and(|calm| calm.matches()) { 0 } else { self.glide_ms }
    }
}

/// The signal of the whole page.
pub fn prefs() -> RwSignal<Prefs> {
    expect_context()
}

/// The language, for one page. A signal remembers for ever who has read it, so that a page that goes must not have read that of the
/// whole application a thousand times.
#[derive(Clone, Copy)]
struct PageLanguage(Memo<Language>);

/// A page as the router takes it, with what it reads in its own keeping.
pub fn page<V>(view: impl Fn() -> V + Clone + Send) -> impl Fn() -> V + Clone + Send {
    move || {
        let prefs = prefs();
        provide_context(PageLanguage(Memo::new(move |_| prefs.with(|prefs| prefs.language))));
        view()
    }
}

/// Reads the language, from the page if there is one and as long as it is there.
fn reading() -> impl Fn() -> Language + Copy + Send + Sync + 'static {
    let (prefs, page) = (prefs(), use_context::<PageLanguage>());
    move || {
        let of_page = page.and_then(|PageLanguage(language)| language.try_get());
        of_page.unwrap_or_else(|| prefs.with(|prefs| prefs.language))
    }
}

/// A text in the language of the page, and again when that changes.
pub fn t(text: Text) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
    let language = reading();
    move || text.tell(language())
}

/// The language of the page as a signal.
pub fn language() -> Signal<Language> {
    Signal::derive(reading())
}
