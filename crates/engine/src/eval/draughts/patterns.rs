//! What groups of men are worth: every block of four rows and two squares of the board of 10x10 is looked up in a table of all ways to fill
//! it with men of either side. Blocks overlap, so that most of what men do to each other lies within some of them. The board turned by half,
//! colours exchanged, is the same game: two blocks that change places so share a table.
//!
//! The tables are the first part of `patterns.bin` (see `learnt`).

use super::learnt::FILE;
use damier_games::{
    Player,
    draughts::{
        Position,
        squares::{TEN, squares_of},
    },
};

const ROWS: usize = 7;
const COLUMNS: usize = 4;
/// Blocks on the board.
pub const BLOCKS: usize = ROWS * COLUMNS;
/// Ways to fill a block: each of its eight squares is empty, White's or Black's.
pub const WAYS: usize = 6561;
/// How many entries the tables have, each with a value for full and one for empty boards.
pub const ENTRIES: usize = BLOCKS / 2 * WAYS;
/// What 1 in the tables means: a part of a hundredth of a man.
pub const UNIT: i32 = 2;
/// How each block is filled.
pub type Filling = [u16; BLOCKS];

/// What is known of the men without looking at them again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men {
    /// How the blocks are filled.
    pub filling: Filling,
    /// How many there are of each side.
    pub count: [i8; 2],
    /// How many more of them stand on the right wing than on the left.
    pub right: [i8; 2],
}

/// The blocks that a square lies in, each with the place value of the square there.
#[derive(Clone, Copy)]
struct Places {
    list: [(u8, u16); 8],
    count: usize,
    /// 1 on the right wing, -1 on the left.
    right: i8,
}

static PLACES: [Places; 54] = {
    let mut places = [Places { list: [(0, 0); 8], count: 0, right: 0 }; 54];
    let mut index = 0;
    while index < TEN.count() {
        let (column, _) = TEN.column_and_row(index);
        places[TEN.square(index)].right = (column > 5) as i8 - (column < 4) as i8;
        index += 1;
    }
    let mut block = 0;
    while block < BLOCKS {
        let (first_row, first) = (block / COLUMNS, block % COLUMNS);
        let mut n = 0;
        while n < 8 {
            let index = (first_row + n / 2) * 5 + first + n % 2;
            let at = &mut places[TEN.square(index)];
            // The second half of the blocks is seen from the other side of the board.
            let digit = if block < BLOCKS / 2 { n } else { 7 - n };
            at.list[at.count] = (block as u8, 3_u16.pow(digit as u32));
            at.count += 1;
            n += 1;
        }
        block += 1;
    }
    places
};

impl Men {
    /// The men of a position.
    pub fn of(pos: &Position) -> Self {
        let mut men = Self::default();
        for player in Player::BOTH {
            squares_of(pos.men(player)).for_each(|square| men.put(player, square));
        }
        men
    }

    /// Brings the men of `before` to those of `after`.
    pub fn advance(&mut self, before: &Position, after: &Position) {
        for player in Player::BOTH {
            let (old, new) = (before.men(player), after.men(player));
            squares_of(old & !new).for_each(|square| self.take(player, square));
            squares_of(new & !old).for_each(|square| self.put(player, square));
        }
    }

    fn put(&mut self, player: Player, square: usize) {
        let Places { list, count, right } = &PLACES[square];
        for &(block, value) in &list[..*count] {
            self.filling[usize::from(block)] += value * digit(player, block);
        }
        self.count[player.index()] += 1;
        self.right[player.index()] += right;
    }

    fn take(&mut self, player: Player, square: usize) {
        let Places { list, count, right } = &PLACES[square];
        for &(block, value) in &list[..*count] {
            self.filling[usize::from(block)] -= value * digit(player, block);
        }
        self.count[player.index()] -= 1;
        self.right[player.index()] -= right;
    }
}

const fn digit(player: Player, block: u8) -> u16 {
    let first_half = (block as usize) < BLOCKS / 2;
    if first_half == matches!(player, Player::One) { 1 } else { 2 }
}

/// The entry of a block in the tables, and whether it counts for White (1) or against (-1).
pub const fn entry(filling: &Filling, block: usize) -> (usize, i32) {
    let way = filling[block] as usize;
    if block < BLOCKS / 2 {
        (block * WAYS + way, 1)
    } else {
        ((BLOCKS - 1 - block) * WAYS + way, -1)
    }
}

/// What White's men are better placed than Black's on a full and on a bare board, in parts of `UNIT`.
pub fn worth(filling: &Filling) -> [i32; 2] {
    let (mut full, mut bare) = (0, 0);
    let (tables, _) = FILE.as_chunks::<2>();
    for block in 0..BLOCKS {
        let (entry, sign) = entry(filling, block);
        let [one, two] = tables[entry];
        full += sign * i32::from(one as i8);
        bare += sign * i32::from(two as i8);
    }
    [full, bare]
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{Rules, draughts::Draughts};

    #[test]
    fn what_is_carried_along_is_what_is_counted_anew() {
        let game = Draughts::default();
        let mut random = crate::random::Random::new(5);
        for _ in 0..20 {
            let mut pos = game.start();
            let mut carried = Men::of(&pos);
            for _ in 0..200 {
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let before = pos;
                game.play(&mut pos, moves[random.below(moves.len())]);
                carried.advance(&before, &pos);
                assert_eq!(carried, Men::of(&pos));
            }
        }
    }

    #[test]
    fn the_board_turned_by_half_with_colours_exchanged_is_worth_the_opposite() {
        let game = Draughts::default();
        let read = |text| game.read_hub_position(text).expect("a good position");
        let text = format!("W{}", "bbebbbbbebebbwebbeewbeeebeewebwweewwewwwewwwwewwew");
        let turned: String = text[1..]
            .chars()
            .rev()
            .map(|letter| match letter {
                'w' => 'b',
                'b' => 'w',
                other => other,
            })
            .collect();
        let filling = |pos: &Position| Men::of(pos).filling;
        let (one, two) = (filling(&read(&text)), filling(&read(&format!("B{turned}"))));
        assert_eq!(worth(&one), worth(&two).map(|part| -part));
        assert_eq!(worth(&filling(&game.start())), [0, 0]);
    }
}
