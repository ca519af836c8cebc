//! A server as a terminal sees it, with what the server says written down.

use super::*;
use crate::online::{Address, NetEvent, Online, Request, Tag};
use serde_json::{Value, json};

const NOW: i64 = 1_000_000;

fn joined(language: Language, size: (u16, u16)) -> App {
    let address = Address::read("192.168.1.20:8080").unwrap().0;
    let online = Online::new(address, None, 7);
    let (mut app, effects) = App::join(RICH, language, size, online, Some("Ada".into()));
    assert!(matches!(&effects[..], [Effect::Net(Request::Http { tag: Tag::Entered, .. })]));
    answer(
        &mut app,
        Tag::Entered,
        json!({ "person": { "id": "1", "name": "Ada", "kind": "account" } }),
    );
    net(&mut app, NetEvent::Opened);
    receive(&mut app, &json!({ "t": "welcome", "v": 1, "now": NOW + 5000 }));
    app
}

fn net(app: &mut App, event: NetEvent) -> Vec<Effect> {
    app.update(Event::Net(event), NOW)
}

fn answer(app: &mut App, tag: Tag, value: Value) -> Vec<Effect> {
    // The person of a sign-in stands alone.
    let value = if tag == Tag::Entered { value["person"].clone() } else { value };
    net(app, NetEvent::Answer { tag, result: Ok(value) })
}

/// As the server writes it: the kind of message first.
fn receive(app: &mut App, message: &Value) -> Vec<Effect> {
    let kind = message["t"].as_str().unwrap().to_owned();
    let mut rest = message.clone();
    rest.as_object_mut().unwrap().remove("t");
    let rest = rest.to_string();
    let text = format!("{{\"t\":\"{kind}\",{}", &rest[1..]);
    net(app, NetEvent::Received(text))
}

fn line(id: &str, status: &str, one: &str, two: Option<&str>) -> Value {
    let seat = |name: &str| json!({ "name": name, "kind": "account", "rating": 1500 });
    json!({
        "id": id, "game": "chess", "options": {}, "time": { "clock": { "base": 300, "increment": 3 } },
        "rated": true, "status": status, "seats": [seat(one), two.map(seat)], "result": null, "created": 1,
    })
}

fn state(yours: &[&str], moves: &[&str]) -> Value {
    json!({
        "t": "match", "match": "m1", "seq": moves.len(), "status": "playing", "game": "chess", "options": {},
        "time": { "clock": { "base": 300, "increment": 3 } }, "rated": false,
        "seats": [{ "name": "Ada", "kind": "account", "rating": 1510 }, { "name": "Grace", "kind": "guest" }],
        "yours": yours, "moves": moves, "clock": [300_000, 65_000], "running": "two", "now": NOW + 5000,
    })
}

/// A match against Grace, after two moves.
fn playing(app: &mut App) {
    app.open_match("m1");
    receive(app, &state(&["one"], &["e2e4", "e7e5"]));
}

fn sent(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Net(Request::Send(text)) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn the_door() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        let address = Address::read("192.168.1.20:8080").unwrap().0;
        let online = Online::new(address, None, 7);
        let (mut app, effects) = App::join(RICH, language, (80, 24), online, None);
        assert!(effects.is_empty());
        press(&mut app, KeyCode::Right);
        type_line(&mut app, "Ada");
        for letter in "secret".chars() {
            press(&mut app, KeyCode::Char(letter));
        }
        let seen = shown(&app);
        assert!(!seen.contains("secret"), "{seen}");
        insta::assert_snapshot!(format!("door-{name}"), seen);
        let effects = press(&mut app, KeyCode::Enter);
        let [Effect::Net(Request::Http { path, body, .. })] = &effects[..] else { panic!() };
        assert_eq!(
            (path.as_str(), &body.as_ref().unwrap()["name"]),
            ("/api/sign-in", &json!("Ada"))
        );
    }
}

#[test]
fn the_lobby() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        for size in [(80, 24), (200, 60)] {
            let mut app = joined(language, size);
            let open = json!([line("o1", "open", "Grace\u{1b}[31m", None)]);
            answer(&mut app, Tag::List("open"), open);
            let games = json!([line("p1", "playing", "Emmy", Some("Alan"))]);
            answer(&mut app, Tag::List("playing"), games);
            receive(&mut app, &json!({ "t": "lobby", "open": 1, "playing": 1, "online": 4 }));
            receive(
                &mut app,
                &json!({ "t": "said", "room": "lobby", "id": "1", "from": "Emmy", "text": "hello", "at": 1 }),
            );
            insta::assert_snapshot!(format!("lobby-{name}-{}", size.0), shown(&app));
        }
    }
}

#[test]
fn an_open_match_is_joined_and_played() {
    let mut app = joined(Language::English, (80, 24));
    answer(&mut app, Tag::List("open"), json!([line("o1", "open", "Grace", None)]));
    press(&mut app, KeyCode::End);
    let effects = press(&mut app, KeyCode::Enter);
    let [Effect::Net(Request::Http { path, method, .. })] = &effects[..] else { panic!() };
    assert_eq!((*method, path.as_str()), ("POST", "/api/matches/o1/join"));
    let effects = answer(&mut app, Tag::Begun, json!({ "id": "m1" }));
    assert!(sent(&effects)[0].contains(r#""t":"watch""#), "{effects:?}");
    receive(&mut app, &state(&["one"], &["e2e4", "e7e5"]));
    assert!(play(&app).view.mine);
    let effects = type_line(&mut app, "g1f3");
    assert!(sent(&effects)[0].contains(r#""move":"g1f3""#), "{effects:?}");
    assert!(!play(&app).view.mine);
    insta::assert_snapshot!("online-waits", shown(&app));
    // The clock of whoever is to move runs, by the server's time.
    net(&mut app, NetEvent::Woke);
    let clocks = play(&app).view.clocks.unwrap();
    assert_eq!(clocks.left(damier_games::Player::Two, NOW + 1000), 64_000);
    assert!(app.ticks().is_some());
}

#[test]
fn what_the_other_one_does_is_seen() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        let mut app = joined(language, (80, 24));
        playing(&mut app);
        let event = |seq: i64, event: Value| json!({ "t": "event", "match": "m1", "seq": seq, "at": NOW + 5000, "events": [event] });
        receive(
            &mut app,
            &json!({ "t": "said", "room": "match:m1", "id": "1", "from": "Grace", "text": "good luck, and have a lot of fun", "at": 1 }),
        );
        receive(&mut app, &event(3, json!({ "e": "draw-offered", "by": "two" })));
        insta::assert_snapshot!(format!("online-offer-{name}"), shown(&app));
        assert!(sent(&control(&mut app, 'd'))[0].contains("offer-draw"));
        assert!(sent(&type_line(&mut app, "decline"))[0].contains("decline-draw"));
        receive(&mut app, &event(4, json!({ "e": "lost", "by": "two", "until": NOW + 60_000 })));
        net(&mut app, NetEvent::Closed(1006));
        let seen = shown(&app);
        assert!(seen.contains("..."), "{seen}");
        assert_eq!(net(&mut app, NetEvent::Woke), [Effect::Net(Request::Connect)]);
        net(&mut app, NetEvent::Opened);
        receive(&mut app, &event(5, json!({ "e": "ended", "result": "1-0 forfeit" })));
        insta::assert_snapshot!(format!("online-over-{name}"), shown(&app));
        let again = control(&mut app, 'n');
        assert!(sent(&again)[0].contains("rematch"));
        let next = receive(&mut app, &event(6, json!({ "e": "rematch-agreed", "next": "m2" })));
        assert!(sent(&next).iter().any(|text| text.contains("m2")), "{next:?}");
    }
}

#[test]
fn what_is_declined_is_told_however_soon() {
    let mut app = joined(Language::English, (80, 30));
    playing(&mut app);
    for (asked, declined, told) in [
        ("draw-offered", "draw-declined", "the draw is declined"),
        ("takeback-asked", "takeback-declined", "the takeback is declined"),
    ] {
        let events = json!([{ "e": asked, "by": "one" }, { "e": declined, "by": "two" }]);
        let seq = if asked == "draw-offered" { 3 } else { 4 };
        let event =
            json!({ "t": "event", "match": "m1", "seq": seq, "at": NOW + 5000, "events": events });
        receive(&mut app, &event);
        assert!(shown(&app).contains(told), "{}", shown(&app));
    }
    // What one declines oneself one knows.
    let own = json!([{ "e": "draw-offered", "by": "two" }, { "e": "draw-declined", "by": "one" }]);
    let event = json!({ "t": "event", "match": "m1", "seq": 5, "at": NOW + 5000, "events": own });
    receive(&mut app, &event);
    assert!(!shown(&app).contains("the draw is declined"), "{}", shown(&app));
}

#[test]
fn a_broken_line_is_told_to_whoever_looks_for_an_opponent() {
    let mut app = joined(Language::English, (60, 20));
    app.online.as_mut().unwrap().seek = Some(("s".into(), 2));
    assert!(shown(&app).contains("looking for an opponent"), "{}", shown(&app));
    assert!(shown(&app).contains("Esc leave"), "{}", shown(&app));
    net(&mut app, NetEvent::Closed(1006));
    assert!(shown(&app).contains("the line is broken"), "{}", shown(&app));
}

#[test]
fn a_broken_line_is_told_whatever_was_said_before() {
    let mut app = joined(Language::English, (80, 24));
    playing(&mut app);
    receive(&mut app, &json!({ "t": "refused", "code": "over", "message": "it is not so" }));
    assert!(shown(&app).contains("it is not so"), "{}", shown(&app));
    net(&mut app, NetEvent::Closed(1006));
    assert!(shown(&app).contains("the line is broken"), "{}", shown(&app));
}

#[test]
fn somebody_watches() {
    let mut app = joined(Language::English, (200, 60));
    app.open_match("m1");
    receive(&mut app, &state(&[], &["e2e4", "e7e5"]));
    type_line(&mut app, "g1f3");
    assert!(!play(&app).view.mine);
    press(&mut app, KeyCode::Home);
    assert_eq!(play(&app).ply(), 0);
    insta::assert_snapshot!("online-watched-200", shown(&app));
    // Nobody asks a spectator whether the game may be left.
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::Esc);
    assert!(matches!(app.screen, Screen::Lobby), "{:?}", app.screen);
}

#[test]
fn quadrants_are_chosen_before_the_first_move() {
    let mut app = joined(Language::English, (80, 24));
    app.open_match("m1");
    let mut chosen = state(&["two"], &[]);
    chosen["game"] = "katarenga".into();
    chosen["chosen"] = json!([true, false]);
    receive(&mut app, &chosen);
    insta::assert_snapshot!("online-quadrants", shown(&app));
    press(&mut app, KeyCode::Char('r'));
    let effects = press(&mut app, KeyCode::Enter);
    assert!(sent(&effects)[0].contains(r#""quadrants":["5:90","7:0"]"#), "{effects:?}");
}

#[test]
fn friends_ranking_and_statistics() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        let mut app = joined(language, (80, 24));
        let seen = shown(&with_friends(language));
        insta::assert_snapshot!(format!("friends-{name}"), seen);
        let rank = json!([{ "rank": 1, "name": "Grace", "rating": 1812.4, "deviation": 60.0, "games": 40 },
            { "rank": null, "name": "Ada", "rating": 1500.0, "deviation": 200.0, "games": 2 }]);
        answer(&mut app, Tag::Ranking, rank);
        insta::assert_snapshot!(format!("ranking-{name}"), shown(&app));
        assert!(!press(&mut app, KeyCode::Right).is_empty());
        let player = json!({ "id": "1", "name": "Grace", "kind": "account", "online": true, "playing": null,
            "ratings": [{ "game": "chess", "speed": "blitz", "rating": 1812.4, "deviation": 60.0, "games": 40 }],
            "total": { "games": 50, "wins": 30, "draws": 5, "losses": 15, "played_ms": 1 },
            "tallies": [], "streaks": { "current": 3, "best": 9 }, "history": [] });
        answer(&mut app, Tag::Player, player);
        let games = json!([{ "id": "g1", "game": "chess", "speed": "blitz", "rated": 1, "one": "1", "one_name": "Grace",
            "two": null, "two_name": null, "status": "over", "result": "1-0 checkmate", "winner": 1, "plies": 7, "created": 1, "ended": 2 }]);
        answer(&mut app, Tag::Games, games);
        insta::assert_snapshot!(format!("player-{name}"), shown(&app));
        press(&mut app, KeyCode::PageDown);
        let replay = press(&mut app, KeyCode::Enter);
        assert!(sent(&replay)[0].contains("g1"), "{replay:?}");
    }
}

#[test]
fn a_server_that_refuses_is_told() {
    let address = Address::read("192.168.1.20:8080").unwrap().0;
    let online = Online::new(address, None, 7);
    let (mut app, _) = App::join(RICH, Language::English, (80, 24), online, Some("Ada".into()));
    let failure = crate::online::Failure::unreached("192.168.1.20:8080");
    net(&mut app, NetEvent::Answer { tag: Tag::Entered, result: Err(failure) });
    assert!(shown(&app).contains("cannot reach 192.168.1.20:8080"));
    let mut app = joined(Language::English, (80, 24));
    net(&mut app, NetEvent::Closed(4004));
    assert!(shown(&app).contains("in use elsewhere"));
}

/// The page of friends: one here, one in play, one who asks, one who was asked; one muted, one blocked.
fn with_friends(language: Language) -> App {
    let mut app = joined(language, (80, 24));
    let friend = |id: &str, name: &str, bond: &str, online: bool, playing: Option<&str>| json!({ "id": id, "name": name, "bond": bond, "since": 1, "online": online, "playing": playing });
    let friends = json!([
        friend("2", "Grace", "friends", true, None),
        friend("3", "Alan", "friends", true, Some("m7")),
        friend("4", "Emmy", "asking", false, None),
        friend("5", "Kurt", "asked", false, None),
        friend("0", "Zoé", "friends", false, None),
    ]);
    app.ask_friends();
    answer(&mut app, Tag::Aside("mutes"), json!([{ "id": "8", "name": "Loud", "since": 1 }]));
    answer(&mut app, Tag::Aside("blocks"), json!([{ "id": "9", "name": "Rude", "since": 1 }]));
    answer(&mut app, Tag::Friends, friends);
    app
}

fn asked(effects: &[Effect]) -> Vec<(&str, &str)> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Net(Request::Http { method, path, .. }) => Some((*method, path.as_str())),
            _ => None,
        })
        .collect()
}

fn point_at(app: &mut App, name: &str) {
    press(app, KeyCode::Home);
    for _ in 0..20 {
        if matches!(&app.screen, Screen::Page(page) if page.lines[page.at].text.starts_with(name)) {
            return;
        }
        press(app, KeyCode::Down);
    }
    panic!("no {name}:\n{}", shown(app));
}

#[test]
fn friends_are_asked_challenged_muted_and_blocked() {
    let mut app = with_friends(Language::English);
    point_at(&mut app, "Emmy");
    assert_eq!(asked(&press(&mut app, KeyCode::Enter)), [("PUT", "/api/friends/Emmy")]);
    point_at(&mut app, "Grace");
    assert_eq!(asked(&press(&mut app, KeyCode::Char('m'))), [("PUT", "/api/mutes/Grace")]);
    // Blocking is asked twice, and anything else is a no.
    assert!(press(&mut app, KeyCode::Char('b')).is_empty());
    assert!(shown(&app).contains("Block Grace?"));
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Up);
    assert!(press(&mut app, KeyCode::Char('b')).is_empty());
    assert_eq!(asked(&press(&mut app, KeyCode::Char('b'))), [("PUT", "/api/blocks/Grace")]);
    let again = answer(&mut app, Tag::Done(crate::texts::blocked("Grace")), Value::Null);
    assert_eq!(asked(&again), [("GET", "/api/mutes")]);
    assert!(shown(&app).contains("Grace is blocked"));
    point_at(&mut app, "Rude");
    assert_eq!(asked(&press(&mut app, KeyCode::Enter)), [("DELETE", "/api/blocks/Rude")]);
    point_at(&mut app, "Loud");
    assert_eq!(asked(&press(&mut app, KeyCode::Enter)), [("DELETE", "/api/mutes/Loud")]);
    point_at(&mut app, "Alan");
    assert!(sent(&press(&mut app, KeyCode::Enter))[0].contains("m7"));
    let mut app = with_friends(Language::English);
    point_at(&mut app, "Alan");
    press(&mut app, KeyCode::Char('c'));
    press(&mut app, KeyCode::Enter);
    let effects = press(&mut app, KeyCode::Enter);
    let [Effect::Net(Request::Http { body: Some(body), .. })] = &effects[..] else { panic!() };
    assert_eq!((&body["to"], &body["opponent"]), (&json!("Alan"), &json!("friend")));
}

#[test]
fn friends_speak_with_each_other_alone() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        let mut app = with_friends(language);
        point_at(&mut app, "Zoé");
        // The room is named by both, the lower id first.
        let past = press(&mut app, KeyCode::Char('t'));
        assert_eq!(asked(&past), [("GET", "/api/chat/pair%3A0%3A1")]);
        let room = "with:Zoé".to_owned();
        let said = json!([{ "id": "m1", "room": "pair:0:1", "seq": 1, "person": "0", "name": "Zoé", "text": "salut", "at": 1 }]);
        answer(&mut app, Tag::Chat(room), said);
        let effects = type_line(&mut app, "a game?");
        assert!(sent(&effects)[0].contains(r#""room":"with:Zoé""#), "{effects:?}");
        let echo = json!({ "t": "said", "room": "with:Zoé", "id": "m2", "from": "Ada", "text": "a game?", "at": 1 });
        receive(&mut app, &echo);
        insta::assert_snapshot!(format!("talk-{name}"), shown(&app));
        // A complaint is about what the other one said.
        let effects = control(&mut app, 'r');
        let [Effect::Net(Request::Http { body: Some(body), .. })] = &effects[..] else { panic!() };
        assert_eq!(body["message"], "m1");
        press(&mut app, KeyCode::Esc);
        // Wherever one is, one hears it.
        let word = json!({ "t": "said", "room": "with:Zoé", "id": "m3", "from": "Zoé", "text": "now", "at": 1 });
        receive(&mut app, &word);
        assert!(shown(&app).contains("Zoé: now"), "{}", shown(&app));
        playing(&mut app);
        receive(&mut app, &word);
        assert!(shown(&app).contains("Zoé: now"), "{}", shown(&app));
        let effects = type_line(&mut app, "tell Zoé later");
        assert!(sent(&effects)[0].contains("later"), "{effects:?}");
        assert_eq!(asked(&type_line(&mut app, "mute Grace")), [("PUT", "/api/mutes/Grace")]);
    }
}

#[test]
fn the_keys_of_a_match() {
    for (language, name) in [(Language::English, "en"), (Language::French, "fr")] {
        let mut app = joined(language, (80, 24));
        playing(&mut app);
        press(&mut app, KeyCode::Char('?'));
        insta::assert_snapshot!(format!("keys-online-{name}"), shown(&app));
        // On the smallest screen the rest is turned over to, and there is an end to it.
        app.size = (60, 20);
        let before = shown(&app);
        for _ in 0..5 {
            press(&mut app, KeyCode::Down);
        }
        let after = shown(&app);
        let last = crate::online::WORDS[8];
        let last = if language == Language::English { last.0 } else { last.1 };
        assert!(!before.contains(last) && after.contains(last), "{before}\n{after}");
        press(&mut app, KeyCode::Esc);
        assert!(play(&app).overlay.is_none());
    }
}

#[test]
fn a_friend_who_asks_for_a_match_is_answered() {
    let mut app = joined(Language::English, (80, 24));
    let challenged = json!({ "t": "challenged", "match": "c1", "by": "Grace", "game": "chess", "options": {}, "time": "none", "rated": true });
    receive(&mut app, &challenged);
    assert!(shown(&app).contains("Grace asks you for a game of Chess"));
    answer(&mut app, Tag::List("mine"), json!([line("c1", "open", "Grace", None)]));
    press(&mut app, KeyCode::End);
    assert_eq!(asked(&press(&mut app, KeyCode::Enter)), [("POST", "/api/matches/c1/join")]);
    assert_eq!(asked(&press(&mut app, KeyCode::Char('d'))), [("DELETE", "/api/matches/c1")]);
}

#[test]
fn a_match_elsewhere_calls() {
    for (language, begins, turn) in [
        (
            Language::English,
            "Chess against Zoé: your match has begun",
            "Chess against Zoé: your turn",
        ),
        (
            Language::French,
            "Échecs contre Zoé : votre partie commence",
            "Échecs contre Zoé : à vous de jouer",
        ),
    ] {
        let mut app = joined(language, (80, 24));
        let call = |begun: bool| json!({ "t": "awaits", "match": "m9", "game": "chess", "by": "Zoé", "begun": begun });
        receive(&mut app, &call(true));
        assert!(shown(&app).contains(begins), "{}", shown(&app));
        receive(&mut app, &call(false));
        assert!(shown(&app).contains(turn), "{}", shown(&app));
    }
}

#[test]
fn quadrants_of_the_account_can_be_chosen() {
    let mut app = joined(Language::English, (80, 24));
    let grid = [[1, 2, 3, 4], [4, 3, 2, 1], [1, 1, 1, 1], [2, 2, 2, 2]];
    let broken = json!({ "name": "broken", "grid": [[9]] });
    let own = json!([{ "name": "mine", "grid": grid }, broken]);
    answer(&mut app, Tag::Quadrants, own);
    app.open_match("m1");
    let mut chosen = state(&["two"], &[]);
    chosen["game"] = "katarenga".into();
    chosen["chosen"] = json!([true, false]);
    receive(&mut app, &chosen);
    press(&mut app, KeyCode::Char('o'));
    insta::assert_snapshot!("online-own-quadrants", shown(&app));
    let effects = press(&mut app, KeyCode::Enter);
    let wanted = r#""quadrants":["YGBR/RBGY/YYYY/GGGG:0","7:0"]"#;
    assert!(sent(&effects)[0].contains(wanted), "{effects:?}");
}
