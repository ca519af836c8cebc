//! Who wins an impartial position, proven. Every region is worth a heap of Nim (its nimber, by Sprague and Grundy), and a position is
//! lost for the player to move exactly when the heaps of its regions cancel out. Nimbers are dear, so they are found only for the
//! smaller regions; of the largest one it is asked only whether it is worth just as much as the others together.

use super::{
    field::{Field, Hits, Region},
    known::{Budget, GaveUp, Known, Prove, Share, Table},
};
use damier_games::{isolation::Position, mosaic::pawns::squares, player::Player};

/// The solver with what it knows of one board.
pub struct Solver {
    field: Field,
    table: Table,
    nodes: u64,
    /// Lists that are used again and again.
    spare: Vec<Vec<Region>>,
}

/// A move on trial.
struct Trial {
    square: usize,
    /// How dear it looks.
    cost: u64,
}

impl Solver {
    pub fn new(field: Field, megabytes: usize) -> Self {
        Self { field, table: Table::new(megabytes), nodes: 0, spare: Vec::new() }
    }

    /// Whether these regions together are worth a heap of just that size.
    fn worth(
        &mut self,
        regions: &mut [Region],
        heap: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, GaveUp> {
        regions.sort_unstable_by_key(|region| (region.free.count_ones(), region.key));
        let Some((largest, others)) = regions.split_last() else { return Ok(heap == 0) };
        let mut left = heap;
        for region in others {
            left ^= self.nimber(region, budget)?;
        }
        self.is_worth(largest, left, budget)
    }

    fn nimber(&mut self, region: &Region, budget: &mut Budget<'_>) -> Result<u32, GaveUp> {
        let mut heap = 0;
        while !self.is_worth(region, heap, budget)? {
            heap += 1;
        }
        Ok(heap)
    }

    /// Whether a region is worth a heap of that size: it is if no move makes it so, and it is worth none of the smaller ones.
    fn is_worth(
        &mut self,
        region: &Region,
        heap: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, GaveUp> {
        // Every move takes a square, so a region is never worth more than its size.
        if heap > region.free.count_ones() {
            return Ok(false);
        }
        if region.free.is_power_of_two() {
            return Ok(heap == 1);
        }
        let known = self.table.get(region.key);
        if let Some(answer) = known.is(heap) {
            return Ok(answer);
        }
        let before = self.nodes;
        for smaller in 0..heap {
            if self.is_worth(region, smaller, budget)? {
                return Ok(false);
            }
        }
        let hits = self.field.hits(region.free, region.standing);
        let answer = self.answer(region.free, region.standing, &hits, heap, budget)?;
        let known = self.table.get(region.key).with(heap, answer.is_none());
        self.table.put(region.key, known, self.nodes - before);
        Ok(answer.is_none())
    }

    /// A square after which what is left is worth a heap of that size.
    fn answer(
        &mut self,
        free: u64,
        standing: u64,
        hits: &Hits,
        heap: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        self.nodes += 1;
        budget.count(self.nodes)?;
        let mut regions = self.spare.pop().unwrap_or_default();
        let mut trials: Vec<Trial> = Vec::with_capacity(free.count_ones() as usize);
        for square in squares(free) {
            self.field.after(free, standing, hits, square, &mut regions);
            match self.glance(&regions, heap) {
                Glance::Yes => {
                    self.spare.push(regions);
                    return Ok(Some(square));
                }
                Glance::No => {}
                Glance::Perhaps { cost } => trials.push(Trial { square, cost }),
            }
        }
        trials.sort_unstable_by_key(|trial| (trial.cost, trial.square));
        let mut found = Ok(None);
        for trial in trials {
            self.field.after(free, standing, hits, trial.square, &mut regions);
            match self.worth(&mut regions, heap, budget) {
                Ok(false) => {}
                Ok(true) => {
                    found = Ok(Some(trial.square));
                    break;
                }
                Err(gave_up) => {
                    found = Err(gave_up);
                    break;
                }
            }
        }
        self.spare.push(regions);
        found
    }

    /// What the table says of regions that should together be worth a heap of that size.
    fn glance(&self, regions: &[Region], heap: u32) -> Glance {
        let (mut sum, mut open, mut cost) = (heap, 0, 0_u64);
        let mut last = Known::default();
        for region in regions {
            let size = region.free.count_ones();
            if size == 1 {
                sum ^= 1;
                continue;
            }
            let known = self.table.get(region.key);
            match known.exact() {
                Some(worth) => sum ^= worth,
                None => {
                    open += 1;
                    last = known;
                    cost += 1 << size.min(50);
                }
            }
        }
        match open {
            0 if sum == 0 => Glance::Yes,
            0 => Glance::No,
            1 if last.is(sum) == Some(false) => Glance::No,
            _ => Glance::Perhaps { cost },
        }
    }
}

impl Prove for Solver {
    fn wins_by(
        &mut self,
        pos: &Position,
        square: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let hits = self.field.hits_of(pos);
        let mut regions = self.spare.pop().unwrap_or_default();
        let standing = pos.pawns(Player::One) | pos.pawns(Player::Two);
        self.field.after(pos.free(), standing, &hits, square, &mut regions);
        let wins = self.worth(&mut regions, 0, budget);
        self.spare.push(regions);
        wins
    }

    fn winning(
        &mut self,
        pos: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        let hits = self.field.hits_of(pos);
        let standing = pos.pawns(Player::One) | pos.pawns(Player::Two);
        self.answer(pos.free(), standing, &hits, 0, budget)
    }

    /// Looks tell little of who wins, so the solver gets most.
    fn left_for_search(&self) -> Share {
        Share { part: 8, most: 50_000 }
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

enum Glance {
    Yes,
    No,
    Perhaps { cost: u64 },
}
