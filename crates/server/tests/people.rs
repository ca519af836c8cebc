//! Accounts, guests, sessions, tokens.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;

use common::{Answer, Browser, House};
use damier_server::{
    App,
    bus::{Inbox, outbox, topic},
};
use reqwest::Method;
use serde_json::{Value, json};

async fn with_token(
    house: &House,
    token: &str,
    method: Method,
    path: &str,
    body: Option<Value>,
) -> Answer {
    let request = reqwest::Client::new().request(method, house.url(path)).bearer_auth(token);
    let request = match body {
        Some(body) => request.json(&body),
        None => request,
    };
    Answer::of(request.send().await.unwrap()).await
}

async fn token(browser: &Browser, scopes: Value) -> (String, String) {
    let made = browser.post("/api/tokens", json!({ "label": "bot", "scopes": scopes })).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["info"]["id"]), text(&made["token"]))
}

/// What live connections of a session are told.
fn hears_ended(app: &App, session: &str) -> Inbox {
    let (outbox, inbox) = outbox(u64::MAX, 1);
    app.bus.listen(&topic::session(session), &outbox);
    inbox
}

on_both! {
    async fn an_account_is_made_and_used(house) {
        let browser = house.browser();
        browser.get("/api/me").await.refused(401, "sign-in-needed");
        let made = browser.post("/api/register", json!({ "name": "Zoé", "password": "secret word" })).await;
        assert_eq!(made.status, 201);
        let cookie = made.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.contains("; HttpOnly; SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
        assert_eq!(made.headers["cache-control"], "no-store");
        let me = browser.get("/api/me").await.ok();
        assert_eq!((me["name"].as_str(), me["kind"].as_str(), me["admin"].as_bool()), (Some("Zoé"), Some("account"), Some(false)));
        browser.post("/api/sign-out", json!({})).await.ok();
        browser.get("/api/me").await.refused(401, "sign-in-needed");
        browser.sign_in("ZOÉ", "secret word").await.ok();
        assert_eq!(browser.get("/api/me").await.ok()["id"], me["id"]);
    }

    async fn a_name_is_taken_once(house) {
        house.account("Zoé").await;
        for name in ["Zoé", "zoÉ", "zoe\u{301}"] {
            let wanted = json!({ "name": name, "password": "another word" });
            house.browser().post("/api/register", wanted).await.refused(409, "name-taken");
        }
        let other = house.browser();
        let refused = |name: &str, password: &str| json!({ "name": name, "password": password });
        other.post("/api/register", refused("a b", "secret word")).await.refused(422, "name-form");
        other.post("/api/register", refused("Admin", "secret word")).await.refused(422, "name-reserved");
        other.post("/api/register", refused("Paul", "short")).await.refused(422, "password-form");
    }

    async fn two_who_take_a_name_at_once_do_not_both_get_it(house) {
        let (a, b) = (house.browser(), house.browser());
        let wanted = || json!({ "name": "Same", "password": "secret word" });
        let (a, b) = tokio::join!(a.post("/api/register", wanted()), b.post("/api/register", wanted()));
        let mut statuses = [a.status.as_u16(), b.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [201, 409]);
    }

    async fn an_unknown_name_and_a_wrong_password_get_equal_answers(house) {
        house.account("Zoé").await;
        let wrong = house.browser().sign_in("Zoé", "wrong word").await;
        let unknown = house.browser().sign_in("Nobody2", "wrong word").await;
        assert_eq!((wrong.status, &wrong.text), (unknown.status, &unknown.text));
        let names = |answer: &Answer| answer.headers.keys().map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&wrong), names(&unknown));
        wrong.refused(401, "wrong-credentials");
    }

    async fn an_account_in_use_is_not_taken_over(house) {
        let first = house.account("Zoé").await;
        let (id, session) = (first.id().await, first.session().await);
        let (app, store) = (house.server.app(), house.store());
        // Signed in, but nowhere connected: nothing is in use.
        house.browser().sign_in("Zoé", "secret word").await.ok();
        store.presence_enter(&session, &id, &app.node, app.now()).await.unwrap();
        let second = house.browser();
        second.sign_in("Zoé", "secret word").await.refused(409, "in-use");
        // The same browser is the same session.
        first.sign_in("Zoé", "wrong word").await.refused(401, "wrong-credentials");
        let mut ended = hears_ended(app, &session);
        let wanted = json!({ "name": "Zoé", "password": "secret word", "end_other": true });
        second.post("/api/sign-in", wanted).await.ok();
        assert!(ended.queue.try_recv().is_ok());
        first.get("/api/me").await.refused(401, "sign-in-needed");
        assert!(store.online(&[id], app.now()).await.unwrap().is_empty());
    }

    async fn a_stale_presence_and_signing_out_free_an_account(house) {
        use damier_server::store::presence::{Entry, HOLDS_MS};
        let (a, b) = (house.account("Zoé").await, house.browser());
        b.sign_in("Zoé", "secret word").await.ok();
        let (id, one, two) = (a.id().await, a.session().await, b.session().await);
        let (app, store) = (house.server.app(), house.store());
        let now = app.now();
        let later = damier_contest::Millis(now.0 + HOLDS_MS);
        assert_eq!(store.presence_enter(&one, &id, "n1", now).await.unwrap(), Entry::Entered);
        // A further tab of the same browser.
        assert_eq!(store.presence_enter(&one, &id, "n2", now).await.unwrap(), Entry::Entered);
        assert_eq!(store.presence_enter(&two, &id, "n1", now).await.unwrap(), Entry::InUse);
        assert_eq!(store.presence_enter("token:x", &id, "n1", now).await.unwrap(), Entry::Entered);
        // Node 2 beats, node 1 has died; then node 2 loses the last tab.
        store.presence_beat("n2", later).await.unwrap();
        assert_eq!(store.presence_enter(&two, &id, "n1", later).await.unwrap(), Entry::InUse);
        store.presence_leave(&one, "n2").await.unwrap();
        assert_eq!(store.presence_enter(&two, &id, "n1", later).await.unwrap(), Entry::Entered);
        b.post("/api/sign-out", json!({})).await.ok();
        store.presence_sweep(later).await.unwrap();
        assert_eq!(store.presence_enter(&one, &id, "n1", later).await.unwrap(), Entry::Entered);
    }

    async fn too_many_attempts_are_told_when_to_come_back(house) {
        house.account("Zoé").await;
        let browser = house.browser();
        for _ in 0..10 {
            browser.sign_in("Zoé", "wrong word").await.refused(401, "wrong-credentials");
        }
        let refused = browser.sign_in("Zoé", "secret word").await;
        let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        refused.refused(429, "too-many");
        // Others are not hindered, from the same address and under other names.
        house.account("Paul").await.get("/api/me").await.ok();
        for n in 0..60 {
            let name = json!({ "name": format!("guest{n}") });
            browser.post("/api/guest", name).await.ok();
        }
        let refused = browser.post("/api/guest", json!({ "name": "onemore" })).await;
        assert!(refused.headers.contains_key("retry-after"));
        refused.refused(429, "too-many");
    }

    async fn a_guests_name_is_nobody_elses(house) {
        house.account("Zoé").await;
        house.browser().post("/api/guest", json!({ "name": "zoé" })).await.refused(409, "name-taken");
        house.browser().post("/api/guest", json!({ "name": "x" })).await.refused(422, "name-form");
        let guest = house.guest("Paul").await;
        let (id, session) = (guest.id().await, guest.session().await);
        let (app, store) = (house.server.app(), house.store());
        store.presence_enter(&session, &id, &app.node, app.now()).await.unwrap();
        let other = house.browser();
        let refused = other.request(Method::POST, "/api/guest").header("accept-language", "fr").json(&json!({ "name": "PAUL" }));
        let refused = Answer::of(refused.send().await.unwrap()).await.refused(409, "name-taken");
        assert_eq!(refused["error"]["message"], "le nom « PAUL » est déjà pris : choisissez-en un autre");
        let wanted = json!({ "name": "Paul", "password": "secret word" });
        other.post("/api/register", wanted.clone()).await.refused(409, "name-taken");
        // Once the guest has gone the name is free again, and the guest needs another on coming back.
        store.presence_leave(&session, &app.node).await.unwrap();
        other.post("/api/register", wanted).await.ok();
        use damier_server::store::presence::Entry;
        assert_eq!(store.presence_enter(&session, &id, &app.node, app.now()).await.unwrap(), Entry::NameTaken);
        guest.put("/api/me", json!({ "name": "paul" })).await.refused(409, "name-taken");
        guest.put("/api/me", json!({ "name": "Paul2" })).await.ok();
        assert_eq!(store.presence_enter(&session, &id, &app.node, app.now()).await.unwrap(), Entry::Entered);
        other.put("/api/me", json!({ "name": "Paul3" })).await.refused(403, "guests-only");
    }

    async fn a_guest_gets_the_seat_back(house) {
        let first = house.browser();
        let made = first.post("/api/guest", json!({ "name": "Paul" })).await.ok();
        let code = made["recovery"].as_str().unwrap();
        let second = house.browser();
        second.post("/api/recover", json!({ "code": "1111-1111-1111-1111" })).await.refused(404, "wrong-code");
        let back = second.post("/api/recover", json!({ "code": code })).await.ok();
        assert_eq!(back["id"], made["person"]["id"]);
        first.get("/api/me").await.refused(401, "sign-in-needed");
        assert_eq!(second.id().await, made["person"]["id"]);
    }

    async fn a_guest_who_registers_keeps_id_games_and_session(house) {
        let browser = house.browser();
        let made = browser.post("/api/guest", json!({ "name": "Paul" })).await.ok();
        let (id, session) = (browser.id().await, browser.session().await);
        let game = house.add_match(Some(&id), None, Some(1), 5000).await;
        browser.register("Paul").await;
        assert_eq!((browser.id().await, browser.session().await), (id, session));
        let games = house.browser().get("/api/players/paul/games").await.ok();
        assert_eq!(games[0]["id"], game.as_str());
        assert_eq!(games[0]["one_name"], "Paul");
        // The recovery code was the guest's; the account has a password.
        house.browser().post("/api/recover", json!({ "code": made["recovery"] })).await.refused(404, "wrong-code");
    }

    async fn another_password_ends_the_other_sessions(house) {
        let (a, b) = (house.account("Zoé").await, house.browser());
        b.sign_in("Zoé", "secret word").await.ok();
        let change = |old: &str, new: &str| json!({ "old": old, "new": new });
        a.put("/api/password", change("wrong word", "third word")).await.refused(403, "wrong-password");
        a.put("/api/password", change("secret word", "short")).await.refused(422, "password-form");
        a.put("/api/password", change("secret word", "third word")).await.ok();
        a.get("/api/me").await.ok();
        b.get("/api/me").await.refused(401, "sign-in-needed");
        b.sign_in("Zoé", "secret word").await.refused(401, "wrong-credentials");
        b.sign_in("Zoé", "third word").await.ok();
        // Programs go on, unless it is said that they shall not.
        let (id, bot) = token(&a, json!(["read"])).await;
        a.put("/api/password", change("third word", "fourth word")).await.ok();
        with_token(&house, &bot, Method::GET, "/api/me", None).await.ok();
        let mut ended = hears_ended(house.server.app(), &format!("token:{id}"));
        a.put("/api/password", json!({ "old": "fourth word", "new": "fifth word", "revoke_tokens": true })).await.ok();
        with_token(&house, &bot, Method::GET, "/api/me", None).await.refused(401, "bad-token");
        assert!(ended.queue.try_recv().is_ok(), "its sockets are closed");
        assert_eq!(a.get("/api/tokens").await.ok(), json!([]));
    }

    async fn sessions_are_listed_and_ended(house) {
        let (a, b, c) = (house.account("Zoé").await, house.browser(), house.account("Paul").await);
        b.sign_in("Zoé", "secret word").await.ok();
        assert_eq!(a.get("/api/sessions").await.ok().as_array().unwrap().len(), 2);
        let path = format!("/api/sessions/{}", b.session().await);
        c.delete(&path).await.refused(404, "not-found");
        a.delete(&path).await.ok();
        b.get("/api/me").await.refused(401, "sign-in-needed");
        b.sign_in("Zoé", "secret word").await.ok();
        b.post("/api/sessions/end-others", json!({})).await.ok();
        a.get("/api/me").await.refused(401, "sign-in-needed");
    }

    async fn a_token_does_what_its_scopes_allow(house) {
        let browser = house.account("Zoé").await;
        let (id, reading) = token(&browser, json!(["read"])).await;
        let (_, account) = token(&browser, json!(["account", "chat"])).await;
        let listed = browser.get("/api/tokens").await;
        assert!(!listed.text.contains(&reading) && listed.text.contains("bot"));
        let digest = damier_server::ids::digest(&reading);
        let kept = sqlx::query("SELECT id FROM tokens WHERE digest = $1").bind(digest);
        assert_eq!(kept.fetch_all(&house.store().read).await.unwrap().len(), 1);
        let ask = |token: String, method, path: &'static str, body| {
            let house = &house;
            async move { with_token(house, &token, method, path, body).await }
        };
        ask(reading.clone(), Method::GET, "/api/friends", None).await.ok();
        ask(account.clone(), Method::GET, "/api/friends", None).await.refused(403, "scope-missing");
        ask(reading.clone(), Method::GET, "/api/sessions", None).await.refused(403, "scope-missing");
        ask(account.clone(), Method::GET, "/api/sessions", None).await.ok();
        // No Origin is needed, and no token makes tokens, changes the password or deletes the account.
        let grid = json!({ "grid": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]] });
        ask(account.clone(), Method::PUT, "/api/quadrants/mine", Some(grid)).await.ok();
        let wanted = json!({ "label": "more", "scopes": ["play"] });
        ask(account.clone(), Method::POST, "/api/tokens", Some(wanted)).await.refused(403, "session-needed");
        let wanted = json!({ "old": "secret word", "new": "another word" });
        ask(account.clone(), Method::PUT, "/api/password", Some(wanted)).await.refused(403, "session-needed");
        let wanted = json!({ "password": "secret word" });
        ask(account, Method::POST, "/api/account/delete", Some(wanted)).await.refused(403, "session-needed");
        browser.delete(&format!("/api/tokens/{id}")).await.ok();
        ask(reading, Method::GET, "/api/friends", None).await.refused(401, "bad-token");
        let guest = house.guest("Paul").await;
        guest.post("/api/tokens", json!({ "label": "bot", "scopes": ["play"] })).await.refused(403, "accounts-only");
    }

    async fn a_deleted_account_leaves_its_games_without_a_name(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let (id, other) = (zoe.id().await, paul.id().await);
        let game = house.add_match(Some(&id), Some(&other), Some(1), 5000).await;
        zoe.put("/api/friends/Paul", json!({})).await.ok();
        zoe.post("/api/account/delete", json!({ "password": "wrong word" })).await.refused(403, "wrong-password");
        let (token, _) = token(&zoe, json!(["play"])).await;
        let app = house.server.app();
        let sessions = [zoe.session().await, format!("token:{token}")];
        let ended = sessions.map(|session| hears_ended(app, &session));
        zoe.post("/api/account/delete", json!({ "password": "secret word" })).await.ok();
        assert!(ended.into_iter().all(|mut ended| ended.queue.try_recv().is_ok()));
        zoe.get("/api/me").await.refused(401, "sign-in-needed");
        zoe.sign_in("Zoé", "secret word").await.refused(401, "wrong-credentials");
        house.browser().get("/api/players/Zoé").await.refused(404, "no-such-player");
        let games = paul.get("/api/players/Paul/games").await.ok();
        assert_eq!((games[0]["id"].as_str(), games[0]["one"].as_str()), (Some(game.as_str()), Some(id.as_str())));
        assert_eq!(games[0]["one_name"], Value::Null);
        assert_eq!(paul.get("/api/friends").await.ok(), json!([]));
        // The name is free for another person.
        let other = house.account("Zoé").await;
        assert_ne!(other.id().await, id);
        assert_eq!(other.get("/api/players/Zoé").await.ok()["total"]["games"], 0);
    }

    async fn guests_who_left_nothing_are_forgotten(house) {
        let (idle, player) = (house.guest("Anna").await, house.guest("Paul").await);
        let (a, b) = (idle.id().await, player.id().await);
        house.add_match(Some(&b), None, Some(1), 5000).await;
        let store = house.store();
        store.sweep(house.server.app().now()).await.unwrap();
        assert!(store.person(&a).await.unwrap().is_some());
        let later = damier_contest::Millis(house.server.app().now().0 + 91 * 24 * 3600 * 1000);
        store.sweep(later).await.unwrap();
        assert!(store.person(&a).await.unwrap().is_none());
        assert!(store.person(&b).await.unwrap().is_some());
        player.get("/api/me").await.refused(401, "sign-in-needed");
    }

    async fn ones_data_can_be_taken_along(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let game = house.add_match(Some(&zoe.id().await), Some(&paul.id().await), Some(0), 5000).await;
        zoe.put("/api/friends/Paul", json!({})).await.ok();
        token(&zoe, json!(["read"])).await;
        let data = zoe.get("/api/account/export").await;
        for secret in ["argon2", "digest", "damier_"] {
            assert!(!data.text.contains(secret), "{secret} in {}", data.text);
        }
        let data = data.ok();
        assert_eq!(data["account"]["name"], "Zoé");
        assert_eq!(data["games"][0]["id"], game.as_str());
        assert_eq!(data["friends"][0]["name"], "Paul");
        assert_eq!(data["tokens"][0]["label"], "bot");
        for part in ["sessions", "messages", "ratings", "rating_history", "blocks", "mutes", "quadrants"] {
            assert!(!data[part].is_null(), "{part}");
        }
    }
}
