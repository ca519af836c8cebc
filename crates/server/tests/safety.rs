//! What strangers send, and what must not leave the house.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;

use common::{Answer, House};
use reqwest::{Client, Method};
use serde_json::json;
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

fn cookie_of(answer: &Answer) -> String {
    answer.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

on_both! {
    async fn what_changes_something_must_come_from_our_pages(house) {
        let browser = house.browser();
        let made = browser.post("/api/register", json!({ "name": "Zoé", "password": "secret word" })).await;
        let cookie = cookie_of(&made);
        let own = house.url("");
        let host = own.strip_prefix("http://").unwrap();
        let port = house.server.addr().port();
        let send = |origin: Option<String>| {
            let request = Client::new().post(house.url("/api/sessions/end-others")).header("cookie", &cookie);
            let request = match origin {
                Some(origin) => request.header("origin", origin),
                None => request,
            };
            async { Answer::of(request.send().await.unwrap()).await }
        };
        for foreign in [
            None,
            Some("http://evil.example".to_owned()),
            Some("null".to_owned()),
            Some(format!("http://127.0.0.1:{}", port ^ 1)),
            Some(format!("http://evil{host}")),
            Some(format!("http://{host}.evil.example")),
            Some(host.to_owned()),
        ] {
            let answer = send(foreign.clone()).await;
            assert_eq!(answer.status, 403, "{foreign:?}");
            answer.refused(403, "foreign-origin");
        }
        send(Some(own.clone())).await.ok();
        // A token excuses a missing Origin, but not with a cookie beside it, nor a foreign one.
        let made = browser.post("/api/tokens", json!({ "label": "bot", "scopes": ["chat"] })).await.ok();
        let token = made["token"].as_str().unwrap();
        let mute = || Client::new().put(house.url("/api/mutes/Nobody2")).bearer_auth(token);
        let status = |request: reqwest::RequestBuilder| async { request.send().await.unwrap().status().as_u16() };
        assert_eq!(status(mute()).await, 404);
        assert_eq!(status(mute().header("cookie", &cookie)).await, 403);
        assert_eq!(status(mute().header("origin", "http://evil.example")).await, 403);
    }

    async fn rubbish_is_refused(house) {
        let browser = house.browser();
        let send = |body: Vec<u8>| {
            let request = browser.request(Method::POST, "/api/guest").header("content-type", "application/json");
            async { Answer::of(request.body(body).send().await.unwrap()).await }
        };
        let long = format!("{{\"name\": \"{}\"}}", "a".repeat(65 * 1024));
        send(long.into_bytes()).await.refused(413, "too-large");
        let nested = |open: &str, n: usize| format!("{{\"name\": {}", open.repeat(n)).into_bytes();
        for body in [
            b"".to_vec(),
            b"{".to_vec(),
            b"null".to_vec(),
            b"{\"name\": 3}".to_vec(),
            b"\xff\xfe\x00\x01".to_vec(),
            nested("[", 60_000),
            nested("{\"a\":", 12_000),
        ] {
            send(body).await.refused(400, "malformed");
        }
        send(b"{\"name\": \"\\u0000a\"}".to_vec()).await.refused(422, "name-form");
        let plain = browser.request(Method::POST, "/api/guest").body("{\"name\": \"Paul\"}");
        Answer::of(plain.send().await.unwrap()).await.refused(400, "malformed");
        browser.get("/api/chat/%00").await.refused(400, "malformed");
        browser.get("/api/players/a%00").await.refused(400, "malformed");
        browser.sign_in("\0", "\0").await.refused(401, "wrong-credentials");
        browser.get("/api/ranking?game=%00&speed=x").await.refused(400, "malformed");
        browser.get("/api/ranking?game=chess&speed=blitz&page=-9223372036854775808").await.ok();
        browser.get("/api/ranking").await.refused(400, "malformed");
        browser.delete("/api/me").await.refused(405, "wrong-method");
        // And the house stands.
        browser.post("/api/guest", json!({ "name": "Paul" })).await.ok();
    }

    async fn what_people_type_is_never_sql(house) {
        let name = "x'; DROP TABLE people; --";
        house.browser().sign_in(name, "' OR '1'='1").await.refused(401, "wrong-credentials");
        house.browser().get("/api/players/%27%20OR%201=1%20--").await.refused(404, "no-such-player");
        house.account("Zoé").await;
    }
}

#[tokio::test]
async fn behind_a_proxy_cookies_are_secure_and_addresses_are_the_clients() {
    let house = House::with(|config| config.trust_proxy = true).await;
    let browser = house.browser();
    let guest = |name: String, from: &str| {
        let request = browser.request(Method::POST, "/api/guest").json(&json!({ "name": name }));
        let request = request.header("x-forwarded-for", from).header("x-forwarded-proto", "https");
        async { Answer::of(request.send().await.unwrap()).await }
    };
    // What stands before the last hop is the client's own claim.
    for n in 0..60 {
        let answer = guest(format!("a{n}x"), &format!("10.0.0.{n}, 192.0.2.7")).await;
        assert!(answer.headers["set-cookie"].to_str().unwrap().ends_with("; Secure"));
    }
    guest("b1x".into(), "10.9.9.9, 192.0.2.7").await.refused(429, "too-many");
    guest("b2x".into(), "192.0.2.8").await.ok();
}

#[tokio::test]
async fn without_a_proxy_nobody_chooses_an_address() {
    let house = House::sqlite().await;
    let browser = house.browser();
    let mut refused = 0;
    for n in 0..61 {
        let request =
            browser.request(Method::POST, "/api/guest").json(&json!({ "name": format!("a{n}x") }));
        let answer = request.header("x-forwarded-for", format!("10.0.0.{n}")).send().await.unwrap();
        refused += usize::from(answer.status() == 429);
    }
    assert_eq!(refused, 1);
}

#[tokio::test]
async fn a_head_that_never_ends_is_cut_off() {
    let house = House::sqlite().await;
    let addr = house.server.addr();
    let cut = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!("GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: {}", "a".repeat(64 * 1024));
        // The server may close while we still write.
        let _ = stream.write_all(head.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    });
    let answer = cut.await.unwrap();
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    house.browser().get("/healthz").await;
}

#[tokio::test]
async fn slow_senders_are_cut_off_and_hurt_nobody() {
    let house = House::with(|config| {
        config.head_within = Duration::from_millis(100);
        config.answer_within = Duration::from_millis(300);
    })
    .await;
    let addr = house.server.addr();
    let send = move |text: String| {
        tokio::task::spawn_blocking(move || {
            let mut stream = TcpStream::connect(addr).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            let mut answer = String::new();
            // Reading ends when the server closes; an error would mean that it never did.
            let ended = stream.read_to_string(&mut answer);
            assert!(
                !ended.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock),
                "never closed"
            );
            answer
        })
    };
    let head = format!("POST /api/guest HTTP/1.1\r\nhost: {addr}\r\norigin: http://{addr}\r\n");
    let body =
        format!("{head}content-type: application/json\r\ncontent-length: 99\r\n\r\n{{\"name\"");
    let (nothing, letter, half_head, half_body, http_2) = tokio::join!(
        send(String::new()),
        send("P".into()),
        send(head),
        send(body),
        send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into())
    );
    assert_eq!((nothing.unwrap(), letter.unwrap(), http_2.unwrap()), Default::default());
    assert!(!half_head.unwrap().contains(" 200 "));
    let half_body = half_body.unwrap();
    assert!(half_body.starts_with("HTTP/1.1 408"), "{half_body}");
    house.browser().post("/api/guest", json!({ "name": "Paul" })).await.ok();
}

#[tokio::test]
async fn a_flood_is_told_when_to_come_back() {
    let house = House::sqlite().await;
    let browser = house.browser();
    let mut refused = None;
    for _ in 0..20_000 {
        let answer = browser.get("/api/me").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a flood is refused");
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(browser.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_full_disk_is_refused_and_forgotten() {
    let house = House::with(|config| config.address_allowance = 100).await;
    let browser = house.browser();
    let run = |sql: &'static str| sqlx::query(sql).execute(&house.store().write);
    // SQLite takes the number of pages that there are where fewer are asked for: the file cannot grow.
    run("PRAGMA max_page_count = 1").await.unwrap();
    let mut refused = None;
    for n in 0..2000 {
        let answer = browser.post("/api/guest", json!({ "name": format!("guest{n}") })).await;
        if answer.status != 201 {
            refused = Some(answer);
            break;
        }
    }
    refused.expect("the disk is full").refused(503, "unavailable");
    assert_eq!(browser.get("/healthz").await.status, 200);
    run("PRAGMA max_page_count = 1000000").await.unwrap();
    browser.post("/api/guest", json!({ "name": "Paul" })).await.ok();
}

#[tokio::test]
async fn connections_that_break_are_made_again() {
    let Some(house) = House::postgres().await else { return };
    let zoe = house.account("Zoé").await;
    let pool = &house.store().read;
    let ask = || sqlx::query_as::<_, (i32,)>("SELECT pg_backend_pid()").fetch_one(pool);
    let pids = futures_util::future::join_all((0..8).map(|_| ask())).await;
    let beside = damier_server::Store::open(&house.config.database()).await.unwrap();
    for pid in pids {
        let sql = "SELECT CASE WHEN pg_terminate_backend($1) THEN 1 ELSE 0 END";
        sqlx::query(sql).bind(pid.unwrap().0).execute(&beside.write).await.unwrap();
    }
    beside.close().await;
    zoe.get("/api/me").await.ok();
    assert_eq!(zoe.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn a_server_with_a_certificate_speaks_tls() {
    let file =
        |name: &str| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name);
    let house =
        House::with(|config| config.tls = Some((file("certificate.pem"), file("key.pem")))).await;
    let base = format!("https://{}", house.server.addr());
    let trusting = Client::builder().danger_accept_invalid_certs(true).build().unwrap();
    let request = trusting.post(format!("{base}/api/guest")).header("origin", &base);
    let made = Answer::of(request.json(&json!({ "name": "Paul" })).send().await.unwrap()).await;
    assert!(made.headers["set-cookie"].to_str().unwrap().ends_with("; Secure"));
    // Whoever checks certificates does not come in by this one, nor by plain HTTP.
    assert!(Client::new().get(&base).send().await.is_err());
    assert!(Client::new().get(house.url("/healthz")).send().await.is_err());
    house.server.stop().await.unwrap();
}

#[tokio::test]
async fn a_database_that_is_gone_is_told_and_comes_back() {
    let house = House::sqlite().await;
    let browser = house.browser();
    // A database that cannot be written to: the house answers, and recovers without a restart.
    let run = |sql: &'static str| sqlx::query(sql).execute(&house.store().write);
    run("PRAGMA query_only = 1").await.unwrap();
    browser.get("/readyz").await.refused(503, "unavailable");
    browser.post("/api/guest", json!({ "name": "Paul" })).await.refused(503, "unavailable");
    assert_eq!(browser.get("/healthz").await.status, 200);
    run("PRAGMA query_only = 0").await.unwrap();
    assert_eq!(browser.get("/readyz").await.status, 200);
    browser.post("/api/guest", json!({ "name": "Paul" })).await.ok();
}
