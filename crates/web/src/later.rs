//! What is not needed for the first game comes in files of its own, once somebody opens it: the first board is there sooner.

use crate::{
    components::{account::Menu, frame::Bars, toasts::ToastRack},
    pages,
    prefs::t,
    texts,
};
use damier_protocol::Welcome;
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

/// What people do together, besides matches: one match follows another within the same page, which parts that come later do not outlive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// The part of the lobby that shows others.
    Live,
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
        Together::Bars => view! { <Bars/> }.into_any(),
        Together::Toasts => view! { <ToastRack/> }.into_any(),
        Together::Menu(me) => view! { <Menu me/> }.into_any(),
        Together::Mine => view! { <pages::lobby_mine::Mine/> }.into_any(),
    })
}

/// A page about games, once its file is here.
pub fn open_study(page: Study) -> impl Fn() -> AnyView + Clone + Send {
    move || once_here(study(page))
}

/// A page about people, once its file is here.
pub fn open_people(page: People) -> impl Fn() -> AnyView + Clone + Send {
    move || once_here(people(page))
}

/// What people do together, once its file is here.
pub fn open_together(page: Together) -> AnyView {
    once_here(together(page))
}

/// The same for what nobody waits for.
pub fn add_together(part: Together) -> AnyView {
    let part = SendWrapper::new(together(part));
    let show = Suspend::new(async move { part.await.ok() });
    view! { <Suspense>{show}</Suspense> }.into_any()
}

fn once_here(page: impl Future<Output = Result<AnyView, Missing>> + 'static) -> AnyView {
    let page = SendWrapper::new(page);
    let show = Suspend::new(async move {
        page.await.unwrap_or_else(|Missing| view! { <NotLoaded/> }.into_any())
    });
    view! { <Suspense fallback=|| view! { <p class="quiet pending">{t(texts::LOADING)}</p> }>{show}</Suspense> }
        .into_any()
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
