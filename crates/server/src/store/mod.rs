//! The database. One text of SQL for SQLite and PostgreSQL; ids are random, times are milliseconds since 1970.
//!
//! Statements with `RETURNING` are read with `fetch_all`: `fetch_one` leaves SQLite's statement before its end, so that a
//! failing commit (a full disk) would go unnoticed.

pub mod chain;
pub mod chat;
mod export;
pub mod friends;
pub mod log;
pub mod matches;
pub mod nodes;
pub mod people;
pub mod players;
pub mod presence;
pub mod quadrants;
pub mod ratings;
pub mod reports;
pub mod seeks;
pub mod sessions;
pub mod throttle;
pub mod tokens;

use damier_contest::Millis;
use sqlx::{
    AnyConnection, AnyPool, Connection, Executor,
    any::{AnyPoolOptions, install_default_drivers},
    migrate::{MigrateError, Migrator},
};
use std::{
    sync::Once,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long a request waits for a connection to the database.
const ACQUIRE_WITHIN: Duration = Duration::from_secs(4);
/// How long an answer to "is it writable?" holds: asking must not become a load.
const CHECK_HOLDS: Duration = Duration::from_secs(1);

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Embedded.
    Sqlite,
    /// Its own server.
    Postgres,
}

/// The database: a pool to read from and one to write to.
pub struct Store {
    /// For reading.
    pub read: AnyPool,
    /// For writing. On SQLite this is one connection, so that writers queue here and never meet a locked database.
    pub write: AnyPool,
    /// Which database it is.
    pub backend: Backend,
    checked: Mutex<Option<Instant>>,
}

impl Store {
    /// Opens `postgres://...`, or the SQLite file of that path, which is created where it does not exist.
    pub async fn open(url_or_path: &str) -> Result<Self, sqlx::Error> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(install_default_drivers);
        if ["postgres://", "postgresql://"].iter().any(|start| url_or_path.starts_with(start)) {
            let options = AnyPoolOptions::new().max_connections(16).acquire_timeout(ACQUIRE_WITHIN);
            let pool = match options.connect(url_or_path).await {
                Ok(pool) => pool,
                Err(error) => return Err(cause(error, url_or_path).await),
            };
            return Ok(Self::of(pool.clone(), pool, Backend::Postgres));
        }
        let url = sqlite_url(url_or_path);
        // The writer first: it creates the file and chooses the journal, which then holds for all.
        let write = match sqlite_options(1).connect(&url).await {
            Ok(write) => write,
            Err(error) => return Err(cause(error, &url).await),
        };
        let read = sqlite_options(4).connect(&url).await?;
        Ok(Self::of(read, write, Backend::Sqlite))
    }

    fn of(read: AnyPool, write: AnyPool, backend: Backend) -> Self {
        Self { read, write, backend, checked: Mutex::new(None) }
    }

    /// Brings the tables up to date.
    pub async fn migrate(&self) -> Result<(), MigrateError> {
        MIGRATIONS.run(&self.write).await
    }

    /// Whether the database can be reached and written to.
    pub async fn check(&self, now: Millis) -> Result<(), sqlx::Error> {
        let mut checked = self.checked.lock().await;
        if checked.is_some_and(|at| at.elapsed() < CHECK_HOLDS) {
            return Ok(());
        }
        *checked = None;
        let sql = "INSERT INTO checks (id, at) VALUES ('ready', $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
        sqlx::query(sql).bind(now.0).execute(&self.write).await?;
        *checked = Some(Instant::now());
        Ok(())
    }

    /// Brings SQLite's journal home, beside the writer: a writer that did it would let everybody wait for two more syncs.
    pub async fn checkpoint(&self) -> Result<(), sqlx::Error> {
        if self.backend == Backend::Sqlite {
            self.read.execute("PRAGMA wal_checkpoint(PASSIVE)").await?;
        }
        Ok(())
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

/// Why nothing could be opened. A pool tries again and again, and in the end tells only that it did.
async fn cause(error: sqlx::Error, url: &str) -> sqlx::Error {
    if !matches!(error, sqlx::Error::PoolTimedOut) {
        return error;
    }
    let looked = async {
        let mut connection = AnyConnection::connect(url).await?;
        // What is no database is found out when it is read.
        connection.execute("SELECT 1 FROM sqlite_master").await
    };
    match tokio::time::timeout(ACQUIRE_WITHIN, looked).await {
        Ok(Err(cause)) => cause,
        _ => error,
    }
}

/// `$2, $3, $4`: the places of `count` parameters from `first` on.
pub(crate) fn places(first: usize, count: usize) -> String {
    let places: Vec<String> = (first..first + count).map(|place| format!("${place}")).collect();
    places.join(", ")
}

fn sqlite_options(connections: u32) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_WITHIN)
        .idle_timeout(None)
        .max_lifetime(None)
        // An embedded database cannot hang up: asking it each time costs a change of threads.
        .test_before_acquire(false)
        // When the disk is full SQLite gives a transaction up by itself, and the driver still counts it: what it would then begin
        // lies within one that nobody ever commits. Such a connection is not used again.
        .before_acquire(|connection, _| {
            let whole = !connection.is_in_transaction();
            Box::pin(async move { Ok(whole) })
        })
        .after_connect(|connection, _| {
            Box::pin(async move {
                // FULL: what we acknowledge survives a loss of power. The pages of thousands of matches in play fit into the
                // cache; the journal is brought home by `checkpoint`, and by the writer only where that does not keep up. What a
                // statement of many rows would need to undo itself is kept in memory: after a crash nobody needs it.
                let settings = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
                                PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                                PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 16000; \
                                PRAGMA temp_store = MEMORY;";
                connection.execute(settings).await.map(|_| ())
            })
        })
}

/// The URL of a file: what has a meaning in URLs is escaped.
fn sqlite_url(path: &str) -> String {
    let path = path.strip_prefix("sqlite:").map_or(path, |rest| rest.trim_start_matches("//"));
    let mut url = String::from("sqlite://");
    for byte in path.bytes() {
        match byte {
            b'%' | b'?' | b'#' | b' ' | 0x7f.. => url.push_str(&format!("%{byte:02X}")),
            _ => url.push(char::from(byte)),
        }
    }
    url + "?mode=rwc"
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;

    #[tokio::test]
    async fn odd_paths_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Mes données #1 à 100%?.db");
        let store = Store::open(&path.to_string_lossy()).await.unwrap();
        store.migrate().await.unwrap();
        store.check(Millis(1)).await.unwrap();
        store.close().await;
        assert!(path.exists());
    }

    #[tokio::test]
    async fn what_is_written_after_the_disk_was_full_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("damier.db").to_string_lossy()).await.unwrap();
        store.migrate().await.unwrap();
        // The file may not grow: the transaction is given up by the database itself.
        store.write.execute("PRAGMA max_page_count = 1").await.unwrap();
        let mut tx = store.write.begin().await.unwrap();
        let much = "INSERT INTO checks (id, at) VALUES (hex(randomblob(100000)), 1)";
        let error = tx.execute(much).await.unwrap_err();
        assert!(error.to_string().contains("full"), "{error}");
        drop(tx);
        // Somebody changes their mind about the next one.
        let mut tx = store.write.begin().await.unwrap();
        tx.execute("INSERT INTO checks (id, at) VALUES ('thought', 2)").await.unwrap();
        tx.rollback().await.unwrap();
        store.check(Millis(3)).await.unwrap();
        let kept = sqlx::query("SELECT id, at FROM checks").fetch_all(&store.read).await.unwrap();
        let kept: Vec<(String, i64)> = kept.iter().map(|row| (row.get(0), row.get(1))).collect();
        assert_eq!(kept, [("ready".to_owned(), 3)]);
    }
}
