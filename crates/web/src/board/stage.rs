//! Pieces in motion: every piece keeps its identity from one position to the next, so that the page can let it glide.

use super::layout::Layout;
use damier_games::{
    board::CellId,
    scene::{Piece, Scene, Step},
};

/// A piece with an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Never used twice on one stage.
    pub id: u32,
    /// Where it stands.
    pub at: CellId,
    /// What it is.
    pub piece: Piece,
    /// Taken: it fades away.
    pub leaving: bool,
}

/// The pieces of a board over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    actors: Vec<Actor>,
    next: u32,
}

impl Stage {
    /// Everybody on the stage now.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// The moments of a move, one after the other: a chain jump by jump, a capture as it happens, castling at once. The last
    /// is the scene itself, so that whatever was seen on the way, what stays is right.
    pub fn frames(&self, steps: &[Step], scene: &Scene, layout: &Layout) -> Vec<Self> {
        let mut frames = Vec::new();
        let mut now = self.clone();
        let mut moved: Vec<u32> = Vec::new();
        for step in steps {
            match *step {
                Step::Go { from, to } => {
                    let Some(actor) = now.on(from) else { continue };
                    // The same piece again: the jump before has been seen.
                    if moved.contains(&actor) {
                        frames.push(now.clone());
                        moved.clear();
                    }
                    moved.push(actor);
                    now.each(actor, |actor| actor.at = to);
                }
                Step::Take(at) => {
                    if let Some(actor) = now.on(at) {
                        now.each(actor, |actor| actor.leaving = true);
                    }
                }
                Step::Put(standing) => {
                    // What it stands on in place of (a promoted pawn) is seen to arrive first.
                    if let Some(actor) = now.on(standing.at) {
                        if moved.contains(&actor) {
                            frames.push(now.clone());
                            moved.clear();
                        }
                        now.actors.retain(|other| other.id != actor);
                    }
                    now.enter(standing.at, standing.piece);
                }
            }
        }
        now.settle(scene, layout);
        frames.push(now);
        frames
    }

    /// Makes the stage show `scene`. Pieces that are not where they should be go there, the nearest first.
    pub fn settle(&mut self, scene: &Scene, layout: &Layout) {
        let leaving: Vec<Actor> =
            self.actors.iter().copied().filter(|actor| actor.leaving).collect();
        let mut free: Vec<Actor> =
            self.actors.iter().copied().filter(|actor| !actor.leaving).collect();
        let mut settled = Vec::with_capacity(scene.pieces.len());
        let mut missing = Vec::new();
        for standing in &scene.pieces {
            let here = free
                .iter()
                .position(|actor| actor.at == standing.at && actor.piece == standing.piece);
            match here {
                Some(place) => settled.push(free.swap_remove(place)),
                None => missing.push(*standing),
            }
        }
        for standing in missing {
            let (x, y) = layout.middle(standing.at);
            let distance = |actor: &Actor| {
                let (other_x, other_y) = layout.middle(actor.at);
                (other_x - x).powi(2) + (other_y - y).powi(2)
            };
            let same = free.iter().enumerate().filter(|(_, actor)| actor.piece == standing.piece);
            let nearest =
                same.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).map(|(place, _)| place);
            match nearest {
                Some(place) => settled.push(Actor { at: standing.at, ..free.swap_remove(place) }),
                None => {
                    settled.push(Actor {
                        id: self.next,
                        at: standing.at,
                        piece: standing.piece,
                        leaving: false,
                    });
                    self.next += 1;
                }
            }
        }
        // Identity is the order on the page, too: a piece that moves in the list would not glide.
        settled.extend(leaving);
        settled.sort_unstable_by_key(|actor| actor.id);
        self.actors = settled;
    }

    /// Lets those go who have faded away.
    pub fn clear(&mut self) {
        self.actors.retain(|actor| !actor.leaving);
    }

    fn on(&self, at: CellId) -> Option<u32> {
        self.actors.iter().find(|actor| actor.at == at && !actor.leaving).map(|actor| actor.id)
    }

    fn each(&mut self, id: u32, change: impl Fn(&mut Actor)) {
        self.actors.iter_mut().filter(|actor| actor.id == id).for_each(change);
    }

    fn enter(&mut self, at: CellId, piece: Piece) {
        self.actors.push(Actor { id: self.next, at, piece, leaving: false });
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::layout::Arrangement;
    use damier_games::{GameKey, Viewer, open, options::Options};

    #[test]
    fn every_move_of_every_game_ends_in_its_scene() {
        for key in GameKey::ALL {
            let mut table = open(*key, &Options::new(), None).unwrap();
            let layout = Layout::new(&table.board(), Arrangement::default());
            let mut stage = Stage::default();
            stage.settle(&table.snapshot(Viewer::Referee).scene, &layout);
            let mut seed: usize = 3;
            for _ in 0..80 {
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                table.play(table.turn(), &moves[(seed >> 33) % moves.len()]).unwrap();
                let now = table.snapshot(Viewer::Referee);
                let report = now.last.unwrap();
                let mut last = stage.frames(&report.steps, &now.scene, &layout).pop().unwrap();
                last.clear();
                let mut shown: Vec<_> =
                    last.actors().iter().map(|actor| (actor.at, actor.piece)).collect();
                shown.sort_unstable_by_key(|(at, _)| *at);
                let meant: Vec<_> = now.scene.pieces.iter().map(|s| (s.at, s.piece)).collect();
                assert_eq!(shown, meant, "{key} {}", report.text);
                let mut ids: Vec<_> = last.actors().iter().map(|actor| actor.id).collect();
                ids.dedup();
                assert_eq!(ids.len(), shown.len(), "{key}: an identity twice");
                stage = last;
            }
        }
    }

    #[test]
    fn a_chain_is_shown_jump_by_jump_by_the_same_piece() {
        let key: GameKey = "draughts".parse().unwrap();
        let mut table = open(key, &Options::new(), Some("W:W32:B28,18:H0:F1")).unwrap();
        let layout = Layout::new(&table.board(), Arrangement::default());
        let mut stage = Stage::default();
        stage.settle(&table.snapshot(Viewer::Referee).scene, &layout);
        let white = stage
            .actors()
            .iter()
            .find(|actor| actor.at == table.board().find("32").unwrap())
            .unwrap()
            .id;
        let text = table.legal_moves().remove(0);
        table.play(table.turn(), &text).unwrap();
        let now = table.snapshot(Viewer::Referee);
        let frames = stage.frames(&now.last.unwrap().steps, &now.scene, &layout);
        assert_eq!(frames.len(), 2);
        let places: Vec<_> = frames
            .iter()
            .map(|frame| frame.actors().iter().find(|a| a.id == white).unwrap().at)
            .collect();
        assert_ne!(places[0], places[1]);
    }
}
