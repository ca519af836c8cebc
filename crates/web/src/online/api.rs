//! The server's interface over HTTP. Every call ends in an answer or in something that a page can show.

use super::records::{
    Begun, Finished, Friend, GameLine, MatchLine, NewMatch, NewToken, Other, Person, Player,
    RankLine, Read, Session, Spoken, Token,
};
use crate::texts::people as texts;
use damier_games::text::Language;
use js_sys::encode_uri_component;
use leptos::prelude::{document, set_timeout, window};
use serde_json::{Value, json};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Request, RequestCredentials, RequestInit, Response};

/// How long an answer may take before the server counts as gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// Under what a guest's recovery code is kept on the device.
pub const RECOVERY: &str = "recovery";

/// A call had no good answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// Nobody answered: there is no network, or no server.
    #[error("no server answers")]
    Offline,
    /// The server says no, with a code for programs and a message for people in their language.
    #[error("{message}")]
    Refused {
        /// Such as `name-taken`.
        code: String,
        /// What to show.
        message: String,
    },
    /// What answered is no Damier server of this version.
    #[error("the answer cannot be read")]
    Unreadable,
}

impl ApiError {
    /// The server's code, if it was the server that refused.
    pub fn code(&self) -> &str {
        match self {
            Self::Refused { code, .. } => code,
            Self::Offline | Self::Unreadable => "",
        }
    }

    /// What to show.
    pub fn tell(&self, language: Language) -> String {
        match self {
            Self::Refused { message, .. } => sentence(message),
            Self::Offline => texts::NO_ANSWER.tell(language).into(),
            Self::Unreadable => texts::STRANGE_ANSWER.tell(language).into(),
        }
    }

    /// What an answer with a bad status says.
    pub fn of_answer(text: &str) -> Self {
        let read = || -> Option<Self> {
            let value: Value = serde_json::from_str(text).ok()?;
            let error = value.get("error")?;
            let part = |name: &str| Some(error.get(name)?.as_str()?.to_owned());
            Some(Self::Refused { code: part("code")?, message: part("message")? })
        };
        read().unwrap_or(Self::Unreadable)
    }
}

/// The server's messages begin in lower case, to stand behind a colon; alone on a page they are sentences.
pub fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// An answer, or what to show instead.
pub type Answer<T> = Result<T, ApiError>;

/// One request; what came back as text.
async fn send(method: &str, path: &str, body: Option<Value>) -> Answer<String> {
    let gone = |_: JsValue| ApiError::Offline;
    let (stop, init) = (AbortController::new().map_err(gone)?, RequestInit::new());
    init.set_method(method);
    init.set_credentials(RequestCredentials::SameOrigin);
    init.set_signal(Some(&stop.signal()));
    if let Some(body) = &body {
        init.set_body(&body.to_string().into());
    }
    let request = Request::new_with_str_and_init(path, &init).map_err(gone)?;
    let root = document().document_element();
    let language = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    let headers = [("Accept-Language", language.as_str()), ("Content-Type", "application/json")];
    for (name, value) in headers.into_iter().take(if body.is_some() { 2 } else { 1 }) {
        request.headers().set(name, value).map_err(gone)?;
    }
    set_timeout(move || stop.abort(), PATIENCE);
    let answer = JsFuture::from(window().fetch_with_request(&request)).await.map_err(gone)?;
    let answer: Response = answer.dyn_into().map_err(gone)?;
    let text = JsFuture::from(answer.text().map_err(gone)?).await.map_err(gone)?;
    let text = text.as_string().unwrap_or_default();
    if answer.ok() { Ok(text) } else { Err(ApiError::of_answer(&text)) }
}

async fn ask<T: Read>(method: &str, path: &str, body: Option<Value>) -> Answer<T> {
    let text = send(method, path, body).await?;
    serde_json::from_str(&text).ok().as_ref().and_then(T::read).ok_or(ApiError::Unreadable)
}

/// For requests that are answered by nothing but success.
async fn tell(method: &str, path: &str, body: Option<Value>) -> Answer<()> {
    send(method, path, body).await.map(drop)
}

fn escape(part: &str) -> String {
    encode_uri_component(part).into()
}

/// Makes an account; the guest who asks becomes it.
pub async fn register(name: &str, password: &str) -> Answer<Person> {
    ask("POST", "/api/register", Some(json!({ "name": name, "password": password }))).await
}

/// Signs in; with `end_other` the session that is in use elsewhere ends.
pub async fn sign_in(name: &str, password: &str, end_other: bool) -> Answer<Person> {
    let body = json!({ "name": name, "password": password, "end_other": end_other });
    ask("POST", "/api/sign-in", Some(body)).await
}

/// Signs out.
pub async fn sign_out() -> Answer<()> {
    tell("POST", "/api/sign-out", None).await
}

/// Comes in under a pseudonym: who one is now, and the code that gives the seat back elsewhere.
pub async fn guest(name: &str) -> Answer<(Person, String)> {
    ask("POST", "/api/guest", Some(json!({ "name": name }))).await
}

/// Gives a guest the seat back.
pub async fn recover(code: &str) -> Answer<Person> {
    ask("POST", "/api/recover", Some(json!({ "code": code }))).await
}

/// Who I am.
pub async fn me() -> Answer<Person> {
    ask("GET", "/api/me", None).await
}

/// Another pseudonym for a guest.
pub async fn rename(name: &str) -> Answer<Person> {
    ask("PUT", "/api/me", Some(json!({ "name": name }))).await
}

/// Another password; with `revoke_tokens` the API tokens end, too.
pub async fn change_password(old: &str, new: &str, revoke_tokens: bool) -> Answer<()> {
    let body = json!({ "old": old, "new": new, "revoke_tokens": revoke_tokens });
    tell("PUT", "/api/password", Some(body)).await
}

/// A new password by a one-time link.
pub async fn reset(token: &str, password: &str) -> Answer<()> {
    tell("POST", "/api/reset", Some(json!({ "token": token, "password": password }))).await
}

/// Deletes the account, or the guest.
pub async fn delete_account(password: &str) -> Answer<()> {
    tell("POST", "/api/account/delete", Some(json!({ "password": password }))).await
}

/// All that the server knows about me, as it writes it.
pub async fn export() -> Answer<String> {
    send("GET", "/api/account/export", None).await
}

/// My sessions.
pub async fn sessions() -> Answer<Vec<Session>> {
    ask("GET", "/api/sessions", None).await
}

/// Ends one of my sessions.
pub async fn end_session(id: &str) -> Answer<()> {
    tell("DELETE", &format!("/api/sessions/{}", escape(id)), None).await
}

/// Ends all my sessions but this one.
pub async fn end_others() -> Answer<()> {
    tell("POST", "/api/sessions/end-others", None).await
}

/// My API tokens.
pub async fn tokens() -> Answer<Vec<Token>> {
    ask("GET", "/api/tokens", None).await
}

/// Makes an API token.
pub async fn add_token(label: &str, scopes: &[String]) -> Answer<NewToken> {
    ask("POST", "/api/tokens", Some(json!({ "label": label, "scopes": scopes }))).await
}

/// Revokes an API token.
pub async fn revoke_token(id: &str) -> Answer<()> {
    tell("DELETE", &format!("/api/tokens/{}", escape(id)), None).await
}

/// Friends and open asks.
pub async fn friends() -> Answer<Vec<Friend>> {
    ask("GET", "/api/friends", None).await
}

/// Asks for friendship, or agrees to it.
pub async fn befriend(name: &str) -> Answer<()> {
    tell("PUT", &format!("/api/friends/{}", escape(name)), None).await
}

/// Ends a friendship, refuses it or takes the asking back.
pub async fn unfriend(name: &str) -> Answer<()> {
    tell("DELETE", &format!("/api/friends/{}", escape(name)), None).await
}

/// A list of people with whom I want less to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Nothing to do with them.
    Blocks,
    /// Their messages are not shown.
    Mutes,
}

impl Aside {
    fn path(self) -> &'static str {
        match self {
            Self::Blocks => "/api/blocks",
            Self::Mutes => "/api/mutes",
        }
    }
}

/// Whom I blocked or muted.
pub async fn set_aside(list: Aside) -> Answer<Vec<Other>> {
    ask("GET", list.path(), None).await
}

/// Puts somebody on such a list, or takes them off it.
pub async fn put_aside(list: Aside, name: &str, on: bool) -> Answer<()> {
    let method = if on { "PUT" } else { "DELETE" };
    tell(method, &format!("{}/{}", list.path(), escape(name)), None).await
}

/// The messages of a room (`lobby`, `match:ID`, `pair:A:B`), the latest last; those before a place.
pub async fn messages(room: &str, before: Option<i64>) -> Answer<Vec<Spoken>> {
    let before = before.map(|place| format!("?before={place}")).unwrap_or_default();
    ask("GET", &format!("/api/chat/{}{before}", escape(room)), None).await
}

/// What a complaint is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// A message, by its id.
    Message(String),
    /// Somebody: a name, or `@` and an id.
    Player(String),
}

/// Complains to whoever runs the server.
pub async fn report(about: &Complaint, reason: &str) -> Answer<()> {
    let body = match about {
        Complaint::Message(id) => json!({ "message": id, "reason": reason }),
        Complaint::Player(who) => json!({ "player": who, "reason": reason }),
    };
    tell("POST", "/api/reports", Some(body)).await
}

/// A player's page.
pub async fn player(name: &str) -> Answer<Player> {
    ask("GET", &format!("/api/players/{}", escape(name)), None).await
}

/// A player's games, the latest first; those before a time.
pub async fn games_of(name: &str, before: Option<i64>) -> Answer<Vec<GameLine>> {
    let before = before.map(|time| format!("?before={time}")).unwrap_or_default();
    ask("GET", &format!("/api/players/{}/games{before}", escape(name)), None).await
}

/// A page of the ranking, from 0 on.
pub async fn ranking(game: &str, speed: &str, page: u32) -> Answer<Vec<RankLine>> {
    ask("GET", &format!("/api/ranking?game={game}&speed={speed}&page={page}"), None).await
}

/// Begins a match.
pub async fn create(new: &NewMatch) -> Answer<Begun> {
    ask("POST", "/api/matches", Some(new.write())).await
}

/// Public matches of a status (`open`, `playing`, `over`).
pub async fn matches(status: &str) -> Answer<Vec<MatchLine>> {
    ask("GET", &format!("/api/matches?status={status}"), None).await
}

/// The public matches that ended last.
pub async fn finished() -> Answer<Vec<Finished>> {
    ask("GET", "/api/matches?status=over", None).await
}

/// My own unfinished matches.
pub async fn my_matches() -> Answer<Vec<MatchLine>> {
    ask("GET", "/api/matches", None).await
}

/// Sits down at a match, named by its id or its short code.
pub async fn join(id: &str) -> Answer<Begun> {
    ask("POST", &format!("/api/matches/{}/join", escape(id)), None).await
}

/// Takes an open match back, or declines an invitation.
pub async fn withdraw(id: &str) -> Answer<()> {
    tell("DELETE", &format!("/api/matches/{}", escape(id)), None).await
}

/// A match as its players write it down.
pub async fn record(id: &str) -> Answer<String> {
    send("GET", &format!("/api/matches/{}/record", escape(id)), None).await
}

/// What I may see of a past moment of a match: what `Snapshot` writes.
pub async fn moment(id: &str, ply: usize) -> Answer<Value> {
    let text = send("GET", &format!("/api/matches/{}/moments/{ply}", escape(id)), None).await?;
    serde_json::from_str(&text).map_err(|_| ApiError::Unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_read_and_shown_as_sentences() {
        let error = ApiError::of_answer(
            r#"{"error":{"code":"wrong-credentials","message":"élan or the password is wrong"}}"#,
        );
        assert_eq!(error.code(), "wrong-credentials");
        assert_eq!(error.tell(Language::English), "Élan or the password is wrong");
    }

    #[test]
    fn what_no_damier_server_says_is_told_plainly() {
        for text in ["", "<html>502</html>", "{}", r#"{"error":"no"}"#, r#"{"error":{"code":1}}"#] {
            let error = ApiError::of_answer(text);
            assert_eq!(error, ApiError::Unreadable, "{text}");
            assert!(!error.tell(Language::French).is_empty());
        }
    }
}
