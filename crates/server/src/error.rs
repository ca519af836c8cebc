//! What the API refuses, and how: the status, the code that programs read and the message that people read.

use axum::{
    Json,
    extract::rejection::{JsonRejection, PathRejection, QueryRejection},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use damier_games::text::{Language, Phrase, Tell};
use serde_json::json;
use std::sync::Arc;

/// A request was refused.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
#[allow(missing_docs, reason = "each variant's message says what it means")]
pub enum ApiError {
    NotFound,
    WrongMethod,
    Malformed,
    TooLarge,
    TooSlow,
    TooMany { retry_after_s: u64 },
    Unavailable,
    Internal,
    ForeignOrigin,
}

impl ApiError {
    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.parts().0
    }

    /// The name that programs go by.
    pub fn code(&self) -> &'static str {
        self.parts().1
    }

    #[rustfmt::skip]
    fn parts(&self) -> (StatusCode, &'static str, Phrase) {
        use StatusCode as S;
        let (status, code, en, fr) = match self {
            Self::NotFound => (S::NOT_FOUND, "not-found", "there is nothing here", "il n'y a rien ici"),
            Self::WrongMethod => (S::METHOD_NOT_ALLOWED, "wrong-method", "this address takes another method", "cette adresse attend une autre méthode"),
            Self::Malformed => (S::BAD_REQUEST, "malformed", "cannot read the request: expected what /api/openapi.json describes", "requête illisible : attendu ce que décrit /api/openapi.json"),
            Self::TooLarge => (S::PAYLOAD_TOO_LARGE, "too-large", "the request is too large: expected at most 64 KiB", "la requête est trop grande : attendu 64 Kio au plus"),
            Self::TooSlow => (S::REQUEST_TIMEOUT, "too-slow", "the request took too long", "la requête a pris trop de temps"),
            Self::TooMany { retry_after_s } => return (S::TOO_MANY_REQUESTS, "too-many", Phrase::new(
                format!("too many attempts: try again in {retry_after_s} s"),
                format!("trop de tentatives : réessayez dans {retry_after_s} s"),
            )),
            Self::Unavailable => (S::SERVICE_UNAVAILABLE, "unavailable", "the database does not answer: nothing was changed, try again soon", "la base de données ne répond pas : rien n'a changé, réessayez bientôt"),
            Self::Internal => (S::INTERNAL_SERVER_ERROR, "internal", "the server made a mistake; it is in its log", "le serveur a commis une erreur ; elle est dans son journal"),
            Self::ForeignOrigin => (S::FORBIDDEN, "foreign-origin", "this request comes from another site: expected an Origin equal to the Host, or an API token", "cette requête vient d'un autre site : attendu un Origin égal au Host, ou un jeton d'API"),
        };
        (status, code, Phrase::new(en, fr))
    }

    /// The answer in `language`.
    pub fn response(&self, language: Language) -> Response {
        let (status, code, phrase) = self.parts();
        let body = json!({ "error": { "code": code, "message": phrase.tell(language) } });
        let mut response = (status, Json(body)).into_response();
        if let Self::TooMany { retry_after_s } = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after_s));
        }
        // So that the outermost layer, which knows what the client reads, can say it in French.
        response.extensions_mut().insert(Arc::new(self.clone()));
        response
    }
}

impl Tell for ApiError {
    fn tell(&self, language: Language) -> String {
        self.parts().2.tell(language).to_owned()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.response(Language::English)
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        // Statements carry no values, so that nothing secret is in this line.
        tracing::error!(%error, "the database refused");
        if is_outage(&error) { Self::Unavailable } else { Self::Internal }
    }
}

/// Whether the database is gone, full or locked, rather than the statement wrong.
pub fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // PostgreSQL's classes: connection, resources, operator, system, read only. SQLite's numbers: the low byte is
            // the kind: busy, locked, read only, interrupted, input/output, corrupt, full, cannot open, not a database.
            let postgres = ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class));
            let number = code.parse::<u32>().ok().filter(|_| code.len() != 5);
            let sqlite =
                number.is_some_and(|n| [5, 6, 8, 9, 10, 11, 13, 14, 26].contains(&(n & 0xff)));
            (code.len() == 5 && (postgres || code == "25006")) || sqlite
        }),
        _ => false,
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::Malformed,
        }
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> Self {
        Self::NotFound
    }
}

impl From<QueryRejection> for ApiError {
    fn from(_: QueryRejection) -> Self {
        Self::Malformed
    }
}
