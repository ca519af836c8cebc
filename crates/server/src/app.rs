//! What every handler shares.

use crate::{
    Config, Store,
    bus::{Bus, topic},
    clock::Clock,
    http::flood::Flood,
    ids,
    live::Live,
    ws::Sockets,
};
use axum::extract::ws::Utf8Bytes;
use damier_contest::Millis;
use metrics_exporter_prometheus::PrometheusHandle;
use std::{ops::Deref, sync::Arc};
use tokio::sync::{Semaphore, watch};

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
    /// The server's time.
    pub clock: Clock,
    /// Who is told what.
    pub bus: Arc<Bus>,
    /// The matches.
    pub live: Arc<Live>,
    /// The open sockets.
    pub sockets: Arc<Sockets>,
    /// Becomes true when the server stops.
    pub stopping: watch::Sender<bool>,
    /// Each hashing of a password takes 19 MiB and a core: only so many at once.
    pub(crate) hashing: Semaphore,
    pub(crate) flood: Flood,
    pub(crate) metrics: PrometheusHandle,
}

impl App {
    /// Puts the parts together.
    pub fn new(config: Config, store: Store) -> Self {
        let (clock, bus, node) = (Clock::new(Millis(0)), Arc::new(Bus::default()), ids::new_id());
        let flood = Flood::new(config.address_allowance);
        Self(Arc::new(Parts {
            live: Live::start(&store, &node, clock, bus.clone()),
            config,
            store,
            node,
            clock,
            bus,
            sockets: Arc::default(),
            stopping: watch::channel(false).0,
            hashing: Semaphore::new(2),
            flood,
            metrics: crate::telemetry::metrics(),
        }))
    }

    /// Tells live connections that their sessions have ended.
    pub fn tell_ended(&self, sessions: impl IntoIterator<Item = String>) {
        for session in sessions {
            self.bus.publish(&topic::session(&session), &Utf8Bytes::from_static("ended"));
        }
    }

    /// The server's time, for what is stored and decided.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
