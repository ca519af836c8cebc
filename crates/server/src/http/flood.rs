//! How many requests one address may send to this node. The limits of names and accounts are in the store, for all nodes; this
//! one only keeps a flood from reaching it.

use super::layers;
use crate::{ApiError, App};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};
use std::num::NonZeroU32;

/// Requests a second, in the long run.
const STEADY: u32 = 100;
/// And so many at once: a page with its parts, for a class behind one router.
const BURST: u32 = 400;

/// The requests of each address.
pub struct Flood(DefaultKeyedRateLimiter<String>);

impl Flood {
    /// The usual limits, so many times.
    pub fn new(times: u32) -> Self {
        let many =
            |count: u32| NonZeroU32::new(count.saturating_mul(times)).unwrap_or(NonZeroU32::MIN);
        Self(RateLimiter::keyed(Quota::per_second(many(STEADY)).allow_burst(many(BURST))))
    }

    /// Counts a request.
    pub fn check(&self, address: &String) -> Result<(), ApiError> {
        self.0.check_key(address).map_err(|refusal| {
            let wait = refusal.wait_time_from(self.0.clock().now());
            ApiError::TooMany { retry_after_s: wait.as_secs() + 1 }
        })
    }

    /// Forgets addresses that have been quiet, so that the list does not grow.
    pub fn forget(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// Refuses what is too much. Whoever watches over the server is always answered.
pub async fn limit(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let watched = ["/healthz", "/readyz", "/metrics"].contains(&request.uri().path());
    let (parts, body) = request.into_parts();
    if !watched {
        app.flood.check(&layers::client_address(&parts, &app.config))?;
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_burst() {
        let flood = Flood::new(1);
        let refused = (0..BURST * 2).filter(|_| flood.check(&"a".to_owned()).is_err()).count();
        assert!(refused > 0);
        flood.check(&"b".to_owned()).unwrap();
    }
}
