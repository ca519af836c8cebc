//! What the two solvers share: what they can be asked, how long they may go on, and the memory of what they found out.

use damier_games::isolation::Position;
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

impl Budget<'_> {
    /// Counts a position, the so-and-so-manieth of the solver.
    pub fn count(&mut self, number: u64) -> Result<(), GaveUp> {
        let late = number.is_multiple_of(64)
            && (self.stop.load(Relaxed) || self.end.is_some_and(|end| Instant::now() >= end));
        if late || self.nodes == 0 {
            return Err(GaveUp);
        }
        self.nodes -= 1;
        Ok(())
    }
}

/// One part of so many, of time and positions, but no more positions than that.
pub struct Share {
    pub part: u32,
    pub most: u64,
}

/// Finds out who wins one board's positions.
pub trait Prove: Send {
    /// A square on which the player to move wins; `None` if there is none.
    fn winning(&mut self, pos: &Position, budget: &mut Budget<'_>)
    -> Result<Option<usize>, GaveUp>;
    /// Whether a pawn of the player to move on `square` wins.
    fn wins_by(
        &mut self,
        pos: &Position,
        square: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, GaveUp>;
    /// What a search gets when a first look has proven nothing.
    fn left_for_search(&self) -> Share;
    /// Positions looked at so far, in all calls.
    fn nodes(&self) -> u64;
    /// How full its memory is, in thousandths.
    fn fill(&self) -> u32;
    /// Forgets what it found.
    fn forget(&mut self);
}

/// What is known of a nimber: what it is, or some of what it is not.
#[derive(Clone, Copy, Default)]
pub struct Known(u32);

impl Known {
    /// Nimbers beyond these are not remembered; they hardly come up.
    const MOST: u32 = 23;
    const EXACT: u32 = 1 << 31;

    pub fn exact(self) -> Option<u32> {
        (self.0 & Self::EXACT != 0).then_some(self.0 & !Self::EXACT)
    }

    /// Whether it is worth a heap of that size, if that is known.
    pub fn is(self, heap: u32) -> Option<bool> {
        if let Some(exact) = self.exact() {
            return Some(exact == heap);
        }
        (heap <= Self::MOST && self.0 >> heap & 1 != 0).then_some(false)
    }

    /// And this besides.
    pub const fn with(self, heap: u32, answer: bool) -> Self {
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
pub struct Table {
    /// Key, then what is known and how many nodes it took.
    slots: Vec<(u64, u64)>,
}

const BUCKET: usize = 4;

impl Table {
    pub fn new(megabytes: usize) -> Self {
        let buckets = ((megabytes.max(1) << 20) / (16 * BUCKET)).next_power_of_two();
        Self { slots: vec![(0, 0); buckets * BUCKET] }
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    pub fn get(&self, key: u64) -> Known {
        let first = self.bucket(key);
        self.slots[first..first + BUCKET]
            .iter()
            .find(|slot| slot.0 == key)
            .map_or_else(Known::default, |slot| Known(slot.1 as u32))
    }

    pub fn put(&mut self, key: u64, known: Known, effort: u64) {
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

    pub fn clear(&mut self) {
        self.slots.fill((0, 0));
    }

    /// How full it is, in thousandths.
    pub fn fill(&self) -> u32 {
        self.slots.iter().take(1000).filter(|slot| slot.1 != 0).count() as u32
    }
}
