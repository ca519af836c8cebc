//! API tokens: for programs. Shown once, stored as digests.

use super::{
    Store,
    people::{COLUMNS, Person, Row},
};
use crate::ids;
use damier_contest::Millis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many tokens an account may have.
pub const MOST: i64 = 20;
/// How exactly we know when a token was last used.
const SEEN_MS: i64 = 3600 * 1000;

/// What a token is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Reading what only its owner may read.
    Read,
    /// Playing.
    Play,
    /// Messages and friends.
    Chat,
    /// Sessions, quadrants and data of the account; never the password or further tokens.
    Account,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Read, Self::Play, Self::Chat, Self::Account];

    /// The name in requests and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Chat => "chat",
            Self::Account => "account",
        }
    }
}

/// A token in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TokenInfo {
    /// What to revoke it by.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// What it is good for.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created: i64,
    /// When it was last used, within an hour.
    pub seen: Option<i64>,
}

fn read_scopes(text: &str) -> Vec<Scope> {
    Scope::ALL
        .into_iter()
        .filter(|scope| text.split(' ').any(|word| word == scope.name()))
        .collect()
}

impl Store {
    /// A new token; `None` when there are too many.
    pub async fn add_token(
        &self,
        person: &str,
        label: &str,
        scopes: &[Scope],
        token: &str,
        now: Millis,
    ) -> Result<Option<TokenInfo>, sqlx::Error> {
        let scopes: Vec<Scope> =
            Scope::ALL.into_iter().filter(|scope| scopes.contains(scope)).collect();
        let words: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
        let sql = "INSERT INTO tokens (id, digest, person, label, scopes, created) \
                   SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT COUNT(*) FROM tokens WHERE person = $3) < $7";
        let id = ids::new_id();
        let query = sqlx::query(sql).bind(&id).bind(ids::digest(token)).bind(person).bind(label);
        let done = query.bind(words.join(" ")).bind(now.0).bind(MOST).execute(&self.write).await?;
        let label = label.to_owned();
        let info = TokenInfo { id, label, scopes, created: now.0, seen: None };
        Ok((done.rows_affected() == 1).then_some(info))
    }

    /// Whose token this is, its id and what it is good for.
    pub async fn token(
        &self,
        token: &str,
        now: Millis,
    ) -> Result<Option<(Person, String, Vec<Scope>)>, sqlx::Error> {
        let sql = format!(
            "SELECT {COLUMNS}, t.id, t.scopes, t.seen FROM tokens t JOIN people p ON p.id = t.person \
             WHERE t.digest = $1 AND p.deleted IS NULL"
        );
        type Found = (String, Option<String>, String, i64, i64, String, String, Option<i64>);
        let query = sqlx::query_as::<_, Found>(&sql).bind(ids::digest(token));
        let Some((a, b, c, d, e, id, scopes, seen)) = query.fetch_optional(&self.read).await?
        else {
            return Ok(None);
        };
        if seen.is_none_or(|seen| now.0 - seen > SEEN_MS) {
            let sql = "UPDATE tokens SET seen = $2 WHERE id = $1";
            sqlx::query(sql).bind(&id).bind(now.0).execute(&self.write).await?;
        }
        Ok(Some((Person::from((a, b, c, d, e) as Row), id, read_scopes(&scopes))))
    }

    /// The tokens of somebody.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenInfo>, sqlx::Error> {
        let sql = "SELECT id, label, scopes, created, seen FROM tokens WHERE person = $1 ORDER BY created, id";
        type Found = (String, String, String, i64, Option<i64>);
        let rows = sqlx::query_as::<_, Found>(sql).bind(person).fetch_all(&self.read).await?;
        let info = |(id, label, scopes, created, seen): Found| TokenInfo {
            id,
            label,
            scopes: read_scopes(&scopes),
            created,
            seen,
        };
        Ok(rows.into_iter().map(info).collect())
    }

    /// Ends all tokens of somebody; returns what their live connections go by.
    pub async fn revoke_tokens(&self, person: &str) -> Result<Vec<String>, sqlx::Error> {
        let mut work = self.write.begin().await?;
        let sql = "DELETE FROM presence WHERE person = $1 AND session LIKE 'token:%'";
        sqlx::query(sql).bind(person).execute(&mut *work).await?;
        let sql = "DELETE FROM tokens WHERE person = $1 RETURNING id";
        let query = sqlx::query_as::<_, (String,)>(sql).bind(person);
        let ended = query.fetch_all(&mut *work).await?;
        work.commit().await?;
        Ok(ended.into_iter().map(|(id,)| format!("token:{id}")).collect())
    }

    /// Ends a token; whether there was one.
    pub async fn revoke_token(&self, person: &str, id: &str) -> Result<bool, sqlx::Error> {
        let sql = "DELETE FROM tokens WHERE id = $1 AND person = $2";
        let done = sqlx::query(sql).bind(id).bind(person).execute(&self.write).await?;
        Ok(done.rows_affected() > 0)
    }
}
