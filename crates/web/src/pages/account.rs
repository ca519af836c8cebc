//! The account's part of the settings: the name, the password, sessions, tokens, one's data, and leaving for good.

use crate::{
    browser,
    components::{
        account::{SignOut, player_link},
        form::{Entry, NAME, PASSWORD, Refusal, Sending},
        icons::Icon,
        load::Loaded,
    },
    online::{Online, api},
    prefs::{language, t},
    storage,
    texts::{self as page, people as texts},
    words,
};
use damier_games::text::Text;
use damier_protocol::{PersonKind, Welcome};
use leptos::{ev::SubmitEvent, prelude::*};
use leptos_router::components::A;

/// What a token may be good for.
const SCOPES: [(&str, Text); 4] = [
    ("play", texts::SCOPE_PLAY),
    ("chat", texts::SCOPE_CHAT),
    ("read", texts::SCOPE_READ),
    ("account", texts::SCOPE_ACCOUNT),
];

/// The account's part. Without a server there is none.
#[component]
pub fn AccountSettings() -> impl IntoView {
    let online = Online::of_page();
    move || {
        match (online.me.get(), online.server.get()) {
        (None, Some(true)) => view! {
            <div class="card"><h2>{t(texts::ACCOUNT)}</h2><p class="quiet">{t(texts::REGISTER_LEAD)}</p>
                <div class="row"><A href="/register" attr:class="button primary">{t(page::REGISTER)}</A><A href="/sign-in" attr:class="button">{t(page::SIGN_IN)}</A></div></div>
        }
        .into_any(),
        (None, _) => ().into_any(),
        (Some(me), _) if me.kind == PersonKind::Guest => view! { <Guest me/><Farewell account=false/> }.into_any(),
        (Some(me), _) => {
            // Another password ends sessions and tokens: their lists look again.
            let changed = RwSignal::new(0);
            view! { <Who me=me.clone()/><Password me changed/><Sessions changed/><Tokens changed/><Data/><Farewell account=true/> }.into_any()
        }
    }
    }
}

/// Who this is, and the way out.
#[component]
fn Who(me: Welcome) -> impl IntoView {
    view! { <div class="card"><h2>{t(texts::ACCOUNT)}</h2><div class="row"><strong>{player_link(&me.name)}</strong><SignOut/></div></div> }
}

/// A guest's name and the code that gives the seat back.
#[component]
fn Guest(me: Welcome) -> impl IntoView {
    let language = language();
    let (online, sending, name) = (Online::of_page(), Sending::default(), RwSignal::new(me.name));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let asking = async move { api::rename(name.get_untracked().trim()).await };
        sending.send(asking, move |person| online.become_somebody(Some(person.welcome())));
    };
    let code = storage::load::<String>(api::RECOVERY).map(|code| view! {
        <p><strong>{t(texts::RECOVERY_CODE)}</strong>" "<code data-recovery="">{code}</code><br/><small>{t(texts::RECOVERY_KEEP)}</small></p>
    });
    // Behind the guest's name it goes on; here it is a sentence of its own.
    let keeps = move || api::sentence(texts::GUEST_KEEPS.tell(language.get()));
    view! {
        <form class="card" on:submit=submit>
            <h2>{t(texts::GUEST)}</h2>
            <p class="quiet">{keeps}" "<A href="/register">{t(page::REGISTER)}</A></p>
            <Entry name="name" label=texts::PSEUDONYM value=name help=texts::NAME_HELP wrong=sending.about(NAME) complete="nickname"/>
            <Refusal text=sending.besides(NAME)/>
            <div class="row"><button type="submit" data-action="rename" disabled=sending.busy>{t(page::SAVE)}</button></div>
            {code}
        </form>
    }
}

#[component]
fn Password(me: Welcome, changed: RwSignal<u32>) -> impl IntoView {
    let (sending, done) = (Sending::default(), RwSignal::new(false));
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let revoke = RwSignal::new(false);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        done.set(false);
        let asking = async move {
            let [old, new] = [old, new].map(|word| word.get_untracked());
            api::change_password(&old, &new, revoke.get_untracked()).await
        };
        sending.send(asking, move |()| {
            changed.update(|changed| *changed += 1);
            old.set(String::new());
            new.set(String::new());
            done.set(true);
        });
    };
    view! {
        <form class="card" on:submit=submit>
            <h2>{t(texts::CHANGE_PASSWORD)}</h2>
            // For what keeps passwords: whose this one is.
            <input type="text" autocomplete="username" hidden=true readonly=true prop:value=me.name/>
            <Entry name="old-password" label=texts::OLD_PASSWORD value=old complete="current-password" wrong=sending.about(&["wrong-password"]) secret=true/>
            <Entry name="new-password" label=texts::NEW_PASSWORD value=new complete="new-password" help=texts::PASSWORD_HELP wrong=sending.about(PASSWORD) secret=true/>
            <label class="tick"><input type="checkbox" name="revoke-tokens" prop:checked=revoke on:change=move |event| revoke.set(event_target_checked(&event))/><span>{t(texts::REVOKE_TOKENS)}</span></label>
            <p class="quiet">{t(texts::OTHERS_END)}</p>
            <Refusal text=sending.besides(&["wrong-password", "password-form"])/>
            <div class="row"><button type="submit" data-action="change-password" disabled=sending.busy>{t(texts::SAVE_PASSWORD)}</button>
                <span role="status" class="good">{move || done.get().then(t(texts::PASSWORD_CHANGED))}</span></div>
        </form>
    }
}

#[component]
fn Sessions(changed: RwSignal<u32>) -> impl IntoView {
    let (online, language, sending) = (Online::of_page(), language(), Sending::default());
    let sessions = Loaded::new(move || {
        changed.track();
        Some(api::sessions())
    });
    let shown = sessions.show(move |lines| {
        let several = lines.len() > 1;
        let now = online.now();
        let rows = lines.into_iter().map(|line| {
            let id = StoredValue::new(line.id);
            let end = move |_| sending.send(async move { api::end_session(&id.get_value()).await }, move |()| sessions.again());
            let when = move || if line.live { texts::CONNECTED.tell(language.get()).to_owned() } else { words::ago(line.seen, now, language.get()) };
            let control = if line.current {
                view! { <span class="tag">{t(texts::THIS_ONE)}</span> }.into_any()
            } else {
                view! { <button type="button" data-action="end-session" disabled=sending.busy on:click=end>{t(texts::END_SESSION)}</button> }.into_any()
            };
            view! { <li><span class="words"><strong>{words::browser(&line.agent)}</strong><small>{when}</small></span>{control}</li> }
        });
        let all = several.then(|| view! {
            <button type="button" data-action="end-others" on:click=move |_| sending.send(api::end_others(), move |()| sessions.again())>{t(texts::END_OTHERS)}</button>
        });
        view! { <ul class="list">{rows.collect_view()}</ul><div class="row">{all}</div> }.into_any()
    });
    view! { <div class="card"><h2>{t(texts::SESSIONS)}</h2>{shown}<Refusal text=sending.besides(&[])/></div> }
}

#[component]
fn Tokens(changed: RwSignal<u32>) -> impl IntoView {
    let (online, language, sending) = (Online::of_page(), language(), Sending::default());
    let (label, fresh) = (RwSignal::new(String::new()), RwSignal::new(None::<String>));
    let scopes = RwSignal::new(vec!["play".to_owned(), "chat".to_owned(), "read".to_owned()]);
    let tokens = Loaded::new(move || {
        changed.track();
        Some(api::tokens())
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let asking = async move {
            api::add_token(label.get_untracked().trim(), &scopes.get_untracked()).await
        };
        sending.send(asking, move |new| {
            label.set(String::new());
            fresh.set(Some(new.token));
            tokens.again();
        });
    };
    let toggle = move |scope: &'static str, on: bool| {
        scopes.update(|scopes| {
            scopes.retain(|other| other != scope);
            if on {
                scopes.push(scope.to_owned());
            }
        })
    };
    let boxes = SCOPES.map(|(scope, text)| view! {
        <label class="tick"><input type="checkbox" name="scope" value=scope prop:checked=move || scopes.with(|scopes| scopes.iter().any(|other| other == scope))
            on:change=move |event| toggle(scope, event_target_checked(&event))/><span>{t(text)}</span></label>
    });
    let copied = RwSignal::new(false);
    let copy = move |_| {
        if let Some(token) = fresh.get_untracked() {
            browser::copy(token, move |done| copied.set(done))
        }
    };
    let once = move || {
        fresh.get().map(|token| view! {
        <div class="hint" role="status"><p>{t(texts::TOKEN_ONCE)}</p><code data-token="">{token}</code>
            <button type="button" data-action="copy" on:click=copy><Icon name="copy"/>{move || t(if copied.get() { page::COPIED } else { page::COPY })()}</button></div>
    })
    };
    let shown = tokens.show(move |lines| {
        if lines.is_empty() {
            return view! { <p class="quiet">{t(texts::NO_TOKENS)}</p> }.into_any();
        }
        let now = online.now();
        let rows = lines.into_iter().map(|line| {
            let id = StoredValue::new(line.id);
            let revoke = move |_| sending.send(async move { api::revoke_token(&id.get_value()).await }, move |()| tokens.again());
            let used = move || if line.seen == 0 { texts::NEVER_USED.tell(language.get()).to_owned() } else { words::ago(line.seen, now, language.get()) };
            view! { <li><span class="words"><strong><bdi>{line.label}</bdi></strong><small>{line.scopes.join(", ")}" · "{used}</small></span>
                <button type="button" data-action="revoke-token" disabled=sending.busy on:click=revoke>{t(texts::REVOKE)}</button></li> }
        });
        view! { <ul class="list">{rows.collect_view()}</ul> }.into_any()
    });
    view! {
        <form class="card" on:submit=submit>
            <h2>{t(texts::TOKENS)}</h2><p class="quiet">{t(texts::TOKENS_LEAD)}</p>
            {shown}{once}
            <Entry name="label" label=texts::TOKEN_LABEL value=label wrong=sending.about(&["label-form"])/>
            <div class="row ticks">{boxes.into_iter().collect_view()}</div>
            <Refusal text=sending.besides(&["label-form"])/>
            <div class="row"><button type="submit" data-action="create-token" disabled=sending.busy><Icon name="plus"/>{t(texts::CREATE_TOKEN)}</button></div>
        </form>
    }
}

#[component]
fn Data() -> impl IntoView {
    let sending = Sending::default();
    let export = move |_| {
        sending.send(api::export(), |text| {
            // Refused only by a browser without files; then nothing is lost.
            let _ = browser::download("damier.json", &text);
        })
    };
    view! {
        <div class="card"><h2>{t(texts::MY_DATA)}</h2><p class="quiet">{t(texts::MY_DATA_LEAD)}</p><Refusal text=sending.besides(&[])/>
            <div class="row"><button type="button" data-action="export" disabled=sending.busy on:click=export><Icon name="export"/>{t(page::EXPORT)}</button></div></div>
    }
}

/// Leaving for good, with the password again.
#[component]
fn Farewell(account: bool) -> impl IntoView {
    let (online, sending, sure) = (Online::of_page(), Sending::default(), RwSignal::new(false));
    let password = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let asking = async move { api::delete_account(&password.get_untracked()).await };
        sending.send(asking, move |()| {
            storage::forget(api::RECOVERY);
            online.become_somebody(None);
        });
    };
    let title = if account { texts::DELETE_ACCOUNT } else { texts::DELETE_GUEST };
    let form = move || {
        view! {
            <form on:submit=submit>
                <p>{t(texts::DELETE_WARNING)}</p>
                {account.then(|| view! { <Entry name="password" label=texts::PASSWORD value=password complete="current-password" wrong=sending.about(&["wrong-password"]) secret=true/> })}
                <Refusal text=sending.besides(&["wrong-password"])/>
                <div class="row"><button type="submit" class="danger" data-action="delete-account" disabled=sending.busy><Icon name="trash"/>{t(texts::DELETE_FOR_GOOD)}</button>
                    <button type="button" on:click=move |_| sure.set(false)>{t(page::CANCEL)}</button></div>
            </form>
        }
    };
    view! {
        <div class="card"><h2>{t(title)}</h2>
            {move || if sure.get() { form().into_any() } else {
                view! { <div class="row"><button type="button" data-action="delete" on:click=move |_| sure.set(true)><Icon name="trash"/>{t(title)}</button></div> }.into_any()
            }}
        </div>
    }
}
