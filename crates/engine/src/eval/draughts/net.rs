//! What was learnt about the board of 10x10: a small net. Every block of three rows and two squares is looked up in a table of all ways to fill it with
//! men of either side, and each way adds a row of numbers to what is seen. Blocks overlap, so that most of what men do to each other lies within some
//! of them. What matters is what the sums are once they are cut off below and above; how they are weighed depends on how many pieces are left.
//!
//! Each side sees the board as if it were its own: turned by half, colours exchanged, it is the same game, and the same tables serve both.
//!
//! Whole numbers only. `net.bin` holds the tables, rows for kings by square and what every sum begins with in one byte each, then the weights and the
//! worth of counts in two; `cargo xtask tune draughts` makes it anew.

use damier_games::{
    Player, Rules,
    draughts::{
        Draughts, Position,
        squares::{TEN, squares_of},
    },
};
use std::sync::LazyLock;

/// Sums of one side's view.
pub const SUMS: usize = 16;
const BLOCK_ROWS: usize = 8;
const BLOCK_COLUMNS: usize = 4;
/// Blocks on the board.
pub const BLOCKS: usize = BLOCK_ROWS * BLOCK_COLUMNS;
/// Squares of a block.
const SQUARES: usize = 6;
/// Ways to fill a block: each of its squares is empty, one's own or the other's.
pub const WAYS: usize = 3_usize.pow(SQUARES as u32);
/// Rows of numbers: the blocks by their ways, then own kings and the other's by square.
pub const ROWS: usize = BLOCKS * WAYS + 2 * 50;
/// Stages of the game, by the pieces that are left.
pub const STAGES: usize = 8;
/// What is counted besides: men, first kings, further kings, having the move, having it while something hangs.
pub const COUNTS: usize = 5;
/// What 1 is in the sums; more counts as 1.
pub const ONE: i16 = 96;
/// What 1 in the weights and counts means: a part of a hundredth of a man.
pub const UNIT: i32 = 32;
/// Bytes of the file.
pub const BYTES: usize = (ROWS + 1) * SUMS + 2 * STAGES * (2 * SUMS + COUNTS);

static FILE: &[u8; BYTES] = include_bytes!("net.bin");

/// What White sees, then what Black sees.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Views([[i16; SUMS]; 2]);

impl Views {
    fn add(&mut self, other: &Self) {
        for (sums, parts) in self.0.iter_mut().zip(&other.0) {
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum += part;
            }
        }
    }
}

struct Net {
    begin: Views,
    /// By block and way, as White sees it.
    blocks: Box<[Views]>,
    /// By side and square.
    kings: [[Views; 50]; 2],
    weights: [[[i16; SUMS]; 2]; STAGES],
    worths: [[i16; COUNTS]; STAGES],
}

impl Net {
    /// What both sides see.
    fn views(&self, pos: &Position, men: &Men) -> Views {
        let mut seen = self.begin;
        for (block, &way) in men.filling.iter().enumerate() {
            seen.add(&self.blocks[block * WAYS + usize::from(way)]);
        }
        for player in Player::BOTH {
            for square in squares_of(pos.kings(player)) {
                seen.add(&self.kings[player.index()][TEN.index(square)]);
            }
        }
        seen
    }
}

static NET: LazyLock<Net> = LazyLock::new(|| {
    let row = |n: usize| -> [i16; SUMS] {
        std::array::from_fn(|sum| i16::from(FILE[n * SUMS + sum] as i8))
    };
    let wide = |n: usize| {
        let at = (ROWS + 1) * SUMS + 2 * n;
        i16::from_le_bytes([FILE[at], FILE[at + 1]])
    };
    let blocks = (0..BLOCKS * WAYS).map(|n| {
        let (block, way) = (n / WAYS, n % WAYS);
        Views([row(n), row((BLOCKS - 1 - block) * WAYS + turned(way))])
    });
    let king = |player: usize, index: usize| {
        let first = BLOCKS * WAYS;
        Views([row(first + 50 * player + index), row(first + 50 * (1 - player) + 49 - index)])
    };
    Net {
        begin: Views([row(ROWS); 2]),
        blocks: blocks.collect(),
        kings: [0, 1].map(|player| std::array::from_fn(|index| king(player, index))),
        weights: std::array::from_fn(|stage| {
            [0, 1].map(|view| std::array::from_fn(|n| wide((2 * stage + view) * SUMS + n)))
        }),
        worths: std::array::from_fn(|stage| {
            std::array::from_fn(|n| wide(2 * STAGES * SUMS + stage * COUNTS + n))
        }),
    }
});

/// The way a block is filled, seen from the other side.
fn turned(mut way: usize) -> usize {
    let mut turned = 0;
    for _ in 0..SQUARES {
        turned = 3 * turned + [0, 2, 1][way % 3];
        way /= 3;
    }
    turned
}

/// The blocks that a square lies in, each with the place value of the square there.
#[derive(Clone, Copy)]
struct Places {
    list: [(u8, u16); SQUARES],
    count: usize,
}

static PLACES: [Places; 54] = {
    let mut places = [Places { list: [(0, 0); SQUARES], count: 0 }; 54];
    let mut block = 0;
    while block < BLOCKS {
        let (row, column) = (block / BLOCK_COLUMNS, block % BLOCK_COLUMNS);
        let mut n = 0;
        while n < SQUARES {
            let at = &mut places[TEN.square((row + n / 2) * 5 + column + n % 2)];
            at.list[at.count] = (block as u8, 3_u16.pow((SQUARES - 1 - n) as u32));
            at.count += 1;
            n += 1;
        }
        block += 1;
    }
    places
};

/// What is known of the men without looking at them again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men {
    /// How the blocks are filled.
    pub filling: [u16; BLOCKS],
    /// How many there are of each side.
    pub count: [i8; 2],
}

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
        let Places { list, count } = &PLACES[square];
        for &(block, value) in &list[..*count] {
            self.filling[usize::from(block)] += value << player.index();
        }
        self.count[player.index()] += 1;
    }

    fn take(&mut self, player: Player, square: usize) {
        let Places { list, count } = &PLACES[square];
        for &(block, value) in &list[..*count] {
            self.filling[usize::from(block)] -= value << player.index();
        }
        self.count[player.index()] -= 1;
    }
}

/// The rows that add up to what `viewer` sees.
pub fn rows(pos: &Position, men: &Men, viewer: Player) -> impl Iterator<Item = usize> {
    let white = viewer == Player::One;
    let of_men = (0..BLOCKS).map(move |block| {
        let way = usize::from(men.filling[block]);
        if white { block * WAYS + way } else { (BLOCKS - 1 - block) * WAYS + turned(way) }
    });
    let of_kings = [viewer, !viewer].into_iter().enumerate().flat_map(move |(whose, player)| {
        squares_of(pos.kings(player)).map(move |square| {
            let index = TEN.index(square);
            BLOCKS * WAYS + 50 * whose + if white { index } else { 49 - index }
        })
    });
    of_men.chain(of_kings)
}

/// The stage of the game.
pub fn stage(pos: &Position, men: &Men) -> usize {
    let kings = (pos.kings(Player::One) | pos.kings(Player::Two)).count_ones();
    let pieces = (men.count[0] + men.count[1]) as usize + kings as usize;
    (pieces.saturating_sub(2) * STAGES / 39).min(STAGES - 1)
}

/// What is counted, as what the player to move has more than the other.
pub fn counts(game: &Draughts, pos: &Position, men: &Men) -> [i32; COUNTS] {
    let turn = game.turn(pos);
    let [own, other] = [turn, !turn].map(|player| {
        let kings = pos.kings(player).count_ones() as i32;
        [i32::from(men.count[player.index()]), kings.min(1), (kings - 1).max(0)]
    });
    [own[0] - other[0], own[1] - other[1], own[2] - other[2], 1, i32::from(game.capture_hangs(pos))]
}

/// What the player to move is ahead, in hundredths of a man.
pub fn worth(game: &Draughts, pos: &Position, men: &Men) -> i32 {
    let net = &*NET;
    let seen = net.views(pos, men);
    let stage = stage(pos, men);
    let turn = game.turn(pos);
    let views = [&seen.0[turn.index()], &seen.0[(!turn).index()]];
    let mut sum = 0;
    for (view, weights) in views.into_iter().zip(&net.weights[stage]) {
        for (&part, &weight) in view.iter().zip(weights) {
            sum += i32::from(part.clamp(0, ONE)) * i32::from(weight);
        }
    }
    let mut value = sum / i32::from(ONE);
    for (count, &worth) in counts(game, pos, men).into_iter().zip(&net.worths[stage]) {
        value += count * i32::from(worth);
    }
    value / UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn rows_add_up_to_what_is_seen() {
        let game = Draughts::default();
        let pos = game
            .read_hub_position("WbbebbbbbebebbwebbeewbeeebeewebwweewwewwwewwWwewBew")
            .expect("a good position");
        let men = Men::of(&pos);
        let seen = NET.views(&pos, &men);
        for player in Player::BOTH {
            for sum in 0..SUMS {
                let part = |row: usize| i16::from(FILE[row * SUMS + sum] as i8);
                let all: i16 = rows(&pos, &men, player).map(part).sum::<i16>() + part(ROWS);
                assert_eq!(seen.0[player.index()][sum], all);
            }
        }
    }
}
