//! How people meet, talk and come back: searches, chat, seats that are kept, and accounts in use elsewhere.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod live_common;

use live_common::{
    Client, House, PASSWORD, Two,
    socket::{Socket, happening},
};
use serde_json::{Value, json};

fn seek(id: &str, game: &str, rated: bool) -> Value {
    let time = json!({ "clock": { "base": 180, "increment": 2 } });
    json!({ "t": "seek", "id": id, "game": game, "rated": rated, "time": time })
}

/// Sets a rating as if many games had been played.
async fn rate(house: &House, person: &Client, rating: f64) {
    sqlx::query(
        "INSERT INTO ratings (person, game, speed, rating, deviation, volatility, games, at) \
         VALUES ($1, 'chess', 'blitz', $2, 50.0, 0.06, 100, 0)",
    )
    .bind(person.id())
    .bind(rating)
    .execute(&house.store().write)
    .await
    .unwrap();
}

async fn paired(socket: &mut Socket) -> (String, String) {
    let message = socket.expect("paired").await;
    let text = |key: &str| message[key].as_str().unwrap().to_owned();
    (text("match"), text("seek"))
}

on_both! {
    async fn the_one_who_waited_longest_moves_first(house) {
        let (one, two) = (house.guest("anna").await, house.guest("bert").await);
        let (mut first, mut second) = (one.socket().await, two.socket().await);
        first.send(seek("rated", "chess", true)).await;
        first.refused("account-only").await;
        // Several at once; who waits is told how many do.
        first.send(seek("a", "chess", false)).await;
        assert_eq!(first.expect("waiting").await["waiting"], 1);
        first.send(seek("b", "draughts", false)).await;
        first.expect("waiting").await;
        second.send(seek("other", "horde", false)).await;
        second.expect("waiting").await;
        second.send(seek("mine", "chess", false)).await;
        let (id, name) = paired(&mut first).await;
        assert_eq!((paired(&mut second).await, name.as_str()), ((id.clone(), "mine".into()), "a"));
        assert_eq!(first.watch(&id).await["yours"], json!(["one"]));
        assert_eq!(second.watch(&id).await["yours"], json!(["two"]));
        // Whoever was found looks for nobody else.
        let mut third = house.guest("carl").await.socket().await;
        third.send(seek("c", "draughts", false)).await;
        assert_eq!(third.expect("waiting").await["waiting"], 1);
        third.send(seek("d", "horde", false)).await;
        assert_eq!(third.expect("waiting").await["waiting"], 1);
        // Whoever hangs up is not found.
        third.leave().await;
        first.send(seek("e", "draughts", false)).await;
        assert_eq!(first.expect("waiting").await["waiting"], 1);
    }

    /// A line that broke is given up seconds later: then the search that went on over a new one ended as well, and nobody said so.
    async fn a_search_outlives_the_socket_that_began_it(house) {
        let (lena, marc) = (house.guest("lena").await, house.guest("marc").await);
        let (mut broken, mut back) = (lena.socket().await, lena.socket().await);
        broken.send(seek("a", "chess", false)).await;
        broken.expect("waiting").await;
        back.send(seek("a", "chess", false)).await;
        back.expect("waiting").await;
        broken.leave().await;
        let mut other = marc.socket().await;
        other.send(seek("b", "chess", false)).await;
        let (id, name) = paired(&mut back).await;
        assert_eq!((paired(&mut other).await.0, name.as_str()), (id.clone(), "a"));
        assert_eq!(back.watch(&id).await["yours"], json!(["one"]), "the place in the queue is kept");
    }

    /// Whoever sat down at a match while they looked for another was torn away from it, and forfeited it.
    async fn whoever_sits_down_looks_for_nobody_else(house) {
        let people = [house.guest("nina").await, house.guest("otto").await, house.guest("paul").await];
        let [nina, otto, paul] = &people;
        let (mut host, mut guest) = (nina.socket().await, otto.socket().await);
        host.send(seek("a", "horde", false)).await;
        guest.send(seek("b", "draughts", false)).await;
        for socket in [&mut host, &mut guest] {
            socket.expect("waiting").await;
        }
        let (id, _) = nina.create(json!({ "game": "chess", "opponent": "anyone" })).await;
        otto.join(&id).await.ok();
        let mut other = paul.socket().await;
        for (id, game) in [("c", "horde"), ("d", "draughts")] {
            other.send(seek(id, game, false)).await;
            assert_eq!(other.expect("waiting").await["waiting"], 1, "{game}");
        }
    }

    async fn who_is_not_at_the_board_is_called_to_it(house) {
        let (ruth, sven) = (house.guest("ruth").await, house.guest("sven").await);
        let days = json!({ "days": { "days": 2 } });
        let mut away = ruth.socket().await;
        let body = json!({ "game": "chess", "opponent": "anyone", "side": "second", "time": days });
        let (id, _) = ruth.create(body).await;
        sven.join(&id).await.ok();
        let call = away.expect("awaits").await;
        assert_eq!(call, json!({ "t": "awaits", "match": id, "game": "chess", "by": "sven", "begun": true }));
        let (mut board, _) = sven.watching(&id).await;
        board.play(&id, 0, "e2e4").await;
        let call = away.expect("awaits").await;
        assert_eq!((&call["match"], &call["begun"]), (&json!(id), &json!(false)));
        // At the board the move itself tells it, and whoever moves at a board of their own is not called.
        away.watch(&id).await;
        away.play(&id, 1, "e7e5").await;
        board.until(|message| message["seq"] == 2).await;
        board.play(&id, 2, "g1f3").await;
        away.until(|message| message["seq"] == 3).await;
        let told = [away.gather().await, board.gather().await].concat();
        assert!(told.iter().all(|message| message["t"] != "awaits"), "{told:?}");
        // With a clock nobody is called at each move, but a match that begins is told.
        let clock = json!({ "clock": { "base": 300, "increment": 0 } });
        let (fast, _) = ruth.create(json!({ "game": "chess", "opponent": "anyone", "side": "second", "time": clock })).await;
        sven.join(&fast).await.ok();
        assert_eq!(away.expect("awaits").await["match"], fast);
        board.watch(&fast).await;
        board.play(&fast, 0, "e2e4").await;
        board.until(|message| message["match"] == fast.as_str() && message["seq"] == 1).await;
        assert!(away.gather().await.iter().all(|message| message["t"] != "awaits"));
    }

    /// Only those who had been at the board and left counted as away: whoever sat down where the host never came waited for ever.
    async fn whoever_never_comes_to_the_board_is_away(house) {
        let (tom, ulla) = (house.guest("tom").await, house.guest("ulla").await);
        let (id, code) = tom.create(json!({ "game": "chess", "opponent": "friend", "side": "first" })).await;
        ulla.join(&code).await.ok();
        let (mut board, state) = ulla.watching(&id).await;
        assert_eq!(state["away"], Value::Null);
        assert_eq!(board.event("lost").await["by"], "one");
        assert_eq!(ulla.show(&id).await["away"].as_array().map(Vec::len), Some(1));
        // A program that plays without a socket comes back by its move.
        tom.post(&format!("/api/matches/{id}/moves"), json!({ "ply": 0, "id": 1, "move": "e2e4" })).await.ok();
        let event = board.until(|message| happening(message, "played").is_some()).await;
        assert_eq!(happening(&event, "back").expect("there again")["by"], "one");
        assert_eq!(ulla.show(&id).await["away"], Value::Null);
    }

    /// Each pairing counted as a search that still went on.
    async fn a_socket_searches_as_often_as_it_likes(house) {
        let (mut first, mut second) = (house.guest("dora").await.socket().await, house.guest("emil").await.socket().await);
        for n in 0..12 {
            first.send(seek(&format!("a{n}"), "chess", false)).await;
            first.expect("waiting").await;
            second.send(seek(&format!("b{n}"), "chess", false)).await;
            paired(&mut first).await;
            paired(&mut second).await;
        }
    }

    async fn only_those_who_fit_meet(house) {
        let people = [house.account("Fay").await, house.account("Gus").await, house.account("Hal").await, house.account("Ida").await];
        let [weak, strong, equal, blocked] = &people;
        for (person, rating) in [(weak, 1200.0), (strong, 2400.0), (equal, 1250.0), (blocked, 1220.0)] {
            rate(&house, person, rating).await;
        }
        weak.put("/api/blocks/Ida", json!({})).await.ok();
        let mut sockets = Vec::new();
        for person in [weak, strong, blocked] {
            let mut socket = person.socket().await;
            socket.send(seek("s", "chess", true)).await;
            socket.expect("waiting").await;
            sockets.push(socket);
        }
        assert!(sockets[0].gather().await.iter().all(|message| message["t"] == "waiting"));
        let mut socket = equal.socket().await;
        socket.send(seek("s", "chess", true)).await;
        assert_eq!(paired(&mut socket).await.0, paired(&mut sockets[0]).await.0);
        assert!(sockets[2].gather().await.iter().all(|message| message["t"] != "paired"));
        // Nor do they meet by an open match, by its id or its code.
        let (id, code) = weak.create(json!({ "game": "chess", "opponent": "anyone" })).await;
        blocked.join(&id).await.refused(403, "blocked");
        blocked.join(&code).await.refused(403, "blocked");
    }

    async fn talk_is_kept_once_and_can_be_muted(house) {
        let (one, two) = (house.account("Jim").await, house.account("Kay").await);
        let mut two = Two::meet(one, two, json!({ "game": "chess" })).await;
        let room = format!("match:{}", two.id);
        two.first.say(&room, "m1", "bonjour").await;
        let said = two.second.expect("said").await;
        assert_eq!((&said["from"], &said["text"]), (&json!("Jim"), &json!("bonjour")));
        two.first.expect("said").await;
        // A repeat is answered to the one who repeats, and to nobody else.
        two.first.say(&room, "m1", "bonjour").await;
        assert_eq!(two.first.expect("said").await, said);
        assert!(two.second.gather().await.is_empty());
        let kept = two.two.get(&format!("/api/chat/{room}")).await.ok();
        assert_eq!(kept.as_array().unwrap().len(), 1);
        // The lobby is for accounts; friends talk among themselves.
        let guest = house.guest("leo").await;
        let mut third = guest.socket().await;
        third.send(json!({ "t": "lobby", "on": true })).await;
        third.expect("lobby").await;
        third.say("lobby", "g1", "hello").await;
        third.refused("accounts-only").await;
        two.first.say("lobby", "m2", "hello all").await;
        assert_eq!(third.expect("said").await["room"], "lobby");
        two.first.say("with:Kay", "m3", "psst").await;
        two.first.refused("not-friends").await;
        two.one.put("/api/friends/Kay", json!({})).await.ok();
        two.two.post("/api/friends/Jim/accept", json!({})).await.ok();
        two.first.say("with:Kay", "m4", "psst").await;
        let heard = two.second.until(|message| message["t"] == "said" && message["text"] == "psst").await;
        assert_eq!(heard["room"], "with:Jim");
        assert!(third.gather().await.is_empty());
        // Whoever is muted is not heard any more.
        two.two.put("/api/mutes/Jim", json!({})).await.ok();
        let (mut again, _) = two.two.watching(&two.id).await;
        two.first.say(&room, "m5", "hey").await;
        two.first.until(|message| message["text"] == "hey").await;
        assert!(again.gather().await.is_empty());
    }

    /// A socket went by what was true when it was opened.
    async fn a_silence_holds_for_open_sockets(house) {
        let mia = house.account("Mia").await;
        let mut socket = mia.socket().await;
        socket.send(json!({ "t": "lobby", "on": true })).await;
        socket.say("lobby", "a", "hello").await;
        socket.expect("said").await;
        let until = damier_contest::Millis(i64::MAX / 2);
        house.store().silence(mia.id(), until).await.unwrap();
        socket.say("lobby", "b", "hello again").await;
        socket.refused("silenced").await;
    }

    async fn a_guest_who_registers_keeps_the_seat(house) {
        let mut two = Two::guests(&house, json!({ "game": "chess" })).await;
        two.play(&["e2e4"]).await;
        two.two.post("/api/register", json!({ "name": "Nina", "password": PASSWORD })).await.ok();
        two.play(&["e7e5", "g1f3"]).await;
        // The same socket may now do what accounts may.
        two.second.send(seek("r", "chess", true)).await;
        two.second.expect("waiting").await;
        let (_, state) = two.two.watching(&two.id).await;
        assert_eq!(state["yours"], json!(["two"]));
    }

    async fn a_new_name_is_seen_at_the_table(house) {
        let mut two = Two::guests(&house, json!({ "game": "dark" })).await;
        two.play(&["e2e4"]).await;
        two.one.put("/api/me", json!({ "name": "Colette" })).await.ok();
        // Whoever looks is told to look again.
        let joined = two.second.event("joined").await;
        assert_eq!(joined["seats"][0]["name"], "Colette");
        let state = two.second.watch(&two.id).await;
        assert_eq!((&state["seats"][0]["name"], &state["seats"][0]["kind"]), (&json!("Colette"), &json!("guest")));
        two.one.post("/api/register", json!({ "name": "Colette", "password": "secret word" })).await.ok();
        assert_eq!(two.second.event("joined").await["seats"][0]["kind"], "account");
        two.one.post("/api/account/delete", json!({ "password": "secret word" })).await.ok();
        assert_eq!(two.second.event("joined").await["seats"][0]["kind"], "gone");
    }

    async fn a_recovery_code_gives_the_seat_back(house) {
        let mut two = Two::guests(&house, json!({ "game": "chess" })).await;
        two.play(&["e2e4"]).await;
        let other = two.two.other();
        other.post("/api/recover", json!({ "code": "abcd-abcd-abcd-abcd" })).await.refused(404, "wrong-code");
        other.post("/api/recover", json!({ "code": two.two.recovery })).await.ok();
        assert_eq!(two.second.closed().await, 4003);
        let (mut again, state) = other.watching(&two.id).await;
        assert_eq!(state["yours"], json!(["two"]));
        again.play(&two.id, 1, "e7e5").await;
        two.first.event("played").await;
    }

    async fn an_account_in_use_is_not_taken_over(house) {
        let olga = house.account("Olga").await;
        let here = olga.socket().await;
        // Two tabs are one browser.
        let mut tab = olga.socket().await;
        let there = olga.other();
        let sign_in = json!({ "name": "Olga", "password": PASSWORD });
        there.post("/api/sign-in", sign_in.clone()).await.refused(409, "in-use");
        // A session from before: two of its tabs at once, neither comes in.
        here.leave().await;
        tab.gather().await;
        tab.leave().await;
        let entered = async {
            while there.post("/api/sign-in", sign_in.clone()).await.status != 200 {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), entered).await.unwrap();
        let mut here = olga.socket().await;
        let (mut left, mut right) = tokio::join!(there.raw_socket(), there.raw_socket());
        assert_eq!((left.closed().await, right.closed().await), (4004, 4004));
        here.gather().await;
        // Signing out ends the socket and frees the account.
        olga.post("/api/sign-out", json!({})).await.ok();
        assert_eq!(here.closed().await, 4003);
        let freed = async {
            while there.raw_socket().await.try_next().await.is_err() {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), freed).await.unwrap();
    }

    async fn an_ended_session_closes_its_sockets(house) {
        let pia = house.account("Pia").await;
        let mut socket = pia.socket().await;
        let sign_in = json!({ "name": "Pia", "password": PASSWORD, "end_other": true });
        pia.other().post("/api/sign-in", sign_in).await.ok();
        assert_eq!(socket.closed().await, 4003);
    }

    async fn the_lobby_hears_of_beginnings_and_ends(house) {
        let (one, two) = (house.guest("quin").await, house.guest("rosa").await);
        let mut lobby = house.nobody().socket().await;
        lobby.send(json!({ "t": "lobby", "on": true })).await;
        assert_eq!(lobby.expect("lobby").await["playing"], 0);
        let (id, _) = one.create(json!({ "game": "chess", "opponent": "anyone" })).await;
        lobby.until(|message| message["open"] == 1).await;
        two.join(&id).await.ok();
        assert_eq!(one.get("/api/matches").await.ok()[0]["turn"], "one");
        lobby.until(|message| message["playing"] == 1 && message["open"] == 0).await;
        one.post(&format!("/api/matches/{id}/actions"), json!({ "action": "abort" })).await.ok();
        lobby.until(|message| message["t"] == "lobby" && message["playing"] == 0).await;
        // A friend is asked, and may decline.
        let (asker, asked) = (house.account("Sam").await, house.account("Tess").await);
        let mut socket = asked.socket().await;
        let mut waiting = asker.socket().await;
        let body = json!({ "game": "chess", "opponent": "friend", "to": "Tess" });
        let (id, _) = asker.create(body).await;
        let challenged = socket.expect("challenged").await;
        assert_eq!((&challenged["match"], &challenged["by"]), (&json!(id), &json!("Sam")));
        assert_eq!((&challenged["time"], &challenged["rated"]), (&json!("none"), &json!(false)));
        one.join(&id).await.refused(409, "full");
        // Whoever was away when it came finds it among what waits for them.
        let waits = asked.get("/api/matches").await.ok();
        assert_eq!((&waits[0]["id"], &waits[0]["status"]), (&json!(id), &json!("open")));
        assert_eq!(one.get("/api/matches").await.ok(), json!([]));
        asked.delete(&format!("/api/matches/{id}")).await.ok();
        assert_eq!(waiting.expect("withdrawn").await["match"], id);
    }

    async fn nobody_is_asked_without_end(house) {
        let (asker, _) = (house.account("Uma").await, house.account("Vera").await);
        let body = |to: &str| json!({ "game": "chess", "opponent": "friend", "to": to });
        asker.post("/api/matches", body("Uma")).await.refused(422, "yourself");
        for _ in 0..30 {
            asker.create(body("Vera")).await;
        }
        asker.post("/api/matches", body("Vera")).await.refused(429, "too-many");
    }

    async fn what_somebody_offers_goes_when_they_do(house) {
        let (walt, xena) = (house.account("Walt").await, house.account("Xena").await);
        let open = async || {
            let lines = xena.get("/api/matches?status=open").await.ok();
            lines.as_array().unwrap().iter().map(|line| line["time"].clone()).collect::<Vec<_>>()
        };
        let days = json!({ "days": { "days": 2 } });
        walt.create(json!({ "game": "chess", "opponent": "anyone", "time": days })).await;
        walt.create(json!({ "game": "chess", "opponent": "anyone" })).await;
        assert_eq!(open().await, [json!("none"), days.clone()]);
        // Long after nobody waits at the board any more, but days are long.
        sqlx::query("UPDATE matches SET created = created - 600000").execute(&house.store().write).await.unwrap();
        assert_eq!(open().await, std::slice::from_ref(&days));
        let socket = walt.socket().await;
        assert_eq!(open().await.len(), 2, "here again");
        socket.leave().await;
        let mut asked = xena.socket().await;
        let (id, _) = walt.create(json!({ "game": "chess", "opponent": "friend", "to": "Xena" })).await;
        asked.expect("challenged").await;
        walt.post("/api/account/delete", json!({ "password": PASSWORD })).await.ok();
        assert_eq!(asked.expect("withdrawn").await["match"], id);
        assert!(open().await.is_empty());
        assert_eq!(xena.get("/api/matches").await.ok(), json!([]));
    }
}
