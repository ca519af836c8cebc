//! The rows of matches: who plays, how far they are. What happened in them is in the log.

use super::log::Ending;
use sqlx::{Any, AnyConnection, AnyPool, Executor, Row, any::AnyRow};

/// A match to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// Its name.
    pub id: String,
    /// The agreed terms as JSON.
    pub terms: String,
    /// The game's key.
    pub game: String,
    /// The speed's key.
    pub speed: String,
    /// Whether it counts.
    pub rated: bool,
    /// Whether only those who know its name may watch.
    pub private: bool,
    /// Who sits where.
    pub people: [Option<String>; 2],
    /// Whether it begins now or waits for somebody.
    pub open: bool,
    /// The short code by which a friend joins.
    pub code: Option<String>,
    /// The only one who may join, if somebody was asked.
    pub invited: Option<String>,
    /// When.
    pub created: i64,
    /// When something happens by itself.
    pub due: Option<i64>,
}

/// A stored match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in the table")]
pub struct MatchRow {
    pub id: String,
    pub terms: String,
    pub private: bool,
    pub people: [Option<String>; 2],
    pub status: String,
    pub code: Option<String>,
    pub invited: Option<String>,
    pub result: Option<String>,
    pub plies: i64,
    pub created: i64,
    pub started: Option<i64>,
    pub ended: Option<i64>,
    pub due: Option<i64>,
}

const COLUMNS: &str = "id, terms, private, one, two, status, code, invited, result, plies, created, started, ended, due";

impl MatchRow {
    fn read(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get(0)?,
            terms: row.try_get(1)?,
            private: row.try_get::<i64, _>(2)? != 0,
            people: [row.try_get(3)?, row.try_get(4)?],
            status: row.try_get(5)?,
            code: row.try_get(6)?,
            invited: row.try_get(7)?,
            result: row.try_get(8)?,
            plies: row.try_get(9)?,
            created: row.try_get(10)?,
            started: row.try_get(11)?,
            ended: row.try_get(12)?,
            due: row.try_get(13)?,
        })
    }
}

/// Begins a match.
pub async fn insert(tx: &mut AnyConnection, new: &NewMatch) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO matches (id, terms, game, speed, rated, private, one, two, status, code, invited, created, started, due) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(&new.id)
    .bind(&new.terms)
    .bind(&new.game)
    .bind(&new.speed)
    .bind(i64::from(new.rated))
    .bind(i64::from(new.private))
    .bind(&new.people[0])
    .bind(&new.people[1])
    .bind(if new.open { "open" } else { "playing" })
    .bind(&new.code)
    .bind(&new.invited)
    .bind(new.created)
    .bind(if new.open { None } else { Some(new.created) })
    .bind(new.due)
    .execute(tx)
    .await?;
    Ok(())
}

/// Sits down at the free seat of an open match. `false` if somebody else was faster.
pub async fn join(
    tx: &mut AnyConnection,
    id: &str,
    people: &[Option<String>; 2],
    now: i64,
    due: Option<i64>,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "UPDATE matches SET one = $1, two = $2, status = 'playing', started = $3, due = $4 \
         WHERE id = $5 AND status = 'open'",
    )
    .bind(&people[0])
    .bind(&people[1])
    .bind(now)
    .bind(due)
    .bind(id)
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes an open match back. `false` if it is not open any more.
pub async fn withdraw(pool: &AnyPool, id: &str) -> sqlx::Result<bool> {
    let done = sqlx::query("DELETE FROM matches WHERE id = $1 AND status = 'open'")
        .bind(id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// When something happens by itself.
pub async fn set_due<'a>(
    executor: impl Executor<'a, Database = Any>,
    id: &str,
    due: Option<i64>,
) -> sqlx::Result<()> {
    let query = sqlx::query("UPDATE matches SET due = $1 WHERE id = $2").bind(due).bind(id);
    executor.execute(query).await?;
    Ok(())
}

/// Writes the result.
pub async fn finish(
    tx: &mut AnyConnection,
    id: &str,
    ending: &Ending,
    at: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE matches SET status = 'over', result = $1, winner = $2, plies = $3, ended = $4, due = NULL WHERE id = $5",
    )
    .bind(&ending.result)
    .bind(ending.winner)
    .bind(ending.plies)
    .bind(at)
    .bind(id)
    .execute(tx)
    .await?;
    Ok(())
}

/// One match by its id.
pub async fn get(pool: &AnyPool, id: &str) -> sqlx::Result<Option<MatchRow>> {
    one(pool, "id", id).await
}

/// One match by its short code.
pub async fn by_code(pool: &AnyPool, code: &str) -> sqlx::Result<Option<MatchRow>> {
    one(pool, "code", code).await
}

async fn one(pool: &AnyPool, column: &str, value: &str) -> sqlx::Result<Option<MatchRow>> {
    let sql = format!("SELECT {COLUMNS} FROM matches WHERE {column} = $1");
    let row = sqlx::query(&sql).bind(value).fetch_optional(pool).await?;
    row.as_ref().map(MatchRow::read).transpose()
}

/// What everybody sees of the matches of the status `$1` at the time `$2`. Whoever opened one and went away would be waited for in vain:
/// it is offered again when they are back, and those with days for a move go on without anybody there.
const PUBLIC: &str = "status = $1 AND private = 0 AND (status <> 'open' OR speed = 'correspondence' OR created > $2 - 60000 \
     OR EXISTS (SELECT 1 FROM presence p WHERE p.until > $2 AND p.person IN (matches.one, matches.two)))";

/// Public matches of one status, newest first.
pub async fn list(
    pool: &AnyPool,
    status: &str,
    limit: i64,
    now: i64,
) -> sqlx::Result<Vec<MatchRow>> {
    let sql =
        format!("SELECT {COLUMNS} FROM matches WHERE {PUBLIC} ORDER BY created DESC LIMIT $3");
    let rows = sqlx::query(&sql).bind(status).bind(now).bind(limit).fetch_all(pool).await?;
    rows.iter().map(MatchRow::read).collect()
}

/// The open matches to which a friend has asked this person, the latest first.
pub async fn invitations(pool: &AnyPool, person: &str) -> sqlx::Result<Vec<MatchRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM matches WHERE invited = $1 AND status = 'open' ORDER BY created DESC LIMIT 50"
    );
    let rows = sqlx::query(&sql).bind(person).fetch_all(pool).await?;
    rows.iter().map(MatchRow::read).collect()
}

/// The unfinished matches of a person, oldest first.
pub async fn unfinished(pool: &AnyPool, person: &str) -> sqlx::Result<Vec<MatchRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM matches WHERE (one = $1 OR two = $1) AND status <> 'over' ORDER BY created LIMIT 200"
    );
    let rows = sqlx::query(&sql).bind(person).fetch_all(pool).await?;
    rows.iter().map(MatchRow::read).collect()
}

/// The matches in which something may be due.
pub async fn due(pool: &AnyPool, now: i64, limit: i64) -> sqlx::Result<Vec<String>> {
    let rows = sqlx::query("SELECT id FROM matches WHERE due <= $1 ORDER BY due LIMIT $2")
        .bind(now)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// All that are being played.
pub async fn playing(pool: &AnyPool) -> sqlx::Result<Vec<String>> {
    let rows =
        sqlx::query("SELECT id FROM matches WHERE status = 'playing'").fetch_all(pool).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// How many public matches have a status.
pub async fn count(pool: &AnyPool, status: &str, now: i64) -> sqlx::Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM matches WHERE {PUBLIC}");
    sqlx::query(&sql).bind(status).bind(now).fetch_one(pool).await?.try_get(0)
}

/// How many people are connected.
pub async fn online(pool: &AnyPool, now: i64) -> sqlx::Result<i64> {
    sqlx::query("SELECT COUNT(DISTINCT person) FROM presence WHERE until > $1")
        .bind(now)
        .fetch_one(pool)
        .await?
        .try_get(0)
}
