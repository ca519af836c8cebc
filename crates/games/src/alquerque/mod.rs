//! Alquerque: twelve men a side on 25 points, jumps over neighbours, and huffing. Sources and doubtful cases:
//! docs/rules/alquerque.md.

pub mod points;
mod text;

use crate::no_move::NoMove;
use crate::prelude::*;
use points::{ALL, DIRECTIONS, Direction, NEIGHBOURS, bit, points_of};

/// The rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Alquerque {
    backward: bool,
    capture: Capture,
    chain: Chain,
    no_move: NoMove,
    no_progress: u32,
    repetition: u32,
}

impl Default for Alquerque {
    fn default() -> Self {
        let (capture, chain, no_move) = (Capture::Huff, Chain::Must, NoMove::Loss);
        Self { backward: true, capture, chain, no_move, no_progress: 50, repetition: 3 }
    }
}

/// What follows from not capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Capture {
    Free,
    Huff,
    Strict,
}

/// Going on after a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Chain {
    May,
    Must,
    Single,
}

/// Men as sets of points; a1 is bit 0, b1 bit 1, e5 bit 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    men: [u32; 2],
    turn: Player,
    /// Plies since a man last left the board.
    clock: u32,
    ply: u32,
}

/// A step, or a chain of jumps with every direction in it: two paths are two moves even if their effect is the same. Packed,
/// from the low end: start and end (5 bits each), number of jumps (5 bits, none in a step), three bits for each direction.
/// There is room for 16 jumps, as many as there are men that one man could ever reach: 12 orthogonally, 4 diagonally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u64);

impl Move {
    const fn step(from: usize, to: usize) -> Self {
        Self(from as u64 | (to as u64) << 5)
    }

    /// Where it begins.
    pub const fn from(self) -> usize {
        (self.0 & 31) as usize
    }

    /// Where it ends.
    pub const fn to(self) -> usize {
        (self.0 >> 5 & 31) as usize
    }

    /// How many men it takes.
    pub const fn jumps(self) -> usize {
        (self.0 >> 10 & 31) as usize
    }

    /// The same chain with one jump more.
    const fn jumping(self, direction: usize, to: usize) -> Self {
        let jumps = self.jumps();
        let path = self.0 >> 15 | (direction as u64) << (3 * jumps);
        Self(self.from() as u64 | (to as u64) << 5 | (jumps as u64 + 1) << 10 | path << 15)
    }

    /// Each jump: the point jumped over and the point landed on.
    fn path(self) -> impl Iterator<Item = (usize, usize)> {
        let mut at = self.from();
        (0..self.jumps()).map(move |n| {
            let direction = &DIRECTIONS[(self.0 >> (15 + 3 * n) & 7) as usize];
            let over = direction.next(at);
            at = direction.next(over);
            (over, at)
        })
    }
}

impl Position {
    /// With these men and this side to move, as if it had just begun.
    pub const fn of(men: [u32; 2], turn: Player) -> Self {
        Self { men, turn, clock: 0, ply: 0 }
    }

    /// The men of a player.
    pub const fn men(&self, player: Player) -> u32 {
        self.men[player.index()]
    }

    /// Plies since a man last left the board.
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    fn own(&self) -> u32 {
        self.men[self.turn.index()]
    }

    fn enemy(&self) -> u32 {
        self.men[(!self.turn).index()]
    }

    fn empty(&self) -> u32 {
        ALL & !(self.men[0] | self.men[1])
    }

    /// Whether the side to move can jump.
    pub fn can_jump(&self) -> bool {
        let (own, enemy, empty) = (self.own(), self.enemy(), self.empty());
        DIRECTIONS.iter().any(|direction| direction.jumpers(own, enemy, empty) != 0)
    }
}

impl Alquerque {
    /// The same rules without draws for going nowhere.
    pub fn endless(&self) -> Self {
        Self { no_progress: 0, repetition: 0, ..self.clone() }
    }

    /// Whether men step in every direction.
    pub const fn steps_back(&self) -> bool {
        self.backward
    }

    /// How many plies may still be played before a man must have left the board.
    pub const fn plies_left(&self, pos: &Position) -> u32 {
        if self.no_progress == 0 { u32::MAX } else { self.no_progress.saturating_sub(pos.clock) }
    }

    /// Whether jumps must be made when there are any.
    pub fn must_jump(&self) -> bool {
        self.capture == Capture::Strict
    }

    /// Whether a man that steps although there is a jump is lost for it.
    pub fn punishes(&self) -> bool {
        self.capture == Capture::Huff
    }

    /// Where a man may step, before looking at what is empty.
    #[inline]
    pub fn reach(&self, player: Player, from: usize) -> u32 {
        if self.backward {
            NEIGHBOURS[from]
        } else {
            NEIGHBOURS[from] & points::not_behind(player, from)
        }
    }

    /// Where men may step this way, before looking at what is empty.
    #[inline]
    pub const fn stepping(&self, player: Player, direction: &Direction, men: u32) -> u32 {
        if self.backward {
            direction.beside(men)
        } else if direction.leads_back(player) {
            0
        } else {
            direction.beside(men & !points::last_rank(player))
        }
    }

    fn can_step(&self, pos: &Position) -> bool {
        points_of(pos.own()).any(|from| self.reach(pos.turn, from) & pos.empty() != 0)
    }

    /// Whether a man that steps now is lost for it.
    fn huffs(&self, pos: &Position) -> bool {
        self.capture == Capture::Huff && pos.can_jump()
    }

    /// The ends that do not ask for the moves.
    fn decided(&self, pos: &Position) -> Option<Outcome> {
        if pos.own() == 0 {
            return Some(Outcome::win(!pos.turn, reason::ELIMINATION));
        }
        if pos.enemy() == 0 {
            return Some(Outcome::win(pos.turn, reason::ELIMINATION));
        }
        None
    }

    fn exhausted(&self, pos: &Position) -> bool {
        self.no_progress > 0 && pos.clock >= self.no_progress
    }

    /// Appends all chains that begin with `so_far`; `enemy` are the men not jumped yet, `empty` counts the start point in.
    fn chains(&self, so_far: Move, enemy: u32, empty: u32, out: &mut Vec<Move>) {
        let (at, length) = (so_far.to(), out.len());
        for (n, direction) in DIRECTIONS.iter().enumerate() {
            if direction.jumpers(bit(at), enemy, empty) == 0 {
                continue;
            }
            let over = direction.next(at);
            let longer = so_far.jumping(n, direction.next(over));
            if self.chain != Chain::Must {
                out.push(longer);
            }
            if self.chain != Chain::Single {
                self.chains(longer, enemy & !bit(over), empty | bit(over), out);
            }
        }
        let stuck = out.len() == length;
        if stuck && self.chain == Chain::Must && so_far.jumps() > 0 {
            out.push(so_far);
        }
    }
}

impl Rules for Alquerque {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { men: points::START, turn: Player::One, clock: 0, ply: 0 }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if self.decided(pos).is_some() || self.exhausted(pos) {
            return;
        }
        let (own, enemy, empty) = (pos.own(), pos.enemy(), pos.empty());
        let jumpers = DIRECTIONS
            .iter()
            .fold(0, |all, direction: &Direction| all | direction.jumpers(own, enemy, empty));
        for from in points_of(jumpers) {
            self.chains(Move::step(from, from), enemy, empty | bit(from), out);
        }
        if jumpers != 0 && self.capture == Capture::Strict {
            return;
        }
        for from in points_of(own) {
            out.extend(
                points_of(self.reach(pos.turn, from) & empty).map(|to| Move::step(from, to)),
            );
        }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let mut gone = 0;
        for (over, _) in mv.path() {
            gone |= bit(over);
        }
        let huffed = mv.jumps() == 0 && self.huffs(pos);
        let own = &mut pos.men[pos.turn.index()];
        *own &= !bit(mv.from());
        if !huffed {
            *own |= bit(mv.to());
        }
        pos.men[(!pos.turn).index()] &= !gone;
        pos.turn = !pos.turn;
        pos.clock = if huffed || gone != 0 { 0 } else { pos.clock.saturating_add(1) };
        pos.ply = pos.ply.saturating_add(1);
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if let Some(outcome) = self.decided(pos) {
            return Some(outcome);
        }
        if !pos.can_jump() && !self.can_step(pos) {
            return Some(self.no_move.outcome(pos.turn));
        }
        self.exhausted(pos).then(|| Outcome::draw(reason::NO_PROGRESS))
    }

    fn drawn(&self, _: &Position, times: u32) -> Option<Outcome> {
        (self.repetition > 0 && times >= self.repetition).then(|| Outcome::draw(reason::REPETITION))
    }

    fn key(&self, pos: &Position) -> u64 {
        // Men take 25 bits of each half: the side to move has one on which none can stand.
        let turn = (pos.turn.index() as u64) << 31;
        fold(0, u64::from(pos.men[0]) << 32 | turn | u64::from(pos.men[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_and_the_move_make_other_positions() {
        let game = Alquerque::default();
        let texts = [
            "5/5/2b2/5/w4 w",
            "5/5/2b2/5/w4 b",
            "5/5/2w2/5/b4 w",
            "5/5/2w2/5/5 b",
            "5/5/2w2/5/5 w",
        ];
        let mut keys = texts.map(|text| {
            let (_, pos): (Alquerque, _) =
                game.read(&format!("alquerque {text} 0 0 -")).expect("a good text");
            game.key(&pos)
        });
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "{keys:x?}");
    }
}
