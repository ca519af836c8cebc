//! What groups of men are worth: every block of four rows and two squares of the board of 10x10 is looked up in a table of all ways to fill
//! it with men of either side. Blocks overlap, so that most of what men do to each other lies within some of them. The board turned by half,
//! colours exchanged, is the same game: two blocks that change places so share a table.
//!
//! `patterns.bin` was fitted to games that the engine played against itself: `cargo xtask tune draughts` makes it anew.

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
/// The part of the fitted values that counts. Games of a shallow search overrate what men do to each other, since the deeper one sees it
/// coming: at 5000 nodes a move all of it scored 41 % of 60 games against none of it, half of it 56 %.
const SHARE: i32 = 2;

static WEIGHTS: &[u8; 2 * ENTRIES] = include_bytes!("patterns.bin");

/// How each block is filled at the moment.
pub type Filling = [u16; BLOCKS];

/// The blocks that a square lies in, each with the place value of the square there.
#[derive(Clone, Copy)]
struct Places {
    list: [(u8, u16); 8],
    count: usize,
}

static PLACES: [Places; 54] = {
    let mut places = [Places { list: [(0, 0); 8], count: 0 }; 54];
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

/// How the blocks of a position are filled.
pub fn filling(pos: &Position) -> Filling {
    let mut filling = [0; BLOCKS];
    for player in [Player::One, Player::Two] {
        squares_of(pos.men(player)).for_each(|square| put(&mut filling, player, square));
    }
    filling
}

/// Brings the filling of `before` to that of `after`.
pub fn advance(filling: &mut Filling, before: &Position, after: &Position) {
    for player in [Player::One, Player::Two] {
        let (old, new) = (before.men(player), after.men(player));
        squares_of(old & !new).for_each(|square| take(filling, player, square));
        squares_of(new & !old).for_each(|square| put(filling, player, square));
    }
}

fn put(filling: &mut Filling, player: Player, square: usize) {
    let Places { list, count } = &PLACES[square];
    for &(block, value) in &list[..*count] {
        filling[usize::from(block)] += value * digit(player, block);
    }
}

fn take(filling: &mut Filling, player: Player, square: usize) {
    let Places { list, count } = &PLACES[square];
    for &(block, value) in &list[..*count] {
        filling[usize::from(block)] -= value * digit(player, block);
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

/// What White's men are better placed than Black's, in hundredths of a man; `phase` is 256 on a full board, 0 on an empty one.
pub fn worth(filling: &Filling, phase: i32) -> i32 {
    let (mut full, mut bare) = (0, 0);
    for block in 0..BLOCKS {
        let (entry, sign) = entry(filling, block);
        full += sign * i32::from(WEIGHTS[2 * entry] as i8);
        bare += sign * i32::from(WEIGHTS[2 * entry + 1] as i8);
    }
    (full * phase + bare * (256 - phase)) / (256 * UNIT * SHARE)
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
            let mut carried = filling(&pos);
            for _ in 0..200 {
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let before = pos;
                game.play(&mut pos, moves[random.below(moves.len())]);
                advance(&mut carried, &before, &pos);
                assert_eq!(carried, filling(&pos));
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
        let (one, two) = (filling(&read(&text)), filling(&read(&format!("B{turned}"))));
        for phase in [0, 100, 256] {
            assert_eq!(worth(&one, phase), -worth(&two, phase));
        }
        assert_eq!(worth(&filling(&game.start()), 256), 0);
    }
}
