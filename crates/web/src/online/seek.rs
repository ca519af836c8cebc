//! Looking for an opponent. The search belongs to the page as a whole: one may look at rules or play the computer meanwhile.

use super::Online;
use damier_games::{GameKey, options::Options};
use damier_protocol::{FromClient, FromServer, TimeControl, Waiting};
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
