//! A server with its gateways on free ports, and peers that speak as the original programs do.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]
#![allow(dead_code, reason = "each test file uses its part")]

#[path = "../../../../server/tests/live_common/mod.rs"]
pub mod live_common;

use damier_gateways::{Config, Gateways, katarenga::pace::Waits};
use live_common::House;
use serde_json::Value;
use std::{net::SocketAddr, time::Duration};
use tokio::{net::UdpSocket, time::timeout};

/// Nothing takes that long; so that a bug is a failure and not a hang.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// The waits of a peer that needs none: whole games take seconds instead of minutes.
pub const QUICK: Waits = Waits {
    gap: Duration::from_millis(2),
    config: Duration::from_millis(5),
    start: Duration::from_millis(5),
    first_move: Duration::from_millis(5),
    unconfirmed: Duration::from_millis(2000),
    animation: Duration::from_millis(5),
    claim: Duration::from_millis(1500),
    linger: Duration::from_millis(100),
};

/// A server and its gateways.
pub struct Gate {
    pub house: House,
    pub gateways: Gateways,
}

impl Gate {
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let house = House::sqlite().await;
        let mut config = Config::default();
        if let Some(morpion) = &mut config.morpion {
            morpion.port = 0;
        }
        if let Some(katarenga) = &mut config.katarenga {
            katarenga.port = 0;
            katarenga.waits = QUICK;
        }
        if let Some(pawnhub) = &mut config.pawnhub {
            pawnhub.port = 0;
        }
        change(&mut config);
        let gateways = Gateways::start(house.server.app(), &config).await.unwrap();
        Self { house, gateways }
    }

    pub fn address(&self, name: &str) -> SocketAddr {
        let found = self.gateways.addresses().iter().find(|(known, _)| *known == name);
        found.expect("it listens").1
    }

    /// The public matches of a status.
    pub async fn matches(&self, status: &str) -> Vec<Value> {
        let path = format!("/api/matches?status={status}");
        let list = self.house.nobody().get(&path).await.ok();
        list.as_array().unwrap().clone()
    }

    /// Waits until somebody is not connected any more.
    pub async fn gone(&self, name: &str) {
        let looking = async {
            let path = format!("/api/players/{name}");
            while self.house.nobody().get(&path).await.ok()["online"] == true {
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        };
        timeout(DEADLINE, looking).await.expect("it comes to that")
    }

    /// Asks until it is so.
    pub async fn until(&self, status: &str, count: usize) -> Vec<Value> {
        let looking = async {
            loop {
                let list = self.matches(status).await;
                if list.len() == count {
                    return list;
                }
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        };
        timeout(DEADLINE, looking).await.expect("it comes to that")
    }
}

/// A player of Morpion.
pub struct UdpPeer {
    pub socket: UdpSocket,
    gate: SocketAddr,
}

impl UdpPeer {
    pub async fn new(gate: &Gate) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        Self { socket, gate: gate.address("morpion") }
    }

    pub async fn send(&self, datagram: impl AsRef<[u8]>) {
        self.socket.send_to(datagram.as_ref(), self.gate).await.unwrap();
    }

    pub async fn next(&self) -> String {
        let mut buffer = [0; 2048];
        let received = timeout(DEADLINE, self.socket.recv_from(&mut buffer)).await;
        let (length, _) = received.expect("the gateway answers in time").unwrap();
        String::from_utf8(buffer[..length].to_vec()).unwrap()
    }

    /// Sends, and gives the answer.
    pub async fn ask(&self, datagram: impl AsRef<[u8]>) -> String {
        self.send(datagram).await;
        self.next().await
    }
}

/// How long the random tests run; a minute by `DAMIER_RANDOM_SECONDS=60`, one test at a time.
pub fn random_span() -> Duration {
    let seconds = std::env::var(RANDOM_SECONDS).ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(3))
}

/// Whether the random tests were asked for by themselves.
pub fn is_alone() -> bool {
    std::env::var_os(RANDOM_SECONDS).is_some()
}

const RANDOM_SECONDS: &str = "DAMIER_RANDOM_SECONDS";

/// The memory of this process in KiB, as the operating system counts it.
pub fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
