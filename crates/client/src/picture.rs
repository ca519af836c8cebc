//! What a board looks like at one moment, as data: a page or a terminal draws it and knows no rules.

use crate::input::path;
use damier_games::{
    board::{Board, CellId},
    scene::{MarkKind, Scene},
    table::Gesture,
};

/// What a legal move could do with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Can {
    /// Begin here.
    Start,
    /// Go on here to a free cell.
    Go,
    /// Go on here, where something stands.
    Take,
}

impl Can {
    /// For `data-can`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Go | Self::Take => "go",
        }
    }
}

/// One cell's looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What may be done here.
    pub can: Option<Can>,
    /// Among the cells clicked so far.
    pub clicked: bool,
    /// Touched by the last move.
    pub last: bool,
    /// A king in check.
    pub check: bool,
    /// Nothing may be placed here.
    pub forbidden: bool,
    /// Part of what won.
    pub win: bool,
    /// Out of sight.
    pub fog: bool,
}

/// A board at one moment, for one viewer, with the clicks so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// By the cell's number.
    pub looks: Vec<Look>,
    /// The cells clicked so far, in order.
    pub chain: Vec<CellId>,
    /// The piece that the selected move would move.
    pub held: Option<CellId>,
}

/// What to draw of `scene` on `board` when `clicked` begins one of `gestures`.
pub fn picture(board: &Board, scene: &Scene, gestures: &[Gesture], clicked: &[CellId]) -> Picture {
    let mut looks = vec![Look::default(); board.cells.len()];
    let mut look = |id: CellId, change: &dyn Fn(&mut Look)| {
        if let Some(look) = looks.get_mut(usize::from(id.0)) {
            change(look);
        }
    };
    for mark in &scene.marks {
        look(mark.at, &|look| match mark.kind {
            MarkKind::Last => look.last = true,
            MarkKind::Check => look.check = true,
            MarkKind::Forbidden => look.forbidden = true,
            MarkKind::Win => look.win = true,
        });
    }
    for &id in &scene.fog {
        look(id, &|look| look.fog = true);
    }
    for gesture in gestures {
        if let Some(start) = gesture.paths.first().and_then(|path| path.first()) {
            look(*start, &|look| look.can = look.can.or(Some(Can::Start)));
        }
    }
    if !clicked.is_empty() {
        let occupied = |id: CellId| scene.pieces.iter().any(|standing| standing.at == id);
        for next in gestures.iter().filter_map(|gesture| path(gesture, clicked)?.get(clicked.len()))
        {
            let can =
                if occupied(*next) && clicked.first() != Some(next) { Can::Take } else { Can::Go };
            look(*next, &|look| look.can = Some(can));
        }
    }
    for &id in clicked {
        look(id, &|look| look.clicked = true);
    }
    let held = clicked.first().copied().filter(|id| scene.pieces.iter().any(|s| s.at == *id));
    Picture { looks, chain: clicked.to_vec(), held }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, Viewer, open, options::Options};

    /// The cells that stand out, by name: what a snapshot shows.
    fn told(key: &str, position: Option<&str>, clicked: &[&str]) -> String {
        let key: GameKey = key.parse().unwrap();
        let table = open(key, &Options::new(), position).unwrap();
        let (board, now) = (table.board(), table.snapshot(Viewer::Referee));
        let clicked: Vec<_> = clicked.iter().map(|name| board.find(name).unwrap()).collect();
        let picture = picture(&board, &now.scene, &now.gestures, &clicked);
        let mut told = Vec::new();
        for (cell, look) in board.cells.iter().zip(&picture.looks) {
            let can = match look.can {
                None => "",
                Some(Can::Start) => "start",
                Some(Can::Go) => "dot",
                Some(Can::Take) => "ring",
            };
            let others = [
                ("clicked", look.clicked),
                ("check", look.check),
                ("forbidden", look.forbidden),
                ("win", look.win),
            ];
            let words: Vec<_> = std::iter::once(can)
                .chain(others.iter().filter(|other| other.1).map(|other| other.0))
                .filter(|word| !word.is_empty())
                .collect();
            if !words.is_empty() {
                told.push(format!("{} {}", cell.name, words.join(" ")));
            }
        }
        told.join("; ")
    }

    #[test]
    fn selections_show_dots_and_rings() {
        let shown = told("chess", Some("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), &["e4"]);
        insta::assert_snapshot!(shown, @"e1 start; e4 start clicked; d5 ring; e5 dot");
    }

    #[test]
    fn a_king_in_check_is_marked() {
        let shown = told("chess", Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), &[]);
        insta::assert_snapshot!(shown, @"e1 start check");
    }

    #[test]
    fn a_chain_leads_on_from_its_last_landing() {
        let position = Some("W:W32:B28,18:H0:F1");
        insta::assert_snapshot!(told("draughts", position, &["32"]), @"23 dot; 32 start clicked");
        let shown = told("draughts", position, &["32", "23"]);
        insta::assert_snapshot!(shown, @"12 dot; 23 clicked; 32 start clicked");
    }
}
