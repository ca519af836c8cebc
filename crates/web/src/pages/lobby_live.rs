//! What is live in the lobby: quick pairing, open matches, matches to watch, friends, the chat.

use super::lobby_mine::called;
use crate::{
    components::{
        challenge::{games, select},
        chat::Chat,
        form::{Refusal, Sending},
        load::Loaded,
    },
    online::{
        Online, Seeking, api,
        records::{Bond, MatchLine},
    },
    prefs::{language, t},
    storage,
    texts::{self as page, matches, people as texts},
    words,
};
use damier_contest::{Speed, TimeControl};
use damier_games::{GameKey, options::Options};
use damier_protocol::{FromServer, PersonKind, Room};
use leptos::{ev::SubmitEvent, prelude::*};
use leptos_router::components::A;
use std::time::Duration;

/// The times of quick pairing, as `TimeControl` reads them.
const PACES: [&str; 6] = ["3+2", "5+3", "10+0", "15+10", "30/turn", "-"];
/// Under what the last game is kept.
const KEPT: &str = "pairing";
/// So many lines of each list.
const SHOWN: usize = 8;
/// What is told often is looked at so often.
const PAUSE: Duration = Duration::from_secs(2);

/// Calls `act` soon after the server has told that the lobby has changed, not at every word.
pub fn when_told(online: Online, act: impl Fn() + Copy + 'static) {
    let due = StoredValue::new(false);
    online.on_told(move |message| {
        if matches!(
            message,
            FromServer::Lobby { .. } | FromServer::Withdrawn { .. } | FromServer::Awaits { .. }
        ) && !due.get_value()
        {
            due.set_value(true);
            set_timeout(
                move || {
                    // The page may have been left.
                    if due.try_set_value(false).is_none() {
                        act();
                    }
                },
                PAUSE,
            );
        }
    });
}

/// All of it.
#[component]
pub fn Live() -> impl IntoView {
    let online = Online::of_page();
    let account = Memo::new(move |_| {
        online.me.with(|me| me.as_ref().is_some_and(|me| me.kind == PersonKind::Account))
    });
    let language = language();
    let silent = Signal::derive(move || (!account.get()).then_some(texts::CHAT_FOR_ACCOUNTS));
    let label = Signal::derive(move || texts::LOBBY_CHAT.tell(language.get()).to_owned());
    view! {
        <aside class="live" id="live" aria-label=t(texts::PLAY_ONLINE)>
            <QuickPair online account/>
            <OpenMatches online/>
            <InPlay online/>
            <Show when=move || account.get()><FriendsHere/></Show>
            <div class="card"><h2>{t(texts::LOBBY_CHAT)}</h2>
                <Chat pane="lobby".into() room=Room::Lobby past="lobby".into() label silent empty=texts::NOBODY_SPOKE/></div>
        </aside>
    }
}

/// One press finds an opponent; what became of the search stands above every page.
#[component]
fn QuickPair(online: Online, account: Memo<bool>) -> impl IntoView {
    let language = language();
    let kept = storage::load::<String>(KEPT).filter(|game| game.parse::<GameKey>().is_ok());
    let game = RwSignal::new(kept.unwrap_or_else(|| GameKey::ALL[0].info().key.into()));
    let rated = RwSignal::new(false);
    let looks_for = move |time: TimeControl| {
        let same =
            |seeking: &Seeking| seeking.time == time && seeking.game.info().key == game.get();
        online.seeking.with(|seeking| seeking.as_ref().is_some_and(same))
    };
    let press = move |time: TimeControl| {
        let Ok(key) = game.get_untracked().parse::<GameKey>() else { return };
        if untrack(|| looks_for(time)) {
            return online.unseek();
        }
        storage::save(KEPT, &game.get_untracked());
        let counts = rated.get_untracked() && account.get_untracked();
        online.with_name(move || online.seek(key, Options::new(), time, counts));
    };
    let paces = PACES.iter().filter_map(|text| Some((*text, text.parse::<TimeControl>().ok()?)));
    let buttons = paces.map(|(text, time)| view! {
        <button type="button" class="pace" data-action="quick-pair" data-time=text
            aria-pressed=move || looks_for(time).to_string() on:click=move |_| press(time)>
            <strong>{move || if time == TimeControl::None { "∞".to_owned() } else { words::time(&time, language.get()) }}</strong><small>{t(words::speed(Speed::of(&time)))}</small>
        </button>
    });
    view! {
        <div class="card pairing"><h2>{t(texts::QUICK_PAIRING)}</h2>
            {select("game", texts::GAME, game, games())}
            <div class="paces">{buttons.collect_view()}</div>
            <Show when=move || account.get()>
                <label class="field"><span><strong>{t(texts::RATED)}</strong></span><input type="checkbox" role="switch" name="rated" prop:checked=rated on:change=move |event| rated.set(event_target_checked(&event))/></label>
            </Show>
        </div>
    }
}

/// Sits down at a match and goes there.
fn joiner(online: Online, sending: Sending) -> impl Fn(String) + Copy + 'static {
    move |id: String| {
        online.with_name(move || {
            sending.send(async move { api::join(&id).await }, move |begun| {
                online.go.set(Some(format!("/game/{}", begun.id)))
            });
        });
    }
}

/// Matches that wait for somebody, and a code that somebody told.
#[component]
fn OpenMatches(online: Online) -> impl IntoView {
    let (sending, code) = (Sending::default(), RwSignal::new(String::new()));
    let lines =
        Loaded::new(move || (online.server.get() == Some(true)).then(|| api::matches("open")))
            .often();
    when_told(online, move || lines.again());
    let join = joiner(online, sending);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let code = code.get_untracked().trim().to_owned();
        if !code.is_empty() {
            join(code);
        }
    };
    let shown = lines.show(move |all| {
        if all.is_empty() {
            return view! { <p class="quiet empty">{t(texts::NO_OPEN)}</p> }.into_any();
        }
        view! { <OpenList all lines sending/> }.into_any()
    });
    view! {
        <div class="card"><h2>{t(texts::OPEN_MATCHES)}</h2><div class="keeps-place">{shown}</div>
            <form class="say" on:submit=submit>
                <input type="text" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" aria-label=t(texts::JOIN_CODE) placeholder=t(texts::JOIN_CODE)
                    prop:value=code on:input=move |event| code.set(event_target_value(&event))/>
                <button type="submit" data-action="join-code" disabled=sending.busy>{t(texts::JOIN)}</button>
            </form>
            <Refusal text=sending.besides(&[])/>
        </div>
    }
}

/// Open matches, each with a way in, or back out of one's own.
#[component]
pub fn OpenList(
    /// Which.
    all: Vec<MatchLine>,
    /// Where they come from.
    lines: Loaded<Vec<MatchLine>>,
    /// What becomes of a press.
    sending: Sending,
) -> impl IntoView {
    let online = Online::of_page();
    let join = joiner(online, sending);
    let me = online.me.with(|me| me.as_ref().map(|me| me.name.clone()));
    let row = move |line: MatchLine| {
        let own = line.seats.iter().flatten().any(|seat| Some(&seat.name) == me.as_ref());
        let id = StoredValue::new(line.id.clone());
        let control = if own {
            view! { <button type="button" data-action="cancel" disabled=sending.busy on:click=move |_| sending.send(async move { api::withdraw(&id.get_value()).await }, move |()| lines.again())>{t(page::CANCEL)}</button> }.into_any()
        } else {
            view! { <button type="button" class="primary" data-action="join" disabled=sending.busy on:click=move |_| join(id.get_value())>{t(texts::JOIN)}</button> }.into_any()
        };
        view! { <li data-match=line.id.clone()><Terms line=line.clone()/>{control}</li> }
    };
    view! { <ul class="list">{all.into_iter().take(SHOWN).map(row).collect_view()}</ul> }
}

/// A match in a line: the game, the time, who sits there.
#[component]
fn Terms(line: MatchLine) -> impl IntoView {
    let (language, info) = (language(), line.game.info());
    let seats = line.seats.clone();
    let players = move || {
        let sitting = seats.iter().filter(|seat| seat.is_some());
        sitting.map(|seat| called(seat, language.get())).collect::<Vec<_>>().join(" – ")
    };
    let terms = move || {
        let mut words = vec![words::time(&line.time, language.get())];
        words.extend(line.rated.then(|| texts::RATED.tell(language.get()).to_owned()));
        words.extend(line.choosing.then(|| matches::HALVES.tell(language.get()).to_owned()));
        words.extend(words::options(line.game, &line.options, language.get()));
        words.join(" · ")
    };
    view! {
        <span class="words"><strong>{move || info.name.tell(language.get())}</strong>
            <small class="terms"><bdi>{players}</bdi>" · "{terms}</small></span>
    }
}

/// Matches to watch.
#[component]
fn InPlay(online: Online) -> impl IntoView {
    let lines =
        Loaded::new(move || (online.server.get() == Some(true)).then(|| api::matches("playing")))
            .often();
    when_told(online, move || lines.again());
    let row = |line: MatchLine| {
        let (id, href) = (line.id.clone(), format!("/game/{}", line.id));
        view! { <li data-match=id><A href><Terms line/><span class="watch">{t(texts::WATCH)}</span></A></li> }
    };
    let shown = lines.show(move |lines| {
        if lines.is_empty() {
            return view! { <p class="quiet empty">{t(texts::NO_PLAYING)}</p> }.into_any();
        }
        view! { <ul class="list">{lines.into_iter().take(SHOWN).map(row).collect_view()}</ul> }
            .into_any()
    });
    view! { <div class="card"><h2>{t(texts::IN_PLAY)}</h2><div class="keeps-place">{shown}</div></div> }
}

/// Friends who are here.
#[component]
fn FriendsHere() -> impl IntoView {
    let online = Online::of_page();
    let friends = Loaded::new(|| Some(api::friends())).often();
    online.on_told(move |message| {
        if matches!(message, FromServer::Friends) {
            friends.again();
        }
    });
    let shown = friends.show(move |all| {
        let here = all.iter().filter(|friend| friend.bond == Bond::Friends && friend.online);
        let rows: Vec<_> = here.cloned().map(|friend| {
            let watch = friend.playing.map(|id| view! { <A href=format!("/game/{id}")>{t(texts::PLAYS_WATCH)}</A> });
            let href = format!("/friends?with={}", friend.name);
            view! { <li><span class="lamp on"></span><span class="words"><strong><A href><bdi>{friend.name}</bdi></A></strong>{watch}</span></li> }
        }).collect();
        let asks = all.iter().filter(|friend| friend.bond == Bond::Asking).count();
        let asked = (asks > 0).then(|| view! { <A href="/friends">{asks}" "{t(texts::ASKS_WAIT)}</A> });
        let none = rows.is_empty().then(|| view! { <p class="quiet empty">{t(texts::NO_FRIEND_HERE)}</p> });
        view! { <ul class="list">{rows}</ul>{none}{asked} }.into_any()
    });
    view! { <div class="card"><h2>{t(page::FRIENDS)}</h2>{shown}</div> }
}
