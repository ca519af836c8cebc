//! Katarenga: a race of two pawns into the camps behind the enemy, by squares that each lend their own way to move.

use crate::brain::{Brain, Style};
use damier_games::{
    Player, Rules,
    katarenga::{BASELINES, Katarenga, Move, Position},
    mosaic::{
        Paths,
        pawns::{bit, squares},
    },
};

/// What a pawn counts on the board.
const PAWN: i32 = 100;
/// What a pawn in a camp counts: half of the way is made and nobody takes it back.
const CAMPED: i32 = 350;
/// What it adds to be that many moves from the enemy baseline, for the nearest pawn; the second one counts eleven sixteenths of it.
const NEAR: [i32; Paths::FARTHEST + 2] = [160, 42, 26, 10, 4, 0, 0, 0, 0];
/// What each pawn adds besides, by the same measure: some are needed as spare ones.
const SPARE: [i32; Paths::FARTHEST + 2] = [56, 35, 21, 10, 3, 0, 0, 0, 0];
/// What each square counts that a side reaches, and each pawn that it guards.
const ROOM: i32 = 6;
const GUARDED: i32 = 5;
/// What is taken off for a pawn that the enemy attacks while nothing guards it, in sixteenths of its worth.
const LOOSE: [i32; 2] = [2, 8];
/// What it counts to be to move.
const TEMPO: i32 = 16;
/// Each pawn fewer than four makes the last ones dearer, because the side may lose by numbers.
const FEW: i32 = 40;

/// What one side has, beside what the other may do to it.
struct Side {
    pawns: u64,
    reached: u64,
    camped: u32,
    goal: u64,
}

impl Side {
    fn of(game: &Katarenga, pos: &Position, player: Player) -> Self {
        let pawns = pos.pawns(player);
        let occupied = pawns | pos.pawns(!player);
        Self {
            pawns,
            reached: game.ground().reach().of_all(pawns, occupied),
            camped: pos.camped(player).count_ones(),
            goal: BASELINES[(!player).index()],
        }
    }

    /// `waits` for the side that is not to move: what hangs there may be taken now.
    fn worth(&self, game: &Katarenga, enemy: &Self, waits: bool) -> i32 {
        let paths = game.ground().reach().paths();
        let left = self.pawns.count_ones() + self.camped;
        let mut value = self.pawns.count_ones() as i32 * PAWN + self.camped as i32 * CAMPED;
        value -= FEW * 4_u32.saturating_sub(left) as i32;
        value += (self.reached & !self.pawns).count_ones() as i32 * ROOM;
        value += (self.reached & self.pawns).count_ones() as i32 * GUARDED;
        let loose = self.pawns & enemy.reached & !self.reached;
        let (mut first, mut second, mut spare) = (0, 0, 0);
        for pawn in squares(self.pawns) {
            let moves = paths.moves(pawn, self.goal);
            // A pawn that can be taken for nothing has not come as near as it looks.
            let risk = if loose & bit(pawn) == 0 { 16 } else { 16 - LOOSE[usize::from(waits)] };
            let near = NEAR[moves] * risk / 16;
            spare += SPARE[moves];
            if near > first {
                (first, second) = (near, first);
            } else if near > second {
                second = near;
            }
        }
        value += first + spare;
        if self.camped == 0 {
            value += second * 11 / 16;
        } else {
            // The last pawn decides: its way counts more than three times.
            value += first * 9 / 4;
        }
        value -= loose.count_ones() as i32 * PAWN * LOOSE[usize::from(waits)] / 16;
        value
    }
}

/// Whether `player` would win if it were his turn: the last camp is open to him and a pawn stands before it.
fn at_the_door(pos: &Position, player: Player) -> bool {
    pos.camped(player) != 0 && pos.pawns(player) & BASELINES[(!player).index()] != 0
}

impl Brain for Katarenga {
    type Memo = ();

    const STYLE: Style = Style {
        slots: 64 * 68,
        cyclic: true,
        quiescence: true,
        compulsory: false,
        futility_margin: 80,
        reductions: true,
    };

    fn remember(&self, _: &Position) {}

    fn advance(&self, (): &mut (), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> i32 {
        let turn = self.turn(pos);
        let (own, other) = (Side::of(self, pos, turn), Side::of(self, pos, !turn));
        own.worth(self, &other, false) - other.worth(self, &own, true) + TEMPO
    }

    fn gain(&self, pos: &Position, mv: Move) -> Option<i32> {
        let turn = self.turn(pos);
        if mv.to() >= 64 {
            return Some(if pos.camped(turn) == 0 { 3 * PAWN } else { 100 * PAWN });
        }
        let target = pos.pawns(!turn) & bit(mv.to());
        if target == 0 {
            return None;
        }
        // Who stands at the door must be taken, whatever it costs.
        let urgent = target & BASELINES[turn.index()] != 0;
        let paths = self.ground().reach().paths();
        let near = |square: usize, player: Player| {
            SPARE[paths.moves(square, BASELINES[(!player).index()])] * 3
        };
        let taken = PAWN + near(mv.to(), !turn) + if urgent { 2 * PAWN } else { 0 };
        let occupied = pos.pawns(turn) | pos.pawns(!turn);
        let guarded = self
            .ground()
            .reach()
            .of_all(pos.pawns(!turn) & !target, occupied & !bit(mv.from()) | target)
            & target
            != 0;
        Some(if guarded { taken - PAWN - near(mv.from(), turn) } else { taken })
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.from() * 68 + mv.to()
    }

    fn threatened(&self, pos: &Position) -> bool {
        at_the_door(pos, !self.turn(pos))
    }

    fn pass(&self, pos: &Position) -> Option<Position> {
        // With few pawns having to move may hurt.
        (pos.pawns(self.turn(pos)).count_ones() >= 3).then(|| pos.passed())
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::trial::{best, best_of};

    const BOARD: &str = "YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";

    fn position(pawns: &str, side: char, camps: &str) -> String {
        format!("katarenga {BOARD} {pawns} {side} {camps} 0 40 -")
    }

    #[test]
    fn a_pawn_before_the_last_camp_enters_it() {
        let text = position("rr5r/8/8/8/8/8/bb6/3r3b", 'r', "--r-");
        let thought = best("katarenga", &text, 2_000);
        assert_eq!((thought.line[0].as_str(), thought.win_in), ("d1SE", Some(1)));
    }

    #[test]
    fn a_pawn_before_the_last_camp_is_taken() {
        // Blue's a1 is red: along the rank it reaches d1.
        let text = position("rr5r/8/8/8/8/8/bb6/b2r3b", 'b', "--r-");
        let thought = best("katarenga", &text, 5_000);
        assert!(thought.line[0].ends_with("d1"), "{thought:?}");
    }

    #[test]
    fn two_free_pawns_before_the_camps_win_in_three_plies() {
        let text = position("8/8/8/8/bb6/8/8/2r3r1", 'r', "----");
        let thought = best("katarenga", &text, 20_000);
        assert!(thought.win_in.is_some_and(|plies| plies == 3), "{thought:?}");
    }

    #[test]
    fn the_second_last_pawn_is_not_given_away() {
        // With two pawns left, losing one loses the game.
        for thought in best_of("katarenga", &position("8/8/8/3r4/8/8/5r2/b6b", 'r', "----"), 20_000)
        {
            assert!(thought.win_in.is_none_or(|plies| plies > 0), "{thought:?}");
        }
    }
}
