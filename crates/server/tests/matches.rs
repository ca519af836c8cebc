//! Matches over real sockets: whole games, everything that players can do in one, and every refusal.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod live_common;

use damier_games::{GameKey, Player, Viewer, mosaic::Mosaic, open, options::Options};
use live_common::{House, Two, games, socket, socket::happening};
use serde_json::{Value, json};
use std::time::Duration;

/// Two people play a whole game; a third one watches.
async fn whole_game(house: &House, game: GameKey, seed: usize) {
    let story = games::story(game, &Options::new(), seed as u64);
    let hidden = game.info().hidden;
    let one = house.guest(&format!("one{seed}")).await;
    let two = house.guest(&format!("two{seed}")).await;
    let opponent = if seed.is_multiple_of(2) { "friend" } else { "anyone" };
    let time = json!({ "clock": { "base": 600, "increment": 5 } });
    let first = story.moves[0].0;
    let body = json!({ "game": game, "opponent": opponent, "side": "first", "time": time });
    let (id, code) = one.create(body).await;
    if opponent == "anyone" {
        let open = two.get("/api/matches?status=open").await.ok();
        assert!(open.as_array().unwrap().iter().any(|line| line["id"] == id.as_str()), "{open}");
    }
    two.join(if opponent == "anyone" { &id } else { &code }).await.ok();
    let (host, _) = one.watching(&id).await;
    let (guest, _) = two.watching(&id).await;
    let mut sockets = if first == Player::One { [host, guest] } else { [guest, host] };
    let mut gestures = Value::Null;
    for (ply, (by, text)) in story.moves.iter().enumerate() {
        if hidden && ply > 0 {
            let offered = gestures["gestures"].as_array().unwrap();
            assert!(offered.iter().any(|gesture| gesture["text"] == text.as_str()), "{text}");
        }
        sockets[by.index()].play(&id, ply, text).await;
        for (side, socket) in Player::BOTH.into_iter().zip(&mut sockets) {
            let event = socket.until(|message| happening(message, "played").is_some()).await;
            let played = happening(&event, "played").unwrap();
            assert_eq!(played["by"], json!(by));
            assert_eq!(played["move"].as_str(), (!hidden).then_some(text.as_str()));
            assert!(played["clock"][1].is_i64());
            if side != *by {
                gestures = event["snapshot"].clone();
            }
            if ply + 1 == story.moves.len() {
                assert_eq!(happening(&event, "ended").unwrap()["result"], story.result.as_str());
            }
        }
    }
    // Over: everybody sees all of it, and it can be taken along.
    let shown = two.show(&id).await;
    let texts: Vec<&str> = story.moves.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!((&shown["status"], &shown["moves"]), (&json!("over"), &json!(texts)));
    assert_eq!(shown["result"], story.result.as_str());
    let record = two.get(&format!("/api/matches/{id}/record")).await.text;
    let date = record.lines().find_map(|line| line.strip_prefix("[Date \"20")?.strip_suffix("\"]"));
    let headers = [
        ("Event", "Casual match"),
        ("Site", "Damier"),
        ("Date", &format!("20{}", date.expect("the day is known"))),
        ("White", &format!("{}{seed}", if first == Player::One { "one" } else { "two" })),
        ("Black", &format!("{}{seed}", if first == Player::One { "two" } else { "one" })),
        ("TimeControl", "600+5"),
    ];
    let headers = headers.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(record, story.table.record(&headers, Viewer::Referee));
    assert_eq!(house.log(&id).await.len(), texts.len());
    let again = sockets[0].watch(&id).await;
    assert_eq!(again["moves"], json!(texts));
    sockets[0].play(&id, texts.len(), texts[0]).await;
    sockets[0].refused("over").await;
}

on_both! {
    async fn all_ten_games_are_played_to_their_end(house) {
        let house = std::sync::Arc::new(house);
        let mut playing = tokio::task::JoinSet::new();
        for (seed, game) in games::ALL.into_iter().enumerate() {
            let house = house.clone();
            playing.spawn(async move { whole_game(&house, game, seed).await });
        }
        while let Some(done) = playing.join_next().await {
            done.unwrap();
        }
    }

    async fn a_computer_answers_and_takes_back(house) {
        let player = house.guest("anna").await;
        let body = json!({ "game": "isolation", "opponent": "computer", "level": 1, "side": "first" });
        let (id, code) = player.create(body).await;
        assert_eq!(code, "");
        let (mut socket, state) = player.watching(&id).await;
        assert_eq!(state["seats"][1]["kind"], "computer");
        let mut table = open(GameKey::Isolation, &state_options(&state), None).unwrap();
        let mut dice = games::Dice(7);
        let mut taken_back = false;
        while table.result().is_none() {
            let legal = table.legal_moves();
            let text = legal[dice.below(legal.len())].clone();
            socket.play(&id, table.ply(), &text).await;
            socket.event("played").await;
            table.play(Player::One, &text).unwrap();
            if table.result().is_some() {
                break;
            }
            let answer = socket.event("played").await;
            assert_eq!(answer["by"], "two");
            table.play(Player::Two, answer["move"].as_str().unwrap()).unwrap();
            if !taken_back && table.result().is_none() {
                taken_back = true;
                socket.act(&id, "takeback").await;
                assert_eq!(socket.event("taken-back").await["plies"], 2);
                table.undo();
                table.undo();
            }
        }
        assert_eq!(player.show(&id).await["result"], table.result().unwrap().to_string());
        socket.act(&id, "rematch").await;
        let next = socket.event("rematch-agreed").await["next"].as_str().unwrap().to_owned();
        let state = socket.watch(&next).await;
        assert_eq!((&state["yours"], &state["seats"][0]["kind"]), (&json!(["two"]), &json!("computer")));
        // Now the computer begins.
        assert_eq!(socket.event("played").await["by"], "one");
    }

    async fn one_screen_holds_both_sides(house) {
        let player = house.guest("bea").await;
        let story = games::story(GameKey::Morpion, &Options::new(), 3);
        let body = json!({ "game": "morpion", "opponent": "same-screen" });
        let (id, _) = player.create(body).await;
        let (mut socket, state) = player.watching(&id).await;
        assert_eq!(state["yours"], json!(["one", "two"]));
        for (ply, (_, text)) in story.moves.iter().enumerate() {
            socket.play(&id, ply, text).await;
            socket.event("played").await;
        }
        assert_eq!(player.show(&id).await["result"], story.result.as_str());
    }

    async fn both_choose_their_half_of_the_board(house) {
        let body = json!({ "game": "katarenga", "choosing": true, "opponent": "friend", "side": "random" });
        let Two { one, two, id, mut first, mut second } = Two::guests(&house, body).await;
        first.play(&id, 0, "b8b7").await;
        first.refused("not-begun").await;
        let choose = |quadrants: Value| json!({ "t": "choose", "match": id, "quadrants": quadrants });
        first.send(choose(json!(["1:0"]))).await;
        first.refused("quadrants").await;
        first.send(choose(json!(["1:0", "99:0"]))).await;
        first.refused("quadrants").await;
        first.send(choose(json!(["3:90", "4:270"]))).await;
        first.event("chosen").await;
        // What was chosen is nobody's business yet: neither the other player nor a visitor hears more than that.
        let heard = second.until(|message| happening(message, "chosen").is_some()).await;
        assert_eq!(heard["events"], json!([{ "e": "chosen", "by": "one" }]));
        let shown = two.show(&id).await;
        assert_eq!((&shown["chosen"], &shown["options"]), (&json!([true, false]), &json!({})));
        first.send(choose(json!(["3:90", "4:270"]))).await;
        first.refused("not-choosing").await;
        second.send(choose(json!(["5:0", "YBGR/RGYY/GRBB/BYRG:180"]))).await;
        let begun = first.event("begun").await;
        assert_eq!(second.event("begun").await, begun);
        let board = begun["board"].as_str().unwrap();
        let quadrants = ["3:90", "4:270", "5:0", "YBGR/RGYY/GRBB/BYRG:180"].map(|text| text.parse().unwrap());
        assert_eq!(board, Mosaic::assemble(quadrants).to_string());
        let shown = one.show(&id).await;
        assert_eq!(shown["options"]["board"], *board);
        let table = open(GameKey::Katarenga, &state_options(&shown), None).unwrap();
        first.play(&id, 0, &table.legal_moves()[0]).await;
        first.event("played").await;
    }

    async fn a_board_to_be_chosen_is_open_to_anyone(house) {
        let (one, two) = (house.guest("Ada").await, house.guest("Blaise").await);
        let (id, _) = one.create(json!({ "game": "congress", "choosing": true, "opponent": "anyone", "side": "second" })).await;
        let listed = two.get("/api/matches?status=open").await.ok();
        assert_eq!((&listed[0]["id"], &listed[0]["choosing"], &listed[0]["seats"][0]), (&json!(id), &json!(true), &Value::Null));
        let shown = two.show(&id).await;
        assert_eq!((&shown["chosen"], &shown["private"]), (&json!([false, false]), &Value::Null), "whoever looks knows what comes");
        two.join(&id).await.ok();
        let ((mut first, state), (mut second, _)) = (two.watching(&id).await, one.watching(&id).await);
        assert_eq!(state["yours"], json!(["one"]));
        first.send(json!({ "t": "choose", "match": id, "quadrants": ["1:0", "2:0"] })).await;
        second.send(json!({ "t": "choose", "match": id, "quadrants": ["3:0", "4:0"] })).await;
        assert_eq!(first.event("begun").await, second.event("begun").await);
        let listed = one.get("/api/matches?status=playing").await.ok();
        assert_eq!(listed[0]["id"], json!(id), "it can be watched");
        let friendly = json!({ "game": "congress", "choosing": true, "opponent": "friend" });
        let (id, _) = one.create(friendly).await;
        assert_eq!(one.show(&id).await["private"], true);
    }

    async fn refusals_change_nothing(house) {
        let body = json!({ "game": "chess" });
        let mut two = Two::guests(&house, body.clone()).await;
        let id = two.id.clone();
        two.play(&["e2e4"]).await;
        let before = two.one.show(&id).await;
        let log = house.log(&id).await;
        two.first.play(&id, 1, "d2d4").await;
        two.first.refused("not-your-turn").await;
        two.second.play(&id, 1, "e7e4").await;
        two.second.refused("illegal-move").await;
        two.second.play(&id, 1, "rubbish").await;
        two.second.refused("illegal-move").await;
        // Stale: refused, and the present comes with it.
        two.second.play(&id, 0, "e7e5").await;
        two.second.refused("stale").await;
        assert_eq!(two.second.expect("match").await["moves"], json!(["e2e4"]));
        two.second.play(&id, 7, "e7e5").await;
        two.second.refused("stale").await;
        two.second.expect("match").await;
        for (action, code) in [
            ("decline-draw", "no-offer"),
            ("decline-takeback", "no-offer"),
            ("takeback", "no-takeback"),
            ("claim-draw", "no-claim"),
            ("rematch", "not-over"),
            ("decline-rematch", "not-over"),
        ] {
            two.second.act(&id, action).await;
            two.second.refused(code).await;
        }
        let mut third = house.guest("carl").await.socket().await;
        third.play(&id, 1, "e7e5").await;
        third.refused("not-your-game").await;
        third.act(&id, "resign").await;
        third.refused("not-your-game").await;
        third.play("nothing", 1, "e7e5").await;
        third.refused("no-match").await;
        let mut stranger = house.nobody().socket().await;
        stranger.play(&id, 1, "e7e5").await;
        stranger.refused("sign-in").await;
        let (open, _) = two.one.create(json!({ "game": "chess", "opponent": "anyone", "side": "first" })).await;
        two.first.play(&open, 0, "e2e4").await;
        two.first.refused("not-begun").await;
        // Over HTTP it is the same.
        let mv = |ply: usize, text: &str| json!({ "ply": ply, "id": 99, "move": text });
        let path = format!("/api/matches/{id}/moves");
        two.one.post(&path, mv(1, "d2d4")).await.refused(409, "not-your-turn");
        two.two.post(&path, mv(1, "e7e4")).await.refused(409, "illegal-move");
        two.two.post(&path, mv(0, "e7e5")).await.refused(409, "stale");
        assert_eq!(house.log(&id).await, log);
        let mut after = two.one.show(&id).await;
        after["now"] = before["now"].clone();
        assert_eq!(after, before);
        // The same attempt again is done, not played twice; nobody else hears of it.
        two.second.send(socket::play(&id, 1, 500, "e7e5")).await;
        two.second.event("played").await;
        two.first.event("played").await;
        two.second.send(socket::play(&id, 1, 500, "e7e5")).await;
        assert_eq!(two.second.expect("done").await["id"], 500);
        two.two.post(&path, json!({ "ply": 1, "id": 500, "move": "e7e5" })).await.ok();
        assert!(two.first.gather().await.is_empty());
        assert_eq!(two.one.show(&id).await["moves"], json!(["e2e4", "e7e5"]));
        two.first.act(&id, "abort").await;
        two.first.refused("too-late").await;
        two.first.act(&id, "resign").await;
        assert_eq!(two.second.event("ended").await["result"], "0-1 resignation");
        two.second.play(&id, 2, "e2e4").await;
        two.second.refused("over").await;
        two.second.act(&id, "offer-draw").await;
        two.second.refused("over").await;
    }

    async fn offers_takebacks_and_rematches(house) {
        let mut two = Two::guests(&house, json!({ "game": "chess" })).await;
        let id = two.id.clone();
        two.play(&["e2e4", "e7e5"]).await;
        two.first.act(&id, "offer-draw").await;
        assert_eq!(two.second.event("draw-offered").await["by"], "one");
        assert_eq!(two.two.show(&id).await["draw_offer"], "one");
        two.first.act(&id, "offer-draw").await;
        two.first.refused("offered").await;
        two.second.act(&id, "decline-draw").await;
        two.first.event("draw-declined").await;
        two.first.act(&id, "offer-draw").await;
        two.first.refused("offered").await;
        two.second.act(&id, "takeback").await;
        two.first.event("takeback-asked").await;
        two.first.act(&id, "decline-takeback").await;
        two.second.event("takeback-declined").await;
        two.play(&["g1f3"]).await;
        two.first.act(&id, "takeback").await;
        two.second.event("takeback-asked").await;
        two.second.act(&id, "takeback").await;
        assert_eq!(two.first.event("taken-back").await["plies"], 1);
        two.second.event("taken-back").await;
        assert_eq!(two.one.show(&id).await["moves"], json!(["e2e4", "e7e5"]));
        two.play(&["f1c4"]).await;
        two.second.act(&id, "offer-draw").await;
        two.first.event("draw-offered").await;
        two.first.act(&id, "offer-draw").await;
        assert_eq!(two.second.event("ended").await["result"], "1/2-1/2 agreement");
        two.first.act(&id, "rematch").await;
        two.second.event("rematch-offered").await;
        two.second.act(&id, "decline-rematch").await;
        two.first.event("rematch-declined").await;
        two.second.act(&id, "rematch").await;
        two.first.event("rematch-offered").await;
        two.first.act(&id, "rematch").await;
        let next = two.second.event("rematch-agreed").await["next"].as_str().unwrap().to_owned();
        let state = two.second.watch(&next).await;
        assert_eq!((&state["yours"], &state["private"]), (&json!(["one"]), &json!(true)));
        two.first.watch(&next).await;
        // Before both have moved a match can be called off, and leaving it costs nothing.
        two.second.play(&next, 0, "e2e4").await;
        two.second.event("played").await;
        two.first.act(&next, "abort").await;
        let ended = two.second.event("ended").await["result"].as_str().unwrap().to_owned();
        assert!(ended.ends_with("aborted"), "{ended}");
        two.first.act(&next, "rematch").await;
        two.second.act(&next, "rematch").await;
        let last = two.second.event("rematch-agreed").await["next"].as_str().unwrap().to_owned();
        two.id = last.clone();
        assert_eq!(two.first.watch(&last).await["yours"], json!(["one"]));
        two.second.watch(&last).await;
        two.play(&["e2e4", "e7e5"]).await;
        two.first.act(&last, "leave").await;
        assert_eq!(two.second.event("ended").await["result"], "0-1 forfeit");
    }

    async fn rated_matches_change_ratings_once(house) {
        let (one, two) = (house.account("Dora").await, house.account("Emil").await);
        let time = json!({ "clock": { "base": 180, "increment": 2 } });
        let body = json!({ "game": "chess", "rated": true, "time": time, "opponent": "friend", "side": "first" });
        // A guest comes in neither by the id nor by the code.
        let guest = house.guest("fay").await;
        let (open, code) = one.create(body.clone()).await;
        guest.join(&open).await.refused(403, "accounts-only");
        guest.join(&code).await.refused(403, "accounts-only");
        guest.post("/api/matches", body.clone()).await.refused(403, "accounts-only");
        one.delete(&format!("/api/matches/{open}")).await.ok();
        two.join(&code).await.refused(404, "no-match");
        let mut two = Two::meet(one, two, body).await;
        let id = two.id.clone();
        two.play(&["e2e4", "e7e5"]).await;
        two.second.act(&id, "takeback").await;
        two.second.refused("rated").await;
        two.second.act(&id, "resign").await;
        let ended = two.first.event("ended").await;
        let [one, other] = [0, 1].map(|n| ended["ratings"][n].as_array().unwrap().clone());
        assert!(one[1].as_i64() > one[0].as_i64() && other[1].as_i64() < other[0].as_i64());
        // At once, and once.
        let ranking = two.one.get("/api/ranking?game=chess&speed=blitz").await.ok();
        let line = |n: usize| (ranking[n]["name"].as_str().unwrap(), ranking[n]["games"].as_i64().unwrap());
        assert_eq!((line(0), line(1)), (("Dora", 1), ("Emil", 1)));
        assert_eq!(ranking[0]["rating"].as_f64().unwrap().round() as i64, one[1].as_i64().unwrap());
        two.second.act(&id, "resign").await;
        two.second.refused("over").await;
        let page = two.one.get("/api/players/Dora").await.ok();
        assert_eq!((&page["total"]["wins"], page["history"].as_array().unwrap().len()), (&json!(1), 1));
        let sql = "SELECT COUNT(*) FROM rating_changes WHERE match = $1";
        let (changes,): (i64,) = sqlx::query_as(sql).bind(&id).fetch_one(&house.store().read).await.unwrap();
        assert_eq!(changes, 2);
    }

    async fn the_flag_falls(house) {
        let body = json!({ "game": "chess", "time": { "clock": { "base": 1, "increment": 0 } } });
        let mut two = Two::guests(&house, body).await;
        let id = two.id.clone();
        two.play(&["e2e4", "e7e5"]).await;
        let running = two.one.show(&id).await;
        assert_eq!(running["running"], "one");
        assert_eq!(two.second.event("ended").await["result"], "0-1 timeout");
        assert_eq!(two.one.show(&id).await["clock"][0], 0);
    }

    async fn a_lost_player_is_told_at_once_and_forfeits_later(house) {
        let body = json!({ "game": "chess", "time": { "clock": { "base": 120, "increment": 0 } } });
        let mut two = Two::guests(&house, body).await;
        let id = two.id.clone();
        two.play(&["e2e4", "e7e5"]).await;
        let seq = two.second.until_seq(&id).await;
        // Back in time.
        two.second.leave().await;
        let lost = two.first.event("lost").await;
        assert!(lost["by"] == "two" && lost["until"].is_i64(), "{lost}");
        assert_eq!(two.one.show(&id).await["away"][0][0], "two");
        two.first.play(&id, 2, "g1f3").await;
        two.first.event("played").await;
        let mut second = two.two.socket().await;
        second.send(json!({ "t": "watch", "match": id, "since": seq })).await;
        two.first.event("back").await;
        // Exactly what was missed, in order: the loss, the move, the return.
        let missed = second.gather().await;
        let kinds: Vec<_> = missed.iter().map(|m| (m["seq"].as_i64().unwrap() - seq, m["events"][0]["e"].as_str().unwrap())).collect();
        assert_eq!(kinds, [(1, "lost"), (2, "played"), (3, "back")]);
        // Not in time.
        second.leave().await;
        two.first.event("lost").await;
        assert_eq!(two.first.event("ended").await["result"], "1-0 forfeit");
    }

    async fn anyone_watches_what_is_not_private(house) {
        let (one, two) = (house.guest("gus").await, house.guest("hal").await);
        let (id, _) = one.create(json!({ "game": "chess", "opponent": "anyone", "side": "first" })).await;
        // A visitor who is there before it begins hears that it does.
        let (mut visitor, state) = house.nobody().watching(&id).await;
        assert_eq!((&state["status"], &state["yours"]), (&json!("open"), &json!([])));
        two.join(&id).await.ok();
        let joined = visitor.event("joined").await;
        assert_eq!(joined["seats"][1]["name"], "hal");
        let third = house.guest("ida").await;
        third.join(&id).await.refused(409, "full");
        let mut first = one.socket().await;
        first.watch(&id).await;
        visitor.watch(&id).await;
        first.play(&id, 0, "e2e4").await;
        assert_eq!(visitor.event("played").await["move"], "e2e4");
        let lines = third.get("/api/matches?status=playing").await.ok();
        assert!(lines.as_array().unwrap().iter().any(|line| line["id"] == id.as_str()));
        // A private one is closed to all others, on every way.
        let mut private = Two::guests(&house, json!({ "game": "chess", "private": true })).await;
        let id = private.id.clone();
        private.play(&["e2e4"]).await;
        visitor.send(json!({ "t": "watch", "match": id })).await;
        visitor.refused("no-match").await;
        for path in ["", "/record", "/moments/0"] {
            third.get(&format!("/api/matches/{id}{path}")).await.refused(404, "no-match");
        }
        third.get(&format!("/api/chat/match:{id}")).await.refused(403, "room-closed");
        let lines = third.get("/api/matches?status=playing").await.ok();
        assert!(lines.as_array().unwrap().iter().all(|line| line["id"] != id.as_str()));
        private.one.show(&id).await;
    }
}

impl socket::Socket {
    /// The number of the last event of a match that this socket has heard of.
    async fn until_seq(&mut self, id: &str) -> i64 {
        self.gather().await;
        let of = |text: &String| {
            let message: Value = serde_json::from_str(text).ok()?;
            message["seq"].as_i64().filter(|_| message["match"] == id)
        };
        self.heard.iter().filter_map(of).next_back().unwrap()
    }
}

fn state_options(state: &Value) -> Options {
    serde_json::from_value(state["options"].clone()).unwrap()
}

#[tokio::test]
async fn a_stop_tells_everybody_and_loses_nothing() {
    let house = House::sqlite().await;
    let mut two = Two::guests(&house, json!({ "game": "chess" })).await;
    let id = two.id.clone();
    two.play(&["e2e4", "e7e5", "g1f3"]).await;
    let before = two.one.show(&id).await;
    let stopping = tokio::spawn(house.restart(Duration::ZERO));
    for socket in [&mut two.first, &mut two.second] {
        socket.expect("closing").await;
        assert_eq!(socket.closed().await, 1012);
    }
    let house = tokio::time::timeout(Duration::from_secs(30), stopping).await.unwrap().unwrap();
    two.one.addr = house.server.addr();
    let mut after = two.one.show(&id).await;
    after["now"] = before["now"].clone();
    assert_eq!(after, before);
}
