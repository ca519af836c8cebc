//! What whoever runs the server chooses for its gateways.

use crate::katarenga::{codec::Mode, pace::Waits};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

/// Which gateways there are, and where. The protocols have no secrets worth the name, so the address is this machine's own unless
/// somebody asks for more.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address of all of them.
    pub ip: IpAddr,
    /// Morpion over UDP.
    pub morpion: Option<Morpion>,
    /// Katarenga, Congress and Isolation over TCP.
    pub katarenga: Option<Katarenga>,
    /// Pawn Hub's chess over TCP.
    pub pawnhub: Option<PawnHub>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            ip: Ipv4Addr::LOCALHOST.into(),
            morpion: Some(Morpion::default()),
            katarenga: Some(Katarenga::default()),
            pawnhub: Some(PawnHub::default()),
        }
    }
}

/// Settings of the Morpion gateway.
#[derive(Clone, Debug)]
pub struct Morpion {
    /// UDP; 0 takes a free one.
    pub port: u16,
    /// How long a player whose turn it is, or who waits for somebody, may be silent. Nothing else tells that one is gone.
    pub silence: Duration,
}

impl Default for Morpion {
    fn default() -> Self {
        Self { port: 5005, silence: Duration::from_secs(600) }
    }
}

/// Settings of the Katarenga gateway.
#[derive(Clone, Debug)]
pub struct Katarenga {
    /// TCP; 0 takes a free one.
    pub port: u16,
    /// Programs that host: we join them.
    pub hosts: Vec<SocketAddr>,
    /// What is played with somebody who joins when nobody waits.
    pub mode: Mode,
    /// How patient we are with the original.
    pub waits: Waits,
}

impl Default for Katarenga {
    fn default() -> Self {
        Self { port: 12345, hosts: Vec::new(), mode: Mode::Katarenga, waits: Waits::ORIGINAL }
    }
}

/// Settings of the Pawn Hub gateway.
#[derive(Clone, Debug)]
pub struct PawnHub {
    /// TCP; 0 takes a free one. The original client knows no other than the default.
    pub port: u16,
}

impl Default for PawnHub {
    fn default() -> Self {
        Self { port: 9797 }
    }
}
