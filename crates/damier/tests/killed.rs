//! Nothing is lost: the real server plays many matches with real clients and is killed again and again. Whatever it has told anybody
//! is there afterwards, once and in order; what it has not told may be there, but never twice.

#[path = "../../server/tests/live_common/games.rs"]
#[allow(dead_code, reason = "the server's tests use all of it")]
mod games;
#[path = "../../server/tests/live_common/socket.rs"]
#[allow(dead_code, reason = "the server's tests use all of it")]
mod socket;

use damier_games::{GameKey, Player, Table, open, options::Options};
use games::Dice;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use serde_json::{Value, json};
use socket::Socket;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    net::SocketAddr,
    path::Path,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

const KILLS: usize = 50;
const PAIRS: usize = 12;
/// So that hundreds are played, a round lasts until some were finished in it; every fifth is cut off at its very beginning.
const FINISHED_IN_A_ROUND: usize = 5;

/// The connection was lost: the server was killed.
struct Cut;
type Played<T> = Result<T, Cut>;

struct Served {
    child: Child,
    addr: SocketAddr,
}

async fn serve(data: &Path) -> Served {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--addr", "127.0.0.1:0", "--allowance", "1000", "--data"])
        .arg(data)
        .env("LANG", "en_GB.UTF-8")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the binary was just built");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let line =
        timeout(Duration::from_secs(60), lines.next_line()).await.expect("it starts in time");
    let line = line.expect("it writes a line").expect("it does not end before");
    let addr = line.rsplit('/').next().and_then(|addr| addr.parse().ok());
    Served { child, addr: addr.unwrap_or_else(|| panic!("no address in {line}")) }
}

/// Whether an event ends its match.
fn ends(event: &Value) -> bool {
    event["events"]
        .as_array()
        .is_some_and(|events| events.iter().any(|event| event["e"] == "ended"))
}

/// What was acknowledged of one match.
#[derive(Default)]
struct Journal {
    /// Every event that anybody was told, by its number.
    events: BTreeMap<i64, Value>,
    /// The messages that were told, in order, as (id, text).
    said: Vec<(String, String)>,
    joined: bool,
}

struct Person {
    cookie: String,
    socket: Option<Socket>,
    /// A move that was sent and not answered.
    pending: Option<(usize, u64, String)>,
}

/// Two people who play one match after the other.
struct Pair {
    name: usize,
    http: reqwest::Client,
    people: [Person; 2],
    dice: Dice,
    journals: HashMap<String, Journal>,
    /// The match being played, and who holds the first side.
    current: Option<(String, usize)>,
    /// What was said last, to be said again if nobody has heard it.
    unheard: Option<(usize, String, String, String)>,
    attempts: u64,
    messages: u64,
    finished: Arc<AtomicUsize>,
}

impl Pair {
    async fn new(name: usize, addr: SocketAddr, finished: Arc<AtomicUsize>) -> Self {
        let (http, mut people) = (reqwest::Client::new(), Vec::new());
        for side in 0..2 {
            let request = http.post(format!("http://{addr}/api/guest"));
            let request = request.header(ORIGIN, format!("http://{addr}"));
            let body = json!({ "name": format!("p{name}s{side}") });
            let answer = request.json(&body).send().await.expect("it is up");
            let cookie = answer.headers()[SET_COOKIE].to_str().expect("plain").to_owned();
            let cookie = cookie.split(';').next().expect("a first part").to_owned();
            people.push(Person { cookie, socket: None, pending: None });
        }
        let people = people.try_into().unwrap_or_else(|_| unreachable!("there are two"));
        let dice = Dice(name as u64 * 7919 + 1);
        let (journals, current) = (HashMap::new(), None);
        Self {
            name,
            http,
            people,
            dice,
            journals,
            current,
            unheard: None,
            attempts: 0,
            messages: 0,
            finished,
        }
    }

    /// One life of the server, until it ends.
    async fn live(mut self, addr: SocketAddr) -> Self {
        let Err(Cut) = self.play_on(addr).await;
        self.people.iter_mut().for_each(|person| person.socket = None);
        self
    }

    async fn play_on(&mut self, addr: SocketAddr) -> Played<std::convert::Infallible> {
        for person in &mut self.people {
            let opened = Socket::open(addr, Some(person.cookie.clone())).await;
            person.socket = Some(opened.map_err(|_| Cut)?);
            next(person, |message| message["t"] == "welcome").await?;
        }
        loop {
            let (id, first) = match self.current.clone() {
                Some(current) => current,
                None => self.arrange(addr).await?,
            };
            let game =
                if self.name.is_multiple_of(3) { GameKey::Chess } else { GameKey::Isolation };
            self.play(addr, &id, first, game).await?;
        }
    }

    async fn post(&self, addr: SocketAddr, who: usize, path: &str, body: Value) -> Played<Value> {
        let request = self.http.post(format!("http://{addr}{path}"));
        let request = request.header(ORIGIN, format!("http://{addr}"));
        let request = request.header(COOKIE, &self.people[who].cookie).json(&body);
        let answer = request.send().await.map_err(|_| Cut)?;
        let status = answer.status();
        let text = answer.text().await.map_err(|_| Cut)?;
        assert!(status.is_success(), "{path}: {status} {text}");
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    async fn get(&self, addr: SocketAddr, who: usize, path: &str) -> Played<Value> {
        let request = self.http.get(format!("http://{addr}{path}"));
        let answer =
            request.header(COOKIE, &self.people[who].cookie).send().await.map_err(|_| Cut)?;
        let status = answer.status();
        let text = answer.text().await.map_err(|_| Cut)?;
        assert!(status.is_success(), "{path}: {status} {text}");
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// A new match by a code.
    async fn arrange(&mut self, addr: SocketAddr) -> Played<(String, usize)> {
        let game = if self.name.is_multiple_of(3) { "chess" } else { "isolation" };
        let host = self.dice.below(2);
        let body = json!({ "game": game, "opponent": "friend", "side": "first" });
        let begun = self.post(addr, host, "/api/matches", body).await?;
        let id = begun["id"].as_str().expect("an id").to_owned();
        self.journals.entry(id.clone()).or_default();
        self.post(addr, 1 - host, &format!("/api/matches/{id}/join"), json!({})).await?;
        self.journals.entry(id.clone()).or_default().joined = true;
        self.current = Some((id.clone(), host));
        Ok((id, host))
    }

    /// Plays a match from wherever it stands to its end, and on to a rematch if that is agreed.
    async fn play(
        &mut self,
        addr: SocketAddr,
        id: &str,
        first: usize,
        game: GameKey,
    ) -> Played<()> {
        let log = self.check(addr, id).await?;
        let mut table = open(game, &Options::new(), None).expect("a new game");
        let over = replay(&mut table, &log);
        if !over {
            self.say_again(id).await?;
            let side = |player: Player| if player == Player::One { first } else { 1 - first };
            self.retry(id, side(table.turn()), &mut table).await?;
            while table.result().is_none() {
                if game == GameKey::Chess && table.ply() >= 6 + self.dice.below(6) {
                    let action = json!({ "t": "do", "match": id, "action": "resign" });
                    let who = self.dice.below(2);
                    self.send(who, action).await?;
                    break;
                }
                if self.dice.below(25) == 0 {
                    self.say(id).await?;
                }
                let legal = table.legal_moves();
                let text = legal[self.dice.below(legal.len())].clone();
                self.attempts += 1;
                let mover = side(table.turn());
                self.people[mover].pending = Some((table.ply(), self.attempts, text));
                self.retry(id, mover, &mut table).await?;
            }
            self.hear(id, "ended").await?;
            self.finished.fetch_add(1, Ordering::Relaxed);
        }
        let agreed = if over {
            self.journals[id].events.values().any(|e| has(e, "rematch-agreed"))
        } else {
            false
        };
        self.current = None;
        if !agreed && !over && self.dice.below(2) == 0 {
            for who in 0..2 {
                self.send(who, json!({ "t": "do", "match": id, "action": "rematch" })).await?;
                self.hear(id, if who == 0 { "rematch-offered" } else { "rematch-agreed" }).await?;
            }
        }
        let next = self.journals[id].events.values().find_map(|event| {
            event["events"].as_array()?.iter().find_map(|e| e["next"].as_str()).map(str::to_owned)
        });
        if let Some(next) = next.filter(|next| !self.journals.contains_key(next)) {
            // Told, so it is there: with sides exchanged.
            self.journals.entry(next.clone()).or_default().joined = true;
            self.current = Some((next, 1 - first));
        }
        Ok(())
    }

    /// Sends the move that was not answered, until it was.
    async fn retry(&mut self, id: &str, mover: usize, table: &mut Box<dyn Table>) -> Played<()> {
        for other in 0..2 {
            if other != mover {
                self.people[other].pending = None;
            }
        }
        let Some((ply, attempt, text)) = self.people[mover].pending.clone() else { return Ok(()) };
        if ply != table.ply() {
            self.people[mover].pending = None;
            return Ok(());
        }
        self.send(mover, socket::play(id, ply, attempt, &text)).await?;
        self.hear(id, "played").await?;
        self.people[mover].pending = None;
        let by = table.turn();
        table.play(by, &text).expect("it was legal");
        Ok(())
    }

    async fn send(&mut self, who: usize, message: Value) -> Played<()> {
        use futures_util::SinkExt;
        let socket = self.people[who].socket.as_mut().ok_or(Cut)?;
        let text = socket::text_message(message.to_string());
        socket.stream.send(text).await.map_err(|_| Cut)
    }

    /// Both hear that something happened, and note it.
    async fn hear(&mut self, id: &str, kind: &str) -> Played<()> {
        let journal = self.journals.entry(id.to_owned()).or_default();
        for person in &mut self.people {
            loop {
                let message =
                    next(person, |message| message["match"] == id || message["t"] == "said")
                        .await?;
                if message["t"] == "said" {
                    note_said(journal, &message);
                    continue;
                }
                assert_ne!(message["t"], "refused", "{message}");
                if message["t"] == "event" {
                    let seq = message["seq"].as_i64().expect("a number");
                    // What one was told, the other is told alike.
                    let known = journal.events.entry(seq).or_insert_with(|| message.clone());
                    assert_eq!(*known, message);
                }
                if has(&message, kind) {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn say(&mut self, id: &str) -> Played<()> {
        self.messages += 1;
        let (who, name) = (self.dice.below(2), format!("m{}-{}", self.name, self.messages));
        self.unheard = Some((who, id.to_owned(), name.clone(), format!("text of {name}")));
        self.say_again(id).await
    }

    async fn say_again(&mut self, id: &str) -> Played<()> {
        let Some((who, room, name, text)) = self.unheard.clone() else { return Ok(()) };
        if room != id {
            self.unheard = None;
            return Ok(());
        }
        let say = json!({ "t": "say", "room": format!("match:{id}"), "id": name, "text": text });
        self.send(who, say).await?;
        let answered = |message: &Value| {
            message["text"] == text.as_str()
                || (message["t"] == "refused" && message["about"] == name.as_str())
        };
        let message = next(&mut self.people[who], answered).await?;
        if message["t"] == "said" {
            note_said(self.journals.entry(room).or_default(), &message);
        }
        self.unheard = None;
        Ok(())
    }

    /// Compares what was acknowledged of a match with what the server knows of it. Gives its log.
    async fn check(&mut self, addr: SocketAddr, id: &str) -> Played<Vec<Value>> {
        let mut logs = Vec::new();
        for person in &mut self.people {
            let socket = person.socket.as_mut().ok_or(Cut)?;
            let watch = json!({ "t": "watch", "match": id, "since": 0 });
            // A socket watches so many at most, and more were played: each is left again once it was looked at.
            let leave = json!({ "t": "unwatch", "match": id });
            let over = self.journals[id].events.values().any(ends);
            let fence = json!({ "t": "watch", "match": "fence" });
            let messages = if over { vec![watch, fence, leave] } else { vec![watch, fence] };
            for message in messages {
                use futures_util::SinkExt;
                let text = socket::text_message(message.to_string());
                socket.stream.send(text).await.map_err(|_| Cut)?;
            }
            let mut log = Vec::new();
            loop {
                let message = next(person, |_| true).await?;
                if message["match"] == "fence" {
                    break;
                }
                let refused = message["t"] == "refused" && message["match"] == id;
                assert!(!refused, "{message}");
                if message["t"] == "event" && message["match"] == id {
                    log.push(message);
                }
            }
            logs.push(log);
        }
        let log = logs.swap_remove(0);
        assert_eq!(log, logs[0], "both are told alike");
        let shown = self.get(addr, 0, &format!("/api/matches/{id}")).await?;
        if shown["status"] == "open" {
            // It was created, and the join was never acknowledged.
            assert!(!self.journals[id].joined && log.is_empty(), "{shown}");
            return Ok(log);
        }
        let path = format!("/api/chat/match:{id}?limit=200");
        let messages = self.get(addr, 0, &path).await?;
        let journal = &self.journals[id];
        for (n, event) in log.iter().enumerate() {
            assert_eq!(event["seq"], n + 1, "one after the other: {event}");
        }
        for (seq, event) in &journal.events {
            let kept = log.get(*seq as usize - 1);
            assert_eq!(
                kept,
                Some(event),
                "acknowledged and lost or changed; kept {} of {shown}",
                log.len()
            );
        }
        let attempts: Vec<_> =
            happenings(&log, "played").iter().map(|e| e["id"].as_u64()).collect();
        let once: HashSet<_> = attempts.iter().collect();
        assert_eq!(once.len(), attempts.len(), "a move twice: {attempts:?}");
        let moves: Vec<_> = happenings(&log, "played").iter().map(|e| e["move"].clone()).collect();
        assert_eq!(shown["moves"], json!(moves));
        let ends = happenings(&log, "ended");
        assert!(ends.len() <= 1, "{ends:?}");
        assert_eq!(shown["result"], ends.first().map_or(Value::Null, |end| end["result"].clone()));
        let kept: Vec<(String, String)> =
            messages.as_array().expect("a list").iter().map(pair_of).collect();
        let texts: HashSet<_> = kept.iter().map(|(_, text)| text).collect();
        assert_eq!(texts.len(), kept.len(), "a message twice: {kept:?}");
        let told: Vec<_> = kept.iter().filter(|message| journal.said.contains(message)).collect();
        assert_eq!(
            told,
            journal.said.iter().collect::<Vec<_>>(),
            "acknowledged and lost: {kept:?}"
        );
        Ok(log)
    }

    /// Everything that was ever acknowledged, at the end.
    async fn check_all(mut self, addr: SocketAddr) -> (Self, usize) {
        for person in &mut self.people {
            person.socket = Socket::open(addr, Some(person.cookie.clone())).await.ok();
        }
        let ids: Vec<String> = self.journals.keys().cloned().collect();
        let mut over = 0;
        for id in &ids {
            let Ok(log) = self.check(addr, id).await else { panic!("nobody kills it now") };
            over += happenings(&log, "ended").len();
        }
        (self, over)
    }
}

async fn next(person: &mut Person, wanted: impl Fn(&Value) -> bool) -> Played<Value> {
    let socket = person.socket.as_mut().ok_or(Cut)?;
    loop {
        let message = socket.try_next().await.map_err(|_| Cut)?;
        if wanted(&message) {
            return Ok(message);
        }
    }
}

fn has(message: &Value, kind: &str) -> bool {
    socket::happening(message, kind).is_some()
}

fn happenings<'a>(log: &'a [Value], kind: &str) -> Vec<&'a Value> {
    log.iter().filter_map(|message| socket::happening(message, kind)).collect()
}

fn pair_of(message: &Value) -> (String, String) {
    let text = |key: &str| message[key].as_str().unwrap_or_default().to_owned();
    (text("id"), text("text"))
}

fn note_said(journal: &mut Journal, message: &Value) {
    let said = pair_of(message);
    if !journal.said.contains(&said) {
        journal.said.push(said);
    }
}

/// Plays what the log tells; whether the match is over.
fn replay(table: &mut Box<dyn Table>, log: &[Value]) -> bool {
    for played in happenings(log, "played") {
        let by = table.turn();
        table.play(by, played["move"].as_str().expect("a text")).expect("it was played");
    }
    !happenings(log, "ended").is_empty()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_however_often_the_server_is_killed() {
    // The HTTP client asks for one, although nothing here is encrypted.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().expect("a folder");
    let (finished, mut dice) = (Arc::new(AtomicUsize::new(0)), Dice(20_261_116));
    let mut pairs = Vec::new();
    for kill in 0..KILLS {
        let mut served = serve(folder.path()).await;
        while pairs.len() < PAIRS {
            pairs.push(Pair::new(pairs.len(), served.addr, finished.clone()).await);
        }
        let before = finished.load(Ordering::Relaxed);
        let mut playing = JoinSet::new();
        for pair in pairs.drain(..) {
            playing.spawn(pair.live(served.addr));
        }
        let (early, most) = (kill % 5 == 4, Instant::now() + Duration::from_secs(30));
        sleep(Duration::from_millis(20 + dice.below(if early { 150 } else { 500 }) as u64)).await;
        while !early
            && finished.load(Ordering::Relaxed) < before + FINISHED_IN_A_ROUND
            && Instant::now() < most
        {
            sleep(Duration::from_millis(1 + dice.below(15) as u64)).await;
        }
        served.child.kill().await.expect("it runs");
        pairs = playing.join_all().await;
    }
    let served = serve(folder.path()).await;
    let mut checking = JoinSet::new();
    for pair in pairs {
        checking.spawn(pair.check_all(served.addr));
    }
    let checked = checking.join_all().await;
    let over: usize = checked.iter().map(|(_, over)| over).sum();
    let begun: usize = checked.iter().map(|(pair, _)| pair.journals.len()).sum();
    let said: usize =
        checked.iter().flat_map(|(pair, _)| pair.journals.values()).map(|j| j.said.len()).sum();
    println!("{KILLS} kills, {begun} matches, {over} of them over, {said} messages");
    assert!(over >= 200 && said > 0, "{over} matches, {said} messages");
    stop(served, checked.into_iter().map(|(pair, _)| pair).collect()).await;
}

/// The end on purpose: everybody is told, and the process ends by itself.
async fn stop(mut served: Served, mut pairs: Vec<Pair>) {
    let pid = served.child.id().expect("it runs").to_string();
    let sent = Command::new("kill").args(["-TERM", &pid]).status().await.expect("kill is there");
    assert!(sent.success());
    for person in pairs.iter_mut().flat_map(|pair| &mut pair.people) {
        let told = next(person, |message| message["t"] == "closing").await;
        assert!(told.is_ok(), "everybody is told that the server stops");
        let socket = person.socket.as_mut().expect("it was open");
        assert_eq!(socket.closed().await, 1012);
    }
    let ended =
        timeout(Duration::from_secs(20), served.child.wait()).await.expect("it ends by itself");
    assert!(ended.expect("it can be waited for").success());
}
