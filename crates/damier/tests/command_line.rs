//! The binary as scripts call it.

use std::{fs, process::Command};

/// Exit code, standard output, standard error.
fn damier(arguments: &[&str]) -> (i32, String, String) {
    run(arguments, "en")
}

fn run(arguments: &[&str], language: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .env("DAMIER_LANG", language)
        .output()
        .expect("the binary runs and prints text");
    let text = |bytes| String::from_utf8(bytes).expect("the binary runs and prints text");
    (
        output.status.code().expect("the binary runs and prints text"),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn moves_are_listed_sorted() {
    let (code, out, err) = damier(&["moves", "alquerque"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "b2-c3\nc2-c3\nd2-c3\nd3-c3\n", ""));
}

#[test]
fn a_position_and_its_options_are_taken() {
    let position = "alquerque 5/1b1b1/5/1b1b1/w4 w 0 40 capture=free";
    let (code, out, _) =
        damier(&["moves", "alquerque", "--position", position, "--option", "capture=free"]);
    assert_eq!((code, out.lines().count()), (0, 5));
}

#[test]
fn perft_counts() {
    let (code, out, _) = damier(&["perft", "alquerque", "--depth", "6"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("23854 nodes, "), "{out}");
}

#[test]
fn a_wrong_call_is_told_in_one_line() {
    let position = "alquerque 5/1b1b1/5/1b1b1/w4 w 0 40 capture=free";
    for (arguments, message) in [
        (&["moves", "go"][..], "unknown game \"go\": expected one of "),
        (&["moves"], "missing argument: expected <GAME>"),
        (
            &["dance"],
            "unknown command \"dance\": expected one of play, host, join, serve, backup, admin, moves, perft, vectors, bench, engine",
        ),
        (
            &["moves", "alquerque", "--fast"],
            "unexpected argument \"--fast\": see damier moves --help",
        ),
        (
            &["moves", "alquerque", "--option", "chain"],
            "cannot read option \"chain\": expected key=value",
        ),
        (
            &["moves", "alquerque", "--option", "chain=long"],
            "option chain cannot be \"long\": expected must, may, single",
        ),
        (
            &["moves", "alquerque", "--option", "chain=may", "--option", "chain=must"],
            "option chain is given twice",
        ),
        (
            &["moves", "alquerque", "--position", "nonsense"],
            "cannot read \"nonsense\": expected alquerque <men>",
        ),
        (
            &["moves", "alquerque", "--position", position, "--option", "capture=huff"],
            "option capture=huff contradicts the position, which says free",
        ),
        (
            &["perft", "alquerque", "--depth", "deep"],
            "\"deep\" cannot be the value of --depth <N>: expected how many plies deep, 0 to 100",
        ),
        (&["perft", "alquerque", "--depth"], "missing value: expected --depth <N>"),
        (
            &["play", "chess", "--side", "up"],
            "\"up\" cannot be the value of --side <first|second|random>: expected first, second, random",
        ),
        (
            &["host", "chess", "--addr", "127.0.0.1:0"],
            "nothing can be drawn here: expected a terminal",
        ),
        (
            &["serve", "--database-url", "mysql://u:secret@host/name"],
            "cannot read the address of the database: expected postgres://user:password@host/name",
        ),
        (
            &["bench", "engine", "horde", "--option", "variant=lichess"],
            "\"engine\" takes no options: --option is for levels",
        ),
        (
            &["bench", "levels", "horde", "--option", "variant=none"],
            "option variant cannot be \"none\"",
        ),
        (&["vectors", "no/such/alquerque.jsonl"], "cannot read no/such/alquerque.jsonl: "),
        (&["vectors", "Cargo.toml"], "unknown game \"Cargo\""),
    ] {
        let (code, out, err) = damier(arguments);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{arguments:?}: {err}");
        assert!(err.starts_with(&format!("damier: {message}")), "{arguments:?}: {err}");
    }
}

#[test]
fn french_is_spoken() {
    let (code, _, err) = run(&["moves", "go"], "fr_FR.UTF-8");
    assert_eq!(code, 2);
    assert!(err.starts_with("damier: jeu « go » inconnu : attendu "), "{err}");
    let (code, out, _) = run(&["--help"], "fr");
    assert_eq!(code, 0);
    assert!(out.contains("Utilisation : ") && out.contains("Commandes"), "{out}");
}

#[test]
fn vectors_say_where_they_differ() {
    let folder = std::env::temp_dir().join(format!("damier-vectors-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("alquerque.jsonl");
    let start = "alquerque bbbbb/bbbbb/bb1ww/wwwww/wwwww w 0 0 -";
    let perft = |nodes: u32| {
        format!(
            r#"{{"kind":"perft","options":{{}},"position":"{start}","depth":1,"nodes":{nodes}}}"#
        )
    };
    fs::write(&file, format!("{}\n{}\n{{\n", perft(4), perft(5))).unwrap();
    let name = file.display().to_string();
    let (code, out, err) = damier(&["vectors", &name]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(lines[0], format!("{name}:2: perft: expected 5, got 4"));
    assert!(lines[1].starts_with(&format!("{name}:3: malformed line: ")), "{out}");
    assert_eq!(lines[2], "1 passed, 2 failed");
    assert_eq!(err.lines().count(), 1);
    fs::write(&file, perft(4)).unwrap();
    let (code, out, err) = damier(&["vectors", &name]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "1 passed, 0 failed\n", ""));
    fs::remove_dir_all(folder).unwrap();
}
