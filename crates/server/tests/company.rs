//! Friends, blocks, mutes and messages.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;

use common::{Browser, House};
use damier_server::{
    ApiError,
    store::{
        chat::{Message, Room},
        people::Person,
    },
};
use serde_json::{Value, json};

async fn person(house: &House, browser: &Browser) -> Person {
    house.store().person(&browser.id().await).await.unwrap().unwrap()
}

async fn say(
    house: &House,
    room: &Room,
    by: &Person,
    text: &str,
    client: &str,
) -> Result<Message, ApiError> {
    house.store().say(room, by, text, client, house.server.app().now()).await
}

async fn bond(browser: &Browser) -> Value {
    browser.get("/api/friends").await.ok()[0]["bond"].clone()
}

on_both! {
    async fn friendship_is_asked_for_and_given(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let empty = || json!({});
        zoe.put("/api/friends/zoé", empty()).await.refused(422, "yourself");
        zoe.put("/api/friends/Nobody2", empty()).await.refused(404, "no-such-player");
        zoe.put("/api/friends/Paul", empty()).await.ok();
        zoe.put("/api/friends/Paul", empty()).await.ok();
        assert_eq!((bond(&zoe).await, bond(&paul).await), (json!("asked"), json!("asking")));
        // Whoever asked cannot also agree.
        zoe.post("/api/friends/Paul/accept", empty()).await.refused(404, "not-found");
        paul.post("/api/friends/Zoé/accept", empty()).await.ok();
        assert_eq!((bond(&zoe).await, bond(&paul).await), (json!("friends"), json!("friends")));
        paul.delete("/api/friends/Zoé").await.ok();
        assert_eq!(zoe.get("/api/friends").await.ok(), json!([]));
        paul.delete("/api/friends/Zoé").await.refused(404, "not-found");
        // Two who ask each other agree.
        zoe.put("/api/friends/Paul", empty()).await.ok();
        assert_eq!(paul.put("/api/friends/Zoé", empty()).await.ok()["bond"], "friends");
        house.guest("Anna").await.put("/api/friends/Paul", empty()).await.refused(403, "accounts-only");
    }

    async fn friends_see_who_is_there_and_who_plays(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let (app, store, id) = (house.server.app(), house.store(), paul.id().await);
        store.presence_enter(&paul.session().await, &id, &app.node, app.now()).await.unwrap();
        let game = house.add_match(Some(&id), None, None, 5000).await;
        let sql = "UPDATE matches SET status = 'playing' WHERE id = $1";
        sqlx::query(sql).bind(&game).execute(&store.write).await.unwrap();
        zoe.put("/api/friends/Paul", json!({})).await.ok();
        let seen = zoe.get("/api/friends").await.ok();
        assert_eq!((&seen[0]["online"], &seen[0]["playing"]), (&json!(false), &Value::Null), "asked only");
        paul.put("/api/friends/Zoé", json!({})).await.ok();
        let seen = zoe.get("/api/friends").await.ok();
        assert_eq!((&seen[0]["online"], &seen[0]["playing"]), (&json!(true), &json!(game)));
    }

    async fn a_block_ends_friendship_and_messages(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let (a, b) = (person(&house, &zoe).await, person(&house, &paul).await);
        let room = Room::of_two(&a.id, &b.id);
        assert!(matches!(say(&house, &room, &a, "salut", "c1").await, Err(ApiError::NotFriends)));
        zoe.put("/api/friends/Paul", json!({})).await.ok();
        paul.put("/api/friends/Zoé", json!({})).await.ok();
        say(&house, &room, &a, "salut", "c1").await.unwrap();
        paul.put("/api/blocks/Zoé", json!({})).await.ok();
        assert_eq!(paul.get("/api/blocks").await.ok()[0]["name"], "Zoé");
        assert_eq!(zoe.get("/api/friends").await.ok(), json!([]));
        assert!(matches!(say(&house, &room, &a, "salut", "c2").await, Err(ApiError::Blocked)));
        zoe.put("/api/friends/Paul", json!({})).await.refused(403, "blocked");
        let game = house.add_match(Some(&a.id), Some(&b.id), Some(1), 5000).await;
        let room = Room::Match(game);
        assert!(matches!(say(&house, &room, &b, "salut", "c3").await, Err(ApiError::Blocked)));
        paul.delete("/api/blocks/Zoé").await.ok();
        say(&house, &room, &b, "salut", "c3").await.unwrap();
    }

    async fn messages_are_kept_once_in_order_and_paged(house) {
        let guest = house.guest("Anna").await;
        let anna = person(&house, &guest).await;
        assert!(matches!(say(&house, &Room::Lobby, &anna, "hello", "c0").await, Err(ApiError::AccountsOnly)));
        let game = house.add_match(Some(&anna.id), None, Some(1), 5000).await;
        let room = Room::Match(game.clone());
        for n in 0..5 {
            let said = say(&house, &room, &anna, &format!("<i>{n}</i>\u{202e}"), &format!("c{n}")).await.unwrap();
            assert_eq!((said.seq, said.text), (n + 1, format!("<i>{n}</i>")));
        }
        // A repeat is answered with the first and not limited; one more is too fast.
        assert_eq!(say(&house, &room, &anna, "again", "c2").await.unwrap().text, "<i>2</i>");
        assert!(matches!(say(&house, &room, &anna, "more", "c9").await, Err(ApiError::TooMany { .. })));
        let path = format!("/api/chat/match:{game}?limit=2");
        let texts = |page: Value| -> Vec<String> {
            page.as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
        };
        let reader = house.browser();
        assert_eq!(texts(reader.get(&path).await.ok()), ["<i>3</i>", "<i>4</i>"]);
        assert_eq!(texts(reader.get(&format!("{path}&before=4")).await.ok()), ["<i>1</i>", "<i>2</i>"]);
        assert_eq!(texts(reader.get(&format!("{path}&before=2")).await.ok()), ["<i>0</i>"]);
        reader.get("/api/chat/match:none").await.refused(404, "not-found");
    }

    async fn many_at_once_get_places_of_their_own(house) {
        let mut people = Vec::new();
        for n in 0..8 {
            people.push(person(&house, &house.account(&format!("p{n}")).await).await);
        }
        let all = people.iter().map(|person| say(&house, &Room::Lobby, person, "hello", "c1"));
        let said = futures_util::future::join_all(all).await;
        let mut places: Vec<i64> = said.into_iter().map(|said| said.unwrap().seq).collect();
        places.sort();
        assert_eq!(places, (1..=8).collect::<Vec<_>>());
    }

    async fn what_two_friends_say_is_theirs(house) {
        let (zoe, paul, anna) = (house.account("Zoé").await, house.account("Paul").await, house.account("Anna").await);
        zoe.put("/api/friends/Paul", json!({})).await.ok();
        paul.put("/api/friends/Zoé", json!({})).await.ok();
        let (a, b) = (person(&house, &zoe).await, person(&house, &paul).await);
        let room = Room::of_two(&a.id, &b.id);
        let said = say(&house, &room, &a, "entre nous", "c1").await.unwrap();
        let path = format!("/api/chat/{}", room.name());
        assert_eq!(paul.get(&path).await.ok()[0]["text"], "entre nous");
        anna.get(&path).await.refused(403, "room-closed");
        house.browser().get(&path).await.refused(403, "room-closed");
        let c = person(&house, &anna).await;
        assert!(matches!(say(&house, &room, &c, "moi aussi", "c1").await, Err(ApiError::RoomClosed)));
        anna.post("/api/reports", json!({ "message": said.id })).await.refused(403, "room-closed");
        // A private match is its players'.
        let game = house.add_match(Some(&a.id), Some(&b.id), Some(1), 5000).await;
        sqlx::query("UPDATE matches SET private = 1").execute(&house.store().write).await.unwrap();
        let path = format!("/api/chat/match:{game}");
        paul.get(&path).await.ok();
        anna.get(&path).await.refused(403, "room-closed");
        assert_eq!(anna.get("/api/players/Paul/games").await.ok(), json!([]));
        assert_eq!(paul.get("/api/players/Paul/games").await.ok()[0]["id"], game.as_str());
    }

    async fn mutes_reports_and_silence(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let b = person(&house, &paul).await;
        let said = say(&house, &Room::Lobby, &b, "bêtise", "c1").await.unwrap();
        zoe.put(&format!("/api/mutes/@{}", b.id), json!({})).await.ok();
        assert_eq!(zoe.get("/api/mutes").await.ok()[0]["name"], "Paul");
        assert_eq!(zoe.get("/api/chat/lobby").await.ok(), json!([]));
        assert_eq!(house.store().unheard(&zoe.id().await).await.unwrap(), std::slice::from_ref(&b.id));
        zoe.delete("/api/mutes/Paul").await.ok();
        assert_eq!(zoe.get("/api/chat/lobby").await.ok()[0]["text"], "bêtise");
        let complaint = json!({ "message": said.id, "reason": "insulte" });
        zoe.post("/api/reports", complaint.clone()).await.ok();
        zoe.post("/api/reports", complaint).await.ok();
        zoe.post("/api/reports", json!({ "message": "none" })).await.refused(404, "not-found");
        zoe.get("/api/admin/reports").await.refused(403, "admins-only");
        let silence = |minutes: i64| json!({ "who": "Paul", "minutes": minutes });
        zoe.post("/api/admin/silence", silence(10)).await.refused(403, "admins-only");
        damier_server::admin::grant(house.store(), "zoé").await.unwrap();
        let reports = zoe.get("/api/admin/reports").await.ok();
        assert_eq!(reports.as_array().unwrap().len(), 1);
        assert_eq!((&reports[0]["name"], &reports[0]["text"], &reports[0]["reason"]), (&json!("Paul"), &json!("bêtise"), &json!("insulte")));
        zoe.post("/api/admin/silence", silence(10)).await.ok();
        // Also those whose connection began before.
        assert!(matches!(say(&house, &Room::Lobby, &b, "quoi", "c2").await, Err(ApiError::Silenced { .. })));
        zoe.post("/api/admin/silence", silence(0)).await.ok();
        say(&house, &Room::Lobby, &b, "quoi", "c2").await.unwrap();
        damier_server::admin::revoke(house.store(), "zoé").await.unwrap();
        zoe.get("/api/admin/reports").await.refused(403, "admins-only");
    }

    async fn somebody_is_reported_and_an_administrator_is_done_with_it(house) {
        let (zoe, paul, guest) = (house.account("Zoé").await, house.account("Paul").await, house.guest("Anna").await);
        let about = |who: &str, reason: &str| json!({ "player": who, "reason": reason });
        guest.post("/api/reports", about("Paul", " ")).await.refused(422, "empty-message");
        guest.post("/api/reports", about("Nobody2", "cheating")).await.refused(404, "no-such-player");
        guest.post("/api/reports", json!({ "reason": "what?" })).await.refused(400, "malformed");
        paul.post("/api/reports", about("Paul", "cheating")).await.refused(422, "yourself");
        house.browser().post("/api/reports", about("Paul", "cheating")).await.refused(401, "sign-in-needed");
        guest.post("/api/reports", about("Paul", "cheating")).await.ok();
        // Said twice it stands once, as it was said last; guests are people, too.
        guest.post("/api/reports", about("paul", "cheating: an engine")).await.ok();
        paul.post("/api/reports", about(&format!("@{}", guest.id().await), "insult")).await.ok();
        zoe.post("/api/admin/reports/none/resolve", json!({})).await.refused(403, "admins-only");
        damier_server::admin::grant(house.store(), "zoé").await.unwrap();
        let reports = zoe.get("/api/admin/reports").await.ok();
        let lines: Vec<_> = reports.as_array().unwrap().iter().map(|line| (line["name"].as_str().unwrap(), line["reporter"].as_str().unwrap(), line["reason"].as_str().unwrap())).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.contains(&("Paul", "Anna", "cheating: an engine")) && lines.contains(&("Anna", "Paul", "insult")), "{lines:?}");
        let cheat = reports.as_array().unwrap().iter().find(|line| line["name"] == "Paul").unwrap();
        zoe.post(&format!("/api/admin/reports/{}/resolve", cheat["id"].as_str().unwrap()), json!({})).await.ok();
        zoe.post("/api/admin/reports/none/resolve", json!({})).await.refused(404, "not-found");
        assert_eq!(zoe.get("/api/admin/reports").await.ok()[0]["name"], "Anna");
        assert_eq!(zoe.get("/api/admin/reports?all=true").await.ok().as_array().unwrap().len(), 2);
        // Whoever complains again has something to add.
        guest.post("/api/reports", about("Paul", "cheating again")).await.ok();
        assert_eq!(zoe.get("/api/admin/reports").await.ok().as_array().unwrap().len(), 2);
        // Nobody floods the administrators.
        for _ in 0..20 {
            if guest.post("/api/reports", about("Zoé", "boredom")).await.status == 429 {
                return;
            }
        }
        panic!("complaints have no limit");
    }
}
