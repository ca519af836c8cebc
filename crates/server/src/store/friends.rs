//! Friends, blocks and mutes. A block undoes friendship and stops messages between two people; a mute only hides.

use super::Store;
use crate::ApiError;
use damier_contest::Millis;
use serde::Serialize;
use utoipa::ToSchema;

/// How many friends and open asks somebody may have.
const MOST: i64 = 500;

/// How two people stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bond {
    /// Friends.
    Friends,
    /// I asked, and wait.
    Asked,
    /// They asked, and wait.
    Asking,
}

/// Somebody in a list of friends.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Friend {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
    /// How we stand.
    pub bond: Bond,
    /// Since when.
    pub since: i64,
    /// Whether they are connected; known of friends only.
    pub online: bool,
    /// The match that they play, if it is not private; known of friends only.
    pub playing: Option<String>,
}

/// Somebody in a list of people.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct Other {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: Option<String>,
    /// Since when.
    pub since: i64,
}

/// Which list somebody is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// People with whom I want nothing to do.
    Blocks,
    /// People whose messages I do not want to read.
    Mutes,
}

impl List {
    fn table(self) -> &'static str {
        match self {
            Self::Blocks => "blocks",
            Self::Mutes => "mutes",
        }
    }
}

/// The two ids in the order of the table.
pub fn pair<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    if a < b { (a, b) } else { (b, a) }
}

impl Store {
    /// Asks for friendship, or agrees where the other has asked already. Asking twice is asking once.
    pub async fn befriend(&self, me: &str, other: &str, now: Millis) -> Result<Bond, ApiError> {
        if me == other {
            return Err(ApiError::Yourself);
        }
        if self.blocked(me, other).await? {
            return Err(ApiError::Blocked);
        }
        let (low, high) = pair(me, other);
        let sql = "INSERT INTO friends (low, high, asker, asked) SELECT $1, $2, $3, $4 \
                   WHERE (SELECT COUNT(*) FROM friends WHERE low = $3 OR high = $3) < $5 \
                   ON CONFLICT (low, high) DO UPDATE SET accepted = CASE WHEN friends.asker <> $3 \
                   AND friends.accepted IS NULL THEN $4 ELSE friends.accepted END RETURNING accepted";
        let query = sqlx::query_as::<_, (Option<i64>,)>(sql).bind(low).bind(high).bind(me);
        let rows = query.bind(now.0).bind(MOST).fetch_all(&self.write).await?;
        match rows.first() {
            Some((Some(_),)) => Ok(Bond::Friends),
            Some((None,)) => Ok(Bond::Asked),
            None => Err(ApiError::TooManyThings { most: MOST }),
        }
    }

    /// Agrees to what the other asked.
    pub async fn accept_friend(&self, me: &str, other: &str, now: Millis) -> Result<(), ApiError> {
        let (low, high) = pair(me, other);
        let sql = "UPDATE friends SET accepted = $4 WHERE low = $1 AND high = $2 AND asker <> $3 AND accepted IS NULL";
        let query = sqlx::query(sql).bind(low).bind(high).bind(me).bind(now.0);
        let done = query.execute(&self.write).await?;
        if done.rows_affected() == 1 { Ok(()) } else { Err(ApiError::NotFound) }
    }

    /// Ends a friendship, refuses one that was asked for, or takes the asking back.
    pub async fn unfriend(&self, me: &str, other: &str) -> Result<bool, sqlx::Error> {
        let (low, high) = pair(me, other);
        let sql = "DELETE FROM friends WHERE low = $1 AND high = $2";
        let done = sqlx::query(sql).bind(low).bind(high).execute(&self.write).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Whether two people are friends.
    pub async fn are_friends(&self, a: &str, b: &str) -> Result<bool, sqlx::Error> {
        let (low, high) = pair(a, b);
        let sql =
            "SELECT COUNT(*) FROM friends WHERE low = $1 AND high = $2 AND accepted IS NOT NULL";
        let query = sqlx::query_as::<_, (i64,)>(sql).bind(low).bind(high);
        Ok(query.fetch_one(&self.read).await?.0 > 0)
    }

    /// Friends, and who has asked whom, by name; with who is connected and who plays.
    pub async fn friends(&self, me: &str, now: Millis) -> Result<Vec<Friend>, sqlx::Error> {
        let sql = "SELECT p.id, p.name, f.asker, f.asked, f.accepted FROM friends f \
                   JOIN people p ON p.id = CASE WHEN f.low = $1 THEN f.high ELSE f.low END \
                   WHERE (f.low = $1 OR f.high = $1) AND p.deleted IS NULL ORDER BY p.folded";
        type Found = (String, Option<String>, String, i64, Option<i64>);
        let rows = sqlx::query_as::<_, Found>(sql).bind(me).fetch_all(&self.read).await?;
        // Who only asked must not see whether the other is there.
        let ids: Vec<String> =
            rows.iter().filter(|row| row.4.is_some()).map(|row| row.0.clone()).collect();
        let online = self.online(&ids, now).await?;
        let mut playing = self.playing(&ids).await?;
        let friend = |(id, name, asker, asked, accepted): Found| Friend {
            bond: match accepted {
                Some(_) => Bond::Friends,
                None if asker == me => Bond::Asked,
                None => Bond::Asking,
            },
            since: accepted.unwrap_or(asked),
            online: online.contains(&id),
            playing: playing.remove(&id),
            name: name.unwrap_or_default(),
            id,
        };
        Ok(rows.into_iter().map(friend).collect())
    }

    /// Puts somebody on a list. A block ends friendship.
    pub async fn list_add(
        &self,
        list: List,
        me: &str,
        other: &str,
        now: Millis,
    ) -> Result<(), ApiError> {
        if me == other {
            return Err(ApiError::Yourself);
        }
        let table = list.table();
        let sql = format!(
            "INSERT INTO {table} (person, other, at) SELECT $1, $2, $3 \
             WHERE (SELECT COUNT(*) FROM {table} WHERE person = $1) < $4 ON CONFLICT (person, other) DO NOTHING"
        );
        let query = sqlx::query(&sql).bind(me).bind(other).bind(now.0).bind(MOST);
        query.execute(&self.write).await?;
        if list == List::Blocks {
            self.unfriend(me, other).await?;
        }
        Ok(())
    }

    /// Takes somebody off a list; whether they were on it.
    pub async fn list_remove(
        &self,
        list: List,
        me: &str,
        other: &str,
    ) -> Result<bool, sqlx::Error> {
        let sql = format!("DELETE FROM {} WHERE person = $1 AND other = $2", list.table());
        let done = sqlx::query(&sql).bind(me).bind(other).execute(&self.write).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Who is on a list, the latest first.
    pub async fn list(&self, list: List, me: &str) -> Result<Vec<Other>, sqlx::Error> {
        let sql = format!(
            "SELECT p.id AS id, p.name AS name, l.at AS since FROM {} l JOIN people p ON p.id = l.other \
             WHERE l.person = $1 ORDER BY l.at DESC, p.id",
            list.table()
        );
        sqlx::query_as(&sql).bind(me).fetch_all(&self.read).await
    }

    /// Whether either has blocked the other.
    pub async fn blocked(&self, a: &str, b: &str) -> Result<bool, sqlx::Error> {
        let sql = "SELECT COUNT(*) FROM blocks WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)";
        Ok(sqlx::query_as::<_, (i64,)>(sql).bind(a).bind(b).fetch_one(&self.read).await?.0 > 0)
    }
}
