//! Sessions as text: what is said, and the lines that answer it.

use super::*;
use crate::protocol::page::Page;

/// All that is answered to these lines; every search is waited for, so that nothing depends on time.
fn session(lines: &[&str]) -> String {
    let page = Page::default();
    let mut engine = Engine::new(page.clone());
    let mut patient = false;
    for line in lines {
        if !engine.obey(line).expect("a page can be written on") {
            break;
        }
        // A search that waits for a word from outside is not waited for.
        patient =
            (patient || line.contains("ponder") || line.contains("infinite")) && *line != "stop";
        if !patient && let Some(search) = engine.search.take() {
            engine.mind = search.thread.join().ok();
        }
    }
    engine.rest();
    page.text()
}

const START: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn the_handshake_ends_with_wait_and_ready() {
    let text =
        session(&["hub", "set-param name=hash value=1", "set-param name=book value=true", "init"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("id name=Damier version="));
    assert!(lines[1..5].iter().all(|line| line.starts_with("param name=")));
    assert_eq!(lines[5..], ["wait", "ready"]);
}

#[test]
fn a_move_is_chosen_and_written_with_all_it_takes() {
    let level = ["level depth=4", "go think"];
    let text = session(&["set-param name=hash value=1", START, level[0], level[1]]);
    assert!(text.starts_with("info depth=1 "), "{text}");
    assert!(last(&text).starts_with("done move="), "{text}");
    let forced = format!("{START} moves=\"32-28 19-23\"");
    let text = session(&["set-param name=hash value=1", &forced, level[0], level[1]]);
    assert!(last(&text).starts_with("done move=28x19x23"), "{text}");
    // Captured pieces come in any order.
    let shot =
        "pos pos=BeeeeeeeeeeeeeweeeebeeeeeeeweeeeeeeeeeeewewweeeBeee moves=\"47x31x42x27x14\"";
    let text = session(&["set-param name=hash value=1", shot, level[0], level[1]]);
    assert!(last(&text).starts_with("done move="), "{text}");
}

#[test]
fn the_first_version_is_spoken_too() {
    let text = session(&[
        "set hash 1",
        "init",
        "new",
        "pos wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "move 32-28",
        "move 19-23",
        "depth 3",
        "go",
        "ping",
    ]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "ready");
    assert!(lines[1].starts_with("info 1 "), "{text}");
    assert!(lines[lines.len() - 2].starts_with("move 28x19x23"), "{text}");
    assert_eq!(last(&text), "pong");
}

#[test]
fn pondering_waits_for_the_expected_move() {
    let text = session(&[
        "set-param name=hash value=1",
        START,
        "level depth=2",
        "go ponder",
        "ponder-hit",
    ]);
    assert_eq!(text.lines().filter(|line| line.starts_with("done move=")).count(), 1, "{text}");
    let text = session(&[
        "set-param name=hash value=1",
        START,
        "level infinite",
        "go ponder",
        "ping",
        "stop",
    ]);
    assert!(last(&text).starts_with("done move="), "{text}");
    assert!(text.contains("pong\n"));
}

#[test]
fn other_variants_have_their_own_boards() {
    for (name, start) in [
        ("brazilian", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"),
        ("russian", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"),
        ("losing", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"),
    ] {
        let variant = format!("set-param name=variant value={name}");
        let pos = format!("pos pos={start}");
        let text = session(&[
            "set-param name=hash value=1",
            &variant,
            &pos,
            "level nodes=500",
            "go think",
        ]);
        assert!(last(&text).starts_with("done move="), "{name}: {text}");
    }
    assert!(session(&["set-param name=variant value=frisian"]).starts_with("error message="));
}

#[test]
fn what_is_wrong_is_said_and_nothing_breaks() {
    for lines in [
        &["pos pos=W"][..],
        &["pos"],
        &["pos pos=\"", "go think"],
        &["pos pos=é", "go think"],
        &["pos é", "go"],
        &["pos pos=Wweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"],
        // Nobody to move, or nothing.
        &["pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "go think"],
        &["pos pos=Weeeeeeeeeebeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "go think"],
        &[START, "move 1-2"],
        &["set-param name=hash value=0"],
        &["set-param name=threads value=many"],
        &["set-param name=variant"],
    ] {
        let text = session(lines);
        assert!(last(&text).starts_with("error message=\""), "{lines:?}: {text}");
        assert!(!text.contains("done"), "{lines:?}: {text}");
    }
    let moves = format!("{START} moves=\"32-28 1-2\"");
    assert!(session(&[&moves]).starts_with("error message="));
}

#[test]
fn rubbish_is_ignored() {
    let long = "x=".repeat(10_000);
    let lines = [
        "",
        " ",
        "=",
        "==",
        "\"",
        "hello world",
        "level",
        "level x=y",
        "level time=NaN inc=1e999",
        &long,
        "stop",
        "ponder-hit",
        "go\u{0}",
    ];
    assert_eq!(session(&lines), "");
    let text = session(&[
        "set-param name=hash value=1",
        START,
        "level move-time=-3",
        "go think",
        "quit",
        "ping",
    ]);
    assert!(last(&text).starts_with("done move="), "{text}");
}

#[test]
fn a_game_that_our_rules_call_drawn_is_played_on() {
    let king_dance = "38-15 5-41 15-38 41-5 ".repeat(4);
    let pos = format!(
        "pos pos=WeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeeee moves=\"{}\"",
        king_dance.trim()
    );
    let text = session(&["set-param name=hash value=1", &pos, "level nodes=2000", "go think"]);
    assert!(last(&text).starts_with("done move="), "{text}");
}
