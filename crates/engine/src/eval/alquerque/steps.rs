//! Where men may step, and what jumps hang in the air, for all men at once.

use damier_games::{
    Player,
    alquerque::{
        Alquerque,
        points::{ALL, DIRECTIONS, bit, points_of},
    },
};

/// Safe steps beyond these do not count.
pub const ENOUGH: usize = 6;

/// How many steps there are.
pub fn room(game: &Alquerque, player: Player, men: u32, empty: u32) -> u32 {
    let steps = |direction| (game.stepping(player, direction, men) & empty).count_ones();
    DIRECTIONS.iter().map(steps).sum()
}

/// The men of `own` that men of `enemy` could jump.
pub fn hanging(own: u32, enemy: u32, empty: u32) -> u32 {
    DIRECTIONS
        .iter()
        .fold(0, |all, direction| all | direction.beside(direction.jumpers(enemy, own, empty)))
}

/// How many steps a side has after which no man of its own can be jumped, but no more than `ENOUGH`: who runs out of them must give
/// men away.
pub fn safe_steps(game: &Alquerque, player: Player, own: u32, enemy: u32, empty: u32) -> usize {
    // The men that can be jumped as they stand, where those land who jump them, and both for what a step may open: the points on which a
    // man could be jumped, and the men in whose place somebody could land who jumps another.
    let (mut prey, mut landings, mut exposed, mut blocking) = (0, 0, 0, 0);
    for direction in &DIRECTIONS {
        let taken = direction.beside(direction.jumpers(enemy, own, empty));
        prey |= taken;
        landings |= direction.beside(taken);
        exposed |= direction.beside(direction.jumpers(enemy, ALL, empty));
        let blocked = direction.beside(direction.jumpers(enemy, own, own));
        blocking |= direction.beside(blocked);
    }
    if prey != 0 {
        return escapes(game, player, own, enemy, empty, [prey, landings]);
    }
    let mut safe = 0;
    for (n, direction) in DIRECTIONS.iter().enumerate() {
        // Whoever steps up to an enemy can be jumped back to where he came from.
        let met = DIRECTIONS[n ^ 2].beside(enemy);
        let to = game.stepping(player, direction, own & !blocking) & empty & !exposed & !met;
        safe += to.count_ones() as usize;
    }
    safe.min(ENOUGH)
}

/// The same where something hangs: only who hangs may go, or somebody to where the jump would land.
fn escapes(
    game: &Alquerque,
    player: Player,
    own: u32,
    enemy: u32,
    empty: u32,
    [prey, landings]: [u32; 2],
) -> usize {
    let mut safe = 0;
    for from in points_of(own) {
        let useful = if prey & bit(from) != 0 { ALL } else { landings };
        for to in points_of(game.reach(player, from) & empty & useful) {
            let (moved, left) = (own ^ bit(from) ^ bit(to), empty ^ bit(from) ^ bit(to));
            if hanging(moved, enemy, left) == 0 {
                safe += 1;
                if safe == ENOUGH {
                    return safe;
                }
            }
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use damier_games::{alquerque::points::Direction, options::parse_pairs, table::Played};

    /// Steps one by one, as a person would count them.
    fn counted(game: &Alquerque, player: Player, own: u32, enemy: u32) -> [usize; 2] {
        let empty = ALL & !(own | enemy);
        let (mut all, mut safe) = (0, 0);
        for from in points_of(own) {
            for to in points_of(game.reach(player, from) & empty) {
                let (moved, left) = (own ^ bit(from) ^ bit(to), empty ^ bit(from) ^ bit(to));
                let jumped = |direction: &Direction| direction.jumpers(enemy, moved, left) != 0;
                all += 1;
                safe += usize::from(!DIRECTIONS.iter().any(jumped));
            }
        }
        [all, safe]
    }

    #[test]
    fn steps_are_those_that_are_counted_one_by_one() {
        let mut random = Random::new(3);
        for pair in ["backward=yes", "backward=no"] {
            let options = parse_pairs([pair]).expect("a good pair");
            let game = Played::<Alquerque>::open(&options, None).expect("good options");
            let game = game.game();
            let mut safe_ones = 0;
            for n in 0..20_000 {
                let mut men = [0, 0];
                // From crowded boards to a few men.
                for point in 0..25 {
                    let whose = random.below(3 + n % 9);
                    if whose < 2 {
                        men[whose] |= bit(point);
                    }
                }
                let empty = ALL & !(men[0] | men[1]);
                for player in Player::BOTH {
                    let [all, safe] = counted(game, player, men[0], men[1]);
                    assert_eq!(room(game, player, men[0], empty) as usize, all, "{men:?}");
                    let found = safe_steps(game, player, men[0], men[1], empty);
                    assert_eq!(found, safe.min(ENOUGH), "{men:?}, {player:?}, {pair}");
                    safe_ones += usize::from(found > 0);
                }
            }
            assert!(safe_ones > 5_000, "{safe_ones}");
        }
    }
}
