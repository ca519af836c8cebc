//! How many colours a terminal has, and which of them comes nearest to what we mean.

use super::Rgb;
use ratatui::style::Color;

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All of them.
    True,
    /// The palette of 256.
    Indexed,
    /// The sixteen of old.
    Sixteen,
    /// None: `NO_COLOR`, or a terminal that has none.
    None,
}

impl Depth {
    /// What the environment tells; `set` reads a variable that is not empty.
    pub fn of_environment(set: impl Fn(&str) -> Option<String>) -> Self {
        let term = set("TERM").unwrap_or_default();
        let rich = set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        if set("NO_COLOR").is_some() || term == "dumb" || term.starts_with("vt") {
            Self::None
        } else if rich || term.ends_with("-direct") || set("WT_SESSION").is_some() {
            Self::True
        } else if term.contains("256") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }

    /// The nearest colour.
    pub fn nearest(self, rgb: Rgb) -> Color {
        match self {
            Self::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
            Self::Indexed => Color::Indexed(of_256(rgb)),
            Self::Sixteen => of_16(rgb),
            Self::None => Color::Reset,
        }
    }
}

/// The 6x6x6 cube or the ramp of greys, whichever is nearer.
fn of_256(rgb: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| {
        let far = |n: &u8| STEPS[usize::from(*n)].abs_diff(value);
        (0..6).min_by_key(far).unwrap_or(0)
    };
    let (r, g, b) = (step(rgb.0), step(rgb.1), step(rgb.2));
    let cube = Rgb(STEPS[usize::from(r)], STEPS[usize::from(g)], STEPS[usize::from(b)]);
    let mean = (u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2)) / 3;
    let grey = u8::try_from(mean.saturating_sub(3) / 10).unwrap_or(0).min(23);
    let level = 8 + 10 * grey;
    if distance(rgb, Rgb(level, level, level)) < distance(rgb, cube) {
        232 + grey
    } else {
        16 + 36 * r + 6 * g + b
    }
}

fn of_16(rgb: Rgb) -> Color {
    const PALETTE: [(Color, Rgb); 16] = [
        (Color::Black, Rgb(0, 0, 0)),
        (Color::Red, Rgb(170, 0, 0)),
        (Color::Green, Rgb(0, 150, 0)),
        (Color::Yellow, Rgb(160, 110, 40)),
        (Color::Blue, Rgb(0, 0, 170)),
        (Color::Magenta, Rgb(170, 0, 170)),
        (Color::Cyan, Rgb(0, 160, 160)),
        (Color::Gray, Rgb(185, 185, 185)),
        (Color::DarkGray, Rgb(80, 80, 80)),
        (Color::LightRed, Rgb(230, 100, 95)),
        (Color::LightGreen, Rgb(110, 200, 110)),
        (Color::LightYellow, Rgb(240, 220, 110)),
        (Color::LightBlue, Rgb(105, 145, 235)),
        (Color::LightMagenta, Rgb(235, 110, 235)),
        (Color::LightCyan, Rgb(110, 235, 235)),
        (Color::White, Rgb(255, 255, 255)),
    ];
    let nearest = PALETTE.iter().min_by_key(|(_, known)| distance(rgb, *known));
    nearest.map_or(Color::Reset, |(colour, _)| *colour)
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
    // Eyes are keener on green.
    2 * square(a.0, b.0) + 4 * square(a.1, b.1) + 3 * square(a.2, b.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_tells_how_many_colours_there_are() {
        let of = |variables: &[(&str, &str)]| {
            Depth::of_environment(|name| {
                let found = variables.iter().find(|(key, value)| *key == name && !value.is_empty());
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(of(&[("TERM", "screen-256color")]), Depth::Indexed);
        assert_eq!(of(&[("TERM", "xterm")]), Depth::Sixteen);
        assert_eq!(of(&[("TERM", "dumb")]), Depth::None);
        assert_eq!(of(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(of(&[("COLORTERM", "truecolor"), ("NO_COLOR", "")]), Depth::True);
    }

    #[test]
    fn the_nearest_colour_is_itself_where_the_palette_has_it() {
        assert_eq!(of_256(Rgb(255, 0, 0)), 196);
        assert_eq!(of_256(Rgb(128, 128, 128)), 244);
        assert_eq!(of_16(Rgb(255, 255, 255)), Color::White);
        assert_eq!(of_16(Rgb(0, 0, 0)), Color::Black);
    }
}
