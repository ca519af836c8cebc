//! The fast rules against the plain ones, over random play.

use damier_games::{
    Game,
    draughts::{Draughts, Position},
    options,
    perft::perft,
};
use damier_oracle::{self as oracle, Oracle, move_texts};
use proptest::prelude::*;

/// Plays at random and compares the lists of moves at every ply, and a small perft at the end.
fn agree<G: Game, O: Oracle>(game: &G, rolls: &[u16]) {
    agree_from::<G, O>(game, game.start(), rolls);
}

/// The same from a position that play need not lead to.
fn agree_text<G: Game, O: Oracle>(text: &str, rolls: &[u16]) {
    let (game, pos) = G::default().read(text).expect("the test's positions are good");
    assert_eq!(game.position_text(&pos), text);
    agree_from::<G, O>(&game, pos, rolls);
}

/// The same from another position than the set-up.
fn agree_from<G: Game, O: Oracle>(game: &G, mut pos: G::Position, rolls: &[u16]) {
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
        let text = game.position_text(&pos);
        assert_eq!(game.read(&text).expect("what is written can be read").1, pos, "{text}");
    }
    let text = game.position_text(&pos);
    assert_eq!(perft(game, &pos, 2), oracle::perft(&O::read(&text, &beside), 2), "{text}");
}

/// The rulebook with one value chosen for each option, from lists that a test gives.
fn rulebook<G: Game>(pairs: &[(&str, &str)]) -> G {
    let chosen = pairs.iter().map(|&(key, value)| (key.into(), value.into())).collect();
    options::rulebook(&chosen).expect("the test's options are good")
}

const VARIANTS: [&str; 5] = ["default", "short-kings", "antidraughts", "brazilian", "russian"];

fn rolls(most: usize) -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..most)
}

/// A draughts position with pieces thrown on the board. `letters` has one of `wbWBe` for each square.
fn scattered(game: &Draughts, side: char, mut letters: Vec<char>) -> Position {
    // Men do not stand where they are crowned.
    let row = if letters.len() == 50 { 5 } else { 4 };
    let count = letters.len();
    letters[..row].iter_mut().filter(|letter| **letter == 'w').for_each(|man| *man = 'W');
    letters[count - row..].iter_mut().filter(|letter| **letter == 'b').for_each(|man| *man = 'B');
    let text: String = [side].into_iter().chain(letters).collect();
    game.read_hub_position(&text).expect("no man stands on its last row")
}

/// A mosaic: stock quadrants, or any colours at all.
fn mosaics() -> impl Strategy<Value = String> {
    let quadrant = (1..=10, 0..4).prop_map(|(number, turns)| format!("{number}:{}", turns * 90));
    let quadrants = proptest::collection::vec(quadrant, 4).prop_map(|parts| parts.join(" "));
    let row = proptest::collection::vec(proptest::sample::select(vec!["R", "G", "B", "Y"]), 8)
        .prop_map(|row| row.concat());
    let colours = proptest::collection::vec(row, 8).prop_map(|rows| rows.join("/"));
    prop_oneof![quadrants, colours]
}

/// Pawns anywhere, few or many.
fn pawns() -> impl Strategy<Value = String> {
    let squares = proptest::collection::vec(any::<u8>(), 64);
    (squares, 2u8..30).prop_map(|(squares, rarity)| {
        let letter = |roll: u8| ['r', 'b'].get(usize::from(roll % rarity)).copied();
        let row = |rolls: &[u8]| {
            let mut row = String::new();
            for letter in rolls.iter().map(|&roll| letter(roll)) {
                match (letter, row.chars().last().and_then(|last| last.to_digit(10))) {
                    (Some(letter), _) => row.push(letter),
                    (None, None) => row.push('1'),
                    (None, Some(run)) => {
                        row.pop();
                        row += &(run + 1).to_string();
                    }
                }
            }
            row
        };
        squares.chunks(8).map(row).collect::<Vec<_>>().join("/")
    })
}

fn sides() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["r", "b"])
}

/// The colours of a board as position texts write them.
fn colours(board: &str) -> String {
    board.parse::<damier_games::mosaic::Mosaic>().expect("the test's boards are good").to_string()
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
    fn draughts(
        variant in proptest::sample::select(VARIANTS.to_vec()),
        rolls in rolls(100),
    ) {
        let game = rulebook(&[("variant", variant)]);
        agree::<Draughts, oracle::draughts::Draughts>(&game, &rolls);
    }

    /// Captures of all shapes, which play from the set-up seldom brings.
    #[test]
    fn scattered_draughts(
        variant in proptest::sample::select(VARIANTS.to_vec()),
        side in proptest::sample::select(vec!['W', 'B']),
        letters in proptest::collection::vec(proptest::sample::select("eeeeeeeeewbbWBB".chars().collect::<Vec<_>>()), 50),
        rolls in rolls(6),
    ) {
        let game: Draughts = rulebook(&[("variant", variant)]);
        let squares = game.board().cells.len();
        let pos = scattered(&game, side, letters[..squares].to_vec());
        agree_from::<Draughts, oracle::draughts::Draughts>(&game, pos, &rolls);
    }

    #[test]
    fn alice(
        variant in proptest::sample::select(vec!["default", "teleport-capture"]),
        rolls in rolls(120),
    ) {
        let game = rulebook(&[("variant", variant)]);
        agree::<damier_games::alice::Alice, oracle::alice::Alice>(&game, &rolls);
    }

    #[test]
    fn katarenga(
        board in mosaics(),
        first_capture in proptest::sample::select(vec!["no", "yes"]),
        min_pawns in proptest::sample::select(vec!["1", "2"]),
        no_progress in proptest::sample::select(vec!["0", "9", "100"]),
        rolls in rolls(200),
    ) {
        let game = rulebook(&[
            ("board", &board),
            ("first-capture", first_capture),
            ("min-pawns", min_pawns),
            ("no-progress", no_progress),
        ]);
        agree::<damier_games::katarenga::Katarenga, oracle::katarenga::Katarenga>(&game, &rolls);
    }

    #[test]
    fn congress(
        board in mosaics(),
        capture in proptest::sample::select(vec!["no", "yes"]),
        max_plies in proptest::sample::select(vec!["0", "50", "300"]),
        rolls in rolls(200),
    ) {
        let game = rulebook(&[("board", &board), ("capture", capture), ("max-plies", max_plies)]);
        agree::<damier_games::congress::Congress, oracle::congress::Congress>(&game, &rolls);
    }

    #[test]
    fn isolation(
        board in mosaics(),
        safety in proptest::sample::select(vec!["incoming", "mutual", "opposite"]),
        rolls in rolls(40),
    ) {
        let game = rulebook(&[("board", &board), ("safety", safety)]);
        agree::<damier_games::isolation::Isolation, oracle::isolation::Isolation>(&game, &rolls);
    }

    #[test]
    fn katarenga_from_anywhere(
        (board, pawns, side) in (mosaics(), pawns(), sides()),
        camps in "[-b][-b][-r][-r]",
        ply in 0..4,
        rolls in rolls(20),
    ) {
        let text = format!("katarenga {} {pawns} {side} {camps} 0 {ply} -", colours(&board));
        agree_text::<damier_games::katarenga::Katarenga, oracle::katarenga::Katarenga>(&text, &rolls);
    }

    #[test]
    fn congress_from_anywhere(
        (board, pawns, side) in (mosaics(), pawns(), sides()),
        options in proptest::sample::select(vec!["-", "capture=yes"]),
        rolls in rolls(20),
    ) {
        prop_assume!(pawns.contains('r') && pawns.contains('b'));
        let text = format!("congress {} {pawns} {side} 0 {options}", colours(&board));
        agree_text::<damier_games::congress::Congress, oracle::congress::Congress>(&text, &rolls);
    }

    #[test]
    fn isolation_from_anywhere(
        (board, pawns, side) in (mosaics(), pawns(), sides()),
        options in proptest::sample::select(vec!["-", "safety=mutual", "safety=opposite"]),
        rolls in rolls(20),
    ) {
        let text = format!("isolation {} {pawns} {side} {options}", colours(&board));
        agree_text::<damier_games::isolation::Isolation, oracle::isolation::Isolation>(&text, &rolls);
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
