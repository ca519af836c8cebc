//! Where men stand.

use damier_games::{
    Player,
    draughts::{
        Position,
        squares::{Grid, forward, opposite, squares_of, step},
    },
};

/// The masks of one size of board.
struct Shape {
    /// Rows from the side where White's men are crowned.
    rows: [u64; 10],
    count: usize,
    left: u64,
    right: u64,
    edge: u64,
    centre: u64,
}

impl Shape {
    const fn new(grid: &Grid) -> Self {
        let side = grid.side();
        let mut shape = Self { rows: [0; 10], count: side, left: 0, right: 0, edge: 0, centre: 0 };
        let mut index = 0;
        while index < grid.count() {
            let (column, row) = grid.column_and_row(index);
            let bit = 1 << grid.square(index);
            shape.rows[row] |= bit;
            if column < side / 2 - 1 {
                shape.left |= bit;
            } else if column > side / 2 {
                shape.right |= bit;
            }
            if column == 0 || column == side - 1 {
                shape.edge |= bit;
            }
            let middle = column >= side / 2 - 2 && column <= side / 2 + 1;
            if middle && row >= side / 2 - 2 && row <= side / 2 + 1 {
                shape.centre |= bit;
            }
            index += 1;
        }
        shape
    }
}

static TEN: Shape = Shape::new(&damier_games::draughts::squares::TEN);
static EIGHT: Shape = Shape::new(&damier_games::draughts::squares::EIGHT);

const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// How full of men the board is: 256 at the start, 0 with none.
fn phase(grid: &Grid, pos: &Position) -> i32 {
    let men = pos.men(Player::One) | pos.men(Player::Two);
    (256 * count(men) / (2 * count(grid.start[0]))).min(256)
}

/// What White's men are better placed than Black's, in hundredths of a man.
pub fn placing(grid: &Grid, pos: &Position) -> i32 {
    let shape = if grid.side() == 10 { &TEN } else { &EIGHT };
    let men = [pos.men(Player::One), pos.men(Player::Two)];
    if men[0] | men[1] == 0 {
        return 0;
    }
    let phase = phase(grid, pos);
    let side = |player: Player| one_side(grid, shape, pos, player, phase);
    side(Player::One) - side(Player::Two)
}

fn one_side(grid: &Grid, shape: &Shape, pos: &Position, player: Player, phase: i32) -> i32 {
    let own = pos.men(player);
    let enemy = pos.men(!player) | pos.kings(!player);
    let empty = grid.all & !(own | pos.kings(player) | enemy);
    let back = forward(player).map(opposite);
    let mut advance = 0;
    for row in 0..shape.count {
        let done = if player == Player::One { shape.count - 1 - row } else { row } as i32;
        advance += count(own & shape.rows[row]) * done;
    }
    let home = shape.rows[if player == Player::One { shape.count - 1 } else { 0 }];
    let guards = count(own & home);
    let uneven = (count(own & shape.left) - count(own & shape.right)).abs();
    // A man with another right behind it cannot be taken from the front.
    let behind = step(forward(player)[0], own) | step(forward(player)[1], own);
    let backed = count(own & behind);
    let stuck = own & !(step(back[0], empty) | step(back[1], empty));
    let middle = 2 * guards * i32::from(guards < 4) + 5 * count(own & shape.centre) - 3 * uneven
        + 3 * backed
        - 3 * count(own & shape.edge);
    let late = 5 * advance - 4 * count(stuck) + 3 * guards;
    (middle * phase + late * (256 - phase)) / 256 + free_men(grid, shape, pos, player, phase)
}

/// Men that nobody can stop any more, or hardly.
fn free_men(grid: &Grid, shape: &Shape, pos: &Position, player: Player, phase: i32) -> i32 {
    let enemy = pos.men(!player) | pos.kings(!player);
    if phase > 200 {
        return 0;
    }
    let [left, right] = forward(player);
    let mut sum = 0;
    for man in squares_of(pos.men(player)) {
        // All squares that it may come over, and those beside them from where it could be taken.
        let mut cone = 1 << man;
        let mut steps = 0;
        let mut reach = cone;
        while reach & grid.last[player.index()] == 0 && reach != 0 {
            reach = (step(left, reach) | step(right, reach)) & grid.all;
            cone |= reach;
            steps += 1;
        }
        let watched = (cone | step(left, cone) | step(right, cone)) & grid.all;
        if watched & enemy == 0 {
            sum += (shape.count as i32 - steps) * 6 + 30;
        }
    }
    sum
}
