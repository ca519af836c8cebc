//! Coming in: as a guest, with a new account, with a password. Whichever door somebody comes by, the limits are the same.

use crate::{
    ApiError, App, ids,
    names::{self, Name},
    passwords,
    store::{people::Person, throttle::Limit},
};

/// Attempts on one name from one address: ten, then one a minute.
const SIGN_IN_BY_BOTH: Limit = Limit::new(10, 60_000);
/// Attempts on one name from anywhere: many, so that a stranger can hardly lock its owner out.
const SIGN_IN_BY_NAME: Limit = Limit::new(50, 20_000);
/// Attempts from one address.
const SIGN_IN_BY_ADDRESS: Limit = Limit::new(60, 2000);
/// Accounts made from one address.
const REGISTER: Limit = Limit::new(20, 120_000);
/// Guests from one address.
const GUEST: Limit = Limit::new(60, 10_000);

/// Counts one attempt at something from an address.
pub async fn limit(app: &App, what: &str, address: &str, limit: Limit) -> Result<(), ApiError> {
    let key = format!("{what}:addr:{address}");
    let limit = limit.for_many(app.config.address_allowance);
    app.store.throttle(&key, limit, app.now()).await
}

/// One more pseudonym from this address.
pub async fn limit_guests(app: &App, address: &str) -> Result<(), ApiError> {
    limit(app, "guest", address, GUEST).await
}

/// A new guest: the id, and the code that gives the seat back.
pub async fn guest(app: &App, address: &str, name: &str) -> Result<(String, String), ApiError> {
    let name = Name::parse(name)?;
    limit_guests(app, address).await?;
    let recovery = ids::new_code();
    let id = app.store.add_guest(&name, &recovery, app.now()).await?;
    Ok((id, recovery))
}

/// The hash of a new account's password. What passwords look like is up to the door.
pub async fn hash_for_new(app: &App, address: &str, password: &str) -> Result<String, ApiError> {
    limit(app, "register", address, REGISTER).await?;
    passwords::hash(app, password).await
}

/// A new account: its id.
pub async fn register(
    app: &App,
    address: &str,
    name: &str,
    password: &str,
) -> Result<String, ApiError> {
    let name = Name::parse(name)?;
    let hash = hash_for_new(app, address, password).await?;
    let id = app.store.add_account(&name, &hash, app.now()).await?;
    tracing::info!(person = id, "registered");
    Ok(id)
}

/// Whose name and password these are. An unknown name takes as long as a wrong password.
pub async fn recognise(
    app: &App,
    address: &str,
    name: &str,
    password: &str,
) -> Result<Person, ApiError> {
    limit(app, "signin", address, SIGN_IN_BY_ADDRESS).await?;
    let folded = names::fold(name);
    let both = format!("signin:name:{folded}:addr:{address}");
    app.store.throttle(&both, SIGN_IN_BY_BOTH, app.now()).await?;
    app.store.throttle(&format!("signin:name:{folded}"), SIGN_IN_BY_NAME, app.now()).await?;
    let (person, hash) = app.store.credentials(name).await?.unzip();
    let right = passwords::verify(app, password, hash).await?;
    person.filter(|_| right).ok_or(ApiError::WrongCredentials)
}
