//! The line to a server: connects, comes back after a break, watches again from the last number seen, and sends again what was not
//! answered. Whoever holds it owns the socket and the timer.

use crate::{Applied, Followed};
use damier_protocol::{FromClient, FromServer, Happening, Welcome};
use std::collections::BTreeMap;

/// What happens to the line.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The socket is open.
    Opened,
    /// A message came.
    Received(Box<FromServer>),
    /// A message came that we do not know yet: the server is newer.
    Unknown,
    /// The socket closed, with its code.
    Closed(u16),
    /// The time asked for is over.
    Woke,
}

impl Input {
    /// A message as it came.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).map_or(Self::Unknown, Self::Received)
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Open a socket.
    Connect,
    /// Send this.
    Send(String),
    /// Come back with `Woke` after so many milliseconds.
    Wake(u32),
    /// A match has changed, or is new: show it.
    Changed(String),
    /// The server said something else: show it.
    Told(Box<FromServer>),
    /// The server does not want this client: show why, by the socket's code.
    Refused(u16),
}

/// The line to a server.
#[derive(Default)]
pub struct Link {
    /// Who the server takes us for.
    pub you: Option<Welcome>,
    /// Whether the line stands.
    pub connected: bool,
    /// The server's time when it last told it.
    pub heard: i64,
    matches: BTreeMap<String, Option<Followed>>,
    /// Moves that were not answered yet, in order.
    unanswered: Vec<FromClient>,
    lobby: bool,
    attempts: u32,
    next_id: u64,
}

/// The codes with which a server sends somebody away for good.
const FOR_GOOD: [u16; 4] = [4003, 4004, 4005, 1008];

impl Link {
    /// A line that is not connected yet. `seed` makes the names of this client's moves its own.
    pub fn new(seed: u64) -> (Self, Vec<Output>) {
        // Names stay below 2^53, which every JSON reader keeps exactly.
        let next_id = (seed & 0x1f_ffff) << 32;
        (Self { next_id, ..Self::default() }, vec![Output::Connect])
    }

    /// What to do about what happened.
    pub fn handle(&mut self, input: Input) -> Vec<Output> {
        match input {
            Input::Opened => self.opened(),
            Input::Received(message) => self.received(*message),
            Input::Unknown => Vec::new(),
            Input::Closed(code) => self.closed(code),
            Input::Woke if self.connected => Vec::new(),
            Input::Woke => vec![Output::Connect],
        }
    }

    /// A match that is followed.
    pub fn followed(&self, id: &str) -> Option<&Followed> {
        self.matches.get(id)?.as_ref()
    }

    /// Forgets what belonged to whoever this client was: the next line is somebody else's. What is watched stays watched.
    pub fn forget(&mut self) {
        (self.you, self.connected, self.attempts) = (None, false, 0);
        self.unanswered.clear();
        self.matches.values_mut().for_each(|followed| *followed = None);
    }

    /// Follows a match.
    pub fn watch(&mut self, id: &str) -> Vec<Output> {
        self.matches.entry(id.into()).or_insert(None);
        self.send(FromClient::Watch { id: id.into(), since: None })
    }

    /// Follows it no more.
    pub fn unwatch(&mut self, id: &str) -> Vec<Output> {
        self.matches.remove(id);
        self.send(FromClient::Unwatch { id: id.into() })
    }

    /// Listens to the lobby, or not any more.
    pub fn lobby(&mut self, on: bool) -> Vec<Output> {
        self.lobby = on;
        self.send(FromClient::Lobby { on })
    }

    /// Plays a move. It is sent again after a break until the server has answered.
    pub fn play(&mut self, id: &str, text: &str) -> Vec<Output> {
        let Some(ply) = self.followed(id).map(Followed::ply) else { return Vec::new() };
        self.next_id += 1;
        let play =
            FromClient::Play { id: id.into(), ply, attempt: self.next_id, text: text.into() };
        self.unanswered.push(play.clone());
        self.send(play)
    }

    /// Whether a move of this match waits for the server's answer.
    pub fn waits(&self, id: &str) -> bool {
        self.unanswered(id).is_some()
    }

    /// The move of this match that waits for the server's answer.
    pub fn unanswered(&self, id: &str) -> Option<&str> {
        self.unanswered.iter().find_map(|sent| match sent {
            FromClient::Play { id: other, text, .. } if other == id => Some(text.as_str()),
            _ => None,
        })
    }

    /// Sends something that need not survive a break.
    pub fn send(&self, message: FromClient) -> Vec<Output> {
        if self.connected { vec![output(&message)] } else { Vec::new() }
    }

    fn opened(&mut self) -> Vec<Output> {
        self.connected = true;
        let mut outputs = Vec::new();
        for (id, followed) in &self.matches {
            let since = followed.as_ref().map(|followed| followed.state.seq).filter(|seq| *seq > 0);
            outputs.push(output(&FromClient::Watch { id: id.clone(), since }));
        }
        if self.lobby {
            outputs.push(output(&FromClient::Lobby { on: true }));
        }
        outputs.extend(self.unanswered.iter().map(output));
        outputs
    }

    fn closed(&mut self, code: u16) -> Vec<Output> {
        self.connected = false;
        if FOR_GOOD.contains(&code) {
            return vec![Output::Refused(code)];
        }
        // At once at first, then less and less often.
        let pause = 250 << self.attempts.min(5);
        self.attempts += 1;
        vec![Output::Wake(pause)]
    }

    fn received(&mut self, message: FromServer) -> Vec<Output> {
        match message {
            FromServer::Welcome { you, now, .. } => {
                // A server that lets nobody in must not be asked without a pause.
                self.attempts = 0;
                self.heard = now;
                self.you = you;
                Vec::new()
            }
            FromServer::Match(state) => {
                let id = state.id.clone();
                self.heard = state.now;
                match Followed::new(*state) {
                    Ok(mut followed) if self.matches.contains_key(&id) => {
                        if let Some(Some(old)) = self.matches.get(&id) {
                            followed.remember(old);
                        }
                        self.matches.insert(id.clone(), Some(followed));
                        vec![Output::Changed(id)]
                    }
                    _ => Vec::new(),
                }
            }
            FromServer::Event { id, seq, at, events, snapshot } => {
                self.answered_by(&events);
                self.heard = at;
                let followed = self.matches.get_mut(&id).and_then(Option::as_mut);
                let apply = |followed: &mut Followed| {
                    (followed.apply(seq, at, &events, snapshot.as_ref()), followed.is_veiled())
                };
                let (applied, veiled) = followed.map(apply).unzip();
                match applied {
                    // What was hidden is so no more.
                    Some(Applied::Done) if veiled == Some(true) => {
                        let mut outputs = vec![Output::Changed(id.clone())];
                        outputs.extend(self.send(FromClient::Watch { id, since: None }));
                        outputs
                    }
                    Some(Applied::Done) => vec![Output::Changed(id)],
                    Some(Applied::Lost) => self.send(FromClient::Watch { id, since: None }),
                    Some(Applied::Old) | None => Vec::new(),
                }
            }
            FromServer::Done { attempt, .. } => {
                self.answered(attempt);
                Vec::new()
            }
            FromServer::Refused { ref about, .. } => {
                if let Some(attempt) = about.as_ref().and_then(|about| about.parse().ok()) {
                    self.answered(attempt);
                }
                vec![Output::Told(Box::new(message))]
            }
            other => vec![Output::Told(Box::new(other))],
        }
    }

    fn answered_by(&mut self, events: &[Happening]) {
        for event in events {
            if let Happening::Played { attempt: Some(attempt), .. } = event {
                self.answered(*attempt);
            }
        }
    }

    fn answered(&mut self, answered: u64) {
        self.unanswered.retain(
            |sent| !matches!(sent, FromClient::Play { attempt, .. } if *attempt == answered),
        );
    }
}

fn output(message: &FromClient) -> Output {
    Output::Send(serde_json::to_string(message).expect("our messages are plain data"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FirstMove;

    const STATE: &str = r#"{"t":"match","match":"m","seq":0,"status":"playing","game":"chess","options":{},
        "time":{"clock":{"base":60,"increment":0}},"rated":false,"seats":[null,null],"yours":["one"],"moves":[],
        "clock":[60000,60000],"now":1000}"#;

    fn following() -> Link {
        let (mut link, outputs) = Link::new(7);
        assert_eq!(outputs, [Output::Connect]);
        link.watch("m");
        let outputs = link.handle(Input::Opened);
        assert_eq!(outputs, [Output::Send(r#"{"t":"watch","match":"m"}"#.into())]);
        assert_eq!(link.handle(Input::read(STATE)), [Output::Changed("m".into())]);
        link
    }

    fn played(seq: i64, by: &str, text: &str, id: u64) -> String {
        let at = 1000 + 1000 * seq;
        format!(
            r#"{{"t":"event","match":"m","seq":{seq},"at":{at},"events":[{{"e":"played","by":"{by}","move":"{text}","id":{id},"clock":[60000,60000]}}]}}"#
        )
    }

    #[test]
    fn a_move_is_sent_again_until_it_is_answered() {
        let mut link = following();
        let sent = link.play("m", "e2e4");
        assert!(matches!(&sent[..], [Output::Send(text)] if text.contains(r#""ply":0"#)));
        assert!(link.waits("m"));
        assert_eq!(link.handle(Input::Closed(1006)), [Output::Wake(250)]);
        assert_eq!(link.handle(Input::Woke), [Output::Connect]);
        let again = link.handle(Input::Opened);
        assert_eq!(again.last(), sent.first());
        let id = (7 << 32) + 1;
        assert_eq!(
            link.handle(Input::read(&played(1, "one", "e2e4", id))),
            [Output::Changed("m".into())]
        );
        assert!(!link.waits("m"));
        // After another break it asks only for what it has not seen.
        link.handle(Input::Closed(1006));
        let again = link.handle(Input::Opened);
        assert_eq!(again, [Output::Send(r#"{"t":"watch","match":"m","since":1}"#.into())]);
    }

    #[test]
    fn events_come_once_and_without_gaps() {
        let mut link = following();
        let first = played(1, "one", "e2e4", 1);
        assert_eq!(link.handle(Input::read(&first)), [Output::Changed("m".into())]);
        assert_eq!(link.handle(Input::read(&first)), []);
        let gap = link.handle(Input::read(&played(3, "one", "d2d4", 2)));
        assert_eq!(gap, [Output::Send(r#"{"t":"watch","match":"m"}"#.into())]);
        let followed = link.followed("m").expect("it is followed");
        assert_eq!((followed.ply(), followed.state.seq), (1, 1));
    }

    #[test]
    fn clocks_run_from_each_sides_first_move_and_stop_at_the_end() {
        let mut link = following();
        link.handle(Input::read(&played(1, "one", "e2e4", 1)));
        assert_eq!(link.followed("m").expect("followed").clock(9_000), Some([60_000, 60_000]));
        link.handle(Input::read(&played(2, "two", "e7e5", 2)));
        assert_eq!(link.followed("m").expect("followed").clock(8_000), Some([55_000, 60_000]));
        let end = r#"{"t":"event","match":"m","seq":3,"at":13000,"events":[{"e":"ended","result":"0-1 resignation"}]}"#;
        link.handle(Input::read(end));
        let followed = link.followed("m").expect("followed");
        assert_eq!(followed.clock(99_000), Some([50_000, 60_000]));
        assert_eq!(
            followed.snapshot().result.map(|outcome| outcome.to_string()).as_deref(),
            Some("0-1 resignation")
        );
    }

    #[test]
    fn the_time_for_a_first_move_is_known_where_its_beginning_was_seen() {
        let first = |link: &Link| link.followed("m").expect("followed").first_move();
        let mut link = following();
        assert_eq!(first(&link), Some(FirstMove { limit: 15_000, until: None }));
        link.handle(Input::read(&played(1, "one", "e2e4", 1)));
        assert_eq!(first(&link), Some(FirstMove { limit: 15_000, until: Some(17_000) }));
        let given = r#"{"t":"event","match":"m","seq":2,"at":4000,"events":[{"e":"given-back","span":500}]}"#;
        link.handle(Input::read(given));
        assert_eq!(first(&link), Some(FirstMove { limit: 15_000, until: Some(17_500) }));
        let end = |at| {
            format!(
                r#"{{"t":"event","match":"m","seq":3,"at":{at},"events":[{{"e":"ended","result":"* aborted"}}]}}"#
            )
        };
        link.handle(Input::read(&end(17_501)));
        let followed = link.followed("m").expect("followed");
        assert!(followed.late && followed.first_move().is_none());
        // Whoever calls it off before that has other reasons.
        let mut link = following();
        link.handle(Input::read(&played(1, "one", "e2e4", 1)));
        link.handle(Input::read(&played(2, "two", "e7e5", 2)));
        assert_eq!(first(&link), None);
        link.handle(Input::read(&end(99_000)));
        assert!(!link.followed("m").expect("followed").late);
        // Who waited for the other sees it from the beginning.
        let (mut link, _) = Link::new(7);
        link.watch("m");
        link.handle(Input::Opened);
        link.handle(Input::read(&STATE.replace("playing", "open")));
        assert_eq!(first(&link), None);
        link.handle(Input::read(STATE));
        assert_eq!(first(&link), Some(FirstMove { limit: 15_000, until: Some(16_000) }));
    }

    #[test]
    fn somebody_else_begins_anew() {
        let mut link = following();
        link.play("m", "e2e4");
        link.forget();
        assert!(link.followed("m").is_none() && !link.waits("m"));
        let outputs = link.handle(Input::Opened);
        assert_eq!(outputs, [Output::Send(r#"{"t":"watch","match":"m"}"#.into())]);
    }

    #[test]
    fn the_end_of_a_game_with_secrets_asks_for_all_of_it() {
        let (mut link, _) = Link::new(7);
        link.watch("d");
        link.handle(Input::Opened);
        let key = "dark".parse().expect("a game");
        let table = damier_games::open(key, &Default::default(), None).expect("it opens");
        let seen = table.snapshot(damier_games::Viewer::Seat(damier_games::Player::One));
        let seen = serde_json::to_string(&seen).expect("plain data");
        let state = format!(
            r#"{{"t":"match","match":"d","seq":0,"status":"playing","game":"dark","options":{{}},"time":"none","rated":true,
            "seats":[null,null],"yours":["one"],"snapshot":{seen},"now":5}}"#
        );
        assert_eq!(link.handle(Input::read(&state)), [Output::Changed("d".into())]);
        let end = format!(
            r#"{{"t":"event","match":"d","seq":1,"at":9,"snapshot":{seen},
            "events":[{{"e":"ended","result":"0-1 resignation","ratings":[[1500,1490],[1500,1510]]}}]}}"#
        );
        let again = Output::Send(r#"{"t":"watch","match":"d"}"#.into());
        assert_eq!(link.handle(Input::read(&end)), [Output::Changed("d".into()), again]);
        let followed = link.followed("d").expect("followed");
        assert_eq!(followed.ratings, Some([[1500, 1490], [1500, 1510]]));
        assert_eq!(link.heard, 9);
    }

    #[test]
    fn a_client_that_is_sent_away_does_not_come_back() {
        let mut link = following();
        assert_eq!(link.handle(Input::Closed(4004)), [Output::Refused(4004)]);
    }
}
