//! What this node does by itself: show that it lives, sweep the store for what is due, give back the time of outages, forget rooms
//! that nobody needs.

use super::{Live, LiveError, Room, pairing, room::Inner, timers};
use crate::store::{matches, nodes, presence::presence_elsewhere};
use damier_contest::{Command, Millis, Opposition, Refusal};
use damier_games::Player;
use futures_util::future::join_all;
use std::{
    collections::VecDeque,
    sync::{Arc, MutexGuard, PoisonError, Weak, atomic::Ordering},
    time::Duration,
};

/// How often a node shows that it lives. An outage is measured as coarsely as this.
const BEAT: Duration = Duration::from_secs(1);
/// How often the store is swept.
const SWEEP: Duration = Duration::from_secs(2);
/// How long players have to come to a board, after the match begins or the server is back, before they count as lost.
const ARRIVE_MS: i64 = 20_000;
/// How long a room stays without being needed.
const IDLE_MS: i64 = 60_000;

/// Starts all of it; it ends with `live`.
pub fn start(live: &Arc<Live>) {
    tokio::spawn(timers::run(Arc::downgrade(live)));
    tokio::spawn(beat(Arc::downgrade(live)));
    tokio::spawn(sweep(Arc::downgrade(live)));
    tokio::spawn(pairing::run(Arc::downgrade(live)));
    tokio::spawn(expect_everybody(Arc::downgrade(live)));
}

async fn beat(live: Weak<Live>) {
    let mut ticks = tokio::time::interval(BEAT);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(live) = live.upgrade() else { return };
        let now = live.now();
        match nodes::beat(&live.write, &live.node, now.0).await {
            Ok(outage) => {
                if let Some(outage) = outage {
                    tracing::warn!(
                        since = outage.since,
                        until = outage.until,
                        "time is given back"
                    );
                }
                live.begun.send_replace(true);
                if live.is_paused() || outage.is_some() {
                    live.resume().await;
                }
                if live.lobby_changed.swap(false, Ordering::Relaxed) {
                    live.tell_lobby().await;
                }
            }
            Err(error) => {
                if !live.paused.swap(true, Ordering::Relaxed) {
                    tracing::error!(%error, "the store cannot be written: clocks stand still");
                }
                live.begun.send_replace(true);
            }
        }
        metrics::gauge!("damier_rooms").set(live.rooms() as f64);
    }
}

async fn sweep(live: Weak<Live>) {
    let mut ticks = tokio::time::interval(SWEEP);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(live) = live.upgrade() else { return };
        live.forget_idle_rooms();
        if live.is_paused() || live.is_stopping() {
            continue;
        }
        live.miss_players().await;
        let Ok(ids) = matches::due(&live.read, live.now().0, 500).await else { continue };
        for id in ids {
            match live.tick(&id).await {
                Ok(()) => {}
                Err(LiveError::Unavailable) => break,
                Err(error) => {
                    // Never again, or one bad match would come up for ever.
                    tracing::error!(id, %error, "a match that is due cannot be read");
                    let _ = matches::set_due(&live.write, &id, None).await;
                }
            }
        }
    }
}

/// After a start nobody is connected.
async fn expect_everybody(live: Weak<Live>) {
    let Some(live) = live.upgrade() else { return };
    let Ok(ids) = matches::playing(&live.read).await else { return };
    ids.into_iter().for_each(|id| live.expect_players(id));
}

impl Live {
    /// A match is to be played. Whoever does not come to the board within a while has left.
    pub(super) fn expect_players(&self, id: String) {
        let until = self.now() + Millis(ARRIVE_MS);
        self.lock_expected().push_back((until, id));
    }

    async fn miss_players(&self) {
        let now = self.now();
        loop {
            let id = {
                let mut expected = self.lock_expected();
                if expected.front().is_none_or(|(until, _)| *until > now) {
                    return;
                }
                expected.pop_front()
            };
            let Some((_, id)) = id else { return };
            let Ok(room) = self.room(&id).await else { continue };
            let mut inner = room.inner.lock().await;
            for side in Player::BOTH {
                self.note_absence(&room, &mut inner, side).await;
            }
        }
    }

    fn lock_expected(&self) -> MutexGuard<'_, VecDeque<(Millis, String)>> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells that a player has gone, if that is so.
    pub(super) async fn note_absence(&self, room: &Arc<Room>, inner: &mut Inner, side: Player) {
        let plays = room.people[side.index()].is_some()
            && inner.state.terms().opposition == Opposition::People;
        if !plays || room.is_connected(side) || self.is_stopping() {
            return;
        }
        let person = room.people[side.index()].as_deref().unwrap_or_default();
        if presence_elsewhere(&self.read, person, &self.node, self.now()).await.unwrap_or(true) {
            return;
        }
        let lost = Command::Lost { by: side };
        match self.carry_out(room, inner, lost, self.now()).await {
            Ok(()) | Err(LiveError::Refused(_) | LiveError::Unavailable) => {}
            Err(error) => tracing::warn!(id = room.id, %error, "an absence could not be noted"),
        }
    }

    /// Gives back what outages took from a match.
    pub(super) async fn give_back_outages(
        &self,
        room: &Arc<Room>,
        inner: &mut Inner,
    ) -> Result<(), LiveError> {
        if inner.state.result().is_some() {
            return Ok(());
        }
        for outage in nodes::outages(&self.read, inner.state.last_change().0).await? {
            let command = Command::GiveBack { from: Millis(outage.since) };
            match self.carry_out_even_paused(room, inner, command, Millis(outage.until)).await {
                Ok(()) | Err(LiveError::Refused(Refusal::NothingDue)) => {}
                other => return other,
            }
        }
        Ok(())
    }

    /// The store writes again: every match gets its time back, then all goes on.
    async fn resume(self: &Arc<Self>) {
        let rooms: Vec<_> = self.lock_rooms().values().cloned().collect();
        let given = join_all(rooms.iter().map(|room| self.revive(room))).await;
        if given.contains(&false) {
            // The store fails again: the next beat that it takes tries again.
            return;
        }
        self.paused.store(false, Ordering::Relaxed);
        for room in rooms {
            let mut inner = room.inner.lock().await;
            for side in Player::BOTH.into_iter().filter(|&side| room.was_left(side)) {
                self.note_absence(&room, &mut inner, side).await;
            }
            self.look_ahead(&room, &mut inner);
        }
    }

    /// Gives a match its time back; `false` if the store failed.
    async fn revive(&self, room: &Arc<Room>) -> bool {
        let mut inner = room.inner.lock().await;
        let read = if inner.doubtful { room.reload(&self.read, &mut inner).await } else { Ok(()) };
        let given = match read {
            Ok(()) => self.give_back_outages(room, &mut inner).await,
            failed => failed,
        };
        if let Err(error) = &given {
            tracing::warn!(id = room.id, %error, "time could not be given back");
        }
        !matches!(given, Err(LiveError::Unavailable))
    }

    fn forget_idle_rooms(&self) {
        let before = Millis(self.now().0 - IDLE_MS);
        self.lock_rooms().retain(|_, room| {
            // Somebody else holds it, is connected or needed it lately.
            Arc::strong_count(room) > 1
                || Player::BOTH.into_iter().any(|side| room.is_connected(side))
                || room.used() > before
        });
    }
}
