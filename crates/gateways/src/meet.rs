//! Finding somebody to play with among the open matches of the lobby.

use damier_contest::{Terms, TimeControl};
use damier_games::Player;
use damier_server::{
    App,
    live::{LiveError, terms},
    store::matches,
};

/// So many of the newest open matches are looked at.
const LOOKED_AT: i64 = 100;

/// The open match that has waited longest, of a host who is connected, that anybody may join, without a clock (the originals show
/// none), in which the seat `free` is free and the terms suit.
pub async fn waiting(
    app: &App,
    free: Option<Player>,
    suits: impl Fn(&Terms) -> bool,
) -> Result<Option<String>, LiveError> {
    let rows = matches::list(&app.store.read, "open", LOOKED_AT, app.now().0).await?;
    for row in rows.iter().rev() {
        let Ok(terms) = terms(row) else { continue };
        let seat_fits = free.is_none_or(|side| row.people[side.index()].is_none());
        let plain = row.invited.is_none() && !terms.rated && terms.time == TimeControl::None;
        if !(plain && seat_fits && terms.position.is_none() && suits(&terms)) {
            continue;
        }
        let hosts: Vec<String> = row.people.iter().flatten().cloned().collect();
        if !app.store.online(&hosts, app.now()).await?.is_empty() {
            return Ok(Some(row.id.clone()));
        }
    }
    Ok(None)
}
