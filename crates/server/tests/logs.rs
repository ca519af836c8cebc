//! No secret in a log. A test of its own, since a process has one logger.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;

use common::House;
use serde_json::json;
use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_secret_is_in_a_log() {
    let kept = Kept::default();
    let writer = kept.clone();
    let level = tracing_subscriber::filter::LevelFilter::TRACE;
    tracing_subscriber::fmt().with_max_level(level).with_writer(move || writer.clone()).init();
    // The server alone: the client's library would log what it sends.
    let house = House::sqlite().await;
    let addr = house.server.addr();
    let origin = house.url("");
    let mut secrets = vec!["hushhush word".to_owned(), "another hush word".to_owned()];
    let speak = |method: &str, path: &str, extra: String, body: serde_json::Value| {
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {addr}\r\norigin: {origin}\r\ncontent-type: application/json\r\n\
             connection: close\r\n{extra}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        tokio::task::spawn_blocking(move || {
            use std::io::Read;
            let mut stream = std::net::TcpStream::connect(addr).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        })
    };
    let between = |text: &str, start: &str, end: char| {
        let rest = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}")).1;
        rest.split(end).next().unwrap().to_owned()
    };
    let credentials = json!({ "name": "Zoé", "password": "hushhush word" });
    let made = speak("POST", "/api/register", String::new(), credentials.clone()).await.unwrap();
    let cookie = between(&made, "set-cookie: damier=", ';');
    let extra = format!("cookie: damier={cookie}\r\n");
    let wanted = json!({ "label": "bot", "scopes": ["read"] });
    let made = speak("POST", "/api/tokens", extra.clone(), wanted).await.unwrap();
    let token = between(&made, "\"token\":\"", '"');
    let bearer = format!("authorization: Bearer {token}\r\n");
    speak("GET", "/api/friends", bearer, json!({})).await.unwrap();
    let guest =
        speak("POST", "/api/guest", String::new(), json!({ "name": "Paul" })).await.unwrap();
    secrets.push(between(&guest, "\"recovery\":\"", '"'));
    speak("POST", "/api/sign-in", String::new(), credentials).await.unwrap();
    let change = json!({ "old": "hushhush word", "new": "another hush word" });
    speak("PUT", "/api/password", extra, change).await.unwrap();
    let link = damier_server::admin::reset_password(house.store(), "Zoé", house.server.app().now());
    secrets.push(link.await.unwrap().strip_prefix("/reset/").unwrap().to_owned());
    secrets.extend([cookie, token]);
    house.server.stop().await.unwrap();
    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("registered"), "nothing was logged");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log");
    }
    assert!(!log.contains("$argon2id$"));
}
