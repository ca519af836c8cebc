//! Who this person is, in the header of every page: a way in, or a menu of their own.

use super::{form::Sending, icons::Icon};
use crate::{
    later::{Together, add_together},
    online::{Online, api},
    prefs::t,
    texts::{self, people},
};
use damier_protocol::{PersonKind, Welcome};
use leptos::{ev, html, prelude::*};
use leptos_router::{
    components::A,
    hooks::{use_location, use_navigate},
};
use wasm_bindgen::JsCast;

/// The account's corner of the header. Without a server there is none.
#[component]
pub fn Account() -> impl IntoView {
    let online = Online::of_page();
    move || {
        match (online.server.get(), online.me.get()) {
        (Some(false), _) => ().into_any(),
        (_, Some(me)) => add_together(Together::Menu(me)),
        (_, None) => view! {
            <A href="/sign-in" attr:class="button way-in"><Icon name="person"/><span>{t(people::SIGN_IN)}</span></A>
        }
        .into_any(),
    }
    }
}

/// A player's name that leads to their page.
pub fn player_link(name: &str) -> AnyView {
    let shown = name.to_owned();
    view! { <A href=format!("/player/{name}")><bdi>{shown}</bdi></A> }.into_any()
}

/// What somebody with a name finds there.
#[component]
pub fn Menu(
    /// Who it is.
    me: Welcome,
) -> impl IntoView {
    let location = use_location();
    let menu = NodeRef::<html::Details>::new();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            menu.set_open(false);
        }
    };
    // It closes like any menu: by going somewhere, by pointing elsewhere, by Escape.
    Effect::new(move |_| {
        location.pathname.track();
        close();
    });
    let pointed = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        if menu.get_untracked().is_some_and(|menu| !menu.contains(target.as_ref())) {
            close();
        }
    });
    let escaped = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" {
            close();
        }
    });
    on_cleanup(move || {
        pointed.remove();
        escaped.remove();
    });
    let account = me.kind == PersonKind::Account;
    let initial: String = me.name.chars().take(1).flat_map(char::to_uppercase).collect();
    let (name, open) = (me.name.clone(), RwSignal::new(false));
    // What is folded away is not in the page: nobody finds a button there that cannot be pressed.
    let entries = move || {
        let name = me.name.clone();
        let own = if account {
            view! {
                <A href=format!("/player/{name}")><Icon name="chart"/>{t(people::MY_PAGE)}</A>
                <A href="/friends"><Icon name="people"/>{t(texts::FRIENDS)}</A>
            }
            .into_any()
        } else {
            view! {
                <A href="/register"><Icon name="plus"/>{t(texts::REGISTER)}</A>
                <A href="/sign-in"><Icon name="person"/>{t(texts::SIGN_IN)}</A>
            }
            .into_any()
        };
        let kind = if account { people::ACCOUNT } else { people::GUEST };
        view! {
            <div class="menu">
                <p><strong><bdi>{name}</bdi></strong><small>{t(kind)}</small></p>
                {own}
                <A href="/ranking"><Icon name="crown"/>{t(texts::RANKING)}</A>
                <A href="/settings"><Icon name="gear"/>{t(texts::SETTINGS)}</A>
                {account.then(|| view! { <SignOut/> })}
            </div>
        }
    };
    let toggled = move |_| open.set(menu.get_untracked().is_some_and(|menu| menu.open()));
    view! {
        <details class="account" node_ref=menu on:toggle=toggled>
            <summary aria-label=t(people::ACCOUNT)><span class="initial" aria-hidden="true">{initial}</span><span class="name"><bdi>{name}</bdi></span></summary>
            {move || open.get().then(entries.clone())}
        </details>
    }
}

/// Ends this session.
#[component]
pub fn SignOut() -> impl IntoView {
    let (online, navigate, sending) = (Online::of_page(), use_navigate(), Sending::default());
    let sign_out = move |_| {
        let navigate = navigate.clone();
        sending.send(api::sign_out(), move |()| {
            online.become_somebody(None);
            navigate("/", Default::default());
        });
    };
    view! { <button type="button" data-action="sign-out" disabled=sending.busy on:click=sign_out><Icon name="leave"/>{t(people::SIGN_OUT)}</button> }
}
