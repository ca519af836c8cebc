//! Signing in, registering, a guest's return, and a new password by a one-time link.

use crate::{
    components::form::{Entry, NAME, NAME_AND_PASSWORD, PASSWORD, Refusal, Sending},
    online::{Online, api, records::Person},
    prefs::t,
    texts::people as texts,
};
use damier_games::text::Text;
use damier_protocol::PersonKind;
use leptos::{ev::SubmitEvent, prelude::*};
use leptos_router::{
    components::A,
    hooks::{use_params_map, use_query_map},
};

/// Where to go when one is signed in: back to the page that asked for it, if it is one of ours.
fn next_page(wanted: Option<String>) -> String {
    wanted
        .filter(|path| path.starts_with('/') && !path.starts_with("//") && !path.contains('\\'))
        .unwrap_or_else(|| "/".into())
}

/// What happens when somebody has come in: the page knows them, and goes where they wanted to.
fn arrive() -> impl Fn(Person) + Copy + 'static {
    let (online, query) = (Online::of_page(), use_query_map());
    move |person| {
        let wanted = query.try_with_untracked(|query| query.get("next")).flatten();
        online.become_somebody(Some(person.welcome()));
        online.go.set(Some(next_page(wanted)));
    }
}

/// A guest learns what becomes of the games.
#[component]
fn GuestNote(text: Text) -> impl IntoView {
    let online = Online::of_page();
    let name = move || online.me.get().filter(|me| me.kind == PersonKind::Guest).map(|me| me.name);
    move || {
        name().map(
            |name| view! { <p class="hint"><strong><bdi>{name}</bdi></strong>" – "{t(text)}</p> },
        )
    }
}

/// The page where one signs in.
#[component]
pub fn SignIn() -> impl IntoView {
    let (sending, arrive) = (Sending::default(), arrive());
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let enter = move |end_other: bool| {
        let asking = async move {
            api::sign_in(name.get_untracked().trim(), &password.get_untracked(), end_other).await
        };
        sending.send(asking, arrive);
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        enter(false);
    };
    let in_use = move || {
        sending.error.with(|error| error.as_ref().is_some_and(|error| error.code() == "in-use"))
    };
    view! {
        <section class="door">
            <form class="card" on:submit=submit>
                <h1>{t(texts::SIGN_IN)}</h1>
                <GuestNote text=texts::GUEST_LEAVES/>
                <Entry name="name" label=texts::NAME value=name complete="username"/>
                <Entry name="password" label=texts::PASSWORD value=password complete="current-password" secret=true/>
                <Refusal text=sending.besides(&[])/>
                <Show when=in_use>
                    <button type="button" data-action="end-other" disabled=sending.busy on:click=move |_| enter(true)>{t(texts::END_OTHER)}</button>
                </Show>
                <button type="submit" class="primary big" data-action="sign-in" disabled=sending.busy>{t(texts::SIGN_IN)}</button>
                <p class="quiet">{t(texts::NO_ACCOUNT)}" "<A href="/register">{t(texts::REGISTER)}</A></p>
                <p class="quiet">{t(texts::FORGOTTEN)}</p>
            </form>
            <Recover/>
        </section>
    }
}

/// A guest returns by the recovery code.
#[component]
fn Recover() -> impl IntoView {
    let (sending, arrive, code) = (Sending::default(), arrive(), RwSignal::new(String::new()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        sending.send(async move { api::recover(code.get_untracked().trim()).await }, arrive);
    };
    view! {
        <details class="card">
            <summary>{t(texts::HAVE_CODE)}</summary>
            <form on:submit=submit>
                <Entry name="code" label=texts::RECOVERY_CODE value=code help=texts::RECOVERY_HELP wrong=sending.about(&["wrong-code"])/>
                <Refusal text=sending.besides(&["wrong-code"])/>
                <button type="submit" data-action="recover" disabled=sending.busy>{t(texts::RECOVER)}</button>
            </form>
        </details>
    }
}

/// The page where one registers.
#[component]
pub fn Register() -> impl IntoView {
    let (sending, arrive) = (Sending::default(), arrive());
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let asking = async move {
            api::register(name.get_untracked().trim(), &password.get_untracked()).await
        };
        sending.send(asking, arrive);
    };
    view! {
        <section class="door">
            <form class="card" on:submit=submit>
                <h1>{t(texts::REGISTER)}</h1>
                <p class="quiet">{t(texts::REGISTER_LEAD)}</p>
                <GuestNote text=texts::GUEST_KEEPS/>
                <Entry name="name" label=texts::NAME value=name complete="username" help=texts::NAME_HELP wrong=sending.about(NAME)/>
                <Entry name="password" label=texts::PASSWORD value=password complete="new-password" help=texts::PASSWORD_HELP wrong=sending.about(PASSWORD) secret=true/>
                <Refusal text=sending.besides(NAME_AND_PASSWORD)/>
                <button type="submit" class="primary big" data-action="register" disabled=sending.busy>{t(texts::REGISTER)}</button>
                <p class="quiet">{t(texts::HAVE_ACCOUNT)}" "<A href="/sign-in">{t(texts::SIGN_IN)}</A></p>
            </form>
        </section>
    }
}

/// The page of a one-time link: a new password.
#[component]
pub fn Reset() -> impl IntoView {
    let (sending, password, done) =
        (Sending::default(), RwSignal::new(String::new()), RwSignal::new(false));
    let params = use_params_map();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let token = params.with_untracked(|params| params.get("token")).unwrap_or_default();
        let asking = async move { api::reset(&token, &password.get_untracked()).await };
        sending.send(asking, move |()| done.set(true));
    };
    let form = move || {
        view! {
            <form class="card" on:submit=submit>
                <h1>{t(texts::NEW_PASSWORD)}</h1>
                <Entry name="password" label=texts::NEW_PASSWORD value=password complete="new-password" help=texts::PASSWORD_HELP wrong=sending.about(PASSWORD) secret=true/>
                <Refusal text=sending.besides(PASSWORD)/>
                <button type="submit" class="primary big" data-action="save" disabled=sending.busy>{t(texts::SAVE_PASSWORD)}</button>
            </form>
        }
    };
    let finished = || {
        view! {
            <div class="card" role="status"><h1>{t(texts::PASSWORD_CHANGED)}</h1><A href="/sign-in" attr:class="button primary big">{t(texts::SIGN_IN)}</A></div>
        }
    };
    view! { <section class="door">{move || if done.get() { finished().into_any() } else { form().into_any() }}</section> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_back_to_our_own_pages_only() {
        for (wanted, next) in [
            (Some("/friends"), "/friends"),
            (None, "/"),
            (Some("//evil.example"), "/"),
            (Some("https://evil.example"), "/"),
            (Some("/\\evil.example"), "/"),
        ] {
            assert_eq!(next_page(wanted.map(str::to_owned)), next);
        }
    }
}
