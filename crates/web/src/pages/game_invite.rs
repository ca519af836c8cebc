//! A match that waits for its second player: what the host shows to a friend, and what the friend sees.

use crate::{
    board::view::{BoardView, Shown},
    browser,
    components::{
        challenge::{asked, forget_asked},
        icons::Icon,
        qr::QrPicture,
    },
    online::{Online, api},
    prefs::{language, t},
    storage,
    texts::{self, matches},
    words,
};
use damier_client::Followed;
use damier_games::{GameKey, Player, Viewer, board::Board, options::Options};
use damier_protocol::TimeControl;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Where the code of the last own invitation is kept: the server tells it only once.
const CODE: &str = "code";

/// Keeps the code of an own invitation.
pub fn keep_code(id: &str, code: &str) {
    storage::save(CODE, &(id, code));
}

/// What is known of an open match.
#[derive(Clone, Debug, PartialEq)]
struct Terms {
    game: GameKey,
    options: Options,
    time: TimeControl,
    rated: bool,
    /// Whether both choose the board.
    choosing: bool,
    /// Whether only who knows the link finds it.
    private: bool,
    /// Who waits, and on which side.
    host: Option<String>,
    free: Player,
    board: Arc<Board>,
    shown: Shown,
}

fn terms(online: Online, id: &str) -> Option<Terms> {
    let read = |followed: &Followed, _: Option<&str>| {
        let state = &followed.state;
        let free = if state.seats[0].is_none() { Player::One } else { Player::Two };
        let table = followed.table();
        let viewer = if table.info().hidden { Viewer::Seat(free) } else { Viewer::Referee };
        Terms {
            game: state.game,
            options: state.options.clone(),
            time: state.time,
            rated: state.rated,
            choosing: state.chosen.is_some(),
            private: state.private,
            host: state.seats.iter().flatten().next().map(|seat| seat.name.clone()),
            free,
            board: Arc::new(table.board()),
            shown: Shown { scene: table.snapshot(viewer).scene, ..Shown::default() },
        }
    };
    untrack(|| online.with_match(id, read))
}

/// What was agreed, in a line: time, whether it counts, and the options that are not the usual ones.
#[component]
fn TermsLine(terms: Terms) -> impl IntoView {
    let (language, choosing) = (language(), terms.choosing);
    let told = move || {
        let language = language.get();
        let rated = Some(terms.rated);
        let mut told = words::agreed(terms.game, &terms.options, terms.time, rated, language);
        told.extend(terms.choosing.then(|| matches::HALVES.tell(language).to_owned()));
        api::sentence(&told.join(" · "))
    };
    view! {
        <p class="quiet">{told}</p>
        {choosing.then(|| view! { <p class="quiet">{t(matches::HALVES_TIME)}</p> })}
    }
}

#[component]
fn Preview(terms: Terms, near: Player) -> impl IntoView {
    let sides = terms.game.info().sides;
    let flipped = Signal::stored(terms.board.bottom != near);
    // The board of the box is not the one that will be played on.
    let laid_later = terms.choosing.then(|| view! { <p>{t(matches::BOARD_LATER)}</p> });
    view! {
        <div class="preview" class:later=terms.choosing>
            {laid_later}
            <BoardView board=Signal::stored(terms.board) shown=Signal::stored(terms.shown) sides flipped small=true/>
        </div>
    }
}

/// The host's side: the link to send, its code and its picture.
#[component]
pub fn WaitingRoom(id: String) -> impl IntoView {
    let (online, language, navigate) = (Online::of_page(), language(), use_navigate());
    let terms = terms(online, &id)?;
    let info = terms.game.info();
    let code =
        storage::load::<(String, String)>(CODE).filter(|(of, _)| *of == id).map(|(_, code)| code);
    let link = format!("{}/game/{id}", window().location().origin().unwrap_or_default());
    let copied = RwSignal::new(false);
    let copy = {
        let link = link.clone();
        move |_| browser::copy(link.clone(), move |done| copied.set(done))
    };
    let asked = asked(&id);
    let cancel = move |_| {
        let (id, navigate) = (id.clone(), navigate.clone());
        forget_asked(&id);
        spawn_local(async move {
            // Whatever the answer: it is joined, and then the match shows, or it is gone.
            if api::withdraw(&id).await.is_ok() {
                navigate(&format!("/play/{}", info.key), Default::default());
            }
        });
    };
    // Who is asked by name finds it on any page, and nobody else can come by the link.
    if let Some(name) = asked {
        return Some(view! {
            <section class="invite">
                <Preview terms=terms.clone() near=!terms.free/>
                <div class="card">
                    <h1><bdi>{name}</bdi>" "{t(matches::HAS_BEEN_ASKED)}</h1>
                    <p><strong>{move || info.name.tell(language.get())}</strong></p>
                    <TermsLine terms/>
                    <p class="waiting" role="status"><span class="pulse" aria-hidden="true"></span>{t(matches::REMATCH_ASKED)}</p>
                    <p class="quiet">{t(matches::HAS_BEEN_ASKED_HELP)}</p>
                    <button type="button" data-action="cancel" on:click=cancel>{t(texts::CANCEL)}</button>
                </div>
            </section>
        }.into_any());
    }
    let select = |event: leptos::ev::FocusEvent| {
        event_target::<web_sys::HtmlInputElement>(&event).select();
    };
    let near = !terms.free;
    let (title, help) = if terms.private {
        (matches::SEND_LINK, matches::SEND_LINK_HELP)
    } else {
        (matches::OPEN_TO_ALL, matches::OPEN_TO_ALL_HELP)
    };
    Some(view! {
        <section class="invite">
            <Preview terms=terms.clone() near/>
            <div class="card">
                <h1>{t(title)}</h1>
                <p><strong>{move || info.name.tell(language.get())}</strong></p>
                <TermsLine terms/>
                <div class="link-row">
                    <input type="text" class="link" name="link" readonly aria-label=t(matches::SEND_LINK) value=link.clone() on:focus=select/>
                    <button type="button" class="primary" data-action="copy-link" on:click=copy><Icon name="copy"/>
                        {move || if copied.get() { texts::COPIED } else { matches::COPY_LINK }.tell(language.get())}</button>
                </div>
                {code.map(|code| view! { <p class="code-row">{t(matches::OR_CODE)}" "<code data-code="">{code}</code></p> })}
                <QrPicture text=link/>
                <p class="waiting" role="status"><span class="pulse" aria-hidden="true"></span>{t(matches::WAITING_FRIEND)}</p>
                <p class="quiet">{t(help)}</p>
                <button type="button" data-action="cancel" on:click=cancel>{t(texts::CANCEL)}</button>
            </div>
        </section>
    }.into_any())
}

/// The friend's side: who invites to what, and a way in.
#[component]
pub fn Invitation(id: String) -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let terms = terms(online, &id)?;
    let (info, free) = (terms.game.info(), terms.free);
    let refusal = RwSignal::new(None::<String>);
    let host = terms.host.clone();
    let join = move |_| {
        let id = id.clone();
        online.with_name(move || {
            spawn_local(async move {
                // The match that begins is told over the line.
                if let Err(error) = api::join(&id).await {
                    refusal.set(Some(error.tell(language.get_untracked())));
                }
            });
        });
    };
    let host =
        move || host.clone().unwrap_or_else(|| matches::SOMEBODY.tell(language.get()).into());
    Some(view! {
        <section class="invite">
            <Preview terms=terms.clone() near=free/>
            <div class="card">
                <h1><bdi>{host}</bdi>" "{t(matches::INVITES)}" "{move || words::of(info.name, language.get())}</h1>
                <p>{move || info.tagline.tell(language.get())}</p>
                <TermsLine terms/>
                <p>{t(matches::YOU_PLAY)}" "<strong>{move || info.sides[free.index()].name.tell(language.get())}</strong></p>
                {move || refusal.get().map(|refusal| view! { <p class="refusal" role="alert">{refusal}</p> })}
                <button type="button" class="primary big" data-action="join" on:click=join><Icon name="autoplay"/>{t(matches::JOIN)}</button>
                <a class="rules-link" href=format!("/rules/{}", info.key)><Icon name="book"/>{t(texts::READ_RULES)}</a>
            </div>
        </section>
    })
}
