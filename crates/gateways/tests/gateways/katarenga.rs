//! Sessions of the Katarenga protocol over real sockets, by the byte sequences of docs/protocols/katarenga-tcp.md.

use crate::common::{DEADLINE, Gate, live_common::games::Dice};
use damier_engine::{Level, mind, mind::Thinking, search::Limits};
use damier_games::{GameKey, Player, Table, open, options::Options};
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::atomic::AtomicBool};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

/// An original program, as it speaks on the wire: one object for each segment, with the blanks that Python writes.
pub struct KataPeer {
    pub stream: TcpStream,
    buffer: Vec<u8>,
}

/// Two quarters of the stock set, as the original writes them.
fn config(host: bool) -> Value {
    let quarter = json!([[1, 3, 2, 4], [4, 2, 1, 1], [2, 4, 3, 3], [3, 1, 4, 2]]);
    let other = json!([[2, 3, 1, 4], [4, 3, 1, 2], [1, 4, 2, 3], [3, 2, 4, 1]]);
    let (player, indices) = if host { ("server", [0, 1]) } else { ("client", [2, 3]) };
    json!({ "player": player, "quadrants": [quarter, other], "quadrant_indices": indices,
        "selected_ids": ["quadrant_1", "quadrant_3"], "rotations": [0, 0] })
}

/// The board of two such halves.
const BOARD: &str = "YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY";

impl KataPeer {
    pub async fn join(gate: &Gate) -> Self {
        Self::on(TcpStream::connect(gate.address("katarenga")).await.unwrap())
    }

    pub fn on(stream: TcpStream) -> Self {
        Self { stream, buffer: Vec::new() }
    }

    pub async fn send(&mut self, kind: &str, data: Value) {
        let text = format!("{{\"type\": \"{kind}\", \"data\": {data}, \"timestamp\": 1748.5}}");
        self.raw(text.as_bytes()).await;
    }

    pub async fn raw(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// The next object; `None` once the connection has ended.
    pub async fn try_next(&mut self) -> Option<(String, Value)> {
        loop {
            let mut values =
                serde_json::Deserializer::from_slice(&self.buffer).into_iter::<Value>();
            if let Some(Ok(value)) = values.next() {
                let used = values.byte_offset();
                self.buffer.drain(..used);
                let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
                assert_eq!(keys, ["data", "timestamp", "type"]);
                return Some((value["type"].as_str().unwrap().to_owned(), value["data"].clone()));
            }
            let mut chunk = [0; 1024];
            let read = timeout(DEADLINE, self.stream.read(&mut chunk)).await;
            match read.expect("the gateway says something in time") {
                Ok(count) if count > 0 => self.buffer.extend_from_slice(&chunk[..count]),
                _ => return None,
            }
        }
    }

    pub async fn next(&mut self) -> (String, Value) {
        self.try_next().await.expect("the gateway still speaks")
    }

    pub async fn expect(&mut self, kind: &str) -> Value {
        let (found, data) = self.next().await;
        assert_eq!(found, kind, "{data}");
        data
    }

    /// All of the way to the first move, as the one who joins; tells the mode.
    async fn shake_hands(&mut self) -> Value {
        let mode = self.expect("game_mode").await;
        self.send("game_mode_confirm", mode.clone()).await;
        self.send("quadrant_config", config(false)).await;
        let theirs = self.expect("quadrant_config").await;
        assert_eq!(theirs["player"], "server");
        assert_eq!(theirs["quadrant_indices"], json!([0, 1]));
        assert_eq!(self.expect("game_start").await, json!({ "ready": true }));
        self.send("game_start_confirm", json!({ "ready": true })).await;
        mode
    }

    /// Nothing but the end is left.
    async fn closed(&mut self) {
        assert_eq!(self.try_next().await, None);
    }
}

/// A cell of ours as a row and a column of theirs.
fn place(name: &str) -> Value {
    match name {
        "NW" => json!([0, 0]),
        "NE" => json!([0, 9]),
        "SW" => json!([9, 0]),
        "SE" => json!([9, 9]),
        _ => {
            let [file, rank] = name.as_bytes() else { panic!("{name}") };
            json!([b'9' - rank, file - b'a' + 1])
        }
    }
}

fn table(game: GameKey) -> Box<dyn Table> {
    let mut options = Options::from([("board".into(), BOARD.into())]);
    if game == GameKey::Katarenga {
        options.insert("first-capture".into(), "yes".into());
    }
    open(game, &options, None).unwrap()
}

/// A whole game in which a good player beats one that moves anyhow.
fn story(game: GameKey) -> (Vec<String>, u8) {
    let (mut table, mut dice, mut player) = (table(game), Dice(7), mind(game, 8));
    let mut moves: Vec<String> = Vec::new();
    while table.result().is_none() {
        let turn = table.turn();
        let legal = table.legal_moves();
        let text = if turn == Player::One {
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            player.look(&table.options(), None, &texts).unwrap();
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            let thinking = Thinking { limits, level: Level::FULL, lines: 1, threads: 1, seed: 1 };
            let lines = player.think(&thinking, &AtomicBool::new(false), &mut |_| {});
            lines[0].line[0].clone()
        } else {
            legal[dice.below(legal.len())].clone()
        };
        table.play(turn, &text).unwrap();
        moves.push(text);
    }
    let winner = table.result().and_then(|outcome| outcome.winner());
    (moves, winner.expect("somebody wins") as u8 + 1)
}

/// What is sent for a move.
fn sent(mode: u64, text: &str, player: u64) -> (&'static str, Value) {
    if mode == 2 {
        ("placement", json!({ "position": place(text), "player": player }))
    } else {
        let (from, to) = text.split_at(2);
        let data =
            json!({ "from": place(from), "to": place(to), "player": player, "change_turn": true });
        ("move", data)
    }
}

/// Two original programs, one that hosts and is called, one that joins, play a whole game through the server.
async fn whole_game(mode: u64, game: GameKey) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at: SocketAddr = listener.local_addr().unwrap();
    let gate = Gate::with(|config| config.katarenga.as_mut().unwrap().hosts = vec![at]).await;
    let (stream, _) = timeout(DEADLINE, listener.accept()).await.unwrap().unwrap();
    let mut host = KataPeer::on(stream);
    host.send("game_mode", json!({ "mode": mode })).await;
    assert_eq!(host.expect("game_mode_confirm").await, json!({ "mode": mode }));
    gate.until("open", 1).await;
    let mut guest = KataPeer::join(&gate).await;
    host.send("quadrant_config", config(true)).await;
    let shaken = async {
        assert_eq!(guest.shake_hands().await, json!({ "mode": mode }));
    };
    let hosted = async {
        let theirs = host.expect("quadrant_config").await;
        assert_eq!(
            (&theirs["player"], &theirs["quadrants"]),
            (&json!("client"), &config(false)["quadrants"])
        );
        host.send("game_start", json!({ "ready": true })).await;
        host.expect("game_start_confirm").await;
    };
    tokio::join!(shaken, hosted);
    let (moves, winner) = story(game);
    for (ply, text) in moves.iter().enumerate() {
        let player = ply as u64 % 2 + 1;
        let (mover, other) =
            if player == 1 { (&mut host, &mut guest) } else { (&mut guest, &mut host) };
        let (kind, data) = sent(mode, text, player);
        mover.send(kind, data.clone()).await;
        assert_eq!(other.next().await, (kind.to_owned(), data.clone()), "{ply}");
        if mode == 0 {
            let over = other.next().await;
            assert_eq!(
                over,
                ("placement".into(), json!({ "position": data["to"], "player": player }))
            );
        }
    }
    for peer in [&mut host, &mut guest] {
        assert_eq!(peer.expect("victory").await, json!({ "winner": winner }));
        peer.send("victory_received", json!({ "winner": winner })).await;
        peer.closed().await;
    }
    let over = gate.until("over", 1).await;
    let score = if winner == 1 { "1-0" } else { "0-1" };
    assert!(over[0]["result"].as_str().unwrap().starts_with(score), "{}", over[0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_katarenga() {
    whole_game(0, GameKey::Katarenga).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_congress() {
    whole_game(1, GameKey::Congress).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_isolation() {
    whole_game(2, GameKey::Isolation).await;
}

/// Somebody in the browser who hosts a game with quarters to choose, and the original that joins; both stand before the first move.
async fn browser_hosts(
    gate: &Gate,
    game: &str,
) -> (KataPeer, crate::common::live_common::socket::Socket, String) {
    let browser = gate.house.guest("Zoe").await;
    let mut socket = browser.socket().await;
    let terms = json!({ "game": game, "opponent": "anyone", "side": "first", "choosing": true });
    let (id, _) = browser.create(terms).await;
    let mut peer = KataPeer::join(gate).await;
    gate.until("playing", 1).await;
    socket.watch(&id).await;
    socket.send(json!({ "t": "choose", "match": id, "quadrants": ["1:0", "3:0"] })).await;
    peer.shake_hands().await;
    (peer, socket, id)
}

/// A program that hosts finds whoever opened a match for anyone in the browser and kept Blue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hosts_meets_somebody_who_waits_in_the_lobby() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at: SocketAddr = listener.local_addr().unwrap();
    let gate = Gate::with(|config| config.katarenga.as_mut().unwrap().hosts = vec![at]).await;
    let browser = gate.house.guest("Zoe").await;
    let mut socket = browser.socket().await;
    let terms =
        json!({ "game": "isolation", "opponent": "anyone", "side": "second", "choosing": true });
    let (id, _) = browser.create(terms).await;
    let (stream, _) = timeout(DEADLINE, listener.accept()).await.unwrap().unwrap();
    let mut host = KataPeer::on(stream);
    host.send("game_mode", json!({ "mode": 2 })).await;
    host.expect("game_mode_confirm").await;
    gate.until("playing", 1).await;
    host.send("quadrant_config", config(true)).await;
    let state = socket.watch(&id).await;
    assert_eq!(state["yours"], json!(["two"]));
    socket.send(json!({ "t": "choose", "match": id, "quadrants": ["2:0", "4:0"] })).await;
    assert_eq!(host.expect("quadrant_config").await["player"], "client");
    host.send("game_start", json!({ "ready": true })).await;
    host.expect("game_start_confirm").await;
    host.send("placement", json!({ "position": place("d4"), "player": 1 })).await;
    assert_eq!(socket.event("played").await["move"], "d4");
    socket.act(&id, "resign").await;
    assert_eq!(host.expect("victory").await, json!({ "winner": 1 }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_in_the_browser_hosts_and_gives_up() {
    let gate = Gate::open().await;
    let (mut peer, mut socket, id) = browser_hosts(&gate, "katarenga").await;
    let text = table(GameKey::Katarenga).legal_moves()[0].clone();
    socket.play(&id, 0, &text).await;
    let (kind, data) = sent(0, &text, 1);
    assert_eq!(peer.next().await, (kind.to_owned(), data.clone()));
    assert_eq!(peer.expect("placement").await, json!({ "position": data["to"], "player": 1 }));
    socket.act(&id, "resign").await;
    assert_eq!(peer.expect("victory").await, json!({ "winner": 2 }));
    peer.closed().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_joins_waits_in_the_lobby_for_a_browser() {
    let gate = Gate::open().await;
    let mut peer = KataPeer::join(&gate).await;
    // The mode is there before anybody is.
    assert_eq!(peer.expect("game_mode").await, json!({ "mode": 0 }));
    peer.send("game_mode_confirm", json!({ "mode": 0 })).await;
    peer.send("quadrant_config", config(false)).await;
    let open = gate.until("open", 1).await;
    let id = open[0]["id"].as_str().unwrap().to_owned();
    let browser = gate.house.guest("Zoe").await;
    browser.join(&id).await.ok();
    let (mut socket, state) = browser.watching(&id).await;
    assert_eq!(state["yours"], json!(["one"]));
    socket.send(json!({ "t": "choose", "match": id, "quadrants": ["1:0", "3:0"] })).await;
    peer.expect("quadrant_config").await;
    peer.expect("game_start").await;
    // It leaves: a forfeit on our side.
    peer.send("disconnect", json!({})).await;
    let ended = socket.event("ended").await;
    assert_eq!(ended["result"], "1-0 resignation");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_peer_that_vanishes_takes_its_open_match_with_it() {
    let gate = Gate::open().await;
    let mut peer = KataPeer::join(&gate).await;
    peer.expect("game_mode").await;
    gate.until("open", 1).await;
    drop(peer);
    gate.until("open", 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_katarenga_a_wrong_move_is_undone() {
    let gate = Gate::open().await;
    let (mut peer, mut socket, id) = browser_hosts(&gate, "katarenga").await;
    // Out of turn: both cells are written as they were, and the lock takes the turn away.
    peer.send("move", json!({ "from": [8, 1], "to": [7, 1], "player": 2, "change_turn": true }))
        .await;
    assert_eq!(peer.expect("placement").await, json!({ "position": [8, 1], "player": 2 }));
    assert_eq!(peer.expect("placement").await, json!({ "position": [7, 1], "player": 0 }));
    let lock = json!({ "from": [0, 4], "to": [0, 5], "player": 1, "change_turn": true });
    assert_eq!(peer.expect("move").await, lock);
    let text = table(GameKey::Katarenga).legal_moves()[0].clone();
    socket.play(&id, 0, &text).await;
    peer.expect("move").await;
    peer.expect("placement").await;
    // In turn, but across the board and with the wrong number: undone, and the turn stays.
    peer.send("move", json!({ "from": [8, 1], "to": [1, 8], "player": 2, "change_turn": true }))
        .await;
    assert_eq!(peer.expect("placement").await, json!({ "position": [8, 1], "player": 2 }));
    assert_eq!(peer.expect("placement").await["position"], json!([1, 8]));
    // Who does not stop has lost.
    for _ in 0..8 {
        peer.send(
            "move",
            json!({ "from": [8, 1], "to": [1, 8], "player": 2, "change_turn": true }),
        )
        .await;
    }
    while peer.next().await.0 != "disconnect" {}
    assert_eq!(socket.event("ended").await["result"], "1-0 resignation");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cheat_in_the_other_games_is_closed() {
    for (game, kind, data) in [
        (
            "congress",
            "move",
            json!({ "from": [1, 4], "to": [1, 3], "player": 2, "change_turn": true }),
        ),
        ("isolation", "placement", json!({ "position": [1, 1], "player": 2 })),
        ("isolation", "victory", json!({ "winner": 2 })),
        ("congress", "move", json!({ "from": [200, 4], "to": [1, 3] })),
        ("congress", "move", json!({})),
    ] {
        let gate = Gate::open().await;
        let (mut peer, mut socket, _) = browser_hosts(&gate, game).await;
        peer.send(kind, data).await;
        if kind == "victory" {
            assert_eq!(peer.expect("victory_received").await, json!({ "winner": 2 }));
        }
        peer.expect("disconnect").await;
        peer.closed().await;
        assert_eq!(socket.event("ended").await["result"], "1-0 resignation");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_concedes_has_lost() {
    let gate = Gate::open().await;
    let (mut peer, mut socket, _) = browser_hosts(&gate, "isolation").await;
    peer.send("victory", json!({ "winner": 1 })).await;
    peer.expect("victory_received").await;
    assert_eq!(socket.event("ended").await["result"], "1-0 resignation");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn split_joined_and_unknown_messages_are_understood() {
    let gate = Gate::open().await;
    let mut peer = KataPeer::join(&gate).await;
    peer.expect("game_mode").await;
    let config = config(false);
    let text = format!(
        "{{\"type\": \"dance\", \"data\": {{}}}}{{\"type\": \"game_mode_confirm\", \"data\": {{\"mode\": 0}}, \"timestamp\": 1.0}}\
         {{\"type\": \"quadrant_config\", \"data\": {config}, \"timestamp\": 1.0}}"
    );
    for chunk in text.as_bytes().chunks(7) {
        peer.raw(chunk).await;
        tokio::task::yield_now().await;
    }
    let open = gate.until("open", 1).await;
    let browser = gate.house.guest("Zoe").await;
    let id = open[0]["id"].as_str().unwrap();
    browser.join(id).await.ok();
    let (mut socket, _) = browser.watching(id).await;
    socket.send(json!({ "t": "choose", "match": id, "quadrants": ["1:0", "3:0"] })).await;
    peer.expect("quadrant_config").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_ends_the_connection() {
    let gate = Gate::open().await;
    let endless = format!("{{\"type\": \"{}", "x".repeat(9000));
    let bad: [&[u8]; 4] = [b"}}}", b"\xff\xff{", endless.as_bytes(), b"{\"type\": 3}"];
    for bytes in bad {
        let mut peer = KataPeer::join(&gate).await;
        peer.expect("game_mode").await;
        peer.raw(bytes).await;
        peer.expect("disconnect").await;
    }
    gate.until("open", 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_says_goodbye() {
    let gate = Gate::open().await;
    let mut peer = KataPeer::join(&gate).await;
    peer.expect("game_mode").await;
    gate.house.server.stop().await.unwrap();
    peer.expect("disconnect").await;
    peer.closed().await;
}
