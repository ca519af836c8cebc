//! Numbers and times in words.

use crate::texts::{matches, people as texts};
use damier_contest::{Speed, TimeControl};
use damier_games::{
    GameKey,
    options::{Field, Kind, Options},
    text::{Language, Text},
};

/// A speed's name.
pub fn speed(speed: Speed) -> Text {
    match speed {
        Speed::Bullet => texts::BULLET,
        Speed::Blitz => texts::BLITZ,
        Speed::Rapid => texts::RAPID,
        Speed::Classical => texts::CLASSICAL,
        Speed::Correspondence => texts::CORRESPONDENCE,
        Speed::Unlimited => texts::UNLIMITED,
    }
}

/// A time control as people write it.
pub fn time(time: &TimeControl, language: Language) -> String {
    match *time {
        TimeControl::None => texts::UNLIMITED.tell(language).into(),
        TimeControl::Clock { .. } => time.to_string(),
        TimeControl::PerTurn { seconds } => format!("{seconds} s / {}", texts::MOVE.tell(language)),
        TimeControl::Days { days } => {
            let unit = if days == 1 { texts::DAY } else { texts::DAYS };
            format!("{days} {} / {}", unit.tell(language), texts::MOVE.tell(language))
        }
    }
}

/// A time control in whole words.
pub fn whole_time(time: TimeControl, language: Language) -> String {
    let tell = |text: Text| text.tell(language);
    match time {
        TimeControl::None => tell(matches::NO_CLOCK).into(),
        TimeControl::Clock { base, increment } if base % 60 == 0 => {
            format!("{} {} + {increment} s", base / 60, tell(matches::MIN))
        }
        TimeControl::Clock { base, increment } => format!("{base} s + {increment} s"),
        TimeControl::PerTurn { seconds } => format!("{seconds} s {}", tell(matches::A_TURN)),
        TimeControl::Days { days: 1 } => format!("1 {}", tell(matches::A_DAY)),
        TimeControl::Days { days } => format!("{days} {}", tell(matches::DAYS_A_MOVE)),
    }
}

/// What was agreed, part by part: the time, whether it counts where that is a question, and the options that are not the usual ones.
pub fn agreed(
    game: GameKey,
    chosen: &Options,
    time: TimeControl,
    rated: Option<bool>,
    language: Language,
) -> Vec<String> {
    // On one's own device nobody asks for a clock that is not there.
    let timed = rated.is_some() || time != TimeControl::None;
    let counts = rated.map(|rated| if rated { matches::RATED } else { matches::CASUAL });
    let mut told: Vec<String> = timed.then(|| whole_time(time, language)).into_iter().collect();
    told.extend(counts.map(|text| text.tell(language).to_owned()));
    told.extend(options(game, chosen, language));
    told
}

/// The options that are not the usual ones, each in a few words. A board of coloured squares is seen, not told.
pub fn options(game: GameKey, options: &Options, language: Language) -> Vec<String> {
    let told = |field: &Field| {
        let value = options.get(field.key)?;
        let value = match &field.kind {
            Kind::Mosaic => return None,
            Kind::Switch => if value == "yes" { texts::YES } else { texts::NO }.tell(language),
            Kind::Choice(choices) => choices
                .iter()
                .find(|choice| choice.value == value)
                .map_or(value.as_str(), |choice| choice.name.tell(language)),
            Kind::Number { .. } => value,
        };
        let colon = if language == Language::French { " :" } else { ":" };
        Some(format!("{}{colon} {value}", field.name.tell(language)))
    };
    game.info().options.iter().filter_map(told).collect()
}

/// A name after "of": French elides before a vowel.
pub fn of(name: Text, language: Language) -> String {
    let name = name.tell(language);
    match language {
        Language::English => format!("of {name}"),
        Language::French if name.starts_with(['A', 'E', 'É', 'I', 'O', 'U']) => {
            format!("d'{name}")
        }
        Language::French => format!("de {name}"),
    }
}

/// A span such as `3 h 20 min`.
pub fn span(ms: i64) -> String {
    let minutes = ms / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, 0) if ms > 0 => "< 1 min".into(),
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) if hours < 100 => format!("{hours} h {minutes} min"),
        (hours, _) => format!("{hours} h"),
    }
}

/// A span to hurry in: `28 s`, from two minutes on `3 min`.
pub fn short_span(ms: i64) -> String {
    match ms.max(0).unsigned_abs().div_ceil(1000) {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

/// How long ago that was, `now` being now.
pub fn ago(at: i64, now: i64, language: Language) -> String {
    let minutes = (now - at).max(0) / 60_000;
    let (number, unit) = match minutes {
        0 => return texts::JUST_NOW.tell(language).into(),
        1..60 => (minutes, "min"),
        60..1440 => (minutes / 60, "h"),
        _ => (minutes / 1440, if language == Language::French { "j" } else { "d" }),
    };
    match language {
        Language::English => format!("{number} {unit} ago"),
        Language::French => format!("il y a {number} {unit}"),
    }
}

/// What a browser calls itself, in a few words that people know.
pub fn browser(agent: &str) -> String {
    let find = |names: &[(&str, &str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| (*name).to_owned())
    };
    // Almost all of them claim to be Chrome and Safari too: the order matters.
    let program = find(&[
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chromium", "Chromium"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
        ("damier", "Damier"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    match (program, system) {
        (Some(program), Some(system)) => format!("{program} · {system}"),
        (Some(name), None) | (None, Some(name)) => name,
        (None, None) => agent.chars().take(40).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_ages_are_told_in_the_largest_units() {
        for (ms, told) in [
            (0, "0 min"),
            (59_000, "< 1 min"),
            (61_000, "1 min"),
            (3_600_000, "1 h"),
            (12_060_000, "3 h 21 min"),
            (400 * 3_600_000 + 60_000, "400 h"),
        ] {
            assert_eq!(span(ms), told);
        }
        for (ms, told) in [(-5, "0 s"), (1, "1 s"), (90_000, "90 s"), (119_001, "2 min")] {
            assert_eq!(short_span(ms), told);
        }
        let now = 1_000_000_000;
        assert_eq!(ago(now + 5, now, Language::English), "just now");
        assert_eq!(ago(now - 120_000, now, Language::English), "2 min ago");
        assert_eq!(ago(now - 7_200_000, now, Language::French), "il y a 2 h");
        assert_eq!(ago(now - 2 * 86_400_000, now, Language::French), "il y a 2 j");
    }

    #[test]
    fn times_are_written_as_people_write_them() {
        let told = |text: &str, language| time(&text.parse().expect("a time"), language);
        assert_eq!(told("5+3", Language::French), "5+3");
        assert_eq!(told("30/turn", Language::English), "30 s / move");
        assert_eq!(told("1d", Language::French), "1 jour / coup");
        assert_eq!(told("2d", Language::English), "2 days / move");
    }

    #[test]
    fn what_was_agreed_is_told_as_far_as_it_is_a_question() {
        let chosen = |pair: (&str, &str)| Options::from([(pair.0.to_owned(), pair.1.to_owned())]);
        let told = |game: &str, chosen: &Options, time: &str, rated| {
            let (game, time) = (game.parse().expect("a game"), time.parse().expect("a time"));
            agreed(game, chosen, time, rated, Language::French).join(" · ")
        };
        let renju = chosen(("rule", "renju"));
        assert_eq!(
            told("morpion", &renju, "5+3", Some(true)),
            "5 min + 3 s · Classée · Règle : Renju"
        );
        assert_eq!(told("chess", &Options::new(), "-", Some(false)), "sans pendule · Amicale");
        let lichess = chosen(("variant", "lichess"));
        assert_eq!(
            told("horde", &lichess, "30/turn", None),
            "30 s par coup · Disposition : Lichess"
        );
        assert_eq!(told("chess", &Options::new(), "-", None), "");
    }

    #[test]
    fn names_of_games_are_elided() {
        let told = |game: &str, language| {
            of(game.parse::<GameKey>().expect("a game").info().name, language)
        };
        assert_eq!(told("chess", Language::French), "d'Échecs");
        assert_eq!(told("alquerque", Language::French), "d'Alquerque");
        assert_eq!(told("katarenga", Language::French), "de Katarenga");
        assert_eq!(told("chess", Language::English), "of Chess");
    }

    #[test]
    fn browsers_are_told_by_their_names() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
        assert_eq!(browser(firefox), "Firefox · Linux");
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1";
        assert_eq!(browser(phone), "Safari · iPhone");
        assert_eq!(browser("<script>"), "<script>");
    }
}
