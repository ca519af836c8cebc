//! Hostile and clumsy clients are cut off with a code, and nobody else is hurt: two people go on with their match beside each of them. What hurts HTTP is in `safety.rs`.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod live_common;

use damier_games::{GameKey, open, options::Options};
use futures_util::{SinkExt, StreamExt};
use live_common::{House, Two, games::Dice, socket::Socket};
use serde_json::json;
use std::time::Duration;
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::{Error, Message, client::IntoClientRequest};

/// A house with the usual limits, and two people who play in it.
async fn witnesses() -> (House, Two) {
    let house = House::with(|_| ()).await;
    let two = Two::guests(&house, json!({ "game": "morpion" })).await;
    (house, two)
}

/// Nobody else was hurt.
async fn goes_on(two: &mut Two) {
    let shown = two.one.show(&two.id).await;
    let mut table = open(GameKey::Morpion, &Options::new(), None).unwrap();
    for text in shown["moves"].as_array().unwrap() {
        table.play(table.turn(), text.as_str().unwrap()).unwrap();
    }
    let legal = table.legal_moves();
    let mut dice = Dice(table.ply() as u64);
    let first = dice.below(legal.len());
    let second = (first + 1 + dice.below(legal.len() - 1)) % legal.len();
    two.play(&[&legal[first], &legal[second]]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_come_in_the_language_that_the_page_asks_for() {
    let house = House::with(|_| ()).await;
    let addr = house.server.addr();
    for (query, told) in [
        ("?lang=fr", "il n'y a pas de telle partie"),
        ("?lang=en", "there is no such match"),
        ("?x=1&lang=zz", "there is no such match"),
    ] {
        let mut request = format!("ws://{addr}/ws{query}").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{addr}").parse().unwrap());
        let line = tokio::net::TcpStream::connect(addr).await.unwrap();
        let (mut stream, _) = tokio_tungstenite::client_async(request, line).await.unwrap();
        stream.send(Message::text(r#"{"t":"watch","match":"nowhere"}"#)).await.unwrap();
        let refused = loop {
            let text = stream.next().await.unwrap().unwrap().into_text().unwrap();
            if text.contains("refused") {
                break text;
            }
        };
        assert!(refused.contains(told), "{query}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_open_no_sockets() {
    let (house, mut two) = witnesses().await;
    let (addr, cookie) = (house.server.addr(), two.one.cookie());
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        match Socket::open_from(addr, cookie.clone(), origin).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            Err(other) => panic!("{origin}: {other}"),
            Ok(_) => panic!("{origin} came in"),
        }
    }
    goes_on(&mut two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_cut_off() {
    let (house, mut two) = witnesses().await;
    let guest = house.guest("carl").await;
    let mut big = guest.socket().await;
    big.send_text(format!("\"{}\"", "x".repeat(8 * 1024))).await;
    assert_eq!(big.closed().await, 1009);
    let mut binary = guest.socket().await;
    binary.stream.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(binary.closed().await, 1003);
    let mut rubbish = guest.socket().await;
    let deep = "[".repeat(4000) + &"]".repeat(4000);
    let deep_inside = format!(
        r#"{{"t":"seek","id":"a","game":"chess","options":{}1{}}}"#,
        r#"{"a":"#.repeat(1000),
        "}".repeat(1000)
    );
    let texts = [
        "",
        "null",
        "{",
        "\u{0}",
        r#"{"t":"nothing"}"#,
        r#"{"t":"watch"}"#,
        r#"{"t":"watch","match":1}"#,
        r#"{"t":"watch","match":"a","more":1}"#,
        &deep,
        &deep_inside,
    ];
    for text in texts {
        rubbish.send_text(text.to_owned()).await;
        rubbish.refused("malformed").await;
    }
    rubbish.send_text("one too many".into()).await;
    assert_eq!(rubbish.closed().await, 1003);
    goes_on(&mut two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_but_readable_messages_are_refused_one_by_one() {
    let (house, mut two) = witnesses().await;
    let mut socket = house.guest("dora").await.socket().await;
    let long = "x".repeat(5000);
    let play =
        |id: &str, text: &str| json!({ "t": "play", "match": id, "ply": 0, "id": 1, "move": text });
    socket.send(play(&two.id, &long)).await;
    socket.refused("not-your-game").await;
    socket.send(play(&long, "e2e4")).await;
    let refused = socket.refused("no-match").await;
    assert!(refused["match"].as_str().unwrap().len() <= 40, "an echo is short");
    socket.send(json!({ "t": "watch", "match": "' OR 1=1 --" })).await;
    socket.refused("no-match").await;
    socket.send(json!({ "t": "seek", "id": long, "game": "chess" })).await;
    socket.refused("too-many").await;
    socket.send(json!({ "t": "seek", "id": "a", "game": "chess", "options": { "x": "y" } })).await;
    socket.refused("bad-terms").await;
    socket.say("lobby", &long, "text").await;
    socket.refused("malformed").await;
    for since in [-1, i64::MIN, i64::MAX] {
        socket.send(json!({ "t": "watch", "match": two.id, "since": since })).await;
        socket.refused("no-match").await;
    }
    for since in [-1, i64::MIN, i64::MAX] {
        two.first.send(json!({ "t": "watch", "match": two.id, "since": since })).await;
        two.first.expect("match").await;
    }
    goes_on(&mut two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_cut_off() {
    let (house, mut two) = witnesses().await;
    let mut socket = house.guest("emil").await.socket().await;
    for _ in 0..1000 {
        let message = json!({ "t": "unwatch", "match": "a" }).to_string();
        if socket.stream.feed(Message::text(message)).await.is_err() {
            break;
        }
    }
    let _ = socket.stream.flush().await;
    let code = socket.closed().await;
    // The code may drown in what was still under way.
    assert!([1008, 1006].contains(&code), "{code}");
    goes_on(&mut two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_read_is_cut_off() {
    let house = House::sqlite().await;
    let mut two = Two::guests(&house, json!({ "game": "morpion" })).await;
    let slow = house.guest("fay").await;
    let (dark, _) = slow.create(json!({ "game": "dark", "opponent": "same-screen" })).await;
    let line = TcpSocket::new_v4().unwrap();
    line.set_recv_buffer_size(4096).unwrap();
    let addr = house.server.addr();
    let line = line.connect(addr).await.unwrap();
    let origin = format!("http://{addr}");
    let mut socket = Socket::open_on(line, addr, slow.cookie(), &origin).await.unwrap();
    let open = house.server.app().sockets.open();
    // Each answer is a whole board; nobody reads them.
    let watch = json!({ "t": "watch", "match": dark }).to_string();
    let asking = async {
        while house.server.app().sockets.open() >= open {
            let send = socket.stream.send(Message::text(watch.clone()));
            if matches!(tokio::time::timeout(Duration::from_millis(100), send).await, Ok(Err(_))) {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asking).await.expect("it is cut off in the end");
    goes_on(&mut two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_silent_is_given_up() {
    let (house, mut two) = witnesses().await;
    let open = house.server.app().sockets.open();
    // Connected, and then not even an answer to a ping.
    let silent = house.guest("gus").await.socket().await;
    let waiting = async {
        while house.server.app().sockets.open() > open {
            // The others have to be heard meanwhile.
            goes_on(&mut two).await;
            tokio::time::sleep(Duration::from_secs(4)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(90), waiting).await.expect("it is given up");
    drop(silent);
    goes_on(&mut two).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_many_sockets_and_not_more() {
    let (house, mut two) = witnesses().await;
    let addr = house.server.addr();
    let mut sockets = Vec::new();
    let refused = loop {
        match Socket::open(addr, None).await {
            Ok(socket) => sockets.push(socket),
            Err(Error::Http(answer)) => break answer,
            Err(other) => panic!("{other}"),
        }
        assert!(sockets.len() <= 300, "there is no limit");
    };
    assert_eq!(refused.status(), 429);
    assert!(refused.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    goes_on(&mut two).await;
    sockets.pop().unwrap().leave().await;
    let retry = async {
        while Socket::open(addr, None).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), retry)
        .await
        .expect("a place that was left is free");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_watches_and_seeks_only_so_much() {
    let (house, mut two) = witnesses().await;
    let guest = house.guest("hal").await;
    let (id, _) = guest.create(json!({ "game": "chess", "opponent": "same-screen" })).await;
    let mut socket = guest.socket().await;
    for n in 0..10 {
        let time = json!({ "clock": { "base": 60 + n, "increment": 0 } });
        socket
            .send(json!({ "t": "seek", "id": format!("s{n}"), "game": "chess", "time": time }))
            .await;
        socket.expect("waiting").await;
    }
    socket.send(json!({ "t": "seek", "id": "more", "game": "chess" })).await;
    socket.refused("too-many").await;
    socket.send(json!({ "t": "unseek", "id": "s3" })).await;
    socket.send(json!({ "t": "seek", "id": "more", "game": "chess" })).await;
    socket.expect("waiting").await;
    socket.watch(&id).await;
    goes_on(&mut two).await;
}
