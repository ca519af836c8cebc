//! What holds for the computer players of all games.

use damier_engine::{
    Level,
    mind::{Thinking, Thought, mind},
    search::Limits,
};
use damier_games::{GameKey, open, options::Options};
use serde_json::Value;
use std::{fs, path::Path, sync::atomic::AtomicBool};

fn thinking(nodes: u64, level: Level, seed: u64) -> Thinking {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Thinking { limits, level, lines: 1, threads: 1, seed }
}

fn best(thoughts: &[Thought]) -> Option<&str> {
    thoughts.first().and_then(|thought| thought.line.first()).map(String::as_str)
}

/// Positions of the vectors with their options, some of each file.
fn positions(game: GameKey, step: usize) -> Vec<(Options, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/vectors/{game}.jsonl"));
    let file = fs::read_to_string(path).expect("every game has vectors");
    let mut positions = Vec::new();
    for line in file.lines().step_by(step) {
        let vector: Value = serde_json::from_str(line).expect("vectors are JSON");
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let options: Options = vector["options"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.clone(), text(value)))
            .collect();
        for field in ["position", "start", "final"] {
            positions.extend(
                vector[field].as_str().map(|position| (options.clone(), position.to_owned())),
            );
        }
    }
    positions
}

/// Ended positions included: there the answer is that there is no move.
#[test]
fn every_position_of_the_vectors_gets_a_legal_answer() {
    for &game in GameKey::ALL {
        let mut player = mind(game, 1);
        for (options, position) in positions(game, 3) {
            player.look(&options, Some(&position), &[]).expect("vectors hold good positions");
            let table = open(game, &options, Some(&position)).expect("vectors hold good positions");
            let thoughts =
                player.think(&thinking(200, Level::FULL, 1), &AtomicBool::new(false), &mut |_| ());
            match best(&thoughts) {
                None => assert!(table.result().is_some(), "{game}: no answer to {position}"),
                Some(text) => {
                    assert!(
                        table.result().is_none(),
                        "{game}: an answer to the finished {position}"
                    );
                    assert!(
                        table.legal_moves().iter().any(|legal| legal == text),
                        "{game}: {text} in {position}"
                    );
                }
            }
        }
    }
}

/// Every level plays a few plies of every game against itself, legally.
#[test]
fn every_level_plays_every_game() {
    for &game in GameKey::ALL {
        for level in Level::ALL {
            let mut player = mind(game, 1);
            let mut table = open(game, &Options::new(), None).expect("every game has a start");
            let mut moves: Vec<String> = Vec::new();
            while table.result().is_none() && moves.len() < 6 {
                let words: Vec<&str> = moves.iter().map(String::as_str).collect();
                player.look(&Options::new(), None, &words).expect("the moves were played");
                let thoughts =
                    player.think(&thinking(300, level, 7), &AtomicBool::new(false), &mut |_| ());
                let text = best(&thoughts).expect("the game goes on").to_owned();
                table
                    .play(table.turn(), &text)
                    .unwrap_or_else(|error| panic!("{game}, level {level}: {error}"));
                moves.push(text);
            }
        }
    }
}

#[test]
fn the_same_seed_and_node_limit_give_the_same_line() {
    for &game in GameKey::ALL {
        let answers = [0, 1].map(|_| {
            let mut player = mind(game, 4);
            player.look(&Options::new(), None, &[]).expect("every game has a start");
            let thoughts = player.think(
                &thinking(3000, Level::FULL, 42),
                &AtomicBool::new(false),
                &mut |_| (),
            );
            thoughts
                .iter()
                .map(|thought| (thought.value, thought.nodes, thought.line.clone()))
                .collect::<Vec<_>>()
        });
        assert_eq!(answers[0], answers[1], "{game}");
    }
}

/// However little time there is, what hangs is taken: the first move of the list might lose the game. More threads than processors
/// do not change that.
#[test]
fn a_stopped_player_has_looked_at_each_move() {
    let chess: GameKey = "chess".parse().expect("chess is one of the games");
    for threads in [1, 40] {
        let mut player = mind(chess, 1);
        let hangs = "7k/8/8/3q4/8/4N3/P7/K7 w - - 0 1";
        player.look(&Options::new(), Some(hangs), &[]).expect("it is a position");
        let limits = Limits::default();
        let hurried = Thinking { limits, level: Level::FULL, lines: 1, threads, seed: 0 };
        let thoughts = player.think(&hurried, &AtomicBool::new(true), &mut |_| ());
        assert_eq!(best(&thoughts), Some("e3d5"), "{threads} threads");
    }
}

/// Told to stop before it begins, a player still answers.
#[test]
fn a_stopped_player_answers() {
    for &game in GameKey::ALL {
        let mut player = mind(game, 1);
        let limits = Limits::default();
        let endless = Thinking { limits, level: Level::FULL, lines: 1, threads: 2, seed: 0 };
        let thoughts = player.think(&endless, &AtomicBool::new(true), &mut |_| ());
        assert!(best(&thoughts).is_some(), "{game}");
    }
}
