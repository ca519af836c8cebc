//! Guests and their matches, made over HTTP as browsers do: each guest a person with a session.

use anyhow::{Context, Result, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::{Client, header};
use serde::Deserialize;
use serde_json::json;

/// So many requests at a time, each over a connection that stays open.
const AT_ONCE: usize = 64;

/// A match between two guests.
pub struct Pair {
    /// Its name.
    pub id: String,
    /// Their cookies; the first one moves first.
    pub cookies: [String; 2],
}

/// Makes that many matches. Each guest holds up to `seats` of them, always against another guest: the tabs of one browser, each
/// with a socket of its own.
pub async fn pairs(server: &str, count: usize, seats: usize) -> Result<Vec<Pair>> {
    // The client asks for cryptography even where none is used. An error means that it is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = &Client::builder().pool_max_idle_per_host(AT_ONCE).build()?;
    let couples = stream::iter(0..count.div_ceil(seats)).map(|number| async move {
        let white = guest(client, server, format!("white{number}")).await?;
        anyhow::Ok([white, guest(client, server, format!("black{number}")).await?])
    });
    let couples: Vec<_> = couples.buffer_unordered(AT_ONCE).try_collect().await?;
    let pairs = stream::iter(couples.iter().cycle().take(count));
    pairs.map(|couple| pair(client, server, couple)).buffer_unordered(AT_ONCE).try_collect().await
}

async fn pair(client: &Client, server: &str, cookies: &[String; 2]) -> Result<Pair> {
    #[derive(Deserialize)]
    struct Begun {
        id: String,
    }
    let wanted = json!({ "game": "chess", "opponent": "anyone", "side": "first" });
    let answer = post(client, &format!("{server}/api/matches"), &cookies[0], &wanted).await?;
    let Begun { id } = serde_json::from_str(&answer.text().await?)?;
    post(client, &format!("{server}/api/matches/{id}/join"), &cookies[1], &json!({})).await?;
    Ok(Pair { id, cookies: cookies.clone() })
}

async fn guest(client: &Client, server: &str, name: String) -> Result<String> {
    let answer = post(client, &format!("{server}/api/guest"), "", &json!({ "name": name })).await?;
    let cookie = answer.headers().get(header::SET_COOKIE).context("a guest gets a cookie")?;
    let cookie = cookie.to_str()?.split(';').next().unwrap_or_default().to_owned();
    // Read to its end, so that the connection can be used again.
    answer.bytes().await?;
    Ok(cookie)
}

async fn post(
    client: &Client,
    url: &str,
    cookie: &str,
    body: &serde_json::Value,
) -> Result<reqwest::Response> {
    // As our own page would ask it.
    let origin = url.split("/api").next().unwrap_or_default();
    let request = client.post(url).header(header::COOKIE, cookie).header(header::ORIGIN, origin);
    let answer = request.json(body).send().await?;
    let status = answer.status();
    ensure!(status.is_success(), "{url}: {status} {}", answer.text().await?);
    Ok(answer)
}
