//! Dark chess over every channel: everything that the server sends to a viewer is the same, byte for byte, for any two games that look
//! alike to that viewer. Only what is random by nature is taken out first: ids and times.

mod live_common;

use damier_games::{GameKey, Player, Table, Viewer, open, options::Options};
use live_common::{Client, House, socket::Socket};
use serde_json::json;

/// A game: where it begins, its moves, and what the viewer's opponent tries besides.
#[derive(Clone, Copy)]
struct Script {
    position: Option<&'static str>,
    moves: &'static [&'static str],
    tries: &'static [&'static str],
}

const fn script(moves: &'static [&'static str], tries: &'static [&'static str]) -> Script {
    Script { position: None, moves, tries }
}

fn table(script: &Script) -> Box<dyn Table> {
    open(GameKey::Dark, &Options::new(), script.position).unwrap()
}

/// Checks that two games look alike to a viewer at each moment.
fn look_alike(one: &Script, two: &Script, viewer: Viewer) {
    let (mut a, mut b) = (table(one), table(two));
    assert_eq!(one.moves.len(), two.moves.len());
    for (left, right) in one.moves.iter().zip(two.moves) {
        assert_eq!(a.snapshot(viewer), b.snapshot(viewer), "before {left} and {right}");
        a.play(a.turn(), left).unwrap();
        b.play(b.turn(), right).unwrap();
    }
    assert_eq!(a.snapshot(viewer), b.snapshot(viewer));
    assert_ne!(a.snapshot(Viewer::Referee), b.snapshot(Viewer::Referee));
}

/// Attempts of the viewer that are not legal moves, as many as tell something.
fn bad_moves(table: &dyn Table, player: Player) -> Vec<String> {
    let squares = ["a1", "b2", "c3", "d5", "e4", "e5", "f6", "g7", "h8", "e2", "e7"];
    let pairs = squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}")));
    let others = ["O-O", "O-O-O", "Qd5", "exd6", "xyz"].map(str::to_owned);
    let bad = |text: &String| table.after(player, text).is_err();
    pairs.chain(others).filter(bad).collect()
}

/// Everything that one viewer is sent in the course of a game, over all channels.
async fn told(script: &Script, viewer: Viewer) -> Vec<String> {
    let house = House::sqlite().await;
    let people = [house.guest("anna").await, house.guest("bert").await, house.guest("cleo").await];
    let mut body = json!({ "game": "dark", "opponent": "anyone", "side": "first" });
    if let Some(position) = script.position {
        body["position"] = json!(position);
    }
    let (id, code) = people[0].create(body).await;
    let me = match viewer {
        Viewer::Seat(side) => side.index(),
        Viewer::Spectator | Viewer::Referee => 2,
    };
    let mut told = Vec::new();
    // While it waits for somebody, too.
    told.push(people[me].get(&format!("/api/matches/{id}")).await.text);
    told.push(people[me].get("/api/matches?status=open").await.text);
    let (early, _) = people[me].watching(&id).await;
    people[1].join(&id).await.ok();
    let mut sockets = Vec::new();
    for person in &people {
        sockets.push(person.watching(&id).await.0);
    }
    let mut table = table(script);
    for (ply, text) in script.moves.iter().enumerate() {
        let turn = table.turn();
        if me == turn.index() {
            for bad in bad_moves(table.as_ref(), turn).iter().take(if ply < 2 { 200 } else { 30 }) {
                sockets[me].play(&id, ply, bad).await;
            }
        } else {
            for bad in script.tries {
                sockets[turn.index()].play(&id, ply, bad).await;
                sockets[turn.index()].expect("refused").await;
            }
            sockets[me].play(&id, ply, "e2e4").await;
        }
        sockets[me].act(&id, "takeback").await;
        sockets[me].gather().await;
        sockets[turn.index()].play(&id, ply, text).await;
        for socket in &mut sockets {
            socket.event("played").await;
        }
        table.play(turn, text).unwrap();
    }
    talk_and_look(&people, me, &id, &mut sockets, script.moves.len(), &mut told).await;
    told.extend(early.heard);
    told.extend(sockets.swap_remove(me).heard);
    let ids: Vec<&str> =
        people.iter().map(Client::id).chain([id.as_str(), code.as_str()]).collect();
    told.iter().map(|text| scrub(text, &ids)).collect()
}

async fn talk_and_look(
    people: &[Client; 3],
    me: usize,
    id: &str,
    sockets: &mut [Socket],
    plies: usize,
    told: &mut Vec<String>,
) {
    sockets[0].act(id, "offer-draw").await;
    sockets[1].event("draw-offered").await;
    sockets[1].act(id, "decline-draw").await;
    sockets[0].event("draw-declined").await;
    sockets[2].say(&format!("match:{id}"), "m1", "bien joué").await;
    for socket in sockets.iter_mut() {
        socket.expect("said").await;
        socket.gather().await;
    }
    let mut paths = vec![
        format!("/api/matches/{id}"),
        format!("/api/matches/{id}/record"),
        format!("/api/chat/match:{id}"),
        "/api/matches".to_owned(),
        "/api/matches?status=playing".to_owned(),
        format!("/api/players/@{}/games", people[0].id()),
        format!("/api/players/@{}", people[1].id()),
        "/api/account/export".to_owned(),
    ];
    paths.extend((0..plies + 2).map(|ply| format!("/api/matches/{id}/moments/{ply}")));
    for path in &paths {
        let answer = people[me].get(path).await;
        told.push(format!(
            "{} {:?} {}",
            answer.status,
            answer.headers.get("content-length"),
            answer.text
        ));
    }
    let bad = json!({ "ply": plies, "id": 1, "move": "a1h8" });
    told.push(people[me].post(&format!("/api/matches/{id}/moves"), bad).await.text);
    // Coming back, with all of the present or from any number on.
    let mut socket = people[me].socket().await;
    for since in [None, Some(0), Some(1), Some(plies as i64), Some(99)] {
        socket.send(json!({ "t": "watch", "match": id, "since": since })).await;
        socket.gather().await;
    }
    told.append(&mut socket.heard);
}

/// Takes out what is random by nature: ids, and the times behind these keys.
fn scrub(text: &str, ids: &[&str]) -> String {
    let mut text = text.to_owned();
    for (n, id) in ids.iter().enumerate() {
        text = text.replace(id, &format!("#{n}"));
    }
    let keys = ["at", "now", "created", "started", "ended", "seen", "played_ms", "since"];
    for key in keys.map(|key| format!("\"{key}\":")) {
        let mut parts = text.split(&key).map(str::to_owned).collect::<Vec<_>>();
        for part in &mut parts[1..] {
            *part = part.trim_start_matches(|letter: char| letter.is_ascii_digit()).to_owned();
        }
        text = parts.join(&key);
    }
    // The ids of messages and sessions, which nobody else knows.
    for key in ["\"id\":\"", "\"t\":\"said\",\"room\":\"match:#3\",\"id\":\""] {
        let parts: Vec<&str> = text.split(key).collect();
        let cut = |part: &&str| match part.split_once('"') {
            Some((id, rest)) if id.len() == 12 => format!("\"{rest}"),
            _ => (*part).to_owned(),
        };
        let tail: Vec<String> = parts[1..].iter().map(cut).collect();
        text = [vec![parts[0].to_owned()], tail].concat().join(key);
    }
    text
}

async fn compare(one: Script, two: Script, viewer: Viewer) {
    look_alike(&one, &two, viewer);
    let (left, right) = tokio::join!(told(&one, viewer), told(&two, viewer));
    assert!(left.len() > 20, "{left:?}");
    for (left, right) in left.iter().zip(&right) {
        assert_eq!(left, right);
    }
    assert_eq!(left.len(), right.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn white_is_told_nothing_of_what_black_does_in_the_fog() {
    let one = script(&["e2e4", "b7b6", "a2a3", "g8h6", "b1c3"], &[]);
    let two = script(&["e2e4", "g7g6", "a2a3", "b8c6", "b1c3"], &["e7e4", "a8a5", "nonsense"]);
    compare(one, two, Viewer::Seat(Player::One)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn black_is_told_nothing_of_what_white_does_in_the_fog() {
    let one = script(&["b2b3", "c7c6", "b1c3", "a7a6"], &["e1e4", "O-O"]);
    let two = script(&["g2g3", "c7c6", "g1f3", "a7a6"], &[]);
    compare(one, two, Viewer::Seat(Player::Two)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spectator_is_told_nothing_of_any_move() {
    let one = script(&["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"], &["d1h8"]);
    let two = script(&["a2a3", "a7a6", "h2h3", "h7h6", "g2g4"], &[]);
    compare(one, two, Viewer::Spectator).await;
}

/// The position of the start was sent to everybody as it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hidden_difference_of_the_start_is_not_told() {
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let other = "rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 12 1";
    let at = |position| Script { position: Some(position), moves: &["a2a3", "a7a6"], tries: &[] };
    for viewer in [Viewer::Seat(Player::One), Viewer::Spectator] {
        compare(at(usual), at(other), viewer).await;
    }
}
