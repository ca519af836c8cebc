//! A browser's requests to a real server.

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "all of this is a test")]

#[path = "../premises/mod.rs"]
mod premises;

pub use premises::House;

use damier_server::ids;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::ops::Deref;

impl House {
    pub async fn sqlite() -> Self {
        Self::with(|_| ()).await
    }

    pub async fn postgres() -> Option<Self> {
        Self::postgres_with(|_| ()).await
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.addr())
    }

    /// A browser in which somebody has registered, with the password `secret word`.
    pub async fn account(&self, name: &str) -> Browser {
        let browser = self.browser();
        browser.register(name).await;
        browser
    }

    /// A browser in which a guest has come in.
    pub async fn guest(&self, name: &str) -> Browser {
        let browser = self.browser();
        browser.post("/api/guest", json!({ "name": name })).await.ok();
        browser
    }

    /// Stores a match that is over: `winner` is 1 or 2, 0 for a draw, nothing for an aborted one.
    pub async fn add_match(
        &self,
        one: Option<&str>,
        two: Option<&str>,
        winner: Option<i64>,
        at: i64,
    ) -> String {
        let id = ids::new_id();
        let sql = "INSERT INTO matches (id, terms, game, speed, rated, private, one, two, status, result, winner, plies, \
                   created, started, ended) VALUES ($1, '{}', 'chess', 'blitz', 1, 0, $2, $3, 'over', '?', $4, 9, $5, $5, $6)";
        let query =
            sqlx::query(sql).bind(&id).bind(one.map(str::to_owned)).bind(two.map(str::to_owned));
        query.bind(winner).bind(at).bind(at + 1000).execute(&self.store().write).await.unwrap();
        id
    }

    /// A browser with a cookie jar.
    pub fn browser(&self) -> Browser {
        let client = Client::builder().cookie_store(true).build().unwrap();
        Browser { client, base: self.url("") }
    }
}

/// Sends what a page of ours would send.
pub struct Browser {
    pub client: Client,
    pub base: String,
}

impl Browser {
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base)).header("origin", &self.base)
    }

    pub async fn register(&self, name: &str) -> Value {
        self.post("/api/register", json!({ "name": name, "password": "secret word" })).await.ok()
    }

    pub async fn sign_in(&self, name: &str, password: &str) -> Answer {
        self.post("/api/sign-in", json!({ "name": name, "password": password })).await
    }

    /// The id of whoever is signed in here.
    pub async fn id(&self) -> String {
        self.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned()
    }

    /// The id of this session.
    pub async fn session(&self) -> String {
        let sessions = self.get("/api/sessions").await.ok();
        let current = sessions.as_array().unwrap().iter().find(|line| line["current"] == true);
        current.unwrap()["id"].as_str().unwrap().to_owned()
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::GET, path).send().await.unwrap()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::POST, path).json(&body).send().await.unwrap()).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::PUT, path).json(&body).send().await.unwrap()).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::DELETE, path).send().await.unwrap()).await
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
    pub async fn of(response: Response) -> Self {
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
        assert_eq!(
            (self.status.as_u16(), self.json["error"]["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text
        );
        self.json
    }
}

impl Deref for Browser {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
