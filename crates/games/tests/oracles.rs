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
    fn morpion(
        line in 3..8_usize,
        more in 0..6_usize,
        rule in proptest::sample::select(vec!["exact", "freestyle"]),
        rolls in rolls(80),
    ) {
        let (line, size) = (line.to_string(), (line + more).to_string());
        let game = rulebook(&[("line", &line), ("rule", rule), ("size", &size)]);
        agree::<damier_games::morpion::Morpion, oracle::morpion::Morpion>(&game, &rolls);
    }

    #[test]
    fn renju(size in 5..9_usize, rolls in rolls(50)) {
        let game = rulebook(&[("rule", "renju"), ("size", &size.to_string())]);
        agree::<damier_games::morpion::Morpion, oracle::morpion::Morpion>(&game, &rolls);
    }

    /// Play seldom gets to where a forbidden move depends on another, so marks are thrown at the board.
    #[test]
    fn crowded_renju(
        size in 6..16_usize,
        throws in proptest::collection::vec((0..15_usize, 0..15_usize, 0..5_u8), 8..70),
    ) {
        let mut rows = vec![vec!['.'; size]; size];
        for (row, column, mark) in throws {
            rows[row % size][column % size] = if mark == 0 { 'o' } else { 'x' };
        }
        let row_text = |row: &Vec<char>| {
            let row: String = row.iter().collect();
            // Numbers for the runs of dots, the longest first so that none is cut.
            (1..=size).rev().fold(row, |row, n| row.replace(&".".repeat(n), &n.to_string()))
        };
        let rows = rows.iter().map(row_text).collect::<Vec<_>>().join("/");
        let options = if size == 15 { "rule=renju".into() } else { format!("rule=renju,size={size}") };
        let text = format!("morpion {rows} x {options}");
        let (game, pos) = damier_games::morpion::Morpion::default().read(&text).expect("a good text");
        let mut moves = Vec::new();
        damier_games::Rules::legal_moves(&game, &pos, &mut moves);
        let mut texts: Vec<_> = moves.iter().map(|&mv| game.move_text(&pos, mv)).collect();
        texts.sort_unstable();
        prop_assert_eq!(texts, move_texts(&<oracle::morpion::Morpion as Oracle>::read(&text, &[])), "{}", text);
    }
}
