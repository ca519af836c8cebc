//! A match on the server, from the invitation to the last move.

use super::{
    NeedsServer,
    game::{Gone, Match},
    game_invite::{Invitation, WaitingRoom},
    game_quadrants::ChooseHalf,
};
use crate::{
    components::{challenge::asked, chat::Chat},
    online::Online,
    play::{remote::Remote, source::AnySource},
    prefs::{language, t},
    texts::{self, matches},
};
use damier_protocol::{FromServer, Room, Status};
use leptos::prelude::*;
use leptos_router::components::A;
use std::sync::Arc;

/// How far a match is, as far as the page shows different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is no server.
    Offline,
    /// Nothing is known yet.
    Asked,
    /// It is not there, or not for this person.
    Missing,
    /// It was taken back.
    Withdrawn,
    /// Whom this person asked by name has declined.
    Declined,
    /// It waits for somebody, invited by this person.
    Mine,
    /// It waits for this person.
    Open,
    /// Its board is being chosen.
    Choosing,
    /// It is played, or was.
    Played,
}

/// The page of a match on the server.
#[component]
pub fn OnlineGame(
    /// Its name.
    id: String,
) -> impl IntoView {
    let online = Online::of_page();
    online.watch(&id);
    let id = StoredValue::new(id);
    let ended = RwSignal::new(None);
    online.on_told(move |message| match message {
        FromServer::Refused { id: Some(other), code, .. }
            if code == "no-match" && id.with_value(|id| id == other) =>
        {
            ended.set(Some(Phase::Missing));
        }
        FromServer::Withdrawn { id: other } if id.with_value(|id| id == other) => {
            // Who takes an own challenge back has forgotten whom it was for.
            let declined = asked(other).is_some();
            ended.set(Some(if declined { Phase::Declined } else { Phase::Withdrawn }));
        }
        _ => {}
    });
    let phase = Memo::new(move |_| {
        if let Some(ended) = ended.get() {
            return ended;
        }
        let read = |followed: &damier_client::Followed, _: Option<&str>| match followed.state.status
        {
            Status::Open if followed.state.yours.is_empty() => Phase::Open,
            Status::Open => Phase::Mine,
            Status::Playing if followed.state.chosen.is_some() => Phase::Choosing,
            Status::Playing | Status::Over => Phase::Played,
        };
        let followed = id.with_value(|id| online.with_match(id, read));
        match followed {
            Some(phase) => phase,
            None if online.server.get() == Some(false) => Phase::Offline,
            None => Phase::Asked,
        }
    });
    move || {
        let id = id.get_value();
        match phase.get() {
            Phase::Offline => view! { <NeedsServer/> }.into_any(),
            Phase::Asked => {
                view! { <section class="notice"><p class="quiet">{t(texts::LOADING)}</p></section> }
                    .into_any()
            }
            Phase::Missing => view! { <Gone why=matches::NO_MATCH/> }.into_any(),
            Phase::Withdrawn => view! { <Gone why=matches::WITHDRAWN/> }.into_any(),
            Phase::Declined => view! { <Declined id/> }.into_any(),
            Phase::Mine => view! { <WaitingRoom id/> }.into_any(),
            Phase::Open => view! { <Invitation id/> }.into_any(),
            Phase::Choosing => view! { <ChooseHalf id/> }.into_any(),
            Phase::Played => view! { <Played id/> }.into_any(),
        }
    }
}

/// The friend who was asked would rather not.
#[component]
fn Declined(id: String) -> impl IntoView {
    view! {
        <section class="notice">
            <h1><bdi>{asked(&id)}</bdi>" "{t(matches::HAS_DECLINED)}</h1>
            <A href="/" attr:class="button primary">{t(texts::TO_LOBBY)}</A>
        </section>
    }
}

#[component]
fn Played(id: String) -> impl IntoView {
    let online = Online::of_page();
    let remote = Remote::open(online, &id)?;
    let below = ViewFn::from(move || view! { <Talk id=id.clone()/> });
    Some(view! { <Match source=Arc::new(remote) as AnySource below/> })
}

/// What the players and those who watch say to each other.
#[component]
fn Talk(id: String) -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let label = Signal::derive(move || matches::CHAT.tell(language.get()).to_owned());
    // Nobody can be answered who has no name.
    let silent =
        Signal::derive(move || online.me.with(Option::is_none).then_some(matches::NAME_TO_SAY));
    view! { <Chat pane="game".into() past=format!("match:{id}") room=Room::Match(id) label silent empty=matches::NO_MESSAGES/> }
}
