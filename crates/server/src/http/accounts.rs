//! Accounts: registering, signing in and out, the password, leaving for good.

use super::{
    auth::{self, Client, SetCookie, Visitor},
    extract::Json,
};
use crate::{
    ApiError, App, ids,
    names::Name,
    passwords, people,
    store::{
        people::{Kind, Person},
        throttle::Limit,
        tokens::Scope,
    },
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Recovery codes and links tried from one address.
const RECOVER: Limit = Limit::new(20, 10_000);
/// Passwords tried inside a session.
const PASSWORD: Limit = Limit::new(10, 60_000);

/// A name and a password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    name: String,
    password: String,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
pub struct SignIn {
    name: String,
    password: String,
    /// Ends the session that is in use elsewhere.
    #[serde(default)]
    end_other: bool,
}

/// A pseudonym.
#[derive(Deserialize, ToSchema)]
pub struct Pseudonym {
    name: String,
}

/// A new guest.
#[derive(Serialize, ToSchema)]
pub struct NewGuest {
    person: Person,
    /// Gives the seat back in another browser. Shown this once.
    recovery: String,
}

/// A guest's recovery code.
#[derive(Deserialize, ToSchema)]
pub struct Recovery {
    code: String,
}

/// A password and the one that replaces it.
#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    old: String,
    new: String,
    /// Whether the API tokens end as well.
    #[serde(default)]
    revoke_tokens: bool,
}

/// A one-time link's token and the new password.
#[derive(Deserialize, ToSchema)]
pub struct Reset {
    token: String,
    password: String,
}

/// The password again, for what cannot be undone. Guests have none.
#[derive(Deserialize, ToSchema)]
pub struct Farewell {
    #[serde(default)]
    password: String,
}

async fn person(app: &App, id: &str) -> Result<Person, ApiError> {
    app.store.person(id).await?.ok_or(ApiError::SignInNeeded)
}

/// Makes an account. The guest of the cookie becomes it and keeps the games.
#[utoipa::path(post, path = "/api/register", request_body = Credentials, responses(
    (status = 201, body = Person), (status = 409, description = "name-taken"),
    (status = 422, description = "name-form, name-reserved, password-form"), (status = 429)))]
pub async fn register(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    Json(wanted): Json<Credentials>,
) -> Result<(StatusCode, SetCookie, Json<Person>), ApiError> {
    let name = Name::parse(&wanted.name)?;
    passwords::check_form(&wanted.password)?;
    let hash = people::hash_for_new(&app, &client.address, &wanted.password).await?;
    let guest = visitor.as_ref().filter(|visitor| visitor.person.kind == Kind::Guest);
    let (id, cookie) =
        match guest.and_then(|guest| Some((&guest.person.id, guest.session.as_ref()?))) {
            Some((id, session)) => {
                app.store.promote(id, &name, &hash, app.now()).await?;
                tell_matches(&app, id).await;
                (id.clone(), auth::rotate_session(&app, &client, session).await?)
            }
            None => {
                let id = app.store.add_account(&name, &hash, app.now()).await?;
                let cookie = auth::open_session(&app, &client, &id, visitor.as_ref()).await?;
                (id, cookie)
            }
        };
    tracing::info!(person = id, "registered");
    Ok((StatusCode::CREATED, cookie, Json(person(&app, &id).await?)))
}

/// Signs in. An account that is in use elsewhere is not taken over, unless `end_other` asks for it.
#[utoipa::path(post, path = "/api/sign-in", request_body = SignIn, responses(
    (status = 200, body = Person), (status = 401, description = "wrong-credentials"),
    (status = 409, description = "in-use"), (status = 429)))]
pub async fn sign_in(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    Json(wanted): Json<SignIn>,
) -> Result<(SetCookie, Json<Person>), ApiError> {
    let person = people::recognise(&app, &client.address, &wanted.name, &wanted.password).await?;
    let own = visitor.as_ref().and_then(|visitor| visitor.session.as_deref());
    if app.store.others_present(&person.id, own, app.now()).await? {
        if !wanted.end_other {
            return Err(ApiError::InUse);
        }
        app.tell_ended(app.store.end_other_sessions(&person.id, own).await?);
    }
    let cookie = auth::open_session(&app, &client, &person.id, visitor.as_ref()).await?;
    Ok((cookie, Json(person)))
}

/// Signs out: this session ends.
#[utoipa::path(post, path = "/api/sign-out", responses((status = 204)))]
pub async fn sign_out(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
) -> Result<(StatusCode, SetCookie, ()), ApiError> {
    if let Some(Visitor { person, session: Some(session), .. }) = visitor {
        app.store.end_session(&person.id, &session).await?;
        app.tell_ended([session]);
    }
    Ok((StatusCode::NO_CONTENT, SetCookie::none(&client), ()))
}

/// Comes in under a pseudonym, without an account.
#[utoipa::path(post, path = "/api/guest", request_body = Pseudonym, responses(
    (status = 201, body = NewGuest), (status = 409, description = "name-taken"),
    (status = 422, description = "name-form, name-reserved"), (status = 429)))]
pub async fn guest(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    Json(wanted): Json<Pseudonym>,
) -> Result<(StatusCode, SetCookie, Json<NewGuest>), ApiError> {
    let (id, recovery) = people::guest(&app, &client.address, &wanted.name).await?;
    let cookie = auth::open_session(&app, &client, &id, visitor.as_ref()).await?;
    let person = person(&app, &id).await?;
    Ok((StatusCode::CREATED, cookie, Json(NewGuest { person, recovery })))
}

/// Gives a guest the seat back in this browser; the other one's session ends.
#[utoipa::path(post, path = "/api/recover", request_body = Recovery, responses(
    (status = 200, body = Person), (status = 404, description = "wrong-code"), (status = 429)))]
pub async fn recover(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    Json(wanted): Json<Recovery>,
) -> Result<(SetCookie, Json<Person>), ApiError> {
    people::limit(&app, "recover", &client.address, RECOVER).await?;
    let found = app.store.recover(&ids::typed_code(&wanted.code)).await?;
    let person = found.ok_or(ApiError::WrongCode)?;
    let own = visitor.as_ref().and_then(|visitor| visitor.session.as_deref());
    app.tell_ended(app.store.end_other_sessions(&person.id, own).await?);
    let cookie = auth::open_session(&app, &client, &person.id, visitor.as_ref()).await?;
    Ok((cookie, Json(person)))
}

/// Who I am.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Person), (status = 401)))]
pub async fn me(visitor: Visitor) -> Json<Person> {
    Json(visitor.person)
}

/// Another pseudonym for a guest.
#[utoipa::path(put, path = "/api/me", request_body = Pseudonym, responses(
    (status = 200, body = Person), (status = 403, description = "guests-only"), (status = 409, description = "name-taken")))]
pub async fn rename(
    State(app): State<App>,
    visitor: Visitor,
    client: Client,
    Json(wanted): Json<Pseudonym>,
) -> Result<Json<Person>, ApiError> {
    visitor.signed_in()?;
    if visitor.person.kind != Kind::Guest {
        return Err(ApiError::GuestsOnly);
    }
    let name = Name::parse(&wanted.name)?;
    people::limit_guests(&app, &client.address).await?;
    app.store.rename_guest(&visitor.person.id, &name, app.now()).await?;
    tell_matches(&app, &visitor.person.id).await;
    Ok(Json(person(&app, &visitor.person.id).await?))
}

/// Those who play with this person, or watch, learn what they are called now.
async fn tell_matches(app: &App, person: &str) {
    if let Err(error) = app.live.person_changed(person).await {
        // What is stored is right, and so is every match that is read from there.
        tracing::warn!(%error, "a new name could not be told");
    }
}

async fn check_password(app: &App, person: &Person, password: &str) -> Result<(), ApiError> {
    app.store.throttle(&format!("password:{}", person.id), PASSWORD, app.now()).await?;
    let hash = app.store.password(&person.id).await?;
    let right = passwords::verify(app, password, hash).await?;
    if right { Ok(()) } else { Err(ApiError::WrongPassword) }
}

/// Another password; every other session ends, and all API tokens if that is asked for.
#[utoipa::path(put, path = "/api/password", request_body = NewPassword, responses(
    (status = 204), (status = 403, description = "wrong-password, session-needed"), (status = 422, description = "password-form")))]
pub async fn change_password(
    State(app): State<App>,
    visitor: Visitor,
    client: Client,
    Json(wanted): Json<NewPassword>,
) -> Result<(StatusCode, SetCookie, ()), ApiError> {
    visitor.account(Scope::Account)?;
    let session = visitor.signed_in()?;
    passwords::check_form(&wanted.new)?;
    check_password(&app, &visitor.person, &wanted.old).await?;
    let hash = passwords::hash(&app, &wanted.new).await?;
    app.store.set_password(&visitor.person.id, &hash).await?;
    app.tell_ended(app.store.end_other_sessions(&visitor.person.id, Some(session)).await?);
    if wanted.revoke_tokens {
        app.tell_ended(app.store.revoke_tokens(&visitor.person.id).await?);
    }
    Ok((StatusCode::NO_CONTENT, auth::rotate_session(&app, &client, session).await?, ()))
}

/// A new password by the one-time link that an administrator made; every session and API token ends.
#[utoipa::path(post, path = "/api/reset", request_body = Reset, responses(
    (status = 204), (status = 410, description = "link-expired"), (status = 422, description = "password-form")))]
pub async fn reset(
    State(app): State<App>,
    client: Client,
    Json(wanted): Json<Reset>,
) -> Result<StatusCode, ApiError> {
    passwords::check_form(&wanted.password)?;
    people::limit(&app, "recover", &client.address, RECOVER).await?;
    let hash = passwords::hash(&app, &wanted.password).await?;
    let person = app.store.use_reset(&wanted.token, &hash, app.now()).await?;
    let person = person.ok_or(ApiError::LinkExpired)?;
    app.tell_ended(app.store.end_other_sessions(&person, None).await?);
    // Whoever lost the password to somebody may have lost the rest to them as well.
    app.tell_ended(app.store.revoke_tokens(&person).await?);
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account. The games stay, without a name.
#[utoipa::path(post, path = "/api/account/delete", request_body = Farewell, responses(
    (status = 204), (status = 403, description = "wrong-password, session-needed")))]
pub async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    client: Client,
    Json(wanted): Json<Farewell>,
) -> Result<(StatusCode, SetCookie, ()), ApiError> {
    visitor.signed_in()?;
    if visitor.person.kind == Kind::Account {
        check_password(&app, &visitor.person, &wanted.password).await?;
    }
    app.live.withdraw_all(&visitor.person.id).await?;
    app.tell_ended(app.store.forget(&visitor.person.id, app.now()).await?);
    tell_matches(&app, &visitor.person.id).await;
    tracing::info!(person = visitor.person.id, "deleted");
    Ok((StatusCode::NO_CONTENT, SetCookie::none(&client), ()))
}

/// All that the house knows about me.
#[utoipa::path(get, path = "/api/account/export", responses((status = 200, description = "account, sessions, tokens, games, \
    ratings, rating_history, messages, friends, blocks, mutes, quadrants", body = Object)))]
pub async fn export(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<serde_json::Value>, ApiError> {
    visitor.require(Scope::Account)?;
    Ok(Json(app.store.export(&visitor.person.id, app.now()).await?))
}
