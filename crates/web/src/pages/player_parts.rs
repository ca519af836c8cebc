//! What one can do with another player: befriend, challenge, mute, block.

use crate::{
    components::{
        challenge::ChallengeDialog,
        form::{Refusal, Sending},
        icons::Icon,
        load::Loaded,
        report::ReportDialog,
    },
    online::{
        Online,
        api::{self, Answer, Aside, Complaint},
        records::{Bond, Friend},
    },
    prefs::t,
    texts::people as texts,
};
use damier_protocol::PersonKind;
use leptos::prelude::*;
use leptos_router::components::A;
use std::future::Future;

/// How I stand with somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    bond: Option<Bond>,
    blocked: bool,
    muted: bool,
}

async fn standing(name: &str) -> Answer<Standing> {
    let friends: Vec<Friend> = api::friends().await?;
    let bond = friends.iter().find(|friend| friend.name == name).map(|friend| friend.bond);
    let mut on = [false, false];
    for (on, list) in on.iter_mut().zip([Aside::Blocks, Aside::Mutes]) {
        *on = api::set_aside(list).await?.iter().any(|other| other.name == name);
    }
    Ok(Standing { bond, blocked: on[0], muted: on[1] })
}

/// The buttons; a guest is told that they are for accounts.
#[component]
pub fn Actions(name: String) -> impl IntoView {
    let online = Online::of_page();
    let account = move || online.me.get().is_some_and(|me| me.kind == PersonKind::Account);
    move || {
        if account() {
            view! { <AccountActions name=name.clone()/> }.into_any()
        } else {
            view! { <p class="quiet"><A href="/sign-in">{t(texts::SIGN_IN)}</A>" – "{t(texts::FRIENDS_FOR_ACCOUNTS)}</p> }.into_any()
        }
    }
}

#[component]
fn AccountActions(name: String) -> impl IntoView {
    let (sending, challenged) = (Sending::default(), RwSignal::new(None));
    let who = StoredValue::new(name);
    let standing = Loaded::new(move || Some(async move { standing(&who.get_value()).await }));
    let stand = move || standing.good().unwrap_or_default();
    let act = move |asking: AnyFuture| sending.send(asking, move |()| standing.again());
    let befriend = move |_| act(Box::pin(async move { api::befriend(&who.get_value()).await }));
    let unfriend = move |_| act(Box::pin(async move { api::unfriend(&who.get_value()).await }));
    let toggle = move |list: Aside, on: bool| {
        act(Box::pin(async move { api::put_aside(list, &who.get_value(), on).await }))
    };
    let friendship = move || {
        match stand().bond {
        None => view! { <button type="button" class="primary" data-action="add-friend" disabled=move || sending.busy.get() || stand().blocked on:click=befriend><Icon name="plus"/>{t(texts::ADD_FRIEND)}</button> }.into_any(),
        Some(Bond::Asking) => view! { <button type="button" class="primary" data-action="accept-friend" disabled=sending.busy on:click=befriend><Icon name="check"/>{t(texts::ACCEPT_FRIEND)}</button> }.into_any(),
        Some(Bond::Asked) => view! { <button type="button" data-action="remove-friend" disabled=sending.busy on:click=unfriend>{t(texts::TAKE_BACK_ASK)}</button> }.into_any(),
        Some(Bond::Friends) => view! {
            <A href=format!("/friends?with={}", who.get_value()) attr:class="button"><Icon name="chat"/>{t(texts::WRITE)}</A>
            <button type="button" data-action="remove-friend" disabled=sending.busy on:click=unfriend>{t(texts::REMOVE_FRIEND)}</button>
        }.into_any(),
    }
    };
    let mute = move |_| toggle(Aside::Mutes, !stand().muted);
    let block = move |_| toggle(Aside::Blocks, !stand().blocked);
    view! {
        <div class="row">
            {friendship}
            <button type="button" data-action="challenge" disabled=move || stand().blocked on:click=move |_| challenged.set(Some(who.get_value()))><Icon name="swords"/>{t(texts::CHALLENGE)}</button>
            <button type="button" class="plain" data-action="mute-player" aria-pressed=move || stand().muted.to_string() disabled=sending.busy on:click=mute>
                {move || view! { <Icon name=if stand().muted { "sound" } else { "muted" }/> }}{move || t(if stand().muted { texts::UNMUTE } else { texts::MUTE_PLAYER })()}</button>
            <button type="button" class="plain" data-action="block" aria-pressed=move || stand().blocked.to_string() disabled=sending.busy on:click=block>
                <Icon name="close"/>{move || t(if stand().blocked { texts::UNBLOCK } else { texts::BLOCK })()}</button>
        </div>
        <Refusal text=sending.besides(&[])/>
        <ChallengeDialog to=challenged/>
    }
}

/// A way to complain about somebody; guests have it, too.
#[component]
pub fn ReportPlayer(
    /// The name, or `@` and the id of a guest.
    who: String,
    /// What they are called.
    name: String,
) -> impl IntoView {
    let (about, reported) = (RwSignal::new(None), RwSignal::new(false));
    let ask = move |_| about.set(Some((Complaint::Player(who.clone()), name.clone())));
    let done = move |_: Complaint| reported.set(true);
    view! {
        <div class="row"><button type="button" class="plain" data-action="report" disabled=reported on:click=ask>
            <Icon name="flag"/>{move || t(if reported.get() { texts::REPORTED } else { texts::REPORT })()}</button></div>
        <ReportDialog about done/>
    }
}

/// A call of the interface that is answered by nothing.
pub type AnyFuture = std::pin::Pin<Box<dyn Future<Output = Answer<()>>>>;
