//! Whatever a stranger sends, no reader panics or hangs, and what it accepts it can write and read again. Every game takes
//! part by being listed.

use damier_games::{
    Game, GameKey,
    options::{self, Options},
    text::{Language, Tell},
    vectors, with_game,
};
use proptest::{prelude::*, sample::Index, test_runner::TestRunner};
use serde_json::Value;
use std::{fs, path::Path};

/// Good texts of a game, out of its vectors.
#[derive(Default)]
struct Good {
    lines: Vec<String>,
    positions: Vec<String>,
    moves: Vec<String>,
    options: Vec<String>,
}

impl Good {
    fn of(key: GameKey) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("vectors/{key}.jsonl"));
        let file = fs::read_to_string(path).expect("every game has vectors");
        let mut good = Self::default();
        for line in file.lines() {
            let vector: Value = serde_json::from_str(line).expect("vectors are JSON");
            let texts = |fields: &[&str]| {
                let values = fields.iter().filter_map(|field| vector[field].as_str());
                values.map(str::to_owned).collect::<Vec<_>>()
            };
            good.positions.extend(texts(&["position", "start", "final", "hub_position", "view"]));
            good.moves.extend(texts(&["move", "san"]));
            let listed = vector["moves"].as_array().into_iter().flatten().take(4);
            good.moves.extend(listed.filter_map(|text| text.as_str().map(str::to_owned)));
            for (key, value) in vector["options"].as_object().into_iter().flatten() {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                good.options.push(format!("{key}={value}"));
            }
            // Big trees are for the vectors' own test.
            if vector["depth"].as_u64().unwrap_or(0) <= 1 && line.len() < 4000 {
                good.lines.push(line.to_owned());
            }
        }
        for texts in [&mut good.lines, &mut good.positions, &mut good.moves, &mut good.options] {
            texts.sort_unstable();
            texts.dedup();
            // Something to start from, even for a game without options.
            if texts.is_empty() {
                texts.push("a=1".into());
            }
        }
        good
    }
}

/// What is put into a text to damage it: anything, but more often what means something in it.
fn splinter() -> impl Strategy<Value = String> {
    const TELLING: &[&str] = &[
        "0",
        "1",
        "9",
        "99",
        "4294967296",
        "18446744073709551616",
        "-",
        "+",
        "/",
        " ",
        "  ",
        ",",
        "=",
        ":",
        "x",
        "X",
        "o",
        "K",
        "w",
        "b",
        "W",
        "B",
        "~",
        "?",
        "[",
        "]",
        "\"",
        "{",
        "é",
        "\0",
        "\n",
        "\u{feff}",
        "//",
        "0000",
    ];
    prop_oneof![
        3 => proptest::sample::select(TELLING).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

/// One of `good` after a few edits, or anything at all.
fn damaged(good: Vec<String>) -> impl Strategy<Value = String> {
    let edits = proptest::collection::vec((any::<Index>(), 0..5_u8, splinter()), 0..6);
    let mutated = (proptest::sample::select(good), edits).prop_map(|(text, edits)| {
        let mut text: Vec<char> = text.chars().collect();
        for (index, edit, splinter) in edits {
            let at = index.index(text.len().max(1)).min(text.len());
            let end = (at + 1).min(text.len());
            match edit {
                0 => drop(text.splice(at..end, splinter.chars())),
                1 => drop(text.splice(at..at, splinter.chars())),
                2 => drop(text.drain(at..end)),
                3 => text.truncate(at),
                _ => text.extend_from_within(at..end),
            }
        }
        text.into_iter().collect::<String>()
    });
    prop_oneof![4 => mutated, 1 => any::<String>(), 1 => "[ -~]{0,80}"]
}

/// Runs `check` on many texts for every game.
fn for_all_games(cases: u32, texts: impl Fn(&Good) -> Vec<String>, check: impl Fn(GameKey, &str)) {
    for &key in GameKey::ALL {
        let config =
            ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        let strategy = damaged(texts(&Good::of(key)));
        let result = TestRunner::new(config).run(&strategy, |text| {
            check(key, &text);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{key}: {error}");
        }
    }
}

/// A message is short and in both languages, whatever it repeats of the input.
fn told(error: &impl Tell) {
    for language in Language::ALL {
        let message = error.tell(language);
        assert!(!message.is_empty() && message.chars().count() < 800, "{message}");
    }
}

#[test]
fn position_texts() {
    fn law<G: Game>(text: &str) {
        let (game, pos) = match G::default().read(text) {
            Ok(read) => read,
            Err(error) => return told(&error),
        };
        let written = game.position_text(&pos);
        let (again, same) = game.read(&written).expect("what is written can be read");
        assert_eq!((&same, again.key(&same)), (&pos, game.key(&pos)), "{text}");
        assert_eq!(again.position_text(&same), written);
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        assert_eq!(moves.is_empty(), game.outcome(&pos).is_some(), "{text}");
        // A position that was accepted can be played on, however odd it is.
        for mv in moves.into_iter().take(8) {
            let name = game.move_text(&pos, mv);
            assert_eq!(game.read_move(&pos, &name).ok(), Some(mv), "{name} in {text}");
            let _ = (game.steps(&pos, mv), game.clicks(&pos, mv));
            let mut next = pos.clone();
            game.play(&mut next, mv);
            let _ = (game.outcome(&next), game.drawn(&next, 2), game.claims(&next, 2));
            game.read(&game.position_text(&next)).expect("what play leads to can be read");
        }
    }
    for_all_games(
        256,
        |good| good.positions.clone(),
        |key, text| with_game!(key, |G| law::<G>(text)),
    );
}

#[test]
fn move_texts() {
    fn law<G: Game>(text: &str) {
        let game = G::default();
        let pos = game.start();
        match game.read_move(&pos, text) {
            Ok(mv) => {
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                assert!(moves.contains(&mv), "{text}");
            }
            Err(error) => told(&error),
        }
    }
    for_all_games(256, |good| good.moves.clone(), |key, text| with_game!(key, |G| law::<G>(text)));
}

#[test]
fn options_texts() {
    fn law<G: Game>(text: &str) {
        let chosen = match options::parse_pairs(text.split(',')) {
            Ok(chosen) => chosen,
            Err(error) => return told(&error),
        };
        match options::rulebook::<G>(&chosen) {
            Ok(game) => {
                let said: Options = options::chosen_options(&game);
                let again: G = options::rulebook(&said).expect("what was chosen can be chosen");
                assert_eq!(options::all_options(&again), options::all_options(&game), "{text}");
                let start = game.start();
                game.read(&game.position_text(&start)).expect("a start position can be read");
            }
            Err(error) => told(&error),
        }
    }
    for_all_games(
        256,
        |good| good.options.clone(),
        |key, text| with_game!(key, |G| law::<G>(text)),
    );
}

#[test]
fn vector_lines() {
    for_all_games(
        128,
        |good| good.lines.clone(),
        |key, line| {
            // A deep tree is no fault of the reader's.
            let deep = serde_json::from_str::<Value>(line)
                .is_ok_and(|vector| vector["depth"].as_u64().unwrap_or(0) > 1);
            if !deep {
                let _ = vectors::check(key, line).map_err(|failure| failure.to_string());
            }
        },
    );
}

/// Long texts, too: ten times the length must not take a hundred times as long.
#[test]
fn long_texts_take_linear_time() {
    use std::time::{Duration, Instant};
    fn law<G: Game>(good: &Good) {
        let game = G::default();
        let start = game.start();
        let parts = [
            good.positions[0].as_str(),
            good.moves[0].as_str(),
            "1",
            "/",
            "x",
            "1x",
            " ",
            "a=1,",
            "é",
        ];
        for part in parts {
            let time = |length: usize| {
                let text = part.repeat(length / part.len());
                let lead = good.positions[0].split(' ').next().unwrap_or_default();
                let start_time = Instant::now();
                let _ = (game.read(&text).is_ok(), game.read(&format!("{lead} {text}")).is_ok());
                let _ = game.read(&good.positions[0].replacen('/', &text, 1)).is_ok();
                let _ = game.read_move(&start, &text).is_ok();
                let _ = options::parse_pairs(text.split(','))
                    .map(|chosen| options::rulebook::<G>(&chosen).is_ok());
                start_time.elapsed()
            };
            let (short, long) = (time(10_000), time(100_000));
            let limit = short * 40 + Duration::from_millis(300);
            assert!(long < limit, "{} {part}: {short:?} and {long:?}", G::INFO.key);
        }
    }
    for &key in GameKey::ALL {
        with_game!(key, |G| law::<G>(&Good::of(key)));
    }
}
