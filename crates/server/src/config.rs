//! What whoever runs the server chooses.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

/// The settings of a server. The command line fills them in.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub addr: SocketAddr,
    /// The folder of the embedded database.
    pub data: PathBuf,
    /// PostgreSQL instead of the embedded database.
    pub database_url: Option<String>,
    /// The browser client from this folder instead of the one inside the binary.
    pub web: Option<PathBuf>,
    /// Whether to listen on every network interface.
    pub lan: bool,
    /// The certificate and the key, as PEM files.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Whether a proxy stands in front, whose `X-Forwarded-*` headers are true.
    pub trust_proxy: bool,
    /// Whether logs are JSON.
    pub log_json: bool,
    /// How many times the usual limits an address has: for a school behind one router, or for a load test.
    pub address_allowance: u32,
    /// How long a client may take to send the head of a request, and to stay idle between two.
    pub head_within: Duration,
    /// How long a request may take, its body included.
    pub answer_within: Duration,
}

impl Config {
    /// The default settings with this data folder.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            data: data.into(),
            database_url: None,
            web: None,
            lan: false,
            tls: None,
            trust_proxy: false,
            log_json: false,
            address_allowance: 1,
            head_within: Duration::from_secs(15),
            answer_within: Duration::from_secs(20),
        }
    }

    /// Where to listen, once `lan` is taken into account.
    pub fn listen_addr(&self) -> SocketAddr {
        match (self.lan, self.addr.ip()) {
            (true, IpAddr::V4(ip)) if ip.is_loopback() => {
                SocketAddr::from((Ipv4Addr::UNSPECIFIED, self.addr.port()))
            }
            _ => self.addr,
        }
    }

    /// What `Store::open` takes: the URL, or the file in the data folder.
    pub fn database(&self) -> String {
        match &self.database_url {
            Some(url) => url.clone(),
            None => self.data.join("damier.db").to_string_lossy().into_owned(),
        }
    }
}
