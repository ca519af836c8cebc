//! A server of our own on a free port.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// A port on which nobody listens, most likely for a while.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it listens").port()
}

/// A running server; dropping it ends it.
pub struct Server {
    process: Child,
    /// `127.0.0.1:40123`.
    pub address: String,
    _data: tempfile::TempDir,
}

impl Server {
    /// Starts one.
    pub fn start() -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["serve", "--addr", "127.0.0.1:0", "--allowance", "1000", "--data"])
            .arg(data.path())
            .env("DAMIER_LANG", "en")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("it tells its address");
        let address = line.trim().rsplit('/').next().unwrap_or_default().to_owned();
        Self { process, address, _data: data }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
