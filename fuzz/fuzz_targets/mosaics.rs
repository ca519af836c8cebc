//! Boards of coloured squares, as quadrants or as rows.
#![no_main]

use damier_games::mosaic::Mosaic;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Mosaic>() {
        Ok(mosaic) => assert_eq!(mosaic.to_string().parse(), Ok(mosaic)),
        Err(error) => drop(error.to_string()),
    }
});
