//! Statistics, ranking, quadrants, and the work of whoever runs the server.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;

use common::House;
use damier_server::{
    Store,
    admin::{self, AdminError},
    store::Backend,
};
use serde_json::json;

async fn rate(house: &House, person: &str, rating: f64, deviation: f64) {
    let sql = "INSERT INTO ratings (person, game, speed, rating, deviation, volatility, games, at) \
               VALUES ($1, 'chess', 'blitz', $2, $3, 0.06, 12, 1)";
    let query = sqlx::query(sql).bind(person).bind(rating).bind(deviation);
    query.execute(&house.store().write).await.unwrap();
}

on_both! {
    async fn statistics_are_right_at_once(house) {
        let (zoe, paul) = (house.account("Zoé").await, house.account("Paul").await);
        let (a, b) = (zoe.id().await, paul.id().await);
        let page = house.browser();
        assert_eq!(page.get("/api/players/Zoé").await.ok()["streaks"], json!({ "current": 0, "best": 0 }));
        // Won, won, lost, won, won, won, drawn, won; then aborted, alone on one screen, and against a computer.
        let story = [(1, 1), (2, 2), (1, 2), (1, 1), (2, 2), (1, 1), (2, 0), (1, 1)];
        for (at, (side, winner)) in (1000i64..).step_by(1000).zip(story) {
            let (one, two) = if side == 1 { (&a, &b) } else { (&b, &a) };
            house.add_match(Some(one), Some(two), Some(winner), at).await;
        }
        house.add_match(Some(&a), Some(&b), None, 20_000).await;
        house.add_match(Some(&a), Some(&a), Some(1), 21_000).await;
        house.add_match(None, Some(&a), Some(1), 22_000).await;
        let zoe = page.get("/api/players/Zoé").await.ok();
        assert_eq!(zoe["total"], json!({ "games": 9, "wins": 6, "draws": 1, "losses": 2, "played_ms": 9000 }));
        assert_eq!(zoe["streaks"], json!({ "current": 1, "best": 3 }));
        assert_eq!(zoe["tallies"], json!([
            { "game": "chess", "side": 1, "computer": 0, "games": 5, "wins": 4, "draws": 0, "losses": 1, "played_ms": 5000 },
            { "game": "chess", "side": 2, "computer": 0, "games": 3, "wins": 2, "draws": 1, "losses": 0, "played_ms": 3000 },
            { "game": "chess", "side": 2, "computer": 1, "games": 1, "wins": 0, "draws": 0, "losses": 1, "played_ms": 1000 },
        ]));
        let paul = page.get("/api/players/Paul").await.ok();
        assert_eq!(paul["total"], json!({ "games": 8, "wins": 1, "draws": 1, "losses": 6, "played_ms": 8000 }));
        assert_eq!(paul["streaks"], json!({ "current": 0, "best": 1 }));
        let games = page.get("/api/players/Zoé/games?before=3000").await.ok();
        let times: Vec<i64> = games.as_array().unwrap().iter().map(|line| line["created"].as_i64().unwrap()).collect();
        assert_eq!(times, [2000, 1000]);
    }

    async fn the_graph_follows_the_changes(house) {
        let id = house.account("Zoé").await.id().await;
        for (at, after) in [(1i64, 1510.5f64), (2, 1490.0), (3, 1600.25)] {
            let sql = "INSERT INTO rating_changes (\"match\", person, game, speed, \"before\", \"after\", at) \
                       VALUES ($1, $2, 'chess', 'blitz', 1500.0, $3, $4)";
            let query = sqlx::query(sql).bind(format!("m{at}")).bind(&id).bind(after).bind(at);
            query.execute(&house.store().write).await.unwrap();
        }
        rate(&house, &id, 1600.25, 80.0).await;
        let page = house.browser().get("/api/players/Zoé").await.ok();
        let points: Vec<f64> = page["history"].as_array().unwrap().iter().map(|point| point["rating"].as_f64().unwrap()).collect();
        assert_eq!(points, [1510.5, 1490.0, 1600.25]);
        assert_eq!(page["ratings"], json!([{ "game": "chess", "speed": "blitz", "rating": 1600.25, "deviation": 80.0, "games": 12, "rank": 1 }]));
    }

    async fn the_ranking_puts_the_provisional_last(house) {
        for (name, rating, deviation) in [("low", 1400.0, 60.0), ("new", 2200.0, 300.0), ("top", 1900.0, 110.0), ("edge", 2000.0, 110.5)] {
            let id = house.account(name).await.id().await;
            rate(&house, &id, rating, deviation).await;
        }
        let page = house.browser().get("/api/ranking?game=chess&speed=blitz").await.ok();
        let lines: Vec<(Option<i64>, String)> = page.as_array().unwrap().iter()
            .map(|line| (line["rank"].as_i64(), line["name"].as_str().unwrap().to_owned())).collect();
        let expected = [(Some(1), "top"), (Some(2), "low"), (None, "new"), (None, "edge")];
        assert_eq!(lines, expected.map(|(rank, name)| (rank, name.to_owned())));
        // Everybody is told the same place on their own page.
        for (rank, name) in expected {
            assert_eq!(house.browser().get(&format!("/api/players/{name}")).await.ok()["ratings"][0]["rank"], json!(rank), "{name}");
        }
        for empty in ["game=chess&speed=blitz&page=1", "game=chess&speed=rapid", "game=go&speed=blitz"] {
            assert_eq!(house.browser().get(&format!("/api/ranking?{empty}")).await.ok(), json!([]));
        }
    }

    async fn own_quadrants_are_kept(house) {
        let zoe = house.account("Zoé").await;
        let grid = json!([[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]);
        zoe.put("/api/quadrants/Mon%20carré", json!({ "grid": grid })).await.ok();
        assert_eq!(zoe.get("/api/quadrants").await.ok(), json!([{ "name": "Mon carré", "grid": grid }]));
        zoe.put("/api/quadrants/a", json!({ "grid": [[1, 2], [3, 4]] })).await.refused(422, "quadrant");
        zoe.put("/api/quadrants/a", json!({ "grid": [[9, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]] })).await.refused(422, "quadrant");
        zoe.put(&format!("/api/quadrants/{}", "a".repeat(41)), json!({ "grid": grid })).await.refused(422, "quadrant-name");
        // The original file comes in and goes out.
        let stock = damier_games::mosaic::QuadrantSet::stock();
        let send = |text: String| zoe.request(reqwest::Method::POST, "/api/quadrants-file").body(text).send();
        assert!(send(stock.write()).await.unwrap().status().is_success());
        zoe.delete("/api/quadrants/Mon%20carré").await.ok();
        zoe.delete("/api/quadrants/Mon%20carré").await.refused(404, "not-found");
        assert_eq!(zoe.get("/api/quadrants-file").await.text, stock.write());
        assert_eq!(send("{".into()).await.unwrap().status(), 422);
        // All or none: a hundred is the most.
        let many: serde_json::Map<_, _> = (0..100).map(|n| (format!("n{n}"), json!({ "grid": grid }))).collect();
        assert_eq!(send(json!(many).to_string()).await.unwrap().status(), 409);
        assert_eq!(zoe.get("/api/quadrants-file").await.text, stock.write());
        house.guest("Anna").await.get("/api/quadrants").await.refused(403, "accounts-only");
    }

    async fn a_forgotten_password_is_reset_once(house) {
        let (zoe, app) = (house.account("Zoé").await, house.server.app());
        // Beside the running server, as the command line does it.
        let beside = Store::open(&house.config.database()).await.unwrap();
        assert!(matches!(admin::reset_password(&beside, "Nobody2", app.now()).await, Err(AdminError::NoSuchAccount { .. })));
        let first = admin::reset_password(&beside, "zoé", app.now()).await.unwrap();
        let link = admin::reset_password(&beside, "zoé", app.now()).await.unwrap();
        let reset = |link: &str, password: &str| {
            let token = link.strip_prefix("/reset/").unwrap();
            json!({ "token": token, "password": password })
        };
        let bot = zoe.post("/api/tokens", json!({ "label": "bot", "scopes": ["read"] })).await.ok();
        let other = house.browser();
        other.post("/api/reset", reset(&link, "short")).await.refused(422, "password-form");
        other.post("/api/reset", reset(&first, "fourth word")).await.refused(410, "link-expired");
        other.post("/api/reset", reset(&link, "fourth word")).await.ok();
        other.post("/api/reset", reset(&link, "fifth word")).await.refused(410, "link-expired");
        zoe.get("/api/me").await.refused(401, "sign-in-needed");
        let with_bot = reqwest::Client::new().get(house.url("/api/me")).bearer_auth(bot["token"].as_str().unwrap());
        common::Answer::of(with_bot.send().await.unwrap()).await.refused(401, "bad-token");
        other.sign_in("Zoé", "fourth word").await.ok();
        let old = damier_contest::Millis(app.now().0 - 24 * 3600 * 1000 - 1);
        let link = admin::reset_password(&beside, "zoé", old).await.unwrap();
        other.post("/api/reset", reset(&link, "sixth word")).await.refused(410, "link-expired");
        beside.close().await;
    }

    async fn a_backup_is_whole_while_people_write(house) {
        let file = house.folder.path().join("copy.db");
        let beside = Store::open(&house.config.database()).await.unwrap();
        if beside.backend == Backend::Postgres {
            let refused = admin::backup(&beside, &file).await.unwrap_err();
            assert!(refused.to_string().contains("pg_dump"));
            assert!(!file.exists());
            return beside.close().await;
        }
        let id = house.account("Zoé").await.id().await;
        let write = async {
            for at in 0..200 {
                house.add_match(Some(&id), None, Some(1), at).await;
            }
        };
        let (done, ()) = tokio::join!(admin::backup(&beside, &file), write);
        done.unwrap();
        assert!(matches!(admin::backup(&beside, &file).await, Err(AdminError::Exists { .. })));
        let copy = Store::open(&file.to_string_lossy()).await.unwrap();
        copy.migrate().await.unwrap();
        assert_eq!(copy.find("zoé").await.unwrap().id, id);
        let check = sqlx::query_as::<_, (String,)>("PRAGMA integrity_check").fetch_one(&copy.read);
        assert_eq!(check.await.unwrap().0, "ok");
        copy.close().await;
        beside.close().await;
    }
}
