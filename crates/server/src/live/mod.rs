//! Live matches. Whatever is asked goes one way: lock the room, decide, store, tell. Nothing is told before it is stored, and no
//! node owns a match: one that was behind reads the tail and decides again.

mod bots;
mod create;
mod error;
pub mod gate;
mod keeper;
mod nudge;
mod pairing;
mod room;
mod timers;
mod watch;

pub use create::{NewGame, Opponent, Side};
pub use error::LiveError;
pub use pairing::Seeking;
pub use room::{Room, seat, terms};
pub use watch::Watch;

use crate::{
    bus::Bus,
    clock::Clock,
    ids,
    store::{
        Store,
        log::{Append, AppendError, Ending, Log},
        matches::NewMatch,
        ratings::{Rated, RatingChange},
    },
};
use bots::Bots;
use damier_contest::{Command, Event, Match, Millis, Opposition, Refusal, Stamped, Terms, decide};
use damier_games::{Player, outcome::Score};
use damier_protocol::Action;
use gate::Audience;
use room::Inner;
use sqlx::AnyPool;
use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use timers::Timers;
use tokio::sync::watch as watch_channel;

/// All matches that somebody plays, watches or waits for on this node.
pub struct Live {
    read: AnyPool,
    write: AnyPool,
    log: Log,
    node: String,
    clock: Clock,
    /// Where everything is told.
    pub bus: Arc<Bus>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    timers: Timers,
    bots: Bots,
    /// The matches whose players ought to be at the board by then, the earliest first.
    expected: Mutex<VecDeque<(Millis, String)>>,
    /// While the store cannot write, nothing happens and the clocks stand still.
    paused: AtomicBool,
    /// Once the server stops, lost connections are its own doing.
    stopping: AtomicBool,
    /// Whether it is known how long nobody was alive before: nothing is decided until then.
    begun: watch_channel::Sender<bool>,
    /// Whether the lobby has to be told.
    lobby_changed: AtomicBool,
}

impl Live {
    /// Starts to look after the matches of a store.
    pub fn start(store: &Store, node: &str, clock: Clock, bus: Arc<Bus>) -> Arc<Self> {
        let live = Arc::new(Self {
            read: store.read.clone(),
            write: store.write.clone(),
            log: Log::start(store.write.clone(), store.backend),
            node: node.into(),
            clock,
            bus,
            rooms: Mutex::default(),
            timers: Timers::default(),
            bots: Bots::default(),
            expected: Mutex::default(),
            paused: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
            begun: watch_channel::Sender::new(false),
            lobby_changed: AtomicBool::new(false),
        });
        bots::start(&live);
        keeper::start(&live);
        live
    }

    /// Takes no more matches and treats lost connections as the server's own doing.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.bots.stop();
    }

    /// Whether it is on its way out.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Whether the store cannot write.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// How many matches are in memory.
    pub fn rooms(&self) -> usize {
        self.lock_rooms().len()
    }

    fn now(&self) -> Millis {
        self.clock.now()
    }

    /// The match of that name, from memory or the store.
    pub async fn room(&self, id: &str) -> Result<Arc<Room>, LiveError> {
        let now = self.now();
        if let Some(room) = self.lock_rooms().get(id) {
            room.touch(now);
            return Ok(room.clone());
        }
        // An error would mean that the server is gone.
        let _ = self.begun.subscribe().wait_for(|begun| *begun).await;
        let new = Arc::new(Room::load(&self.read, id, now).await?);
        // Locked before others can find it: nobody decides anything before the time of outages is given back.
        let mut inner = new.inner.lock().await;
        let room = self.lock_rooms().entry(id.to_owned()).or_insert_with(|| new.clone()).clone();
        if Arc::ptr_eq(&room, &new) {
            if let Err(error) = self.give_back_outages(&room, &mut inner).await {
                self.lock_rooms().remove(id);
                return Err(error);
            }
            self.look_ahead(&room, &mut inner);
        }
        drop(inner);
        Ok(room)
    }

    /// Somebody asks something of a match. `wanted` is the side, where one person holds both.
    pub async fn act(
        &self,
        id: &str,
        person: &str,
        wanted: Option<Player>,
        command: impl FnOnce(Player) -> Command,
    ) -> Result<(), LiveError> {
        let room = self.room(id).await?;
        let mut inner = room.inner.lock().await;
        let by = room.side(person, wanted, &inner.state)?;
        self.carry_out(&room, &mut inner, command(by), self.now()).await
    }

    /// Does what is due in a match.
    async fn tick(&self, id: &str) -> Result<(), LiveError> {
        let room = self.room(id).await?;
        let mut inner = room.inner.lock().await;
        match self.carry_out(&room, &mut inner, Command::Tick, self.now()).await {
            Err(LiveError::Refused(Refusal::NothingDue | Refusal::Over)) => {
                // The store looked too early: it learns when to look again.
                let due = inner.state.due().map(|due| due.0);
                if inner.stored_due != due {
                    crate::store::matches::set_due(&self.write, id, due).await?;
                    inner.stored_due = due;
                }
                self.look_ahead(&room, &mut inner);
                Ok(())
            }
            other => other,
        }
    }

    /// Decide, store, tell.
    async fn carry_out(
        &self,
        room: &Arc<Room>,
        inner: &mut Inner,
        command: Command,
        now: Millis,
    ) -> Result<(), LiveError> {
        if self.is_paused() {
            return Err(LiveError::Unavailable);
        }
        self.carry_out_even_paused(room, inner, command, now).await
    }

    /// The same while everybody else has to wait.
    async fn carry_out_even_paused(
        &self,
        room: &Arc<Room>,
        inner: &mut Inner,
        command: Command,
        now: Millis,
    ) -> Result<(), LiveError> {
        loop {
            if inner.doubtful {
                room.reload(&self.read, inner).await?;
            }
            let events = decide(&inner.state, command.clone(), now)?;
            let stamped = Stamped { at: now, events };
            // Nobody sees the state before the lock is free, so it may go ahead of the store: what is due and how it ended come from it.
            inner.doubtful = true;
            for event in &stamped.events {
                inner.state.apply(event, now);
            }
            let append = self.append(room, inner, &stamped)?;
            let due = append.due;
            match self.log.append(append).await {
                Ok(stored) => {
                    inner.doubtful = false;
                    inner.seq += 1;
                    inner.place = stored.place;
                    inner.stored_due = due.or(inner.stored_due);
                    self.tell(room, inner, &stamped, stored.ratings);
                    self.look_ahead(room, inner);
                    return Ok(());
                }
                Err(AppendError::Conflict) => continue,
                Err(AppendError::Unavailable) => {
                    self.paused.store(true, Ordering::Relaxed);
                    return Err(LiveError::Unavailable);
                }
            }
        }
    }

    /// What is to be stored of a decision that the state holds already.
    fn append(&self, room: &Room, inner: &Inner, stamped: &Stamped) -> Result<Append, LiveError> {
        let events = serde_json::to_string(&stamped.events).expect("events are plain data");
        let due = inner.state.due().map(|due| due.0);
        let mut append = Append {
            id: room.id.clone(),
            seq: inner.seq + 1,
            previous: inner.place,
            at: stamped.at.0,
            events,
            // Later is found out when the store looks; earlier has to be told.
            due: due.filter(|due| inner.stored_due.is_none_or(|stored| *due < stored)),
            ending: None,
            next: None,
        };
        for event in &stamped.events {
            match event {
                Event::Ended { result } => append.ending = Some(ending(room, &inner.state, result)),
                Event::RematchAgreed { next } => {
                    append.next = Some(self.next_match(room, &inner.state, next, stamped.at)?);
                }
                _ => {}
            }
        }
        Ok(append)
    }

    /// The match after this one, with sides exchanged.
    fn next_match(
        &self,
        room: &Room,
        state: &Match,
        next: &str,
        now: Millis,
    ) -> Result<NewMatch, LiveError> {
        let [one, two] = room.people.clone();
        let terms = state.rematch_terms();
        let people =
            if terms.opposition == Opposition::OneScreen { [one, two] } else { [two, one] };
        new_match(next.into(), &terms, people, room.private, now)
    }

    /// Tells a decision to everybody, each what they may know.
    fn tell(
        &self,
        room: &Room,
        inner: &Inner,
        stamped: &Stamped,
        ratings: Option<[RatingChange; 2]>,
    ) {
        metrics::counter!("damier_decisions_total").increment(1);
        for &audience in Audience::all(&inner.state) {
            let message =
                gate::event(&room.id, inner.seq, stamped, &inner.state, audience, ratings);
            self.bus.publish(&audience.topic(&room.id), &gate::text(&message));
        }
        self.nudge(room, inner, stamped);
        if stamped.events.iter().any(|event| matches!(event, Event::Ended { .. })) {
            metrics::counter!("damier_matches_ended_total").increment(1);
            self.lobby_changed.store(true, Ordering::Relaxed);
        }
    }

    /// Sets the alarm for what happens by itself, and wakes the computer player if it is its turn.
    fn look_ahead(&self, room: &Arc<Room>, inner: &mut Inner) {
        if let Some(due) = inner.state.due() {
            self.timers.set(room, due);
        }
        self.bots.look(room, inner);
    }

    fn lock_rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        // A panic elsewhere leaves the map as it was.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A match as the store takes it.
pub(crate) fn new_match(
    id: String,
    terms: &Terms,
    people: [Option<String>; 2],
    private: bool,
    now: Millis,
) -> Result<NewMatch, LiveError> {
    let state = Match::new(terms.clone(), now).map_err(|_| LiveError::Broken)?;
    Ok(NewMatch {
        id,
        terms: serde_json::to_string(terms).expect("terms are plain data"),
        game: terms.game.to_string(),
        speed: terms.speed().key().into(),
        rated: terms.rated,
        private,
        people,
        open: false,
        code: None,
        invited: None,
        created: now.0,
        due: state.due().map(|due| due.0),
    })
}

fn ending(room: &Room, state: &Match, result: &str) -> Ending {
    let score = state.result().map_or(Score::Void, |outcome| outcome.score);
    let winner = match score {
        Score::Win(Player::One) => Some(1),
        Score::Win(Player::Two) => Some(2),
        Score::Draw => Some(0),
        Score::Void => None,
    };
    let terms = state.terms();
    let rated = match (&room.people, winner) {
        // A match in which one side never moved says nothing about either.
        ([Some(one), Some(two)], Some(winner))
            if terms.rated && one != two && state.both_moved() =>
        {
            Some(Rated {
                people: [one.clone(), two.clone()],
                game: terms.game.to_string(),
                speed: terms.speed().key().into(),
                winner,
            })
        }
        _ => None,
    };
    Ending {
        result: result.into(),
        winner,
        plies: i64::try_from(state.table().ply()).unwrap_or(i64::MAX),
        rated,
    }
}

/// What an action asks of a match; `next` is the name that a rematch would get.
pub fn command(action: Action, by: Player, next: String) -> Command {
    match action {
        Action::Resign => Command::Resign { by },
        Action::OfferDraw => Command::OfferDraw { by },
        Action::DeclineDraw => Command::DeclineDraw { by },
        Action::ClaimDraw => Command::ClaimDraw { by },
        Action::Takeback => Command::Takeback { by },
        Action::DeclineTakeback => Command::DeclineTakeback { by },
        Action::Abort => Command::Abort { by },
        Action::Leave => Command::Leave { by },
        Action::Rematch => Command::Rematch { by, next },
        Action::DeclineRematch => Command::DeclineRematch { by },
    }
}

/// A name for a new match.
pub fn new_name() -> String {
    ids::new_id()
}
