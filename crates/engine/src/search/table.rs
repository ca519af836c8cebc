//! What was found out about positions before, shared by all threads. No lock: an entry is two words, the first of which is the key
//! mixed with the second, so that a half-written entry does not fit any key.

use super::{correction::Correction, order::Order};
use prefetch_index::prefetch_index;
use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering::Relaxed},
};

/// What a search learnt about moves and looks, beyond single positions.
pub struct Learnt {
    /// Which moves did well.
    pub order: Order,
    /// Where looks deceived.
    pub correction: Correction,
}

impl Learnt {
    /// Nothing yet.
    pub fn new(slots: usize) -> Self {
        Self { order: Order::new(slots), correction: Correction::new() }
    }
}

/// How a remembered value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most this.
    Upper = 1,
    /// At least this.
    Lower = 2,
    /// Just this.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move, as its tag; 0 if none is known.
    pub tag: u16,
    /// Its value, wins counted from this position.
    pub value: i32,
    /// What it looked like.
    pub looks: i32,
    /// How deeply it was searched.
    pub depth: i32,
    /// What the value means.
    pub bound: Bound,
}

/// The transposition table, and what was learnt about moves.
pub struct Memory {
    buckets: Vec<Bucket>,
    generation: AtomicU64,
    learnt: Mutex<Option<Learnt>>,
}

/// Entries of one bucket fill one line of the cache, so that a look at a position waits for memory only once.
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

const BUCKET: usize = 4;

impl Memory {
    /// A table of about that many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        let buckets = (0..buckets).map(|_| Bucket([empty(), empty(), empty(), empty()])).collect();
        Self { buckets, generation: AtomicU64::new(0), learnt: Mutex::new(None) }
    }

    /// What an earlier search learnt about the moves of a game with so many slots; nothing is left behind.
    pub fn take_learnt(&self, slots: usize) -> Learnt {
        let kept = self.learnt.lock().ok().and_then(|mut learnt| learnt.take());
        kept.filter(|learnt| learnt.order.slots() == slots).unwrap_or_else(|| Learnt::new(slots))
    }

    /// Keeps what a search learnt for the next one.
    pub fn keep_learnt(&self, learnt: Learnt) {
        if let Ok(mut kept) = self.learnt.lock() {
            *kept = Some(learnt);
        }
    }

    /// Tells that a new search begins: what older ones left may be overwritten first.
    pub fn next_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot[0].store(0, Relaxed);
            slot[1].store(0, Relaxed);
        }
        if let Ok(mut learnt) = self.learnt.lock() {
            *learnt = None;
        }
    }

    /// How full it is with what this search found, in thousandths.
    pub fn fill(&self) -> u32 {
        let generation = self.generation.load(Relaxed) & 63;
        let used = |slot: &[AtomicU64; 2]| {
            let data = slot[1].load(Relaxed);
            data != 0 && data >> 58 == generation
        };
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.take(1000).filter(|slot| used(slot)).count() as u32
    }

    fn place(&self, key: u64) -> usize {
        // The high bits of the product spread keys evenly over any number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; BUCKET] {
        &self.buckets[self.place(key)].0
    }

    /// Makes the processor fetch what is known of a position that will be asked for soon, without waiting for it.
    #[inline]
    pub fn call_for(&self, key: u64) {
        prefetch_index(&self.buckets, self.place(key));
    }

    /// What is known of the position with that key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (data != 0 && slot[0].load(Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Remembers `entry`, in place of what is least useful.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed) & 63;
        let bucket = self.bucket(key);
        let mut chosen = &bucket[0];
        let mut least = i64::MAX;
        for slot in bucket {
            let data = slot[1].load(Relaxed);
            if data != 0 && slot[0].load(Relaxed) ^ data == key {
                let old = unpack(data);
                if entry.tag == 0 {
                    entry.tag = old.tag;
                }
                // A much deeper result of this search is worth more than a shallow new bound.
                if data >> 58 == generation
                    && entry.bound != Bound::Exact
                    && old.depth > entry.depth + 3
                {
                    return;
                }
                chosen = slot;
                break;
            }
            let age = generation.wrapping_sub(data >> 58) & 63;
            let use_of =
                if data == 0 { i64::MIN } else { i64::from(unpack(data).depth) - 8 * age as i64 };
            if use_of < least {
                least = use_of;
                chosen = slot;
            }
        }
        let data = pack(entry, generation);
        chosen[0].store(key ^ data, Relaxed);
        chosen[1].store(data, Relaxed);
    }
}

fn pack(entry: Entry, generation: u64) -> u64 {
    let depth = entry.depth.clamp(-2, 253) + 2;
    u64::from(entry.tag)
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.looks as i16 as u16) << 32
        | (depth as u64) << 48
        | (entry.bound as u64) << 56
        | generation << 58
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry {
        tag: data as u16,
        value: i32::from((data >> 16) as u16 as i16),
        looks: i32::from((data >> 32) as u16 as i16),
        depth: (data >> 48 & 255) as i32 - 2,
        bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let memory = Memory::new(1);
        for key in (1..2000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let entry = Entry {
                tag: key as u16 | 1,
                value: -29_990,
                looks: -37,
                depth: 17,
                bound: Bound::Lower,
            };
            memory.put(key, entry);
            let got = memory.get(key).unwrap();
            assert_eq!(
                (got.tag, got.value, got.looks, got.depth, got.bound),
                (entry.tag, entry.value, entry.looks, entry.depth, entry.bound)
            );
        }
        memory.clear();
        assert!(memory.get(0x9e37_79b9_7f4a_7c15).is_none());
    }
}
