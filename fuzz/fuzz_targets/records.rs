//! Records in PGN, PDN and our own text: what was read can be written and reads the same.
#![no_main]

use damier_fuzz::game_and_text;
use damier_games::{Viewer, record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((usual, text)) = game_and_text(data) else { return };
    for loaded in record::read(text, Some(usual)).unwrap_or_default() {
        let again = loaded.table.record(&loaded.tags, Viewer::Referee);
        let games = record::read(&again, None).expect("what is written can be read");
        let [same] = games.as_slice() else { panic!("one game was written") };
        assert_eq!(same.table.snapshot(Viewer::Referee), loaded.table.snapshot(Viewer::Referee));
    }
});
