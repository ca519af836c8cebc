//! Damier on the local network, with no internet: the addresses that others can reach, a code for their cameras, and announcements
//! by multicast DNS. Nothing here sends a packet beyond the network that the machine is on.

mod addresses;
mod announce;
mod code;

pub use addresses::{addresses, reachable};
pub use announce::{Announcement, Host, LanError, hosts};
pub use code::qr;

/// What this machine is called.
pub fn machine_name() -> String {
    gethostname::gethostname().to_string_lossy().into_owned()
}
