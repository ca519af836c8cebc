//! The endings that were worked out, for the rules that somebody asked for.

use super::endings::Endings;
use crate::brain::Lore;
use damier_games::alquerque::Alquerque;
use std::{
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

/// Worked out or being worked out.
type Place = OnceLock<Option<Endings>>;

/// There are but a few rules, so what is here stays.
static SHELF: Mutex<Vec<(Alquerque, &'static Place)>> = Mutex::new(Vec::new());

/// The endings of a rulebook. The first time they are worked out beside everything else; until they are there it is waited for them as
/// long as `wait` says so.
pub fn at_hand(game: &Alquerque, wait: &dyn Fn() -> bool) -> Option<&'static dyn Lore<Alquerque>> {
    let place = place(game);
    while place.get().is_none() && wait() {
        std::thread::sleep(Duration::from_millis(1));
    }
    place.get()?.as_ref().map(|endings| endings as &dyn Lore<Alquerque>)
}

fn place(game: &Alquerque) -> &'static Place {
    let rules = game.endless();
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, place)) = shelf.iter().find(|(known, _)| *known == rules) {
        return place;
    }
    let place: &'static Place = Box::leak(Box::default());
    shelf.push((rules.clone(), place));
    drop(shelf);
    let work = move || {
        place.get_or_init(|| Endings::of(&rules));
    };
    // A browser has nobody else to do it.
    if cfg!(target_family = "wasm") {
        work();
    } else {
        std::thread::spawn(work);
    }
    place
}
