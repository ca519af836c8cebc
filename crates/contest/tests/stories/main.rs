//! Stories of matches on a clock that the test turns.
#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod board;
mod clocks;
mod moves;
mod offers;
mod seats;
mod telling;

use damier_contest::{
    Command, Event, Match, Millis, Opposition, Refusal, Stamped, Terms, TimeControl, decide,
};
use damier_games::{
    GameKey,
    Player::{self, One, Two},
};

/// A match, its log and the time.
struct Story {
    state: Match,
    log: Vec<Stamped>,
    now: Millis,
    attempts: u64,
}

/// When all stories begin.
const START: i64 = 1_700_000_000_000;

fn terms(game: GameKey, time: &str, opposition: Opposition) -> Terms {
    let (options, time) = (Default::default(), time.parse::<TimeControl>().unwrap());
    Terms { game, options, position: None, time, rated: false, opposition, choosing: false }
}

/// Chess between people.
fn chess(time: &str) -> Story {
    Story::new(terms(GameKey::Chess, time, Opposition::People))
}

impl Story {
    fn new(terms: Terms) -> Self {
        terms.check().unwrap();
        let now = Millis(START);
        Self { state: Match::new(terms, now).unwrap(), log: Vec::new(), now, attempts: 0 }
    }

    /// Lets time pass.
    fn wait(&mut self, ms: i64) -> &mut Self {
        self.now = self.now + Millis(ms);
        self
    }

    /// What happens by a command that must not be refused.
    fn happens(&mut self, command: Command) -> Vec<Event> {
        let events = decide(&self.state, command, self.now).unwrap();
        for event in &events {
            self.state.apply(event, self.now);
        }
        self.log.push(Stamped { at: self.now, events: events.clone() });
        let written = serde_json::to_string(&self.log).unwrap();
        let read: Vec<Stamped> = serde_json::from_str(&written).unwrap();
        let again = Match::replay(self.state.terms().clone(), Millis(START), read).unwrap();
        assert_eq!(format!("{again:?}"), format!("{:?}", self.state));
        events
    }

    fn does(&mut self, command: Command) -> &mut Self {
        self.happens(command);
        self
    }

    /// A command must be refused.
    fn refuses(&mut self, command: Command, why: Refusal) -> &mut Self {
        assert_eq!(decide(&self.state, command, self.now), Err(why));
        self
    }

    /// A move by whoever is to move, without lag.
    fn plays(&mut self, text: &str) -> &mut Self {
        self.plays_with_lag(text, 0)
    }

    fn plays_with_lag(&mut self, text: &str, lag: i64) -> &mut Self {
        let by = self.state.turn().unwrap();
        self.attempts += 1;
        let id = self.attempts;
        let command = self.attempt(by, id, text, lag);
        self.does(command)
    }

    /// A move with the present ply.
    fn attempt(&self, by: Player, id: u64, text: &str, lag: i64) -> Command {
        Command::Play { by, ply: self.state.table().ply(), id, text: text.into(), lag: Millis(lag) }
    }

    /// Both sides make a first move in chess.
    fn opens(&mut self) -> &mut Self {
        self.plays("e2e4").plays("e7e5")
    }

    fn result(&self) -> String {
        self.state.result().map(|outcome| outcome.to_string()).unwrap_or_default()
    }

    /// What both have left now, in milliseconds.
    fn left(&self) -> [i64; 2] {
        self.state.clock_at(self.now).unwrap().map(|left| left.0)
    }

    /// How many milliseconds from now something is due.
    fn due_in(&self) -> Option<i64> {
        self.state.due().map(|due| (due - self.now).0)
    }

    /// Nothing happens by itself before it is due, and then this does.
    fn ends_by_itself(&mut self, after: i64, result: &str) {
        assert_eq!(self.due_in(), Some(after));
        self.wait(after - 1).refuses(Command::Tick, Refusal::NothingDue);
        self.wait(1).does(Command::Tick);
        assert_eq!(self.result(), result);
        assert_eq!(self.state.due(), None);
        self.refuses(Command::Tick, Refusal::NothingDue);
        self.refuses(Command::Resign { by: One }, Refusal::Over);
        self.refuses(Command::Back { by: Two }, Refusal::Over);
    }
}
