//! What is kept on the device between visits. Browsers may refuse it (private windows, full disks); then nothing is kept and
//! nothing breaks.

use serde::{Serialize, de::DeserializeOwned};

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// What was kept under `name`, if it can still be read.
pub fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let text = storage()?.get_item(&full(name)).ok()??;
    serde_json::from_str(&text).ok()
}

/// Keeps `value` under `name`.
pub fn save<T: Serialize>(name: &str, value: &T) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(value)) {
        // A full or forbidden storage is no reason to disturb a game.
        let _ = storage.set_item(&full(name), &text);
    }
}

/// Forgets `name`.
pub fn forget(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&full(name));
    }
}

fn full(name: &str) -> String {
    format!("damier.{name}")
}
