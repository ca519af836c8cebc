//! Sessions of the Morpion protocol over real sockets, by the byte sequences of docs/protocols/morpion-udp.md.

use crate::common::{Gate, UdpPeer};
use serde_json::json;
use std::time::Duration;

const EMPTY_ROW: &str = "| . . . . . . . . . . . . . . .";

/// The empty grid, written here once more on purpose.
fn empty_grid() -> String {
    let rows: String = (0..15).map(|n| format!("{n:>2}{EMPTY_ROW}\n")).collect();
    format!("{rows}   ------------------------------\n    A B C D E F G H I J K L M N O")
}

fn start_text(symbol: char, beginner: &str) -> String {
    let grid = empty_grid();
    format!(
        "\n----------\nLa partie commence !\nVous avez le symbole {symbol}\n{grid}\n\nC'est à *{beginner}* de commencer\n"
    )
}

/// Two players who have read their start texts: X first.
async fn two(gate: &Gate) -> [(UdpPeer, &'static str); 2] {
    let (alice, bob) = (UdpPeer::new(gate).await, UdpPeer::new(gate).await);
    assert_eq!(alice.ask("__join__:alice").await, "alice");
    assert_eq!(bob.ask("__join__:bob").await, "bob");
    let (hers, his) = (alice.next().await, bob.next().await);
    let pair = [(alice, "alice"), (bob, "bob")];
    if hers == start_text('X', "alice") {
        assert_eq!(his, start_text('O', "alice"));
        pair
    } else {
        assert_eq!((hers, his), (start_text('O', "bob"), start_text('X', "bob")));
        let [first, second] = pair;
        [second, first]
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connection_table() {
    let gate = Gate::open().await;
    let (alice, bob, carol) =
        (UdpPeer::new(&gate).await, UdpPeer::new(&gate).await, UdpPeer::new(&gate).await);
    assert_eq!(
        carol.ask("__play__:A0").await,
        "La partie n'a pas commencé (0/2 joueurs), veuillez attendre"
    );
    // A stranger who leaves, what is not UTF-8 and what is too long is ignored: the next answer is that to the name.
    carol.send("__quit__").await;
    carol.send([0xff, 0xfe]).await;
    carol.send([b'a'; 1025]).await;
    for bad in ["__join__:", "__join__:a b", "__join__:game_already_full", "", "__join__:\u{7}"] {
        assert_eq!(carol.ask(bad).await, "invalid_name", "{bad:?}");
    }
    assert_eq!(alice.ask("__join__:alice\r\n").await, "alice");
    assert_eq!(alice.ask("__join__:alice").await, "alice");
    assert_eq!(
        alice.ask("__play__:A0").await,
        "La partie n'a pas commencé (1/2 joueurs), veuillez attendre"
    );
    assert_eq!(bob.ask("__join__:alice").await, "invalid_name");
    // A plain client: its first datagram is its name, and the same name again gets the same answer.
    assert_eq!(bob.ask("bob\n").await, "bob");
    let start = bob.next().await;
    assert!(start.starts_with("\n----------\nLa partie commence !\n"), "{start}");
    assert_eq!(alice.next().await.len(), start.len());
    assert_eq!(carol.ask("__join__:carol").await, "game_already_full");
    assert_eq!(carol.ask("__play__:A0").await, "Ce n'est pas à vous de jouer");
    assert_eq!(alice.ask("__join__:alice").await, "game_already_full");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_of_a_connected_guest_is_taken() {
    let gate = Gate::open().await;
    let browser = gate.house.guest("Zoe").await;
    let _socket = browser.socket().await;
    let peer = UdpPeer::new(&gate).await;
    assert_eq!(peer.ask("__join__:Zoe").await, "invalid_name");
    // Names that only this protocol has are welcome all the same.
    assert_eq!(peer.ask("__join__:é!").await, "é!");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_with_every_refusal() {
    let gate = Gate::open().await;
    let [(x, x_name), (o, o_name)] = two(&gate).await;
    assert_eq!(o.ask("__play__:A0").await, "Ce n'est pas à vous de jouer");
    for bad in ["__play__:", "__play__:Z9", "__play__:A15", "__play__:A00", "hello"] {
        assert_eq!(x.ask(bad).await, "Coup invalide ! Veuillez rejouer", "{bad}");
    }
    for n in 0..5u8 {
        x.send(format!("__play__:{}0", char::from(b'A' + n))).await;
        let told = x.next().await;
        assert_eq!(o.next().await, told);
        assert!(
            told.starts_with(&format!("\n*{x_name}* a joué en {}0\n 0| X", char::from(b'A' + n)))
        );
        assert!(told.ends_with(" A B C D E F G H I J K L M N O\n"));
        if n == 4 {
            break;
        }
        assert_eq!(o.next().await, "Entrez votre prochain coup :");
        assert_eq!(
            o.ask("__play__:A0").await,
            "Coup invalide ! La case est déjà occupée, veuillez rejouer"
        );
        // Small letters are fine, and are told as capitals.
        o.send(format!("__play__:{}14", char::from(b'a' + n))).await;
        let told = o.next().await;
        assert!(told.contains(&format!("*{o_name}* a joué en {}14\n", char::from(b'A' + n))));
        assert_eq!(x.next().await, told);
        assert_eq!(x.next().await, "Entrez votre prochain coup :");
    }
    let ctrl_c = " (Appuyez sur Ctrl+C pour quitter)";
    let end = format!("*{x_name}* remporte la partie\nLe jeu est terminé, vous avez");
    assert_eq!(x.next().await, format!("{end} gagné !{ctrl_c}"));
    assert_eq!(o.next().await, format!("{end} perdu !{ctrl_c}"));
    assert_eq!((x.next().await, o.next().await), ("__quit__".into(), "__quit__".into()));
    let over = gate.until("over", 1).await;
    assert_eq!(over[0]["result"], "1-0 line");
    assert_eq!(over[0]["seats"][0]["name"], x_name);
    // The table is free for the next two, whatever their addresses.
    two(&gate).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_loses() {
    let gate = Gate::open().await;
    let [(x, x_name), (o, _)] = two(&gate).await;
    x.send("__quit__").await;
    assert_eq!(
        o.next().await,
        format!(
            "***{x_name}*** a quitté le jeu\nVous avez gagné par forfait (Appuyez sur Ctrl+C pour quitter)"
        )
    );
    assert_eq!(
        x.next().await,
        "Vous avez quitté le jeu\nVous avez donc perdu par forfait (Appuyez sur Ctrl+C pour quitter)"
    );
    assert_eq!((x.next().await, o.next().await), ("__quit__".into(), "__quit__".into()));
    // What was told is what is stored, even before anybody has moved.
    assert_eq!(gate.until("over", 1).await[0]["result"], "0-1 resignation");
    // Before the start it only frees the seat; a plain client hears no tags.
    let (dora, emil) = (UdpPeer::new(&gate).await, UdpPeer::new(&gate).await);
    assert_eq!(dora.ask("dora").await, "dora");
    assert_eq!(gate.matches("open").await.len(), 1);
    assert_eq!(dora.ask("quit").await, "Vous avez quitté le jeu\nVous avez donc perdu par forfait");
    assert!(gate.matches("open").await.is_empty());
    assert_eq!(emil.ask("emil").await, "emil");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_grid_is_a_draw() {
    let gate = Gate::open().await;
    let [(x, _), (o, _)] = two(&gate).await;
    // Rows in pairs, columns in turn: nowhere five in a row.
    let cells = (0..15u8).flat_map(|row| (0..15u8).map(move |column| (column, row)));
    let (mine, yours): (Vec<_>, Vec<_>) =
        cells.partition(|(column, row)| (column / 2 + row) % 2 == 0);
    assert_eq!((mine.len(), yours.len()), (113, 112));
    for ply in 0..225 {
        let (mover, (column, row)) =
            if ply % 2 == 0 { (&x, mine[ply / 2]) } else { (&o, yours[ply / 2]) };
        mover.send(format!("__play__:{}{row}", char::from(b'A' + column))).await;
        for peer in [&x, &o] {
            assert!(peer.next().await.contains(" a joué en "));
        }
        if ply < 224 {
            let next = if ply % 2 == 0 { &o } else { &x };
            assert_eq!(next.next().await, "Entrez votre prochain coup :");
        }
    }
    for peer in [&x, &o] {
        assert!(
            peer.next().await.starts_with("La grille est pleine : match nul !\nLe jeu est terminé")
        );
        assert_eq!(peer.next().await, "__quit__");
    }
    assert_eq!(gate.until("over", 1).await[0]["result"], "1/2-1/2 full");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_somebody_in_the_browser() {
    let gate = Gate::open().await;
    let peer = UdpPeer::new(&gate).await;
    assert_eq!(peer.ask("__join__:alice").await, "alice");
    let open = gate.until("open", 1).await;
    assert_eq!((&open[0]["game"], &open[0]["time"]), (&json!("morpion"), &json!("none")));
    let id = open[0]["id"].as_str().unwrap().to_owned();
    let browser = gate.house.guest("Zoe").await;
    browser.join(&id).await.ok();
    let (mut socket, state) = browser.watching(&id).await;
    let zoe_begins = state["yours"] == json!(["one"]);
    let beginner = if zoe_begins { "Zoe" } else { "alice" };
    let own = if zoe_begins { 'O' } else { 'X' };
    assert_eq!(peer.next().await, start_text(own, beginner));
    assert_eq!(UdpPeer::new(&gate).await.ask("__join__:carol").await, "game_already_full");
    // Column A for alice, column O for Zoe, until alice has five.
    let mut ply = 0;
    let mut zoe = async |ply: &mut usize, n: usize| {
        socket.play(&id, *ply, &format!("o{}", 2 * n + 1)).await;
        *ply += 1;
        let told = peer.next().await;
        assert!(told.contains(&format!("*Zoe* a joué en O{}\n", 14 - 2 * n)), "{told}");
        assert_eq!(peer.next().await, "Entrez votre prochain coup :");
    };
    for n in 0..5 {
        if zoe_begins {
            zoe(&mut ply, n).await;
        }
        assert!(peer.ask(format!("__play__:A{n}")).await.contains("*alice* a joué en"));
        ply += 1;
        if !zoe_begins && n < 4 {
            zoe(&mut ply, n).await;
        }
    }
    assert!(
        peer.next()
            .await
            .starts_with("*alice* remporte la partie\nLe jeu est terminé, vous avez gagné !")
    );
    let ended = socket.event("ended").await;
    assert!(ended["result"].as_str().unwrap().ends_with(" line"), "{ended}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_waits_is_met_and_may_give_up() {
    let gate = Gate::open().await;
    let browser = gate.house.guest("Zoe").await;
    let mut socket = browser.socket().await;
    let terms = json!({ "game": "morpion", "opponent": "anyone", "side": "first" });
    let (id, _) = browser.create(terms).await;
    let peer = UdpPeer::new(&gate).await;
    assert_eq!(peer.ask("__join__:alice").await, "alice");
    assert_eq!(peer.next().await, start_text('O', "Zoe"));
    socket.watch(&id).await;
    socket.act(&id, "offer-draw").await;
    socket.event("draw-declined").await;
    socket.act(&id, "resign").await;
    assert!(
        peer.next().await.starts_with("***Zoe*** a quitté le jeu\nVous avez gagné par forfait")
    );
    assert_eq!(peer.next().await, "__quit__");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_looks_for_anyone_is_found() {
    let gate = Gate::open().await;
    for browser_first in [true, false] {
        let browser = gate.house.guest(if browser_first { "Zoe" } else { "Lou" }).await;
        let mut socket = browser.socket().await;
        let peer = UdpPeer::new(&gate).await;
        if !browser_first {
            assert_eq!(peer.ask("__join__:alice").await, "alice");
        }
        socket.send(json!({ "t": "seek", "id": "s", "game": "morpion", "time": "none" })).await;
        if browser_first {
            socket.expect("waiting").await;
            assert_eq!(peer.ask("__join__:alice").await, "alice");
        }
        let id = socket.expect("paired").await["match"].as_str().unwrap().to_owned();
        socket.watch(&id).await;
        let start = if browser_first { start_text('O', "Zoe") } else { start_text('X', "alice") };
        assert_eq!(peer.next().await, start);
        // The match that waited in the lobby is gone.
        assert!(gate.matches("open").await.is_empty());
        peer.send("__quit__").await;
        assert!(peer.next().await.starts_with("Vous avez quitté le jeu"));
        socket.event("ended").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_frees_the_seats() {
    let short = Duration::from_millis(400);
    let gate = Gate::with(|config| config.morpion.as_mut().unwrap().silence = short).await;
    let [(x, x_name), (o, _)] = two(&gate).await;
    assert!(o.next().await.starts_with(&format!("***{x_name}*** a quitté le jeu")));
    assert!(x.next().await.starts_with("Vous avez quitté le jeu"));
    gate.until("over", 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_says_so() {
    let gate = Gate::open().await;
    let [(x, _), (o, _)] = two(&gate).await;
    gate.house.server.stop().await.unwrap();
    for peer in [x, o] {
        assert!(peer.next().await.starts_with("Le serveur a été arrêté\n"));
        assert_eq!(peer.next().await, "__quit__");
    }
}
