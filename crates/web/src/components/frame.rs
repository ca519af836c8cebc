//! What stands above every page while a server is there: how the line goes, the search for an opponent, the question for a name.

use super::{dialog::Modal, icons::Icon};
use crate::{
    browser,
    later::{Together, add_together},
    online::{Line, Naming, Online, Seeking, api},
    play::{
        clock::Pace,
        device::Device,
        local::{Opponent, Setup, kept_level},
    },
    prefs::{language, prefs, t},
    storage,
    texts::{self, matches},
};
use damier_games::{
    Player,
    text::{Language, Text},
};
use leptos::prelude::*;
use leptos_router::{components::A, hooks::use_navigate};
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// All of it, once there is something to say.
#[component]
pub fn Frame() -> impl IntoView {
    let (online, navigate) = (Online::of_page(), use_navigate());
    Effect::new(move |_| {
        if let Some(path) = online.go.get() {
            online.go.set(None);
            navigate(&path, Default::default());
        }
    });
    let needed = Memo::new(move |_| online.line.get() != Line::Resting);
    view! {
        <Show when=move || needed.get()>
            {add_together(Together::Bars)}
            {add_together(Together::Toasts)}
        </Show>
        <NameDialog/>
    }
}

/// What stands above the page.
#[component]
pub fn Bars() -> impl IntoView {
    let online = Online::of_page();
    view! {
        <div class="bars">
            <LineBar/>
            {move || online.seeking.with(|seeking| seeking.as_ref().map(|seeking| seeking.since_ms)).map(|since| view! { <SearchBar since/> })}
            <RecoveryBar/>
        </div>
    }
}

/// A line that broke, or that the server has closed for good, with what to do about it.
#[component]
fn LineBar() -> impl IntoView {
    let online = Online::of_page();
    let bar = |text: Text, action: AnyView| {
        view! { <div class="bar-note lost" role="status"><span>{t(text)}</span>{action}</div> }
            .into_any()
    };
    let button = |text: Text, press: Callback<()>| {
        view! { <button type="button" data-action="reconnect" on:click=move |_| press.run(())>{t(text)}</button> }.into_any()
    };
    let take_over = Callback::new(move |()| {
        spawn_local(async move {
            // If the other session cannot be ended, the server closes the line again and says so.
            let _ = api::end_others().await;
            online.reconnect();
        });
    });
    let rename = Callback::new(move |()| online.naming.set(Some(Naming::Other)));
    let sign_in = move || {
        let forget = move |_| online.become_somebody(None);
        view! { <A href="/sign-in" attr:class="button" on:click=forget>{t(texts::SIGN_IN)}</A> }
            .into_any()
    };
    move || match online.line.get() {
        Line::Broken => Some(bar(matches::LOST, ().into_any())),
        Line::Refused(4003) => Some(bar(matches::ENDED, sign_in())),
        Line::Refused(4004) => Some(bar(matches::ELSEWHERE, button(matches::USE_HERE, take_over))),
        Line::Refused(4005) => Some(bar(matches::NAME_LOST, button(matches::OTHER_NAME, rename))),
        Line::Refused(_) => {
            let again = Callback::new(move |()| online.reconnect());
            Some(bar(matches::TOO_FAST, button(matches::AGAIN, again)))
        }
        Line::Resting | Line::Opening | Line::Standing => None,
    }
}

/// The search for an opponent, on whatever page one is meanwhile.
#[component]
fn SearchBar(since: f64) -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let beat = RwSignal::new(js_sys::Date::now());
    if let Ok(handle) =
        set_interval_with_handle(move || beat.set(js_sys::Date::now()), Duration::from_secs(1))
    {
        on_cleanup(move || handle.clear());
    }
    // Whole seconds only: a clock that is told by tenths is one that runs out.
    let waited = move || {
        let seconds = ((beat.get() - since) / 1000.0).max(0.0) as u32;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    let read = move |read: fn(&Seeking) -> String| {
        online.seeking.with(|seeking| seeking.as_ref().map(read).unwrap_or_default())
    };
    let game = move || match language.get() {
        Language::English => read(|seeking| seeking.game.info().name.en.into()),
        Language::French => read(|seeking| seeking.game.info().name.fr.into()),
    };
    let others = move || {
        let waiting = online.seeking.with(|seeking| seeking.as_ref().map_or(1, |own| own.waiting));
        if waiting < 2 {
            matches::ALONE.tell(language.get()).to_owned()
        } else {
            format!("{waiting} {}", matches::WAITING.tell(language.get()))
        }
    };
    let meanwhile = move |_| {
        let wanted = online
            .seeking
            .with_untracked(|own| own.as_ref().map(|own| (own.game, own.options.clone())));
        let Some((game, options)) = wanted else { return };
        let opponent = Opponent::Computer { level: kept_level(), side: Player::Two };
        let setup = Setup { game, options, position: None, opponent, pace: Pace::None };
        // Whoever looks for an opponent has chosen options that go together.
        if let Ok(name) = Device::create(setup) {
            online.go.set(Some(format!("/game/{name}")));
        }
    };
    view! {
        <div class="bar-note seeking" role="status" data-seeking="">
            <span class="pulse" aria-hidden="true"></span>
            <span><strong>{t(matches::SEARCHING)}" · "{game}</strong><small>{others}" · "<time>{waited}</time></small></span>
            <button type="button" data-action="meanwhile" on:click=meanwhile>{t(matches::MEANWHILE)}</button>
            <button type="button" data-action="cancel" on:click=move |_| online.unseek()>{t(texts::CANCEL)}</button>
        </div>
    }
}

/// The recovery code of a new guest, until it is put away.
#[component]
fn RecoveryBar() -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let copied = RwSignal::new(false);
    let copy = move |_| {
        browser::copy(online.recovery.get_untracked().unwrap_or_default(), move |done| {
            copied.set(done)
        });
    };
    view! {
        <Show when=move || online.recovery.with(Option::is_some)>
            <div class="bar-note recovery" role="status">
                <span>{t(matches::RECOVERY)}" "<code>{move || online.recovery.get()}</code></span>
                <button type="button" data-action="copy" on:click=copy><Icon name="copy"/>
                    {move || if copied.get() { texts::COPIED } else { texts::COPY }.tell(language.get())}</button>
                <button type="button" class="plain" aria-label=t(texts::CLOSE) on:click=move |_| online.recovery.set(None)><Icon name="close"/></button>
            </div>
        </Show>
    }
}

/// Words for names that nobody has chosen yet.
const ANIMALS: [&str; 12] = [
    "Renard", "Hibou", "Lynx", "Castor", "Faucon", "Loutre", "Bison", "Panda", "Tigre", "Grillon",
    "Mulot", "Heron",
];

fn suggestion() -> String {
    let random = |below: f64| (js_sys::Math::random() * below) as usize;
    format!("{}{}", ANIMALS[random(ANIMALS.len() as f64)], 100 + random(900.0))
}

/// Asks for a pseudonym, with one filled in.
#[component]
fn NameDialog() -> impl IntoView {
    let (online, prefs, language) = (Online::of_page(), prefs(), language());
    let (open, busy) = (RwSignal::new(false), RwSignal::new(false));
    let name = RwSignal::new(String::new());
    let refusal = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        let wanted = online.naming.get().is_some();
        if wanted && !open.get_untracked() {
            let kept = prefs.with_untracked(|prefs| prefs.name.clone());
            // The one that was kept may be just the one that was lost.
            let lost = online.naming.get_untracked() == Some(Naming::Other);
            name.set(if kept.is_empty() || lost { suggestion() } else { kept });
            refusal.set(None);
        }
        open.set(wanted);
    });
    // Closed by Escape.
    Effect::new(move |before: Option<bool>| {
        if before == Some(true) && !open.get() {
            online.naming.set(None);
        }
        open.get()
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let (wished, asked) =
            (name.get_untracked().trim().to_owned(), online.naming.get_untracked());
        spawn_local(async move {
            let answer = match asked {
                Some(Naming::Other) => api::rename(&wished).await.map(|person| (person, None)),
                _ => api::guest(&wished).await.map(|(person, code)| (person, Some(code))),
            };
            busy.set(false);
            match answer {
                Ok((person, code)) => {
                    prefs.update(|prefs| prefs.name = person.name.clone());
                    if let Some(code) = &code {
                        storage::save(api::RECOVERY, code);
                    }
                    online.recovery.set(code);
                    online.named(person.welcome());
                }
                Err(error) => refusal.set(Some(error.tell(language.get_untracked()))),
            }
        });
    };
    view! {
        <Modal open label=Signal::derive(move || matches::YOUR_NAME.tell(language.get()).to_owned())>
            <Show when=move || open.get()>
                <form class="naming" on:submit=submit>
                    <h2>{t(matches::YOUR_NAME)}</h2>
                    <input type="text" name="name" autocomplete="nickname" maxlength="20" spellcheck="false" aria-label=t(matches::PSEUDONYM)
                        prop:value=name on:input=move |event| name.set(event_target_value(&event))/>
                    <p class="quiet">{t(matches::NAME_HELP)}</p>
                    {move || refusal.get().map(|refusal| view! { <p class="refusal" role="alert">{refusal}</p> })}
                    <div class="row end">
                        <A href="/sign-in" attr:class="button" on:click=move |_| online.naming.set(None)>{t(matches::HAVE_ACCOUNT)}</A>
                        <button type="submit" class="primary" data-action="confirm" disabled=busy>{t(matches::GO_ON)}</button>
                    </div>
                </form>
            </Show>
        </Modal>
    }
}
