//! How strong a computer player is.

use crate::random::Random;
use damier_games::text::{Language, Tell, Text, excerpt};
use std::{fmt, str::FromStr};

/// One of eight levels, from a child's first opponent to full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level does to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Any legal move.
    Random,
    /// The move after which the position looks best, or nearly so, without thinking about the answer.
    Looks,
    /// Every answer to every move, no further.
    TwoPlies,
    /// That many positions for each move that there is to choose from: see `nodes`.
    Nodes(u64),
    /// All the time there is.
    Full,
}

/// How often the levels are inattentive, and what they do then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slips {
    manner: Manner,
    /// From level 4 to level 7: so many moves out of so many.
    rates: [(usize, usize); 4],
}

impl Slips {
    /// For games in which whoever looks further wins: a slip looks no further than two plies.
    pub const RARE: Self =
        Self { manner: Manner::TwoPlies, rates: [(1, 4), (1, 8), (1, 14), (1, 28)] };
    /// For games in which the start favours one side so much that the other wins by slips alone: they differ more from level to level.
    pub const UNEVEN: Self =
        Self { manner: Manner::TwoPlies, rates: [(1, 6), (1, 7), (1, 14), (1, 45)] };
    /// For games in which more positions soon show nothing more, so that levels must differ by their slips: they go by looks alone.
    pub const GRAVE: Self =
        Self { manner: Manner::Looks, rates: [(1, 9), (3, 40), (1, 24), (1, 66)] };
    /// For games that are drawn besides unless somebody blunders: as grave, and often.
    pub const FREQUENT: Self =
        Self { manner: Manner::Looks, rates: [(8, 25), (5, 18), (5, 24), (1, 12)] };

    const fn rate(&self, level: Level) -> (usize, usize) {
        match level.0 {
            n @ 4..=7 => self.rates[n as usize - 4],
            _ => NEVER,
        }
    }
}

/// What whoever goes by looks alone does not tell apart, in hundredths of a man.
pub const AT_FIRST_SIGHT: i32 = 60;

const NEVER: (usize, usize) = (0, 0);

/// How many positions are looked at where there are so many moves and each is worth `each`: with a fixed number one would see three
/// plies in one game and ten in another. Where nearly everything is legal, most of it is not worth a thought.
pub fn nodes(each: u64, moves: usize) -> u64 {
    each * moves.clamp(8, 40) as u64
}

impl Level {
    /// The strongest.
    pub const FULL: Self = Self(8);
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    const NAMES: [(&'static str, Text); 8] = [
        ("facile", Text::new("Easy", "Facile")),
        ("moyen", Text::new("Medium", "Moyen")),
        ("difficile", Text::new("Hard", "Difficile")),
        ("confirme", Text::new("Skilled", "Confirmé")),
        ("fort", Text::new("Strong", "Fort")),
        ("expert", Text::new("Expert", "Expert")),
        ("maitre", Text::new("Master", "Maître")),
        ("champion", Text::new("Champion", "Champion")),
    ];

    /// 1 to 8.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// For the command line: `facile`.
    pub const fn key(self) -> &'static str {
        Self::NAMES[self.0 as usize - 1].0
    }

    /// For people.
    pub const fn name(self) -> Text {
        Self::NAMES[self.0 as usize - 1].1
    }

    /// How it plays when it is attentive.
    pub const fn manner(self) -> Manner {
        match self.0 {
            1 => Manner::Random,
            2 => Manner::Looks,
            3 => Manner::TwoPlies,
            4 => Manner::Nodes(60),
            5 => Manner::Nodes(200),
            6 => Manner::Nodes(600),
            7 => Manner::Nodes(1_600),
            _ => Manner::Full,
        }
    }

    /// How it plays this move: like people, those in the middle are inattentive now and then. Without that, levels would hardly differ
    /// where few mistakes are made, as between good players of draughts.
    pub fn manner_now(self, slips: &Slips, random: &mut Random) -> Manner {
        let (many, of) = slips.rate(self);
        if of > 0 && random.below(of) < many { slips.manner } else { self.manner() }
    }

    /// By how much a move may look worse than the best and still be chosen, in hundredths of a man; `ply` counts from the start,
    /// so that openings vary and the rest does not suffer.
    pub const fn tolerance(self, ply: usize) -> i32 {
        match self.0 {
            1 => i32::MAX,
            2 => AT_FIRST_SIGHT,
            3 => 30,
            _ if ply < 8 => 12,
            _ => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let named = |level: &Self| {
            let Text { en, fr } = level.name();
            level.0.to_string() == text
                || [level.key(), en, fr]
                    .iter()
                    .any(|name| name.to_lowercase() == text.to_lowercase())
        };
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownLevel { found: excerpt(text) })
    }
}

/// There is no such level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub struct UnknownLevel {
    /// What was asked for.
    pub found: String,
}

impl Tell for UnknownLevel {
    fn tell(&self, language: Language) -> String {
        let known = Level::ALL.map(Level::key).join(", ");
        let found = &self.found;
        match language {
            Language::English => format!("unknown level \"{found}\": expected 1 to 8 or {known}"),
            Language::French => format!("niveau « {found} » inconnu : attendu 1 à 8 ou {known}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_become_rarer_with_each_level() {
        let share = |slips: &Slips, level: Level| match slips.rate(level) {
            NEVER => 0.0,
            (many, of) => many as f64 / of as f64,
        };
        for slips in [Slips::RARE, Slips::UNEVEN, Slips::FREQUENT, Slips::GRAVE] {
            let shares = Level::ALL.map(|level| share(&slips, level));
            let thinking = &shares[3..];
            assert!(thinking.windows(2).all(|pair| pair[0] > pair[1]), "{shares:?}");
            assert_eq!((shares[0], shares[1], shares[2], shares[7]), (0.0, 0.0, 0.0, 0.0));
        }
        for level in &Level::ALL[3..7] {
            let [rare, frequent, grave] =
                [Slips::RARE, Slips::FREQUENT, Slips::GRAVE].map(|slips| share(&slips, *level));
            assert!(grave < rare && rare < frequent, "level {level}");
        }
    }

    #[test]
    fn slips_come_as_often_as_they_should() {
        let count = |slips: &Slips, level: Level| {
            let mut random = Random::new(1);
            (0..8_000).filter(|_| level.manner_now(slips, &mut random) == slips.manner).count()
        };
        for (slips, number, expected) in [
            (Slips::RARE, 4, 2_000),
            (Slips::RARE, 8, 0),
            (Slips::GRAVE, 4, 889),
            // What the level of old does is promised.
            (Slips::FREQUENT, 3, 0),
            (Slips::FREQUENT, 4, 2_560),
            (Slips::FREQUENT, 8, 0),
        ] {
            let found = count(&slips, Level(number));
            assert!(found.abs_diff(expected) < 150, "level {number}: {found}");
        }
    }

    #[test]
    fn levels_go_by_number_and_name() {
        for (text, number) in [
            ("1", 1),
            ("facile", 1),
            ("Moyen", 2),
            ("difficile", 3),
            ("Maître", 7),
            ("8", 8),
            ("champion", 8),
        ] {
            assert_eq!(text.parse(), Ok(Level(number)), "{text}");
        }
        assert!(
            "9".parse::<Level>().is_err()
                && "".parse::<Level>().is_err()
                && "01".parse::<Level>().is_err()
        );
    }
}
