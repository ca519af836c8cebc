//! Move texts of all games: lines of text, played one after the other from the start. What is accepted is legal.
#![no_main]

use damier_fuzz::game_and_text;
use damier_games::{Game, with_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((key, text)) = game_and_text(data) {
        with_game!(key, |G| play::<G>(text));
    }
});

fn play<G: Game>(text: &str) {
    let game = G::default();
    let mut pos = game.start();
    for line in text.lines().take(100) {
        match game.read_move(&pos, line) {
            Ok(mv) => {
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                assert!(moves.contains(&mv), "{line}");
                game.play(&mut pos, mv);
            }
            Err(error) => drop(error.to_string()),
        }
    }
}
