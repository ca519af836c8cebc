//! The HTTP side: routes, and what holds for all of them.

pub mod auth;
pub mod extract;
mod health;
pub mod layers;

use crate::{ApiError, App};
use axum::{Router, extract::DefaultBodyLimit, middleware, routing::get};

/// The largest body of a request.
pub const BODY_BYTES: usize = 64 * 1024;

/// Everything that answers over HTTP.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/ws", get(crate::ws::upgrade))
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(|| async { ApiError::WrongMethod })
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn(layers::in_time))
        .layer(middleware::from_fn_with_state(app.clone(), layers::own_origin))
        .layer(layers::catch_panics())
        .layer(middleware::from_fn(layers::dress))
        .with_state(app)
}
