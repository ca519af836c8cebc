//! A quarter of a board and its turns.

use super::Colour;

/// Four rows of four colours, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadrant(pub [[Colour; 4]; 4]);

impl Quadrant {
    /// The stock set; its numbers start at 1.
    const STOCK: [&str; 10] = [
        "YBGR RGYY GRBB BYRG",
        "RGBY YYGR BBRG GRYB",
        "GBYR RBYG YRGB BGRY",
        "RYBG GYBR BGRY YRGB",
        "GBRY BGBR YRYG RGYB",
        "YRBG RBGB GYRY BYGR",
        "YBGR RBYY BGRG GRYB",
        "RGBY YYBR GRGB BYRG",
        "RRRR BBBB BBBB BBBB",
        "BBBB BBBB BBBB BBBB",
    ];

    /// Quadrant `number` (from 1) of the stock set.
    pub fn stock(number: usize) -> Option<Self> {
        let rows = Self::STOCK.get(number.checked_sub(1)?)?;
        let mut quadrant = Self([[Colour::Blue; 4]; 4]);
        for (row, letters) in quadrant.0.iter_mut().zip(rows.split(' ')) {
            for (cell, letter) in row.iter_mut().zip(letters.chars()) {
                *cell =
                    Colour::of_letter(letter).expect("the stock set is written in R, G, B and Y");
            }
        }
        Some(quadrant)
    }

    /// How many quadrants the stock set has.
    pub const fn stock_size() -> usize {
        Self::STOCK.len()
    }

    /// Whether it is one of the stock set, turned somehow.
    pub fn is_stock(&self) -> bool {
        let turns = |quadrant: Self| Rotation::ALL.map(|rotation| quadrant.turned(rotation));
        (1..=Self::STOCK.len()).filter_map(Self::stock).any(|stock| turns(stock).contains(self))
    }

    /// Turned clockwise.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> Self {
        (0..rotation.quarters()).fold(self, |quadrant, _| {
            let mut turned = quadrant;
            for (i, row) in quadrant.0.iter().enumerate() {
                for (j, &colour) in row.iter().enumerate() {
                    turned.0[j][3 - i] = colour;
                }
            }
            turned
        })
    }
}

/// A clockwise turn by a multiple of 90 degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rotation(u8);

impl Rotation {
    /// None, 90, 180 and 270 degrees.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// From degrees; only 0, 90, 180 and 270 are rotations.
    pub fn of_degrees(degrees: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|rotation| rotation.degrees() == degrees)
    }

    /// 0, 90, 180 or 270.
    pub fn degrees(self) -> u32 {
        u32::from(self.0) * 90
    }

    /// 0 to 3.
    pub const fn quarters(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_turn_clockwise_in_their_place() {
        let stock = |n| Quadrant::stock(n).unwrap();
        let turn = |degrees| Rotation::of_degrees(degrees).unwrap();
        assert_eq!(stock(1).turned(turn(270)), stock(4));
        assert_eq!(stock(2).turned(turn(90)), stock(3));
        assert_eq!(stock(5).turned(turn(180)).turned(turn(180)), stock(5));
    }
}
