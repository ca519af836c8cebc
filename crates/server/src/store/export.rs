//! All that the house knows about somebody, for them to take along.

use super::Store;
use crate::ApiError;
use damier_contest::Millis;
use serde_json::{Value, json};
use sqlx::FromRow;

/// A message as its author gets it back.
#[derive(serde::Serialize, FromRow)]
struct OwnMessage {
    room: String,
    text: String,
    at: i64,
}

#[derive(serde::Serialize, FromRow)]
struct Account {
    id: String,
    name: Option<String>,
    kind: String,
    created: i64,
    seen: i64,
    admin: i64,
    silenced_until: i64,
}

impl Store {
    /// The data of somebody as JSON. Secrets are stored as digests and are not in it.
    pub async fn export(&self, person: &str, now: Millis) -> Result<Value, ApiError> {
        let sql =
            "SELECT id, name, kind, created, seen, admin, silenced_until FROM people WHERE id = $1";
        let account: Account = sqlx::query_as(sql).bind(person).fetch_one(&self.read).await?;
        let sql = "SELECT room, text, at FROM messages WHERE person = $1 ORDER BY at, seq";
        let messages: Vec<OwnMessage> =
            sqlx::query_as(sql).bind(person).fetch_all(&self.read).await?;
        let quadrants = self.quadrants(person).await?.write();
        let quadrants: Value = serde_json::from_str(&quadrants).unwrap_or_default();
        Ok(json!({
            "account": account,
            "sessions": self.sessions(person, None, now).await?,
            "tokens": self.tokens(person).await?,
            "games": self.games_of(person, Some(person), None, i64::MAX).await?,
            "ratings": self.rating_lines(person).await?,
            "rating_history": self.rating_history(person).await?,
            "messages": messages,
            "friends": self.friends(person, now).await?,
            "blocks": self.list(super::friends::List::Blocks, person).await?,
            "mutes": self.list(super::friends::List::Mutes, person).await?,
            "quadrants": quadrants,
        }))
    }
}
