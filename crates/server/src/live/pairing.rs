//! Matchmaking. The window of ratings widens with waiting; the one who waited longest moves first.

use super::{Live, LiveError, gate, new_match, new_name};
use crate::{
    bus::topic,
    store::{
        matches, ratings,
        seeks::{self, Seek},
    },
};
use damier_contest::{Match, Millis, Opposition, Terms, TimeControl};
use damier_games::{GameKey, options::Options};
use damier_protocol::{FromServer, Waiting};
use std::{collections::HashSet, sync::Weak, time::Duration};

/// How long a search outlives its last sign of life.
const PATIENCE_MS: i64 = 30_000;
/// Within so many points of rating at first, so many more for each second, anybody after a minute.
const WINDOW: f64 = 100.0;
const WIDENS: f64 = 10.0;
const ANYBODY_AFTER_MS: i64 = 60_000;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in the terms of a match")]
pub struct Seeking {
    pub game: GameKey,
    pub options: Options,
    pub time: TimeControl,
    pub rated: bool,
}

impl Live {
    /// Looks for an opponent, until the socket is gone.
    pub async fn seek(
        &self,
        person: &str,
        socket: &str,
        id: &str,
        seeking: Seeking,
    ) -> Result<(), LiveError> {
        self.open_for_business()?;
        let mut terms = Terms {
            game: seeking.game,
            options: seeking.options,
            position: None,
            time: seeking.time,
            rated: seeking.rated,
            opposition: Opposition::People,
            choosing: false,
        };
        let now = self.now();
        let state = Match::new(terms.clone(), now).map_err(LiveError::Text)?;
        terms.options = state.table().options();
        terms.check().map_err(LiveError::Terms)?;
        let speed = terms.speed().key();
        let rating = ratings::rating(&self.read, person, &terms.game.to_string(), speed).await?;
        let pool = serde_json::to_string(&terms).expect("terms are plain data");
        let (id, person, socket) = (seek_name(person, id), person.into(), socket.into());
        let seek = Seek { id, socket, person, pool, rating, since: now.0 };
        seeks::put(&self.write, &seek, now.0 + PATIENCE_MS).await?;
        self.pair(&seek.pool).await
    }

    /// Looks no more.
    pub async fn unseek(&self, person: &str, id: &str) -> Result<(), LiveError> {
        Ok(seeks::remove(&self.write, &seek_name(person, id)).await?)
    }

    /// The socket that looked is gone.
    pub async fn abandon(&self, person: &str, socket: &str, id: &str) -> Result<(), LiveError> {
        Ok(seeks::abandon(&self.write, &seek_name(person, id), socket).await?)
    }

    /// What a person still looks for, as the client calls it.
    pub async fn seeks_of(&self, person: &str) -> Result<HashSet<String>, LiveError> {
        let names = seeks::of(&self.read, person).await?;
        Ok(names.iter().filter_map(|name| Some(name.split_once(':')?.1.to_owned())).collect())
    }

    /// A person who looks for opponents is still there.
    pub async fn still_seeking(&self, person: &str) -> Result<(), LiveError> {
        Ok(seeks::refresh(&self.write, person, self.now().0 + PATIENCE_MS).await?)
    }

    /// Brings together who fits, and tells the others how many wait.
    async fn pair(&self, pool: &str) -> Result<(), LiveError> {
        while let Some((longest, other, id)) = self.pair_once(pool).await? {
            for seek in [longest, other] {
                let name = client_name(&seek);
                let message = FromServer::Paired { seek: name, id: id.clone() };
                self.bus.publish(&topic::person(&seek.person), &gate::text(&message));
            }
            self.expect_players(id);
            self.tell_lobby().await;
        }
        let mut connection = self.read.acquire().await?;
        let waiting = seeks::waiting(&mut connection, pool, self.now().0).await?;
        for seek in &waiting {
            let message =
                FromServer::Waiting(Waiting { seek: client_name(seek), waiting: waiting.len() });
            self.bus.publish(&topic::person(&seek.person), &gate::text(&message));
        }
        Ok(())
    }

    async fn pair_once(&self, pool: &str) -> Result<Option<(Seek, Seek, String)>, LiveError> {
        let now = self.now();
        let mut tx = self.write.begin().await?;
        let waiting = seeks::waiting(&mut tx, pool, now.0).await?;
        for (n, longest) in waiting.iter().enumerate() {
            for other in &waiting[n + 1..] {
                if !fit(longest, other, now)
                    || seeks::blocked(&mut tx, &longest.person, &other.person).await?
                {
                    continue;
                }
                let terms: Terms = serde_json::from_str(pool).map_err(|_| LiveError::Broken)?;
                let state = Match::new(terms.clone(), now).map_err(LiveError::Text)?;
                let first = state.table().turn();
                let mut people = [None, None];
                people[first.index()] = Some(longest.person.clone());
                people[(!first).index()] = Some(other.person.clone());
                let new = new_match(new_name(), &terms, people, false, now)?;
                if !seeks::take(&mut tx, longest, other).await? {
                    tx.rollback().await?;
                    return Ok(None);
                }
                matches::insert(&mut tx, &new).await?;
                tx.commit().await?;
                return Ok(Some((longest.clone(), other.clone(), new.id)));
            }
        }
        tx.rollback().await?;
        Ok(None)
    }
}

/// Looks at the pools again and again, because windows widen. Ends with `live`.
pub async fn run(live: Weak<Live>) {
    let mut ticks = tokio::time::interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(live) = live.upgrade() else { return };
        if live.open_for_business().is_err() {
            continue;
        }
        let Ok(pools) = seeks::pools(&live.read, live.now().0).await else { continue };
        for pool in pools {
            if let Err(error) = live.pair(&pool).await {
                tracing::warn!(%error, "a pool could not be paired");
            }
        }
    }
}

fn fit(longest: &Seek, other: &Seek, now: Millis) -> bool {
    let window = |seek: &Seek| {
        let waited = now.0 - seek.since;
        if waited >= ANYBODY_AFTER_MS {
            f64::INFINITY
        } else {
            WINDOW + WIDENS * waited as f64 / 1000.0
        }
    };
    let apart = (longest.rating - other.rating).abs();
    longest.person != other.person && apart <= window(longest).max(window(other))
}

fn seek_name(person: &str, id: &str) -> String {
    format!("{person}:{id}")
}

/// What the client calls its search.
fn client_name(seek: &Seek) -> String {
    seek.id.split_once(':').map_or_else(|| seek.id.clone(), |(_, name)| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seek(person: &str, rating: f64, since: i64) -> Seek {
        Seek {
            id: format!("{person}:a"),
            socket: String::new(),
            person: person.into(),
            pool: String::new(),
            rating,
            since,
        }
    }

    #[test]
    fn the_window_widens_with_waiting() {
        let (weak, strong) = (seek("a", 1400.0, 0), seek("b", 1700.0, 19_000));
        assert!(!fit(&weak, &strong, Millis(19_000)));
        assert!(fit(&weak, &strong, Millis(20_000)));
        let master = seek("c", 2900.0, 59_000);
        assert!(!fit(&weak, &master, Millis(59_999)));
        assert!(fit(&weak, &master, Millis(60_000)));
    }

    #[test]
    fn nobody_meets_themselves() {
        assert!(!fit(&seek("a", 1500.0, 0), &seek("a", 1500.0, 0), Millis(100_000)));
    }
}
