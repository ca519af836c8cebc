//! Matches in lists, and one to begin.

use super::{Read, flag, game, number, text};
use damier_contest::TimeControl;
use damier_games::{GameKey, Player as Side, options::Options};
use serde_json::{Map, Value, json};

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

fn options(value: Option<&Value>) -> Options {
    let pairs = value.and_then(Value::as_object).into_iter().flatten();
    pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect()
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
        /// Its options, where they are not the usual ones.
        options: Options = |v| Some(options(v.get("options"))),
        /// The time.
        time: TimeControl = |v| Some(time(v.get("time")?)),
        /// Whether it counts.
        rated: bool = |v| Some(flag(v, "rated")),
        /// Whether both players choose the quadrants of the board.
        choosing: bool = |v| Some(flag(v, "choosing")),
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
    /// What counts of a match that is over.
    Finished {
        /// The game.
        game: GameKey = game,
        /// The time.
        time: TimeControl = |v| Some(time(v.get("time")?)),
        /// Whether it counted.
        rated: bool = |v| Some(flag(v, "rated")),
        /// How it ended: `1-0 checkmate`.
        result: String = |v| text(v, "result"),
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

impl MatchLine {
    /// Whether whoever wants to open `new` finds it here already, with the seat that is left for them.
    pub fn suits(&self, new: &NewMatch, me: Option<&str>) -> bool {
        let same = (self.game, &self.options, self.time, self.rated, self.choosing)
            == (new.game, &new.options, new.time, new.rated, new.choosing);
        let taken = self.seats.each_ref().map(Option::is_some);
        let seat = match new.side {
            "first" => taken == [false, true],
            "second" => taken == [true, false],
            _ => taken[0] != taken[1],
        };
        let own = self.seats.iter().flatten().any(|seat| Some(seat.name.as_str()) == me);
        self.status == "open" && same && seat && !own
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
    fn an_open_match_suits_who_wants_the_same_and_the_other_seat() {
        let mut line = MatchLine::read(&json!({ "id": "m", "game": "congress", "options": {}, "time": "none", "rated": false,
            "choosing": true, "status": "open", "seats": [{ "name": "Ada", "kind": "guest" }, null], "created": 5 }))
        .expect("a line");
        let mut new = NewMatch::usual(line.game, "anyone");
        assert!(!line.suits(&new, None), "a board that is laid already is another match");
        new.choosing = true;
        assert!(line.suits(&new, Some("Zoe")));
        assert!(!line.suits(&new, Some("Ada")), "nobody plays themselves");
        new.side = "first";
        assert!(!line.suits(&new, None), "the seat is taken");
        new.side = "second";
        assert!(line.suits(&new, None));
        line.options.insert("key".into(), "value".into());
        assert!(!line.suits(&new, None), "by other rules");
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
}
