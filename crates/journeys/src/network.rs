//! A local network with machines of its own: network namespaces, joined by a bridge to which the journey itself belongs. Needs root.

use anyhow::{Context, Result, ensure};
use std::{ffi::OsStr, process::Command, sync::Arc};

/// The machine of the server.
pub const HOST: u8 = 2;
/// The machine of the browsers.
pub const BROWSERS: u8 = 3;
/// The machine of somebody at a terminal.
pub const TERMINAL: u8 = 4;

/// A network; its machines are numbered from 2 on, 1 is the journey itself.
pub struct Network {
    name: String,
    machines: u8,
}

impl Network {
    /// A network with the three machines.
    pub fn new() -> Result<Self> {
        let machines = 3;
        // Journeys may run beside each other, and names of links are short.
        let name = format!("dj{}", std::process::id() % 10_000_000);
        let network = Self { name, machines };
        let bridge = &network.name;
        // The bridge would keep announcements from machines that have not asked for them.
        ip(&["link", "add", bridge, "type", "bridge", "mcast_snooping", "0"])?;
        ip(&["addr", "add", &format!("{}/24", network.address(1)), "dev", bridge])?;
        ip(&["link", "set", bridge, "up"])?;
        for number in 2..2 + machines {
            network.plug(number)?;
        }
        Ok(network)
    }

    fn plug(&self, number: u8) -> Result<()> {
        let (machine, cable) = (self.machine(number), self.cable(number));
        ip(&["netns", "add", &machine])?;
        ip(&["link", "add", &cable, "type", "veth", "peer", "name", "eth0", "netns", &machine])?;
        ip(&["link", "set", &cable, "master", &self.name, "up"])?;
        let address = format!("{}/24", self.address(number));
        ip(&["-n", &machine, "addr", "add", &address, "dev", "eth0"])?;
        ip(&["-n", &machine, "link", "set", "lo", "up"])?;
        ip(&["-n", &machine, "link", "set", "eth0", "up"])
    }

    /// The address of a machine. This block is kept for tests of networks.
    pub fn address(&self, number: u8) -> String {
        format!("198.18.77.{number}")
    }

    /// A command on a machine.
    pub fn on(&self, number: u8, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.machine(number)]).arg(program);
        command
    }

    /// Pulls a machine's cable.
    pub fn cut(&self, number: u8) -> Result<()> {
        ip(&["link", "set", &self.cable(number), "down"])
    }

    /// Plugs it in again.
    pub fn restore(&self, number: u8) -> Result<()> {
        ip(&["link", "set", &self.cable(number), "up"])
    }

    /// A command here, or on a machine of a network.
    pub(crate) fn command(place: Option<&(Arc<Self>, u8)>, program: impl AsRef<OsStr>) -> Command {
        match place {
            Some((network, number)) => network.on(*number, program),
            None => Command::new(program),
        }
    }

    fn machine(&self, number: u8) -> String {
        format!("{}-{number}", self.name)
    }

    fn cable(&self, number: u8) -> String {
        format!("{}v{number}", self.name)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // What was never made cannot be removed.
        for number in 2..2 + self.machines {
            let _ = ip(&["netns", "del", &self.machine(number)]);
            let _ = ip(&["link", "del", &self.cable(number)]);
        }
        let _ = ip(&["link", "del", &self.name]);
    }
}

fn ip(arguments: &[&str]) -> Result<()> {
    let output = Command::new("ip").args(arguments).output();
    let output = output.context("Debian's package iproute2 gives ip")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "ip {}: {said}", arguments.join(" "));
    Ok(())
}
