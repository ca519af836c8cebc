//! A move pointed out before its turn: its cells are kept and shown, and pointed at again when the turn has come. If they make a
//! legal move then, it is played; if not, they are forgotten.

use super::{
    input::{self, Click},
    view::Scenery,
};
use damier_games::{Player, board::CellId, table::Gesture};
use leptos::prelude::*;

/// Who may point ahead, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Whose pieces may be meant.
    pub owner: Player,
    /// A move is one cell, not a way from a piece to somewhere.
    pub placing: bool,
}

/// Adds a cell to those pointed at; `own` says whether a piece of one's own stands there.
pub fn point(cells: &mut Vec<CellId>, cell: CellId, placing: bool, own: bool) {
    let again = cells.first() == Some(&cell);
    if placing {
        *cells = if again { Vec::new() } else { vec![cell] };
    } else if cells.len() == 1 && !own {
        cells.push(cell);
    } else {
        // Another piece begins another move, anything else gives it up.
        *cells = if own && !(again && cells.len() == 1) { vec![cell] } else { Vec::new() };
    }
}

/// What the cells come to when the turn has come: the last click decides.
pub fn come_true(gestures: &[Gesture], cells: &[CellId]) -> (Vec<CellId>, Option<Click>) {
    let mut clicked = Vec::new();
    let mut last = None;
    for cell in cells {
        let click = input::click(gestures, &mut clicked, *cell);
        if matches!(click, Click::Refused(_) | Click::Cleared) {
            return (Vec::new(), None);
        }
        last = Some(click);
    }
    (clicked, last)
}

impl Scenery {
    /// A click while it is not this person's turn.
    pub fn click_ahead(self, cell: CellId) {
        let Some(ahead) = self.shown.with_untracked(|shown| shown.ahead) else { return };
        let own = self.shown.with_untracked(|shown| {
            let here = |standing: &&damier_games::scene::Standing| standing.at == cell;
            shown
                .scene
                .pieces
                .iter()
                .find(here)
                .is_some_and(|standing| standing.piece.owner == ahead.owner)
        });
        self.ahead.update(|cells| point(cells, cell, ahead.placing, own));
    }

    /// The position has changed: what was pointed out ahead is played, kept or forgotten.
    pub fn settle_ahead(self, on_play: Option<Callback<String>>) {
        let cells = self.ahead.get_untracked();
        if cells.is_empty() {
            return;
        }
        let (waits, gestures) =
            self.shown.with_untracked(|shown| (shown.ahead.is_some(), shown.gestures.clone()));
        if gestures.is_empty() {
            if !waits {
                self.ahead.set(Vec::new());
            }
            return;
        }
        self.ahead.set(Vec::new());
        let (clicked, click) = come_true(&gestures, &cells);
        self.clicked.set(clicked);
        match click {
            Some(Click::Play(text)) => {
                if let Some(on_play) = on_play {
                    on_play.run(text);
                }
            }
            Some(Click::Choose(choices)) => self.choices.set(choices),
            _ => {}
        }
    }

    /// Gives up what was pointed out, ahead or now; `false` if nothing was.
    pub fn give_up(self) -> bool {
        let any = self.ahead.with_untracked(|cells| !cells.is_empty())
            || self.clicked.with_untracked(|cells| !cells.is_empty());
        self.ahead.set(Vec::new());
        self.clicked.set(Vec::new());
        self.choices.set(Vec::new());
        any
    }
}

/// The cells of the move pointed out ahead.
#[component]
pub fn AheadMarks(
    /// The board.
    scenery: Scenery,
) -> impl IntoView {
    let Scenery { board, layout, ahead, .. } = scenery;
    let marks = move || {
        ahead.get().into_iter().map(|id| {
            let (x, y) = layout.with(|layout| layout.cells[usize::from(id.0)]);
            let name = board.with(|board| board.cell(id).name.clone());
            view! { <rect class="mark ahead" x=x y=y width="1" height="1" data-mark="ahead" data-at=name/> }
        }).collect_view()
    };
    view! { <g class="marks">{marks}</g> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, Table, Viewer, open, options::Options};

    fn chess(moves: &[&str]) -> Box<dyn Table> {
        let key: GameKey = "chess".parse().unwrap();
        let mut table = open(key, &Options::new(), None).unwrap();
        for text in moves {
            table.play(table.turn(), text).unwrap();
        }
        table
    }

    fn cells(table: &dyn Table, names: &[&str]) -> Vec<CellId> {
        names.iter().map(|name| table.board().find(name).unwrap()).collect()
    }

    #[test]
    fn pointing_ahead_takes_a_piece_and_a_place() {
        let [a, b, c] = [CellId(1), CellId(2), CellId(3)];
        let mut kept = Vec::new();
        point(&mut kept, c, false, false);
        assert_eq!(kept, [], "no piece, no move");
        point(&mut kept, a, false, true);
        point(&mut kept, b, false, true);
        assert_eq!(kept, [b], "another piece instead");
        point(&mut kept, c, false, false);
        assert_eq!(kept, [b, c]);
        point(&mut kept, c, false, false);
        assert_eq!(kept, [], "another click gives it up");
        point(&mut kept, c, true, false);
        assert_eq!(kept, [c], "a placement is one cell");
        point(&mut kept, c, true, false);
        assert_eq!(kept, []);
    }

    #[test]
    fn it_is_played_if_it_is_legal_then() {
        let table = chess(&["e2e4"]);
        let gestures = table.snapshot(Viewer::Seat(Player::Two)).gestures;
        let (_, click) = come_true(&gestures, &cells(&*table, &["e7", "e5"]));
        assert_eq!(click, Some(Click::Play("e7e5".into())));
        let (clicked, click) = come_true(&gestures, &cells(&*table, &["e7", "e4"]));
        assert_eq!((clicked, click), (Vec::new(), None));
        // Half of a move stays as it was pointed out.
        let (clicked, click) = come_true(&gestures, &cells(&*table, &["e7"]));
        assert_eq!((clicked.len(), click), (1, Some(Click::Selected)));
    }
}
