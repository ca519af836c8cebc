//! Messages: kept, in the order of their room, each once.

use super::{
    Store,
    friends::pair,
    people::{Kind, Person},
    throttle::Limit,
};
use crate::{ApiError, ids};
use damier_contest::Millis;
use serde::Serialize;
use utoipa::ToSchema;

/// The longest message, in characters.
pub const LONGEST: usize = 500;
/// Five at once, then one every two seconds.
const PACE: Limit = Limit::new(5, 2000);
/// How often a place in a room is tried for: another node may take the same one.
const TRIES: usize = 16;

/// Where people talk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    /// Everybody with an account.
    Lobby,
    /// Around a match.
    Match(String),
    /// Two friends, by their ids in order.
    Pair(String, String),
}

impl Room {
    /// The room of two people.
    pub fn of_two(a: &str, b: &str) -> Self {
        let (low, high) = pair(a, b);
        Self::Pair(low.to_owned(), high.to_owned())
    }

    /// Reads `lobby`, `match:ID` or `pair:A:B`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "lobby" {
            return Some(Self::Lobby);
        }
        if let Some(id) = text.strip_prefix("match:") {
            return is_id(id).then(|| Self::Match(id.to_owned()));
        }
        let (a, b) = text.strip_prefix("pair:")?.split_once(':')?;
        (is_id(a) && is_id(b) && a < b).then(|| Self::of_two(a, b))
    }

    /// As it is stored and sent.
    pub fn name(&self) -> String {
        match self {
            Self::Lobby => "lobby".to_owned(),
            Self::Match(id) => format!("match:{id}"),
            Self::Pair(low, high) => format!("pair:{low}:{high}"),
        }
    }
}

fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// A message as everybody may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Message {
    /// What to report it by.
    pub id: String,
    /// Where it was said.
    pub room: String,
    /// Its place there; the next one's is higher.
    pub seq: i64,
    /// The id of who said it.
    pub person: String,
    /// Their name now.
    pub name: Option<String>,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A text without what could disguise it: control characters and those that turn the direction of writing.
pub fn clean(text: &str) -> Result<String, ApiError> {
    let hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
    };
    let spaced = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter });
    let cleaned: String = spaced.filter(|&letter| !hidden(letter)).collect();
    let cleaned = cleaned.trim();
    match cleaned.chars().count() {
        0 => Err(ApiError::EmptyMessage),
        n if n > LONGEST => Err(ApiError::LongMessage { most: LONGEST }),
        _ => Ok(cleaned.to_owned()),
    }
}

/// Messages with the names of who said them.
pub(super) const MESSAGE: &str = "SELECT m.id AS id, m.room AS room, m.seq AS seq, m.person AS person, p.name AS name, \
                       m.text AS text, m.at AS at FROM messages m JOIN people p ON p.id = m.person";

impl Store {
    /// Stores what somebody says. `client` is their own id of it: saying the same again is answered with the first.
    pub async fn say(
        &self,
        room: &Room,
        person: &Person,
        text: &str,
        client: &str,
        now: Millis,
    ) -> Result<Message, ApiError> {
        if !is_id(client) {
            return Err(ApiError::Malformed);
        }
        let text = clean(text)?;
        if let Some(said) = self.said(&person.id, client).await? {
            return Ok(said);
        }
        // A live connection knows them as they were when it began: since then they may have been silenced, or registered.
        let person = &self.person(&person.id).await?.ok_or(ApiError::SignInNeeded)?;
        if person.silenced_until > now.0 {
            return Err(ApiError::Silenced { seconds: (person.silenced_until - now.0) / 1000 + 1 });
        }
        self.may_say(room, person).await?;
        self.throttle(&format!("chat:{}", person.id), PACE, now).await?;
        let name = room.name();
        let sql = "INSERT INTO messages (room, seq, id, person, client, text, at) \
                   SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5, $6 FROM messages WHERE room = $1";
        for _ in 0..TRIES {
            let query = sqlx::query(sql).bind(&name).bind(ids::new_id()).bind(&person.id);
            match query.bind(client).bind(&text).bind(now.0).execute(&self.write).await {
                Ok(_) => break,
                // Either the place is taken, or this very message came by another way: look.
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                    if self.said(&person.id, client).await?.is_some() {
                        break;
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.said(&person.id, client).await?.ok_or(ApiError::Unavailable)
    }

    async fn said(&self, person: &str, client: &str) -> Result<Option<Message>, sqlx::Error> {
        let sql = format!("{MESSAGE} WHERE m.person = $1 AND m.client = $2");
        sqlx::query_as(&sql).bind(person).bind(client).fetch_optional(&self.write).await
    }

    async fn may_say(&self, room: &Room, person: &Person) -> Result<(), ApiError> {
        match room {
            Room::Lobby if person.kind == Kind::Guest => Err(ApiError::AccountsOnly),
            Room::Lobby => Ok(()),
            Room::Match(id) => {
                let (_, one, two) = self.players(id).await?;
                let me = Some(&person.id);
                let other =
                    if one.as_ref() == me { two } else { one.filter(|_| two.as_ref() == me) };
                match other {
                    Some(other) if self.blocked(&person.id, &other).await? => {
                        Err(ApiError::Blocked)
                    }
                    _ => self.may_read(room, Some(person)).await,
                }
            }
            Room::Pair(a, b) => {
                self.may_read(room, Some(person)).await?;
                if self.blocked(a, b).await? {
                    return Err(ApiError::Blocked);
                }
                if self.are_friends(a, b).await? { Ok(()) } else { Err(ApiError::NotFriends) }
            }
        }
    }

    /// Whether somebody may read a room: two friends' only they, a private match's only its players.
    pub async fn may_read(&self, room: &Room, person: Option<&Person>) -> Result<(), ApiError> {
        let me = person.map(|person| person.id.as_str());
        let open = match room {
            Room::Lobby => true,
            Room::Pair(a, b) => me == Some(a) || me == Some(b),
            Room::Match(id) => {
                let (private, one, two) = self.players(id).await?;
                !private || (me.is_some() && (one.as_deref() == me || two.as_deref() == me))
            }
        };
        if open { Ok(()) } else { Err(ApiError::RoomClosed) }
    }

    async fn players(&self, id: &str) -> Result<(bool, Option<String>, Option<String>), ApiError> {
        let sql = "SELECT private, one, two FROM matches WHERE id = $1";
        let query = sqlx::query_as::<_, (i64, Option<String>, Option<String>)>(sql).bind(id);
        let (private, one, two) =
            query.fetch_optional(&self.read).await?.ok_or(ApiError::NotFound)?;
        Ok((private != 0, one, two))
    }

    /// The last messages of a room before a place, in their order; without those whom the reader muted or blocked.
    pub async fn messages(
        &self,
        room: &Room,
        reader: Option<&str>,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Message>, sqlx::Error> {
        let sql = format!(
            "{MESSAGE} WHERE m.room = $1 AND m.seq < $2 \
             AND NOT EXISTS (SELECT 1 FROM mutes u WHERE u.person = $3 AND u.other = m.person) \
             AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.person = $3 AND b.other = m.person) \
             ORDER BY m.seq DESC LIMIT $4"
        );
        let query = sqlx::query_as(&sql).bind(room.name()).bind(before.unwrap_or(i64::MAX));
        let query = query.bind(reader.unwrap_or_default()).bind(limit.clamp(1, 200));
        let mut messages: Vec<Message> = query.fetch_all(&self.read).await?;
        messages.reverse();
        Ok(messages)
    }

    /// The people whose messages somebody does not want: muted or blocked. For live connections.
    pub async fn unheard(&self, person: &str) -> Result<Vec<String>, sqlx::Error> {
        let sql = "SELECT other FROM mutes WHERE person = $1 UNION SELECT other FROM blocks WHERE person = $1";
        let rows = sqlx::query_as::<_, (String,)>(sql).bind(person).fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(|(other,)| other).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_plain_text() {
        assert_eq!(clean(" bien\njoué\u{202e}! ").unwrap(), "bien joué!");
        assert_eq!(clean("<b>a</b>").unwrap(), "<b>a</b>");
        assert!(matches!(clean(" \u{200b}\u{2066}\0 "), Err(ApiError::EmptyMessage)));
        assert!(clean(&"é".repeat(LONGEST)).is_ok());
        assert!(matches!(clean(&"é".repeat(LONGEST + 1)), Err(ApiError::LongMessage { .. })));
    }

    #[test]
    fn rooms_round_trip() {
        for text in ["lobby", "match:abc123", "pair:A1:b2"] {
            assert_eq!(Room::parse(text).unwrap().name(), text);
        }
        for text in ["", "pair:b2:A1", "pair:A1:A1", "match:", "match:a b", "hall"] {
            assert_eq!(Room::parse(text), None, "{text}");
        }
        assert_eq!(Room::of_two("z", "a").name(), "pair:a:z");
    }
}
