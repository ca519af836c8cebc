//! What every handler shares.

use crate::{Config, Store, ids};
use damier_contest::Millis;
use metrics_exporter_prometheus::PrometheusHandle;
use std::{ops::Deref, sync::Arc, time::SystemTime};
use tokio::sync::{Semaphore, broadcast};

/// The running server, as its handlers see it. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What an `App` holds.
pub struct Parts {
    /// The settings.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// This process among those that share the database.
    pub node: String,
    /// The sessions that were ended: whoever holds a live connection of one must close it.
    pub ended_sessions: broadcast::Sender<String>,
    /// Each hashing of a password takes 19 MiB and a core: only so many at once.
    pub(crate) hashing: Semaphore,
    pub(crate) metrics: PrometheusHandle,
}

impl App {
    /// Puts the parts together.
    pub fn new(config: Config, store: Store) -> Self {
        let (ended_sessions, _) = broadcast::channel(1024);
        Self(Arc::new(Parts {
            config,
            store,
            node: ids::new_id(),
            ended_sessions,
            hashing: Semaphore::new(2),
            metrics: crate::telemetry::metrics(),
        }))
    }

    /// Tells live connections that their sessions have ended.
    pub fn tell_ended(&self, sessions: impl IntoIterator<Item = String>) {
        for session in sessions {
            // An error means that nobody listens.
            let _ = self.ended_sessions.send(session);
        }
    }

    /// The time of the wall clock, for what is stored.
    pub fn now(&self) -> Millis {
        wall_clock()
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// The time of the wall clock.
pub fn wall_clock() -> Millis {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Millis(since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX)))
}
