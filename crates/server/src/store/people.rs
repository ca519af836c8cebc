//! People: guests and accounts.

use super::Store;
use crate::{ApiError, names::Name};
use damier_contest::Millis;
use serde::Serialize;
use utoipa::ToSchema;

/// What somebody is to the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Came with a pseudonym.
    Guest,
    /// Has a name of their own and a password.
    Account,
}

impl Kind {
    pub(crate) fn of_text(text: &str) -> Self {
        if text == "account" { Self::Account } else { Self::Guest }
    }
}

/// Somebody, as the rest of the server knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Person {
    /// Never changes, not even when a guest registers.
    pub id: String,
    /// As they write it.
    pub name: String,
    /// Guest or account.
    pub kind: Kind,
    /// Whether they may do what administrators do.
    pub admin: bool,
    /// Until when they may not write messages (milliseconds since 1970).
    #[serde(skip)]
    pub silenced_until: i64,
}

/// The columns of a person in their order.
pub(crate) const COLUMNS: &str = "p.id, p.name, p.kind, p.admin, p.silenced_until";
pub(crate) type Row = (String, Option<String>, String, i64, i64);

impl From<Row> for Person {
    fn from((id, name, kind, admin, silenced_until): Row) -> Self {
        let kind = Kind::of_text(&kind);
        Self { id, name: name.unwrap_or_default(), kind, admin: admin != 0, silenced_until }
    }
}

/// That nobody with an account has the name, and no other guest who is connected. `$1` is the folded name, `$2` the person
/// who wants it, `$3` now.
const NAME_IS_FREE: &str = "NOT EXISTS (SELECT 1 FROM people a WHERE a.folded = $1 AND a.id <> $2 AND (a.kind = 'account' \
     OR EXISTS (SELECT 1 FROM presence s WHERE s.person = a.id AND s.until > $3)))";

impl Store {
    /// The person with that id; nobody who is deleted.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, sqlx::Error> {
        let sql = format!("SELECT {COLUMNS} FROM people p WHERE p.id = $1 AND p.deleted IS NULL");
        let row = sqlx::query_as::<_, Row>(&sql).bind(id).fetch_optional(&self.read).await?;
        Ok(row.map(Person::from))
    }

    /// Somebody by the account's name, or by `@` and the id: guests share names in the course of time.
    pub async fn find(&self, who: &str) -> Result<Person, ApiError> {
        if let Some(id) = who.strip_prefix('@') {
            return self.person(id).await?.ok_or(ApiError::NoSuchPlayer);
        }
        let sql =
            format!("SELECT {COLUMNS} FROM people p WHERE p.folded = $1 AND p.kind = 'account'");
        let folded = crate::names::fold(who);
        let row = sqlx::query_as::<_, Row>(&sql).bind(folded).fetch_optional(&self.read).await?;
        row.map(Person::from).ok_or(ApiError::NoSuchPlayer)
    }

    /// The names of these people by id, for lists; the deleted have none.
    pub async fn names(
        &self,
        ids: &[String],
    ) -> Result<Vec<(String, Option<String>)>, sqlx::Error> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql =
            format!("SELECT id, name FROM people WHERE id IN ({})", super::places(1, ids.len()));
        let query = ids.iter().fold(sqlx::query_as(&sql), |query, id| query.bind(id));
        query.fetch_all(&self.read).await
    }

    /// The account and the hash of its password, by name.
    pub async fn credentials(&self, name: &str) -> Result<Option<(Person, String)>, sqlx::Error> {
        let sql = format!(
            "SELECT {COLUMNS}, p.password FROM people p \
             WHERE p.folded = $1 AND p.kind = 'account' AND p.password IS NOT NULL"
        );
        type WithPassword = (String, Option<String>, String, i64, i64, String);
        let query = sqlx::query_as::<_, WithPassword>(&sql).bind(crate::names::fold(name));
        let row = query.fetch_optional(&self.read).await?;
        Ok(row.map(|(a, b, c, d, e, password)| (Person::from((a, b, c, d, e)), password)))
    }

    /// The hash of somebody's password, if they have one.
    pub async fn password(&self, id: &str) -> Result<Option<String>, sqlx::Error> {
        let sql = "SELECT password FROM people WHERE id = $1";
        let row = sqlx::query_as::<_, (Option<String>,)>(sql).bind(id).fetch_optional(&self.read);
        Ok(row.await?.and_then(|(password,)| password))
    }

    /// A new guest. The name is refused where an account or a connected guest has it.
    pub async fn add_guest(
        &self,
        name: &Name,
        recovery: &str,
        now: Millis,
    ) -> Result<String, ApiError> {
        let sql = format!(
            "INSERT INTO people (id, name, folded, kind, recovery, created, seen) \
             SELECT $2, $4, $1, 'guest', $5, $3, $3 WHERE {NAME_IS_FREE}"
        );
        let id = crate::ids::new_id();
        let query = sqlx::query(&sql).bind(name.folded()).bind(&id).bind(now.0);
        let query = query.bind(name.shown()).bind(crate::ids::digest(recovery));
        let done = query.execute(&self.write).await?;
        if done.rows_affected() == 1 { Ok(id) } else { Err(taken(name)) }
    }

    /// A new account.
    pub async fn add_account(
        &self,
        name: &Name,
        hash: &str,
        now: Millis,
    ) -> Result<String, ApiError> {
        let sql = format!(
            "INSERT INTO people (id, name, folded, kind, password, created, seen) \
             SELECT $2, $4, $1, 'account', $5, $3, $3 WHERE {NAME_IS_FREE}"
        );
        let id = crate::ids::new_id();
        let query = sqlx::query(&sql).bind(name.folded()).bind(&id).bind(now.0);
        let done = query.bind(name.shown()).bind(hash).execute(&self.write).await;
        written(done, name).map(|()| id)
    }

    /// A guest becomes an account and keeps id and games.
    pub async fn promote(
        &self,
        id: &str,
        name: &Name,
        hash: &str,
        now: Millis,
    ) -> Result<(), ApiError> {
        let sql = format!(
            "UPDATE people SET kind = 'account', name = $4, folded = $1, password = $5, recovery = NULL, \
             seen = $3 WHERE id = $2 AND kind = 'guest' AND deleted IS NULL AND {NAME_IS_FREE}"
        );
        let query = sqlx::query(&sql).bind(name.folded()).bind(id).bind(now.0);
        written(query.bind(name.shown()).bind(hash).execute(&self.write).await, name)
    }

    /// Another pseudonym for a guest.
    pub async fn rename_guest(&self, id: &str, name: &Name, now: Millis) -> Result<(), ApiError> {
        let sql = format!(
            "UPDATE people SET name = $4, folded = $1, seen = $3 \
             WHERE id = $2 AND kind = 'guest' AND deleted IS NULL AND {NAME_IS_FREE}"
        );
        let query = sqlx::query(&sql).bind(name.folded()).bind(id).bind(now.0).bind(name.shown());
        written(query.execute(&self.write).await, name)
    }

    /// The guest whose recovery code this is.
    pub async fn recover(&self, code: &str) -> Result<Option<Person>, sqlx::Error> {
        let sql =
            format!("SELECT {COLUMNS} FROM people p WHERE p.recovery = $1 AND p.deleted IS NULL");
        let query = sqlx::query_as::<_, Row>(&sql).bind(crate::ids::digest(code));
        Ok(query.fetch_optional(&self.read).await?.map(Person::from))
    }

    /// Another password.
    pub async fn set_password(&self, id: &str, hash: &str) -> Result<(), sqlx::Error> {
        let sql = "UPDATE people SET password = $2 WHERE id = $1 AND kind = 'account' AND deleted IS NULL";
        sqlx::query(sql).bind(id).bind(hash).execute(&self.write).await.map(|_| ())
    }

    /// Nobody hears them until then.
    pub async fn silence(&self, id: &str, until: Millis) -> Result<(), sqlx::Error> {
        let sql = "UPDATE people SET silenced_until = $2 WHERE id = $1";
        sqlx::query(sql).bind(id).bind(until.0).execute(&self.write).await.map(|_| ())
    }

    /// Makes an administrator of somebody, or no longer.
    pub async fn set_admin(&self, id: &str, admin: bool) -> Result<(), sqlx::Error> {
        let sql = "UPDATE people SET admin = $2 WHERE id = $1";
        sqlx::query(sql).bind(id).bind(i64::from(admin)).execute(&self.write).await.map(|_| ())
    }

    /// Takes away all that says who somebody was. The row stays, without a name, because games point to it. Returns the
    /// sessions that ended, those of tokens too.
    pub async fn forget(&self, id: &str, now: Millis) -> Result<Vec<String>, sqlx::Error> {
        let mut work = self.write.begin().await?;
        let sql = "DELETE FROM sessions WHERE person = $1 RETURNING id";
        let ended = sqlx::query_as::<_, (String,)>(sql).bind(id).fetch_all(&mut *work).await?;
        let sql = "DELETE FROM tokens WHERE person = $1 RETURNING 'token:' || id";
        let tokens = sqlx::query_as::<_, (String,)>(sql).bind(id).fetch_all(&mut *work).await?;
        for sql in [
            "DELETE FROM presence WHERE person = $1",
            "DELETE FROM friends WHERE low = $1 OR high = $1",
            "DELETE FROM blocks WHERE person = $1 OR other = $1",
            "DELETE FROM mutes WHERE person = $1 OR other = $1",
            "DELETE FROM messages WHERE person = $1",
            "DELETE FROM reports WHERE person = $1 OR reporter = $1",
            "DELETE FROM quadrants WHERE person = $1",
            "DELETE FROM resets WHERE person = $1",
            "DELETE FROM seeks WHERE person = $1",
            "DELETE FROM ratings WHERE person = $1",
            "DELETE FROM rating_changes WHERE person = $1",
        ] {
            sqlx::query(sql).bind(id).execute(&mut *work).await?;
        }
        let sql = "UPDATE people SET name = NULL, folded = NULL, password = NULL, recovery = NULL, admin = 0, \
                   silenced_until = 0, created = 0, seen = 0, deleted = $2 WHERE id = $1";
        sqlx::query(sql).bind(id).bind(now.0).execute(&mut *work).await?;
        work.commit().await?;
        Ok(ended.into_iter().chain(tokens).map(|(id,)| id).collect())
    }
}

fn taken(name: &Name) -> ApiError {
    ApiError::NameTaken { name: name.shown().to_owned() }
}

/// Two who take a name at the same instant: the second meets the unique index.
fn written(
    done: Result<sqlx::any::AnyQueryResult, sqlx::Error>,
    name: &Name,
) -> Result<(), ApiError> {
    match done {
        Ok(done) if done.rows_affected() == 1 => Ok(()),
        Ok(_) => Err(taken(name)),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(taken(name)),
        Err(error) => Err(error.into()),
    }
}
