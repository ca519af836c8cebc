//! Games of Pawn Hub over real sockets, by the byte sequences of docs/protocols/pawnhub-tcp.md.

use crate::{
    common::Gate,
    hub::{HubPeer, play_out, two},
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_with_refusals() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 0).await;
    // Illegal, nonsense, the other's colour: asked again, without a reason.
    for bad in ["30~MwE2E5", "30~MwZZZZ", "30~MwE2", "30~MbE7E5"] {
        white.send(bad).await;
        white.your_move().await;
    }
    play_out(&mut white, &mut black, &["F2F3", "E7E5", "G2G4"]).await;
    black.send("30~MbD8H4").await;
    black.expect(&["30~Lwaw", "30~B*", "30~T4", "30~Ublack"]).await;
    white.expect(&["30~B*", "30~T4", "30~Ublack"]).await;
    // Keys that were hit too late mean nothing.
    white.send("30~MwE2E4").await;
    white.send("30~Mw/end").await;
    white.nothing().await;
    let over = gate.until("over", 1).await;
    assert_eq!((&over[0]["result"], &over[0]["rated"]), (&json!("0-1 checkmate"), &json!(true)));
    // Eight rows of statistics and ten of the ranking, always.
    white.send("7~myStat").await;
    let first = white.next().await;
    assert!(first.starts_with("7~0~Classic~0 1 0~1"), "{first}");
    let others = "Dark Horde Alice RealTimeClassic RealTimeDark RealTimeHorde RealTimeAlice";
    for (n, mode) in others.split(' ').enumerate() {
        assert_eq!(white.next().await, format!("7~{}~{mode}~0 0 0~0.00", n + 1));
    }
    white.send("8~0").await;
    let best = white.next().await;
    assert!(best.starts_with("8~0~bob~1 0 0~"), "{best}");
    assert!(white.next().await.starts_with("8~1~alice~0 1 0~"));
    for n in 2..10 {
        assert_eq!(white.next().await, format!("8~{n}~---~- - -~-"));
    }
    white.send("8~5").await;
    for n in 0..10 {
        assert_eq!(white.next().await, format!("8~{n}~---~- - -~-"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn premoves_and_promotion() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 0).await;
    // Two premoves: the first is played at once, the second is illegal by then and asked again.
    black.send("30~MbB7B5").await;
    black.send("30~MbA8A1").await;
    black.nothing().await;
    white.play("wA2A4", 1).await;
    black
        .expect(&["30~B*", "30~T1", "30~T2", "30~Dwaw", "30~Lwaw", "30~B*", "30~T2", "30~T3"])
        .await;
    white.asked(2).await;
    white.play("wA4B5", 3).await;
    black.expect(&["30~B*", "30~T3", "30~T4", "30~Dwaw", "30~C*", "30~Agimme"]).await;
    black.play("bA7A6", 4).await;
    white.asked(4).await;
    // What was forgotten is not played.
    black.send("30~MbH7H6").await;
    black.send("30~Mb/del").await;
    black.nothing().await;
    white.play("wB5A6", 5).await;
    black.asked(5).await;
    black.play("bC8B7", 6).await;
    white.asked(6).await;
    white.play("wA6B7", 7).await;
    black.asked(7).await;
    black.play("bH7H6", 8).await;
    white.asked(8).await;
    // The pawn stands on the last row until its player has chosen.
    white.send("30~MwB7A8").await;
    let board = white.next().await;
    assert!(board.contains("pA8") && !board.contains("rA8") && !board.contains("pB7"), "{board}");
    white.expect(&["30~T9", "30~Pplease"]).await;
    white.send("30~Px").await;
    white.expect(&["30~Pplease"]).await;
    white.send("30~Ph").await;
    white.expect(&["30~Lwaw"]).await;
    assert!(white.next().await.contains("hA8"));
    white.expect(&["30~T9", "30~T10"]).await;
    assert!(black.next().await.contains("hA8"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn surrender_and_loss_of_connection() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 0).await;
    // Out of turn, and at once.
    black.send("30~Mb/end").await;
    white.expect(&["30~Usurrend"]).await;
    black.nothing().await;
    assert_eq!(gate.until("over", 1).await[0]["result"], "1-0 resignation");
    // The clock of the client ran out: the same.
    black.send("4~2").await;
    black.nothing().await;
    white.send("4~2").await;
    white.opening("Horde", "black").await;
    black.opening("Horde", "white").await;
    black.your_move().await;
    black.send("30~Mw/tim").await;
    white.expect(&["30~Usurrend"]).await;
    black.nothing().await;
    // Who is gone has lost.
    white.send("4~0").await;
    white.nothing().await;
    black.send("4~0").await;
    black.expect(&["4"]).await;
    drop(black);
    white.opening("Classic", "white").await;
    white.your_move().await;
    white.expect(&["30~Usurrend"]).await;
    // One that quits is answered; nobody hangs.
    white.expect_quit().await;
}

impl HubPeer {
    async fn expect_quit(&mut self) {
        assert_eq!(self.ask("0~Quit").await, "0~Quit");
        assert_eq!(self.try_next().await, None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stalemate_is_told_as_one() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 0).await;
    // Sam Loyd's, the shortest there is.
    let moves = [
        "E2E3", "A7A5", "D1H5", "A8A6", "H5A5", "H7H5", "H2H4", "A6H6", "A5C7", "F7F6", "C7D7",
        "E8F7", "D7B7", "D8D3", "B7B8", "D3H7", "B8C8", "F7G6",
    ];
    play_out(&mut white, &mut black, &moves).await;
    white.send("30~MwC8E6").await;
    white.expect(&["30~Lwaw", "30~B*", "30~T19", "30~Ustalemate"]).await;
    black.expect(&["30~B*", "30~T19", "30~Ustalemate"]).await;
    assert_eq!(gate.until("over", 1).await[0]["result"], "1/2-1/2 stalemate");
    // And both may look for somebody again.
    white.send("4~0").await;
    white.nothing().await;
    black.send("4~0").await;
    white.opening("Classic", "white").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_king_that_is_taken_in_the_dark_ends_it() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 1).await;
    play_out(&mut white, &mut black, &["E2E4", "F7F6", "D1H5", "A7A6"]).await;
    // Black has not seen it coming, and nobody says check.
    white.send("30~MwH5E8").await;
    white.expect(&["30~Lwaw", "30~B*", "30~T5", "30~Uwhite"]).await;
    black.expect(&["30~B*", "30~T5", "30~Uwhite"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dark_shows_each_its_own() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 1).await;
    white.send("30~MwE2E4").await;
    white.expect(&["30~Lwaw"]).await;
    let (hers, his) = (white.next().await, black.next().await);
    assert!(hers.contains("pE4") && hers.ends_with("!#"), "{hers}");
    assert!(his.starts_with("30~B!") && !his.contains("E4"), "{his}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alice_goes_through_the_glass() {
    let gate = Gate::open().await;
    let [mut white, mut black] = two(&gate, 3).await;
    white.send("30~MwE2E4").await;
    white.expect(&["30~Lwaw", "30~B1*", "30~T1", "30~B2pE4!#", "30~T1", "30~T2"]).await;
    black.expect(&["30~B1*", "30~T1", "30~B2pE4!#", "30~T1", "30~T2", "30~C*", "30~Agimme"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_somebody_in_the_browser() {
    let gate = Gate::open().await;
    let browser = gate.house.guest("Zoe").await;
    let mut socket = browser.socket().await;
    let time = json!({ "clock": { "base": 2700, "increment": 0 } });
    socket.send(json!({ "t": "seek", "id": "s", "game": "chess", "time": time })).await;
    socket.expect("waiting").await;
    let mut peer = HubPeer::of(&gate, "bob").await;
    peer.send("4~0").await;
    let id = socket.expect("paired").await["match"].as_str().unwrap().to_owned();
    socket.watch(&id).await;
    peer.opening("Classic", "black").await;
    socket.play(&id, 0, "f2f3").await;
    peer.asked(1).await;
    peer.play("bE7E5", 2).await;
    socket.play(&id, 2, "g2g4").await;
    peer.asked(3).await;
    // What is said around the match is heard.
    socket.say(&format!("match:{id}"), "m1", "ouch|~").await;
    peer.expect(&["3~Zoe~Zoe~ouch"]).await;
    socket.act(&id, "offer-draw").await;
    socket.event("draw-declined").await;
    peer.send("30~MbD8H4").await;
    peer.expect(&["30~Lwaw", "30~B*", "30~T4", "30~Ublack"]).await;
    assert_eq!(socket.event("ended").await["result"], "0-1 checkmate");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_gives_up_has_surrendered() {
    let gate = Gate::open().await;
    let mut peer = HubPeer::of(&gate, "bob").await;
    peer.send("4~0").await;
    peer.nothing().await;
    let browser = gate.house.account("Zoe").await;
    let mut socket = browser.socket().await;
    let time = json!({ "clock": { "base": 600, "increment": 0 } });
    socket
        .send(json!({ "t": "seek", "id": "s", "game": "chess", "time": time, "rated": true }))
        .await;
    let id = socket.expect("paired").await["match"].as_str().unwrap().to_owned();
    socket.watch(&id).await;
    // The client is shown the time that was agreed.
    peer.opening("Classic", "white").await;
    peer.expect(&["30~C600000", "30~Agimme"]).await;
    socket.act(&id, "resign").await;
    peer.expect(&["30~Usurrend"]).await;
}
