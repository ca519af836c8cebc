//! Gateways to the original programs. Each speaks, on a port of its own, the protocol of one of them, byte by byte as
//! `docs/protocols` has it, and asks of the server what any client of ours asks: so its players meet those in the browser. A gateway
//! is a codec (bytes and messages), a conversation (what a message means now; no sockets, no clock) and a thin runtime.

mod config;
pub mod katarenga;
mod meet;
pub mod morpion;
pub mod pawnhub;
mod played;
mod tcp;

pub use config::{Config, Katarenga, Morpion, PawnHub};

use damier_games::text::{Language, Tell};
use damier_server::App;
use std::{io, net::SocketAddr};

/// The gateways that listen.
pub struct Gateways {
    addresses: Vec<(&'static str, SocketAddr)>,
}

/// A gateway could not begin to listen.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub struct StartError {
    name: &'static str,
    address: SocketAddr,
    cause: io::Error,
}

impl Tell for StartError {
    fn tell(&self, language: Language) -> String {
        let Self { name, address, cause } = self;
        match language {
            Language::English => format!(
                "the {name} gateway cannot listen on {address}: {cause}; its option takes another port"
            ),
            Language::French => format!(
                "la passerelle {name} ne peut pas écouter sur {address} : {cause} ; son option choisit un autre port"
            ),
        }
    }
}

impl Gateways {
    /// Begins to listen. All of it ends when the server stops.
    pub async fn start(app: &App, config: &Config) -> Result<Self, StartError> {
        let mut addresses = Vec::new();
        if let Some(settings) = &config.morpion {
            let address = SocketAddr::new(config.ip, settings.port);
            let bound = morpion::start(app, address, settings.clone()).await;
            addresses.push(("morpion", told("Morpion", address, bound)?));
        }
        if let Some(settings) = &config.katarenga {
            let address = SocketAddr::new(config.ip, settings.port);
            let bound = katarenga::start(app, address, settings.clone()).await;
            addresses.push(("katarenga", told("Katarenga", address, bound)?));
        }
        if let Some(settings) = &config.pawnhub {
            let address = SocketAddr::new(config.ip, settings.port);
            let bound = pawnhub::start(app, address).await;
            addresses.push(("pawnhub", told("Pawn Hub", address, bound)?));
        }
        Ok(Self { addresses })
    }

    /// Which gateway listens where.
    pub fn addresses(&self) -> &[(&'static str, SocketAddr)] {
        &self.addresses
    }
}

fn told(
    name: &'static str,
    address: SocketAddr,
    bound: io::Result<SocketAddr>,
) -> Result<SocketAddr, StartError> {
    let bound = bound.map_err(|cause| StartError { name, address, cause })?;
    tracing::info!(%bound, name, "gateway");
    Ok(bound)
}
