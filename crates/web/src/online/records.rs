//! What the server's interface answers, and what it is asked.
//!
//! Read by hand from JSON values rather than by derived readers: the same code reads all of them, which is a good part of what a
//! page weighs, and what a newer server adds or an odd line in a list disturbs nobody.

use damier_contest::{Speed, TimeControl};
use damier_games::{GameKey, Player as Side, options::Options};
use damier_protocol::{PersonKind, Welcome};
use serde_json::{Map, Value, json};

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

fn time(value: &Value) -> TimeControl {
    let of = |kind: &str| value.get(kind);
    let part = |value: &Value, name: &str| u32::try_from(number(value, name)).unwrap_or(0);
    if let Some(clock) = of("clock") {
        TimeControl::Clock { base: part(clock, "base"), increment: part(clock, "increment") }
    } else if let Some(turn) = of("per-turn") {
        TimeControl::PerTurn { seconds: part(turn, "seconds") }
    } else if let Some(days) = of("days") {
        TimeControl::Days { days: part(days, "days") }
    } else {
        TimeControl::None
    }
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

record! {
    /// Who sits on one side.
    Sitter {
        /// What to call them; a computer has its level's key.
        name: String = |v| text(v, "name"),
        /// `guest`, `account`, `computer` or `gone`.
        kind: String = |v| text(v, "kind"),
        /// Their rating, 0 for none.
        rating: i64 = |v| Some(number(v, "rating")),
    }
}

record! {
    /// A match in a list.
    MatchLine {
        /// Its name.
        id: String = |v| text(v, "id"),
        /// The game.
        game: GameKey = game,
        /// The time.
        time: TimeControl = |v| Some(time(v.get("time")?)),
        /// Whether it counts.
        rated: bool = |v| Some(flag(v, "rated")),
        /// `open`, `playing` or `over`.
        status: String = |v| text(v, "status"),
        /// Who plays.
        seats: [Option<Sitter>; 2] = |v| {
            let seats = v.get("seats")?;
            Some([0, 1].map(|n| seats.get(n).and_then(Sitter::read)))
        },
        /// Whose turn it is, in a list of one's own.
        turn: Option<Side> = |v| Some(match v.get("turn").and_then(Value::as_str) {
            Some("one") => Some(Side::One),
            Some("two") => Some(Side::Two),
            _ => None,
        }),
        /// When it was begun.
        created: i64 = |v| Some(number(v, "created")),
    }
}

record! {
    /// A match that was begun or joined.
    Begun {
        /// Its name.
        id: String = |v| text(v, "id"),
        /// The short code by which a friend joins.
        code: Option<String> = |v| Some(text(v, "code")),
    }
}

/// A match to begin.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMatch {
    /// The game.
    pub game: GameKey,
    /// Its options, where they are not the usual ones.
    pub options: Options,
    /// A position to begin with.
    pub position: Option<String>,
    /// `computer`, `same-screen`, `friend` or `anyone`.
    pub opponent: &'static str,
    /// The computer's level.
    pub level: Option<u8>,
    /// A friend to ask, by name.
    pub to: Option<String>,
    /// `first`, `second` or `random`.
    pub side: &'static str,
    /// The time.
    pub time: TimeControl,
    /// Whether it counts.
    pub rated: bool,
    /// Whether only the players may watch.
    pub private: bool,
    /// Whether the players choose quadrants first.
    pub choosing: bool,
}

impl NewMatch {
    /// A game by its usual rules without a clock.
    pub fn usual(game: GameKey, opponent: &'static str) -> Self {
        Self {
            game,
            options: Options::new(),
            position: None,
            opponent,
            level: None,
            to: None,
            side: "random",
            time: TimeControl::None,
            rated: false,
            private: false,
            choosing: false,
        }
    }

    /// As the server reads it.
    pub fn write(&self) -> Value {
        let mut body = Map::new();
        let mut put = |name: &str, value: Value| body.insert(name.into(), value);
        let options =
            self.options.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str())));
        put("game", self.game.info().key.into());
        put("options", Value::Object(options.collect()));
        put("opponent", self.opponent.into());
        put("side", self.side.into());
        put("time", write_time(&self.time));
        put("rated", self.rated.into());
        put("private", self.private.into());
        put("choosing", self.choosing.into());
        for (name, value) in [("position", &self.position), ("to", &self.to)] {
            if let Some(value) = value {
                put(name, value.as_str().into());
            }
        }
        if let Some(level) = self.level {
            put("level", level.into());
        }
        Value::Object(body)
    }
}

fn write_time(time: &TimeControl) -> Value {
    match *time {
        TimeControl::None => "none".into(),
        TimeControl::Clock { base, increment } => {
            json!({ "clock": { "base": base, "increment": increment } })
        }
        TimeControl::PerTurn { seconds } => json!({ "per-turn": { "seconds": seconds } }),
        TimeControl::Days { days } => json!({ "days": { "days": days } }),
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
    fn matches_are_read_and_lines_of_unknown_games_left_out() {
        let lines: Vec<MatchLine> = read(
            r#"[{"id":"m","game":"chess","options":{},"time":{"clock":{"base":180,"increment":2}},"rated":true,"status":"open",
                 "seats":[{"name":"Ada","kind":"account","rating":1500},null],"result":null,"created":5},
                {"id":"n","game":"go","options":{},"time":"none","rated":false,"status":"open","seats":[null,null],"created":5},
                {"id":"o","game":"dark","options":{},"time":"none","rated":false,"status":"playing","turn":"two","seats":[null,null],"created":5}]"#,
        )
        .expect("a list");
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].time.to_string(), "3+2");
        assert_eq!(lines[0].seats[0].as_ref().map(|seat| seat.rating), Some(1500));
        assert_eq!((lines[0].turn, lines[1].turn), (None, Some(Side::Two)));
        assert_eq!(lines[1].time, TimeControl::None);
    }

    #[test]
    fn a_player_is_read_with_rounded_ratings() {
        let player: Player = read(
            r#"{"id":"p","name":"Ada","kind":"account","online":true,"playing":null,
                "ratings":[{"game":"chess","speed":"blitz","rating":1662.31,"deviation":290.3,"games":1}],
                "total":{"games":1,"wins":1,"draws":0,"losses":0,"played_ms":61000},
                "tallies":[{"game":"chess","side":1,"computer":0,"games":1,"wins":1,"draws":0,"losses":0,"played_ms":61000}],
                "streaks":{"current":1,"best":3},"history":[{"id":"m","game":"chess","speed":"blitz","rating":1662.31,"at":9}]}"#,
        )
        .expect("a player");
        assert_eq!((player.ratings[0].rating, player.ratings[0].deviation), (1662, 290));
        assert_eq!((player.streak, player.best_streak, player.played_ms), (1, 3, 61_000));
        assert!(!player.tallies[0].computer);
    }

    #[test]
    fn a_new_match_is_written_as_the_server_reads_it() {
        let mut new = NewMatch::usual("katarenga".parse().expect("a game"), "friend");
        new.to = Some("Ada".into());
        new.time = TimeControl::PerTurn { seconds: 30 };
        let written = new.write();
        assert_eq!(written["to"], "Ada");
        assert_eq!(written["time"]["per-turn"]["seconds"], 30);
        assert_eq!(written.get("level"), None);
        assert_eq!(time(&written["time"]), new.time);
    }

    #[test]
    fn nonsense_is_nothing() {
        for text in ["null", "3", "[]", "{}", r#"{"id":3}"#] {
            assert_eq!(read::<Person>(text), None);
            assert_eq!(read::<MatchLine>(text), None);
        }
    }
}
