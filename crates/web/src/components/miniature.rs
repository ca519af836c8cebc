//! A small picture of a game, drawn by its own board.

use crate::board::view::{BoardView, Shown};
use damier_games::{GameKey, Player, Table, Viewer, open, options::Options};
use leptos::prelude::*;
use std::sync::Arc;

/// A game a few moves after its start, always the same ones.
#[component]
pub fn Miniature(
    /// The game.
    game: GameKey,
    /// How many moves to play before.
    #[prop(default = 10)]
    moves: usize,
) -> impl IntoView {
    let mut table = open(game, &Options::new(), None).expect("every game has a start");
    let mut state: u32 = 11;
    for _ in 0..moves {
        let legal = table.legal_moves();
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if let Some(text) = legal.get((state >> 16) as usize % legal.len().max(1)) {
            // It was listed as legal.
            let _ = table.play(table.turn(), text);
        }
    }
    view! { <Still table/> }
}

/// A table as it stands, to look at.
#[component]
pub fn Still(
    /// The table.
    table: Box<dyn Table>,
) -> impl IntoView {
    let info = table.info();
    let viewer = if info.hidden { Viewer::Seat(Player::One) } else { Viewer::Referee };
    let mut scene = table.snapshot(viewer).scene;
    scene.marks.clear();
    let board = Arc::new(table.board());
    let shown = Shown { scene, ..Shown::default() };
    view! { <BoardView board=Signal::stored(board) shown=Signal::stored(shown) sides=info.sides small=true/> }
}
