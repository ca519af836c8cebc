//! Whoever is not at the board is told when a match waits for them.

use super::{Live, gate, room::Inner, room::Room};
use crate::bus::topic;
use damier_contest::{Event, Opposition, Phase, Speed, Stamped};
use damier_games::Player;
use damier_protocol::FromServer;

impl Live {
    /// After a decision: the one to move where no clock runs, and whoever missed that a rematch was agreed.
    pub(super) fn nudge(&self, room: &Room, inner: &Inner, stamped: &Stamped) {
        let state = &inner.state;
        if state.terms().opposition != Opposition::People {
            return;
        }
        for event in &stamped.events {
            match event {
                // Where clocks run, whoever plays is at the board.
                Event::Played { .. }
                    if state.phase() == Phase::Playing
                        && matches!(state.speed(), Speed::Correspondence | Speed::Unlimited) =>
                {
                    self.call(room, inner, state.table().turn(), &room.id, false);
                }
                Event::RematchAgreed { next } => {
                    self.expect_players(next.clone());
                    for side in Player::BOTH {
                        self.call(room, inner, side, next, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// Tells whoever opened a match that somebody sat down.
    pub(super) fn nudge_begun(&self, room: &Room, inner: &Inner, joined: &str) {
        for side in room.sides_of_others(joined) {
            self.call(room, inner, side, &room.id, true);
        }
    }

    /// Calls somebody to a match, unless they are at its board.
    fn call(&self, room: &Room, inner: &Inner, side: Player, id: &str, begun: bool) {
        let Some(person) = room.people[side.index()].as_deref() else { return };
        if room.is_connected(side) {
            return;
        }
        let by = inner.seats[(!side).index()].name.clone();
        let game = inner.state.terms().game;
        let message = FromServer::Awaits { id: id.into(), game, by, begun };
        self.bus.publish(&topic::person(person), &gate::text(&message));
    }
}
