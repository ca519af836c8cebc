//! What the server's HTTP interface answers, as far as a terminal needs it.

use damier_games::{
    GameKey,
    mosaic::{Colour, NamedQuadrant, Quadrant},
    text::Phrase,
};
use damier_protocol::{Seat, Status, TimeControl};
use serde::Deserialize;

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Person {
    /// Their id.
    #[serde(default)]
    pub id: String,
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

impl MatchLine {
    /// Whether somebody of that name sits there.
    pub fn seats(&self, name: &str) -> bool {
        self.seats.iter().flatten().any(|seat| seat.name == name)
    }
}

/// Somebody in the list of friends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Friend {
    /// Their id.
    #[serde(default)]
    pub id: String,
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
    /// What to report it by.
    pub id: String,
    /// Who said it, unless they are gone.
    pub name: Option<String>,
    /// What.
    pub text: String,
}

/// Somebody who was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Other {
    /// Their name, unless they are gone.
    pub name: Option<String>,
}

/// A quadrant of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct OwnQuadrant {
    name: String,
    /// Rows from the top: 1 yellow, 2 green, 3 blue, 4 red.
    grid: Vec<Vec<u64>>,
}

impl OwnQuadrant {
    /// As the rules know it; nothing if it is none.
    pub fn read(self) -> Option<NamedQuadrant> {
        let row = |row: Vec<u64>| -> Option<[Colour; 4]> {
            let colours: Option<Vec<Colour>> = row.into_iter().map(Colour::of_number).collect();
            colours?.try_into().ok()
        };
        let rows: Option<Vec<[Colour; 4]>> = self.grid.into_iter().map(row).collect();
        let quadrant = Quadrant(rows?.try_into().ok()?);
        Some(NamedQuadrant { id: self.name, image_path: None, quadrant })
    }
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

    /// The server could not prove who it is.
    pub fn untrusted(host: &str, why: &rustls::CertificateError) -> Self {
        use rustls::CertificateError as Why;
        let (en, fr) = match why {
            Why::Expired | Why::ExpiredContext { .. } => (
                format!(
                    "the certificate of {host} has expired: whoever runs the server must renew it (or this machine's date is wrong)"
                ),
                format!(
                    "le certificat de {host} a expiré : qui tient le serveur doit le renouveler (ou la date de cette machine est fausse)"
                ),
            ),
            Why::NotValidYet | Why::NotValidYetContext { .. } => (
                format!(
                    "the certificate of {host} is not valid yet: check the date of this machine"
                ),
                format!(
                    "le certificat de {host} n'est pas encore valable : vérifiez la date de cette machine"
                ),
            ),
            Why::NotValidForName | Why::NotValidForNameContext { .. } => (
                format!(
                    "the certificate of {host} is for another name: use the name that it was made for"
                ),
                format!(
                    "le certificat de {host} est fait pour un autre nom : utilisez celui pour lequel il est fait"
                ),
            ),
            Why::UnknownIssuer => (
                format!(
                    "the certificate of {host} is not trusted here: if you trust this server, name its certificate in SSL_CERT_FILE"
                ),
                format!(
                    "le certificat de {host} n'est pas reconnu ici : si vous faites confiance à ce serveur, indiquez son certificat dans SSL_CERT_FILE"
                ),
            ),
            other if other.to_string().contains("CaUsedAsEndEntity") => (
                format!(
                    "the certificate of {host} is one of an authority, not of a server: whoever runs the server must make it with CA:FALSE"
                ),
                format!(
                    "le certificat de {host} est celui d'une autorité, pas d'un serveur : qui tient le serveur doit le faire avec CA:FALSE"
                ),
            ),
            other => (
                format!(
                    "the certificate of {host} cannot be accepted ({other}): whoever runs the server must use another"
                ),
                format!(
                    "le certificat de {host} ne peut pas être accepté ({other}) : qui tient le serveur doit en utiliser un autre"
                ),
            ),
        };
        Self { code: "certificate".into(), message: Phrase::new(en, fr) }
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
