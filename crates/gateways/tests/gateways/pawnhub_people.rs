//! Accounts, queue, chat and friends of Pawn Hub over real sockets, by the byte sequences of docs/protocols/pawnhub-tcp.md.

use crate::{
    common::Gate,
    hub::{HubPeer, frames},
};
use tokio::io::AsyncWriteExt;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts() {
    let gate = Gate::open().await;
    let mut peer = HubPeer::new(&gate).await;
    assert_eq!(peer.ask("1~alice~secret").await, "1~1");
    for taken in [
        "1~alice~other",
        "1~ALICE~other",
        "1~../x~secret",
        "1~Guest~secret",
        "1~all~secret",
        "1~bob~12345678901",
    ] {
        assert_eq!(peer.ask(taken).await, "1~0", "{taken}");
    }
    assert_eq!(peer.ask("2~nobody~secret").await, "2~0");
    assert_eq!(peer.ask("2~alice~wrong").await, "2~2");
    // Before that nothing else is answered.
    peer.send("9~viewFriends").await;
    peer.send("7~myStat").await;
    peer.nothing().await;
    assert_eq!(peer.ask("2~alice~secret").await, "2~1");
    let mut other = HubPeer::new(&gate).await;
    assert_eq!(other.ask("2~alice~secret").await, "2~3");
    assert_eq!(peer.ask("0~Quit").await, "0~Quit");
    assert_eq!(peer.try_next().await, None);
    // Signed out once that is through.
    while other.ask("2~alice~secret").await != "2~1" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // The account is one like any other.
    let browser = gate.house.nobody();
    let body = serde_json::json!({ "name": "alice", "password": "secret" });
    browser.post("/api/sign-in", body).await.refused(409, "in-use");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_are_cut_and_glued() {
    let gate = Gate::open().await;
    let mut peer = HubPeer::new(&gate).await;
    let mut bytes = frames("1~alice~secret");
    bytes.extend(frames("2~alice~secret"));
    bytes.extend(frames("nonsense"));
    bytes.extend([b'|'; 150]);
    bytes.extend(frames("6~x"));
    bytes.extend(frames("20~x"));
    for chunk in bytes.chunks(47) {
        peer.stream.write_all(chunk).await.unwrap();
        tokio::task::yield_now().await;
    }
    peer.expect(&["1~1", "2~1", "20~stopChat"]).await;
    // No end in sight: told, then closed.
    peer.stream.write_all(&[b'x'; 1500]).await.unwrap();
    peer.expect(&["0~Quit"]).await;
    assert_eq!(peer.try_next().await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_queue_can_be_left() {
    let gate = Gate::open().await;
    let (mut alice, mut bob) = (HubPeer::of(&gate, "alice").await, HubPeer::of(&gate, "bob").await);
    // Games without turns are not played here: who asks for one waits.
    alice.send("4~5").await;
    bob.send("4~5").await;
    alice.nothing().await;
    alice.send("4~0").await;
    assert_eq!(alice.ask("5~leaveQueue").await, "5");
    bob.send("4~0").await;
    bob.nothing().await;
    alice.nothing().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn friends() {
    let gate = Gate::open().await;
    let (mut alice, mut bob) = (HubPeer::of(&gate, "alice").await, HubPeer::of(&gate, "bob").await);
    for (asked, answer) in [
        ("12~nobody", "12~0"),
        ("12~alice", "12~0"),
        ("13~bob", "13~0"),
        ("15~bob", "15~0"),
        ("11~bob~1", "11~1~0"),
        ("11~bob~2", "11~2~0"),
    ] {
        assert_eq!(alice.ask(asked).await, answer, "{asked}");
    }
    assert_eq!(alice.ask("12~bob").await, "12~4");
    bob.expect(&["17~alice~1"]).await;
    assert_eq!(alice.ask("12~bob").await, "12~2");
    assert_eq!(alice.ask("14~viewSentRequest").await, "14~bob");
    assert_eq!(bob.ask("10~viewRequest").await, "10~alice");
    // Withdrawn, asked again, refused, asked again, accepted.
    assert_eq!(alice.ask("15~bob").await, "15~1");
    bob.expect(&["17~alice~0"]).await;
    assert_eq!(alice.ask("12~bob").await, "12~4");
    bob.expect(&["17~alice~1"]).await;
    assert_eq!(bob.ask("11~alice~2").await, "11~2~1");
    alice.expect(&["18~bob~0"]).await;
    assert_eq!(alice.ask("12~bob").await, "12~4");
    bob.expect(&["17~alice~1"]).await;
    assert_eq!(bob.ask("11~alice~1").await, "11~1~1");
    alice.expect(&["16~bob~1", "18~bob~0"]).await;
    assert_eq!(alice.ask("9~viewFriends").await, "9~bob");
    assert_eq!(alice.ask("12~bob").await, "12~1");
    // Removed, then each asks the other.
    assert_eq!(bob.ask("13~alice").await, "13~1");
    alice.expect(&["16~bob~0"]).await;
    assert_eq!(bob.ask("12~alice").await, "12~4");
    alice.expect(&["17~bob~1"]).await;
    assert_eq!(alice.ask("12~bob").await, "12~3");
    bob.expect(&["16~alice~1", "18~alice~0"]).await;
    bob.nothing().await;
    alice.nothing().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat() {
    let gate = Gate::open().await;
    let (mut alice, mut bob) = (HubPeer::of(&gate, "alice").await, HubPeer::of(&gate, "bob").await);
    alice.send("3~all~hello there").await;
    alice.expect(&["3~alice~all~hello there"]).await;
    bob.expect(&["3~alice~all~hello there"]).await;
    // The client offers private chat with friends only; Damier allows no other.
    let refused = alice.ask("3~bob~psst").await;
    assert!(refused.starts_with("3~[Server]~all~"), "{refused}");
    assert_eq!(alice.ask("3~nobody~psst").await, "3~alice~nobody~psst");
    alice.expect(&["3~[Server]~nobody~nobody is offline"]).await;
    assert_eq!(alice.ask("12~bob").await, "12~4");
    bob.expect(&["17~alice~1"]).await;
    assert_eq!(bob.ask("12~alice").await, "12~3");
    alice.expect(&["16~bob~1", "18~bob~0"]).await;
    assert_eq!(alice.ask("3~bob~psst").await, "3~alice~bob~psst");
    bob.expect(&["3~alice~alice~psst"]).await;
    assert_eq!(bob.ask("0~Quit").await, "0~Quit");
    assert_eq!(bob.try_next().await, None);
    gate.gone("bob").await;
    assert_eq!(alice.ask("3~bob~still there").await, "3~alice~bob~still there");
    alice.expect(&["3~[Server]~bob~bob is offline"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_with_the_lobby_of_the_browser() {
    let gate = Gate::open().await;
    let mut peer = HubPeer::of(&gate, "bob").await;
    let browser = gate.house.account("Zoé").await;
    let mut socket = browser.socket().await;
    socket.send(serde_json::json!({ "t": "lobby", "on": true })).await;
    socket.say("lobby", "a1", "salut | à tous").await;
    peer.expect(&["3~Zoé~all~salut  à tous"]).await;
    peer.send("3~all~bonjour").await;
    let said = socket.until(|message| message["t"] == "said" && message["from"] == "bob").await;
    assert_eq!(said["text"], "bonjour");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_says_goodbye() {
    let gate = Gate::open().await;
    let mut peer = HubPeer::of(&gate, "bob").await;
    let mut stranger = HubPeer::new(&gate).await;
    stranger.nothing().await;
    gate.house.server.stop().await.unwrap();
    for peer in [&mut peer, &mut stranger] {
        peer.expect(&["0~Quit"]).await;
        assert_eq!(peer.try_next().await, None);
    }
}
