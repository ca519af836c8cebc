//! The database is gone, locked or full, or the server was down: moves are refused, `/readyz` is red, the clocks stand still, and all goes
//! on by itself, with the time given back and nothing lost or doubled.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod live_common;

use live_common::{House, Two, socket, socket::Socket};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Executor};
use std::{path::Path, process::Command, time::Duration};
use tokio::time::{sleep, timeout};

/// Generous: so that a bug is a failure and not a hang.
const LONG: Duration = Duration::from_secs(90);

async fn ready(two: &Two) -> u16 {
    two.one.get("/readyz").await.status.as_u16()
}

async fn until_ready(two: &Two, wanted: bool) {
    let waiting = async {
        while (ready(two).await == 200) != wanted {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(LONG, waiting).await.expect("it changes in time");
}

/// Sends a move again and again, as a client does, until it is played. Tells all that was heard meanwhile.
async fn insist(socket: &mut Socket, id: &str, ply: usize, attempt: u64, text: &str) -> Vec<Value> {
    let mut heard = Vec::new();
    let trying = async {
        loop {
            socket.send(socket::play(id, ply, attempt, text)).await;
            loop {
                let message = socket.next().await;
                let refused = message["t"] == "refused";
                let done =
                    message["t"] == "done" || socket::happening(&message, "played").is_some();
                if refused {
                    assert_eq!(message["code"], "unavailable", "{message}");
                }
                heard.push(message);
                if done {
                    return;
                }
                if refused {
                    break;
                }
            }
            sleep(Duration::from_millis(200)).await;
        }
    };
    timeout(LONG, trying).await.expect("it is played in the end");
    heard
}

/// One after the other, and each move once.
async fn whole(house: &House, two: &Two, moves: &[&str]) {
    let log = house.log(&two.id).await;
    let numbers: Vec<i64> = log.iter().map(|(seq, _)| *seq).collect();
    assert_eq!(numbers, (1..=log.len() as i64).collect::<Vec<_>>());
    assert_eq!(two.one.show(&two.id).await["moves"], json!(moves));
    let played = log.iter().filter(|(_, events)| events.contains("\"played\"")).count();
    assert_eq!(played, moves.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_stops_the_clocks_and_nothing_is_lost() {
    let house = House::sqlite().await;
    let time = json!({ "clock": { "base": 14, "increment": 0 } });
    let mut two = Two::guests(&house, json!({ "game": "chess", "time": time })).await;
    let id = two.id.clone();
    two.play(&["e2e4", "e7e5", "g1f3"]).await;
    // Another process holds the database for longer than anybody waits, and than the player to move has.
    let url = format!("sqlite://{}", house.config.database());
    let mut other = AnyConnection::connect(&url).await.unwrap();
    other.execute("BEGIN EXCLUSIVE").await.unwrap();
    two.second.send(socket::play(&id, 3, 77, "b8c6")).await;
    assert_eq!(two.second.refused("unavailable").await["about"], "77");
    until_ready(&two, false).await;
    let path = format!("/api/matches/{id}/moves");
    two.two
        .post(&path, json!({ "ply": 3, "id": 77, "move": "b8c6" }))
        .await
        .refused(503, "unavailable");
    let new = json!({ "game": "chess", "opponent": "anyone" });
    two.one.post("/api/matches", new).await.refused(503, "unavailable");
    // What is not stored is not shown either.
    assert_eq!(two.one.show(&id).await["moves"].as_array().unwrap().len(), 3);
    sleep(Duration::from_secs(16)).await;
    assert!(two.first.gather().await.is_empty(), "nothing happens meanwhile");
    other.execute("COMMIT").await.unwrap();
    let heard = insist(&mut two.second, &id, 3, 77, "b8c6").await;
    until_ready(&two, true).await;
    let given = heard.iter().find_map(|message| socket::happening(message, "given-back"));
    assert!(given.unwrap()["span"].as_i64().unwrap() > 10_000, "{given:?}");
    // The other one hears the same.
    two.first.event("given-back").await;
    two.first.event("played").await;
    whole(&house, &two, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    two.play(&["f1b5"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_during_an_outage_is_missed_after_it() {
    let house = House::sqlite().await;
    let mut two = Two::guests(&house, json!({ "game": "chess" })).await;
    two.play(&["e2e4", "e7e5"]).await;
    let url = format!("sqlite://{}", house.config.database());
    let mut other = AnyConnection::connect(&url).await.unwrap();
    other.execute("BEGIN EXCLUSIVE").await.unwrap();
    until_ready(&two, false).await;
    drop(two.second);
    sleep(Duration::from_secs(6)).await;
    other.execute("COMMIT").await.unwrap();
    assert_eq!(two.first.event("lost").await["by"], "two");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let Some(_disk) = SmallDisk::mount(folder.path()) else {
        println!("no small disk can be mounted here: skipped");
        return;
    };
    let house = House::with(|config| {
        config.data = folder.path().join("data");
        config.address_allowance = 1000;
    })
    .await;
    let mut two = Two::guests(&house, json!({ "game": "chess" })).await;
    let id = two.id.clone();
    two.play(&["e2e4", "e7e5"]).await;
    let filler = folder.path().join("filler");
    let url = format!("sqlite://{}", house.config.database());
    let mut other = AnyConnection::connect(&url).await.unwrap();
    other.execute("CREATE TABLE stuffing (text TEXT)").await.unwrap();
    fill(&filler);
    stuff(&mut other).await;
    // What still fits in the last pages is played; then comes the first refusal.
    let knights = [["g1f3", "b8c6"], ["f3g1", "c6b8"]].concat();
    let mut played = vec!["e2e4", "e7e5"];
    let refused = loop {
        let (ply, text) = (played.len(), knights[(played.len() - 2) % 4]);
        let mover = if ply.is_multiple_of(2) { &mut two.first } else { &mut two.second };
        mover.send(socket::play(&id, ply, 1000 + ply as u64, text)).await;
        // Both are told of every move: only the own one counts as an answer.
        let own = |m: &serde_json::Value| m["events"][0]["id"] == 1000 + ply as u64;
        let answer = mover.until(|m| m["t"] == "refused" || own(m)).await;
        if answer["t"] == "refused" {
            break answer;
        }
        played.push(text);
        fill(&filler);
        stuff(&mut other).await;
        assert!(played.len() < 12, "the disk is never full");
    };
    assert_eq!(refused["code"], "unavailable", "{refused}");
    until_ready(&two, false).await;
    std::fs::remove_file(&filler).unwrap();
    let (ply, text) = (played.len(), knights[(played.len() - 2) % 4]);
    let mover = if ply.is_multiple_of(2) { &mut two.first } else { &mut two.second };
    insist(mover, &id, ply, 1000 + ply as u64, text).await;
    played.push(text);
    until_ready(&two, true).await;
    whole(&house, &two, &played).await;
    house.server.stop().await.unwrap();
}

/// Writes until nothing more fits.
fn fill(file: &Path) {
    use std::io::Write;
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
    while file.write(&[0; 1024]).is_ok_and(|written| written > 0) {}
}

/// A disk of a few megabytes, in memory.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn mount(at: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        let done = mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(at).status().ok()?;
        done.success().then_some(Self(at))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

/// Uses up what the journal has room for within the file that it has already.
async fn stuff(other: &mut AnyConnection) {
    let row = "INSERT INTO stuffing VALUES (hex(randomblob(1500)))";
    while other.execute(row).await.is_ok() {}
}

/// At a start the sweep could flag a player before the outage was noted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_that_the_server_was_down_is_given_back() {
    let mut house = House::sqlite().await;
    let time = json!({ "clock": { "base": 8, "increment": 0 } });
    let mut two = Two::guests(&house, json!({ "game": "chess", "time": time })).await;
    let id = two.id.clone();
    two.play(&["e2e4", "e7e5", "g1f3"]).await;
    house = house.restart(Duration::from_secs(12)).await;
    (two.one.addr, two.two.addr) = (house.server.addr(), house.server.addr());
    let (first, state) = two.one.watching(&id).await;
    assert_eq!(
        (&state["status"], &state["running"]),
        (&json!("playing"), &json!("two")),
        "{state}"
    );
    assert!(state["clock"][1].as_i64().unwrap() > 0, "{state}");
    let (second, _) = two.two.watching(&id).await;
    (two.first, two.second) = (first, second);
    two.play(&["b8c6"]).await;
    whole(&house, &two, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let given = house.log(&id).await.iter().filter(|(_, e)| e.contains("given-back")).count();
    assert_eq!(given, 1);
}
