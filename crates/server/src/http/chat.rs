//! Reading messages page by page, complaining about them, and what administrators do then. Writing is the WebSocket's.

use super::{
    auth::Visitor,
    extract::{Json, Path, Query},
};
use crate::{
    ApiError, App,
    store::{
        chat::{Message, Room},
        reports::Report,
        throttle::Limit,
        tokens::Scope,
    },
};
use axum::{extract::State, http::StatusCode};
use damier_contest::Millis;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// How often somebody may complain.
const REPORTS: Limit = Limit::new(10, 60_000);
/// The messages of a page where nothing else is asked for.
const PAGE: i64 = 50;
/// A silence of a century is meant to be one for good.
const LONGEST_SILENCE_MIN: i64 = 100 * 365 * 24 * 60;

/// Which page.
#[derive(Deserialize, IntoParams)]
pub struct Page {
    /// Only what stands before this.
    before: Option<i64>,
    /// At most so many, up to 200.
    limit: Option<i64>,
}

/// A complaint, about a message or about somebody.
#[derive(Deserialize, ToSchema)]
pub struct Complaint {
    /// The message's id.
    #[serde(default)]
    message: Option<String>,
    /// Instead of a message: a name, or `@` and an id.
    #[serde(default)]
    player: Option<String>,
    /// Why, in a few words; a complaint about somebody needs it.
    #[serde(default)]
    reason: String,
}

/// Which complaints.
#[derive(Deserialize, IntoParams)]
pub struct Complaints {
    /// Those that were resolved, too.
    #[serde(default)]
    all: bool,
    /// Only what was reported before this.
    before: Option<i64>,
    /// At most so many, up to 200.
    limit: Option<i64>,
}

/// Who is to be silent, and how long.
#[derive(Deserialize, ToSchema)]
pub struct Silence {
    /// A name, or `@` and an id.
    who: String,
    /// 0 ends a silence.
    minutes: i64,
}

/// The messages of a room (`lobby`, `match:ID`, `pair:A:B`), the latest last.
#[utoipa::path(get, path = "/api/chat/{room}", params(("room" = String, Path), Page), responses(
    (status = 200, body = [Message]), (status = 403, description = "room-closed"), (status = 404)))]
pub async fn messages(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(room): Path<String>,
    Query(page): Query<Page>,
) -> Result<Json<Vec<Message>>, ApiError> {
    if let Some(visitor) = &visitor {
        visitor.require(Scope::Read)?;
    }
    let room = Room::parse(&room).ok_or(ApiError::NotFound)?;
    let reader = visitor.map(|visitor| visitor.person);
    app.store.may_read(&room, reader.as_ref()).await?;
    let reader = reader.as_ref().map(|person| person.id.as_str());
    let limit = page.limit.unwrap_or(PAGE);
    Ok(Json(app.store.messages(&room, reader, page.before, limit).await?))
}

/// Complains about a message, or about somebody.
#[utoipa::path(post, path = "/api/reports", request_body = Complaint, responses(
    (status = 204), (status = 404), (status = 422, description = "empty-message, long-message, yourself"), (status = 429)))]
pub async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Json(complaint): Json<Complaint>,
) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Chat)?;
    app.store.throttle(&format!("report:{}", visitor.person.id), REPORTS, app.now()).await?;
    let (me, reason) = (&visitor.person, &complaint.reason);
    match (&complaint.message, &complaint.player) {
        (Some(message), None) => app.store.report_message(me, message, reason, app.now()).await?,
        (None, Some(player)) => {
            let other = app.store.find(player).await?;
            app.store.report_person(me, &other, reason, app.now()).await?;
        }
        _ => return Err(ApiError::Malformed),
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The complaints that are open, the latest first; for administrators.
#[utoipa::path(get, path = "/api/admin/reports", params(Complaints), responses(
    (status = 200, body = [Report]), (status = 403, description = "admins-only")))]
pub async fn reports(
    State(app): State<App>,
    visitor: Visitor,
    Query(which): Query<Complaints>,
) -> Result<Json<Vec<Report>>, ApiError> {
    visitor.administrator()?;
    let limit = which.limit.unwrap_or(PAGE);
    Ok(Json(app.store.reports(which.all, which.before, limit).await?))
}

/// Is done with a complaint; for administrators.
#[utoipa::path(post, path = "/api/admin/reports/{id}/resolve", params(("id" = String, Path)), responses(
    (status = 204), (status = 403, description = "admins-only"), (status = 404)))]
pub async fn resolve(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.administrator()?;
    if !app.store.resolve_report(&id, app.now()).await? {
        return Err(ApiError::NotFound);
    }
    tracing::info!(by = visitor.person.id, report = id, "resolved");
    Ok(StatusCode::NO_CONTENT)
}

/// Silences somebody; for administrators.
#[utoipa::path(post, path = "/api/admin/silence", request_body = Silence, responses(
    (status = 204), (status = 403, description = "admins-only"), (status = 404)))]
pub async fn silence(
    State(app): State<App>,
    visitor: Visitor,
    Json(wanted): Json<Silence>,
) -> Result<StatusCode, ApiError> {
    visitor.administrator()?;
    let other = app.store.find(&wanted.who).await?;
    let minutes = wanted.minutes.clamp(0, LONGEST_SILENCE_MIN);
    let until = if minutes == 0 { Millis(0) } else { Millis(app.now().0 + minutes * 60_000) };
    app.store.silence(&other.id, until).await?;
    tracing::info!(by = visitor.person.id, person = other.id, minutes, "silenced");
    Ok(StatusCode::NO_CONTENT)
}
