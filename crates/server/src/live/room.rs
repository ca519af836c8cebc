//! A match in memory: its state, and who is connected to it.

use super::LiveError;
use crate::store::{chain, matches, matches::MatchRow};
use damier_contest::{Match, Millis, Opposition, Stamped, Terms};
use damier_engine::Level;
use damier_games::Player;
use damier_protocol::{PersonKind, Seat};
use sqlx::{AnyPool, Row};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};
use tokio::sync::Mutex;

/// A match in memory.
pub struct Room {
    /// Its name.
    pub id: String,
    /// Who sits where; `None` is a computer.
    pub people: [Option<String>; 2],
    /// Whether only the players may look.
    pub private: bool,
    /// What changes. Whoever holds the lock owns the match.
    pub inner: Mutex<Inner>,
    connected: [AtomicU32; 2],
    /// Whether the last connection of a side was closed.
    left: [AtomicBool; 2],
    /// The earliest alarm that is set for it.
    pub(super) alarm: AtomicI64,
    used: AtomicI64,
}

/// What changes in a room.
pub struct Inner {
    /// The match.
    pub state: Match,
    /// Who sits where, for people to read: guests change their names, and register.
    pub seats: [Seat; 2],
    /// The number of the last decision.
    pub seq: i64,
    /// Where the last decision lies in the log.
    pub place: i64,
    /// What the store believes of when something happens by itself.
    pub stored_due: Option<i64>,
    /// The number after which the computer player thinks about its move.
    pub thinking: Option<i64>,
    /// Whether the state may hold something that was not stored: then it is read again.
    pub doubtful: bool,
}

impl Room {
    /// Reads a match from the store.
    pub async fn load(pool: &AnyPool, id: &str, now: Millis) -> Result<Self, LiveError> {
        let row = matches::get(pool, id).await?.ok_or(LiveError::NoMatch)?;
        if row.status == "open" {
            return Err(LiveError::Open);
        }
        let (state, seq, place) = read(pool, &row).await?;
        let seats = seats(pool, &row, state.terms()).await?;
        Ok(Self {
            id: row.id,
            people: row.people,
            private: row.private,
            inner: Mutex::new(Inner {
                state,
                seats,
                seq,
                place,
                stored_due: row.due,
                thinking: None,
                doubtful: false,
            }),
            connected: [AtomicU32::new(0), AtomicU32::new(0)],
            left: [AtomicBool::new(false), AtomicBool::new(false)],
            alarm: AtomicI64::new(i64::MAX),
            used: AtomicI64::new(now.0),
        })
    }

    /// Reads the state again.
    pub async fn reload(&self, pool: &AnyPool, inner: &mut Inner) -> Result<(), LiveError> {
        let row = matches::get(pool, &self.id).await?.ok_or(LiveError::NoMatch)?;
        (inner.state, inner.seq, inner.place) = read(pool, &row).await?;
        inner.stored_due = row.due;
        inner.doubtful = false;
        Ok(())
    }

    /// The sides that a person holds.
    pub fn sides(&self, person: Option<&str>) -> Vec<Player> {
        let holds =
            |side: &Player| person.is_some() && self.people[side.index()].as_deref() == person;
        Player::BOTH.into_iter().filter(holds).collect()
    }

    /// The sides that people hold who are not this one.
    pub fn sides_of_others(&self, person: &str) -> Vec<Player> {
        let other = |side: &Player| {
            self.people[side.index()].as_deref().is_some_and(|sitter| sitter != person)
        };
        Player::BOTH.into_iter().filter(other).collect()
    }

    /// The side for which a person acts: the one asked for, or the one to move, among those that the person holds.
    pub fn side(
        &self,
        person: &str,
        wanted: Option<Player>,
        state: &Match,
    ) -> Result<Player, LiveError> {
        let sides = self.sides(Some(person));
        let turn = wanted.unwrap_or_else(|| state.table().turn());
        match sides.as_slice() {
            [] => Err(LiveError::NotYours),
            [side] => Ok(*side),
            _ => Ok(turn),
        }
    }

    /// One more connection of this side.
    pub fn enter(&self, side: Player) {
        self.connected[side.index()].fetch_add(1, Ordering::Relaxed);
        self.left[side.index()].store(false, Ordering::Relaxed);
    }

    /// One less. Tells whether it was the last.
    pub fn exit(&self, side: Player) -> bool {
        let last = self.connected[side.index()].fetch_sub(1, Ordering::Relaxed) == 1;
        if last {
            self.left[side.index()].store(true, Ordering::Relaxed);
        }
        last
    }

    /// Whether a side was connected here once and is not any more.
    pub fn was_left(&self, side: Player) -> bool {
        self.left[side.index()].load(Ordering::Relaxed) && !self.is_connected(side)
    }

    /// Whether a side has a connection.
    pub fn is_connected(&self, side: Player) -> bool {
        self.connected[side.index()].load(Ordering::Relaxed) > 0
    }

    /// Somebody needed it.
    pub fn touch(&self, now: Millis) {
        self.used.store(now.0, Ordering::Relaxed);
    }

    /// When somebody needed it last.
    pub fn used(&self) -> Millis {
        Millis(self.used.load(Ordering::Relaxed))
    }
}

/// The terms of a stored match.
pub fn terms(row: &MatchRow) -> Result<Terms, LiveError> {
    serde_json::from_str(&row.terms).map_err(|error| {
        tracing::error!(id = row.id, %error, "stored terms cannot be read");
        LiveError::Broken
    })
}

/// A stored decision.
pub fn stamped(entry: &chain::Entry) -> Result<Stamped, LiveError> {
    let events = serde_json::from_str(&entry.events).map_err(|error| {
        tracing::error!(seq = entry.seq, %error, "a stored decision cannot be read");
        LiveError::Broken
    })?;
    Ok(Stamped { at: Millis(entry.at), events })
}

async fn read(pool: &AnyPool, row: &MatchRow) -> Result<(Match, i64, i64), LiveError> {
    let entries = chain::tail(pool, &row.id, 0).await?;
    let (seq, place) = entries.last().map_or((0, 0), |entry| (entry.seq, entry.place));
    let log = entries.iter().map(stamped).collect::<Result<Vec<_>, _>>()?;
    let begun = Millis(row.started.unwrap_or(row.created));
    let state = Match::replay(terms(row)?, begun, log).map_err(|error| {
        tracing::error!(id = row.id, %error, "a stored match cannot be replayed");
        LiveError::Broken
    })?;
    Ok((state, seq, place))
}

/// Who sits on both sides of a match that has begun.
pub async fn seats(pool: &AnyPool, row: &MatchRow, terms: &Terms) -> Result<[Seat; 2], LiveError> {
    let one = seat(pool, row, terms, Player::One).await?;
    let two = seat(pool, row, terms, Player::Two).await?;
    Ok([one, two].map(|seat| seat.unwrap_or_else(gone)))
}

/// Who sits on a side; nobody yet where a match waits for somebody.
pub async fn seat(
    pool: &AnyPool,
    row: &MatchRow,
    terms: &Terms,
    side: Player,
) -> Result<Option<Seat>, LiveError> {
    Ok(match (&row.people[side.index()], terms.opposition) {
        (Some(person), _) => Some(person_seat(pool, person, terms).await?),
        (None, Opposition::Computer { level, .. }) => {
            let level = Level::new(level).unwrap_or(Level::FULL);
            Some(Seat { name: level.key().into(), kind: PersonKind::Computer, rating: None })
        }
        (None, _) if row.status == "open" => None,
        (None, _) => Some(gone()),
    })
}

/// A person at a table.
async fn person_seat(pool: &AnyPool, person: &str, terms: &Terms) -> Result<Seat, LiveError> {
    let row = sqlx::query("SELECT name, kind FROM people WHERE id = $1 AND deleted IS NULL")
        .bind(person)
        .fetch_optional(pool)
        .await?;
    let Some(row) = row else { return Ok(gone()) };
    let kind: String = row.try_get(1)?;
    let rating =
        sqlx::query("SELECT rating FROM ratings WHERE person = $1 AND game = $2 AND speed = $3")
            .bind(person)
            .bind(terms.game.to_string())
            .bind(terms.speed().key())
            .fetch_optional(pool)
            .await?;
    let rating: Option<f64> = rating.map(|row| row.try_get(0)).transpose()?;
    Ok(Seat {
        name: row.try_get(0)?,
        kind: if kind == "account" { PersonKind::Account } else { PersonKind::Guest },
        rating: rating.map(|rating| rating.round() as u32),
    })
}

fn gone() -> Seat {
    Seat { name: String::new(), kind: PersonKind::Gone, rating: None }
}
