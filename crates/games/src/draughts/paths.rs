//! The ways in which one capture can be made, square by square. The rules tell moves apart by what they take; people and
//! notation go from landing to landing.

use super::{
    Draughts, Move, Position,
    captures::Field,
    squares::{DIRECTIONS, Direction, bit, direction_to, squares_of, step},
};
use std::collections::HashSet;

/// The squares of a way, with start and end.
pub type Way = Vec<usize>;

impl Draughts {
    /// The way that notation writes: a king that goes straight on lands right behind the piece taken, and of several such
    /// ways it is the one with the smallest numbers.
    pub(super) fn written_way(&self, pos: &Position, mv: Move) -> Way {
        let mut search = Search::new(self, pos, mv, 1);
        search.exact = true;
        search.run().pop().expect("a legal move can be made in some way")
    }

    /// Up to `most` ways, wherever a king lands between two pieces.
    pub(super) fn ways(&self, pos: &Position, mv: Move, most: usize) -> Vec<Way> {
        Search::new(self, pos, mv, most).run()
    }

    /// The capture made by going from landing to landing. Landings on a straight line may be left out.
    pub(super) fn walk(&self, pos: &Position, way: &[usize]) -> Option<Move> {
        let (&from, landings) = way.split_first()?;
        let mut mv = Move::plain(from, from);
        for &landing in landings {
            let direction = direction_to(mv.to(), landing)?;
            loop {
                let field = Field::during(self.empty(pos), pos.enemy(), mv);
                let jump = self.jump(field, self.is_king(pos, mv), direction, mv.to())?;
                if jump.landings & bit(landing) != 0 {
                    mv = self.jumped(pos, mv, jump.victim, landing);
                    break;
                }
                let behind = step(direction, jump.victim).trailing_zeros() as usize;
                mv = self.jumped(pos, mv, jump.victim, behind);
            }
        }
        Some(mv)
    }

    /// Whether the piece in the middle of a capture jumps as a king.
    fn is_king(&self, pos: &Position, mv: Move) -> bool {
        mv.crowned || pos.kings & bit(mv.from()) != 0
    }
}

/// Depth first, smallest numbers first. Dead ends are remembered, so that no place is searched twice in vain.
struct Search<'a> {
    game: &'a Draughts,
    pos: &'a Position,
    goal: Move,
    most: usize,
    /// Only ways as notation writes them.
    exact: bool,
    way: Way,
    found: Vec<Way>,
    dead: HashSet<(Move, Option<Direction>)>,
}

impl<'a> Search<'a> {
    fn new(game: &'a Draughts, pos: &'a Position, goal: Move, most: usize) -> Self {
        let (way, found, dead) = (vec![goal.from()], Vec::new(), HashSet::new());
        Self { game, pos, goal, most, exact: false, way, found, dead }
    }

    fn run(mut self) -> Vec<Way> {
        if self.goal.captured == 0 {
            return vec![vec![self.goal.from(), self.goal.to()]];
        }
        self.go_on(Move::plain(self.goal.from(), self.goal.from()), None);
        self.found
    }

    /// Whether the goal can be reached after `so_far`, if the piece must not go straight on in the direction `barred`.
    fn go_on(&mut self, so_far: Move, barred: Option<Direction>) -> bool {
        if so_far.captured == self.goal.captured {
            let there = so_far == self.goal;
            if there {
                self.found.push(self.way.clone());
            }
            return there;
        }
        if self.dead.contains(&(so_far, barred)) {
            return false;
        }
        let mut alive = false;
        for (landing, direction, victim) in self.steps(so_far, barred) {
            if self.found.len() >= self.most {
                return true;
            }
            let far = self.exact && step(direction, victim) != bit(landing);
            let next = self.game.jumped(self.pos, so_far, victim, landing);
            self.way.push(landing);
            alive |= self.go_on(next, far.then_some(direction));
            self.way.pop();
        }
        if !alive {
            self.dead.insert((so_far, barred));
        }
        alive
    }

    /// The jumps over pieces that the goal takes, by landing.
    fn steps(&self, so_far: Move, barred: Option<Direction>) -> Vec<(usize, Direction, u64)> {
        let field = Field::during(self.game.empty(self.pos), self.pos.enemy(), so_far);
        let king = self.game.is_king(self.pos, so_far);
        let mut steps = Vec::new();
        for direction in DIRECTIONS.into_iter().filter(|&direction| Some(direction) != barred) {
            if let Some(jump) = self.game.jump(field, king, direction, so_far.to())
                && jump.victim & self.goal.captured != 0
            {
                steps.extend(
                    squares_of(jump.landings).map(|landing| (landing, direction, jump.victim)),
                );
            }
        }
        steps.sort_unstable();
        steps
    }
}
