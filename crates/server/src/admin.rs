//! What whoever runs the server does beside it, on a store of their own: the command line's work.

use crate::{
    Store, ids,
    store::{Backend, people::Kind, reports::Report},
};
use damier_contest::Millis;
use damier_games::text::{Language, Tell};
use std::{
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// How long a one-time link holds: a day.
const RESET_MS: i64 = 24 * 3600 * 1000;

/// The work was not done.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
#[allow(missing_docs, reason = "each variant's message says what its fields are")]
pub enum AdminError {
    NoSuchAccount { name: String },
    NoSuchPlayer { name: String },
    NoSuchReport { id: String },
    Exists { file: PathBuf },
    File { file: PathBuf, error: io::Error },
    UsePgDump,
    Database(#[from] sqlx::Error),
}

impl Tell for AdminError {
    fn tell(&self, language: Language) -> String {
        let (en, fr) = match self {
            Self::NoSuchAccount { name } => (
                format!("there is no account \"{name}\""),
                format!("il n'y a pas de compte « {name} »"),
            ),
            Self::NoSuchPlayer { name } => (
                format!("nobody is called \"{name}\""),
                format!("personne ne s'appelle « {name} »"),
            ),
            Self::NoSuchReport { id } => (
                format!("there is no report \"{id}\": damier admin reports lists them"),
                format!("il n'y a pas de signalement « {id} » : damier admin reports les énumère"),
            ),
            Self::Exists { file } => (
                format!("{} exists already: expected a new file", file.display()),
                format!("{} existe déjà : attendu un nouveau fichier", file.display()),
            ),
            Self::File { file, error } => (
                format!("cannot write {}: {error}", file.display()),
                format!("impossible d'écrire {} : {error}", file.display()),
            ),
            Self::UsePgDump => (
                "this database is PostgreSQL's: back it up with pg_dump".to_owned(),
                "cette base est celle de PostgreSQL : sauvegardez-la avec pg_dump".to_owned(),
            ),
            Self::Database(error) => (
                format!("the database refused: {error}"),
                format!("la base de données refuse : {error}"),
            ),
        };
        match language {
            Language::English => en,
            Language::French => fr,
        }
    }
}

async fn account(store: &Store, name: &str) -> Result<String, AdminError> {
    let unknown = || AdminError::NoSuchAccount { name: name.to_owned() };
    match store.find(name).await {
        Ok(person) if person.kind == Kind::Account => Ok(person.id),
        _ => {
            // `find` answers as the API does; here the cause of a failing database matters.
            store.person("").await?;
            Err(unknown())
        }
    }
}

/// Makes an administrator of an account.
pub async fn grant(store: &Store, name: &str) -> Result<(), AdminError> {
    let id = account(store, name).await?;
    Ok(store.set_admin(&id, true).await?)
}

/// Takes that back.
pub async fn revoke(store: &Store, name: &str) -> Result<(), AdminError> {
    let id = account(store, name).await?;
    Ok(store.set_admin(&id, false).await?)
}

/// The complaints, the latest first: those that are open, or all.
pub async fn reports(store: &Store, all: bool) -> Result<Vec<Report>, AdminError> {
    Ok(store.reports(all, None, i64::MAX).await?)
}

/// Is done with a complaint.
pub async fn resolve(store: &Store, id: &str, now: Millis) -> Result<(), AdminError> {
    if store.resolve_report(id, now).await? {
        return Ok(());
    }
    Err(AdminError::NoSuchReport { id: id.to_owned() })
}

/// Silences a guest or an account for so many minutes; 0 ends a silence.
pub async fn silence(
    store: &Store,
    name: &str,
    minutes: u32,
    now: Millis,
) -> Result<(), AdminError> {
    let until = if minutes == 0 { 0 } else { now.0 + i64::from(minutes) * 60_000 };
    match store.find(name).await {
        Ok(person) => Ok(store.silence(&person.id, Millis(until)).await?),
        Err(_) => {
            store.person("").await?;
            Err(AdminError::NoSuchPlayer { name: name.to_owned() })
        }
    }
}

/// Makes a link by which a new password can be chosen, once, within a day. Returns its path, `/reset/TOKEN`.
pub async fn reset_password(store: &Store, name: &str, now: Millis) -> Result<String, AdminError> {
    let id = account(store, name).await?;
    let token = ids::new_token();
    let mut work = store.write.begin().await?;
    sqlx::query("DELETE FROM resets WHERE person = $1").bind(&id).execute(&mut *work).await?;
    let sql = "INSERT INTO resets (digest, person, until) VALUES ($1, $2, $3)";
    let query = sqlx::query(sql).bind(ids::digest(&token)).bind(&id).bind(now.0 + RESET_MS);
    query.execute(&mut *work).await?;
    work.commit().await?;
    Ok(format!("/reset/{token}"))
}

/// Copies the database as it is at one instant, while the server goes on. Never overwrites a file.
pub async fn backup(store: &Store, file: &Path) -> Result<(), AdminError> {
    if store.backend == Backend::Postgres {
        return Err(AdminError::UsePgDump);
    }
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => AdminError::Exists { file: file.to_owned() },
        _ => AdminError::File { file: file.to_owned(), error },
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Hashes of passwords are in it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let target = options.open(file).map_err(failed)?;
    // SQLite writes into an empty file, and into no other.
    let query = sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy().into_owned());
    if let Err(error) = query.execute(&store.read).await {
        // Half a copy must not be taken for one; the database's error is the one to tell.
        let _ = fs::remove_file(file);
        return Err(error.into());
    }
    target.sync_all().map_err(failed)
}

impl Store {
    /// Uses a one-time link: sets the password; whose it was, or nobody's if the link is no longer good.
    pub(crate) async fn use_reset(
        &self,
        token: &str,
        hash: &str,
        now: Millis,
    ) -> Result<Option<String>, sqlx::Error> {
        let mut work = self.write.begin().await?;
        let sql = "DELETE FROM resets WHERE digest = $1 AND until > $2 RETURNING person";
        let query = sqlx::query_as::<_, (String,)>(sql).bind(ids::digest(token)).bind(now.0);
        let Some((person,)) = query.fetch_all(&mut *work).await?.into_iter().next() else {
            return Ok(None);
        };
        let sql = "UPDATE people SET password = $2 WHERE id = $1 AND deleted IS NULL";
        sqlx::query(sql).bind(&person).bind(hash).execute(&mut *work).await?;
        work.commit().await?;
        Ok(Some(person))
    }
}
