//! A client of Pawn Hub, as it speaks on the wire.

use crate::common::{DEADLINE, Gate};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

pub struct HubPeer {
    pub stream: TcpStream,
}

/// A message in frames, written here once more on purpose.
pub fn frames(message: &str) -> Vec<u8> {
    let mut bytes = message.as_bytes().to_vec();
    bytes.push(b'|');
    while !bytes.len().is_multiple_of(150) {
        bytes.push(b'|');
    }
    bytes
}

impl HubPeer {
    pub async fn new(gate: &Gate) -> Self {
        Self { stream: TcpStream::connect(gate.address("pawnhub")).await.unwrap() }
    }

    /// Signed up and logged in.
    pub async fn of(gate: &Gate, name: &str) -> Self {
        let mut peer = Self::new(gate).await;
        assert_eq!(peer.ask(&format!("1~{name}~secret")).await, "1~1");
        assert_eq!(peer.ask(&format!("2~{name}~secret")).await, "2~1");
        peer
    }

    pub async fn send(&mut self, message: &str) {
        self.stream.write_all(&frames(message)).await.unwrap();
    }

    /// The next message; `None` once the connection has ended. Frames are read whole, as the client does.
    pub async fn try_next(&mut self) -> Option<String> {
        let mut message = Vec::new();
        loop {
            let mut frame = [0; 150];
            let read = timeout(DEADLINE, self.stream.read_exact(&mut frame)).await;
            read.expect("the gateway says something in time").ok()?;
            match frame.iter().position(|&byte| byte == b'|') {
                Some(end) => {
                    message.extend_from_slice(&frame[..end]);
                    assert!(frame[end..].iter().all(|&byte| byte == b'|'));
                    assert!(!message.is_empty(), "an empty message crashes the client");
                    return Some(String::from_utf8(message).unwrap());
                }
                None => message.extend_from_slice(&frame),
            }
        }
    }

    pub async fn next(&mut self) -> String {
        self.try_next().await.expect("the gateway still speaks")
    }

    pub async fn ask(&mut self, message: &str) -> String {
        self.send(message).await;
        self.next().await
    }

    #[track_caller]
    pub fn expect<'a>(&'a mut self, wanted: &'a [&'a str]) -> impl Future<Output = ()> + 'a {
        let place = std::panic::Location::caller();
        async move {
            for text in wanted {
                let found = self.next().await;
                // A board or a clock is told by its beginning.
                let fits = match text.strip_suffix('*') {
                    Some(start) => found.starts_with(start),
                    None => found == *text,
                };
                assert!(fits, "{place}: expected {text}, found {found}");
            }
        }
    }

    /// Nothing has come: the answer to a question of no consequence is the next message.
    pub async fn nothing(&mut self) {
        assert_eq!(self.ask("20~x").await, "20~stopChat");
    }

    /// Sends a move when it is asked for, and hears that it was accepted.
    pub async fn play(&mut self, text: &str, turn: usize) {
        self.send(&format!("30~M{text}")).await;
        let (told, next) = (format!("30~T{turn}"), format!("30~T{}", turn + 1));
        self.expect(&["30~Lwaw", "30~B*", &told, &next]).await;
    }

    /// Hears the other's move, and is asked.
    pub async fn asked(&mut self, turn: usize) {
        let (told, next) = (format!("30~T{turn}"), format!("30~T{}", turn + 1));
        self.expect(&["30~B*", &told, &next, "30~C*", "30~Agimme"]).await;
    }
}

impl HubPeer {
    /// Hears that a game begins, up to the first turn.
    pub async fn opening(&mut self, mode: &str, colour: &str) {
        let (mode, side) = (format!("30~G{mode}"), format!("30~X{colour}"));
        self.expect(&["4", "30~F*", &mode, &side, "30~Ustart"]).await;
        if mode == "30~GAlice" {
            self.expect(&["30~Ualice", "30~B1*", "30~T0", "30~B2!#", "30~T0"]).await;
        } else {
            self.expect(&["30~B*", "30~T0"]).await;
        }
        self.expect(&["30~C*", "30~T1"]).await;
    }

    /// Is asked for a move, the clock before it.
    pub async fn your_move(&mut self) {
        self.expect(&["30~C*", "30~Agimme"]).await;
    }
}

/// Moves in turn, White's first, from the start of a game; then the side to move is asked.
pub async fn play_out(white: &mut HubPeer, black: &mut HubPeer, moves: &[&str]) {
    for (n, text) in moves.iter().enumerate() {
        let (mover, other, letter) = match n % 2 {
            0 => (&mut *white, &mut *black, 'w'),
            _ => (&mut *black, &mut *white, 'b'),
        };
        mover.play(&format!("{letter}{text}"), n + 1).await;
        other.asked(n + 1).await;
    }
}

/// Two players before the first move: White first.
pub async fn two(gate: &Gate, mode: usize) -> [HubPeer; 2] {
    let (mut alice, mut bob) = (HubPeer::of(gate, "alice").await, HubPeer::of(gate, "bob").await);
    alice.send(&format!("4~{mode}")).await;
    alice.nothing().await;
    bob.send(&format!("4~{mode}")).await;
    let name = ["Classic", "Dark", "Horde", "Alice"][mode];
    alice.opening(name, "white").await;
    bob.opening(name, "black").await;
    // The original's 45 minutes.
    alice.expect(&["30~C2700000", "30~Agimme"]).await;
    [alice, bob]
}
