//! When the server was alive. What lies between is given back to the players' clocks.

use sqlx::{AnyPool, Row};

/// A time in which no node could write, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last sign of life before it.
    pub since: i64,
    /// The first one after it.
    pub until: i64,
}

/// A shorter silence is not worth giving back.
const SHORTEST_MS: i64 = 2_500;

/// This node is alive. If no node was for some time before, that is noted and told.
pub async fn beat(pool: &AnyPool, node: &str, now: i64) -> sqlx::Result<Option<Outage>> {
    let mut tx = pool.begin().await?;
    let last: Option<i64> =
        sqlx::query("SELECT MAX(alive) FROM nodes").fetch_one(&mut *tx).await?.try_get(0)?;
    sqlx::query(
        "INSERT INTO nodes (id, alive) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET alive = excluded.alive",
    )
    .bind(node)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    let outage =
        last.filter(|last| now - last > SHORTEST_MS).map(|since| Outage { since, until: now });
    if let Some(Outage { since, until }) = outage {
        sqlx::query(
            "INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT (since) DO NOTHING",
        )
        .bind(since)
        .bind(until)
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(outage)
}

/// The outages that ended after `moment`, oldest first.
pub async fn outages(pool: &AnyPool, moment: i64) -> sqlx::Result<Vec<Outage>> {
    let rows = sqlx::query("SELECT since, until FROM outages WHERE until > $1 ORDER BY since")
        .bind(moment)
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| Ok(Outage { since: row.try_get(0)?, until: row.try_get(1)? })).collect()
}
