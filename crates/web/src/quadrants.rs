//! The quadrants that people paint, kept on the device as the original program's `quadrants.json`.

use crate::storage;
use damier_games::mosaic::{Colour, Mosaic, NamedQuadrant, Quadrant, QuadrantSet, Rotation};

const KEPT: &str = "quadrants";

/// Those painted on this device.
pub fn mine() -> QuadrantSet {
    let text: Option<String> = storage::load(KEPT);
    text.and_then(|text| QuadrantSet::read(&text).ok()).unwrap_or_default()
}

/// Keeps them.
pub fn keep(set: &QuadrantSet) {
    storage::save(KEPT, &set.write());
}

/// The stock set, then those painted here.
pub fn all() -> Vec<NamedQuadrant> {
    let stock = QuadrantSet::stock();
    let more = mine();
    let new = more.all().iter().filter(|named| stock.get(&named.id).is_err());
    stock.all().iter().chain(new).cloned().collect()
}

/// What lies on one place of a board: which quadrant, and how it is turned.
pub type Slot = (Quadrant, Rotation);

/// The quarter turn after this one.
pub fn quarter_more(rotation: Rotation) -> Rotation {
    Rotation::ALL[(usize::from(rotation.quarters()) + 1) % Rotation::ALL.len()]
}

/// The board of four places.
pub fn assemble(slots: [Slot; 4]) -> Mosaic {
    Mosaic::assemble(slots.map(|(quadrant, rotation)| quadrant.turned(rotation)))
}

/// The quadrants of a board as they lie.
pub fn take_apart(mosaic: &Mosaic) -> [Slot; 4] {
    mosaic.quadrants().map(|quadrant| (quadrant, Rotation::default()))
}

/// A place as a server reads it: the colours as they lie, row by row.
pub fn written((quadrant, rotation): Slot) -> String {
    let row = |row: [Colour; 4]| row.map(Colour::letter).into_iter().collect::<String>();
    format!("{}:0", quadrant.turned(rotation).0.map(row).join("/"))
}

/// A name like `name` that none of `taken` has.
pub fn free_name(name: &str, taken: &[NamedQuadrant]) -> String {
    let free = |name: &String| taken.iter().all(|named| named.id != *name);
    let numbered = (2..).map(|n| format!("{name} {n}"));
    std::iter::once(name.to_owned()).chain(numbered).find(free).expect("numbers do not run out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_comes_apart_and_together() {
        let board = Mosaic::default();
        assert_eq!(assemble(take_apart(&board)), board);
        let (first, _) = take_apart(&board)[0];
        assert_eq!(Some(first), Quadrant::stock(1));
    }

    #[test]
    fn a_server_reads_a_place_as_it_lies() {
        for rotation in Rotation::ALL {
            let quadrant = Quadrant::stock(3).unwrap();
            let read: Quadrant = written((quadrant, rotation)).parse().unwrap();
            assert_eq!(read, quadrant.turned(rotation));
            assert!(read.is_stock());
        }
    }

    #[test]
    fn a_quadrant_is_itself_again_after_four_turns() {
        let full = (0..4).fold(Rotation::default(), |rotation, _| quarter_more(rotation));
        assert_eq!(full, Rotation::default());
    }

    #[test]
    fn copies_get_names_of_their_own() {
        let stock = QuadrantSet::stock();
        assert_eq!(free_name("quadrant_1", stock.all()), "quadrant_1 2");
        assert_eq!(free_name("mine", stock.all()), "mine");
    }
}
