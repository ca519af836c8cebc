//! Who is connected to this node. A session is there while it has a socket; further tabs of the same browser are the same session.

use super::connection::Closing;
use crate::{App, http::auth::Visitor, store::presence::Entry};
use std::sync::PoisonError;

/// A socket of this visitor begins.
pub async fn enter(app: &App, visitor: &Visitor) -> Result<(), Closing> {
    let key = visitor.presence_key();
    if count(app, &key, 1) > 1 {
        return Ok(());
    }
    let entered = app.store.presence_enter(&key, &visitor.person.id, &app.node, app.now()).await;
    let refused = match entered {
        Ok(Entry::Entered) => return Ok(()),
        Ok(Entry::InUse) => Closing::InUse,
        Ok(Entry::NameTaken) => Closing::NameTaken,
        Err(error) => {
            tracing::error!(%error, "a presence could not be noted");
            Closing::Stopping
        }
    };
    count(app, &key, -1);
    Err(refused)
}

/// A socket of this visitor has closed.
pub async fn leave(app: &App, visitor: &Visitor) {
    let key = visitor.presence_key();
    if count(app, &key, -1) == 0
        && let Err(error) = app.store.presence_leave(&key, &app.node).await
    {
        // It runs out by itself.
        tracing::warn!(%error, "a presence could not be taken back");
    }
}

/// How many sockets a session has after this change.
fn count(app: &App, key: &str, change: i32) -> i32 {
    let mut sessions = app.sockets.sessions.lock().unwrap_or_else(PoisonError::into_inner);
    let count = sessions.entry(key.to_owned()).or_insert(0);
    *count += change;
    let left = *count;
    if left == 0 {
        sessions.remove(key);
    }
    left
}
