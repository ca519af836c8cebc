//! Pointing at a move: the cells clicked so far are the beginning of some legal moves, and no other rule is needed.

use damier_games::{
    Table, Viewer,
    board::CellId,
    scene::PieceKind,
    table::{Gesture, PlayError},
    text::Phrase,
};
use std::cmp::Reverse;

/// What a click came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// The selection changed.
    Selected,
    /// The selection was given up.
    Cleared,
    /// A whole move.
    Play(String),
    /// A whole move but for what is chosen at its end: each choice with its move.
    Choose(Vec<(PieceKind, String)>),
    /// No legal move goes this way; these cells were meant.
    Refused(Vec<CellId>),
}

/// The first path of a gesture that begins with these clicks: the plainest way on.
pub fn path<'a>(gesture: &'a Gesture, clicked: &[CellId]) -> Option<&'a [CellId]> {
    gesture.paths.iter().find(|path| path.starts_with(clicked)).map(Vec::as_slice)
}

/// Adds a click to `clicked`.
pub fn click(gestures: &[Gesture], clicked: &mut Vec<CellId>, cell: CellId) -> Click {
    let mut wished = clicked.clone();
    wished.push(cell);
    let whole =
        |gesture: &&Gesture, cells: &[CellId]| gesture.paths.iter().any(|path| path == cells);
    let ends: Vec<&Gesture> = gestures.iter().filter(|gesture| whole(gesture, &wished)).collect();
    let goes_on = gestures
        .iter()
        .any(|gesture| !whole(&gesture, &wished) && path(gesture, &wished).is_some());
    if goes_on {
        *clicked = wished;
        return Click::Selected;
    }
    if !ends.is_empty() {
        clicked.clear();
        return complete(&ends);
    }
    // A second click on the last cell ends a move that could go on.
    let ends: Vec<&Gesture> = gestures.iter().filter(|gesture| whole(gesture, clicked)).collect();
    if clicked.last() == Some(&cell) && !ends.is_empty() {
        clicked.clear();
        return complete(&ends);
    }
    if clicked.last() == Some(&cell) {
        clicked.clear();
        return Click::Cleared;
    }
    if gestures.iter().any(|gesture| path(gesture, &[cell]).is_some()) && !clicked.is_empty() {
        clicked.clear();
        return click(gestures, clicked, cell);
    }
    clicked.clear();
    Click::Refused(wished)
}

fn complete(ends: &[&Gesture]) -> Click {
    let mut choices: Vec<_> = ends
        .iter()
        .filter_map(|gesture| gesture.choice.map(|choice| (choice, gesture.text.clone())))
        .collect();
    // The strongest first: it is what nearly everybody wants.
    choices.sort_unstable_by_key(|(kind, _)| Reverse(*kind));
    if choices.len() > 1 { Click::Choose(choices) } else { Click::Play(ends[0].text.clone()) }
}

/// How the move along these cells might be written, so that the rules can say why it is refused: games join the names of the
/// cells as their own moves do.
pub fn spellings(gestures: &[Gesture], names: &[&str]) -> Vec<String> {
    let plain: Vec<&str> =
        names.iter().map(|name| name.rsplit_once(':').map_or(*name, |(_, cell)| cell)).collect();
    let joined = |mark: &str| gestures.iter().any(|gesture| gesture.text.contains(mark));
    if joined("-") || joined("x") {
        vec![plain.join("-"), plain.join("x")]
    } else {
        vec![plain.join("")]
    }
}

/// Why no move goes along these cells, in the words of the rules.
pub fn why(table: &dyn Table, viewer: Viewer, cells: &[CellId]) -> Option<Phrase> {
    let board = table.board();
    let names: Vec<&str> = cells.iter().map(|id| board.cell(*id).name.as_str()).collect();
    let gestures = table.snapshot(viewer).gestures;
    // In a game with secrets the rules would say more than this player may know.
    if table.info().hidden || gestures.is_empty() {
        return None;
    }
    let placing = gestures.iter().all(|gesture| gesture.paths.iter().all(|path| path.len() == 1));
    if names.len() < 2 && !placing {
        return None;
    }
    let why = |text: &String| match table.after(table.turn(), text) {
        Err(PlayError::Move(error)) => error.why,
        _ => None,
    };
    spellings(&gestures, &names).iter().find_map(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, Table, Viewer, open, options::Options};

    fn table(key: &str, position: &str) -> Box<dyn Table> {
        let key: GameKey = key.parse().unwrap();
        open(key, &Options::new(), Some(position)).unwrap()
    }

    fn walk(table: &dyn Table, names: &[&str]) -> Vec<Click> {
        let (board, gestures) = (table.board(), table.snapshot(Viewer::Referee).gestures);
        let mut clicked = Vec::new();
        names.iter().map(|name| click(&gestures, &mut clicked, board.find(name).unwrap())).collect()
    }

    #[test]
    fn a_move_takes_two_clicks_and_another_piece_may_be_chosen_between() {
        let table = table("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let play = Click::Play("e2e4".into());
        assert_eq!(walk(&*table, &["e2", "e4"]), [Click::Selected, play.clone()]);
        assert_eq!(walk(&*table, &["d2", "e2", "e4"]), [Click::Selected, Click::Selected, play]);
        assert_eq!(walk(&*table, &["e2", "e2"]), [Click::Selected, Click::Cleared]);
        assert!(
            matches!(walk(&*table, &["e2", "e5"])[1], Click::Refused(ref cells) if cells.len() == 2)
        );
    }

    #[test]
    fn a_promotion_asks_what_it_becomes() {
        let table = table("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let Click::Choose(choices) = walk(&*table, &["a7", "a8"]).remove(1) else { panic!() };
        let kinds: Vec<_> = choices.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(choices[0], (PieceKind::Queen, "a7a8q".into()));
        assert_eq!(kinds[1..], [PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight]);
    }

    #[test]
    fn a_placement_takes_one_click() {
        let table = table("morpion", "morpion 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x -");
        assert_eq!(walk(&*table, &["h8"]), [Click::Play("h8".into())]);
    }

    #[test]
    fn clicking_along_any_path_of_any_move_plays_it_or_waits_for_a_second_click() {
        for key in GameKey::ALL {
            let mut table = open(*key, &Options::new(), None).unwrap();
            let mut seed: usize = 7;
            for _ in 0..60 {
                let gestures = table.snapshot(Viewer::Referee).gestures;
                if gestures.is_empty() {
                    break;
                }
                for gesture in &gestures {
                    for path in &gesture.paths {
                        let mut clicked = Vec::new();
                        let mut last = Click::Cleared;
                        for cell in path {
                            last = click(&gestures, &mut clicked, *cell);
                        }
                        if last == Click::Selected {
                            last = click(&gestures, &mut clicked, path[path.len() - 1]);
                        }
                        match last {
                            Click::Play(text) => assert_eq!(text, gesture.text),
                            Click::Choose(all) => {
                                assert!(all.iter().any(|(_, text)| *text == gesture.text));
                            }
                            other => panic!("{key} {}: {other:?}", gesture.text),
                        }
                    }
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let text = gestures[(seed >> 33) % gestures.len()].text.clone();
                table.play(table.turn(), &text).unwrap();
            }
        }
    }

    #[test]
    fn the_rules_say_why_a_way_is_refused() {
        for (key, position, cells) in [
            ("draughts", "W:W28,32:B23,10:H0:F1", ["32", "27"]),
            ("chess", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", ["e2", "d2"]),
        ] {
            let table = table(key, position);
            let texts = spellings(&table.snapshot(Viewer::Referee).gestures, &cells);
            let why = texts.iter().find_map(|text| match table.fork().play(table.turn(), text) {
                Err(damier_games::table::PlayError::Move(error)) => error.why,
                _ => None,
            });
            assert!(why.is_some(), "{key} {texts:?}");
        }
    }
}
