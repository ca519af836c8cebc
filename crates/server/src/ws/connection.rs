//! The life of one socket.

use super::{lag::Line, presence, rate::Bucket, requests};
use crate::{
    ApiError, App,
    bus::{Inbox, Outbox, outbox, topic},
    http::auth::Visitor,
    live::{Watch, gate, new_name},
    store::people::Kind,
};
use axum::{
    Error,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
};
use damier_games::text::{Language, Text};
use damier_protocol::{FromServer, PersonKind, VERSION, Welcome};
use futures_util::SinkExt;
use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Messages that may wait for a client. Who does not read falls behind, and comes back by number.
const QUEUE: usize = 128;
/// How often a client is pinged, and after how much silence it is given up.
const PING: Duration = Duration::from_secs(8);
const SILENCE: Duration = Duration::from_secs(25);
/// How long a message may take to leave.
const SEND_WITHIN: Duration = Duration::from_secs(10);
/// So many messages at once and a second, and so many that cannot be read.
const BURST: f64 = 200.0;
const PER_SECOND: f64 = 100.0;
const RUBBISH: u32 = 10;

/// What a socket has asked for.
pub struct Connection {
    pub(crate) app: App,
    pub(super) visitor: Option<Visitor>,
    pub(super) language: Language,
    pub(super) outbox: Outbox,
    /// Hears of the end of this session. The sending end is kept, so that nobody's session never ends.
    ended: (Outbox, Inbox),
    pub(super) watches: HashMap<String, Watch>,
    pub(super) seeks: HashSet<String>,
    /// Names this socket among those of all servers.
    pub(super) socket: String,
    pub(super) line: Line,
    pub(super) rubbish: u32,
}

/// Why a socket is closed, with its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The client is gone, or says goodbye.
    Gone,
    /// Too much, too fast.
    Flood,
    /// What cannot be read, or binary.
    Rubbish,
    /// A message over 8 KiB.
    TooBig,
    /// Does not read what is sent.
    Behind,
    /// Nothing heard for too long.
    Silent,
    /// The session was ended elsewhere.
    Ended,
    /// The account is connected elsewhere.
    InUse,
    /// The guest's name has become somebody else's.
    NameTaken,
    /// The server stops, or cannot store who is there.
    Stopping,
}

impl Closing {
    /// Why somebody of that name is not let in, for those who have no socket to close.
    pub(crate) fn refusal(self, name: &str) -> ApiError {
        match self {
            Self::InUse => ApiError::InUse,
            Self::NameTaken => ApiError::NameTaken { name: name.into() },
            _ => ApiError::Unavailable,
        }
    }

    fn frame(self) -> Option<(u16, Text)> {
        Some(match self {
            Self::Gone => return None,
            Self::Flood => (1008, Text::new("too many messages", "trop de messages")),
            Self::Rubbish => (1003, Text::new("unreadable messages", "messages illisibles")),
            Self::TooBig => (1009, Text::new("message over 8 KiB", "message de plus de 8 Kio")),
            Self::Behind => (4001, Text::new("fell behind: come back", "en retard : revenez")),
            Self::Silent => (4002, Text::new("nothing heard", "aucun signe de vie")),
            Self::Ended => (4003, Text::new("signed out", "session terminée")),
            Self::InUse => (4004, Text::new("in use elsewhere", "utilisé ailleurs")),
            Self::NameTaken => {
                (4005, Text::new("name taken: choose another", "nom pris : choisissez-en un autre"))
            }
            Self::Stopping => (1012, Text::new("the server restarts", "le serveur redémarre")),
        })
    }
}

/// Serves a socket until it closes.
pub async fn run(app: App, mut socket: WebSocket, visitor: Option<Visitor>, language: Language) {
    metrics::gauge!("damier_sockets").increment(1.0);
    let (mut connection, inbox) = Connection::new(app, visitor, language);
    let closing = match connection.arrive().await {
        Ok(()) => {
            let closing = connection.serve(&mut socket, inbox).await;
            connection.depart().await;
            closing
        }
        Err(closing) => closing,
    };
    if let Some((code, reason)) = closing.frame() {
        let reason = reason.tell(connection.language);
        let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(Duration::from_secs(1), socket.send(frame)).await;
    }
    metrics::gauge!("damier_sockets").decrement(1.0);
    metrics::counter!("damier_sockets_closed_total", "why" => format!("{closing:?}")).increment(1);
}

impl Connection {
    /// Somebody who has asked for nothing yet, and what they will be told.
    pub(crate) fn new(app: App, visitor: Option<Visitor>, language: Language) -> (Self, Inbox) {
        let id = app.sockets.name();
        let (own, inbox) = outbox(id, QUEUE);
        let connection = Self {
            app,
            visitor,
            language,
            outbox: own,
            ended: outbox(id, 1),
            watches: HashMap::new(),
            seeks: HashSet::new(),
            socket: new_name(),
            line: Line::default(),
            rubbish: 0,
        };
        (connection, inbox)
    }

    pub(crate) async fn arrive(&mut self) -> Result<(), Closing> {
        if let Some(visitor) = &self.visitor {
            presence::enter(&self.app, visitor).await?;
            self.app.bus.listen(&topic::session(&visitor.presence_key()), &self.ended.0);
            self.app.bus.listen(&topic::person(&visitor.person.id), &self.outbox);
            if let Ok(unheard) = self.app.store.unheard(&visitor.person.id).await {
                self.outbox.ignore(unheard);
            }
        }
        let you = self.visitor.as_ref().map(|visitor| Welcome {
            name: visitor.person.name.clone(),
            kind: match visitor.person.kind {
                Kind::Guest => PersonKind::Guest,
                Kind::Account => PersonKind::Account,
            },
        });
        let now = self.app.now().0;
        self.send(&FromServer::Welcome { v: VERSION, you, now });
        Ok(())
    }

    async fn serve(&mut self, socket: &mut WebSocket, mut inbox: Inbox) -> Closing {
        let mut bucket = self.bucket();
        let mut stopping = self.app.stopping.subscribe();
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.line.heard(Instant::now());
        loop {
            tokio::select! {
                // In this order, so that what is rare is looked at only when there is nothing else: its locks are everybody's.
                // Whoever sends without end meets the limit.
                biased;
                _ = inbox.full.recv() => return Closing::Behind,
                message = inbox.queue.recv() => {
                    let Some(message) = message else { return Closing::Gone };
                    if !send_all(socket, message, &mut inbox).await {
                        return Closing::Behind;
                    }
                }
                message = socket.recv() => match message {
                    None => return Closing::Gone,
                    Some(Err(error)) => return why_broken(&error),
                    Some(Ok(message)) => {
                        let now = Instant::now();
                        self.line.heard(now);
                        if !bucket.take(now) {
                            return Closing::Flood;
                        }
                        if let Err(closing) = self.receive(message, now).await {
                            return closing;
                        }
                    }
                },
                _ = pings.tick() => {
                    let now = Instant::now();
                    if self.line.is_silent(now, SILENCE) {
                        return Closing::Silent;
                    }
                    let ping = Message::Ping(self.line.ping(now).to_vec().into());
                    if !matches!(timeout(SEND_WITHIN, socket.send(ping)).await, Ok(Ok(()))) {
                        return Closing::Gone;
                    }
                    self.refresh().await;
                }
                () = self.ended() => return Closing::Ended,
                _ = stopping.changed() => {
                    let farewell = gate::text(&FromServer::Closing);
                    let _ = timeout(Duration::from_secs(1), socket.send(Message::Text(farewell))).await;
                    return Closing::Stopping;
                }
            }
        }
    }

    async fn receive(&mut self, message: Message, now: Instant) -> Result<(), Closing> {
        match message {
            Message::Text(text) => requests::answer(self, text.as_str()).await,
            Message::Pong(payload) => {
                self.line.pong(&payload, now);
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Binary(_) => Err(Closing::Rubbish),
            Message::Close(_) => Err(Closing::Gone),
        }
    }

    /// One more that cannot be read.
    pub(super) fn note_rubbish(&mut self) -> Result<(), Closing> {
        self.rubbish += 1;
        if self.rubbish > RUBBISH { Err(Closing::Rubbish) } else { Ok(()) }
    }

    pub(super) fn send(&self, message: &FromServer) {
        self.outbox.send(gate::text(message));
    }

    fn bucket(&self) -> Bucket {
        let scale = f64::from(self.app.config.address_allowance);
        Bucket::new(BURST * scale, PER_SECOND * scale, Instant::now())
    }

    /// Waits until the session is ended. Nothing is lost when the waiting is given up.
    pub(crate) async fn ended(&mut self) {
        let _ = self.ended.1.queue.recv().await;
    }

    pub(crate) async fn refresh(&self) {
        if let (Some(visitor), false) = (&self.visitor, self.seeks.is_empty())
            && let Err(error) = self.app.live.still_seeking(&visitor.person.id).await
        {
            tracing::warn!(%error, "a search could not be kept alive");
        }
    }

    pub(crate) async fn depart(&self) {
        for (id, watch) in &self.watches {
            self.app.live.unwatch(id, watch, &self.outbox).await;
        }
        self.app.bus.leave(topic::LOBBY, self.outbox.id);
        let Some(visitor) = &self.visitor else { return };
        self.app.bus.leave(&topic::session(&visitor.presence_key()), self.outbox.id);
        self.app.bus.leave(&topic::person(&visitor.person.id), self.outbox.id);
        for seek in &self.seeks {
            if let Err(error) = self.app.live.abandon(&visitor.person.id, &self.socket, seek).await
            {
                tracing::warn!(%error, "a search could not be withdrawn");
            }
        }
        presence::leave(&self.app, visitor).await;
    }
}

/// Sends a message and whatever else waits, by one write.
async fn send_all(socket: &mut WebSocket, first: Utf8Bytes, inbox: &mut Inbox) -> bool {
    let sending = async {
        socket.feed(Message::Text(first)).await?;
        while let Ok(next) = inbox.queue.try_recv() {
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    matches!(timeout(SEND_WITHIN, sending).await, Ok(Ok(())))
}

/// What the socket's own error means: a message that is too big is told, the rest is a lost line.
fn why_broken(error: &Error) -> Closing {
    let text = error.to_string();
    if text.contains("too long") || text.contains("too big") {
        Closing::TooBig
    } else if text.contains("UTF-8") {
        Closing::Rubbish
    } else {
        Closing::Gone
    }
}
