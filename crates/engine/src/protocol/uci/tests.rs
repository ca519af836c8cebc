//! Sessions as text: what is said, and the lines that answer it.

use super::*;
use crate::protocol::page::Page;

/// All that is answered to these lines. Every search is waited for but those that wait for a word from outside.
fn session(lines: &[&str]) -> String {
    let page = Page::default();
    let mut engine = Engine::new(page.clone());
    for line in lines {
        assert!(engine.obey(line).expect("a page can be written on"));
        let patient = line.contains("ponder ") || line.contains("infinite");
        if !patient && let Some(search) = engine.search.take() {
            engine.mind = search.thread.join().ok();
        }
    }
    engine.rest();
    page.text()
}

fn moves(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.starts_with("bestmove")).collect()
}

/// The queen hangs, and is not among the first moves of the list.
const HANGS: &str = "position fen 7k/8/8/3q4/8/4N3/P7/K7 w - - 0 1";

#[test]
fn a_ponderhit_lets_time_count() {
    let said = session(&["go ponder depth 4", "ponderhit"]);
    assert_eq!(moves(&said).len(), 1, "{said}");
    // It has thought as far as it was asked to, after the hit.
    assert!(said.contains("info depth 4 "), "{said}");
    assert_eq!(moves(&session(&["go ponder depth 2", "stop"])).len(), 1);
    assert_eq!(session(&["ponderhit"]), "");
}

#[test]
fn whoever_has_no_time_looks_at_each_move_once() {
    for go in ["go movetime 0", "go wtime 0 btime 0", "go wtime -20 btime 5000", "go movetime x"] {
        let said = session(&[HANGS, go]);
        assert_eq!(moves(&said)[0].split(' ').nth(1), Some("e3d5"), "{go}: {said}");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_does_not_go_on_for_ever() {
    let said = session(&["go movetime", "go depth x", "go wtime one btime 2"]);
    for word in ["movetime", "depth", "wtime"] {
        assert!(said.contains(&format!("cannot read the number after {word}\n")), "{said}");
    }
    assert_eq!(moves(&said).len(), 3, "{said}");
    assert!(session(&["go searchmoves a2a3 depth 1"]).contains("searchmoves is not known here"));
}

#[test]
fn the_only_clock_that_is_told_is_a_limit() {
    let (limits, unread) = limits(&["btime", "1000", "binc", "10"], Player::One);
    let clock = limits.clock.expect("there is a clock");
    assert_eq!((clock.left.as_millis(), clock.increment.as_millis()), (1000, 10));
    assert!(unread.is_empty());
    let words = ["wtime", "99999999999999999999999", "btime", "5"];
    let (limits, _) = super::limits(&words, Player::One);
    assert!(limits.clock.is_some_and(|clock| clock.left > Duration::from_secs(1_000_000)));
}

#[test]
fn a_mate_is_looked_for_so_far_and_no_further() {
    assert_eq!(limits(&["mate", "2"], Player::One).0.depth, Some(4));
    assert_eq!(limits(&["mate", "9", "depth", "3"], Player::One).0.depth, Some(3));
}

#[test]
fn options_of_another_game_are_told() {
    let said = session(&["setoption name size value 19"]);
    assert!(said.starts_with("info string error: chess has no option size"), "{said}");
    for quiet in ["setoption name size value <empty>", "setoption name Ponder value true"] {
        assert_eq!(session(&[quiet]), "");
    }
    let morpion = ["setoption name UCI_Variant value morpion", "setoption name size value 19"];
    assert_eq!(session(&morpion), "");
}

#[test]
fn what_is_no_text_ends_nothing() {
    let page = Page::default();
    run(&b"\xff\xfe\nisready\n"[..], page.clone()).expect("a page can be written on");
    assert_eq!(page.text(), "readyok\n");
}
