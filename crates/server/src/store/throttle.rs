//! Rate limits of names and addresses, shared by all nodes: GCRA, one statement for each attempt.

use super::Store;
use crate::ApiError;
use damier_contest::Millis;

/// How often something may be done.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// So many at once.
    pub burst: u32,
    /// And one more each time this has passed.
    pub every_ms: i64,
}

impl Limit {
    /// `burst` at once, and one more every `every_ms`.
    pub const fn new(burst: u32, every_ms: i64) -> Self {
        Self { burst, every_ms }
    }

    /// The same for `times` as many people.
    pub fn for_many(self, times: u32) -> Self {
        let times = times.max(1);
        Self {
            burst: self.burst.saturating_mul(times),
            every_ms: (self.every_ms / i64::from(times)).max(1),
        }
    }
}

impl Store {
    /// Counts one attempt under `key`, or refuses it with the time to wait.
    pub async fn throttle(&self, key: &str, limit: Limit, now: Millis) -> Result<(), ApiError> {
        let tolerance = limit.every_ms * i64::from(limit.burst.max(1) - 1);
        // An attempt that is refused writes nothing: a flood does not become a flood of writes.
        let sql = "INSERT INTO throttles (key, tat) VALUES ($1, $2 + $3) \
                   ON CONFLICT (key) DO UPDATE \
                   SET tat = (CASE WHEN throttles.tat > $2 THEN throttles.tat ELSE $2 END) + $3 \
                   WHERE throttles.tat <= $2 + $4 RETURNING tat";
        let query = sqlx::query_as::<_, (i64,)>(sql);
        let query = query.bind(key).bind(now.0).bind(limit.every_ms).bind(tolerance);
        if !query.fetch_all(&self.write).await?.is_empty() {
            return Ok(());
        }
        let sql = "SELECT tat FROM throttles WHERE key = $1";
        let tat = sqlx::query_as::<_, (i64,)>(sql).bind(key).fetch_optional(&self.write).await?;
        let wait_ms = tat.map_or(0, |(tat,)| tat - tolerance - now.0).max(1);
        let retry_after_s = u64::try_from(wait_ms.div_euclid(1000) + 1).unwrap_or(1);
        Err(ApiError::TooMany { retry_after_s })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_burst_passes_and_then_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("t.db").to_string_lossy()).await.unwrap();
        store.migrate().await.unwrap();
        let limit = Limit::new(3, 10_000);
        for _ in 0..3 {
            store.throttle("a", limit, Millis(1_000_000)).await.unwrap();
        }
        let refused = store.throttle("a", limit, Millis(1_004_500)).await.unwrap_err();
        assert!(matches!(refused, ApiError::TooMany { retry_after_s: 6 }), "{refused:?}");
        store.throttle("b", limit, Millis(1_004_500)).await.unwrap();
        store.throttle("a", limit, Millis(1_010_000)).await.unwrap();
        assert!(store.throttle("a", limit, Millis(1_010_001)).await.is_err());
        // After a long silence there is a burst again, not more.
        for _ in 0..3 {
            store.throttle("a", limit, Millis(9_000_000)).await.unwrap();
        }
        assert!(store.throttle("a", limit, Millis(9_000_000)).await.is_err());
    }
}
