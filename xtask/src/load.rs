//! `bench server`: the release binary under load, with its database on a real disk and the generator beside it.

use crate::{cargo, folders, run};
use anyhow::{Context, Result};
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Runs every load against a server of its own.
pub fn bench() -> Result<()> {
    cargo(&[
        "build",
        "--quiet",
        "--release",
        "--locked",
        "--package",
        "damier",
        "--package",
        "damier-load",
    ])?;
    raise_file_limit()?;
    ["flat-out", "crowd"].into_iter().try_for_each(bench_load)
}

fn bench_load(load: &str) -> Result<()> {
    // Not in the system's folder for such things, which may lie in memory.
    let data = tempfile::tempdir_in(folders::target())?;
    let server = Server::start(data.path())?;
    run(Command::new(program("damier-load"))
        .args([load, "--server", &server.url, "--pid", &server.process.id().to_string(), "--data"])
        .arg(data.path()))
}

/// A server, ended when dropped.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(data: &Path) -> Result<Self> {
        // All players come from one address; for the rest everything is as it is in use.
        let mut process = Command::new(program("damier"))
            .args(["serve", "--addr", "127.0.0.1:0", "--allowance", "100000", "--data"])
            .arg(data)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the server")?;
        let output = process.stdout.take().context("its output was asked for")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let url = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        Ok(Self { process, url })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Ten thousand sockets are ten thousand files, in each of the two processes.
#[cfg(unix)]
fn raise_file_limit() -> Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    setrlimit(Resource::Nofile, raised).context("cannot raise the limit of open files")
}

#[cfg(not(unix))]
fn raise_file_limit() -> Result<()> {
    anyhow::bail!("the load is measured on Linux only")
}

fn program(name: &str) -> PathBuf {
    folders::target().join("release").join(name)
}
