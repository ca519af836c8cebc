//! What a client of Pawn Hub asks, and what it is told: accounts, the queue, chat, and its game.

use super::{
    codec::{Mode, Request, field, is_name, is_password},
    friends::Bonds,
    game::{Game, Step},
};
use damier_contest::TimeControl;
use damier_games::options::Options;
use damier_protocol::{Action, FromClient, FromServer, Message, Room};
use damier_server::{ApiError, App, LocalClient, ids, people};

/// The original's time, and those that people in browsers like and in which a hand at this client can still move.
const TIMES: [TimeControl; 4] = [
    TimeControl::Clock { base: 2700, increment: 0 },
    TimeControl::Clock { base: 900, increment: 10 },
    TimeControl::Clock { base: 600, increment: 0 },
    TimeControl::None,
];

/// One connection.
pub struct Session {
    pub(super) app: App,
    address: String,
    pub(super) client: Option<LocalClient>,
    game: Option<Game>,
    /// What is looked for, and under which names.
    queue: Option<(Mode, Vec<String>)>,
    pub(super) bonds: Bonds,
    /// The message to somebody who is not there, by its id: after the echo the sender is told.
    to_absent: Option<String>,
    /// What is to be sent, in order.
    pub out: Vec<String>,
    /// Nothing more after that.
    pub closing: bool,
}

impl Session {
    /// Somebody who has not signed in.
    pub fn new(app: App, address: String) -> Self {
        Self {
            app,
            address,
            client: None,
            game: None,
            queue: None,
            bonds: Bonds::new(),
            to_absent: None,
            out: Vec::new(),
            closing: false,
        }
    }

    /// Whether somebody has signed in.
    pub fn is_signed_in(&self) -> bool {
        self.client.is_some()
    }

    /// The next message of the server; waits for ever while nobody has signed in.
    pub async fn next(&mut self) -> Option<FromServer> {
        match &mut self.client {
            Some(client) => client.hear().await,
            None => std::future::pending().await,
        }
    }

    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.out.push(message.into());
    }

    async fn ask(&mut self, request: FromClient) {
        if let Some(client) = &mut self.client {
            client.ask(request).await;
        }
    }

    /// The client has to be told before it is closed: it aborts otherwise.
    pub fn close(&mut self) {
        self.say("0~Quit");
        self.closing = true;
    }

    /// The connection has ended, one way or the other.
    pub async fn end(mut self) {
        if let Some(lost) = self.game.as_ref().and_then(Game::forfeit) {
            self.ask(lost).await;
        }
        if let Some(client) = self.client {
            client.leave().await;
        }
    }

    /// The server stops: nobody has lost by that.
    pub async fn stop(mut self) {
        self.game = None;
        self.end().await;
    }

    /// Answers a request.
    pub async fn receive(&mut self, request: Request) {
        match request {
            Request::Quit => self.close(),
            Request::SignUp { name, password } => self.sign_up(&name, &password).await,
            Request::LogIn { name, password } => self.log_in(&name, &password).await,
            Request::StopChat => self.say("20~stopChat"),
            // Everything else is for those who have signed in.
            _ if self.client.is_none() => {}
            Request::Chat { target, text } => self.chat(&target, &text).await,
            Request::Play(number) => self.enqueue(number).await,
            Request::LeaveQueue => {
                self.leave_queue().await;
                self.say("5");
            }
            Request::Game(request) => {
                let now = self.app.now().0;
                if let Some(game) = &mut self.game {
                    let step = game.receive(request, now);
                    self.carry_out(step).await;
                }
            }
            other => self.socialise(other).await,
        }
    }

    async fn sign_up(&mut self, name: &str, password: &str) {
        let fits = is_name(name) && is_password(password);
        let made = match fits {
            true => people::register(&self.app, &self.address, name, password).await.is_ok(),
            false => false,
        };
        self.say(if made { "1~1" } else { "1~0" });
    }

    async fn log_in(&mut self, name: &str, password: &str) {
        if self.client.is_some() {
            return self.say("2~3");
        }
        let answer = match self.enter(name, password).await {
            Ok(()) => "2~1",
            Err(ApiError::NoSuchPlayer) => "2~0",
            Err(ApiError::InUse) => "2~3",
            // Too many attempts, too: there is no word for that.
            Err(_) => "2~2",
        };
        self.say(answer);
    }

    async fn enter(&mut self, name: &str, password: &str) -> Result<(), ApiError> {
        let app = &self.app;
        let person = match people::recognise(app, &self.address, name, password).await {
            // The sheet tells the two apart, where we would not.
            Err(ApiError::WrongCredentials) => {
                app.store.find(name).await?;
                return Err(ApiError::WrongCredentials);
            }
            other => other?,
        };
        let mut client = LocalClient::enter(app, person, &self.address, "Pawn Hub").await?;
        client.ask(FromClient::Lobby { on: true }).await;
        self.client = Some(client);
        self.bonds = self.read_bonds().await;
        Ok(())
    }

    /// Looks for an opponent by every time that suits, the original's first.
    async fn enqueue(&mut self, number: usize) {
        // Games without turns are not played here: the client just waits.
        let Some(mode) = Mode::of_number(number) else { return };
        if self.game.is_some() {
            return;
        }
        self.leave_queue().await;
        let mut names = Vec::new();
        for time in TIMES {
            for rated in [true, false] {
                let id = format!("hub-{}", names.len());
                names.push(id.clone());
                let (game, options) = (mode.game(), Options::default());
                self.ask(FromClient::Seek { id, game, options, time, rated }).await;
            }
        }
        self.queue = Some((mode, names));
    }

    async fn leave_queue(&mut self) -> Option<Mode> {
        let (mode, names) = self.queue.take()?;
        for id in names {
            self.ask(FromClient::Unseek { id }).await;
        }
        Some(mode)
    }

    async fn chat(&mut self, target: &str, text: &str) {
        let id = ids::new_id();
        let room = if target == "all" { Room::Lobby } else { Room::With(target.to_owned()) };
        if target != "all" {
            let there = match self.app.store.find(target).await {
                Ok(person) => self.app.store.online(&[person.id], self.app.now()).await,
                // Nobody of that name is not there either.
                Err(_) => return self.echo_to_nobody(target, text),
            };
            if there.is_ok_and(|online| online.is_empty()) {
                self.to_absent = Some(target.to_owned());
            }
        }
        self.ask(FromClient::Say { room, id, text: text.to_owned() }).await;
    }

    fn echo_to_nobody(&mut self, target: &str, text: &str) {
        let Some(client) = &self.client else { return };
        let (own, target) = (client.person().name.clone(), field(target));
        self.say(format!("3~{own}~{target}~{}", field(text)));
        self.say(format!("3~[Server]~{target}~{target} is offline"));
    }

    /// The server says something.
    pub async fn hear(&mut self, message: Option<FromServer>) {
        let now = self.app.now().0;
        match message {
            // Ended elsewhere, or fallen behind.
            None => self.close(),
            Some(FromServer::Closing) => self.close(),
            Some(FromServer::Said { room, message }) => self.said(&room, &message),
            Some(FromServer::Friends) => self.tell_friends().await,
            Some(FromServer::Paired { id, .. }) => self.paired(id).await,
            Some(message) => {
                self.refused_chat(&message);
                if let Some(game) = &mut self.game {
                    let step = game.hear(&message, now);
                    self.carry_out(step).await;
                }
            }
        }
    }

    fn said(&mut self, room: &Room, message: &Message) {
        let Some(client) = &self.client else { return };
        let own = client.person().name.clone();
        let (from, text) = (field(&message.from), field(&message.text));
        match room {
            Room::Lobby => self.say(format!("3~{from}~all~{text}")),
            Room::With(name) if message.from == own => {
                self.say(format!("3~{own}~{name}~{text}"));
                if self.to_absent.take_if(|absent| absent.eq_ignore_ascii_case(name)).is_some() {
                    self.say(format!("3~[Server]~{name}~{name} is offline"));
                }
            }
            Room::Match(_) if message.from == own => {}
            // What is said around a match is shown as if it were said in private.
            Room::With(_) | Room::Match(_) => self.say(format!("3~{from}~{from}~{text}")),
        }
    }

    /// A message that was not let through: the reason takes the place of the echo.
    fn refused_chat(&mut self, message: &FromServer) {
        if let FromServer::Refused { id: None, about: Some(about), message, .. } = message
            && !about.starts_with("hub-")
            && about.parse::<u64>().is_err()
        {
            self.to_absent = None;
            let text = field(message);
            self.say(format!("3~[Server]~all~{text}"));
        }
    }

    async fn paired(&mut self, id: String) {
        let mode = self.leave_queue().await;
        let (Some(mode), None) = (mode, &self.game) else {
            // Found twice in the same instant: the second match has not begun for anybody.
            return self.ask(FromClient::Do { id, action: Action::Abort, side: None }).await;
        };
        self.say("4");
        let (game, watch) = Game::new(mode, id);
        self.game = Some(game);
        self.ask(watch).await;
    }

    async fn carry_out(&mut self, step: Step) {
        self.out.extend(step.say);
        for request in step.ask {
            self.ask(request).await;
        }
        if step.over
            && let Some(game) = self.game.take()
        {
            self.ask(FromClient::Unwatch { id: game.id().to_owned() }).await;
        }
    }
}
