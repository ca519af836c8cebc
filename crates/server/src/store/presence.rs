//! Who is connected. A presence holds until a time that its node keeps moving on, so that a node that dies frees everybody.
//!
//! The sessions of API tokens are written `token:ID`: programs neither hinder their owner's browser nor are hindered.

use super::Store;
use damier_contest::Millis;
use std::collections::HashMap;

/// How long a presence holds without a beat. A node should beat three times as often.
pub const HOLDS_MS: i64 = 30_000;

/// Whether somebody may connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// They are in.
    Entered,
    /// Another session of the same person is connected.
    InUse,
    /// A guest whose pseudonym has become somebody else's meanwhile: they need another.
    NameTaken,
}

impl Store {
    /// The first live connection of a session to a node. Further ones of the same session change nothing.
    pub async fn presence_enter(
        &self,
        session: &str,
        person: &str,
        node: &str,
        now: Millis,
    ) -> Result<Entry, sqlx::Error> {
        if self.others_present(person, Some(session), now).await? && !session.starts_with("token:")
        {
            return Ok(Entry::InUse);
        }
        // The same name online twice, or a guest under the name of an account.
        let sql = "INSERT INTO presence (session, person, node, until) SELECT $1, $2, $3, $4 \
                   WHERE NOT EXISTS (SELECT 1 FROM people me JOIN people a ON a.folded = me.folded AND a.id <> me.id \
                   WHERE me.id = $2 AND me.kind = 'guest' AND (a.kind = 'account' OR EXISTS \
                   (SELECT 1 FROM presence s WHERE s.person = a.id AND s.until > $5))) \
                   ON CONFLICT (session, node) DO UPDATE SET until = excluded.until";
        let query = sqlx::query(sql).bind(session).bind(person).bind(node);
        let done = query.bind(now.0 + HOLDS_MS).bind(now.0).execute(&self.write).await?;
        Ok(if done.rows_affected() == 1 { Entry::Entered } else { Entry::NameTaken })
    }

    /// The last connection of a session to a node has closed.
    pub async fn presence_leave(&self, session: &str, node: &str) -> Result<(), sqlx::Error> {
        let sql = "DELETE FROM presence WHERE session = $1 AND node = $2";
        sqlx::query(sql).bind(session).bind(node).execute(&self.write).await.map(|_| ())
    }

    /// Everybody on this node is still there.
    pub async fn presence_beat(&self, node: &str, now: Millis) -> Result<(), sqlx::Error> {
        let sql = "UPDATE presence SET until = $2 WHERE node = $1";
        sqlx::query(sql).bind(node).bind(now.0 + HOLDS_MS).execute(&self.write).await.map(|_| ())
    }

    /// Throws away the presences that have run out. They count for nothing before that already.
    pub async fn presence_sweep(&self, now: Millis) -> Result<(), sqlx::Error> {
        let sql = "DELETE FROM presence WHERE until <= $1";
        sqlx::query(sql).bind(now.0).execute(&self.write).await.map(|_| ())
    }

    /// Whether another session of this person is connected.
    pub async fn others_present(
        &self,
        person: &str,
        session: Option<&str>,
        now: Millis,
    ) -> Result<bool, sqlx::Error> {
        let sql = "SELECT COUNT(*) FROM presence WHERE person = $1 AND session <> $2 AND until > $3 \
                   AND session NOT LIKE 'token:%'";
        let query = sqlx::query_as::<_, (i64,)>(sql).bind(person).bind(session.unwrap_or_default());
        let (others,) = query.bind(now.0).fetch_one(&self.write).await?;
        Ok(others > 0)
    }

    /// Which of these people are connected.
    pub async fn online(&self, people: &[String], now: Millis) -> Result<Vec<String>, sqlx::Error> {
        if people.is_empty() {
            return Ok(Vec::new());
        }
        let places = super::places(2, people.len());
        let sql = format!(
            "SELECT DISTINCT person FROM presence WHERE until > $1 AND person IN ({places})"
        );
        let query = sqlx::query_as::<_, (String,)>(&sql).bind(now.0);
        let query = people.iter().fold(query, |query, person| query.bind(person));
        Ok(query.fetch_all(&self.read).await?.into_iter().map(|(person,)| person).collect())
    }

    /// The match that each of these people plays now, if any.
    pub async fn playing(&self, people: &[String]) -> Result<HashMap<String, String>, sqlx::Error> {
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        let places = super::places(1, people.len());
        let sql = format!(
            "SELECT one, id FROM matches WHERE status = 'playing' AND private = 0 AND one IN ({places}) \
             UNION SELECT two, id FROM matches WHERE status = 'playing' AND private = 0 AND two IN ({places})"
        );
        let query = people.iter().fold(sqlx::query_as(&sql), |query, person| query.bind(person));
        Ok(query.fetch_all(&self.read).await?.into_iter().collect())
    }
}

/// Whether a person is connected to another node that lives.
pub async fn presence_elsewhere(
    pool: &sqlx::AnyPool,
    person: &str,
    node: &str,
    now: Millis,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT COUNT(*) FROM presence p JOIN nodes n ON n.id = p.node \
               WHERE p.person = $1 AND p.node <> $2 AND p.until > $3 AND n.alive > $4";
    let query = sqlx::query_as::<_, (i64,)>(sql).bind(person).bind(node);
    let query = query.bind(now.0).bind(now.0 - 5_000);
    let (others,) = query.fetch_one(pool).await?;
    Ok(others > 0)
}
