//! Endings: which are drawn although one side has more, and how to win the others.

use damier_games::{
    Player,
    draughts::{Draughts, Position, Variant, squares::Grid},
};

/// The longest diagonal, from corner to corner: a lone king that holds it is hard to catch.
const fn main_road(grid: &Grid) -> u64 {
    let (mut road, mut index) = (0, 0);
    while index < grid.count() {
        let (column, row) = grid.column_and_row(index);
        if column + row == grid.side() - 1 {
            road |= 1 << grid.square(index);
        }
        index += 1;
    }
    road
}

static ROADS: [u64; 2] = [
    main_road(&damier_games::draughts::squares::TEN),
    main_road(&damier_games::draughts::squares::EIGHT),
];

fn road(game: &Draughts) -> u64 {
    ROADS[usize::from(game.grid().side() == 8)]
}

/// What White's kings are better placed than Black's.
pub fn placing(game: &Draughts, pos: &Position) -> i32 {
    let road = road(game);
    let holds = |player: Player| i32::from(pos.kings(player) & road != 0);
    12 * (holds(Player::One) - holds(Player::Two))
}

/// The value for White, nearer to a draw where having more does not win.
pub fn tempered(game: &Draughts, pos: &Position, value: i32) -> i32 {
    // Whoever wants to win must get on with it.
    let value = value - value * pos.quiet().min(60) as i32 / 120;
    value / share(game, pos, if value >= 0 { Player::One } else { Player::Two })
}

/// What the value is to be divided by if `ahead` is ahead.
pub fn share(game: &Draughts, pos: &Position, ahead: Player) -> i32 {
    let behind = !ahead;
    if pos.kings(behind) == 0 {
        return 1;
    }
    let count = |set: u64| set.count_ones() as i32;
    let kings = [count(pos.kings(ahead)), count(pos.kings(behind))];
    let men = [count(pos.men(ahead)), count(pos.men(behind))];
    let (more, fewer) = (kings[0] + men[0], kings[1] + men[1]);
    let held = pos.kings(behind) & road(game) != 0;
    // Short kings cannot flee far, so that three against one wins more often.
    let far = game.variant() != Variant::ShortKings;
    match (more, fewer) {
        (..=2, _) => 16,
        (3, 1) if held && far => 16,
        // Three kings catch it elsewhere; men must be crowned first, and it may be back on that road by then.
        (3, 1) if kings[0] == 3 => 1,
        (3, 1) => 2,
        (3, _) => 8,
        (_, 1) if more >= 4 => 1,
        _ if kings[0] <= kings[1] + 1 && (more - fewer) <= 2 && men[0] + men[1] <= 4 => 4,
        _ if kings[0] == kings[1] && (men[0] - men[1]).abs() <= 1 => 2,
        _ => 1,
    }
}
