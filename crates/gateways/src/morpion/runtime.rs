//! The socket of the Morpion gateway. One task reads it and knows who sits; each player has a task that talks to the server.

use super::{
    codec::{FULL, INVALID_NAME, LARGEST, Request, is_name, texts},
    conversation::{Conversation, Step},
};
use crate::{config::Morpion, meet};
use damier_contest::TimeControl;
use damier_games::{GameKey, options::Options};
use damier_server::{
    ApiError, App, LocalClient,
    live::{NewGame, Opponent, Side},
    names::Name,
    people,
    ws::rate::Bucket,
};
use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    net::UdpSocket,
    sync::{mpsc, watch},
};

const GAME: GameKey = GameKey::Morpion;
/// Datagrams of one player that may wait; more are lost, as datagrams are.
const QUEUE: usize = 16;
/// So many datagrams at once and a second from one player, and from all strangers together.
const PLAYER_RATE: (f64, f64) = (200.0, 100.0);
const STRANGER_RATE: (f64, f64) = (60.0, 30.0);
/// How long the last words to one player wait for those to the other.
const TOGETHER: Duration = Duration::from_secs(1);

/// What names of this protocol are called in Damier, where they differ.
type Aliases = Arc<Mutex<HashMap<String, String>>>;

struct Seat {
    name: String,
    requests: mpsc::Sender<Request>,
    started: Arc<AtomicBool>,
    bucket: Bucket,
}

struct Hall {
    app: App,
    settings: Morpion,
    socket: Arc<UdpSocket>,
    seats: HashMap<SocketAddr, Seat>,
    aliases: Aliases,
    gone: mpsc::Sender<Farewell>,
    /// Last words that wait until nobody sits any more: whoever reads them may come again at once, under the same name.
    last_words: Vec<Farewell>,
    strangers: Bucket,
}

/// A player who sits no more, and what they are still to be told.
struct Farewell {
    address: SocketAddr,
    words: Vec<String>,
}

/// Listens; ends when the server stops.
pub async fn start(app: &App, address: SocketAddr, settings: Morpion) -> io::Result<SocketAddr> {
    let socket = Arc::new(UdpSocket::bind(address).await?);
    let bound = socket.local_addr()?;
    let (gone, left) = mpsc::channel(4);
    let hall = Hall {
        app: app.clone(),
        settings,
        socket,
        seats: HashMap::new(),
        aliases: Aliases::default(),
        gone,
        last_words: Vec::new(),
        strangers: Bucket::new(STRANGER_RATE.0, STRANGER_RATE.1, Instant::now()),
    };
    tokio::spawn(hall.run(left));
    Ok(bound)
}

impl Hall {
    async fn run(mut self, mut left: mpsc::Receiver<Farewell>) {
        let mut stopping = self.app.stopping.subscribe();
        let mut buffer = [0; LARGEST + 1];
        loop {
            let waiting = !self.last_words.is_empty();
            tokio::select! {
                biased;
                Some(farewell) = left.recv() => self.forget(farewell).await,
                () = tokio::time::sleep(TOGETHER), if waiting => self.say_last_words().await,
                _ = stopping.changed(), if self.seats.is_empty() => return,
                received = self.socket.recv_from(&mut buffer) => match received {
                    Ok((length, from)) => {
                        if let Some(request) = Request::read(&buffer[..length]) {
                            self.route(from, request).await;
                        }
                    }
                    Err(error) => {
                        tracing::debug!(%error, "a datagram was lost");
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                },
            }
        }
    }

    async fn forget(&mut self, farewell: Farewell) {
        if let Some(seat) = self.seats.remove(&farewell.address) {
            let mut aliases = self.aliases.lock().unwrap_or_else(PoisonError::into_inner);
            aliases.retain(|_, name| *name != seat.name);
        }
        self.last_words.push(farewell);
        if self.seats.is_empty() {
            self.say_last_words().await;
        }
    }

    async fn say_last_words(&mut self) {
        for Farewell { address, words } in std::mem::take(&mut self.last_words) {
            for text in words {
                self.send(address, &text).await;
            }
        }
    }

    async fn route(&mut self, from: SocketAddr, request: Request) {
        let now = Instant::now();
        if let Some(seat) = self.seats.get_mut(&from) {
            if seat.bucket.take(now) {
                // A full queue loses it: whoever sends faster than we answer.
                let _ = seat.requests.try_send(request);
            }
            return;
        }
        // What is not answered costs nothing.
        if request == Request::Quit || !self.strangers.take(now) {
            return;
        }
        match request {
            Request::Join(name) => self.arrive(from, name, true).await,
            Request::Plain(name) => self.arrive(from, name, false).await,
            Request::Play(_) if self.is_full() => self.send(from, texts::NOT_YOUR_TURN).await,
            Request::Play(_) => self.send(from, &texts::not_started(self.seats.len())).await,
            Request::Quit => {}
        }
    }

    fn is_full(&self) -> bool {
        let started = |seat: &Seat| seat.started.load(Ordering::Relaxed);
        self.seats.len() >= 2 || self.seats.values().any(started)
    }

    async fn arrive(&mut self, from: SocketAddr, name: String, tagged: bool) {
        if self.is_full() {
            return self.send(from, FULL).await;
        }
        if !is_name(&name) || self.seats.values().any(|seat| seat.name == name) {
            return self.send(from, INVALID_NAME).await;
        }
        match self.sit_down(from, &name).await {
            Ok((client, (id, alone))) => {
                let conversation = Conversation::new(name.clone(), tagged, id, alone);
                self.welcome(from, name, client, conversation);
            }
            Err(ApiError::NameTaken { .. } | ApiError::NameForm | ApiError::NameReserved) => {
                self.send(from, INVALID_NAME).await;
            }
            // Too many, or somebody was faster: there is no other way to say "later".
            Err(error) => {
                tracing::debug!(%error, "a player was turned away");
                self.send(from, FULL).await;
            }
        }
    }

    /// A guest of that name at the match that waits, or alone at a new one.
    async fn sit_down(
        &self,
        from: SocketAddr,
        name: &str,
    ) -> Result<(LocalClient, (String, bool)), ApiError> {
        let (app, address) = (&self.app, from.ip().to_string());
        let alias = alias(name);
        let (id, _) = people::guest(app, &address, &alias).await?;
        let person = app.store.person(&id).await?.ok_or(ApiError::SignInNeeded)?;
        if alias != name {
            let mut aliases = self.aliases.lock().unwrap_or_else(PoisonError::into_inner);
            aliases.insert(person.name.clone(), name.to_owned());
        }
        let client = LocalClient::enter(app, person, &address, "Morpion").await?;
        match find_match(app, &id).await {
            Ok(found) => Ok((client, found)),
            Err(error) => {
                client.leave().await;
                Err(error)
            }
        }
    }

    fn welcome(
        &mut self,
        from: SocketAddr,
        name: String,
        client: LocalClient,
        conversation: Conversation,
    ) {
        let (requests, inbox) = mpsc::channel(QUEUE);
        let started = Arc::new(AtomicBool::new(false));
        let player = Player {
            socket: self.socket.clone(),
            address: from,
            client,
            conversation,
            aliases: self.aliases.clone(),
            started: started.clone(),
            silence: self.settings.silence,
        };
        let bucket = Bucket::new(PLAYER_RATE.0, PLAYER_RATE.1, Instant::now());
        self.seats.insert(from, Seat { name, requests, started, bucket });
        let (gone, stopping) = (self.gone.clone(), self.app.stopping.subscribe());
        tokio::spawn(async move {
            let words = player.run(inbox, stopping).await;
            // An error means that the hall is closed.
            let _ = gone.send(Farewell { address: from, words }).await;
        });
    }

    async fn send(&self, to: SocketAddr, text: &str) {
        send(&self.socket, to, text).await;
    }
}

async fn send(socket: &UdpSocket, to: SocketAddr, text: &str) {
    if let Err(error) = socket.send_to(text.as_bytes(), to).await {
        tracing::debug!(%error, "a datagram could not be sent");
    }
}

/// The match that waits in the lobby, or a new one that does, and whether it is new. Whoever created it may have X or O.
async fn find_match(app: &App, person: &str) -> Result<(String, bool), ApiError> {
    let plain = |terms: &damier_contest::Terms| terms.game == GAME && terms.options.is_empty();
    if let Some(id) = meet::waiting(app, None, plain).await? {
        return Ok((app.live.join(person, &id).await?, false));
    }
    let new = NewGame {
        game: GAME,
        options: Options::default(),
        position: None,
        opponent: Opponent::Anyone,
        side: Side::Random,
        time: TimeControl::None,
        rated: false,
        private: false,
        choosing: false,
    };
    Ok((app.live.create(person, new).await?.0, true))
}

/// What a name of this protocol, which may hold nearly anything, is called in Damier.
fn alias(name: &str) -> String {
    if Name::parse(name).is_ok_and(|parsed| parsed.shown() == name) {
        return name.to_owned();
    }
    let plain =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
    format!("udp-{}", plain.take(16).collect::<String>())
}

/// One player's task.
struct Player {
    socket: Arc<UdpSocket>,
    address: SocketAddr,
    client: LocalClient,
    conversation: Conversation,
    aliases: Aliases,
    started: Arc<AtomicBool>,
    silence: Duration,
}

impl Player {
    /// Plays; what is left are the last words.
    async fn run(
        mut self,
        mut inbox: mpsc::Receiver<Request>,
        mut stopping: watch::Receiver<bool>,
    ) -> Vec<String> {
        let mut step = self.conversation.begin();
        let mut since = tokio::time::Instant::now();
        let last_words = loop {
            if let Some(words) = self.carry_out(step).await {
                break words;
            }
            let waited_for = self.conversation.is_waited_for();
            let silent = tokio::time::sleep_until(since + self.silence);
            step = tokio::select! {
                biased;
                _ = stopping.changed() => self.conversation.cut_off(),
                heard = self.client.hear() => {
                    let step = self.heard(heard);
                    if !waited_for && self.conversation.is_waited_for() {
                        since = tokio::time::Instant::now();
                    }
                    step
                }
                Some(request) = inbox.recv() => {
                    since = tokio::time::Instant::now();
                    self.conversation.receive(request)
                }
                () = silent, if waited_for => {
                    since = tokio::time::Instant::now();
                    self.conversation.leave()
                }
            };
        };
        self.client.leave().await;
        last_words
    }

    fn heard(&mut self, message: Option<damier_protocol::FromServer>) -> Step {
        let Some(message) = message else { return self.conversation.cut_off() };
        let aliases = self.aliases.clone();
        let step = self.conversation.hear(&message, |name| {
            let aliases = aliases.lock().unwrap_or_else(PoisonError::into_inner);
            aliases.get(name).cloned().unwrap_or_else(|| name.to_owned())
        });
        self.started.store(self.conversation.has_started(), Ordering::Relaxed);
        step
    }

    /// Does it; at the end there are last words.
    async fn carry_out(&mut self, mut step: Step) -> Option<Vec<String>> {
        if let Some((id, if_taken)) = step.withdraw.take() {
            let app = self.client.app().clone();
            let person = self.client.person().id.clone();
            if let Err(error) = app.live.withdraw(&person, &id).await {
                tracing::debug!(%error, "an open match could not be taken back");
                if step.over {
                    step = Step::default();
                }
                step.ask.push(if_taken);
            }
        }
        for request in step.ask {
            self.client.ask(request).await;
        }
        if step.over {
            return Some(step.say);
        }
        for text in &step.say {
            send(&self.socket, self.address, text).await;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_protocol_has_one_of_ours() {
        for name in ["bob", "a", "é!", "Damier", "x".repeat(32).as_str(), "日本", "a/../b"] {
            assert!(is_name(name));
            assert!(Name::parse(&alias(name)).is_ok(), "{name}");
        }
        assert_eq!(alias("bob"), "bob");
    }
}
