//! What the API refuses, and how: the status, the code that programs read and the message that people read.

use crate::live::LiveError;
use axum::{
    Json,
    extract::rejection::{JsonRejection, PathRejection, QueryRejection, StringRejection},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use damier_games::{
    mosaic::QuadrantError,
    text::{Language, Phrase, Tell},
};
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
    SignInNeeded,
    BadToken,
    ScopeMissing { scope: &'static str },
    SessionNeeded,
    AccountsOnly,
    GuestsOnly,
    AdminsOnly,
    WrongCredentials,
    WrongPassword,
    WrongCode,
    LinkExpired,
    InUse,
    NameTaken { name: String },
    NameForm,
    NameReserved,
    PasswordForm,
    LabelForm,
    NoSuchPlayer,
    Yourself,
    Blocked,
    NotFriends,
    RoomClosed,
    Silenced { seconds: i64 },
    EmptyMessage,
    LongMessage { most: usize },
    TooManyThings { most: i64 },
    QuadrantName { most: usize },
    Quadrant(QuadrantError),
    Live(LiveError),
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
            Self::SignInNeeded => (S::UNAUTHORIZED, "sign-in-needed", "choose a pseudonym or sign in first", "choisissez d'abord un pseudo ou connectez-vous"),
            Self::BadToken => (S::UNAUTHORIZED, "bad-token", "there is no such API token, or it was revoked", "ce jeton d'API n'existe pas ou a été révoqué"),
            Self::ScopeMissing { scope } => return (S::FORBIDDEN, "scope-missing", Phrase::new(
                format!("this API token may not do that: expected one with the scope \"{scope}\""),
                format!("ce jeton d'API ne le permet pas : attendu un jeton de portée « {scope} »"),
            )),
            Self::SessionNeeded => (S::FORBIDDEN, "session-needed", "no API token may do that: sign in with your password", "aucun jeton d'API ne le permet : connectez-vous avec votre mot de passe"),
            Self::AccountsOnly => (S::FORBIDDEN, "accounts-only", "that is for accounts: register to keep your games and go on", "c'est réservé aux comptes : inscrivez-vous, vos parties vous restent"),
            Self::GuestsOnly => (S::FORBIDDEN, "guests-only", "only guests change their name", "seuls les invités changent de nom"),
            Self::AdminsOnly => (S::FORBIDDEN, "admins-only", "that is for administrators", "c'est réservé aux administrateurs"),
            Self::WrongCredentials => (S::UNAUTHORIZED, "wrong-credentials", "the name or the password is wrong", "le nom ou le mot de passe est incorrect"),
            Self::WrongPassword => (S::FORBIDDEN, "wrong-password", "the password is wrong", "le mot de passe est incorrect"),
            Self::WrongCode => (S::NOT_FOUND, "wrong-code", "no guest has this recovery code", "aucun invité n'a ce code de récupération"),
            Self::LinkExpired => (S::GONE, "link-expired", "this link was used already or is too old: ask for another", "ce lien a déjà servi ou est trop ancien : demandez-en un autre"),
            Self::InUse => (S::CONFLICT, "in-use", "this account is in use elsewhere: end the other session to go on here", "ce compte est utilisé ailleurs : mettez fin à l'autre session pour continuer ici"),
            Self::NameTaken { name } => return (S::CONFLICT, "name-taken", Phrase::new(
                format!("the name \"{name}\" is taken: choose another"),
                format!("le nom « {name} » est déjà pris : choisissez-en un autre"),
            )),
            Self::NameForm => (S::UNPROCESSABLE_ENTITY, "name-form", "this name cannot be used: expected 2 to 20 letters, digits, - or _", "ce nom ne convient pas : attendu 2 à 20 lettres, chiffres, - ou _"),
            Self::NameReserved => (S::UNPROCESSABLE_ENTITY, "name-reserved", "this name is reserved: choose another", "ce nom est réservé : choisissez-en un autre"),
            Self::PasswordForm => (S::UNPROCESSABLE_ENTITY, "password-form", "this password cannot be used: expected 8 to 200 characters", "ce mot de passe ne convient pas : attendu 8 à 200 caractères"),
            Self::LabelForm => (S::UNPROCESSABLE_ENTITY, "label-form", "a token needs a label of 1 to 60 characters and a scope", "un jeton a besoin d'un libellé de 1 à 60 caractères et d'une portée"),
            Self::NoSuchPlayer => (S::NOT_FOUND, "no-such-player", "nobody has this name", "personne ne porte ce nom"),
            Self::Yourself => (S::UNPROCESSABLE_ENTITY, "yourself", "that is you: expected somebody else", "c'est vous : attendu quelqu'un d'autre"),
            Self::Blocked => (S::FORBIDDEN, "blocked", "one of you has blocked the other", "l'un de vous a bloqué l'autre"),
            Self::NotFriends => (S::FORBIDDEN, "not-friends", "only friends write to each other outside matches", "seuls des amis s'écrivent en dehors des parties"),
            Self::RoomClosed => (S::FORBIDDEN, "room-closed", "this conversation is between others", "cette conversation est entre d'autres personnes"),
            Self::Silenced { seconds } => return (S::FORBIDDEN, "silenced", Phrase::new(
                format!("an administrator has silenced you for another {seconds} s"),
                format!("un administrateur vous a réduit au silence pour encore {seconds} s"),
            )),
            Self::EmptyMessage => (S::UNPROCESSABLE_ENTITY, "empty-message", "there is nothing to read in this message", "il n'y a rien à lire dans ce message"),
            Self::LongMessage { most } => return (S::UNPROCESSABLE_ENTITY, "long-message", Phrase::new(
                format!("this message is too long: expected at most {most} characters"),
                format!("ce message est trop long : attendu {most} caractères au plus"),
            )),
            Self::TooManyThings { most } => return (S::CONFLICT, "too-many-things", Phrase::new(
                format!("that would be too many: expected at most {most}"),
                format!("cela en ferait trop : attendu {most} au plus"),
            )),
            Self::QuadrantName { most } => return (S::UNPROCESSABLE_ENTITY, "quadrant-name", Phrase::new(
                format!("this name of a quadrant cannot be used: expected 1 to {most} characters"),
                format!("ce nom de quadrant ne convient pas : attendu 1 à {most} caractères"),
            )),
            Self::Live(error) => return (live_status(error), error.code(), Phrase::new(
                error.tell(Language::English),
                error.tell(Language::French),
            )),
            Self::Quadrant(error) => return (S::UNPROCESSABLE_ENTITY, "quadrant", Phrase::new(
                error.tell(Language::English),
                error.tell(Language::French),
            )),
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
        // A NUL in a text: SQLite takes it, PostgreSQL does not.
        if error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("22021")) {
            return Self::Malformed;
        }
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

impl From<QuadrantError> for ApiError {
    fn from(error: QuadrantError) -> Self {
        Self::Quadrant(error)
    }
}

impl From<LiveError> for ApiError {
    fn from(error: LiveError) -> Self {
        match error {
            LiveError::Unavailable => Self::Unavailable,
            LiveError::Broken => Self::Internal,
            other => Self::Live(other),
        }
    }
}

fn live_status(error: &LiveError) -> StatusCode {
    match error {
        LiveError::NoMatch => StatusCode::NOT_FOUND,
        LiveError::NotYours => StatusCode::FORBIDDEN,
        LiveError::Text(_) | LiveError::Terms(_) => StatusCode::UNPROCESSABLE_ENTITY,
        LiveError::Open | LiveError::Refused(_) | LiveError::Full | LiveError::TooMany => {
            StatusCode::CONFLICT
        }
        LiveError::Stopping | LiveError::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        LiveError::Broken => StatusCode::INTERNAL_SERVER_ERROR,
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

impl From<StringRejection> for ApiError {
    fn from(rejection: StringRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::Malformed,
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(_: QueryRejection) -> Self {
        Self::Malformed
    }
}
