//! Passwords: argon2id with 19 MiB, two passes and one lane, off the threads that answer, two at a time.

use crate::{ApiError, App};
use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version,
    password_hash::SaltString,
};
use std::sync::LazyLock;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The fewest characters of a password; the most is there so that nobody sends a book.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=200;

/// What is checked when there is no such account, so that the answer takes as long.
static NOBODY: LazyLock<Option<String>> =
    LazyLock::new(|| hash_now("nobody has this password").ok());

/// A password was not hashed: a broken library, or no memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot hash a password: {0}")]
struct HashError(argon2::password_hash::Error);

/// Makes that hash now, so that not even the first unknown name takes longer.
pub async fn prepare() {
    let made = tokio::task::spawn_blocking(|| NOBODY.is_some()).await;
    if !made.unwrap_or(false) {
        tracing::error!("passwords do not work");
    }
}

/// Refuses a new password that is too short to be one.
pub fn check_form(password: &str) -> Result<(), ApiError> {
    let fits = LENGTHS.contains(&password.chars().count());
    if fits { Ok(()) } else { Err(ApiError::PasswordForm) }
}

/// The hash to store.
pub async fn hash(app: &App, password: &str) -> Result<String, ApiError> {
    let password = password.to_owned();
    off_thread(app, move || hash_now(&password)).await
}

/// Whether the password is the one that was hashed. Without a hash it is not, after the same work.
pub async fn verify(app: &App, password: &str, hash: Option<String>) -> Result<bool, ApiError> {
    let password = password.chars().take(*LENGTHS.end() + 1).collect::<String>();
    off_thread(app, move || {
        let stored = hash.as_ref().or(NOBODY.as_ref());
        let parsed = stored.and_then(|stored| PasswordHash::new(stored).ok());
        let same = parsed.is_some_and(|parsed| {
            argon2()
                .is_ok_and(|argon2| argon2.verify_password(password.as_bytes(), &parsed).is_ok())
        });
        Ok(same && hash.is_some())
    })
    .await
}

async fn off_thread<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = app.hashing.acquire().await.map_err(|_| ApiError::Unavailable)?;
    let done = tokio::task::spawn_blocking(work).await;
    drop(permit);
    match done {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            tracing::error!(%error, "passwords do not work");
            Err(ApiError::Internal)
        }
        Err(_) => Err(ApiError::Internal),
    }
}

fn argon2() -> Result<Argon2<'static>, HashError> {
    let params =
        Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| HashError(error.into()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash_now(password: &str) -> Result<String, HashError> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    let salt = SaltString::encode_b64(&bytes).map_err(HashError)?;
    Ok(argon2()?.hash_password(password.as_bytes(), &salt).map_err(HashError)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_states_its_cost() {
        let hash = hash_now("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, hash_now("correct horse").unwrap());
    }

    #[test]
    fn passwords_have_eight_characters_at_least() {
        assert!(check_form("sept___").is_err());
        assert!(check_form("huit____").is_ok());
        assert!(check_form(&"x".repeat(201)).is_err());
    }
}
