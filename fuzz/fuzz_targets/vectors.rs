//! Lines of vector files. Deep trees are left out: they take long by nature.
#![no_main]

use damier_fuzz::game_and_text;
use damier_games::vectors;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let Some((key, line)) = game_and_text(data) else { return };
    let deep = serde_json::from_str::<Value>(line)
        .is_ok_and(|vector| vector["depth"].as_u64().unwrap_or(0) > 2);
    if !deep && let Err(failure) = vectors::check(key, line) {
        drop(failure.to_string());
    }
});
