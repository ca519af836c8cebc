//! The log of matches: appends are compare-and-swap by (match, seq) and are answered only once they are stored. One task writes
//! whatever has queued up as one transaction, so that thousands of matches share a sync to the disk.

use super::{
    Backend,
    matches::{self, NewMatch},
    ratings::{self, Rated, RatingChange},
};
use sqlx::{Any, AnyConnection, AnyPool, Row, Transaction};
use tokio::sync::{mpsc, oneshot};

/// One decision to keep.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match.
    pub id: String,
    /// The number that it gets; another decision with the same number loses.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// What, as JSON.
    pub events: String,
    /// If the next thing that happens by itself comes earlier than the store knows.
    pub due: Option<i64>,
    /// If it ends the match.
    pub ending: Option<Ending>,
    /// If it brings about another match.
    pub next: Option<NewMatch>,
}

/// The end of a match.
#[derive(Clone, Debug)]
pub struct Ending {
    /// `1-0 checkmate`.
    pub result: String,
    /// 1 or 2, 0 for a draw, `None` for no result.
    pub winner: Option<i64>,
    /// Moves played.
    pub plies: i64,
    /// Whose ratings it changes.
    pub rated: Option<Rated>,
}

/// Why an append did not happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has written that number.
    #[error("another decision came first")]
    Conflict,
    /// The store cannot write.
    #[error("the store cannot write")]
    Unavailable,
}

type Answer = Result<Option<[RatingChange; 2]>, AppendError>;

struct Job {
    append: Append,
    answer: oneshot::Sender<Answer>,
}

/// The door to the log.
#[derive(Clone)]
pub struct Log {
    jobs: mpsc::Sender<Job>,
}

/// So many appends become one transaction at most.
const BATCH: usize = 1024;

impl Log {
    /// Starts the one writer.
    pub fn start(pool: AnyPool, backend: Backend) -> Self {
        let (jobs, queue) = mpsc::channel(4 * BATCH);
        tokio::spawn(write(pool, Statements::new(backend), queue));
        Self { jobs }
    }

    /// Keeps a decision. Tells how it changed the ratings, if it did.
    pub async fn append(&self, append: Append) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job { append, answer }).await.map_err(|_| AppendError::Unavailable)?;
        answered.await.unwrap_or(Err(AppendError::Unavailable))
    }
}

/// A stored decision.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// What, as JSON.
    pub events: String,
}

/// The decisions of a match after number `since`.
pub async fn tail(pool: &AnyPool, id: &str, since: i64) -> sqlx::Result<Vec<Entry>> {
    let rows =
        sqlx::query("SELECT seq, at, events FROM log WHERE match = $1 AND seq > $2 ORDER BY seq")
            .bind(id)
            .bind(since)
            .fetch_all(pool)
            .await?;
    rows.iter()
        .map(|row| Ok(Entry { seq: row.try_get(0)?, at: row.try_get(1)?, events: row.try_get(2)? }))
        .collect()
}

async fn write(pool: AnyPool, statements: Statements, mut queue: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        metrics::histogram!("damier_log_batch").record(batch.len() as f64);
        match commit(&pool, &statements, &batch).await {
            Ok(Some(changes)) => {
                for (job, changes) in batch.drain(..).zip(changes) {
                    // Whoever asked may be gone; it is stored all the same.
                    let _ = job.answer.send(Ok(changes));
                }
            }
            // Somebody was behind: one after the other, so that only they are told.
            Ok(None) => one_by_one(&pool, &statements, &mut batch).await,
            Err(error) => refuse(&mut batch, &error),
        }
    }
}

fn refuse(batch: &mut Vec<Job>, error: &sqlx::Error) {
    tracing::error!(%error, appends = batch.len(), "the log cannot be written");
    for job in batch.drain(..) {
        let _ = job.answer.send(Err(AppendError::Unavailable));
    }
}

async fn one_by_one(pool: &AnyPool, statements: &Statements, batch: &mut Vec<Job>) {
    for job in batch.drain(..) {
        let answer = match commit(pool, statements, std::slice::from_ref(&job)).await {
            Ok(Some(mut changes)) => Ok(changes.pop().flatten()),
            Ok(None) => Err(AppendError::Conflict),
            Err(error) => {
                tracing::error!(%error, "the log cannot be written");
                Err(AppendError::Unavailable)
            }
        };
        let _ = job.answer.send(answer);
    }
}

/// Stores all of them or nothing: `None` if one of them is behind.
async fn commit(
    pool: &AnyPool,
    statements: &Statements,
    batch: &[Job],
) -> sqlx::Result<Option<Vec<Option<[RatingChange; 2]>>>> {
    let mut tx: Transaction<'_, Any> = pool.begin().await?;
    if insert_all(&mut tx, statements, batch).await? < batch.len() as u64 {
        tx.rollback().await?;
        return Ok(None);
    }
    let mut changes = Vec::with_capacity(batch.len());
    for Job { append, .. } in batch {
        changes.push(consequences(&mut tx, append).await?);
    }
    tx.commit().await?;
    Ok(Some(changes))
}

/// How many rows went in. The sizes are powers of two, so that few statements have to be prepared.
async fn insert_all(
    tx: &mut AnyConnection,
    statements: &Statements,
    mut batch: &[Job],
) -> sqlx::Result<u64> {
    let mut inserted = 0;
    while !batch.is_empty() {
        let size = 1 << batch.len().ilog2().min(8);
        let (now, later) = batch.split_at(size);
        let mut query = sqlx::query(&statements.0[size.ilog2() as usize]);
        for Job { append, .. } in now {
            query = query.bind(&append.id).bind(append.seq).bind(append.at).bind(&append.events);
        }
        inserted += query.execute(&mut *tx).await?.rows_affected();
        batch = later;
    }
    Ok(inserted)
}

/// The statements that insert 1, 2, 4, up to 256 rows.
struct Statements([String; 9]);

impl Statements {
    fn new(backend: Backend) -> Self {
        // SQLite looks a numbered place up in a list, once for each: with a thousand of them that is slow. PostgreSQL knows no others.
        let place = |n: usize| match backend {
            Backend::Sqlite => "?".to_owned(),
            Backend::Postgres => format!("${n}"),
        };
        let row = |n: usize| format!("({})", [1, 2, 3, 4].map(|m| place(4 * n + m)).join(", "));
        Self(std::array::from_fn(|power| {
            let rows = (0..1 << power).map(row).collect::<Vec<_>>().join(", ");
            format!("INSERT INTO log (match, seq, at, events) VALUES {rows} ON CONFLICT DO NOTHING")
        }))
    }
}

/// What a decision changes besides the log.
async fn consequences(
    tx: &mut AnyConnection,
    append: &Append,
) -> sqlx::Result<Option<[RatingChange; 2]>> {
    if let Some(due) = append.due {
        matches::set_due(&mut *tx, &append.id, Some(due)).await?;
    }
    if let Some(next) = &append.next {
        matches::insert(tx, next).await?;
    }
    let Some(ending) = &append.ending else { return Ok(None) };
    // The result is written once: the log has let only one end through.
    matches::finish(tx, &append.id, ending, append.at).await?;
    match &ending.rated {
        Some(rated) => ratings::update(tx, &append.id, rated, append.at).await.map(Some),
        None => Ok(None),
    }
}
