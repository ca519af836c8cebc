//! The line to the server, for the whole page: one WebSocket that `damier_client::Link` drives. It is opened only where there is a
//! server and somebody to tell it about: a person with a name, or a match that is watched.

mod used;

use super::{Seeking, seek::keeps_at_the_board};
use crate::{browser, later::Missing, storage};
use damier_client::{Input, Link, Output};
use damier_protocol::{FromClient, FromServer, Welcome};
use leptos::{ev, prelude::*, wasm_split::wasm_split};
use std::{collections::BTreeMap, rc::Rc, time::Duration};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// How the line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Line {
    /// Nobody needs it.
    #[default]
    Resting,
    /// It is being opened for the first time.
    Opening,
    /// It stands.
    Standing,
    /// It broke and is being opened again.
    Broken,
    /// The server does not want this client, by this code: 4003, 4004, 4005 or 1008.
    Refused(u16),
}

/// What somebody is asked about their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// To choose one.
    New,
    /// To choose another.
    Other,
}

/// How many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Matches that wait for an opponent.
    pub open: usize,
    /// Matches being played.
    pub playing: usize,
    /// People connected.
    pub online: usize,
}

/// Somebody who wants to hear what the server says.
type Listener = Rc<dyn Fn(&FromServer)>;

/// What the page's handle stands for.
struct Inner {
    link: Link,
    socket: Option<Socket>,
    /// Which socket it is: what an older one says is not heard any more.
    generation: u32,
    wake: Option<TimeoutHandle>,
    doubt: Option<TimeoutHandle>,
    listeners: Vec<(u32, Listener)>,
    next_listener: u32,
    /// What is watched, and by how many parts of the page.
    watched: BTreeMap<String, u32>,
    /// How many parts of the page show the lobby.
    lobby: u32,
    /// How far the server's clock is ahead of this device's.
    ahead_ms: f64,
    /// What waits until this person has a name.
    then: Option<Box<dyn FnOnce()>>,
}

/// A socket with what listens to it.
struct Socket {
    socket: WebSocket,
    _open: Closure<dyn Fn()>,
    _message: Closure<dyn Fn(MessageEvent)>,
    _close: Closure<dyn Fn(CloseEvent)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // Fails only with a code or reason that we do not give.
        let _ = self.socket.close();
    }
}

/// The page's handle on the server; every component finds it by [`online`](Online::of_page).
#[derive(Clone, Copy)]
pub struct Online {
    inner: StoredValue<Inner, LocalStorage>,
    /// Whether there is a server; `None` until that is known.
    pub server: RwSignal<Option<bool>>,
    /// Who the server takes this person for.
    pub me: RwSignal<Option<Welcome>>,
    /// How the line stands.
    pub line: RwSignal<Line>,
    /// How many wait, play and are there, while the lobby is listened to.
    pub counts: RwSignal<Option<Counts>>,
    /// The search for an opponent, which goes on whatever page is shown.
    pub seeking: RwSignal<Option<Seeking>>,
    /// Where the page should go now: a match that was found.
    pub go: RwSignal<Option<String>>,
    /// What this person is asked about the own name.
    pub naming: RwSignal<Option<Naming>>,
    /// The code that gives a new guest the seat back; shown once.
    pub recovery: RwSignal<Option<String>>,
    /// Changes with every match that is followed.
    changes: RwSignal<u32>,
}

/// That this browser has a name on this server, so that the server need not be asked by visitors who never had one.
const KNOWN: &str = "known";
/// How long an answer may take before the line counts as dead. Browsers do not tell of one that hangs.
const DOUBT: Duration = Duration::from_secs(7);

impl Online {
    /// The handle of the page. Called once, by the frame of all pages, which provides it as context.
    pub fn start() -> Self {
        let seed = (js_sys::Math::random() * 2_f64.powi(53)) as u64;
        let inner = Inner {
            link: Link::new(seed).0,
            socket: None,
            generation: 0,
            wake: None,
            doubt: None,
            listeners: Vec::new(),
            next_listener: 0,
            watched: BTreeMap::new(),
            lobby: 0,
            ahead_ms: 0.0,
            then: None,
        };
        let online = Self {
            inner: StoredValue::new_local(inner),
            server: RwSignal::new(None),
            me: RwSignal::new(None),
            line: RwSignal::new(Line::Resting),
            counts: RwSignal::new(None),
            seeking: RwSignal::new(None),
            go: RwSignal::new(None),
            naming: RwSignal::new(None),
            recovery: RwSignal::new(None),
            changes: RwSignal::new(0),
        };
        online.probe();
        for name in ["online", "visibilitychange"] {
            let handle = window_event_listener_untyped(name, move |_| online.look_again());
            on_cleanup(move || handle.remove());
        }
        let gone = window_event_listener(ev::offline, move |_| online.cut());
        on_cleanup(move || gone.remove());
        online
    }

    /// The handle that the frame provides.
    pub fn of_page() -> Self {
        expect_context()
    }

    /// Looks whether there is a server.
    pub fn probe(self) {
        wasm_bindgen_futures::spawn_local(async move {
            let there = browser::fetch_text("/healthz").await.is_some_and(|text| !text.is_empty());
            self.server.set(Some(there));
            if there {
                self.settle();
            }
        });
    }

    /// The network or the person has come back: no reason to wait any longer.
    fn look_again(self) {
        if document().hidden() {
            return;
        }
        match self.line.get_untracked() {
            Line::Broken => self.hear(Input::Woke),
            Line::Standing => self.look_at_all(),
            Line::Resting | Line::Opening | Line::Refused(_) => {
                if self.server.get_untracked() != Some(true) {
                    self.probe();
                }
            }
        }
    }

    /// Asks for the present of whatever is watched: it is answered, or the line is dead.
    fn look_at_all(self) {
        let watched = self.read(|inner| inner.watched.keys().cloned().collect::<Vec<_>>());
        for id in watched {
            self.send_in_doubt(FromClient::Watch { id, since: None });
        }
    }

    /// The line is dead, though nobody has told so.
    fn cut(self) {
        if matches!(self.line.get_untracked(), Line::Standing | Line::Opening) {
            self.change(|inner| {
                inner.generation += 1;
                inner.socket = None;
            });
            self.hear(Input::Closed(1006));
        }
    }

    /// This person has become somebody: a guest, an account, or nobody. The cookie has changed, so the line begins anew.
    pub fn become_somebody(self, me: Option<Welcome>) {
        match &me {
            Some(_) => storage::save(KNOWN, &true),
            None => storage::forget(KNOWN),
        }
        self.me.set(me);
        self.seeking.set(None);
        self.reconnect();
    }

    /// Tries again after the server has refused this client, or as somebody else.
    pub fn reconnect(self) {
        self.change(|inner| {
            inner.generation += 1;
            inner.socket = None;
            inner.link.forget();
        });
        self.line.set(Line::Resting);
        self.touch();
        self.settle();
    }

    /// Opens or closes the line as it is needed.
    fn settle(self) {
        let known = storage::load::<bool>(KNOWN).is_some();
        let (needed, there) = self.read(|inner| {
            (known || !inner.watched.is_empty() || inner.lobby > 0, inner.socket.is_some())
        });
        if needed && !there && self.server.get_untracked() == Some(true) {
            if self.line.get_untracked() == Line::Resting {
                self.line.set(Line::Opening);
                self.perform(vec![Output::Connect]);
            }
        } else if !needed && there {
            self.change(|inner| {
                inner.generation += 1;
                inner.socket = None;
                inner.link.connected = false;
            });
            self.line.set(Line::Resting);
        }
    }

    /// What happened to the line, and what is to be done about it.
    fn hear(self, input: Input) {
        let received = matches!(input, Input::Received(_) | Input::Unknown);
        let closed = matches!(input, Input::Closed(_));
        let outputs = self.change(|inner| {
            if matches!(input, Input::Opened) {
                inner.ahead_ms = f64::NEG_INFINITY;
            }
            let before = inner.link.heard;
            let outputs = inner.link.handle(input);
            if inner.link.heard != before {
                // What has travelled longer makes the server's clock look slower than it is.
                let ahead = inner.link.heard as f64 - js_sys::Date::now();
                inner.ahead_ms = inner.ahead_ms.max(ahead);
            }
            if received || closed {
                inner.doubt.take().inspect(TimeoutHandle::clear);
            }
            outputs
        });
        if closed && self.line.get_untracked() != Line::Resting {
            self.line.set(Line::Broken);
        }
        if received && self.line.get_untracked() != Line::Standing {
            self.welcome();
        }
        self.perform(outputs.unwrap_or_default());
    }

    /// The first thing that the server said.
    fn welcome(self) {
        self.line.set(Line::Standing);
        let you = self.read(|inner| inner.link.you.clone());
        match &you {
            Some(_) => storage::save(KNOWN, &true),
            None => storage::forget(KNOWN),
        }
        if self.me.with_untracked(|me| *me != you) {
            self.me.set(you);
        }
        self.seek_again();
        self.settle();
    }

    fn perform(self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                // Later, because a socket must not be replaced while it is telling something.
                Output::Connect => set_timeout(move || self.open_later(), Duration::ZERO),
                Output::Send(text) => self.read(|inner| {
                    if let Some(socket) = &inner.socket {
                        // A socket that is closing tells so by itself, and what matters is sent again.
                        let _ = socket.socket.send_with_str(&text);
                    }
                }),
                Output::Wake(pause) => {
                    let pause = Duration::from_millis(pause.into());
                    let wake = set_timeout_with_handle(move || self.hear(Input::Woke), pause).ok();
                    self.change(|inner| inner.wake = wake);
                }
                Output::Changed(id) => {
                    let played = |inner: &Inner| {
                        let followed = inner.link.followed(&id);
                        followed.is_some_and(|followed| keeps_at_the_board(&followed.state))
                    };
                    if self.read(played) {
                        self.unseek();
                    }
                    self.touch();
                }
                Output::Told(message) => self.tell(&message),
                Output::Refused(code) => self.line.set(Line::Refused(code)),
            }
        }
    }

    fn tell(self, message: &FromServer) {
        if let FromServer::Lobby { open, playing, online } = *message {
            self.counts.set(Some(Counts { open, playing, online }));
        }
        self.tell_search(message);
        let listeners = self.read(|inner| {
            inner.listeners.iter().map(|(_, listener)| Rc::clone(listener)).collect::<Vec<_>>()
        });
        listeners.iter().for_each(|listener| listener(message));
    }

    /// Opens a socket, once the part of the program is here that reads what comes through it.
    fn open_later(self) {
        wasm_bindgen_futures::spawn_local(async move {
            if open(self).await.is_err() {
                self.hear(Input::Closed(1006));
            }
        });
    }

    fn open(self) {
        let location = window().location();
        let (Ok(protocol), Ok(host)) = (location.protocol(), location.host()) else { return };
        let scheme = if protocol == "https:" { "wss" } else { "ws" };
        let generation = self.change(|inner| {
            inner.socket = None;
            inner.wake.take().inspect(TimeoutHandle::clear);
            inner.generation += 1;
            inner.generation
        });
        // Refusals come in the language of the page.
        let root = document().document_element();
        let language = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
        let Ok(socket) = WebSocket::new(&format!("{scheme}://{host}/ws?lang={language}")) else {
            return self.hear(Input::Closed(1006));
        };
        let ours = move || self.read(|inner| Some(inner.generation) == generation);
        let open = Closure::<dyn Fn()>::new(move || {
            if ours() {
                self.hear(Input::Opened);
            }
        });
        let message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let (true, Some(text)) = (ours(), event.data().as_string()) {
                self.hear(Input::read(&text));
            }
        });
        let close = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| {
            if ours() {
                self.hear(Input::Closed(event.code()));
            }
        });
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        let socket = Socket { socket, _open: open, _message: message, _close: close };
        self.change(|inner| inner.socket = Some(socket));
    }

    fn read<T>(self, read: impl FnOnce(&Inner) -> T) -> T
    where
        T: Default,
    {
        self.inner.try_with_value(read).unwrap_or_default()
    }

    fn change<T>(self, change: impl FnOnce(&mut Inner) -> T) -> Option<T> {
        self.inner.try_update_value(change)
    }

    fn touch(self) {
        self.changes.update(|changes| *changes = changes.wrapping_add(1));
    }
}

#[wasm_split(together, fallible, wasm_split_path = leptos::wasm_split)]
fn open(online: Online) -> Result<(), Missing> {
    online.open();
    Ok(())
}
