//! Looking at a match: the present first, then whatever happens, without a gap between the two.

use super::{Live, LiveError, Room, gate, gate::Audience, room, room::Inner};
use crate::{
    bus::Outbox,
    clock,
    store::{chain, matches},
};
use damier_contest::{Command, Match, Millis};
use damier_games::Player;
use damier_protocol::{FromServer, MatchState, Status};
use std::sync::Arc;

/// What somebody watches, so that it can be ended.
#[derive(Clone, Debug)]
pub struct Watch {
    topic: String,
    sides: Vec<Player>,
    /// Whether the match had begun.
    begun: bool,
}

/// A longer tail is sent as a whole state instead: a queue to a client holds little more.
const LONGEST_TAIL: i64 = 100;

impl Live {
    /// Begins to watch, from a number on or with all of the present.
    pub async fn watch(
        &self,
        id: &str,
        person: Option<&str>,
        since: Option<i64>,
        outbox: &Outbox,
    ) -> Result<Watch, LiveError> {
        let room = match self.room(id).await {
            Err(LiveError::Open) => return self.watch_open(id, person, outbox).await,
            other => other?,
        };
        let sides = room.sides(person);
        if room.private && sides.is_empty() {
            return Err(LiveError::NoMatch);
        }
        // While the lock is held nothing happens, so nothing is missed and nothing comes twice.
        let mut inner = room.inner.lock().await;
        if inner.doubtful {
            room.reload(&self.read, &mut inner).await?;
        }
        for &side in &sides {
            room.enter(side);
        }
        match self.begin_watch(&room, &mut inner, &sides, since, outbox).await {
            Ok(topic) => Ok(Watch { topic, sides, begun: true }),
            Err(error) => {
                // Nobody looks after all: the seat must not count as taken for ever.
                sides.iter().for_each(|&side| _ = room.exit(side));
                Err(error)
            }
        }
    }

    /// Brings back who was away, listens, and sends the present or what was missed.
    async fn begin_watch(
        &self,
        room: &Arc<Room>,
        inner: &mut Inner,
        sides: &[Player],
        since: Option<i64>,
        outbox: &Outbox,
    ) -> Result<String, LiveError> {
        for &side in sides {
            if inner.state.absent(side).is_some() {
                let back = Command::Back { by: side };
                match self.carry_out(room, inner, back, self.now()).await {
                    Ok(()) | Err(LiveError::Refused(_) | LiveError::Unavailable) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        if inner.doubtful {
            room.reload(&self.read, inner).await?;
        }
        let audience = Audience::of(sides, &inner.state);
        let topic = audience.topic(&room.id);
        let missed = since.filter(|since| (0..=inner.seq).contains(since));
        match missed.filter(|since| inner.seq - since <= LONGEST_TAIL) {
            Some(since) => self.send_tail(&room.id, since, audience, outbox).await?,
            None => {
                let state = gate::state(room, inner, sides.to_vec(), self.now());
                outbox.send(gate::text(&FromServer::Match(Box::new(state))));
            }
        }
        // Nothing is told while the lock is held, so nothing can be missed in between.
        self.bus.listen(&topic, outbox);
        Ok(topic)
    }

    /// The present once more, for somebody who has fallen behind.
    pub async fn show(&self, id: &str, person: Option<&str>) -> Result<MatchState, LiveError> {
        self.look(id, person, |room, inner, sides| gate::state(room, inner, sides, self.now()))
            .await
    }

    /// Whose turn it is, if anybody's.
    pub async fn turn(&self, id: &str) -> Result<Option<Player>, LiveError> {
        let room = self.room(id).await?;
        let mut inner = room.inner.lock().await;
        if inner.doubtful {
            room.reload(&self.read, &mut inner).await?;
        }
        Ok(inner.state.turn())
    }

    /// Looks at the stored present of a match that this person may see.
    async fn look<T>(
        &self,
        id: &str,
        person: Option<&str>,
        look: impl FnOnce(&Room, &Inner, Vec<Player>) -> T,
    ) -> Result<T, LiveError> {
        let room = self.room(id).await?;
        let sides = room.sides(person);
        if room.private && sides.is_empty() {
            return Err(LiveError::NoMatch);
        }
        let mut inner = room.inner.lock().await;
        if inner.doubtful {
            room.reload(&self.read, &mut inner).await?;
        }
        Ok(look(&room, &inner, sides))
    }

    /// Ends a watch.
    pub async fn unwatch(&self, id: &str, watch: &Watch, outbox: &Outbox) {
        self.bus.leave(&watch.topic, outbox.id);
        if !watch.begun || watch.sides.is_empty() {
            return;
        }
        let Ok(room) = self.room(id).await else { return };
        for &side in &watch.sides {
            if room.exit(side) {
                let mut inner = room.inner.lock().await;
                self.note_absence(&room, &mut inner, side).await;
            }
        }
    }

    /// A new watch of the same socket takes the place of an old one.
    pub async fn replace_watch(&self, id: &str, old: &Watch, new: &Watch, outbox: &Outbox) {
        if old.topic != new.topic {
            self.bus.leave(&old.topic, outbox.id);
        }
        if let (true, Ok(room)) = (old.begun, self.room(id).await) {
            // The new one counts already, so nobody is lost.
            for &side in &old.sides {
                room.exit(side);
            }
        }
    }

    async fn watch_open(
        &self,
        id: &str,
        person: Option<&str>,
        outbox: &Outbox,
    ) -> Result<Watch, LiveError> {
        let topic = Audience::Public.topic(id);
        self.bus.listen(&topic, outbox);
        let state = match self.open_state(id, person).await {
            // It was joined just before we listened: look at it as it is now.
            Ok(state) if state.seats.iter().all(Option::is_some) => {
                self.bus.leave(&topic, outbox.id);
                return Box::pin(self.watch(id, person, None, outbox)).await;
            }
            Ok(state) => state,
            Err(error) => {
                self.bus.leave(&topic, outbox.id);
                return Err(error);
            }
        };
        outbox.send(gate::text(&FromServer::Match(Box::new(state))));
        Ok(Watch { topic, sides: Vec::new(), begun: false })
    }

    /// A match that waits for somebody.
    pub async fn open_state(
        &self,
        id: &str,
        person: Option<&str>,
    ) -> Result<MatchState, LiveError> {
        let row = matches::get(&self.read, id).await?.ok_or(LiveError::NoMatch)?;
        let terms = room::terms(&row)?;
        let mut seats = [None, None];
        let mut yours = Vec::new();
        for side in Player::BOTH {
            seats[side.index()] = room::seat(&self.read, &row, &terms, side).await?;
            if person.is_some() && row.people[side.index()].as_deref() == person {
                yours.push(side);
            }
        }
        Ok(MatchState {
            id: id.into(),
            seq: 0,
            status: Status::Open,
            game: terms.game,
            options: terms.options,
            // Where something is hidden, so is the start.
            start: terms.position.filter(|_| !terms.game.info().hidden),
            time: terms.time,
            rated: terms.rated,
            private: row.private,
            seats,
            yours,
            moves: None,
            snapshot: None,
            clock: None,
            running: None,
            now: self.now().0,
            // Nobody has yet, but who looks at it learns that both will.
            chosen: terms.choosing.then_some([false; 2]),
            draw_offer: None,
            takeback: None,
            away: Vec::new(),
            result: None,
            rematch: None,
            next: None,
            lag: None,
        })
    }

    /// Sends what came after a number. The match is told again from its beginning, because what a viewer saw of a move depends
    /// on what stood there.
    async fn send_tail(
        &self,
        id: &str,
        since: i64,
        audience: Audience,
        outbox: &Outbox,
    ) -> Result<(), LiveError> {
        let row = matches::get(&self.read, id).await?.ok_or(LiveError::NoMatch)?;
        let entries = chain::tail(&self.read, id, 0).await?;
        if entries.last().is_none_or(|last| last.seq <= since) {
            return Ok(());
        }
        let begun = Millis(row.started.unwrap_or(row.created));
        let mut state = Match::new(room::terms(&row)?, begun).map_err(|_| LiveError::Broken)?;
        for entry in entries {
            let stamped = room::stamped(&entry)?;
            for event in &stamped.events {
                state.apply(event, stamped.at);
            }
            if entry.seq > since {
                let message = gate::event(id, entry.seq, &stamped, &state, audience, None);
                outbox.send(gate::text(&message));
            }
        }
        Ok(())
    }

    /// The record of a match as its players write it, as far as somebody may know it.
    pub async fn record(&self, id: &str, person: Option<&str>) -> Result<String, LiveError> {
        let row = matches::get(&self.read, id).await?.ok_or(LiveError::NoMatch)?;
        let date = clock::date(Millis(row.started.unwrap_or(row.created)));
        self.look(id, person, |_, inner, sides| {
            let state = &inner.state;
            let time = state.terms().time.tag();
            let event = if state.terms().rated { "Rated match" } else { "Casual match" };
            let [white, black] = inner.seats.each_ref().map(|seat| seat.name.as_str());
            let headers = [
                ("Event", event),
                ("Site", "Damier"),
                ("Date", &date),
                ("White", white),
                ("Black", black),
                ("TimeControl", &time),
            ];
            let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
            state.table().record(&headers, Audience::of(&sides, state).viewer(state))
        })
        .await
    }

    /// A past moment of a match, as somebody may see it; `None` if it has not come so far.
    pub async fn moment(
        &self,
        id: &str,
        person: Option<&str>,
        ply: usize,
    ) -> Result<Option<serde_json::Value>, LiveError> {
        self.look(id, person, |_, inner, sides| {
            gate::moment(&inner.state, Audience::of(&sides, &inner.state), ply)
        })
        .await
    }
}
