//! The real server with its data in a folder of its own. It can stop and come back at the same address.

use crate::{given, process::Process};
use anyhow::{Context, Result};
use std::{
    env,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// A server.
pub struct House {
    server: Option<Process>,
    data: TempDir,
    address: String,
}

impl House {
    /// Starts one on a free port.
    pub async fn open() -> Result<Self> {
        let data = tempfile::tempdir()?;
        let mut house = Self { server: None, data, address: "127.0.0.1:0".into() };
        house.start().await?;
        Ok(house)
    }

    /// Starts it again where it was.
    pub async fn start(&mut self) -> Result<()> {
        let mut command = Command::new(given("DAMIER_JOURNEYS_BINARY")?);
        command
            .args(["serve", "--allowance", "1000", "--addr", &self.address, "--data"])
            .arg(self.data.path())
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped());
        // Without a folder the page is the one inside the binary.
        if let Some(page) = env::var_os("DAMIER_JOURNEYS_WEB") {
            command.arg("--web").arg(page);
        }
        let mut server = Process::start(&mut command)?;
        let output = server.output()?;
        let line = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            BufReader::new(output).read_line(&mut line).map(|_| line)
        });
        let line = line.await??;
        let address = line.trim().rsplit('/').next().filter(|address| !address.is_empty());
        self.address = address.context("the server does not tell its address")?.to_owned();
        self.server = Some(server);
        Ok(())
    }

    /// Cuts its power.
    pub fn kill(&mut self) {
        self.server = None;
    }

    /// The address of a page.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}
