//! Random packets to each gateway, for some seconds here and for a minute by `DAMIER_RANDOM_SECONDS=60`: no panic, no growth, and
//! afterwards it still serves.

#![allow(clippy::print_stdout, reason = "the figures are for whoever runs it")]

use crate::{
    common::{Gate, UdpPeer, is_alone, live_common::games::Dice, memory_kib, random_span},
    hub::{HubPeer, frames},
};
use std::time::Instant;

/// What growth of memory is still no growth: pools and caches fill up.
const SLACK_KIB: u64 = 64 * 1024;

/// Bytes that look a little like what is expected.
fn packet(dice: &mut Dice, words: &[&str], longest: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..=dice.below(4) {
        match dice.below(4) {
            0 => bytes.extend((0..dice.below(40)).map(|_| dice.below(256) as u8)),
            1 => bytes.extend((0..dice.below(longest)).map(|_| dice.below(256) as u8)),
            _ => bytes.extend(words[dice.below(words.len())].as_bytes()),
        }
    }
    bytes
}

struct Watcher {
    began: Instant,
    warm: Option<u64>,
    packets: u64,
}

impl Watcher {
    fn new() -> Self {
        Self { began: Instant::now(), warm: None, packets: 0 }
    }

    /// Whether to go on. The memory is taken for the first time after a tenth: by then everything was used once.
    fn more(&mut self) -> bool {
        self.packets += 1;
        let span = self.began.elapsed();
        if self.warm.is_none() && span > random_span() / 10 {
            self.warm = Some(memory_kib());
        }
        span < random_span()
    }

    fn check(&self, name: &str) {
        let (before, after) = (self.warm.unwrap_or(0), memory_kib());
        println!("{name}: {} packets, {before} KiB before, {after} KiB after", self.packets);
        // Beside other tests in the same process the figures tell nothing.
        if is_alone() {
            assert!(after < before + SLACK_KIB, "{name} grew from {before} to {after} KiB");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn morpion_takes_anything() {
    let gate = Gate::open().await;
    let (mut dice, mut watcher) = (Dice(1), Watcher::new());
    let words =
        ["__join__:", "__play__:", "__quit__", "quit", "A0", "o14", "bob", "é", "\r\n", "\n"];
    let mut peers = Vec::new();
    for _ in 0..6 {
        peers.push(UdpPeer::new(&gate).await);
    }
    let mut buffer = [0; 2048];
    while watcher.more() {
        let peer = &peers[dice.below(peers.len())];
        peer.send(packet(&mut dice, &words, 1400)).await;
        while peer.socket.try_recv_from(&mut buffer).is_ok() {}
        if watcher.packets.is_multiple_of(64) {
            tokio::task::yield_now().await;
        }
        if watcher.packets.is_multiple_of(256) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
    // All leave, as far as they sit; then somebody plays.
    let last = UdpPeer::new(&gate).await;
    loop {
        for peer in &peers {
            peer.send("__quit__").await;
        }
        last.send("__join__:last").await;
        // Strangers are answered only so often.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        if let Ok((length, _)) = last.socket.try_recv_from(&mut buffer)
            && &buffer[..length] == b"last"
        {
            break;
        }
    }
    watcher.check("morpion");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn katarenga_takes_anything() {
    let gate = Gate::open().await;
    let (mut dice, mut watcher) = (Dice(2), Watcher::new());
    let quarter = "[[1,3,2,4],[4,2,1,1],[2,4,3,3],[3,1,4,2]]";
    let config = format!(
        "{{\"type\":\"quadrant_config\",\"data\":{{\"quadrants\":[{quarter},{quarter}]}}}}"
    );
    let words = [
        "{\"type\":\"game_mode_confirm\",\"data\":{\"mode\":0}}",
        config.as_str(),
        "{\"type\":\"move\",\"data\":{\"from\":[8,1],\"to\":[7,1],\"player\":2}}",
        "{\"type\":\"placement\",\"data\":{\"position\":[8,1],\"player\":2}}",
        "{\"type\":\"victory\",\"data\":{\"winner\":2}}",
        "{\"type\":\"game_start_confirm\",\"data\":{\"ready\":true}}",
        "{\"type\":",
        "}",
        " ",
    ];
    streams(&gate, "katarenga", &mut dice, &mut watcher, &words).await;
    // Whoever came just before may still be on the way out: so many from one address, and no more.
    while crate::katarenga::KataPeer::join(&gate).await.next().await.0 != "game_mode" {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    watcher.check("katarenga");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pawnhub_takes_anything() {
    let gate = Gate::open().await;
    drop(HubPeer::of(&gate, "alice").await);
    let (mut dice, mut watcher) = (Dice(3), Watcher::new());
    let messages = [
        "2~alice~secret",
        "1~x~y",
        "3~all~hi",
        "4~0",
        "4~9",
        "5~x",
        "7~x",
        "8~2",
        "9~x",
        "12~alice",
        "30~MwE2E4",
        "30~Mw/end",
        "30~Pq",
        "20~x",
        "0~Quit",
        "30~",
        "99~x",
        "~~~",
    ];
    let framed = messages.map(|message| String::from_utf8(frames(message)).unwrap());
    let mut words: Vec<&str> = framed.iter().map(String::as_str).collect();
    words.extend(["|", "~", "30~M", "2~alice~"]);
    streams(&gate, "pawnhub", &mut dice, &mut watcher, &words).await;
    loop {
        let mut peer = HubPeer::new(&gate).await;
        peer.send("20~x").await;
        if peer.try_next().await.as_deref() == Some("20~stopChat") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    watcher.check("pawnhub");
}

/// Random bytes over connections that come and go.
async fn streams(gate: &Gate, name: &str, dice: &mut Dice, watcher: &mut Watcher, words: &[&str]) {
    use tokio::{io::AsyncWriteExt, net::TcpStream};
    let mut open: Vec<TcpStream> = Vec::new();
    let mut buffer = [0; 4096];
    while watcher.more() {
        if open.len() < 12 {
            open.push(TcpStream::connect(gate.address(name)).await.unwrap());
        }
        let place = dice.below(open.len());
        let bytes = packet(dice, words, 600);
        let sent = tokio::time::timeout(common_patience(), open[place].write_all(&bytes)).await;
        let closed = loop {
            match open[place].try_read(&mut buffer) {
                Ok(0) => break true,
                Ok(_) => {}
                Err(error) => break error.kind() != std::io::ErrorKind::WouldBlock,
            }
        };
        if closed || !matches!(sent, Ok(Ok(()))) || dice.below(40) == 0 {
            open.swap_remove(place);
        }
    }
}

fn common_patience() -> std::time::Duration {
    std::time::Duration::from_secs(10)
}
