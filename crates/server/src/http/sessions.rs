//! Sessions and API tokens: seeing and ending them.

use super::{
    auth::Visitor,
    extract::{Json, Path},
};
use crate::{
    ApiError, App, ids,
    store::{
        sessions::SessionInfo,
        tokens::{MOST, Scope, TokenInfo},
    },
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a new token is to be.
#[derive(Deserialize, ToSchema)]
pub struct WantedToken {
    /// What its owner calls it.
    label: String,
    /// What it is good for.
    scopes: Vec<Scope>,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub struct NewToken {
    info: TokenInfo,
    /// Goes into `Authorization: Bearer`. Shown this once.
    token: String,
}

/// My sessions.
#[utoipa::path(get, path = "/api/sessions", responses((status = 200, body = [SessionInfo])))]
pub async fn sessions(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    visitor.require(Scope::Account)?;
    let current = visitor.session.as_deref();
    Ok(Json(app.store.sessions(&visitor.person.id, current, app.now()).await?))
}

/// Ends one of my sessions.
#[utoipa::path(delete, path = "/api/sessions/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn end_session(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Account)?;
    if !app.store.end_session(&visitor.person.id, &id).await? {
        return Err(ApiError::NotFound);
    }
    app.tell_ended([id]);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all my sessions but this one.
#[utoipa::path(post, path = "/api/sessions/end-others", responses((status = 204)))]
pub async fn end_others(State(app): State<App>, visitor: Visitor) -> Result<StatusCode, ApiError> {
    let session = visitor.signed_in()?;
    app.tell_ended(app.store.end_other_sessions(&visitor.person.id, Some(session)).await?);
    Ok(StatusCode::NO_CONTENT)
}

/// My API tokens.
#[utoipa::path(get, path = "/api/tokens", responses((status = 200, body = [TokenInfo])))]
pub async fn tokens(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<TokenInfo>>, ApiError> {
    visitor.account(Scope::Account)?;
    Ok(Json(app.store.tokens(&visitor.person.id).await?))
}

/// Makes an API token.
#[utoipa::path(post, path = "/api/tokens", request_body = WantedToken, responses(
    (status = 201, body = NewToken), (status = 409, description = "too-many-things"), (status = 422, description = "label-form")))]
pub async fn add_token(
    State(app): State<App>,
    visitor: Visitor,
    Json(wanted): Json<WantedToken>,
) -> Result<(StatusCode, Json<NewToken>), ApiError> {
    visitor.account(Scope::Account)?;
    visitor.signed_in()?;
    let label = wanted.label.trim();
    let fits = (1..=60).contains(&label.chars().count()) && !label.chars().any(char::is_control);
    if !fits || wanted.scopes.is_empty() {
        return Err(ApiError::LabelForm);
    }
    let token = format!("damier_{}", ids::new_token());
    let added = app.store.add_token(&visitor.person.id, label, &wanted.scopes, &token, app.now());
    let info = added.await?.ok_or(ApiError::TooManyThings { most: MOST })?;
    Ok((StatusCode::CREATED, Json(NewToken { info, token })))
}

/// Revokes an API token.
#[utoipa::path(delete, path = "/api/tokens/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn revoke_token(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.account(Scope::Account)?;
    if !app.store.revoke_token(&visitor.person.id, &id).await? {
        return Err(ApiError::NotFound);
    }
    app.tell_ended([format!("token:{id}")]);
    Ok(StatusCode::NO_CONTENT)
}
