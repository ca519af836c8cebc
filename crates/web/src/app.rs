//! The frame of every page: routes, header, keys.

use crate::{
    browser,
    components::{account::Account, frame::Frame, help::Help, icons::Icon},
    later::{People, Study, open_people, open_study},
    online::Online,
    pages,
    prefs::{Prefs, page, prefs, t},
    texts, titles,
};
use damier_games::text::Language;
use leptos::{ev, prelude::*};
use leptos_router::{
    components::{A, Route, Router, Routes},
    path,
};

/// Whether the screen is higher than wide: boards of two parts then lie below each other.
#[derive(Clone, Copy)]
pub struct Narrow(pub RwSignal<bool>);

/// Shows the page.
pub fn mount() {
    leptos::mount::mount_to_body(App);
}

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let prefs = RwSignal::new(Prefs::load());
    provide_context(prefs);
    Effect::new(move |_| prefs.with(Prefs::apply));
    let narrow = RwSignal::new(false);
    browser::watch_media("(max-aspect-ratio: 1/1)", move |now| narrow.set(now));
    provide_context(Narrow(narrow));
    browser::keep_offline();
    provide_context(Online::start());
    let help = RwSignal::new(false);
    keys(prefs, help);
    view! {
        <Router>
            <a class="skip" href="#content">{t(texts::SKIP)}</a>
            <Header/>
            <Frame/>
            <main id="content">
                <Routes fallback=|| view! { <pages::Nothing/> }>
                    <Route path=path!("/") view=page(pages::lobby::Lobby)/>
                    <Route path=path!("/play/:game") view=page(pages::setup::SetUp)/>
                    <Route path=path!("/game/:id") view=page(pages::game::Game)/>
                    <Route path=path!("/analysis/:game") view=page(open_study(Study::Analysis))/>
                    <Route path=path!("/analysis") view=page(open_study(Study::Analysis))/>
                    <Route path=path!("/quadrants") view=page(open_study(Study::Quadrants))/>
                    <Route path=path!("/rules") view=page(open_study(Study::Rules))/>
                    <Route path=path!("/rules/:game") view=page(open_study(Study::RulesOf))/>
                    <Route path=path!("/settings") view=page(open_people(People::Settings))/>
                    <Route path=path!("/ranking") view=page(open_people(People::Ranking))/>
                    <Route path=path!("/player/:name") view=page(open_people(People::Player))/>
                    <Route path=path!("/friends") view=page(open_people(People::Friends))/>
                    <Route path=path!("/sign-in") view=page(open_people(People::SignIn))/>
                    <Route path=path!("/register") view=page(open_people(People::Register))/>
                    <Route path=path!("/reset/:token") view=page(open_people(People::Reset))/>
                </Routes>
            </main>
            <Help open=help/>
        </Router>
    }
}

#[component]
fn Header() -> impl IntoView {
    let prefs = prefs();
    titles::follow();
    let other = move || match prefs.with(|prefs| prefs.language) {
        Language::English => (Language::French, "Français", "FR"),
        Language::French => (Language::English, "English", "EN"),
    };
    let speak = move |_| {
        let (language, ..) = other();
        prefs.update(|prefs| prefs.language = language);
    };
    let mute = move |_| prefs.update(|prefs| prefs.sound = !prefs.sound);
    let sounding = move || if prefs.with(|prefs| prefs.sound) { "sound" } else { "muted" };
    view! {
        <header class="top">
            <A href="/" attr:class="brand">
                <svg viewBox="0 0 4 4" aria-hidden="true"><path d="M0 0h1v1H0zM2 0h1v1H2zM1 1h1v1H1zM3 1h1v1H3zM0 2h1v1H0zM2 2h1v1H2zM1 3h1v1H1zM3 3h1v1H3z"/></svg>
                <span>"Damier"</span>
            </A>
            <nav aria-label=t(texts::MENU)>
                <A href="/" exact=true><Icon name="grid"/><span>{t(texts::GAMES)}</span></A>
                <A href="/rules"><Icon name="book"/><span>{t(texts::RULES)}</span></A>
                <A href="/analysis"><Icon name="chart"/><span>{t(texts::ANALYSIS)}</span></A>
                <A href="/quadrants"><Icon name="brush"/><span>{t(texts::QUADRANTS)}</span></A>
                <A href="/ranking" attr:class="wide"><Icon name="crown"/><span>{t(texts::RANKING)}</span></A>
                <A href="/friends" attr:class="wide"><Icon name="people"/><span>{t(texts::FRIENDS)}</span></A>
                <A href="/settings"><Icon name="gear"/><span>{t(texts::SETTINGS)}</span></A>
            </nav>
            <div class="tools">
                <button type="button" class="plain" data-action="mute" aria-label=t(texts::MUTE) title=t(texts::MUTE) on:click=mute>
                    {move || view! { <Icon name=sounding()/> }}
                </button>
                <button type="button" class="plain language" data-action="language" aria-label=move || other().1 title=move || other().1 on:click=speak>
                    {move || other().2}
                </button>
                <Account/>
            </div>
        </header>
    }
}

/// The keys that work on every page.
fn keys(prefs: RwSignal<Prefs>, help: RwSignal<bool>) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if browser::writing(&event) {
            return;
        }
        match event.key().as_str() {
            "t" | "T" => prefs.update(|prefs| prefs.theme = prefs.next_theme().into()),
            "m" | "M" => prefs.update(|prefs| prefs.sound = !prefs.sound),
            "f" | "F" => browser::toggle_fullscreen(),
            "?" => help.update(|open| *open = !*open),
            "Escape" => help.set(false),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
}
