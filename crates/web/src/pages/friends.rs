//! Friends: who asks, who is there, who plays; and a conversation with each of them.

use super::player_parts::AnyFuture;
use crate::{
    components::{
        account::player_link,
        challenge::ChallengeDialog,
        chat::Chat,
        form::{Entry, Refusal, Sending},
        icons::Icon,
        load::Loaded,
    },
    online::{
        Online,
        api::{self, Aside},
        records::{Bond, Friend},
    },
    prefs::t,
    texts::{self as page, people as texts},
};
use damier_games::text::Text;
use damier_protocol::{FromServer, PersonKind, Room};
use leptos::{ev::SubmitEvent, prelude::*};
use leptos_router::{components::A, hooks::use_query_map};

/// The page.
#[component]
pub fn Friends() -> impl IntoView {
    let online = Online::of_page();
    // Only whether there is an account, so that the page is not made anew whenever the line is.
    let account = Memo::new(move |_| {
        online.me.with(|me| me.as_ref().is_some_and(|me| me.kind == PersonKind::Account))
    });
    move || {
        match (account.get(), online.server.get()) {
        (true, _) => view! { <FriendsOfAccount/> }.into_any(),
        (false, Some(false)) => view! { <super::NeedsServer/> }.into_any(),
        (false, _) => view! {
            <section class="notice">
                <h1>{t(page::FRIENDS)}</h1><p class="quiet">{t(texts::FRIENDS_FOR_ACCOUNTS)}</p>
                <div class="row centre">
                    <A href="/register?next=/friends" attr:class="button primary">{t(page::REGISTER)}</A>
                    <A href="/sign-in?next=/friends" attr:class="button">{t(page::SIGN_IN)}</A>
                </div>
            </section>
        }
        .into_any(),
    }
    }
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct Circle {
    friends: Loaded<Vec<Friend>>,
    sending: Sending,
    challenged: RwSignal<Option<String>>,
}

impl Circle {
    fn act(self, asking: AnyFuture) {
        self.sending.send(asking, move |()| self.friends.again());
    }
}

#[component]
fn FriendsOfAccount() -> impl IntoView {
    let (online, query) = (Online::of_page(), use_query_map());
    let friends = Loaded::new(|| Some(api::friends())).often();
    online.on_told(move |message| {
        if matches!(message, FromServer::Friends) {
            friends.again();
        }
    });
    let circle = Circle { friends, sending: Sending::default(), challenged: RwSignal::new(None) };
    let with = Memo::new(move |_| query.with(|query| query.get("with")));
    let talking = Memo::new(move |_| {
        let name = with.get()?;
        friends
            .good()?
            .into_iter()
            .find(|friend| friend.bond == Bond::Friends && friend.name == name)
            .map(|friend| (friend.id, friend.name))
    });
    let me = Loaded::new(move || Some(api::me()));
    let conversation = move || {
        match (talking.get(), me.good()) {
        (Some((id, name)), Some(me)) => {
            let (low, high) = if me.id < id { (me.id, id) } else { (id, me.id) };
            let label = Signal::stored(name.clone());
            view! {
                <div class="card conversation">
                    <header class="row"><A href="/friends" attr:class="button plain back" attr:aria-label=t(texts::BACK)><Icon name="previous"/></A>
                        <h2>{player_link(&name)}</h2></header>
                    <Chat pane=name.clone() room=Room::With(name) past=format!("pair:{low}:{high}") label empty=texts::SAY_HELLO/>
                </div>
            }
            .into_any()
        }
        _ => view! { <div class="card conversation vacant"><p class="quiet">{t(texts::CHOOSE_FRIEND)}</p></div> }.into_any(),
    }
    };
    let lists = friends.show(move |all| view! { <Lists circle all with/> }.into_any());
    view! {
        <section class="friends" class:talking=move || with.with(Option::is_some)>
            <div class="people">
                <h1>{t(page::FRIENDS)}</h1>
                <AddFriend circle/>
                {lists}
                <SetAside circle/>
            </div>
            {conversation}
            <ChallengeDialog to=circle.challenged/>
        </section>
    }
}

#[component]
fn AddFriend(circle: Circle) -> impl IntoView {
    let (sending, name) = (Sending::default(), RwSignal::new(String::new()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let asking = async move { api::befriend(name.get_untracked().trim()).await };
        sending.send(asking, move |()| {
            name.set(String::new());
            circle.friends.again();
        });
    };
    view! {
        <form class="card add" on:submit=submit>
            <Entry name="name" label=texts::FRIENDS_NAME value=name wrong=sending.besides(&[])/>
            <button type="submit" class="primary" data-action="add-friend" disabled=sending.busy><Icon name="plus"/>{t(texts::ADD)}</button>
        </form>
    }
}

/// Those who ask, friends, those whom I asked.
#[component]
fn Lists(circle: Circle, all: Vec<Friend>, with: Memo<Option<String>>) -> impl IntoView {
    let part =
        |bond: Bond| all.iter().filter(|friend| friend.bond == bond).cloned().collect::<Vec<_>>();
    let mut friends = part(Bond::Friends);
    // Who is there comes first; names keep their order otherwise.
    friends.sort_by_key(|friend| !friend.online);
    let section = move |title: Text, people: Vec<Friend>| {
        let rows =
            people.into_iter().map(|friend| view! { <Row circle friend with/> }).collect_view();
        view! { <div class="card"><h2>{t(title)}</h2><ul class="list">{rows}</ul></div> }
    };
    let (asking, asked) = (part(Bond::Asking), part(Bond::Asked));
    let none =
        friends.is_empty().then(|| view! { <p class="quiet empty">{t(texts::NO_FRIENDS)}</p> });
    view! {
        <Refusal text=circle.sending.besides(&[])/>
        {(!asking.is_empty()).then(|| section(texts::THEY_ASK, asking))}
        {if none.is_some() { none.into_any() } else { section(page::FRIENDS, friends).into_any() }}
        {(!asked.is_empty()).then(|| section(texts::YOU_ASKED, asked))}
    }
}

#[component]
fn Row(circle: Circle, friend: Friend, with: Memo<Option<String>>) -> impl IntoView {
    let Friend { name, bond, online, playing, .. } = friend;
    let who = StoredValue::new(name.clone());
    let accept = move || circle.act(Box::pin(async move { api::befriend(&who.get_value()).await }));
    let remove = move || circle.act(Box::pin(async move { api::unfriend(&who.get_value()).await }));
    let block = move || {
        circle.act(Box::pin(
            async move { api::put_aside(Aside::Blocks, &who.get_value(), true).await },
        ))
    };
    let busy = circle.sending.busy;
    let icon = move |action: &'static str, icon: &'static str, text: Text, press: Callback<()>| {
        view! {
            <button type="button" class="plain" data-action=action aria-label=t(text) title=t(text) disabled=busy on:click=move |_| press.run(())><Icon name=icon/></button>
        }
    };
    let actions = match bond {
        Bond::Asking => view! {
            <button type="button" class="primary" data-action="accept-friend" disabled=busy on:click=move |_| accept()>{t(texts::ACCEPT)}</button>
            <button type="button" data-action="remove-friend" disabled=busy on:click=move |_| remove()>{t(texts::DECLINE)}</button>
            {icon("block", "close", texts::BLOCK, Callback::new(move |()| block()))}
        }.into_any(),
        Bond::Asked => view! { <button type="button" data-action="remove-friend" disabled=busy on:click=move |_| remove()>{t(texts::TAKE_BACK_ASK)}</button> }.into_any(),
        Bond::Friends => view! {
            <A href=format!("/friends?with={name}") attr:class="button plain" attr:data-action="write" attr:aria-label=t(texts::WRITE) attr:title=t(texts::WRITE)><Icon name="chat"/></A>
            {icon("challenge", "swords", texts::CHALLENGE, Callback::new(move |()| circle.challenged.set(Some(who.get_value()))))}
            {icon("remove-friend", "trash", texts::REMOVE_FRIEND, Callback::new(move |()| remove()))}
        }.into_any(),
    };
    let watch = playing
        .map(|id| view! { <A href=format!("/game/{id}")>{t(texts::PLAYS_WATCH)}</A> }.into_any());
    let presence = move || match bond {
        Bond::Friends => watch.unwrap_or_else(|| {
            view! { <span>{t(if online { texts::ONLINE } else { texts::AWAY })}</span> }.into_any()
        }),
        Bond::Asking | Bond::Asked => ().into_any(),
    };
    view! {
        <li data-player=name.clone() aria-current=move || (with.get().as_deref() == Some(&who.get_value())).then_some("true")>
            <span class="lamp" class:on=online></span>
            <span class="words"><strong>{player_link(&name)}</strong><small>{presence()}</small></span>
            <span class="row tight">{actions}</span>
        </li>
    }
}

/// Whom I blocked or muted, and the way back.
#[component]
fn SetAside(circle: Circle) -> impl IntoView {
    let lists = [
        (Aside::Blocks, texts::BLOCKED, texts::UNBLOCK),
        (Aside::Mutes, texts::MUTED, texts::UNMUTE),
    ];
    let shown = lists.map(|(list, title, back)| {
        let people = Loaded::new(move || {
            // A block made on this page shows here.
            circle.friends.answer.track();
            Some(api::set_aside(list))
        });
        move || {
            let people_now = people.good().filter(|people| !people.is_empty())?;
            let rows = people_now.into_iter().map(|other| {
                let who = StoredValue::new(other.id);
                let undo = move |_| {
                    let asking = async move { api::put_aside(list, &format!("@{}", who.get_value()), false).await };
                    circle.sending.send(asking, move |()| people.again());
                };
                view! { <li><span class="words"><strong><bdi>{other.name}</bdi></strong></span><button type="button" data-action="unblock" on:click=undo>{t(back)}</button></li> }
            });
            Some(view! { <details class="card"><summary>{t(title)}</summary><ul class="list">{rows.collect_view()}</ul></details> })
        }
    });
    shown.into_iter().collect_view()
}
