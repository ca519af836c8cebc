//! Friends, blocks and mutes. `{who}` is an account's name, or `@` and an id.

use super::{
    auth::Visitor,
    extract::{Json, Path},
};
use crate::{
    ApiError, App,
    bus::topic,
    live::gate,
    store::{
        friends::{Bond, Friend, List, Other},
        people::{Kind, Person},
        throttle::Limit,
        tokens::Scope,
    },
};
use axum::{extract::State, http::StatusCode};
use damier_protocol::FromServer;
use serde::Serialize;
use utoipa::ToSchema;

/// How often somebody may ask for friendship.
const ASKS: Limit = Limit::new(20, 30_000);

/// How two people stand after an ask.
#[derive(Serialize, ToSchema)]
pub struct Standing {
    bond: Bond,
}

/// Friends and open asks, with who is connected and who plays.
#[utoipa::path(get, path = "/api/friends", responses((status = 200, body = [Friend]), (status = 403, description = "accounts-only")))]
pub async fn friends(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<Friend>>, ApiError> {
    visitor.account(Scope::Read)?;
    Ok(Json(app.store.friends(&visitor.person.id, app.now()).await?))
}

/// Asks for friendship, or agrees where the other has asked.
#[utoipa::path(put, path = "/api/friends/{who}", params(("who" = String, Path)), responses(
    (status = 200, body = Standing), (status = 403, description = "blocked, accounts-only"), (status = 404), (status = 429)))]
pub async fn ask(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<Json<Standing>, ApiError> {
    visitor.account(Scope::Chat)?;
    Ok(Json(Standing { bond: befriend(&app, &visitor.person, &who).await? }))
}

/// Asks for friendship, or agrees where the other has asked, and tells both.
pub(crate) async fn befriend(app: &App, me: &Person, who: &str) -> Result<Bond, ApiError> {
    let other = app.store.find(who).await?;
    if other.kind == Kind::Guest {
        return Err(ApiError::AccountsOnly);
    }
    app.store.throttle(&format!("ask:{}", me.id), ASKS, app.now()).await?;
    let bond = app.store.befriend(&me.id, &other.id, app.now()).await?;
    tell(app, &me.id, &other.id);
    Ok(bond)
}

/// Agrees to friendship.
#[utoipa::path(post, path = "/api/friends/{who}/accept", params(("who" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn accept(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.account(Scope::Chat)?;
    agree(&app, &visitor.person, &who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Agrees to what the other asked, and tells both.
pub(crate) async fn agree(app: &App, me: &Person, who: &str) -> Result<(), ApiError> {
    let other = app.store.find(who).await?;
    app.store.accept_friend(&me.id, &other.id, app.now()).await?;
    tell(app, &me.id, &other.id);
    Ok(())
}

/// Refuses, withdraws or ends.
#[utoipa::path(delete, path = "/api/friends/{who}", params(("who" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.account(Scope::Chat)?;
    let was = part(&app, &visitor.person, &who).await?;
    if was { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

/// Refuses, withdraws or ends, and tells both; whether there was anything.
pub(crate) async fn part(app: &App, me: &Person, who: &str) -> Result<bool, ApiError> {
    let other = app.store.find(who).await?;
    let was = app.store.unfriend(&me.id, &other.id).await?;
    tell(app, &me.id, &other.id);
    Ok(was)
}

/// Something between these two has changed: their clients look again.
fn tell(app: &App, one: &str, other: &str) {
    for person in [one, other] {
        app.bus.publish(&topic::person(person), &gate::text(&FromServer::Friends));
    }
}

/// From now on this person's open sockets hear nobody whom they muted or blocked.
async fn close_ears(app: &App, person: &str) -> Result<(), ApiError> {
    let unheard = app.store.unheard(person).await?;
    app.bus.ignore(&topic::person(person), &unheard);
    Ok(())
}

async fn show(app: &App, visitor: &Visitor, list: List) -> Result<Json<Vec<Other>>, ApiError> {
    visitor.require(Scope::Read)?;
    Ok(Json(app.store.list(list, &visitor.person.id).await?))
}

async fn add(app: &App, visitor: &Visitor, who: &str, list: List) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Chat)?;
    let other = app.store.find(who).await?;
    app.store.list_add(list, &visitor.person.id, &other.id, app.now()).await?;
    close_ears(app, &visitor.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn drop(app: &App, visitor: &Visitor, who: &str, list: List) -> Result<StatusCode, ApiError> {
    visitor.require(Scope::Chat)?;
    let other = app.store.find(who).await?;
    let was = app.store.list_remove(list, &visitor.person.id, &other.id).await?;
    close_ears(app, &visitor.person.id).await?;
    if was { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

/// Whom I blocked.
#[utoipa::path(get, path = "/api/blocks", responses((status = 200, body = [Other])))]
pub async fn blocks(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<Other>>, ApiError> {
    show(&app, &visitor, List::Blocks).await
}

/// Blocks somebody: no friendship, no messages.
#[utoipa::path(put, path = "/api/blocks/{who}", params(("who" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn block(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<StatusCode, ApiError> {
    add(&app, &visitor, &who, List::Blocks).await
}

/// Unblocks somebody.
#[utoipa::path(delete, path = "/api/blocks/{who}", params(("who" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn unblock(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<StatusCode, ApiError> {
    drop(&app, &visitor, &who, List::Blocks).await
}

/// Whom I muted.
#[utoipa::path(get, path = "/api/mutes", responses((status = 200, body = [Other])))]
pub async fn mutes(State(app): State<App>, visitor: Visitor) -> Result<Json<Vec<Other>>, ApiError> {
    show(&app, &visitor, List::Mutes).await
}

/// Mutes somebody: I no longer get their messages.
#[utoipa::path(put, path = "/api/mutes/{who}", params(("who" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn mute(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<StatusCode, ApiError> {
    add(&app, &visitor, &who, List::Mutes).await
}

/// Unmutes somebody.
#[utoipa::path(delete, path = "/api/mutes/{who}", params(("who" = String, Path)), responses((status = 204), (status = 404)))]
pub async fn unmute(
    State(app): State<App>,
    visitor: Visitor,
    Path(who): Path<String>,
) -> Result<StatusCode, ApiError> {
    drop(&app, &visitor, &who, List::Mutes).await
}
