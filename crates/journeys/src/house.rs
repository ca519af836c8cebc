//! The real server with its data in a folder of its own. It can stop and come back at the same address.

use crate::{
    given,
    network::{HOST, Network},
    process::Process,
};
use anyhow::{Context, Result, ensure};
use std::{
    env,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    sync::Arc,
};
use tempfile::TempDir;

/// A server.
pub struct House {
    server: Option<Process>,
    data: TempDir,
    address: String,
    place: Option<(Arc<Network>, u8)>,
}

impl House {
    /// Starts one on a free port, or for everybody on a network.
    pub(crate) async fn open(network: Option<Arc<Network>>) -> Result<Self> {
        let (data, address) = (tempfile::tempdir()?, "127.0.0.1:0".to_owned());
        let place = network.map(|network| (network, HOST));
        let mut house = Self { server: None, data, address, place };
        house.start().await?;
        Ok(house)
    }

    /// Starts it again where it was.
    pub async fn start(&mut self) -> Result<()> {
        let place = self.place.as_ref();
        let mut command = Network::command(place, given("DAMIER_JOURNEYS_BINARY")?);
        command
            .args(["serve", "--allowance", "1000", "--addr", &self.address, "--data"])
            .arg(self.data.path())
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped());
        // Without a folder the page is the one inside the binary.
        if let Some(page) = env::var_os("DAMIER_JOURNEYS_WEB") {
            command.arg("--web").arg(page);
        }
        if self.place.is_some() {
            command.arg("--lan");
        }
        let mut server = Process::start(&mut command)?;
        let output = server.output()?;
        let (first, line) = tokio::sync::oneshot::channel();
        // What comes after the first line is read as well: nobody writes to a reader that is gone.
        std::thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            let _ = first.send(lines.next().unwrap_or_default());
            lines.for_each(drop);
        });
        let line = line.await?;
        let address = line.trim().rsplit('/').next().filter(|address| !address.is_empty());
        let address = address.context("the server does not tell its address")?;
        self.address = match &self.place {
            Some((network, number)) => address.replace("0.0.0.0", &network.address(*number)),
            None => address.to_owned(),
        };
        self.server = Some(server);
        Ok(())
    }

    /// What `damier admin` says beside it.
    pub fn administer(&self, task: &[&str]) -> Result<String> {
        let mut command = Command::new(given("DAMIER_JOURNEYS_BINARY")?);
        command.arg("admin").args(task).arg("--data").arg(self.data.path());
        let output = command.env("DAMIER_LANG", "en").output()?;
        let said = String::from_utf8(output.stdout)?.trim().to_owned();
        ensure!(output.status.success(), "damier admin {task:?}: {said}");
        Ok(said)
    }

    /// Cuts its power.
    pub fn kill(&mut self) {
        self.server = None;
    }

    /// Where it is, as `HOST:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The address of a page.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}
