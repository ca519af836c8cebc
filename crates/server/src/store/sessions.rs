//! Sessions: one for each browser that is signed in. The cookie is stored as a digest.

use super::{
    Store,
    people::{COLUMNS, Person, Row},
};
use crate::ids;
use damier_contest::Millis;
use serde::Serialize;
use utoipa::ToSchema;

/// A session that nobody used for so long has ended: 90 days.
pub const IDLE_MS: i64 = 90 * 24 * 3600 * 1000;
/// How exactly we know when a session was last used; each time would be a write for each request.
const SEEN_MS: i64 = 3600 * 1000;

/// A session in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionInfo {
    /// What to end it by.
    pub id: String,
    /// What the browser calls itself.
    pub agent: String,
    /// When it began.
    pub created: i64,
    /// When it was last used, within an hour.
    pub seen: i64,
    /// Whether it is the one that asks.
    pub current: bool,
    /// Whether it has a live connection.
    pub live: bool,
}

impl Store {
    /// A new session; returns its id. `token` goes into the cookie.
    pub async fn add_session(
        &self,
        person: &str,
        token: &str,
        agent: &str,
        now: Millis,
    ) -> Result<String, sqlx::Error> {
        let id = ids::new_id();
        let agent: String = agent.chars().filter(|letter| !letter.is_control()).take(200).collect();
        let sql = "INSERT INTO sessions (id, digest, person, agent, created, seen) VALUES ($1, $2, $3, $4, $5, $5)";
        let query = sqlx::query(sql).bind(&id).bind(ids::digest(token)).bind(person);
        query.bind(agent).bind(now.0).execute(&self.write).await?;
        Ok(id)
    }

    /// Whose session this token opens, and the session's id.
    pub async fn session(
        &self,
        token: &str,
        now: Millis,
    ) -> Result<Option<(Person, String)>, sqlx::Error> {
        let sql = format!(
            "SELECT {COLUMNS}, s.id, s.seen FROM sessions s JOIN people p ON p.id = s.person \
             WHERE s.digest = $1 AND s.seen > $2 AND p.deleted IS NULL"
        );
        type Found = (String, Option<String>, String, i64, i64, String, i64);
        let query = sqlx::query_as::<_, Found>(&sql).bind(ids::digest(token)).bind(now.0 - IDLE_MS);
        let Some((a, b, c, d, e, session, seen)) = query.fetch_optional(&self.read).await? else {
            return Ok(None);
        };
        let person = Person::from((a, b, c, d, e) as Row);
        if now.0 - seen > SEEN_MS {
            self.touch(&session, &person.id, now).await?;
        }
        Ok(Some((person, session)))
    }

    async fn touch(&self, session: &str, person: &str, now: Millis) -> Result<(), sqlx::Error> {
        let sql = "UPDATE sessions SET seen = $2 WHERE id = $1";
        sqlx::query(sql).bind(session).bind(now.0).execute(&self.write).await?;
        let sql = "UPDATE people SET seen = $2 WHERE id = $1";
        sqlx::query(sql).bind(person).bind(now.0).execute(&self.write).await.map(|_| ())
    }

    /// Another cookie for the same session: live connections stay.
    pub async fn rotate_session(&self, id: &str, token: &str) -> Result<(), sqlx::Error> {
        let sql = "UPDATE sessions SET digest = $2 WHERE id = $1";
        sqlx::query(sql).bind(id).bind(ids::digest(token)).execute(&self.write).await.map(|_| ())
    }

    /// The sessions of somebody, the last used first.
    pub async fn sessions(
        &self,
        person: &str,
        current: Option<&str>,
        now: Millis,
    ) -> Result<Vec<SessionInfo>, sqlx::Error> {
        let sql = "SELECT s.id, s.agent, s.created, s.seen, \
                   (SELECT COUNT(*) FROM presence r WHERE r.session = s.id AND r.until > $2) \
                   FROM sessions s WHERE s.person = $1 AND s.seen > $3 ORDER BY s.seen DESC, s.id";
        type Found = (String, String, i64, i64, i64);
        let query = sqlx::query_as::<_, Found>(sql).bind(person).bind(now.0).bind(now.0 - IDLE_MS);
        let rows = query.fetch_all(&self.read).await?;
        let info = |(id, agent, created, seen, live): Found| {
            let current = current == Some(id.as_str());
            SessionInfo { id, agent, created, seen, current, live: live > 0 }
        };
        Ok(rows.into_iter().map(info).collect())
    }

    /// Ends one session of somebody; whether there was one.
    pub async fn end_session(&self, person: &str, id: &str) -> Result<bool, sqlx::Error> {
        let mut work = self.write.begin().await?;
        let sql = "DELETE FROM sessions WHERE id = $1 AND person = $2";
        let ended =
            sqlx::query(sql).bind(id).bind(person).execute(&mut *work).await?.rows_affected();
        if ended > 0 {
            let sql = "DELETE FROM presence WHERE session = $1";
            sqlx::query(sql).bind(id).execute(&mut *work).await?;
        }
        work.commit().await?;
        Ok(ended > 0)
    }

    /// Ends every session of somebody but one; returns those that ended.
    pub async fn end_other_sessions(
        &self,
        person: &str,
        kept: Option<&str>,
    ) -> Result<Vec<String>, sqlx::Error> {
        let kept = kept.unwrap_or_default();
        let mut work = self.write.begin().await?;
        let sql = "DELETE FROM presence WHERE person = $1 AND session <> $2 AND session NOT LIKE 'token:%'";
        sqlx::query(sql).bind(person).bind(kept).execute(&mut *work).await?;
        let sql = "DELETE FROM sessions WHERE person = $1 AND id <> $2 RETURNING id";
        let query = sqlx::query_as::<_, (String,)>(sql).bind(person).bind(kept);
        let ended = query.fetch_all(&mut *work).await?;
        work.commit().await?;
        Ok(ended.into_iter().map(|(id,)| id).collect())
    }

    /// Guests who came long ago and left nothing behind: no session, no game, no word, on nobody's list.
    async fn sweep_guests(&self, now: Millis) -> Result<(), sqlx::Error> {
        let sql = "DELETE FROM people WHERE kind = 'guest' AND seen <= $1 AND deleted IS NULL \
                   AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.person = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.one = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.two = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM messages w WHERE w.person = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.person = people.id OR r.reporter = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.person = people.id OR b.other = people.id) \
                   AND NOT EXISTS (SELECT 1 FROM mutes u WHERE u.person = people.id OR u.other = people.id)";
        sqlx::query(sql).bind(now.0 - IDLE_MS).execute(&self.write).await.map(|_| ())
    }

    /// Throws away what has run out: sessions, presences, limits, links.
    pub async fn sweep(&self, now: Millis) -> Result<(), sqlx::Error> {
        self.presence_sweep(now).await?;
        for (sql, until) in [
            ("DELETE FROM sessions WHERE seen <= $1", now.0 - IDLE_MS),
            ("DELETE FROM throttles WHERE tat <= $1", now.0),
            ("DELETE FROM resets WHERE until <= $1", now.0),
        ] {
            sqlx::query(sql).bind(until).execute(&self.write).await?;
        }
        self.sweep_guests(now).await
    }
}
