//! The addresses of this machine, as its interfaces tell them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The addresses under which others on the network reach this machine, those that people can type first.
pub fn addresses() -> Vec<IpAddr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    sorted(found.iter().map(if_addrs::Interface::ip).collect())
}

/// Where others reach a server that listens at `listens`: on every interface, or on the one that it names.
pub fn reachable(listens: SocketAddr) -> Vec<SocketAddr> {
    let ips = if listens.ip().is_unspecified() { addresses() } else { vec![listens.ip()] };
    // Who listens to the old protocol alone is not reached by the new one.
    let speaks = |ip: &IpAddr| listens.is_ipv6() || ip.is_ipv4();
    ips.into_iter().filter(speaks).map(|ip| SocketAddr::new(ip, listens.port())).collect()
}

pub(crate) fn sorted(mut found: Vec<IpAddr>) -> Vec<IpAddr> {
    found.retain(|ip| !ip.is_loopback() && !is_link_local(ip));
    found.sort_by_key(|ip| (rank(ip), *ip));
    found.dedup();
    found
}

/// Such addresses need the name of an interface beside them, which is another one on every machine.
fn is_link_local(ip: &IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

/// Homes and schools are mostly in these, containers and virtual machines mostly in the third.
fn rank(ip: &IpAddr) -> u8 {
    match ip {
        IpAddr::V4(ip) if ip.octets()[..2] == [192, 168] => 0,
        IpAddr::V4(ip) if ip.octets()[0] == 10 => 1,
        IpAddr::V4(ip) if Ipv4Addr::is_private(ip) => 2,
        IpAddr::V4(_) => 3,
        IpAddr::V6(_) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_can_type_comes_first_and_what_nobody_reaches_not_at_all() {
        let given = [
            "::1",
            "fe80::1",
            "2001:db8::7",
            "172.17.0.1",
            "127.0.0.1",
            "169.254.3.4",
            "10.0.0.2",
            "192.168.1.20",
        ];
        let given = given.map(|ip| ip.parse().expect("an address")).to_vec();
        let texts: Vec<_> = sorted(given).iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["192.168.1.20", "10.0.0.2", "172.17.0.1", "2001:db8::7"]);
    }

    #[test]
    fn a_server_on_one_address_is_reached_there() {
        let one: SocketAddr = "192.168.1.20:8080".parse().expect("an address");
        assert_eq!(reachable(one), [one]);
        let every: SocketAddr = "0.0.0.0:8080".parse().expect("an address");
        assert!(reachable(every).iter().all(|addr| addr.is_ipv4() && addr.port() == 8080));
    }
}
