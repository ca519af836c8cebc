//! The log of matches: an append is compare-and-swap on the last decision of its match and is answered only once it is stored. One
//! thread writes whatever has queued up as one transaction, so that thousands of matches share a sync to the disk.

use super::{
    Backend,
    chain::{self, Places, Statements},
    matches::{self, NewMatch},
    ratings::{self, Rated, RatingChange},
};
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use std::{thread, time::Duration};
use tokio::{
    runtime,
    sync::{mpsc, oneshot},
};

/// One decision to keep.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match.
    pub id: String,
    /// The number that it gets in the match.
    pub seq: i64,
    /// The place of the decision before it, 0 for none; another decision after the same one loses.
    pub previous: i64,
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
    /// Somebody else has written the next decision.
    #[error("another decision came first")]
    Conflict,
    /// The store cannot write.
    #[error("the store cannot write")]
    Unavailable,
}

/// A decision that is kept.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Where.
    pub place: i64,
    /// How it changed the ratings, if it did.
    pub ratings: Option<[RatingChange; 2]>,
}

type Answer = Result<Stored, AppendError>;

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
/// After a transaction of so many the next one waits a moment for company: a sync costs the same for few as for many, and those who
/// wait hardly notice. With fewer there is nothing to gain, and everybody is served at once.
const CROWD: usize = 16;
const MOMENT: Duration = Duration::from_millis(1);

impl Log {
    /// Starts the one writer. It has a thread of its own: everybody waits for it, so that it must not queue behind them between one
    /// statement and the next.
    pub fn start(pool: AnyPool, backend: Backend) -> Self {
        let (jobs, queue) = mpsc::channel(4 * BATCH);
        let (answers, answered) = mpsc::unbounded_channel();
        tokio::spawn(answer(answered));
        let writer = Writer {
            pool,
            statements: Statements::new(backend),
            places: Places::of_this_node(),
            answers,
        };
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a system that has a runtime already");
        thread::Builder::new()
            .name("damier-log".into())
            .spawn(move || runtime.block_on(writer.write(queue)))
            .expect("a system that has threads already");
        Self { jobs }
    }

    /// Keeps a decision.
    pub async fn append(&self, append: Append) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job { append, answer }).await.map_err(|_| AppendError::Unavailable)?;
        answered.await.unwrap_or(Err(AppendError::Unavailable))
    }
}

/// What was asked, with its answer.
type Answered = (Job, Answer);

/// Wakes those who asked. From the writer's thread each of them would have to be handed over alone.
async fn answer(mut answered: mpsc::UnboundedReceiver<Vec<Answered>>) {
    while let Some(batch) = answered.recv().await {
        for (job, answer) in batch {
            // Whoever asked may be gone; it is stored all the same.
            let _ = job.answer.send(answer);
        }
    }
}

struct Writer {
    pool: AnyPool,
    statements: Statements,
    places: Places,
    answers: mpsc::UnboundedSender<Vec<Answered>>,
}

impl Writer {
    async fn write(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut crowded = false;
        while queue.recv_many(&mut batch, BATCH).await > 0 {
            if crowded {
                gather(&mut queue, &mut batch);
            }
            crowded = batch.len() >= CROWD;
            metrics::histogram!("damier_log_batch").record(batch.len() as f64);
            // Nodes that write the same matches at the same time wait for each other in the same order.
            batch.sort_unstable_by(|a: &Job, b| a.append.id.cmp(&b.append.id));
            let answered = match self.commit(&batch).await {
                Ok(Some(stored)) => batch.drain(..).zip(stored.into_iter().map(Ok)).collect(),
                // Somebody was behind: one after the other, so that only they are told.
                Ok(None) => self.one_by_one(&mut batch).await,
                Err(error) => refuse(&mut batch, &error),
            };
            // Without anybody to answer the server is gone.
            let _ = self.answers.send(answered);
        }
    }

    async fn one_by_one(&mut self, batch: &mut Vec<Job>) -> Vec<Answered> {
        let mut answered = Vec::with_capacity(batch.len());
        for job in batch.drain(..) {
            let answer = match self.commit(std::slice::from_ref(&job)).await {
                Ok(Some(mut stored)) => stored.pop().ok_or(AppendError::Conflict),
                Ok(None) => Err(AppendError::Conflict),
                Err(error) => {
                    tracing::error!(%error, "the log cannot be written");
                    Err(AppendError::Unavailable)
                }
            };
            answered.push((job, answer));
        }
        answered
    }

    /// Stores all of them or nothing: `None` if one of them is behind.
    async fn commit(&mut self, batch: &[Job]) -> sqlx::Result<Option<Vec<Stored>>> {
        let mut tx: Transaction<'_, Any> = self.pool.begin().await?;
        let appends: Vec<_> = batch.iter().map(|job| &job.append).collect();
        let Some(places) =
            chain::extend(&mut tx, &self.statements, &mut self.places, &appends).await?
        else {
            tx.rollback().await?;
            return Ok(None);
        };
        let mut stored = Vec::with_capacity(batch.len());
        for (append, place) in appends.into_iter().zip(places) {
            stored.push(Stored { place, ratings: consequences(&mut tx, append).await? });
        }
        tx.commit().await?;
        Ok(Some(stored))
    }
}

/// Lets a moment pass and takes along who came meanwhile. The runtime's own timer counts in milliseconds and would make it two; nobody
/// else is on this thread.
fn gather(queue: &mut mpsc::Receiver<Job>, batch: &mut Vec<Job>) {
    thread::sleep(MOMENT);
    while batch.len() < BATCH
        && let Ok(job) = queue.try_recv()
    {
        batch.push(job);
    }
}

fn refuse(batch: &mut Vec<Job>, error: &sqlx::Error) -> Vec<Answered> {
    tracing::error!(%error, appends = batch.len(), "the log cannot be written");
    batch.drain(..).map(|job| (job, Err(AppendError::Unavailable))).collect()
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
