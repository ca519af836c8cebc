//! The bus: what happens somewhere reaches whoever listens. `publish` is its only way in, and what travels on it is text that its
//! topic's listeners may see as it is, so another carrier between several nodes changes nothing for those who use it.

use axum::extract::ws::Utf8Bytes;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::mpsc;

/// What a listener is called.
pub type ListenerId = u64;

/// The end of a queue to a client. Bounded: a client that does not keep up is cut off and comes back by number.
#[derive(Clone)]
pub struct Outbox {
    /// The listener.
    pub id: ListenerId,
    queue: mpsc::Sender<Utf8Bytes>,
    full: mpsc::Sender<()>,
    unheard: Arc<Mutex<HashSet<String>>>,
}

/// The other end.
pub struct Inbox {
    /// What is to be sent.
    pub queue: mpsc::Receiver<Utf8Bytes>,
    /// Tells that something had to be left out.
    pub full: mpsc::Receiver<()>,
}

/// A queue for `capacity` messages.
pub fn outbox(id: ListenerId, capacity: usize) -> (Outbox, Inbox) {
    let (queue, messages) = mpsc::channel(capacity);
    let (full, overflow) = mpsc::channel(1);
    (Outbox { id, queue, full, unheard: Arc::default() }, Inbox { queue: messages, full: overflow })
}

impl Outbox {
    /// Sends without waiting; a full queue is noted.
    pub fn send(&self, message: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(message) {
            let _ = self.full.try_send(());
        }
    }

    /// From now on nothing that these people say.
    pub fn ignore(&self, people: impl IntoIterator<Item = String>) {
        *self.unheard.lock().unwrap_or_else(PoisonError::into_inner) = people.into_iter().collect();
    }

    fn hears(&self, person: &str) -> bool {
        !self.unheard.lock().unwrap_or_else(PoisonError::into_inner).contains(person)
    }
}

const SHARDS: usize = 16;

type Topics = HashMap<Box<str>, Vec<Outbox>>;

/// Topics and their listeners on this node.
#[derive(Default)]
pub struct Bus {
    shards: [Mutex<Topics>; SHARDS],
}

impl Bus {
    /// Tells everybody who listens to a topic.
    pub fn publish(&self, topic: &str, message: &Utf8Bytes) {
        if let Some(listeners) = self.shard(topic).get(topic) {
            for listener in listeners {
                listener.send(message.clone());
            }
        }
    }

    /// Tells what somebody says to everybody who listens to a topic and wants to hear them.
    pub fn publish_from(&self, person: &str, topic: &str, message: &Utf8Bytes) {
        if let Some(listeners) = self.shard(topic).get(topic) {
            for listener in listeners.iter().filter(|listener| listener.hears(person)) {
                listener.send(message.clone());
            }
        }
    }

    /// Whoever listens to a topic hears nothing more that these people say.
    pub fn ignore(&self, topic: &str, people: &[String]) {
        if let Some(listeners) = self.shard(topic).get(topic) {
            listeners.iter().for_each(|listener| listener.ignore(people.iter().cloned()));
        }
    }

    /// Listens to a topic; once, however often it is asked for.
    pub fn listen(&self, topic: &str, outbox: &Outbox) {
        let mut topics = self.shard(topic);
        let listeners = topics.entry(topic.into()).or_default();
        if !listeners.iter().any(|listener| listener.id == outbox.id) {
            listeners.push(outbox.clone());
        }
    }

    /// Listens no more.
    pub fn leave(&self, topic: &str, id: ListenerId) {
        let mut topics = self.shard(topic);
        if let Some(listeners) = topics.get_mut(topic) {
            listeners.retain(|listener| listener.id != id);
            if listeners.is_empty() {
                topics.remove(topic);
            }
        }
    }

    /// How many listen here.
    pub fn listeners(&self, topic: &str) -> usize {
        self.shard(topic).get(topic).map_or(0, Vec::len)
    }

    fn shard(&self, topic: &str) -> MutexGuard<'_, Topics> {
        let hash = topic
            .bytes()
            .fold(0usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(usize::from(byte)));
        // A panic elsewhere leaves the lists as they were.
        self.shards[hash % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The names of topics.
pub mod topic {
    /// The lobby.
    pub const LOBBY: &str = "lobby";

    /// The end of a session, for whoever holds a live connection of it. A token's session is `token:ID`.
    pub fn session(id: &str) -> String {
        format!("session.{id}")
    }

    /// Whatever concerns one person.
    pub fn person(id: &str) -> String {
        format!("person.{id}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_is_noted_and_hurts_nobody_else() {
        let bus = Bus::default();
        let (slow, mut slow_inbox) = outbox(1, 1);
        let (quick, mut quick_inbox) = outbox(2, 8);
        bus.listen("a", &slow);
        bus.listen("a", &quick);
        bus.listen("a", &quick);
        for text in ["1", "2", "3"] {
            bus.publish("a", &text.into());
        }
        assert!(slow_inbox.full.try_recv().is_ok());
        assert_eq!(slow_inbox.queue.try_recv().expect("the first fits").as_str(), "1");
        let got: Vec<_> = std::iter::from_fn(|| quick_inbox.queue.try_recv().ok()).collect();
        assert_eq!(got, ["1", "2", "3"]);
        assert!(quick_inbox.full.try_recv().is_err());
        bus.leave("a", 1);
        bus.leave("a", 2);
        assert_eq!(bus.listeners("a"), 0);
    }
}
