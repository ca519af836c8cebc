//! Options of all games, as `key=value` pairs joined by commas: what is accepted can be said again.
#![no_main]

use damier_fuzz::game_and_text;
use damier_games::{Game, options, with_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((key, text)) = game_and_text(data) {
        with_game!(key, |G| choose::<G>(text));
    }
});

fn choose<G: Game>(text: &str) {
    let Ok(chosen) = options::parse_pairs(text.split(',')) else { return };
    let Ok(game) = options::rulebook::<G>(&chosen) else { return };
    let said = options::chosen_options(&game);
    let again: G = options::rulebook(&said).expect("what was chosen can be chosen");
    assert_eq!(options::all_options(&again), options::all_options(&game));
    let start = game.start();
    game.read(&game.position_text(&start)).expect("a start position can be read");
}
