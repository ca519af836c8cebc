//! Alarms for what happens by itself. A room's alarm may ring too early, never too late: then it is set anew.

use super::{Live, LiveError, Room};
use damier_contest::Millis;
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::{Arc, Mutex, PoisonError, Weak, atomic::Ordering},
};
use tokio::sync::Notify;

/// The alarms of this node.
#[derive(Default)]
pub struct Timers {
    heap: Mutex<BinaryHeap<Reverse<(Millis, String)>>>,
    earlier: Notify,
}

impl Timers {
    /// Rings at `due`, unless an earlier alarm is set for the room.
    pub fn set(&self, room: &Room, due: Millis) {
        if room.alarm.fetch_min(due.0, Ordering::Relaxed) <= due.0 {
            return;
        }
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        let first = heap.peek().is_none_or(|Reverse((earliest, _))| due < *earliest);
        heap.push(Reverse((due, room.id.clone())));
        if first {
            self.earlier.notify_one();
        }
    }

    /// The rooms whose time has come, or when the next one's comes.
    fn ripe(&self, now: Millis) -> Result<Vec<String>, Option<Millis>> {
        let mut heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner);
        let mut ripe = Vec::new();
        while let Some(Reverse((due, _))) = heap.peek() {
            if *due > now {
                break;
            }
            ripe.extend(heap.pop().map(|Reverse((_, id))| id));
        }
        if ripe.is_empty() { Err(heap.peek().map(|Reverse((due, _))| *due)) } else { Ok(ripe) }
    }
}

/// Rings until the server is gone.
pub async fn run(live: Weak<Live>) {
    while let Some(strong) = live.upgrade() {
        match strong.timers.ripe(strong.now()) {
            Ok(ids) => {
                for id in ids {
                    tokio::spawn(ring(strong.clone(), id));
                }
            }
            Err(next) => {
                let pause = next.map_or(std::time::Duration::from_secs(1), |due| {
                    strong.clock.until(due).min(std::time::Duration::from_secs(1))
                });
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = strong.timers.earlier.notified() => {}
                }
            }
        }
    }
}

async fn ring(live: Arc<Live>, id: String) {
    // A room that nobody needs any more is looked after by the sweep of the store.
    let Some(room) = live.lock_rooms().get(&id).cloned() else { return };
    room.alarm.store(i64::MAX, Ordering::Relaxed);
    match live.tick(&id).await {
        Ok(()) | Err(LiveError::Unavailable) => {}
        Err(error) => tracing::warn!(id, %error, "an alarm could not be followed"),
    }
}
