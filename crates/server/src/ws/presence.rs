//! Who is connected to this node. A session is there while it has a socket; further tabs of the same browser are the same session.

use super::connection::Closing;
use crate::{App, http::auth::Visitor, store::presence::Entry};
use std::sync::PoisonError;

/// The sockets of one session.
#[derive(Default)]
pub struct Tabs {
    count: u32,
    /// Whether the store has let one of them in: until then each asks for itself.
    entered: bool,
}

/// A socket of this visitor begins.
pub async fn enter(app: &App, visitor: &Visitor) -> Result<(), Closing> {
    let key = visitor.presence_key();
    let known = change(app, &key, |tabs| {
        tabs.count += 1;
        tabs.entered
    });
    if known {
        return Ok(());
    }
    let entered = app.store.presence_enter(&key, &visitor.person.id, &app.node, app.now()).await;
    let refused = match entered {
        Ok(Entry::Entered) => {
            change(app, &key, |tabs| tabs.entered = true);
            return Ok(());
        }
        Ok(Entry::InUse) => Closing::InUse,
        Ok(Entry::NameTaken) => Closing::NameTaken,
        Err(error) => {
            tracing::error!(%error, "a presence could not be noted");
            Closing::Stopping
        }
    };
    change(app, &key, |tabs| tabs.count -= 1);
    Err(refused)
}

/// A socket of this visitor has closed.
pub async fn leave(app: &App, visitor: &Visitor) {
    let key = visitor.presence_key();
    let left = change(app, &key, |tabs| {
        tabs.count -= 1;
        tabs.count
    });
    if left == 0
        && let Err(error) = app.store.presence_leave(&key, &app.node).await
    {
        // It runs out by itself.
        tracing::warn!(%error, "a presence could not be taken back");
    }
}

/// Changes what is known of a session; one without sockets is forgotten.
fn change<T>(app: &App, key: &str, change: impl FnOnce(&mut Tabs) -> T) -> T {
    let mut sessions = app.sockets.sessions.lock().unwrap_or_else(PoisonError::into_inner);
    let tabs = sessions.entry(key.to_owned()).or_default();
    let answer = change(tabs);
    if tabs.count == 0 {
        sessions.remove(key);
    }
    answer
}
