//! Looking for an opponent. The search belongs to the page as a whole: one may look at rules or play the computer meanwhile.

use super::Online;
use damier_contest::Speed;
use damier_games::{GameKey, options::Options};
use damier_protocol::{
    FromClient, FromServer, MatchState, PersonKind, Seat, Status, TimeControl, Waiting,
};
use leptos::prelude::*;

/// What is looked for, and how it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeking {
    /// Names the search.
    pub id: String,
    /// The game.
    pub game: GameKey,
    /// Its options.
    pub options: Options,
    /// The time.
    pub time: TimeControl,
    /// Whether it counts.
    pub rated: bool,
    /// Since when, by this device's clock.
    pub since_ms: f64,
    /// How many wait for the same, this person included.
    pub waiting: usize,
}

/// Whether it is a match of mine with somebody who waits for each of my moves. A search that went on would tear me away from the board.
pub(super) fn keeps_at_the_board(state: &MatchState) -> bool {
    let person =
        |seat: &Option<Seat>| seat.as_ref().is_some_and(|seat| seat.kind != PersonKind::Computer);
    state.status == Status::Playing
        && state.yours.len() == 1
        && state.seats.iter().all(person)
        && Speed::of(&state.time) != Speed::Correspondence
}

impl Online {
    /// Looks for an opponent; another search ends. What is found is told by `go`.
    pub fn seek(self, game: GameKey, options: Options, time: TimeControl, rated: bool) {
        self.unseek();
        let since_ms = js_sys::Date::now();
        let id = format!("s{}", since_ms as u64);
        self.seeking.set(Some(Seeking { id, game, options, time, rated, since_ms, waiting: 1 }));
        self.seek_again();
    }

    /// Looks no more.
    pub fn unseek(self) {
        if let Some(seeking) = self.seeking.get_untracked() {
            self.seeking.set(None);
            self.send(FromClient::Unseek { id: seeking.id });
        }
    }

    /// A search ends with its line, so that a new line begins it again.
    pub(super) fn seek_again(self) {
        if let Some(Seeking { id, game, options, time, rated, .. }) = self.seeking.get_untracked() {
            self.send(FromClient::Seek { id, game, options, time, rated });
        }
    }

    /// What the server tells of the search.
    pub(super) fn tell_search(self, message: &FromServer) {
        let own = |name: &str| {
            self.seeking.with_untracked(|own| own.as_ref().is_some_and(|own| own.id == name))
        };
        match message {
            FromServer::Waiting(Waiting { seek, waiting }) if own(seek) => {
                self.seeking.update(|own| {
                    if let Some(own) = own {
                        own.waiting = *waiting;
                    }
                });
            }
            FromServer::Paired { seek, id } if own(seek) => {
                self.seeking.set(None);
                self.go.set(Some(format!("/game/{id}")));
            }
            FromServer::Refused { about: Some(about), .. } if own(about) => self.seeking.set(None),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn keeps(changed: Value) -> bool {
        let seat = json!({ "name": "a", "kind": "guest" });
        let mut state = json!({
            "match": "m", "seq": 0, "status": "playing", "game": "chess", "options": {}, "time": "none", "rated": false,
            "private": false, "seats": [seat, seat], "yours": ["one"], "now": 0, "away": []
        });
        let changes = changed.as_object().expect("an object").clone();
        state.as_object_mut().expect("an object").extend(changes);
        keeps_at_the_board(&serde_json::from_value(state).expect("a state"))
    }

    #[test]
    fn whoever_plays_somebody_looks_for_nobody_else() {
        assert!(keeps(json!({})));
        assert!(keeps(json!({ "time": { "clock": { "base": 60, "increment": 0 } } })));
        assert!(!keeps(json!({ "time": { "days": { "days": 2 } } })), "there is time for another");
        assert!(!keeps(json!({ "yours": [] })), "somebody else's");
        assert!(!keeps(json!({ "yours": ["one", "two"] })), "on one screen");
        assert!(!keeps(json!({ "status": "over" })));
        let computer =
            json!([{ "name": "a", "kind": "guest" }, { "name": "moyen", "kind": "computer" }]);
        assert!(!keeps(json!({ "seats": computer })), "the computer waits");
    }
}
