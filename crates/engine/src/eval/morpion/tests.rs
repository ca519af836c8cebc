use crate::{
    Level,
    mind::{Thinking, Thought, mind},
    search::Limits,
};
use damier_games::{GameKey, open, options::Options};
use std::sync::atomic::AtomicBool;

/// What full strength finds within that many nodes.
fn think(position: &str, nodes: u64) -> Thought {
    let key: GameKey = "morpion".parse().expect("there is such a game");
    let mut mind = mind(key, 16);
    mind.look(&Options::new(), Some(position), &[]).expect("the position is well written");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 1 };
    mind.think(&thinking, &AtomicBool::new(false), &mut |_| ()).swap_remove(0)
}

#[track_caller]
fn plays(position: &str, nodes: u64, moves: &[&str]) -> Thought {
    let thought = think(position, nodes);
    assert!(moves.contains(&thought.line[0].as_str()), "{position}: {thought:?}");
    thought
}

#[test]
fn a_win_in_one_is_played() {
    let thought =
        plays("morpion 15/15/15/15/15/15/15/3oxxxx7/4oooo7/15/15/15/15/15/15 x -", 50, &["i8"]);
    assert_eq!(thought.win_in, Some(1));
    plays("morpion 7/7/7/2xxx2/2ooo2/7/7 x line=4,size=7", 50, &["b4", "f4"]);
    plays("morpion 3/xx1/oo1 o line=3,size=3", 50, &["c1"]);
}

#[test]
fn a_four_is_stopped() {
    plays("morpion 15/15/15/15/15/15/15/3oxxxx7/5ooo7/15/15/15/15/15/15 o -", 500, &["i8"]);
    plays("morpion 15/15/15/15/15/15/15/3oxxxx7/5ooo7/15/15/15/15/15/15 o -", 1, &["i8"]);
    // An open three must be met on its own row.
    let met = ["d8", "e8", "i8", "j8"];
    plays("morpion 15/15/15/15/15/15/15/5xxx7/6oo7/15/15/15/15/15/15 o -", 5000, &met);
}

#[test]
fn fours_that_end_in_a_row_are_found() {
    // A four and a three on one cell.
    let thought =
        plays("morpion 15/15/15/15/7x7/7x7/15/4xx9/3oxx9/15/15/15/15/15/15 x -", 500, &[]);
    assert!(thought.win_in.is_some(), "{thought:?}");
}

#[test]
fn an_overline_wins_only_where_it_does() {
    let free = "morpion 15/15/15/15/15/15/15/3xxx1xx6/4oo1o7/15/15/15/15/15/15 x -";
    assert_eq!(plays(free, 500, &["g8"]).win_in, Some(1));
    for rule in ["exact", "renju"] {
        let text = free.replace(" -", &format!(" rule={rule}"));
        let thought = think(&text, 500);
        assert!(thought.line[0] != "g8" || thought.win_in != Some(1), "{thought:?}");
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let thought = think("morpion 3/3/3 x line=3,size=3", 100_000);
    assert_eq!((thought.value, thought.win_in), (0, None), "{thought:?}");
}

#[test]
fn a_finished_game_has_no_move() {
    let key: GameKey = "morpion".parse().expect("there is such a game");
    let text = "morpion xxx/oo1/3 o line=3,size=3";
    assert!(open(key, &Options::new(), Some(text)).expect("it is well written").result().is_some());
    let mut mind = mind(key, 1);
    mind.look(&Options::new(), Some(text), &[]).expect("it is well written");
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 1 };
    assert!(mind.think(&thinking, &AtomicBool::new(false), &mut |_| ()).is_empty());
}
