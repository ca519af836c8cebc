//! The games kept on this device.

use super::local::Kept;
use crate::storage;

/// How many games are kept; the oldest go first.
const MOST: usize = 30;
const LIST: &str = "games";
/// How the names of games on this device begin.
pub const LOCAL: &str = "local-";

/// The names of the kept games, the newest first.
pub fn names() -> Vec<String> {
    storage::load(LIST).unwrap_or_default()
}

/// The game of that name.
pub fn load(name: &str) -> Option<Kept> {
    storage::load(&entry(name))
}

/// Keeps a game.
pub fn save(name: &str, kept: &Kept) {
    storage::save(&entry(name), kept);
    let mut all = names();
    if all.first().is_some_and(|first| first == name) {
        return;
    }
    all.retain(|other| other != name);
    all.insert(0, name.into());
    for old in all.split_off(all.len().min(MOST)) {
        storage::forget(&entry(&old));
    }
    storage::save(LIST, &all);
}

/// Forgets a game.
pub fn remove(name: &str) {
    let mut all = names();
    all.retain(|other| other != name);
    storage::save(LIST, &all);
    storage::forget(&entry(name));
}

/// A name that no game has yet.
pub fn fresh() -> String {
    let now = js_sys::Date::now() as u64;
    let more = (js_sys::Math::random() * 1e6) as u64;
    format!("{LOCAL}{now:x}{more:05x}")
}

fn entry(name: &str) -> String {
    format!("game.{name}")
}
