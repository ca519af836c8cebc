//! Who asks: a browser by its cookie, or a program by its token.

use super::layers;
use crate::{
    ApiError, App, ids,
    store::{
        people::{Kind, Person},
        sessions::IDLE_MS,
        tokens::Scope,
    },
};
use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponseParts, ResponseParts},
};
use std::convert::Infallible;

/// The name of the cookie.
pub const COOKIE: &str = "damier";

/// Whoever sent a request.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Who they are.
    pub person: Person,
    /// The browser's session; none for a token.
    pub session: Option<String>,
    /// The token's id; none for a browser.
    pub token: Option<String>,
    /// What they may do; everything for a browser.
    pub scopes: Vec<Scope>,
}

impl Visitor {
    /// Refuses a token without this scope.
    pub fn require(&self, scope: Scope) -> Result<(), ApiError> {
        let may = self.scopes.contains(&scope);
        if may { Ok(()) } else { Err(ApiError::ScopeMissing { scope: scope.name() }) }
    }

    /// Refuses guests, and tokens without this scope.
    pub fn account(&self, scope: Scope) -> Result<(), ApiError> {
        self.require(scope)?;
        if self.person.kind == Kind::Account { Ok(()) } else { Err(ApiError::AccountsOnly) }
    }

    /// Refuses tokens: what touches the password or makes tokens needs somebody who signed in. Returns the session.
    pub fn signed_in(&self) -> Result<&str, ApiError> {
        self.session.as_deref().ok_or(ApiError::SessionNeeded)
    }

    /// Refuses everybody but administrators who signed in.
    pub fn administrator(&self) -> Result<(), ApiError> {
        self.signed_in()?;
        if self.person.admin { Ok(()) } else { Err(ApiError::AdminsOnly) }
    }

    /// What `Store::presence_enter` knows this connection by.
    pub fn presence_key(&self) -> String {
        match (&self.session, &self.token) {
            (Some(session), _) => session.clone(),
            (None, Some(token)) => format!("token:{token}"),
            (None, None) => format!("token:{}", self.person.id),
        }
    }
}

/// Who sent these headers; nobody without a cookie, or with one that has run out. A token must be good.
pub async fn authenticate(app: &App, headers: &HeaderMap) -> Result<Option<Visitor>, ApiError> {
    let now = app.now();
    if let Some(token) = layers::bearer(headers) {
        let found = app.store.token(token, now).await?;
        let (person, id, scopes) = found.ok_or(ApiError::BadToken)?;
        return Ok(Some(Visitor { person, session: None, token: Some(id), scopes }));
    }
    let Some(cookie) = cookie(headers) else { return Ok(None) };
    let found = app.store.session(cookie, now).await?;
    Ok(found.map(|(person, session)| Visitor {
        person,
        session: Some(session),
        token: None,
        scopes: Scope::ALL.to_vec(),
    }))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs =
        lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        authenticate(app, &parts.headers).await?.ok_or(ApiError::SignInNeeded)
    }
}

impl OptionalFromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, ApiError> {
        authenticate(app, &parts.headers).await
    }
}

/// What is known of the client besides who it is.
pub struct Client {
    /// What limits are counted by.
    pub address: String,
    /// What it calls itself.
    pub agent: String,
    secure: bool,
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self {
            address: layers::client_address(parts, &app.config),
            agent: agent.unwrap_or_default().to_owned(),
            secure: layers::is_secure(&parts.headers, &app.config),
        })
    }
}

/// A cookie to send.
pub struct SetCookie(HeaderValue);

impl SetCookie {
    fn new(value: &str, max_age_s: i64, secure: bool) -> Self {
        let secure = if secure { "; Secure" } else { "" };
        let text = format!(
            "{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={max_age_s}{secure}"
        );
        let mut value = HeaderValue::from_str(&text).expect("tokens are plain letters and digits");
        value.set_sensitive(true);
        Self(value)
    }

    /// Takes the cookie away.
    pub fn none(client: &Client) -> Self {
        Self::new("", 0, client.secure)
    }
}

impl IntoResponseParts for SetCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        parts.headers_mut().append(header::SET_COOKIE, self.0);
        Ok(parts)
    }
}

/// Opens a session for somebody who has just shown who they are; the browser's earlier one ends.
pub async fn open_session(
    app: &App,
    client: &Client,
    person: &str,
    earlier: Option<&Visitor>,
) -> Result<SetCookie, ApiError> {
    let token = ids::new_token();
    app.store.add_session(person, &token, &client.agent, app.now()).await?;
    if let Some(Visitor { person, session: Some(session), .. }) = earlier {
        app.store.end_session(&person.id, session).await?;
        app.tell_ended([session.clone()]);
    }
    Ok(SetCookie::new(&token, IDLE_MS / 1000, client.secure))
}

/// Another cookie for the same session: whoever knew the old one knows nothing.
pub async fn rotate_session(
    app: &App,
    client: &Client,
    session: &str,
) -> Result<SetCookie, ApiError> {
    let token = ids::new_token();
    app.store.rotate_session(session, &token).await?;
    Ok(SetCookie::new(&token, IDLE_MS / 1000, client.secure))
}
