//! What a tab, the history and a screen reader call each page. A game that is looked at names its tab itself (`pages::game`), because
//! it tells whose turn it is, too.

use crate::{prefs::prefs, texts};
use damier_games::{GameKey, text::Language};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// Keeps the title of the tab as that of the page.
pub fn follow() {
    let (path, prefs) = (use_location().pathname, prefs());
    let language = Memo::new(move |_| prefs.with(|prefs| prefs.language));
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        let language = language.get();
        // In another language the tab of a game is named where the game is.
        if before.as_ref() != Some(&path) || !path.starts_with("/game/") {
            document().set_title(&title(&decoded(&path), language));
        }
        path
    });
}

/// An address as people write it.
fn decoded(path: &str) -> String {
    let plain = js_sys::decode_uri_component(path).ok();
    plain.map_or_else(|| path.to_owned(), String::from)
}

/// The title of the page at that address.
fn title(path: &str, language: Language) -> String {
    let mut parts = path.split('/').skip(1);
    let (page, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let game = of.parse::<GameKey>().ok().map(|game| game.info().name);
    let name = match page {
        "rules" => Some(texts::RULES),
        "analysis" => Some(texts::ANALYSIS),
        "quadrants" => Some(texts::QUADRANTS),
        "ranking" => Some(texts::RANKING),
        "friends" => Some(texts::FRIENDS),
        "settings" => Some(texts::SETTINGS),
        "sign-in" => Some(texts::SIGN_IN),
        "register" => Some(texts::REGISTER),
        _ => None,
    };
    let player = (page == "player" && !of.is_empty()).then_some(of);
    let words = [name, game].into_iter().flatten().map(|text| text.tell(language));
    words.chain(player).chain(["Damier"]).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_names_of_their_own() {
        let of = |path| title(path, Language::French);
        assert_eq!(of("/"), "Damier");
        assert_eq!(of("/play/chess"), "Échecs · Damier");
        assert_eq!(of("/rules/alice"), "Règles · Échecs d'Alice · Damier");
        assert_eq!(of("/ranking"), "Classement · Damier");
        assert_eq!(of("/player/Zoé"), "Zoé · Damier");
        assert_eq!(of("/nothing"), "Damier");
    }
}
