//! Who waits for an opponent. Only equals meet: a pool is a game with its options, a time and whether it counts.

use sqlx::{AnyConnection, AnyPool, Row};

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Seek {
    /// Its name: the person and what the client calls it.
    pub id: String,
    /// The socket that looks.
    pub socket: String,
    /// Who.
    pub person: String,
    /// The terms as JSON, which name the pool.
    pub pool: String,
    /// How strong they are.
    pub rating: f64,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

/// Begins to wait, or goes on, perhaps from another socket: who looks for the same keeps their place in the queue.
pub async fn put(pool: &AnyPool, seek: &Seek, until: i64) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO seeks (id, person, pool, terms, rating, since, until, socket) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (id) DO UPDATE SET pool = excluded.pool, terms = excluded.terms, rating = excluded.rating, \
         since = CASE WHEN seeks.pool = excluded.pool AND seeks.until > excluded.since THEN seeks.since ELSE excluded.since END, \
         until = excluded.until, socket = excluded.socket",
    )
    .bind(&seek.id)
    .bind(&seek.person)
    .bind(&seek.pool)
    .bind(&seek.pool)
    .bind(seek.rating)
    .bind(seek.since)
    .bind(until)
    .bind(&seek.socket)
    .execute(pool)
    .await?;
    Ok(())
}

/// Still connected.
pub async fn refresh(pool: &AnyPool, person: &str, until: i64) -> sqlx::Result<()> {
    sqlx::query("UPDATE seeks SET until = $1 WHERE person = $2")
        .bind(until)
        .bind(person)
        .execute(pool)
        .await?;
    Ok(())
}

/// Waits no more.
pub async fn remove(pool: &AnyPool, id: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM seeks WHERE id = $1").bind(id).execute(pool).await?;
    Ok(())
}

/// A socket is gone. What has been taken up from another one goes on.
pub async fn abandon(pool: &AnyPool, id: &str, socket: &str) -> sqlx::Result<()> {
    let query =
        sqlx::query("DELETE FROM seeks WHERE id = $1 AND socket = $2").bind(id).bind(socket);
    query.execute(pool).await?;
    Ok(())
}

/// Somebody has found an opponent otherwise.
pub async fn remove_all(pool: &AnyPool, person: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM seeks WHERE person = $1").bind(person).execute(pool).await?;
    Ok(())
}

/// The names of what a person waits for.
pub async fn of(pool: &AnyPool, person: &str) -> sqlx::Result<Vec<String>> {
    let rows = sqlx::query("SELECT id FROM seeks WHERE person = $1").bind(person);
    rows.fetch_all(pool).await?.iter().map(|row| row.try_get(0)).collect()
}

/// Takes two out of every pool they wait in. `false` if one of them was not there any more.
pub async fn take(tx: &mut AnyConnection, one: &Seek, two: &Seek) -> sqlx::Result<bool> {
    let taken = sqlx::query("DELETE FROM seeks WHERE id = $1 OR id = $2")
        .bind(&one.id)
        .bind(&two.id)
        .execute(&mut *tx)
        .await?;
    sqlx::query("DELETE FROM seeks WHERE person = $1 OR person = $2")
        .bind(&one.person)
        .bind(&two.person)
        .execute(&mut *tx)
        .await?;
    Ok(taken.rows_affected() == 2)
}

/// Those who wait in a pool, the longest first.
pub async fn waiting(tx: &mut AnyConnection, pool: &str, now: i64) -> sqlx::Result<Vec<Seek>> {
    let rows = sqlx::query(
        "SELECT id, person, pool, rating, since, socket FROM seeks WHERE pool = $1 AND until > $2 ORDER BY since, id LIMIT 200",
    )
    .bind(pool)
    .bind(now)
    .fetch_all(tx)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Seek {
                id: row.try_get(0)?,
                person: row.try_get(1)?,
                pool: row.try_get(2)?,
                rating: row.try_get(3)?,
                since: row.try_get(4)?,
                socket: row.try_get(5)?,
            })
        })
        .collect()
}

/// The pools in which at least two wait.
pub async fn pools(pool: &AnyPool, now: i64) -> sqlx::Result<Vec<String>> {
    let rows =
        sqlx::query("SELECT pool FROM seeks WHERE until > $1 GROUP BY pool HAVING COUNT(*) > 1")
            .bind(now)
            .fetch_all(pool)
            .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Whether one of them does not want to meet the other.
pub async fn blocked(tx: &mut AnyConnection, one: &str, two: &str) -> sqlx::Result<bool> {
    let row = sqlx::query(
        "SELECT COUNT(*) FROM blocks WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)",
    )
    .bind(one)
    .bind(two)
    .fetch_one(tx)
    .await?;
    Ok(row.try_get::<i64, _>(0)? > 0)
}
