use crate::{
    Level,
    mind::{Thinking, Thought, mind},
    search::Limits,
};
use damier_games::{GameKey, options::Options};
use std::sync::atomic::AtomicBool;

/// What full strength finds within that many nodes; nothing if the game is over.
fn think(position: &str, nodes: u64) -> Option<Thought> {
    let key: GameKey = "morpion".parse().expect("there is such a game");
    let mut mind = mind(key, 16);
    mind.look(&Options::new(), Some(position), &[]).expect("the position is well written");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 1 };
    mind.think(&thinking, &AtomicBool::new(false), &mut |_| ()).into_iter().next()
}

#[track_caller]
fn plays(position: &str, nodes: u64, moves: &[&str]) -> Thought {
    let thought = think(position, nodes).expect("the game goes on");
    assert!(moves.contains(&thought.line[0].as_str()), "{position}: {thought:?}");
    thought
}

#[test]
fn a_win_in_one_is_played() {
    let four = "morpion 15/15/15/15/15/15/15/3oxxxx7/4oooo7/15/15/15/15/15/15 x -";
    assert_eq!(plays(four, 50, &["i8"]).win_in, Some(1));
    plays(four, 1, &["i8"]);
    plays("morpion 7/7/7/2xxx2/2ooo2/7/7 x line=4,size=7", 50, &["b4", "f4"]);
    plays("morpion 3/xx1/oo1 o line=3,size=3", 50, &["c1"]);
    plays("morpion 12/12/12/12/12/12/xxxxxx6/oooooo6/12/12/12/12 x line=7,size=12", 50, &["g6"]);
}

#[test]
fn a_four_is_stopped() {
    let four = "morpion 15/15/15/15/15/15/15/3oxxxx7/5ooo7/15/15/15/15/15/15 o -";
    for nodes in [1, 10, 500] {
        plays(four, nodes, &["i8"]);
    }
    // An open three must be met on its own row.
    let three = "morpion 15/15/15/15/15/15/15/5xxx7/6oo7/15/15/15/15/15/15 o -";
    plays(three, 5000, &["d8", "e8", "i8", "j8"]);
}

/// From games that the engine played against itself.
#[test]
fn wins_by_fours_are_found() {
    for (position, plies) in [
        ("15/15/15/15/7x7/7x7/15/4xx9/3oxx9/15/15/15/15/15/15 x -", 3),
        (
            "15/15/1o13/2o6x5/3o1x1ox6/3xooxoo6/x4xxx7/1o1xxxo8/2o1o10/3o11/4o1x8/5x9/15/15/15 x rule=exact",
            5,
        ),
        (
            "15/15/15/2o6x5/3o1x1ox6/3xoo1oo6/x4xxx7/1o1xxxo8/2o1o10/3o11/4o1x8/5x9/15/15/15 x rule=exact",
            7,
        ),
        (
            "9o5/9x5/9x1o3/9xx4/8oxxo3/8xoooxo1/6xo1xxox2/5o3oxx3/6ooxoooox1/6oxxoxx3/7xoox4/5o1xxxo4/15/7o7/15 x rule=exact",
            9,
        ),
        (
            "15/9ox4/6x2ox4/5xooxoo4/4oo1xoxx4/5oxoooxx1o1/4xoxxxxoox2/5ooxoo1x1x1/5x1xo1xx2o/5o1xxxo4/4ox1ooxo4/3x6o4/15/10x4/15 o rule=exact",
            9,
        ),
    ] {
        let thought = think(&format!("morpion {position}"), 1000).expect("the game goes on");
        let found = thought.win_in.expect("there is a win");
        assert!(found > 0 && found <= plies, "{position}: {thought:?}");
    }
}

/// From a game that the engine played against itself: within that many positions a search alone does not see it.
#[test]
fn a_long_win_by_threes_is_found() {
    let position =
        "morpion 15/15/3x2x8/2xooo9/4ox9/3oxo9/2ooxox8/1x1xo10/5x9/15/5x9/15/15/15/15 o -";
    let thought = think(position, 100_000).expect("the game goes on");
    assert!(thought.win_in.is_some_and(|plies| plies > 0), "{thought:?}");
}

/// From games that the engine played against itself: the only defence is not among the cells that look best.
#[test]
fn nothing_is_lost_while_there_is_a_last_resort() {
    for position in [
        "15/15/5o9/6x8/6xo7/4o1o1o6/4oxx8/4xoxx7/6ox7/7xo6/9x5/15/15/15/15 o rule=exact",
        "15/15/15/15/5x9/11x3/7xxooo3/6ooxox4/6xxoxo4/9xo4/6x3o4/10o4/10x4/15/15 o rule=exact",
        "15/15/15/5o2x6/4x1oox6/4oxxoo6/3xxxo1xx5/3xxoox7/2xooxo8/1o1x2oo7/6x1o1o4/9x5/15/15/15 o rule=exact",
    ] {
        let thought = think(&format!("morpion {position}"), 20_000).expect("the game goes on");
        assert!(thought.win_in.is_none(), "{position}: {thought:?}");
    }
}

#[test]
fn an_overline_wins_only_where_it_does() {
    let free = "morpion 15/15/15/15/15/15/15/3xxx1xx6/4oo1o7/15/15/15/15/15/15 x -";
    assert_eq!(plays(free, 500, &["g8"]).win_in, Some(1));
    let exact = think(&free.replace(" -", " rule=exact"), 500).expect("the game goes on");
    assert_ne!(exact.win_in, Some(1), "{exact:?}");
    // O need not stop what is no threat, and takes the own win.
    let other = "morpion 15/15/15/15/15/15/15/3xxx1xx6/4ooo8/5o9/15/15/15/15/15 o rule=exact";
    assert!(plays(other, 2000, &["d7", "h7"]).win_in.is_some());
}

#[test]
fn renju_forbids_and_is_made_use_of() {
    // X would like e5 best, but it is a double three.
    let threes = "morpion 9/9/4x4/4x4/2xx5/9/9/9/9 x rule=renju,size=9";
    let thought = think(threes, 3000).expect("the game goes on");
    assert_ne!(thought.line[0], "e5", "{thought:?}");
    // O makes a four that X could stop only by six in a row.
    let trap = "morpion 15/15/15/15/5o9/15/5o9/2xxx1xx7/5o9/6x8/15/15/15/15/15 o rule=renju";
    let thought = plays(trap, 2000, &["f10"]);
    assert_eq!(thought.win_in, Some(3), "{thought:?}");
}

#[test]
fn small_boards_are_solved() {
    let draw = think("morpion 3/3/3 x line=3,size=3", 100_000).expect("the game goes on");
    assert_eq!((draw.value, draw.win_in), (0, None), "{draw:?}");
    // A corner must be answered in the middle.
    plays("morpion x2/3/3 o line=3,size=3", 100_000, &["b2"]);
    let won = think("morpion 4/4/4/4 x line=3,size=4", 100_000).expect("the game goes on");
    assert!(won.win_in.is_some_and(|plies| plies > 0), "{won:?}");
}

#[test]
fn every_kind_of_board_gets_a_legal_move() {
    for (size, line) in [(3, 3), (5, 5), (6, 4), (7, 4), (9, 9), (12, 6), (19, 5), (19, 19)] {
        let rows = vec![size.to_string(); size].join("/");
        let line = if line == 5 { String::new() } else { format!("line={line},") };
        let position = format!("morpion {rows} x {line}size={size}");
        assert!(think(&position, 300).is_some(), "{position}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    assert!(think("morpion xxx/oo1/3 o line=3,size=3", 10).is_none());
    assert!(think("morpion xox/xxo/oxo x line=3,size=3", 10).is_none());
}
