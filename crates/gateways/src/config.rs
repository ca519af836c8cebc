//! What whoever runs the server chooses for its gateways.

use std::{
    net::{IpAddr, Ipv4Addr},
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
}

impl Default for Config {
    fn default() -> Self {
        Self { ip: Ipv4Addr::LOCALHOST.into(), morpion: Some(Morpion::default()) }
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
