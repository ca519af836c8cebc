//! One recorded playthrough per game: whatever changes in rules, texts or notation shows here.

use damier_games::{GameKey, Player, Viewer, open, options::Options};
use std::fmt::Write;

#[test]
fn every_game_is_played_through() {
    for &key in GameKey::ALL {
        insta::assert_snapshot!(key.info().key, playthrough(key));
    }
}

/// A game of fixed pseudo-random moves: the record, then the position before every tenth move as each viewer knows it.
fn playthrough(key: GameKey) -> String {
    let mut table = open(key, &Options::new(), None).expect("every game has a start");
    let mut state: u32 = 2017;
    while table.result().is_none() && table.ply() < 120 {
        let moves = table.legal_moves();
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let text = &moves[(state >> 16) as usize % moves.len()];
        table.play(table.turn(), text).expect("a listed move can be played");
    }
    let viewers: &[Viewer] = if key.info().hidden {
        &[Viewer::Seat(Player::One), Viewer::Seat(Player::Two), Viewer::Referee]
    } else {
        &[Viewer::Referee]
    };
    let mut text = table.record(&[], Viewer::Referee);
    let mut lines = Vec::new();
    // From the end backwards: a game that is over hides nothing, one that goes on does.
    loop {
        if table.ply().is_multiple_of(10) {
            for &viewer in viewers {
                let snapshot = table.snapshot(viewer);
                lines.push(format!("{:>3} {:?}: {}", snapshot.ply, viewer, snapshot.position));
            }
        }
        if !table.undo() {
            break;
        }
    }
    let _ = write!(text, "\n{}\n", lines.join("\n"));
    text
}
