//! Logs and metrics. Neither ever holds a password, a token or a cookie: handlers do not log what they receive.

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use tracing_subscriber::EnvFilter;

/// Seconds; from a cached answer to a hashed password and beyond.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// The recorder of this process. There can be one only, however many servers a test starts.
pub(crate) fn metrics() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &BUCKETS)
            .expect("the list of buckets is not empty");
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // Another recorder may stand already where we are a library; ours then stays empty.
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another metrics recorder is installed: /metrics stays empty");
        }
        handle
    };
    HANDLE.get_or_init(install).clone()
}

/// Writes logs to standard error, as text or JSON, filtered by `RUST_LOG`; does nothing where a logger stands already.
pub fn write_logs(json: bool) {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,hyper=warn,rustls=warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(false);
    // An error means that a program around us has chosen its own logger.
    let _ = if json { builder.json().try_init() } else { builder.try_init() };
}
