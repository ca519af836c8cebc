//! How things look on this terminal: how many colours it has, whether it knows more than ASCII, and what each thing is painted with.

mod colour;
mod glyphs;

pub use colour::Depth;
pub use glyphs::Glyphs;

use damier_games::board::Tint;
use ratatui::style::{Color, Modifier, Style};

/// A colour as we mean it; the terminal gets the nearest that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// This colour with `part` percent of another in it.
    pub fn mixed(self, other: Self, part: u16) -> Self {
        let mix = |a: u8, b: u8| {
            u8::try_from((u16::from(a) * (100 - part) + u16::from(b) * part) / 100)
                .unwrap_or(u8::MAX)
        };
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Whether dark letters read better on it than light ones.
    pub const fn is_light(self) -> bool {
        self.0 as u32 * 299 + self.1 as u32 * 587 + self.2 as u32 * 114 > 140_000
    }
}

/// How a terminal is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours there are.
    pub depth: Depth,
    /// Whether only ASCII may be written.
    pub ascii: bool,
}

/// What was just done.
const LAST: Rgb = Rgb(214, 193, 74);
const CHECK: Rgb = Rgb(214, 48, 49);
const WIN: Rgb = Rgb(64, 192, 87);
const CLICKED: Rgb = Rgb(72, 149, 239);
const CURSOR: Rgb = Rgb(255, 255, 255);
const ACCENT: Rgb = Rgb(236, 180, 98);

impl Look {
    /// What the environment tells of the terminal. `get` reads a variable.
    pub fn of_environment(get: impl Fn(&str) -> Option<String>, ascii: bool) -> Self {
        let set = |name: &str| get(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name));
        let narrow = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            !locale.contains("utf-8") && !locale.contains("utf8") && locale != "c.utf8"
        });
        // A locale that nobody set says nothing; the C locale says ASCII only together with a plain terminal.
        let plain = set("TERM").is_some_and(|term| term == "linux" || term.starts_with("vt"));
        Self { depth: Depth::of_environment(set), ascii: ascii || (narrow && plain) }
    }

    /// Whether there are colours.
    pub const fn coloured(self) -> bool {
        !matches!(self.depth, Depth::None)
    }

    /// The nearest colour that the terminal has.
    pub fn colour(self, rgb: Rgb) -> Color {
        self.depth.nearest(rgb)
    }

    /// The signs to write with.
    pub const fn glyphs(self) -> Glyphs {
        Glyphs { ascii: self.ascii, coloured: self.coloured() }
    }

    /// A square's ground; `odd` tells neighbours of the same tint apart.
    pub fn ground(tint: Tint, odd: bool) -> Rgb {
        match tint {
            Tint::Plain if odd => Rgb(60, 66, 78),
            Tint::Plain => Rgb(52, 57, 68),
            Tint::Light => Rgb(222, 196, 158),
            Tint::Dark => Rgb(158, 110, 72),
            Tint::Red => Rgb(214, 106, 98),
            Tint::Green => Rgb(112, 176, 112),
            Tint::Blue => Rgb(106, 148, 214),
            Tint::Yellow => Rgb(232, 204, 104),
            Tint::Camp => Rgb(104, 98, 112),
        }
    }

    /// The ground of boards that are lines and points.
    pub const fn wood() -> Rgb {
        Rgb(196, 158, 106)
    }

    /// A side's colour by its key.
    pub fn side(key: &str) -> Rgb {
        match key {
            "white" => Rgb(255, 252, 244),
            "black" => Rgb(24, 20, 18),
            "red" => Rgb(150, 16, 24),
            "blue" => Rgb(20, 44, 150),
            "x" => Rgb(255, 142, 114),
            "o" => Rgb(120, 200, 255),
            _ => Rgb(230, 230, 230),
        }
    }

    /// What lies over a ground when something happened there.
    pub fn marked(ground: Rgb, mark: Marked) -> Rgb {
        match mark {
            Marked::Last => ground.mixed(LAST, 48),
            Marked::Check => ground.mixed(CHECK, 75),
            Marked::Win => ground.mixed(WIN, 65),
            Marked::Clicked => ground.mixed(CLICKED, 70),
            Marked::Cursor => ground.mixed(CURSOR, 38),
            Marked::Fog => ground.mixed(Rgb(20, 22, 30), 72),
        }
    }

    /// A foreground.
    pub fn ink(self, rgb: Rgb) -> Style {
        if self.coloured() { Style::new().fg(self.colour(rgb)) } else { Style::new() }
    }

    /// What is less important.
    pub fn quiet(self) -> Style {
        if self.coloured() {
            self.ink(Rgb(140, 144, 156))
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    /// What stands out.
    pub fn accent(self) -> Style {
        self.ink(ACCENT).add_modifier(Modifier::BOLD)
    }

    /// Something went wrong.
    pub fn alarm(self) -> Style {
        self.ink(Rgb(255, 122, 112)).add_modifier(Modifier::BOLD)
    }

    /// Something went well.
    pub fn cheer(self) -> Style {
        self.ink(Rgb(122, 214, 132)).add_modifier(Modifier::BOLD)
    }

    /// The line that is chosen.
    pub fn chosen(self) -> Style {
        if self.coloured() {
            Style::new()
                .bg(self.colour(Rgb(58, 66, 86)))
                .fg(self.colour(Rgb(255, 255, 255)))
                .add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Bars at the edges of the screen.
    pub fn bar(self) -> Style {
        if self.coloured() {
            Style::new().bg(self.colour(Rgb(38, 42, 52))).fg(self.colour(Rgb(220, 222, 228)))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }
}

/// What happened on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// Touched by the last move.
    Last,
    /// A king in check.
    Check,
    /// Part of what won.
    Win,
    /// Among the cells of the move that is being made.
    Clicked,
    /// Where the keyboard points.
    Cursor,
    /// Out of sight.
    Fog,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_stays_between() {
        assert_eq!(Rgb(0, 100, 200).mixed(Rgb(100, 200, 0), 50), Rgb(50, 150, 100));
        assert!(Rgb(255, 255, 255).is_light() && !Rgb(20, 20, 20).is_light());
    }

    #[test]
    fn a_plain_terminal_without_unicode_gets_ascii() {
        let of = |term: &str, lang: &str| {
            let get = |name: &str| match name {
                "TERM" => Some(term.to_owned()),
                "LANG" => Some(lang.to_owned()),
                _ => None,
            };
            Look::of_environment(get, false).ascii
        };
        assert!(of("linux", "C"));
        assert!(of("vt100", "en_GB.ISO-8859-1"));
        assert!(!of("xterm-256color", "C"));
        assert!(!of("linux", "fr_FR.UTF-8"));
    }
}
