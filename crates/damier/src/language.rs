//! Which language the person at the terminal reads.

use damier_games::text::Language;

/// What the environment asks for, by the first of these that is set.
pub fn of_environment() -> Language {
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["DAMIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set);
    locale.map_or_else(Language::default, |locale| Language::of_locale(&locale))
}
