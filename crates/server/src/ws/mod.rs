//! The WebSocket at `/ws`: one task for each socket reads what the client asks, and sends what its queue holds. What is asked and
//! answered is in `damier_protocol`; docs/protocol.md describes it.

mod chat;
mod connection;
mod lag;
mod presence;
pub mod rate;
mod requests;

pub(crate) use connection::Connection;
pub(crate) use requests::handle;

use crate::{ApiError, App, http::layers};
use axum::{
    extract::{Request, State, WebSocketUpgrade, ws::WebSocket},
    http::request::Parts,
    response::Response,
};
use damier_games::text::Language;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// The largest message that a client may send.
pub const FRAME_BYTES: usize = 8 * 1024;
/// Sockets that one address may hold at a time: a school behind one router fits.
const PER_ADDRESS: u32 = 300;

/// The sockets of this node.
#[derive(Default)]
pub struct Sockets {
    next: AtomicU64,
    addresses: Mutex<HashMap<String, u32>>,
    sessions: Mutex<HashMap<String, presence::Tabs>>,
}

impl Sockets {
    fn name(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.values().map(|count| *count as usize).sum()
    }
}

/// A place among the sockets, given back when it is dropped.
pub(crate) struct Place {
    sockets: Arc<Sockets>,
    address: String,
}

impl Place {
    pub(crate) fn take(
        sockets: &Arc<Sockets>,
        address: String,
        scale: u32,
    ) -> Result<Self, ApiError> {
        let mut addresses = sockets.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let count = addresses.entry(address.clone()).or_default();
        if *count >= PER_ADDRESS.saturating_mul(scale) {
            return Err(ApiError::TooMany { retry_after_s: 10 });
        }
        *count += 1;
        drop(addresses);
        Ok(Self { sockets: sockets.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut addresses = self.sockets.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = addresses.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                addresses.remove(&self.address);
            }
        }
    }
}

/// A page cannot set the headers of its socket, and its reader may have chosen another language than the browser's.
fn language(parts: &Parts) -> Language {
    let asked = parts
        .uri
        .query()
        .unwrap_or_default()
        .split('&')
        .find_map(|pair| pair.strip_prefix("lang="));
    match asked {
        Some("fr") => Language::French,
        Some("en") => Language::English,
        _ => layers::language(&parts.headers),
    }
}

/// Opens a socket.
pub async fn upgrade(
    State(app): State<App>,
    upgrade: WebSocketUpgrade,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    layers::check_origin(&parts.headers, &app.config)?;
    if app.live.is_stopping() {
        return Err(ApiError::Unavailable);
    }
    let address = layers::client_address(&parts, &app.config);
    let place = Place::take(&app.sockets, address, app.config.address_allowance)?;
    let visitor = crate::http::auth::authenticate(&app, &parts.headers).await?;
    let language = language(&parts);
    // The default buffers are made for megabytes; our messages are small and our sockets many.
    let upgrade = upgrade
        .max_message_size(FRAME_BYTES)
        .max_frame_size(FRAME_BYTES)
        .read_buffer_size(1024)
        .write_buffer_size(1024)
        .max_write_buffer_size(256 * 1024);
    Ok(upgrade.on_upgrade(move |socket: WebSocket| async move {
        connection::run(app, socket, visitor, language).await;
        drop(place);
    }))
}
