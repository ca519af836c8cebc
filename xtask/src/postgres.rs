//! A PostgreSQL of our own for the tests: found or installed, started on a free port of the loopback in a folder of its own, gone
//! afterwards.

use crate::{
    install::{self, is_root, quietly},
    run,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// A running PostgreSQL; dropping it stops it and removes its folder.
pub struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    /// How to reach it.
    pub url: String,
}

impl Postgres {
    /// Starts one.
    pub fn start() -> Result<Self> {
        let bin = find_or_install()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let folder = std::env::temp_dir().join(format!("damier-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        // It refuses to run as root.
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&folder))?;
        }
        let data = folder.join("data");
        let init = format!(
            "{}/initdb --pgdata={} --username=damier --auth=trust --encoding=UTF8 --locale=C --no-sync",
            bin.display(),
            data.display()
        );
        quietly(&mut as_postgres(&init)).context("initdb failed")?;
        let url = format!("postgres://damier@127.0.0.1:{port}/postgres");
        let server = Self { bin, folder, url };
        let options = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=400"
        );
        let start = server.control(&format!(
            "--wait --timeout=60 --log={}/log --options='{options}' start",
            server.folder.display()
        ));
        quietly(&mut as_postgres(&start)).context("PostgreSQL does not start")?;
        server.wait(port)?;
        Ok(server)
    }

    fn control(&self, what: &str) -> String {
        format!("{}/pg_ctl --pgdata={}/data {what}", self.bin.display(), self.folder.display())
    }

    fn wait(&self, port: u16) -> Result<()> {
        let started = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if started.elapsed() > Duration::from_secs(30) {
                bail!("PostgreSQL does not answer: see {}/log", self.folder.display());
            }
            sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // What remains is a temporary folder; the tests have said what they had to say.
        let _ = quietly(&mut as_postgres(&self.control("--mode=immediate stop")));
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn find_or_install() -> Result<PathBuf> {
    install::unless(installed, &["postgresql"])
}

/// Debian keeps the programs of each version apart; the newest counts.
fn installed() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<_> = versions
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    found.sort_by_key(|bin| {
        bin.parent().and_then(Path::file_name).and_then(|name| name.to_str()?.parse::<u32>().ok())
    });
    found.pop()
}

fn as_postgres(line: &str) -> Command {
    let mut command = Command::new(if is_root() { "runuser" } else { "sh" });
    if is_root() {
        command.args(["-u", "postgres", "--", "sh"]);
    }
    command.args(["-c", line]).current_dir("/").stdin(Stdio::null());
    command
}
