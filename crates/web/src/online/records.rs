//! What the server's interface answers, and what it is asked.
//!
//! Read by hand from JSON values rather than by derived readers: the same code reads all of them, which is a good part of what a
//! page weighs, and what a newer server adds or an odd line in a list disturbs nobody.

use damier_contest::Speed;
use damier_games::GameKey;
use damier_protocol::{PersonKind, Welcome};
use serde_json::Value;

/// What can be read from an answer.
pub trait Read: Sized {
    /// Nothing if it is not what was expected.
    fn read(value: &Value) -> Option<Self>;
}

/// Lines that cannot be read are left out: they are of a game that this client does not know yet.
impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Option<Self> {
        Some(value.as_array()?.iter().filter_map(T::read).collect())
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    Some(value.get(name)?.as_str()?.to_owned())
}

fn number(value: &Value, name: &str) -> i64 {
    let number = value.get(name);
    // Ratings come with their fractions; nobody reads those.
    number
        .and_then(|number| number.as_i64().or_else(|| Some(number.as_f64()?.round() as i64)))
        .unwrap_or(0)
}

fn flag(value: &Value, name: &str) -> bool {
    value.get(name).is_some_and(|flag| flag.as_bool().unwrap_or(flag.as_i64() == Some(1)))
}

fn list<T: Read>(value: &Value, name: &str) -> Vec<T> {
    value.get(name).and_then(Read::read).unwrap_or_default()
}

fn game(value: &Value) -> Option<GameKey> {
    value.get("game")?.as_str()?.parse().ok()
}

/// The speed of that name.
pub fn speed(name: &str) -> Option<Speed> {
    SPEEDS.into_iter().find(|speed| speed.key() == name)
}

/// All speeds, the fastest first.
pub const SPEEDS: [Speed; 6] = [
    Speed::Bullet,
    Speed::Blitz,
    Speed::Rapid,
    Speed::Classical,
    Speed::Correspondence,
    Speed::Unlimited,
];

macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty = $read:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$field_doc])* pub $field: $kind,)* }
        impl Read for $name {
            fn read(value: &Value) -> Option<Self> {
                $(let $field = { let read: fn(&Value) -> Option<$kind> = $read; read(value)? };)*
                Some(Self { $($field,)* })
            }
        }
    };
}

mod matches;
pub use matches::{Begun, Finished, MatchLine, NewMatch, Sitter};

record! {
    /// Somebody, as they are to themselves.
    Person {
        /// Never changes.
        id: String = |v| text(v, "id"),
        /// As they write it.
        name: String = |v| text(v, "name"),
        /// Or a guest.
        account: bool = |v| Some(v.get("kind")? == "account"),
    }
}

impl Person {
    /// As the line to the server knows them.
    pub fn welcome(&self) -> Welcome {
        let kind = if self.account { PersonKind::Account } else { PersonKind::Guest };
        Welcome { name: self.name.clone(), kind }
    }
}

/// A guest who has just come in, with the recovery code.
impl Read for (Person, String) {
    fn read(value: &Value) -> Option<Self> {
        Some((Person::read(value.get("person")?)?, text(value, "recovery")?))
    }
}

record! {
    /// One of my sessions.
    Session {
        /// What to end it by.
        id: String = |v| text(v, "id"),
        /// What the browser calls itself.
        agent: String = |v| text(v, "agent"),
        /// When it was last used.
        seen: i64 = |v| Some(number(v, "seen")),
        /// Whether it is this one.
        current: bool = |v| Some(flag(v, "current")),
        /// Whether it is connected.
        live: bool = |v| Some(flag(v, "live")),
    }
}

/// A scope is its name.
impl Read for String {
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

record! {
    /// One of my API tokens.
    Token {
        /// What to revoke it by.
        id: String = |v| text(v, "id"),
        /// What I call it.
        label: String = |v| text(v, "label"),
        /// What it is good for.
        scopes: Vec<String> = |v| Some(list(v, "scopes")),
        /// When it was last used, 0 for never.
        seen: i64 = |v| Some(number(v, "seen")),
    }
}

record! {
    /// A new API token.
    NewToken {
        /// Shown once.
        token: String = |v| text(v, "token"),
    }
}

/// How two people stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// Friends.
    Friends,
    /// I asked, and wait.
    Asked,
    /// They asked, and wait.
    Asking,
}

record! {
    /// Somebody in the list of friends.
    Friend {
        /// Their id.
        id: String = |v| text(v, "id"),
        /// Their name.
        name: String = |v| text(v, "name"),
        /// How we stand.
        bond: Bond = |v| match v.get("bond")?.as_str()? {
            "friends" => Some(Bond::Friends),
            "asked" => Some(Bond::Asked),
            "asking" => Some(Bond::Asking),
            _ => None,
        },
        /// Whether they are connected.
        online: bool = |v| Some(flag(v, "online")),
        /// The match that they play.
        playing: Option<String> = |v| Some(text(v, "playing")),
    }
}

record! {
    /// Somebody in a list of people.
    Other {
        /// Their id.
        id: String = |v| text(v, "id"),
        /// Their name.
        name: String = |v| text(v, "name"),
    }
}

record! {
    /// A message of the past.
    Spoken {
        /// What to report it by.
        id: String = |v| text(v, "id"),
        /// Its place in the room; pages go back by it.
        seq: i64 = |v| Some(number(v, "seq")),
        /// Who said it; nobody if they are gone.
        name: String = |v| Some(text(v, "name").unwrap_or_default()),
        /// What.
        text: String = |v| text(v, "text"),
        /// When, in milliseconds since 1970.
        at: i64 = |v| Some(number(v, "at")),
    }
}

record! {
    /// A rating.
    RatingLine {
        /// The game.
        game: GameKey = game,
        /// The speed.
        speed: Speed = |v| speed(v.get("speed")?.as_str()?),
        /// Rounded.
        rating: i64 = |v| Some(number(v, "rating")),
        /// How far off it may be.
        deviation: i64 = |v| Some(number(v, "deviation")),
        /// The rated games behind it.
        games: i64 = |v| Some(number(v, "games")),
        /// The place in the ranking; none while the rating is provisional.
        rank: Option<i64> = |v| Some(v.get("rank").and_then(Value::as_i64)),
    }
}

record! {
    /// A point of the graph.
    RatingPoint {
        /// The game.
        game: GameKey = game,
        /// The speed.
        speed: Speed = |v| speed(v.get("speed")?.as_str()?),
        /// The rating afterwards.
        rating: i64 = |v| Some(number(v, "rating")),
        /// When.
        at: i64 = |v| Some(number(v, "at")),
    }
}

record! {
    /// What somebody did in a game on one side, against people or against computers.
    Tally {
        /// The game.
        game: GameKey = game,
        /// 1 or 2.
        side: i64 = |v| Some(number(v, "side")),
        /// Whether the opponents were computers.
        computer: bool = |v| Some(flag(v, "computer")),
        /// All that count.
        games: i64 = |v| Some(number(v, "games")),
        /// Won.
        wins: i64 = |v| Some(number(v, "wins")),
        /// Drawn.
        draws: i64 = |v| Some(number(v, "draws")),
        /// Lost.
        losses: i64 = |v| Some(number(v, "losses")),
    }
}

record! {
    /// A player's page.
    Player {
        /// Their id.
        id: String = |v| text(v, "id"),
        /// Their name.
        name: String = |v| text(v, "name"),
        /// Or a guest.
        account: bool = |v| Some(v.get("kind")? == "account"),
        /// Whether they are connected.
        online: bool = |v| Some(flag(v, "online")),
        /// The match that they play.
        playing: Option<String> = |v| Some(text(v, "playing")),
        /// By game and speed.
        ratings: Vec<RatingLine> = |v| Some(list(v, "ratings")),
        /// By game, side and kind of opponent.
        tallies: Vec<Tally> = |v| Some(list(v, "tallies")),
        /// Time spent in games.
        played_ms: i64 = |v| Some(number(v.get("total")?, "played_ms")),
        /// Won one after the other, up to now.
        streak: i64 = |v| Some(number(v.get("streaks")?, "current")),
        /// The most ever.
        best_streak: i64 = |v| Some(number(v.get("streaks")?, "best")),
        /// The latest last.
        history: Vec<RatingPoint> = |v| Some(list(v, "history")),
    }
}

record! {
    /// A match in a list of somebody's games.
    GameLine {
        /// The match.
        id: String = |v| text(v, "id"),
        /// The game.
        game: GameKey = game,
        /// The speed.
        speed: Option<Speed> = |v| Some(v.get("speed").and_then(Value::as_str).and_then(speed)),
        /// Whether it counts.
        rated: bool = |v| Some(flag(v, "rated")),
        /// The names of both, none for computers and those who are gone.
        names: [Option<String>; 2] = |v| Some([text(v, "one_name"), text(v, "two_name")]),
        /// The ids of both, none for computers.
        ids: [Option<String>; 2] = |v| Some([text(v, "one"), text(v, "two")]),
        /// Such as `1-0 checkmate`.
        result: Option<String> = |v| Some(text(v, "result")),
        /// 1, 2, or 0 for a draw.
        winner: Option<i64> = |v| Some(v.get("winner").and_then(Value::as_i64)),
        /// How many moves were made.
        plies: i64 = |v| Some(number(v, "plies")),
        /// When it was arranged.
        created: i64 = |v| Some(number(v, "created")),
    }
}

record! {
    /// A line of the ranking.
    RankLine {
        /// From 1 on; none while the rating is provisional.
        rank: Option<i64> = |v| Some(v.get("rank").and_then(Value::as_i64)),
        /// The player.
        name: String = |v| text(v, "name"),
        /// Rounded.
        rating: i64 = |v| Some(number(v, "rating")),
        /// How far off it may be.
        deviation: i64 = |v| Some(number(v, "deviation")),
        /// The rated games behind it.
        games: i64 = |v| Some(number(v, "games")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Read>(text: &str) -> Option<T> {
        T::read(&serde_json::from_str(text).expect("the test's own JSON"))
    }

    #[test]
    fn people_and_friends_are_read() {
        let person: Person =
            read(r#"{"id":"p","name":"Zoé","kind":"guest","admin":false}"#).expect("a person");
        assert_eq!((person.name.as_str(), person.account), ("Zoé", false));
        let friends: Vec<Friend> = read(
            r#"[{"id":"a","name":"A","bond":"friends","since":1,"online":true,"playing":"m"},
                {"id":"b","name":"B","bond":"asking","since":1,"online":false,"playing":null},
                {"id":"c","name":"C","bond":"of-tomorrow"}]"#,
        )
        .expect("friends");
        assert_eq!(friends.len(), 2);
        assert_eq!((friends[0].bond, friends[0].playing.as_deref()), (Bond::Friends, Some("m")));
        assert_eq!((friends[1].bond, friends[1].online), (Bond::Asking, false));
    }

    #[test]
    fn a_player_is_read_with_rounded_ratings() {
        let player: Player = read(
            r#"{"id":"p","name":"Ada","kind":"account","online":true,"playing":null,
                "ratings":[{"game":"chess","speed":"blitz","rating":1662.31,"deviation":290.3,"games":1,"rank":null},
                           {"game":"chess","speed":"rapid","rating":1700,"deviation":80,"games":40,"rank":731}],
                "total":{"games":1,"wins":1,"draws":0,"losses":0,"played_ms":61000},
                "tallies":[{"game":"chess","side":1,"computer":0,"games":1,"wins":1,"draws":0,"losses":0,"played_ms":61000}],
                "streaks":{"current":1,"best":3},"history":[{"id":"m","game":"chess","speed":"blitz","rating":1662.31,"at":9}]}"#,
        )
        .expect("a player");
        assert_eq!((player.ratings[0].rating, player.ratings[0].deviation), (1662, 290));
        assert_eq!((player.ratings[0].rank, player.ratings[1].rank), (None, Some(731)));
        assert_eq!((player.streak, player.best_streak, player.played_ms), (1, 3, 61_000));
        assert!(!player.tallies[0].computer);
    }

    #[test]
    fn nonsense_is_nothing() {
        for text in ["null", "3", "[]", "{}", r#"{"id":3}"#] {
            assert_eq!(read::<Person>(text), None);
        }
    }
}
