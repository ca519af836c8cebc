//! The fast rules against the plain ones, over random play.

use damier_games::{Game, options, perft::perft};
use damier_oracle::{self as oracle, Oracle, move_texts};
use proptest::prelude::*;

/// Plays at random and compares the lists of moves at every ply, and a small perft at the end.
fn agree<G: Game, O: Oracle>(game: &G, rolls: &[u16]) {
    let mut pos = game.start();
    let options = options::chosen_options(game);
    let beside: Vec<(&str, &str)> =
        options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    for &roll in rolls {
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        let text = game.position_text(&pos);
        let mut texts: Vec<_> = moves.iter().map(|&mv| game.move_text(&pos, mv)).collect();
        texts.sort_unstable();
        assert_eq!(texts, move_texts(&O::read(&text, &beside)), "{text}");
        let Some(&mv) = moves.get(usize::from(roll) % moves.len().max(1)) else { return };
        game.play(&mut pos, mv);
    }
    let text = game.position_text(&pos);
    assert_eq!(perft(game, &pos, 2), oracle::perft(&O::read(&text, &beside), 2), "{text}");
}

/// The rulebook with one value chosen for each option, from lists that a test gives.
fn rulebook<G: Game>(pairs: &[(&str, &str)]) -> G {
    let chosen = pairs.iter().map(|&(key, value)| (key.into(), value.into())).collect();
    options::rulebook(&chosen).expect("the test's options are good")
}

fn rolls(most: usize) -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn alquerque(
        backward in proptest::sample::select(vec!["no", "yes"]),
        capture in proptest::sample::select(vec!["free", "huff", "strict"]),
        chain in proptest::sample::select(vec!["may", "must", "single"]),
        rolls in rolls(60),
    ) {
        let game = rulebook(&[("backward", backward), ("capture", capture), ("chain", chain)]);
        agree::<damier_games::alquerque::Alquerque, oracle::alquerque::Alquerque>(&game, &rolls);
    }

    #[test]
    fn alice(
        variant in proptest::sample::select(vec!["default", "teleport-capture"]),
        rolls in rolls(120),
    ) {
        let game = rulebook(&[("variant", variant)]);
        agree::<damier_games::alice::Alice, oracle::alice::Alice>(&game, &rolls);
    }
}
