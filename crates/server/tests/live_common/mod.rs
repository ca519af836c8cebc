//! A real server on a free port and clients that speak to it as browsers do: cookies over HTTP, JSON over a socket.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]
#![allow(dead_code, reason = "each test file uses its part")]

pub mod games;
#[path = "../premises/mod.rs"]
mod premises;
pub mod socket;

pub use premises::House;

use damier_server::ids;
use reqwest::{Method, StatusCode, Url, cookie::CookieStore, cookie::Jar};
use serde_json::{Value, json};
use socket::Socket;
use std::{net::SocketAddr, sync::Arc};

impl House {
    pub async fn sqlite() -> Self {
        Self::with(|config| config.address_allowance = 1000).await
    }

    pub async fn postgres() -> Option<Self> {
        Self::postgres_with(|config| config.address_allowance = 1000).await
    }

    /// A browser of nobody.
    pub fn nobody(&self) -> Client {
        Client::new(self.server.addr())
    }

    /// A guest's browser.
    pub async fn guest(&self, name: &str) -> Client {
        let mut client = self.nobody();
        client.be_guest(name).await;
        client
    }

    /// A browser of somebody with an account.
    pub async fn account(&self, name: &str) -> Client {
        let mut client = self.nobody();
        let body = json!({ "name": name, "password": PASSWORD });
        client.person = client.post("/api/register", body).await.ok();
        client
    }

    /// How many rows of the log a match has.
    pub async fn log(&self, id: &str) -> Vec<(i64, String)> {
        let sql = "SELECT seq, events FROM log WHERE match = $1 ORDER BY seq";
        sqlx::query_as(sql).bind(id).fetch_all(&self.store().read).await.unwrap()
    }
}

/// Of every account here.
pub const PASSWORD: &str = "correct horse battery";

/// A browser: its cookies, and who it is.
pub struct Client {
    pub http: reqwest::Client,
    jar: Arc<Jar>,
    pub addr: SocketAddr,
    /// What the server told when the name was chosen.
    pub person: Value,
    pub recovery: String,
}

impl Client {
    pub fn new(addr: SocketAddr) -> Self {
        let jar = Arc::new(Jar::default());
        let http = reqwest::Client::builder().cookie_provider(jar.clone()).build().unwrap();
        Self { http, jar, addr, person: Value::Null, recovery: String::new() }
    }

    /// Another browser of the same server.
    pub fn other(&self) -> Self {
        Self::new(self.addr)
    }

    pub async fn be_guest(&mut self, name: &str) {
        let answer = self.post("/api/guest", json!({ "name": name })).await.ok();
        self.person = answer["person"].clone();
        self.recovery = answer["recovery"].as_str().unwrap_or_default().into();
    }

    pub fn id(&self) -> &str {
        self.person["id"].as_str().expect("the server tells the id")
    }

    pub fn base(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// The cookie header that a page would send.
    pub fn cookie(&self) -> Option<String> {
        let url: Url = self.base().parse().unwrap();
        self.jar.cookies(&url).map(|value| value.to_str().unwrap().to_owned())
    }

    pub async fn request(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.base()))
            .header("origin", self.base());
        if let Some(body) = body {
            request = request.json(&body);
        }
        Answer::of(request.send().await.unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.request(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.request(Method::DELETE, path, None).await
    }

    /// Begins a match: its id and its code.
    pub async fn create(&self, body: Value) -> (String, String) {
        let begun = self.post("/api/matches", body).await.ok();
        let text = |key: &str| begun[key].as_str().unwrap_or_default().to_owned();
        (text("id"), text("code"))
    }

    pub async fn join(&self, name: &str) -> Answer {
        self.post(&format!("/api/matches/{name}/join"), json!({})).await
    }

    pub async fn show(&self, id: &str) -> Value {
        self.get(&format!("/api/matches/{id}")).await.ok()
    }

    /// A socket that was welcomed.
    pub async fn socket(&self) -> Socket {
        let mut socket = self.raw_socket().await;
        socket.expect("welcome").await;
        socket
    }

    /// A socket of which nothing was read yet.
    pub async fn raw_socket(&self) -> Socket {
        Socket::open(self.addr, self.cookie()).await.expect("the server takes sockets")
    }

    /// A socket that watches a match, and what it was told of it.
    pub async fn watching(&self, id: &str) -> (Socket, Value) {
        let mut socket = self.socket().await;
        let state = socket.watch(id).await;
        (socket, state)
    }
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
    pub json: Value,
}

impl Answer {
    pub async fn of(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let json = serde_json::from_str(&text).unwrap_or_default();
        Self { status, headers, text, json }
    }

    /// The body of a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json
    }

    /// Checks status and code of a refusal.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        let told = (self.status.as_u16(), self.json["error"]["code"].as_str());
        assert_eq!(told, (status, Some(code)), "{}", self.text);
        self.json
    }
}

/// Two people at a match with their sockets; `one` created it and moves first.
pub struct Two {
    pub one: Client,
    pub two: Client,
    pub id: String,
    pub first: Socket,
    pub second: Socket,
}

impl Two {
    /// Two guests meet by a code. `body` is completed by the opponent and the side.
    pub async fn guests(house: &House, body: Value) -> Self {
        let tail = ids::new_id();
        let one = house.guest(&format!("a{}", &tail[..8])).await;
        let two = house.guest(&format!("b{}", &tail[..8])).await;
        Self::meet(one, two, body).await
    }

    /// Two people meet by a code, unless `body` says otherwise.
    pub async fn meet(one: Client, two: Client, mut body: Value) -> Self {
        let object = body.as_object_mut().expect("an object");
        object.entry("opponent").or_insert(json!("friend"));
        object.entry("side").or_insert(json!("first"));
        let (id, code) = one.create(body).await;
        two.join(&code).await.ok();
        let (first, state) = one.watching(&id).await;
        assert_eq!(state["yours"], json!(["one"]), "{state}");
        let (second, state) = two.watching(&id).await;
        assert_eq!(state["yours"], json!(["two"]), "{state}");
        Self { one, two, id, first, second }
    }

    /// A move by each in turn, seen by both.
    pub async fn play(&mut self, moves: &[&str]) {
        let mut ply = self.one.show(&self.id).await["moves"].as_array().map_or(0, Vec::len);
        for text in moves {
            let mover = if ply.is_multiple_of(2) { &mut self.first } else { &mut self.second };
            mover.play(&self.id, ply, text).await;
            self.first.event("played").await;
            self.second.event("played").await;
            ply += 1;
        }
    }
}
