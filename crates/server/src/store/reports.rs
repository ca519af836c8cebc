//! Complaints about people and about what they said, for administrators to look into.

use super::{
    Store,
    chat::{MESSAGE, Message, Room, clean},
    people::Person,
};
use crate::{ApiError, ids};
use damier_contest::Millis;
use serde::Serialize;
use utoipa::ToSchema;

/// A complaint.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct Report {
    /// What to resolve it by.
    pub id: String,
    /// Who complained.
    pub reporter: Option<String>,
    /// The id of whom it is about.
    pub person: String,
    /// Their name.
    pub name: Option<String>,
    /// Where the message was said; empty if the complaint is about the person.
    pub room: String,
    /// What was said.
    pub text: String,
    /// Why it is bad.
    pub reason: String,
    /// When it was reported.
    pub at: i64,
    /// When an administrator was done with it.
    pub resolved: Option<i64>,
}

impl Store {
    /// Complains about a message that one can read. Once is enough.
    pub async fn report_message(
        &self,
        reporter: &Person,
        message: &str,
        reason: &str,
        now: Millis,
    ) -> Result<(), ApiError> {
        let sql = format!("{MESSAGE} WHERE m.id = $1");
        let found =
            sqlx::query_as::<_, Message>(&sql).bind(message).fetch_optional(&self.read).await?;
        let found = found.ok_or(ApiError::NotFound)?;
        let room = Room::parse(&found.room).ok_or(ApiError::NotFound)?;
        self.may_read(&room, Some(reporter)).await?;
        let reason = if reason.trim().is_empty() { String::new() } else { clean(reason)? };
        let sql = "INSERT INTO reports (id, reporter, person, room, message, text, reason, at) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reporter, message) DO NOTHING";
        let query = sqlx::query(sql).bind(ids::new_id()).bind(&reporter.id).bind(found.person);
        let query = query.bind(found.room).bind(found.id).bind(found.text).bind(reason);
        query.bind(now.0).execute(&self.write).await?;
        Ok(())
    }

    /// Complains about somebody; a reason is needed. Whoever does it again has something to add: it is open again.
    pub async fn report_person(
        &self,
        reporter: &Person,
        person: &Person,
        reason: &str,
        now: Millis,
    ) -> Result<(), ApiError> {
        if reporter.id == person.id {
            return Err(ApiError::Yourself);
        }
        let sql = "INSERT INTO reports (id, reporter, person, room, message, text, reason, at) \
                   VALUES ($1, $2, $3, '', $4, '', $5, $6) ON CONFLICT (reporter, message) \
                   DO UPDATE SET reason = excluded.reason, at = excluded.at, resolved = NULL";
        let query = sqlx::query(sql).bind(ids::new_id()).bind(&reporter.id).bind(&person.id);
        let query = query.bind(format!("person:{}", person.id)).bind(clean(reason)?);
        query.bind(now.0).execute(&self.write).await?;
        Ok(())
    }

    /// The latest complaints before a time: those that are open, or all.
    pub async fn reports(
        &self,
        all: bool,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Report>, sqlx::Error> {
        let open = if all { "" } else { "AND r.resolved IS NULL" };
        let sql = format!(
            "SELECT r.id AS id, a.name AS reporter, r.person AS person, b.name AS name, r.room AS room, r.text AS text, \
             r.reason AS reason, r.at AS at, r.resolved AS resolved FROM reports r \
             JOIN people a ON a.id = r.reporter JOIN people b ON b.id = r.person \
             WHERE r.at < $1 {open} ORDER BY r.at DESC, r.id LIMIT $2"
        );
        let query = sqlx::query_as(&sql).bind(before.unwrap_or(i64::MAX)).bind(limit.clamp(1, 200));
        query.fetch_all(&self.read).await
    }

    /// An administrator is done with a complaint; whether there is such a one.
    pub async fn resolve_report(&self, id: &str, now: Millis) -> Result<bool, sqlx::Error> {
        let sql = "UPDATE reports SET resolved = COALESCE(resolved, $2) WHERE id = $1";
        let done = sqlx::query(sql).bind(id).bind(now.0).execute(&self.write).await?;
        Ok(done.rows_affected() > 0)
    }
}
