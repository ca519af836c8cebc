//! What is not needed for the first game comes in files of its own, once somebody opens it: the first board is there sooner.

use crate::{
    components::{account::Menu, frame::Bars, toasts::ToastRack},
    pages,
    prefs::t,
    texts,
};
use damier_protocol::Welcome;
use futures_util::FutureExt;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError, wasm_split},
};
use send_wrapper::SendWrapper;

/// A page about games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// Analysis of a game.
    Analysis,
    /// The editor of quadrants.
    Quadrants,
    /// The list of rules.
    Rules,
    /// The rules of a game.
    RulesOf,
}

/// A page about people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// What a person likes.
    Settings,
    /// The best of each game.
    Ranking,
    /// One player.
    Player,
    /// Friends and their messages.
    Friends,
    /// The way in.
    SignIn,
    /// The way in for the first time.
    Register,
    /// A new password by a link.
    Reset,
}

/// What people do together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Together {
    /// The part of the lobby that shows others.
    Live,
    /// A match on the server, by its name.
    Match(String),
    /// What stands above every page while a server is there.
    Bars,
    /// What reaches somebody on any page.
    Toasts,
    /// The menu of somebody with a name.
    Menu(Welcome),
    /// The matches of somebody with a name.
    Mine,
}

/// The file did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

#[wasm_split(study, fallible, wasm_split_path = leptos::wasm_split)]
fn study(page: Study) -> Result<AnyView, Missing> {
    Ok(match page {
        Study::Analysis => view! { <pages::analysis::Analysis/> }.into_any(),
        Study::Quadrants => view! { <pages::quadrants::Quadrants/> }.into_any(),
        Study::Rules => view! { <pages::rules::Rules/> }.into_any(),
        Study::RulesOf => view! { <pages::rules::RulesOf/> }.into_any(),
    })
}

#[wasm_split(people, fallible, wasm_split_path = leptos::wasm_split)]
fn people(page: People) -> Result<AnyView, Missing> {
    Ok(match page {
        People::Settings => view! { <pages::settings::Settings/> }.into_any(),
        People::Ranking => view! { <pages::ranking::Ranking/> }.into_any(),
        People::Player => view! { <pages::player::PlayerPage/> }.into_any(),
        People::Friends => view! { <pages::friends::Friends/> }.into_any(),
        People::SignIn => view! { <pages::sign_in::SignIn/> }.into_any(),
        People::Register => view! { <pages::sign_in::Register/> }.into_any(),
        People::Reset => view! { <pages::sign_in::Reset/> }.into_any(),
    })
}

#[wasm_split(together, fallible, wasm_split_path = leptos::wasm_split)]
fn together(page: Together) -> Result<AnyView, Missing> {
    Ok(match page {
        Together::Live => view! { <pages::lobby_live::Live/> }.into_any(),
        Together::Match(id) => view! { <pages::game_online::OnlineGame id/> }.into_any(),
        Together::Bars => view! { <Bars/> }.into_any(),
        Together::Toasts => view! { <ToastRack/> }.into_any(),
        Together::Menu(me) => view! { <Menu me/> }.into_any(),
        Together::Mine => view! { <pages::lobby_mine::Mine/> }.into_any(),
    })
}

/// A page about games, once its file is here.
pub fn open_study(page: Study) -> impl Fn() -> AnyView + Clone + Send {
    move || once_here(study(page), waiting)
}

/// A page about people, once its file is here.
pub fn open_people(page: People) -> impl Fn() -> AnyView + Clone + Send {
    move || once_here(people(page), waiting)
}

/// What people do together, once its file is here.
pub fn open_together(page: Together) -> AnyView {
    once_here(together(page), waiting)
}

/// The same for what nobody waits for.
pub fn add_together(part: Together) -> AnyView {
    once_here(async { Ok(together(part).await.unwrap_or_else(|Missing| ().into_any())) }, || ())
}

/// Shows at once what is here already. When one match follows another, a page that has to wait for nothing takes the
/// old one down before its values go.
fn once_here<Meanwhile: IntoView + 'static>(
    part: impl Future<Output = Result<AnyView, Missing>> + 'static,
    meanwhile: fn() -> Meanwhile,
) -> AnyView {
    let mut part = Box::pin(part);
    if let Some(here) = part.as_mut().now_or_never() {
        return here.unwrap_or_else(not_loaded);
    }
    let part = SendWrapper::new(part);
    let show = Suspend::new(async move { part.await.unwrap_or_else(not_loaded) });
    view! { <Suspense fallback=meanwhile>{show}</Suspense> }.into_any()
}

fn waiting() -> impl IntoView {
    view! { <p class="quiet pending">{t(texts::LOADING)}</p> }
}

fn not_loaded(_: Missing) -> AnyView {
    view! { <NotLoaded/> }.into_any()
}

/// Without the server, and never opened before.
#[component]
fn NotLoaded() -> impl IntoView {
    let reload = |_| {
        // A page that cannot be loaded anew stays as it is.
        let _ = window().location().reload();
    };
    view! {
        <section class="notice">
            <h1>{t(texts::NOT_LOADED)}</h1>
            <button type="button" class="button primary" data-action="reload" on:click=reload>{t(texts::RELOAD)}</button>
        </section>
    }
}
