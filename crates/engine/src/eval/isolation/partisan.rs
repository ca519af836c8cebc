//! Who wins where only enemies disturb each other. Both sides then have placements of their own, so nimbers do not help: it is found
//! out by trying, the placements first that leave the other side least.

use super::known::{Budget, GaveUp, Known, Prove, Share, Table};
use damier_games::{
    Rules,
    isolation::{Isolation, Move, Position},
    mosaic::pawns::squares,
};

/// A position that is worth nothing, as a heap of this size is, is lost for the player to move.
const LOST: u32 = 0;

/// The solver with what it knows of one board.
pub struct Partisan {
    game: Isolation,
    table: Table,
    nodes: u64,
}

impl Partisan {
    pub fn new(game: Isolation, megabytes: usize) -> Self {
        Self { game, table: Table::new(megabytes), nodes: 0 }
    }

    fn loses(&mut self, pos: &Position, budget: &mut Budget<'_>) -> Result<bool, GaveUp> {
        if pos.free() == 0 {
            return Ok(true);
        }
        let key = self.game.key(pos);
        if let Some(lost) = self.table.get(key).is(LOST) {
            return Ok(lost);
        }
        let before = self.nodes;
        let lost = self.winning(pos, budget)?.is_none();
        self.table.put(key, Known::default().with(LOST, lost), self.nodes - before);
        Ok(lost)
    }

    /// Every placement and what it leads to, the likeliest to win first.
    fn trials(&self, pos: &Position) -> Vec<(i32, usize, Position)> {
        let mut trials: Vec<_> = squares(pos.free())
            .map(|square| {
                let mut next = *pos;
                self.game.play(&mut next, Move::at(square));
                let (theirs, mine) = (next.free(), self.game.free_for_other(&next));
                (theirs.count_ones() as i32 - mine.count_ones() as i32, square, next)
            })
            .collect();
        trials.sort_unstable_by_key(|&(left, square, _)| (left, square));
        trials
    }
}

impl Prove for Partisan {
    fn winning(
        &mut self,
        pos: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        self.nodes += 1;
        budget.count(self.nodes)?;
        for (_, square, next) in self.trials(pos) {
            if self.loses(&next, budget)? {
                return Ok(Some(square));
            }
        }
        Ok(None)
    }

    fn wins_by(
        &mut self,
        pos: &Position,
        square: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let mut next = *pos;
        self.game.play(&mut next, Move::at(square));
        self.loses(&next, budget)
    }

    fn left_for_search(&self) -> Share {
        Share { part: 2, most: 500_000 }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn fill(&self) -> u32 {
        self.table.fill()
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
