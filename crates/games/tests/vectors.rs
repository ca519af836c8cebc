//! Every vector of every game.

use damier_games::{GameKey, vectors};
use std::{fs, path::Path};

#[test]
fn all_vectors_hold() {
    let mut failures = Vec::new();
    for &key in GameKey::ALL {
        let file = format!("{key}.jsonl");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(&file);
        let text = fs::read_to_string(&path).expect("every game has vectors");
        assert!(text.lines().count() > 0, "{file} is empty");
        for (number, line) in text.lines().enumerate() {
            if let Err(failure) = vectors::check(key, line) {
                failures.push(format!("{file}:{}: {failure}", number + 1));
            }
        }
    }
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_wrong_vector_is_noticed_and_a_malformed_one_is_no_vector() {
    let start = "alquerque bbbbb/bbbbb/bb1ww/wwwww/wwwww w 0 0 -";
    let perft = |nodes: u32| {
        format!(
            r#"{{"kind":"perft","options":{{}},"position":"{start}","depth":2,"nodes":{nodes}}}"#
        )
    };
    assert_eq!(vectors::check(GameKey::Alquerque, &perft(8)), Ok(()));
    let wrong = vectors::check(GameKey::Alquerque, &perft(9)).unwrap_err();
    assert_eq!(wrong.to_string(), "perft: expected 9, got 8");
    for line in
        ["", "{", "[]", r#"{"kind":"guess"}"#, r#"{"kind":"perft","options":{},"position":"x"}"#]
    {
        let failure = vectors::check(GameKey::Alquerque, line).unwrap_err();
        assert!(matches!(failure, vectors::Failure::Malformed(_)), "{line}: {failure}");
    }
}
