//! The yardstick: what this machine does at this moment when there is no game to decide and nothing to store.

use crate::{say, socket::Socket, usage};
use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use std::{
    cell::Cell,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::LocalSet,
};
use tokio_tungstenite::tungstenite::Message;

/// As long as the telling of a move.
const MESSAGE: &str = r#"{"t":"event","match":"AbCdEfGhJkLm","seq":100,"at":1700000000000,"events":[{"e":"played","by":"one","move":"e2e4","id":100}]}"#;

/// Sends everything back, until it is ended from outside.
pub async fn serve() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    say(&listener.local_addr()?.to_string());
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(send_back(stream));
    }
}

async fn send_back(stream: TcpStream) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut socket = tokio_tungstenite::accept_async(stream).await?;
    while let Some(message) = socket.next().await {
        let message = message?;
        if matches!(message, Message::Text(_)) {
            socket.send(message).await?;
        }
    }
    Ok(())
}

/// The echo server as a process of its own, ended when dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg("echo")
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the echo server")?;
        let mut address = String::new();
        let output = process.stdout.take().context("its output was asked for")?;
        BufReader::new(output).read_line(&mut address)?;
        Ok(Self { process, address: address.trim().into() })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How many messages a second come back over so many sockets that send as fast as they can.
pub async fn measure(sockets: usize, time: Duration) -> Result<String> {
    let server = Server::start()?;
    let count = Rc::new(Cell::new(0u32));
    let local = LocalSet::new();
    for _ in 0..sockets {
        let (address, count) = (server.address.clone(), count.clone());
        local.spawn_local(async move {
            let mut socket = Socket::open(&address, "/", "").await?;
            loop {
                socket.send(MESSAGE.into()).await?;
                socket.next().await?;
                count.set(count.get() + 1);
            }
            #[expect(unreachable_code, reason = "says which errors the task gives")]
            Ok::<(), anyhow::Error>(())
        });
    }
    local
        .run_until(async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let (from, own) = (usage::of(Some(server.process.id()))?, usage::of(None)?);
            let (before, started) = (count.get(), Instant::now());
            tokio::time::sleep(time).await;
            let took = started.elapsed();
            let echoes = f64::from(count.get() - before) / took.as_secs_f64();
            let busy = usage::cores(from, usage::of(Some(server.process.id()))?, took);
            let own = usage::cores(own, usage::of(None)?, took);
            Ok(format!(
                "{echoes:.0} echoes/s over {sockets} sockets (echo server {busy:.2} cores, generator {own:.2})"
            ))
        })
        .await
}
