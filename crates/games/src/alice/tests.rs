//! What only Alice has; the rest is in the vectors.

use super::*;
use crate::chessboard::draws;

fn position(game: &Alice, text: &str) -> Position {
    game.read(text).expect("a good position").1
}

fn cells(names: [&str; 2]) -> Path {
    let board = Alice::default().board();
    names.iter().map(|name| board.find(name).expect("a cell")).collect()
}

#[test]
fn a_move_is_pointed_out_on_its_board_or_by_mirror_squares() {
    let game = Alice::default();
    let mut pos = game.start();
    let mv = game.read_move(&pos, "g1f3").expect("a legal move");
    let expected = [["A:g1", "A:f3"], ["A:g1", "B:f3"], ["B:g1", "A:f3"], ["B:g1", "B:f3"]];
    assert_eq!(game.clicks(&pos, mv), expected.map(cells));
    game.play(&mut pos, mv);
    let black = game.read_move(&pos, "a7a6").expect("a legal move");
    game.play(&mut pos, black);
    let back = game.read_move(&pos, "Ng5/A").expect("a legal move");
    assert_eq!(game.clicks(&pos, back)[0], cells(["B:f3", "B:g5"]));
    assert!(game.read_move(&pos, "Ng5/B").is_err());
}

#[test]
fn the_boards_stand_side_by_side() {
    let board = Alice::default().board();
    assert_eq!(board.cells.len(), 128);
    let place = |name: &str| {
        let cell = board.cell(board.find(name).expect("a cell"));
        (cell.x, cell.y)
    };
    assert_eq!((place("A:a1"), place("B:a1"), place("B:h8")), ((0, 7), (9, 7), (16, 0)));
    let taken = |x, y| board.cells.iter().any(|cell| (cell.x, cell.y) == (x, y));
    assert!(board.labels.iter().all(|label| !taken(label.x, label.y)));
}

#[test]
fn only_the_board_tells_two_pawns_of_a_file_apart() {
    let game = Alice::default();
    let pos = position(&game, "4k3/8/8/8/8/8/4P3/K7|8/8/8/8/8/4P3/8/8 w - - 0 1");
    let text = |san: &str| game.read_move(&pos, san).map(|mv| game.move_text(&pos, mv));
    assert_eq!(text("e4/B").as_deref(), Ok("e2e4"));
    assert_eq!(text("e4/A").as_deref(), Ok("e3e4"));
    assert!(text("e4").is_err());
}

#[test]
fn refusals_tell_of_the_glass() {
    let game = Alice::default();
    let why = |fen: &str, text: &str| {
        let why = game.why_not(&position(&game, fen), text);
        why.map(|phrase| phrase.en).unwrap_or_default()
    };
    let behind = "4k3/8/8/8/8/8/4P3/K7|8/8/8/8/8/4n3/8/8 w - - 0 1";
    assert!(why(behind, "e2e3").starts_with("e3 is occupied on board B"));
    let pinned = "4r1k1/8/8/8/8/8/4R3/4K3|8/8/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(why(pinned, "e2e4"), "your king would be in check");
    assert!(why(pinned, "e1e3").starts_with("that piece cannot"));
    assert!(why(pinned, "O-O").starts_with("to castle"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for wrong in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3|4r3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/P7 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/1N6/8/8/8/8/8|8/K7/8/8/8/8/8/8 w - - 0 1",
    ] {
        assert!(Alice::default().read(wrong).is_err(), "{wrong}");
    }
    // A rook on board B has no right to castle.
    let game = Alice::default();
    let pos = position(&game, "4k3/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/7R w KQ e3 0 1");
    assert_eq!(game.position_text(&pos), "4k3/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/7R w Q - 0 1");
}

#[test]
fn a_king_open_to_capture_through_the_glass_may_be_captured() {
    let game = Alice { variant: Variant::TeleportCapture, ..Alice::default() };
    let mut pos = position(&game, "4k3/8/8/8/8/8/8/R3K2R|8/8/8/8/4q3/8/8/8 b KQ - 0 1");
    let mv = game.read_move(&pos, "e4e1").expect("a legal move");
    game.play(&mut pos, mv);
    assert_eq!(game.outcome(&pos), Some(Outcome::win(Player::Two, draws::KING_CAPTURED)));
    let written = game.position_text(&pos);
    assert_eq!(game.read(&written), Ok((game, pos)));
    assert!(Alice::default().read(&written).is_err());
}

#[test]
fn a_bare_king_cannot_win() {
    let game = Alice::default();
    let pos = position(&game, "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/N7 w - - 0 1");
    assert!(game.can_win(&pos, Player::One) && !game.can_win(&pos, Player::Two));
}
