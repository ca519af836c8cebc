//! For whoever runs the server: does it live, can it work, how much does it do.

use crate::{ApiError, App};
use axum::{extract::State, http::header, response::IntoResponse};

/// The process lives.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// The database can be reached and written to.
pub async fn ready(State(app): State<App>) -> Result<&'static str, ApiError> {
    app.store.check(app.now()).await?;
    Ok("ready\n")
}

/// Counters in Prometheus' text form.
pub async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render())
}
