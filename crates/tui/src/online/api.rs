//! What the server's HTTP interface answers, as far as a terminal needs it.

use damier_games::{GameKey, text::Phrase};
use damier_protocol::{Seat, Status, TimeControl};
use serde::Deserialize;

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Person {
    /// Their name.
    pub name: String,
    /// `guest` or `account`.
    pub kind: String,
}

/// A new guest.
#[derive(Debug, Deserialize)]
pub struct NewGuest {
    /// Who.
    pub person: Person,
}

/// A match that was begun or joined.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Begun {
    /// Its name.
    pub id: String,
    /// The code by which a friend joins.
    #[serde(default)]
    pub code: Option<String>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct MatchLine {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: GameKey,
    /// The time.
    pub time: TimeControl,
    /// Whether it counts.
    pub rated: bool,
    /// How far it is.
    pub status: Status,
    /// Who plays.
    pub seats: [Option<Seat>; 2],
    /// How it ended.
    #[serde(default)]
    pub result: Option<String>,
}

/// Somebody in the list of friends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Friend {
    /// Their name.
    pub name: String,
    /// `friends`, `asked` or `asking`.
    pub bond: String,
    /// Whether they are connected.
    pub online: bool,
    /// The match that they play.
    #[serde(default)]
    pub playing: Option<String>,
}

/// A line of the ranking.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RankLine {
    /// None while it is provisional.
    pub rank: Option<i64>,
    /// The player.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// The games behind it.
    pub games: i64,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RatingLine {
    /// The game.
    pub game: GameKey,
    /// The speed.
    pub speed: String,
    /// The rating.
    pub rating: f64,
    /// The games behind it.
    pub games: i64,
}

/// All games together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Total {
    /// All that count.
    pub games: i64,
    /// Won.
    pub wins: i64,
    /// Drawn.
    pub draws: i64,
    /// Lost.
    pub losses: i64,
}

/// Games won one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Streaks {
    /// Up to now.
    pub current: i64,
    /// The longest.
    pub best: i64,
}

/// A player's page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Player {
    /// Their name.
    pub name: String,
    /// Whether they are connected.
    pub online: bool,
    /// The match that they play.
    #[serde(default)]
    pub playing: Option<String>,
    /// Their ratings.
    pub ratings: Vec<RatingLine>,
    /// All together.
    pub total: Total,
    /// Games won one after the other.
    pub streaks: Streaks,
}

/// A game of somebody's.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameLine {
    /// The match.
    pub id: String,
    /// The game.
    pub game: GameKey,
    /// Who plays first.
    #[serde(default)]
    pub one_name: Option<String>,
    /// And second.
    #[serde(default)]
    pub two_name: Option<String>,
    /// How it ended.
    #[serde(default)]
    pub result: Option<String>,
}

/// A message of the past.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Said {
    /// Who said it.
    pub from: Named,
    /// What.
    pub text: String,
}

/// A name, alone or with more beside it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Named {
    /// Alone.
    Plain(String),
    /// With more beside it.
    Full {
        /// The name.
        name: Option<String>,
    },
}

/// A request that did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// For programs; empty if the server was not reached.
    pub code: String,
    /// For people.
    pub message: Phrase,
}

impl Failure {
    /// What the server said about it.
    pub fn read(status: u16, body: &serde_json::Value) -> Self {
        let error = &body["error"];
        let code = error["code"].as_str().unwrap_or("unknown").to_owned();
        let message = match error["message"].as_str() {
            Some(text) => Phrase::new(text, text),
            None => Phrase::new(
                format!("the server answered {status}: is it a Damier server?"),
                format!("le serveur a répondu {status} : est-ce un serveur Damier ?"),
            ),
        };
        Self { code, message }
    }

    /// The server was not reached.
    pub fn unreached(host: &str) -> Self {
        let message = Phrase::new(
            format!("cannot reach {host}: is the server running?"),
            format!("{host} est injoignable : le serveur tourne-t-il ?"),
        );
        Self { code: String::new(), message }
    }
}
