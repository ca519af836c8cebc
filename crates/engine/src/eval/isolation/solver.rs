//! Who wins an impartial position, proven. Every region is worth a heap of Nim (its nimber, by Sprague and Grundy), and a position is
//! lost for the player to move exactly when the heaps of its regions cancel out. Nimbers are dear, so they are found only for the
//! smaller regions; of the largest one it is asked only whether it is worth just as much as the others together.

use super::field::{Field, Hits, Region};
use damier_games::{isolation::Position, mosaic::pawns::squares, player::Player};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use web_time::Instant;

/// When to give up.
pub struct Budget<'a> {
    /// Positions that may still be looked at.
    pub nodes: u64,
    /// The moment to stop.
    pub end: Option<Instant>,
    /// Stops the search when it becomes true.
    pub stop: &'a AtomicBool,
}

/// What was to be found out was not, for want of nodes or time.
pub struct GaveUp;

/// The solver with what it knows of one board.
pub struct Solver {
    field: Field,
    table: Table,
    /// Positions looked at so far, in all calls.
    pub nodes: u64,
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

    /// Whether a pawn of the player to move on `square` wins.
    pub fn wins_by(
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

    /// A square on which the player to move wins; `None` if there is none. `order` are the free squares, the likeliest first.
    pub fn winning(
        &mut self,
        pos: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        let hits = self.field.hits_of(pos);
        let standing = pos.pawns(Player::One) | pos.pawns(Player::Two);
        self.answer(pos.free(), standing, &hits, 0, budget)
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
        self.count(budget)?;
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

    fn count(&mut self, budget: &mut Budget<'_>) -> Result<(), GaveUp> {
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(64)
            && (budget.stop.load(Relaxed) || budget.end.is_some_and(|end| Instant::now() >= end));
        if late || budget.nodes == 0 {
            return Err(GaveUp);
        }
        budget.nodes -= 1;
        Ok(())
    }

    /// Forgets what it found.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// How full the table is, in thousandths.
    pub fn fill(&self) -> u32 {
        self.table.fill()
    }
}

enum Glance {
    Yes,
    No,
    Perhaps { cost: u64 },
}

/// What is known of a nimber: what it is, or some of what it is not.
#[derive(Clone, Copy, Default)]
struct Known(u32);

impl Known {
    /// Nimbers beyond these are not remembered; they hardly come up.
    const MOST: u32 = 23;
    const EXACT: u32 = 1 << 31;

    fn exact(self) -> Option<u32> {
        (self.0 & Self::EXACT != 0).then_some(self.0 & !Self::EXACT)
    }

    fn is(self, heap: u32) -> Option<bool> {
        if let Some(exact) = self.exact() {
            return Some(exact == heap);
        }
        (heap <= Self::MOST && self.0 >> heap & 1 != 0).then_some(false)
    }

    const fn with(self, heap: u32, answer: bool) -> Self {
        if answer {
            Self(Self::EXACT | heap)
        } else if heap <= Self::MOST {
            Self(self.0 | 1 << heap)
        } else {
            self
        }
    }
}

/// What is known, by key. In a full bucket the entry that was cheapest to find makes room.
struct Table {
    /// Key, then what is known and how many nodes it took.
    slots: Vec<(u64, u64)>,
}

const BUCKET: usize = 4;

impl Table {
    fn new(megabytes: usize) -> Self {
        let buckets = ((megabytes.max(1) << 20) / (16 * BUCKET)).next_power_of_two();
        Self { slots: vec![(0, 0); buckets * BUCKET] }
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    fn get(&self, key: u64) -> Known {
        let first = self.bucket(key);
        self.slots[first..first + BUCKET]
            .iter()
            .find(|slot| slot.0 == key)
            .map_or_else(Known::default, |slot| Known(slot.1 as u32))
    }

    fn put(&mut self, key: u64, known: Known, effort: u64) {
        let first = self.bucket(key);
        let bucket = &mut self.slots[first..first + BUCKET];
        let effort = effort.min(u64::from(u32::MAX));
        if let Some(slot) = bucket.iter_mut().find(|slot| slot.0 == key) {
            *slot = (key, u64::from(known.0) | (slot.1 >> 32).max(effort) << 32);
            return;
        }
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| slot.1 >> 32) {
            *slot = (key, u64::from(known.0) | effort.max(1) << 32);
        }
    }

    fn clear(&mut self) {
        self.slots.fill((0, 0));
    }

    fn fill(&self) -> u32 {
        self.slots.iter().take(1000).filter(|slot| slot.1 != 0).count() as u32
    }
}
