//! The part of the set-up that needs a server: a friend by link or code, or anyone.

use super::{
    game_invite::keep_code,
    lobby_live::{OpenList, when_told},
    setup::Form,
};
use crate::{
    components::{
        challenge::has_board,
        form::{Refusal, Sending},
        load::Loaded,
    },
    online::{
        Online, api,
        records::{Begun, NewMatch},
    },
    prefs::{language, t},
    texts::matches,
};
use damier_games::{
    GameKey,
    options::{Kind, Options},
    text::Phrase,
};
use damier_protocol::{PersonKind, TimeControl};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// The options without the board, which both players choose later.
fn without_board(form: Form) -> Options {
    let mut options = form.options.get_untracked();
    for field in form.game.info().options.iter() {
        if matches!(field.kind, Kind::Mosaic) {
            options.remove(field.key);
        }
    }
    options
}

fn time(form: Form) -> TimeControl {
    match form.time.get_untracked() {
        "clock" => TimeControl::Clock {
            base: form.base.get_untracked() * 60,
            increment: form.increment.get_untracked(),
        },
        "per-turn" => TimeControl::PerTurn { seconds: form.turn.get_untracked() },
        "days" => TimeControl::Days { days: form.days.get_untracked() },
        _ => TimeControl::None,
    }
}

/// Makes the link for a friend, or looks for anyone; asks for a name first where there is none.
pub fn begin_online(online: Online, form: Form, refusal: RwSignal<Option<Phrase>>) {
    let (time, rated) = (time(form), form.rated.get_untracked());
    let choosing = untrack(|| form.chooses_halves());
    let opponent = form.opponent.get_untracked();
    if opponent == "anyone" && !choosing {
        let options = form.options.get_untracked();
        return online.with_name(move || online.seek(form.game, options, time, rated));
    }
    let new = NewMatch {
        options: if choosing { without_board(form) } else { form.options.get_untracked() },
        side: form.side.get_untracked(),
        time,
        rated,
        choosing,
        ..NewMatch::usual(form.game, opponent)
    };
    online.with_name(move || {
        spawn_local(async move {
            let begun = match opponent {
                "anyone" => meet(online, &new).await,
                _ => api::create(&new).await,
            };
            match begun {
                Ok(begun) => {
                    keep_code(&begun.id, begun.code.as_deref().unwrap_or_default());
                    online.go.set(Some(format!("/game/{}", begun.id)));
                }
                Err(error) => refusal.set(Some(error_phrase(&error))),
            }
        });
    });
}

/// Sits down where somebody waits for just this, or waits there for somebody.
async fn meet(online: Online, new: &NewMatch) -> api::Answer<Begun> {
    let me = online.me.with_untracked(|me| me.as_ref().map(|me| me.name.clone()));
    let open = api::matches("open").await?;
    // Who has waited longest comes first; somebody else may have been faster.
    for line in open.iter().rev().filter(|line| line.suits(new, me.as_deref())) {
        if let Ok(begun) = api::join(&line.id).await {
            return Ok(begun);
        }
    }
    api::create(new).await
}

fn error_phrase(error: &api::ApiError) -> Phrase {
    use damier_games::text::Language::{English, French};
    Phrase::new(error.tell(English), error.tell(French))
}

/// Whether it counts: for accounts only.
#[component]
pub fn RatedChoice(form: Form) -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let account =
        move || online.me.with(|me| me.as_ref().is_some_and(|me| me.kind == PersonKind::Account));
    // What a guest cannot play is not asked for.
    Effect::new(move |_| {
        if !account() {
            form.rated.set(false);
        }
    });
    let help = move || {
        if account() { matches::RATED_HELP } else { matches::RATED_ACCOUNTS }.tell(language.get())
    };
    view! {
        <label class="field">
            <span><strong>{t(matches::RATED)}</strong><small>{help}</small></span>
            <input type="checkbox" role="switch" name="rated" disabled=move || !account() prop:checked=form.rated
                on:change=move |event| form.rated.set(event_target_checked(&event))/>
        </label>
    }
}

/// Whether each player chooses half of a board of quadrants.
#[component]
pub fn HalvesChoice(form: Form) -> impl IntoView {
    let boards = has_board(form.game);
    view! {
        <Show when=move || boards && form.is_online()>
            <label class="field">
                <span><strong>{t(matches::HALVES)}</strong><small>{t(matches::HALVES_HELP)}</small></span>
                <input type="checkbox" role="switch" name="choosing" prop:checked=form.halves
                    on:change=move |event| form.halves.set(event_target_checked(&event))/>
            </label>
        </Show>
    }
}

/// A way in for somebody who was given a code.
#[component]
pub fn JoinByCode() -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let code = RwSignal::new(String::new());
    let refusal = RwSignal::new(None::<String>);
    let join = move || {
        let wanted = code.get_untracked().trim().to_owned();
        if wanted.is_empty() {
            return refusal.set(Some(matches::NO_CODE.tell(language.get_untracked()).into()));
        }
        online.with_name(move || {
            spawn_local(async move {
                match api::join(&wanted).await {
                    Ok(begun) => online.go.set(Some(format!("/game/{}", begun.id))),
                    Err(error) => refusal.set(Some(error.tell(language.get_untracked()))),
                }
            });
        });
    };
    let enter = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            join();
        }
    };
    view! {
        <div class="by-code">
            <label><span>{t(matches::HAVE_CODE)}</span>
                <input type="text" name="code" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40" placeholder=t(matches::CODE)
                    prop:value=code on:input=move |event| code.set(event_target_value(&event)) on:keydown=enter/>
            </label>
            <button type="button" data-action="join" on:click=move |_| join()>{t(matches::JOIN)}</button>
            {move || refusal.get().map(|refusal| view! { <p class="refusal" role="alert">{refusal}</p> })}
        </div>
    }
}

/// The open matches of a game, for who looks for anyone: one of them may be what they want.
#[component]
pub fn WaitingHere(game: GameKey) -> impl IntoView {
    let (online, sending) = (Online::of_page(), Sending::default());
    online.listen_to_lobby();
    let lines =
        Loaded::new(move || (online.server.get() == Some(true)).then(|| api::matches("open")))
            .often();
    when_told(online, move || lines.again());
    let shown = lines.show(move |mut all| {
        all.retain(|line| line.game == game);
        if all.is_empty() {
            return ().into_any();
        }
        view! { <h2>{t(matches::WAITING_HERE)}</h2><OpenList all lines sending/> }.into_any()
    });
    view! { <div class="waiting-here">{shown}<Refusal text=sending.besides(&[])/></div> }
}
