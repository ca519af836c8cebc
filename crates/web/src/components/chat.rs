//! A conversation: what was said, page by page, and a line to write in. All of it is text; nothing is ever taken for markup.

use super::{
    account::player_link,
    form::{Refusal, Sending},
    icons::Icon,
    report::ReportDialog,
};
use crate::{
    online::{
        Line, Online,
        api::{self, Complaint},
        records::Spoken,
    },
    prefs::{language, prefs, t},
    sound::{self, Sound},
    texts::{LOADING, people as texts},
    words,
};
use damier_games::text::Text;
use damier_protocol::{FromClient, FromServer, Room};
use leptos::{ev::SubmitEvent, html, prelude::*};

/// How many messages the server tells at once: fewer are all that there are.
const PAGE: usize = 50;
/// The longest message.
const LONGEST: u32 = 500;

/// The messages of a room and what became of those that were sent.
#[derive(Clone, Copy)]
struct Talk {
    online: Online,
    said: RwSignal<Option<Vec<Spoken>>>,
    /// Whether there is more before the first.
    more: RwSignal<bool>,
    /// Sent, and not come back yet.
    pending: RwSignal<Vec<(String, String)>>,
    sending: Sending,
    refused: RwSignal<Option<String>>,
}

impl Talk {
    /// Puts older messages before those that are there, each once.
    fn put_before(self, mut older: Vec<Spoken>) {
        self.more.set(older.len() >= PAGE);
        self.said.update(|said| {
            let newer = said.take().unwrap_or_default();
            older.retain(|message| newer.iter().all(|other| other.id != message.id));
            older.extend(newer);
            *said = Some(older);
        });
    }

    fn say(self, room: &Room, id: String, text: String) {
        self.refused.set(None);
        self.pending.update(|pending| pending.push((id.clone(), text.clone())));
        self.online.send(FromClient::Say { room: room.clone(), id, text });
    }

    fn hear(self, room: &Room, message: &FromServer) {
        match message {
            FromServer::Said { room: other, message } if other == room => {
                let own = self
                    .online
                    .me
                    .with_untracked(|me| me.as_ref().is_some_and(|me| me.name == message.from));
                if own {
                    self.pending.update(|pending| {
                        // The server cleans what it is sent: if none is the same, the first that waits came back.
                        let same = pending.iter().position(|(_, text)| *text == message.text);
                        if !pending.is_empty() {
                            pending.remove(same.unwrap_or(0));
                        }
                    });
                }
                let spoken = Spoken {
                    id: message.id.clone(),
                    seq: i64::MAX,
                    name: message.from.clone(),
                    text: message.text.clone(),
                    at: message.at,
                };
                self.said.update(|said| {
                    let said = said.get_or_insert_default();
                    if said.iter().all(|other| other.id != spoken.id) {
                        said.push(spoken);
                    }
                });
            }
            FromServer::Refused { about: Some(about), message, .. } => {
                let before = self.pending.with_untracked(Vec::len);
                self.pending.update(|pending| pending.retain(|(id, _)| id != about));
                if self.pending.with_untracked(Vec::len) < before {
                    self.refused.set(Some(message.clone()));
                }
            }
            _ => {}
        }
    }
}

/// A conversation.
#[component]
pub fn Chat(
    /// For `data-chat`.
    pane: String,
    /// Where to say something.
    room: Room,
    /// The room's name for its past: `lobby`, `match:ID`, `pair:A:B`.
    past: String,
    /// What it is called.
    #[prop(into)]
    label: Signal<String>,
    /// Why one may not write here, if so.
    #[prop(optional, into)]
    silent: Signal<Option<Text>>,
    /// What stands where nothing was said yet.
    empty: Text,
) -> impl IntoView {
    let (online, prefs) = (Online::of_page(), prefs());
    let talk = Talk {
        online,
        said: RwSignal::new(None),
        more: RwSignal::new(false),
        pending: RwSignal::new(Vec::new()),
        sending: Sending::default(),
        refused: RwSignal::new(None),
    };
    let past = StoredValue::new(past);
    let load = move |before: Option<i64>| {
        let room = past.get_value();
        talk.sending.send(async move { api::messages(&room, before).await }, move |older| {
            talk.put_before(older)
        });
    };
    load(None);
    let heard = room.clone();
    online.on_told(move |message| {
        talk.hear(&heard, message);
        if matches!(message, FromServer::Said { room, message } if *room == heard && !is_me(online, &message.from)) {
            prefs.with_untracked(|prefs| sound::play(Sound::Message, prefs));
        }
    });
    // What was on its way when the line broke is sent again; the server knows it by its name.
    let again = room.clone();
    Effect::new(move |before: Option<bool>| {
        let standing = online.line.get() == Line::Standing;
        if standing && before == Some(false) {
            for (id, text) in talk.pending.get_untracked() {
                online.send(FromClient::Say { room: again.clone(), id, text });
            }
        }
        standing
    });
    let (reported, about) = (RwSignal::new(Vec::<String>::new()), RwSignal::new(None));
    let note_report = move |complaint: Complaint| {
        if let Complaint::Message(id) = complaint {
            reported.update(|reported| reported.push(id));
        }
    };
    let earlier = move |_| {
        let first = talk.said.with_untracked(|said| {
            said.as_ref().and_then(|said| said.first().map(|first| first.seq))
        });
        load(first);
    };
    view! {
        <div class="chat" data-chat=pane role="group" aria-label=label>
            <Messages talk empty earlier=Callback::new(earlier) reported about/>
            <Refusal text=Signal::derive(move || talk.refused.get())/>
            <Refusal text=talk.sending.besides(&[])/>
            {move || match silent.get() {
                Some(why) => view! { <p class="quiet chat-closed">{t(why)}</p> }.into_any(),
                None => view! { <WriteLine talk room=room.clone()/> }.into_any(),
            }}
        </div>
        <ReportDialog about done=note_report/>
    }
}

fn is_me(online: Online, name: &str) -> bool {
    online.me.with_untracked(|me| me.as_ref().is_some_and(|me| me.name == name))
}

/// The line to write in.
#[component]
fn WriteLine(talk: Talk, room: Room) -> impl IntoView {
    let language = language();
    let text = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if !said.is_empty() {
            let id = format!(
                "c{}-{}",
                js_sys::Date::now() as u64,
                (js_sys::Math::random() * 1e6) as u32
            );
            talk.say(&room, id, said);
            text.set(String::new());
        }
    };
    view! {
        <form class="say" on:submit=submit>
            <input type="text" name="message" autocomplete="off" maxlength=LONGEST dir="auto" aria-label=t(texts::MESSAGE)
                placeholder=move || texts::MESSAGE.tell(language.get()) prop:value=text on:input=move |event| text.set(event_target_value(&event))/>
            <button type="submit" class="plain" data-action="send" aria-label=t(texts::SEND) title=t(texts::SEND)><Icon name="send"/></button>
        </form>
    }
}

/// What was said, and what is on its way.
#[component]
fn Messages(
    talk: Talk,
    empty: Text,
    earlier: Callback<()>,
    reported: RwSignal<Vec<String>>,
    about: RwSignal<Option<(Complaint, String)>>,
) -> impl IntoView {
    let language = language();
    let list = NodeRef::<html::Div>::new();
    let last = Memo::new(move |_| {
        talk.said
            .with(|said| said.as_ref().and_then(|said| said.last().map(|last| last.id.clone())))
    });
    Effect::new(move |_| {
        last.track();
        talk.pending.track();
        if let Some(list) = list.get() {
            // After the new message has been drawn.
            request_animation_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let rows = move || talk.said.get().unwrap_or_default();
    let note = move || match talk.said.with(|said| said.as_ref().map(Vec::is_empty)) {
        None => Some(LOADING),
        Some(true) if talk.pending.with(Vec::is_empty) => Some(empty),
        Some(_) => None,
    };
    let pending = move || {
        talk.pending
            .get()
            .into_iter()
            .map(|(_, text)| view! { <p class="spoken pending" dir="auto">{text}</p> })
            .collect_view()
    };
    view! {
        <div class="log" role="log" tabindex="0" node_ref=list>
            <Show when=move || talk.more.get()>
                <button type="button" class="plain" data-action="earlier" on:click=move |_| earlier.run(())>{t(texts::EARLIER)}</button>
            </Show>
            {move || note().map(|note| view! { <p class="quiet">{note.tell(language.get())}</p> })}
            <For each=rows key=|message| message.id.clone() let(message)><Said talk message reported about/></For>
            {pending}
        </div>
    }
}

/// One message.
#[component]
fn Said(
    talk: Talk,
    message: Spoken,
    reported: RwSignal<Vec<String>>,
    about: RwSignal<Option<(Complaint, String)>>,
) -> impl IntoView {
    let language = language();
    let author = message.name.clone();
    // Who this person is may be known later than what was said; whoever is nobody complains to nobody.
    let own = Memo::new(move |_| talk.online.me.with(|me| me.as_ref().map(|me| me.name == author)));
    let gone = message.name.is_empty();
    let name = if gone {
        view! { <em>{t(texts::GONE)}</em> }.into_any()
    } else {
        player_link(&message.name)
    };
    let id = StoredValue::new(message.id);
    let is_reported = move || reported.with(|reported| reported.contains(&id.get_value()));
    let author = StoredValue::new(message.name.clone());
    let report = move |_| about.set(Some((Complaint::Message(id.get_value()), author.get_value())));
    let complain = move || {
        (own.get() == Some(false)).then(|| view! {
        <button type="button" class="plain small" data-action="report" disabled=is_reported on:click=report
            aria-label=t(texts::REPORT_MESSAGE) title=move || if is_reported() { texts::REPORTED } else { texts::REPORT_MESSAGE }.tell(language.get())><Icon name="flag"/></button>
    })
    };
    let at = talk.online.now();
    view! {
        <p class="spoken" class:own=move || own.get() == Some(true)>
            {name}" "<span dir="auto">{message.text}</span>
            <time>{move || words::ago(message.at, at, language.get())}</time>
            {complain}
        </p>
    }
}
