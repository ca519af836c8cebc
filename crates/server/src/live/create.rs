//! Beginning a match: against the computer, on one screen, with a friend, with anyone; and joining one that waits.

use super::{Live, LiveError, Room, gate, gate::Audience, new_match, new_name, room};
use crate::{
    bus::topic,
    store::{matches, matches::MatchRow, seeks},
};
use damier_contest::{Match, Opposition, Speed, Terms, TimeControl};
use damier_games::{GameKey, Player, options::Options};
use damier_protocol::FromServer;
use std::sync::Arc;

/// Whom to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A computer player of that level.
    Computer(u8),
    /// Somebody at the same screen.
    OneScreen,
    /// Whoever has the link or the code; if `to` is given, that person is asked.
    Friend {
        /// The person's id and the asker's name.
        to: Option<(String, String)>,
    },
    /// Anyone who finds it in the lobby.
    Anyone,
}

/// Which side to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    First,
    Second,
    #[default]
    Random,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in the terms of a match")]
pub struct NewGame {
    pub game: GameKey,
    pub options: Options,
    pub position: Option<String>,
    pub opponent: Opponent,
    pub side: Side,
    pub time: TimeControl,
    pub rated: bool,
    pub private: bool,
    /// Whether the players choose the board first.
    pub choosing: bool,
}

/// So many unfinished matches may somebody have.
const UNFINISHED: usize = 100;

/// The alphabet of join codes: what is read aloud well.
const CODE: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

impl Live {
    /// Begins a match, or opens it for somebody else. Gives its name and the code for a friend.
    pub async fn create(
        &self,
        person: &str,
        new: NewGame,
    ) -> Result<(String, Option<String>), LiveError> {
        self.open_for_business()?;
        if matches::unfinished(&self.read, person).await?.len() >= UNFINISHED {
            return Err(LiveError::TooMany);
        }
        let now = self.now();
        let mut terms = Terms {
            game: new.game,
            options: new.options,
            position: new.position,
            time: new.time,
            rated: new.rated,
            opposition: Opposition::People,
            choosing: new.choosing,
        };
        let state = Match::new(terms.clone(), now).map_err(LiveError::Text)?;
        // Only what differs from the default is kept, so that equal games are written alike.
        if !terms.choosing {
            terms.options = state.table().options();
        }
        let first = state.table().turn();
        let own = match new.side {
            Side::First => first,
            Side::Second => !first,
            // Who chooses the top half is the host, and the host is Red.
            Side::Random if new.choosing && !matches!(new.opponent, Opponent::Computer(_)) => {
                Player::One
            }
            Side::Random => {
                if coin() {
                    Player::One
                } else {
                    Player::Two
                }
            }
        };
        let mut people = [None, None];
        people[own.index()] = Some(person.to_owned());
        match &new.opponent {
            Opponent::Computer(level) => {
                terms.opposition = Opposition::Computer { side: !own, level: *level };
            }
            Opponent::OneScreen => {
                terms.opposition = Opposition::OneScreen;
                people = [Some(person.to_owned()), Some(person.to_owned())];
            }
            Opponent::Friend { .. } | Opponent::Anyone => {}
        }
        terms.check().map_err(LiveError::Terms)?;
        let waits = terms.opposition == Opposition::People;
        let private = new.private || matches!(new.opponent, Opponent::Friend { .. });
        let mut row = new_match(new_name(), &terms, people, private, now)?;
        (row.open, row.code) = (waits, waits.then(join_code));
        if let Opponent::Friend { to: Some((friend, _)) } = &new.opponent {
            row.invited = Some(friend.clone());
        }
        if waits {
            row.due = None;
        }
        let mut connection = self.write.acquire().await?;
        matches::insert(&mut connection, &row).await?;
        drop(connection);
        if let Opponent::Friend { to: Some((friend, by)) } = new.opponent {
            let asked = FromServer::Challenged {
                id: row.id.clone(),
                by,
                game: terms.game,
                options: terms.options,
                time: terms.time,
                rated: terms.rated,
            };
            self.bus.publish(&topic::person(&friend), &gate::text(&asked));
        }
        self.tell_lobby().await;
        Ok((row.id, row.code))
    }

    /// Sits down at a match that waits, named by its id or its code. Whoever sits there already is just told its name.
    pub async fn join(&self, person: &str, name: &str) -> Result<String, LiveError> {
        self.open_for_business()?;
        let row = self.named(name).await?;
        if row.people.iter().flatten().any(|sitter| sitter == person) {
            return Ok(row.id);
        }
        if row.status != "open" || row.invited.as_deref().is_some_and(|invited| invited != person) {
            return Err(LiveError::Full);
        }
        let terms = room::terms(&row)?;
        let now = self.now();
        let state = Match::new(terms.clone(), now).map_err(LiveError::Text)?;
        let people = row.people.clone().map(|sitter| sitter.or_else(|| Some(person.to_owned())));
        let due = state.due().map(|due| due.0);
        let mut connection = self.write.acquire().await?;
        if !matches::join(&mut connection, &row.id, &people, now.0, due).await? {
            return Err(LiveError::Full);
        }
        drop(connection);
        if terms.speed() != Speed::Correspondence {
            // Whoever found somebody while they played would be torn away from the board.
            for sitter in people.iter().flatten() {
                if let Err(error) = seeks::remove_all(&self.write, sitter).await {
                    // They sit all the same, and both must hear of it.
                    tracing::warn!(%error, "a search could not be ended");
                }
            }
        }
        let room = self.room(&row.id).await?;
        let inner = room.inner.lock().await;
        let joined = gate::text(&gate::joined(&row.id, &inner.seats, now));
        self.nudge_begun(&room, &inner, person);
        self.expect_players(row.id.clone());
        drop(inner);
        self.bus.publish(&Audience::Public.topic(&row.id), &joined);
        self.tell_lobby().await;
        Ok(row.id)
    }

    /// Somebody is called otherwise now, has registered or is gone: the matches in memory say so, and whoever looks is told.
    pub async fn person_changed(&self, person: &str) -> Result<(), LiveError> {
        let sits = |room: &&Arc<Room>| room.people.iter().flatten().any(|other| other == person);
        let rooms: Vec<_> = self.lock_rooms().values().filter(sits).cloned().collect();
        for room in rooms {
            let row = matches::get(&self.read, &room.id).await?.ok_or(LiveError::NoMatch)?;
            let mut inner = room.inner.lock().await;
            let seats = room::seats(&self.read, &row, inner.state.terms()).await?;
            if inner.seats != seats {
                let joined = gate::text(&gate::joined(&room.id, &seats, self.now()));
                inner.seats = seats;
                for topic in gate::topics(&room.id) {
                    self.bus.publish(&topic, &joined);
                }
            }
        }
        Ok(())
    }

    /// The stored match of that id or code.
    pub async fn named(&self, name: &str) -> Result<MatchRow, LiveError> {
        if let Some(row) = matches::get(&self.read, name).await? {
            return Ok(row);
        }
        matches::by_code(&self.read, &name.to_lowercase()).await?.ok_or(LiveError::NoMatch)
    }

    /// Takes an own open match back, or declines one to which one was invited.
    pub async fn withdraw(&self, person: &str, id: &str) -> Result<(), LiveError> {
        let row = matches::get(&self.read, id).await?.ok_or(LiveError::NoMatch)?;
        let host = row.people.iter().flatten().next();
        let declines = row.invited.as_deref() == Some(person);
        if !declines && host.is_none_or(|host| host != person) {
            return Err(LiveError::NotYours);
        }
        if !matches::withdraw(&self.write, id).await? {
            return Err(LiveError::Full);
        }
        let gone = gate::text(&FromServer::Withdrawn { id: id.into() });
        for somebody in host.into_iter().chain(&row.invited) {
            self.bus.publish(&topic::person(somebody), &gone);
        }
        self.tell_lobby().await;
        Ok(())
    }

    /// Takes back all that somebody offers, and declines what others offer them: they are about to be gone for good.
    pub async fn withdraw_all(&self, person: &str) -> Result<(), LiveError> {
        let mut rows = matches::unfinished(&self.read, person).await?;
        rows.extend(matches::invitations(&self.read, person).await?);
        for row in rows.iter().filter(|row| row.status == "open") {
            match self.withdraw(person, &row.id).await {
                // Somebody sat down in time.
                Ok(()) | Err(LiveError::Full | LiveError::NoMatch) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    pub(super) fn open_for_business(&self) -> Result<(), LiveError> {
        if self.is_paused() {
            return Err(LiveError::Unavailable);
        }
        if self.is_stopping() { Err(LiveError::Stopping) } else { Ok(()) }
    }

    /// The lobby has changed.
    pub(super) async fn tell_lobby(&self) {
        if self.bus.listeners(topic::LOBBY) == 0 {
            return;
        }
        if let Ok(lobby) = self.lobby().await {
            self.bus.publish(topic::LOBBY, &gate::text(&lobby));
        }
    }

    /// How many wait, play and are connected.
    pub async fn lobby(&self) -> Result<FromServer, LiveError> {
        let count = |number: i64| usize::try_from(number).unwrap_or(0);
        let now = self.now().0;
        Ok(FromServer::Lobby {
            open: count(matches::count(&self.read, "open", now).await?),
            playing: count(matches::count(&self.read, "playing", now).await?),
            online: count(matches::online(&self.read, now).await?),
        })
    }
}

fn coin() -> bool {
    let mut byte = [0];
    getrandom::fill(&mut byte).expect("the operating system gives random bytes");
    byte[0] & 1 == 0
}

/// Six letters: a thousand million codes, of which few are open at a time.
fn join_code() -> String {
    let mut bytes = [0; 6];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| char::from(CODE[usize::from(*byte) % CODE.len()])).collect()
}
