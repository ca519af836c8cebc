//! What pages do with the line.

use super::{DOUBT, Naming, Online};
use damier_client::Followed;
use damier_protocol::{FromClient, FromServer, Welcome};
use leptos::prelude::*;
use std::rc::Rc;

impl Online {
    /// Does something that needs a name, after asking for one if this person has none.
    pub fn with_name(self, then: impl FnOnce() + 'static) {
        if self.me.with_untracked(Option::is_some) {
            return then();
        }
        self.change(|inner| inner.then = Some(Box::new(then)));
        self.naming.set(Some(Naming::New));
    }

    /// This person has a name now: whatever waited for it goes on.
    pub fn named(self, me: Welcome) {
        self.become_somebody(Some(me));
        self.naming.set(None);
        if let Some(then) = self.change(|inner| inner.then.take()).flatten() {
            then();
        }
    }

    /// The server's time now, in milliseconds since 1970.
    pub fn now(self) -> i64 {
        let ahead = self.read(|inner| inner.ahead_ms);
        (js_sys::Date::now() + if ahead.is_finite() { ahead } else { 0.0 }) as i64
    }

    /// Watches a match as long as the component lives that asks for it.
    pub fn watch(self, id: &str) {
        let (id, gone) = (id.to_owned(), id.to_owned());
        let outputs = self.change(|inner| {
            *inner.watched.entry(id.clone()).or_default() += 1;
            inner.link.watch(&id)
        });
        self.perform(outputs.unwrap_or_default());
        self.settle();
        on_cleanup(move || {
            let outputs = self.change(|inner| {
                let left = inner.watched.get_mut(&gone).map_or(0, |count| {
                    *count -= 1;
                    *count
                });
                if left > 0 {
                    return Vec::new();
                }
                inner.watched.remove(&gone);
                inner.link.unwatch(&gone)
            });
            self.perform(outputs.unwrap_or_default());
            self.settle();
        });
    }

    /// Listens to the lobby as long as the component lives that asks for it.
    pub fn listen_to_lobby(self) {
        self.share_lobby(1);
        on_cleanup(move || self.share_lobby(-1));
    }

    fn share_lobby(self, more: i32) {
        let outputs = self.change(|inner| {
            let before = inner.lobby > 0;
            inner.lobby = inner.lobby.saturating_add_signed(more);
            let now = inner.lobby > 0;
            if before == now { Vec::new() } else { inner.link.lobby(now) }
        });
        self.perform(outputs.unwrap_or_default());
        self.settle();
    }

    /// Calls `hear` with whatever the server tells besides matches, as long as the component lives that asks for it.
    pub fn on_told(self, hear: impl Fn(&FromServer) + 'static) {
        let number = self.change(|inner| {
            inner.next_listener += 1;
            inner.listeners.push((inner.next_listener, Rc::new(hear)));
            inner.next_listener
        });
        on_cleanup(move || {
            self.change(|inner| inner.listeners.retain(|(other, _)| Some(*other) != number));
        });
    }

    /// A match as it is followed, and which move of it the server has not answered; to be read inside something reactive.
    pub fn with_match<T>(
        self,
        id: &str,
        read: impl FnOnce(&Followed, Option<&str>) -> T,
    ) -> Option<T> {
        self.changes.track();
        self.inner
            .try_with_value(|inner| Some(read(inner.link.followed(id)?, inner.link.unanswered(id))))
            .flatten()
    }

    /// Plays a move; it is sent again after a break until it is answered.
    pub fn play(self, id: &str, text: &str) {
        let outputs = self.change(|inner| inner.link.play(id, text));
        self.perform(outputs.unwrap_or_default());
        self.doubt();
        self.touch();
    }

    /// Sends something that need not survive a break; `false` if there is no line now.
    pub fn send(self, message: FromClient) -> bool {
        let outputs = self.read(|inner| inner.link.send(message));
        let sent = !outputs.is_empty();
        self.perform(outputs);
        sent
    }

    /// Sends something that is answered in any case, so that a dead line shows.
    pub fn send_in_doubt(self, message: FromClient) -> bool {
        let sent = self.send(message);
        if sent {
            self.doubt();
        }
        sent
    }

    fn doubt(self) {
        let doubt = set_timeout_with_handle(move || self.cut(), DOUBT).ok();
        self.change(|inner| {
            if let Some(old) = std::mem::replace(&mut inner.doubt, doubt) {
                old.clear();
            }
        });
    }
}
