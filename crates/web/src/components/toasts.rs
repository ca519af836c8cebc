//! What arrives wherever one is in the page: challenges, messages of friends, a server that restarts.

use super::{form::Sending, icons::Icon};
use crate::{
    online::{Online, api},
    prefs::{language, prefs, t},
    sound::{self, Sound},
    texts::{matches, people as texts},
    words,
};
use damier_contest::TimeControl;
use damier_games::{
    GameKey,
    options::Options,
    text::{Language, Text},
};
use damier_protocol::{FromServer, PersonKind, Room};
use leptos::prelude::*;
use leptos_router::{
    components::A,
    hooks::{use_location, use_navigate},
};
use std::time::Duration;

/// How long a note stays that asks for nothing.
const NOTE: Duration = Duration::from_secs(8);
/// The same for a match that has begun: in a fast one the first move is due by then.
const BEGUN: Duration = Duration::from_secs(30);
/// More than these nobody reads.
const MOST: usize = 4;

/// Something that arrived.
#[derive(Clone, Debug, PartialEq)]
enum Toast {
    /// A friend asks for a match.
    Challenge { id: String, by: String, terms: Terms },
    /// A match waits for me.
    Awaits { id: String, by: String, game: GameKey, begun: bool },
    /// A friend wrote.
    Message { id: String, from: String, text: String },
    /// A plain note.
    Note { id: String, text: Text },
}

/// What one is asked to play.
#[derive(Clone, Debug, PartialEq)]
struct Terms {
    game: GameKey,
    options: Options,
    time: TimeControl,
    rated: bool,
}

impl Terms {
    fn tell(&self, language: Language) -> String {
        let game = self.game.info().name.tell(language).to_owned();
        let agreed = words::agreed(self.game, &self.options, self.time, Some(self.rated), language);
        [vec![game], agreed].concat().join(" · ")
    }
}

impl Toast {
    fn id(&self) -> &str {
        match self {
            Self::Challenge { id, .. }
            | Self::Awaits { id, .. }
            | Self::Message { id, .. }
            | Self::Note { id, .. } => id,
        }
    }
}

#[derive(Clone, Copy)]
struct Toasts(RwSignal<Vec<Toast>>);

impl Toasts {
    fn add(self, toast: Toast) {
        self.0.update(|toasts| {
            toasts.retain(|other| other.id() != toast.id());
            toasts.push(toast);
            if toasts.len() > MOST {
                toasts.remove(0);
            }
        });
    }

    fn remove(self, id: &str) {
        self.0.update(|toasts| toasts.retain(|toast| toast.id() != id));
    }

    fn add_for_a_while(self, toast: Toast, while_: Duration) {
        let id = toast.id().to_owned();
        self.add(toast);
        self.fade(id, while_);
    }

    /// Goes after a while in which it could be seen.
    fn fade(self, id: String, while_: Duration) {
        let go = move || {
            if document().hidden() {
                self.fade(id, while_);
            } else if self.0.try_get_untracked().is_some() {
                self.remove(&id);
            }
        };
        set_timeout(go, while_);
    }
}

/// All of them, in a corner of every page.
#[component]
pub fn ToastRack() -> impl IntoView {
    let (online, prefs, location) = (Online::of_page(), prefs(), use_location());
    let toasts = Toasts(RwSignal::new(Vec::new()));
    online.on_told(move |message| {
        let before = toasts.0.with_untracked(Vec::len);
        match message {
            FromServer::Challenged { id, by, game, options, time, rated } => {
                let terms =
                    Terms { game: *game, options: options.clone(), time: *time, rated: *rated };
                toasts.add(Toast::Challenge { id: id.clone(), by: by.clone(), terms });
            }
            FromServer::Awaits { id, game, by, begun }
                if location.pathname.get_untracked() != board(id) =>
            {
                let (id, by) = (id.clone(), by.clone());
                let while_ = if *begun { BEGUN } else { NOTE };
                toasts
                    .add_for_a_while(Toast::Awaits { id, by, game: *game, begun: *begun }, while_);
            }
            FromServer::Withdrawn { id } => toasts.remove(id),
            FromServer::Said { room: Room::With(from), message } if message.from == *from => {
                // Whoever has the conversation before them needs no second notice.
                let reading = location.pathname.get_untracked() == "/friends"
                    && location
                        .query
                        .with_untracked(|query| query.get("with").as_deref() == Some(from));
                if !reading {
                    let (from, text) = (from.clone(), message.text.clone());
                    let id = format!("from:{from}");
                    toasts.add_for_a_while(Toast::Message { id, from, text }, NOTE);
                }
            }
            FromServer::Closing => {
                let note = Toast::Note { id: "closing".into(), text: texts::SERVER_RESTARTS };
                toasts.add_for_a_while(note, NOTE);
            }
            _ => {}
        }
        if toasts.0.with_untracked(Vec::len) > before {
            prefs.with_untracked(|prefs| sound::play(Sound::Message, prefs));
        }
    });
    missed(online, toasts);
    // Whoever sits down has been told.
    Effect::new(move |_| {
        let path = location.pathname.get();
        toasts.0.update(|toasts| {
            toasts.retain(|toast| !matches!(toast, Toast::Awaits { id, .. } if path == board(id)));
        });
    });
    view! {
        <div class="toasts" role="status" aria-live="polite">
            <For each=move || toasts.0.get() key=|toast| toast.id().to_owned() let(toast)><Shown toasts toast/></For>
        </div>
    }
}

/// Where a match is played.
fn board(id: &str) -> String {
    format!("/game/{id}")
}

/// Challenges that came while nobody was here: open matches among one's own at which one does not sit.
fn missed(online: Online, toasts: Toasts) {
    Effect::new(move |_| {
        let Some(me) = online.me.get().filter(|me| me.kind == PersonKind::Account) else { return };
        Sending::default().send(api::my_matches(), move |lines| {
            for line in lines.into_iter().filter(|line| line.status == "open") {
                let seated =
                    line.seats.iter().flatten().map(|seat| seat.name.clone()).collect::<Vec<_>>();
                if let [by] = &seated[..]
                    && *by != me.name
                {
                    let terms = Terms {
                        game: line.game,
                        options: line.options,
                        time: line.time,
                        rated: line.rated,
                    };
                    toasts.add(Toast::Challenge { id: line.id, by: by.clone(), terms });
                }
            }
        });
    });
}

#[component]
fn Shown(toasts: Toasts, toast: Toast) -> impl IntoView {
    let (id, language) = (toast.id().to_owned(), language());
    let close = view! {
        <button type="button" class="plain" data-action="close" aria-label=t(crate::texts::CLOSE) on:click=move |_| toasts.remove(&id)><Icon name="close"/></button>
    };
    match toast {
        Toast::Challenge { id, by, terms } => view! { <Challenge toasts id by terms/> }.into_any(),
        Toast::Awaits { id, by, game, begun } => view! {
            <div class="toast" data-awaits=id.clone()>
                <A href=board(&id)><strong>{t(if begun { matches::BEGINS } else { crate::texts::YOUR_TURN })}</strong>" "
                    <span class="one-line">{move || game.info().name.tell(language.get())}" · "<bdi>{by}</bdi></span></A>{close}
            </div>
        }.into_any(),
        Toast::Message { from, text, .. } => view! {
            <div class="toast">
                <A href=format!("/friends?with={from}")><strong><bdi>{from.clone()}</bdi></strong>" "<span dir="auto" class="one-line">{text}</span></A>{close}
            </div>
        }.into_any(),
        Toast::Note { text, .. } => view! { <div class="toast"><span>{t(text)}</span>{close}</div> }.into_any(),
    }
}

#[component]
fn Challenge(toasts: Toasts, id: String, by: String, terms: Terms) -> impl IntoView {
    let (language, sending, navigate) = (language(), Sending::default(), use_navigate());
    let id = StoredValue::new(id);
    let accept = move |_| {
        let navigate = navigate.clone();
        sending.send(async move { api::join(&id.get_value()).await }, move |begun| {
            toasts.remove(&begun.id);
            navigate(&board(&begun.id), Default::default());
        });
    };
    let decline = move |_| {
        let (asked, gone) = (id.get_value(), id.get_value());
        // The server's word that it is withdrawn may take the toast away before the answer comes.
        sending.send(async move { api::withdraw(&asked).await }, move |()| toasts.remove(&gone));
    };
    // What cannot be accepted any more has been taken back; its toast need not stay.
    let gone =
        move || sending.error.with(|error| error.as_ref().map(|error| error.tell(language.get())));
    let terms = move || terms.tell(language.get());
    view! {
        <div class="toast challenge" role="alert">
            <p><strong><bdi>{by}</bdi></strong>" "{t(texts::CHALLENGES_YOU)}<br/><span>{terms}</span></p>
            {move || gone().map(|why| view! { <p class="wrong">{why}</p> })}
            <div class="row">
                <button type="button" class="primary" data-action="accept-challenge" disabled=sending.busy on:click=accept><Icon name="check"/>{t(texts::ACCEPT)}</button>
                <button type="button" data-action="decline-challenge" disabled=sending.busy on:click=decline>{t(texts::DECLINE)}</button>
            </div>
        </div>
    }
}
