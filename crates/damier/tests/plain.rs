//! The line mode, through pipes, as scripts use it.

use damier_games::{GameKey, open, options::Options};
use std::{
    io::Write,
    process::{Command, Stdio},
};

fn damier(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .env("DAMIER_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A program that does not read to the end has its reasons.
    let _ = process.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let output = process.wait_with_output().expect("the binary ends");
    let text = |bytes| String::from_utf8(bytes).expect("the binary prints text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

#[test]
fn every_game_is_played_by_lines() {
    for &game in GameKey::ALL {
        let mut table = open(game, &Options::new(), None).unwrap();
        let (mut state, mut lines) = (3_u64, String::new());
        for _ in 0..30 {
            let moves = table.legal_moves();
            if moves.is_empty() || table.result().is_some() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let text = &moves[(state >> 33) as usize % moves.len()];
            table.play(table.turn(), text).unwrap();
            lines.push_str(text);
            lines.push('\n');
        }
        lines.push_str("moves\nboard\nposition\nquit\n");
        let (code, out, err) =
            damier(&["play", game.info().key, "--vs", "human", "--plain"], &lines);
        assert_eq!((code, err.as_str()), (0, ""), "{game}: {out}");
        assert!(out.starts_with(&format!("ok {game}: ")), "{out}");
        assert!(out.ends_with("ok bye\n"), "{out}");
        if table.result().is_none() && !game.info().hidden {
            let legal = format!("ok moves {}\n", table.legal_moves().join(" "));
            assert!(out.contains(&legal), "{game}: {legal}{out}");
        }
    }
}

#[test]
fn times_and_quadrants_that_make_no_sense_are_refused() {
    let play = |more: &[&str]| {
        let (code, _, err) = damier(&[&["play", "katarenga", "--plain"], more].concat(), "");
        (code, err)
    };
    for (time, why) in [("9+", "5+3"), ("0+0", "some"), ("2/turn", "3 to 3600"), ("2d", "30/turn")]
    {
        let (code, err) = play(&["--time", time]);
        assert!(code == 2 && err.contains(why), "{time}: {err}");
    }
    let (code, err) = play(&["--quadrants", "/nowhere/quadrants.json"]);
    assert!(code == 2 && err.contains("/nowhere/quadrants.json"), "{err}");
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), r#"{"a": {"grid": [[1, 2, 3, 9]]}}"#).expect("it can be written");
    let (code, err) = play(&["--quadrants", &file.path().display().to_string()]);
    assert!(code == 2 && err.lines().count() == 1, "{err}");
    let (code, out, _) = damier(
        &["play", "chess", "--vs", "human", "--time", "5+3", "--plain"],
        "clock\ne2e4\nclock\n",
    );
    assert_eq!(code, 0);
    assert!(
        out.contains("ok clock white 300.0, black 300.0\nok e2e4\nok clock white 300.0"),
        "{out}"
    );
}

#[test]
fn the_computer_answers_and_a_game_ends() {
    let (code, out, _) =
        damier(&["play", "chess", "--vs", "facile", "--plain"], "e2e4\nresign\nquit\n");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 0);
    assert_eq!(lines[..2], ["ok chess: white human, black computer Easy", "ok e2e4"]);
    assert!(lines[2].starts_with("played "), "{out}");
    assert_eq!(lines[3..], ["ok resign", "result 0-1 resignation", "ok bye"]);
}

#[test]
fn the_computer_begins_where_it_is_told_to() {
    let (_, out, _) = damier(&["play", "chess", "--vs", "1", "--side", "second", "--plain"], "");
    assert!(out.lines().nth(1).is_some_and(|line| line.starts_with("played ")), "{out}");
}

#[test]
fn a_script_learns_that_a_line_was_refused() {
    let (code, out, err) =
        damier(&["play", "chess", "--vs", "human", "--plain"], "e2e5\ne2e4\n\u{0}\nquit\n");
    assert_eq!(code, 1);
    assert_eq!(out.lines().filter(|line| line.starts_with("error ")).count(), 2, "{out}");
    assert!(out.contains("ok e2e4\n"));
    assert_eq!(err, "damier: 2 lines were refused\n");
}

#[test]
fn the_end_of_the_input_ends_it() {
    let (code, out, err) = damier(&["play", "dark", "--vs", "human", "--plain"], "");
    assert_eq!((code, out.lines().count(), err.as_str()), (0, 1, ""));
}

#[test]
fn wrong_calls_are_told() {
    for (arguments, message) in [
        (&["play", "go", "--plain"][..], "unknown game \"go\""),
        (&["play", "--plain"], "missing game: expected damier play GAME --plain"),
        (&["play", "chess", "--vs", "9", "--plain"], "unknown level \"9\""),
        (&["play", "chess", "--option", "x=y", "--plain"], "unknown option \"x\""),
        (&["play", "chess"], "this is not a terminal: expected one, or --plain"),
        (&["join", "ftp://x"], "cannot read the address \"ftp://x\""),
    ] {
        let (code, out, err) = damier(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.starts_with(&format!("damier: {message}")), "{arguments:?}: {err}");
    }
}
