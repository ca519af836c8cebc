//! Boards of coloured squares, as quadrants or as rows, and files of quadrants.
#![no_main]

use damier_games::mosaic::{Mosaic, QuadrantSet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Mosaic>() {
        Ok(mosaic) => assert_eq!(mosaic.to_string().parse(), Ok(mosaic)),
        Err(error) => drop(error.to_string()),
    }
    match QuadrantSet::read(text) {
        Ok(set) => assert_eq!(QuadrantSet::read(&set.write()).as_ref(), Ok(&set)),
        Err(error) => drop(error.to_string()),
    }
});
