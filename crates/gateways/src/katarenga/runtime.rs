//! The connections of the Katarenga gateway: one task each.

use super::{
    codec::{LARGEST_SENT, Message, Mode, timestamp},
    conversation::{Conversation, Role, Step},
    decode::Decoder,
};
use crate::{config::Katarenga, meet, tcp};
use damier_contest::{Terms, TimeControl};
use damier_games::options::Options;
use damier_protocol::FromServer;
use damier_server::{
    ApiError, App, LocalClient, ids,
    live::{NewGame, Opponent, Side, terms},
    people,
    store::matches,
    ws::rate::Bucket,
};
use std::{
    io,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{sleep, sleep_until, timeout},
};

/// How long a message may take to leave.
const SEND_WITHIN: Duration = Duration::from_secs(5);
/// So many messages at once and a second.
const RATE: (f64, f64) = (60.0, 20.0);
/// How long to wait before a host is called again.
const CALL_AGAIN: Duration = Duration::from_secs(5);
/// A peer that says nothing for so long is not there.
const IDLE: Duration = Duration::from_secs(3600);

/// Listens, and calls the hosts; ends when the server stops.
pub async fn start(app: &App, address: SocketAddr, settings: Katarenga) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await?;
    let bound = listener.local_addr()?;
    for host in settings.hosts.clone() {
        tokio::spawn(call(app.clone(), host, settings.clone()));
    }
    let served = app.clone();
    let serve = move |stream, from: SocketAddr| {
        let peer = Peer::new(&served, from, Role::Host, &settings);
        peer.run(stream)
    };
    let full = Message::Disconnect.write(timestamp());
    tokio::spawn(tcp::accept(app.clone(), listener, full.into_bytes(), serve));
    Ok(bound)
}

/// Joins a host again and again, whenever it listens.
async fn call(app: App, host: SocketAddr, settings: Katarenga) {
    let mut stopping = app.stopping.subscribe();
    loop {
        let play = async {
            if let Ok(Ok(stream)) = timeout(SEND_WITHIN, TcpStream::connect(host)).await {
                Peer::new(&app, host, Role::Join, &settings).run(stream).await;
            }
            sleep(CALL_AGAIN).await;
        };
        tokio::select! {
            () = play => {}
            _ = stopping.changed() => return,
        }
    }
}

struct Peer {
    app: App,
    address: String,
    role: Role,
    settings: Katarenga,
    conversation: Conversation,
    client: Option<LocalClient>,
    id: Option<String>,
}

impl Peer {
    fn new(app: &App, from: SocketAddr, role: Role, settings: &Katarenga) -> Self {
        Self {
            app: app.clone(),
            address: from.ip().to_string(),
            role,
            settings: settings.clone(),
            conversation: Conversation::new(role, settings.waits),
            client: None,
            id: None,
        }
    }

    async fn run(mut self, mut stream: TcpStream) {
        if tcp::prepare(&stream).is_err() {
            return;
        }
        if self.role == Role::Host {
            self.find(None).await;
        }
        self.talk(&mut stream).await;
        if let Some(client) = self.client {
            client.leave().await;
        }
        let _ = stream.shutdown().await;
    }

    async fn talk(&mut self, stream: &mut TcpStream) {
        let mut decoder = Decoder::default();
        let mut bucket = Bucket::new(RATE.0, RATE.1, Instant::now());
        let mut buffer = [0; 1024];
        let mut heard_at = Instant::now();
        loop {
            while let Some(message) = self.conversation.pop(Instant::now()) {
                if !send(stream, &message).await {
                    let step = self.conversation.lost(Instant::now());
                    return self.carry_out(step).await;
                }
            }
            if self.conversation.is_finished(Instant::now()) {
                return;
            }
            let wake = self.conversation.wake_at().unwrap_or(heard_at + IDLE);
            let step = tokio::select! {
                biased;
                message = hear(&mut self.client) => match message {
                    Some(message) => self.conversation.hear(&message, Instant::now()),
                    None => self.conversation.cheat(Instant::now()),
                },
                () = sleep_until(wake.min(heard_at + IDLE).into()) => {
                    if heard_at.elapsed() >= IDLE {
                        self.conversation.cheat(Instant::now())
                    } else {
                        self.conversation.wake(Instant::now())
                    }
                }
                read = stream.read(&mut buffer) => {
                    heard_at = Instant::now();
                    match read {
                        Ok(count) if count > 0 => {
                            self.take(&mut decoder, &buffer[..count], &mut bucket).await;
                            continue;
                        }
                        _ => {
                            let step = self.conversation.lost(Instant::now());
                            return self.carry_out(step).await;
                        }
                    }
                }
            };
            self.carry_out(step).await;
        }
    }

    async fn take(&mut self, decoder: &mut Decoder, bytes: &[u8], bucket: &mut Bucket) {
        let (messages, error) = decoder.push(bytes);
        for message in messages {
            let now = Instant::now();
            let step = if bucket.take(now) {
                self.conversation.receive(message, now)
            } else {
                self.conversation.cheat(now)
            };
            self.carry_out(step).await;
        }
        if let Some(error) = error {
            tracing::debug!(%error, address = self.address, "a peer is given up");
            // Nothing after it can be read either.
            *decoder = Decoder::default();
            let step = self.conversation.cheat(Instant::now());
            self.carry_out(step).await;
        }
    }

    async fn carry_out(&mut self, step: Step) {
        if let (true, Some(client), Some(id)) = (step.withdraw, &self.client, &self.id)
            && let Err(error) = self.app.live.withdraw(&client.person().id, id).await
        {
            tracing::debug!(%error, "an open match could not be taken back");
        }
        if let Some(client) = &mut self.client {
            for request in step.ask {
                client.ask(request).await;
            }
        }
        if let Some(mode) = step.find {
            Box::pin(self.find(Some(mode))).await;
        }
    }

    /// Sits the peer down: at the game that it hosts, or wherever somebody waits for one who joins.
    async fn find(&mut self, mode: Option<Mode>) {
        match self.sit_down(mode).await {
            Ok((client, id, mode)) => {
                (self.client, self.id) = (Some(client), Some(id.clone()));
                let step = self.conversation.seated(id, mode);
                Box::pin(self.carry_out(step)).await;
            }
            Err(error) => {
                tracing::debug!(%error, "a peer was turned away");
                self.conversation.turn_away(Instant::now());
            }
        }
    }

    async fn sit_down(&self, mode: Option<Mode>) -> Result<(LocalClient, String, Mode), ApiError> {
        let app = &self.app;
        // The protocol has no names.
        let name = format!("Kata-{}", &ids::new_id()[..6]);
        let (person, _) = people::guest(app, &self.address, &name).await?;
        let found = app.store.person(&person).await?.ok_or(ApiError::SignInNeeded)?;
        let client = LocalClient::enter(app, found, &self.address, "KATARENGA-CO").await?;
        match self.find_match(&person, mode).await {
            Ok((id, mode)) => Ok((client, id, mode)),
            Err(error) => {
                client.leave().await;
                Err(error)
            }
        }
    }

    async fn find_match(
        &self,
        person: &str,
        mode: Option<Mode>,
    ) -> Result<(String, Mode), ApiError> {
        let own = self.role.peer();
        let suits = |terms: &Terms| {
            let game = Mode::of_game(terms.game);
            let usual =
                terms.options.is_empty() || game.map(options) == Some(terms.options.clone());
            game.is_some() && mode.is_none_or(|mode| Some(mode) == game) && terms.choosing && usual
        };
        if let Some(id) = meet::waiting(&self.app, Some(own), suits).await? {
            let id = self.app.live.join(person, &id).await?;
            let row = matches::get(&self.app.store.read, &id).await?.ok_or(ApiError::NotFound)?;
            let game = Mode::of_game(terms(&row)?.game).ok_or(ApiError::NotFound)?;
            return Ok((id, game));
        }
        let mode = mode.unwrap_or(self.settings.mode);
        let new = NewGame {
            game: mode.game(),
            options: options(mode),
            position: None,
            opponent: Opponent::Anyone,
            side: if self.role == Role::Host { Side::Second } else { Side::First },
            time: TimeControl::None,
            rated: false,
            private: false,
            choosing: true,
        };
        Ok((self.app.live.create(person, new).await?.0, mode))
    }
}

/// The rules by which the original plays, where ours differ.
fn options(mode: Mode) -> Options {
    match mode {
        Mode::Katarenga => Options::from([("first-capture".into(), "yes".into())]),
        Mode::Congress | Mode::Isolation => Options::default(),
    }
}

async fn hear(client: &mut Option<LocalClient>) -> Option<FromServer> {
    match client {
        Some(client) => client.hear().await,
        None => std::future::pending().await,
    }
}

/// One write for each object: the original takes whatever comes at once for one.
async fn send(stream: &mut TcpStream, message: &Message) -> bool {
    let text = message.write(timestamp());
    debug_assert!(text.len() <= LARGEST_SENT, "the original reads no more");
    matches!(timeout(SEND_WITHIN, stream.write_all(text.as_bytes())).await, Ok(Ok(())))
}
