//! Announcements by multicast DNS: a host tells where it is and what may be joined, whoever looks hears it.

use damier_games::text::{Language, Tell};
use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    time::{Duration, Instant},
};

const KIND: &str = "_damier._tcp.local.";

/// Why there are no announcements.
#[derive(Debug, thiserror::Error)]
pub enum LanError {
    /// The network does not carry them.
    #[error("no announcements on this network: {0}")]
    Multicast(#[from] mdns_sd::Error),
}

impl Tell for LanError {
    fn tell(&self, language: Language) -> String {
        let Self::Multicast(error) = self;
        match language {
            Language::English => format!("no announcements on this network: {error}"),
            Language::French => format!("pas d'annonces sur ce réseau : {error}"),
        }
    }
}

/// What a host says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// Where it is reached.
    pub addresses: Vec<SocketAddr>,
    /// The code of a match that waits for somebody, and its game.
    pub waiting: Option<(String, String)>,
}

/// An announcement; it is taken back when dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    full_name: String,
}

impl Announcement {
    /// Announces a server. Addresses are those of the interfaces, also of those that come later.
    pub fn start(name: &str, port: u16, waiting: Option<(&str, &str)>) -> Result<Self, LanError> {
        let daemon = ServiceDaemon::new()?;
        let mut told = vec![("v", "1")];
        if let Some((code, game)) = waiting {
            told.extend([("code", code), ("game", game)]);
        }
        // Two servers on one machine are two names.
        let instance = format!("{name} {port}");
        let host = format!("damier-{}-{port}.local.", plain(name));
        let info =
            ServiceInfo::new(KIND, &instance, &host, "", port, &told[..])?.enable_addr_auto();
        let full_name = info.get_fullname().to_owned();
        daemon.register(info)?;
        Ok(Self { daemon, full_name })
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // Others forget it by themselves if this does not reach them.
        if let Ok(done) = self.daemon.unregister(&self.full_name) {
            let _ = done.recv_timeout(Duration::from_millis(300));
        }
        let _ = self.daemon.shutdown();
    }
}

/// The hosts that are heard within that time, by name.
pub fn hosts(within: Duration) -> Result<Vec<Host>, LanError> {
    let daemon = ServiceDaemon::new()?;
    let (events, until) = (daemon.browse(KIND)?, Instant::now() + within);
    let mut heard = BTreeMap::new();
    while let Ok(event) = events.recv_deadline(until) {
        match event {
            ServiceEvent::ServiceResolved(service) => {
                heard.insert(service.fullname.clone(), host(&service));
            }
            ServiceEvent::ServiceRemoved(_, name) => drop(heard.remove(&name)),
            _ => {}
        }
    }
    let _ = daemon.shutdown();
    Ok(heard.into_values().collect())
}

fn host(service: &ResolvedService) -> Host {
    let ips = service.addresses.iter().map(mdns_sd::ScopedIp::to_ip_addr).collect();
    let addresses = super::addresses::sorted(ips);
    let told = |key: &str| service.txt_properties.get_property_val_str(key).map(str::to_owned);
    Host {
        name: service.fullname.trim_end_matches(KIND).trim_end_matches('.').to_owned(),
        addresses: addresses.into_iter().map(|ip| SocketAddr::new(ip, service.port)).collect(),
        waiting: told("code").zip(told("game")),
    }
}

/// A name as names of machines are: letters, digits and dashes.
fn plain(name: &str) -> String {
    let keep = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
    };
    name.chars().take(40).map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_hears_who_announces() {
        let name = format!("essai {}", std::process::id());
        let announced = Announcement::start(&name, 43210, Some(("K7PQ", "katarenga")))
            .expect("multicast on this machine");
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let found = hosts(Duration::from_secs(2)).expect("multicast on this machine");
            if let Some(host) = found.iter().find(|host| host.name.starts_with(&name)) {
                assert_eq!(host.waiting, Some(("K7PQ".into(), "katarenga".into())));
                assert!(host.addresses.iter().all(|addr| addr.port() == 43210));
                break;
            }
            assert!(Instant::now() < until, "nothing was heard");
        }
        drop(announced);
    }
}
