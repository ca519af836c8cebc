//! Isolation: pawns placed in turn where none attacks another, until somebody finds no square. Sources and doubtful cases:
//! docs/rules/isolation.md.

mod text;

use crate::{
    mosaic::{
        Ground,
        pawns::{self, Pawns, bit, squares},
    },
    prelude::*,
};

/// The rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Isolation {
    board: Ground,
    safety: Safety,
}

/// Which attacks a new pawn must avoid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Safety {
    /// Those of all standing pawns on it.
    #[default]
    Incoming,
    /// And its own on them.
    Mutual,
    /// Both ways, but only between enemies.
    Opposite,
}

/// Pawns as sets of squares; a1 is bit 0, b1 bit 1, h8 bit 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pawns: Pawns,
    /// Where the player to move may place. It follows from the rest and the rulebook; keeping it saves computing it anew.
    free: u64,
    turn: Player,
}

/// The square of the new pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// A pawn placed there.
    #[inline]
    pub const fn at(square: usize) -> Self {
        Self(square as u8)
    }

    /// Where the pawn is placed.
    #[inline]
    pub const fn square(self) -> usize {
        self.0 as usize
    }
}

impl Position {
    /// The pawns of a player.
    #[inline]
    pub const fn pawns(&self, player: Player) -> u64 {
        self.pawns[player.index()]
    }

    /// Where the player to move may place.
    #[inline]
    pub const fn free(&self) -> u64 {
        self.free
    }
}

impl Isolation {
    /// The board.
    #[inline]
    pub const fn ground(&self) -> &Ground {
        &self.board
    }

    /// Which attacks a new pawn must avoid.
    #[inline]
    pub const fn safety(&self) -> Safety {
        self.safety
    }

    /// Where the player who is not to move could place if it were his turn.
    pub fn free_for_other(&self, pos: &Position) -> u64 {
        match self.safety {
            Safety::Incoming | Safety::Mutual => pos.free,
            Safety::Opposite => self.position(pos.pawns, !pos.turn).free,
        }
    }

    /// The position with these pawns and this side to move.
    fn position(&self, pawns: Pawns, turn: Player) -> Position {
        let reach = self.board.reach();
        let occupied = pawns[0] | pawns[1];
        let forbidden = match self.safety {
            Safety::Incoming => reach.of_all(occupied, occupied),
            // A line from a square towards a pawn ends on that pawn or on another one before it, so this is all attacks on pawns.
            Safety::Mutual => squares(occupied)
                .fold(reach.of_all(occupied, occupied), |all, pawn| all | reach.sources(pawn)),
            Safety::Opposite => self.forbidden_by(pawns[(!turn).index()], occupied),
        };
        Position { pawns, free: !(occupied | forbidden), turn }
    }

    /// The squares that `enemies` attack or on which a pawn would attack one of them.
    fn forbidden_by(&self, enemies: u64, occupied: u64) -> u64 {
        let reach = self.board.reach();
        let attacked = reach.of_all(enemies, occupied);
        let towards = squares(enemies).fold(0, |all, enemy| all | reach.sources(enemy));
        // Lines may be blocked by a pawn of the player's own, so those are looked at one by one.
        let lines = towards & !attacked & !occupied & !reach.leapers();
        let hits = |from: &usize| reach.slide(*from, occupied) & enemies != 0;
        let attacking = squares(lines).filter(hits).fold(0, |all, from| all | bit(from));
        attacked | (towards & reach.leapers()) | attacking
    }
}

impl Rules for Isolation {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { pawns: [0; 2], free: u64::MAX, turn: Player::One }
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        let mut free = pos.free;
        // Counted beforehand, so that the list need not ask each time whether there is room.
        out.extend((0..free.count_ones()).map(|_| {
            let square = free.trailing_zeros() as u8;
            free &= free.wrapping_sub(1);
            Move(square)
        }));
    }

    fn count_moves(&self, pos: &Position, _: &mut Vec<Move>) -> usize {
        pawns::size(pos.free)
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let (reach, square) = (self.board.reach(), mv.square());
        let before = pos.pawns[0] | pos.pawns[1];
        pos.pawns[pos.turn.index()] |= bit(square);
        pos.turn = !pos.turn;
        match self.safety {
            // The new pawn stands on no attacked line, so it blocks none: what was forbidden stays so.
            Safety::Incoming => pos.free &= !(reach.of(square, before) | bit(square)),
            // Besides, it attacks nobody, and a square whose line it blocks is forbidden for attacking it.
            Safety::Mutual => {
                pos.free &= !(reach.of(square, 0) | reach.sources(square) | bit(square));
            }
            Safety::Opposite => *pos = self.position(pos.pawns, pos.turn),
        }
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        (pos.free == 0).then(|| Outcome::win(!pos.turn, reason::BLOCKED))
    }

    fn key(&self, pos: &Position) -> u64 {
        pawns::key(&pos.pawns, pos.turn.index() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Tell};

    /// A red square on d4 among blue ones, with a pawn of each colour.
    const TEXT: &str = "isolation BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBRBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB \
                        8/8/8/8/6r1/8/3b4/8 r ";

    fn refusal(options: &str, square: &str) -> String {
        let (game, pos) = Isolation::default().read(&format!("{TEXT}{options}")).unwrap();
        game.read_move(&pos, square).unwrap_err().tell(Language::English)
    }

    #[test]
    fn refusals_name_the_attack() {
        for (options, square, why) in [
            ("-", "e9", "expected a square such as e4"),
            ("-", "g4", "there is a pawn on g4 already"),
            ("-", "h5", "h5 is attacked by the pawn on g4, which moves like a king"),
            ("safety=mutual", "d4", "a pawn on d4, moving like a rook, would attack the one on d2"),
            (
                "safety=opposite",
                "d4",
                "a pawn on d4, moving like a rook, would attack the one on d2",
            ),
        ] {
            assert_eq!(refusal(options, square), format!("illegal move \"{square}\": {why}"));
        }
    }

    #[test]
    fn every_empty_square_is_either_free_or_marked() {
        for options in ["-", "safety=mutual", "safety=opposite"] {
            let (game, pos) = Isolation::default().read(&format!("{TEXT}{options}")).unwrap();
            let mut moves = Vec::new();
            game.legal_moves(&pos, &mut moves);
            let scene = game.scene(&pos, Viewer::Spectator);
            assert_eq!(moves.len() + scene.marks.len() + scene.pieces.len(), 64);
        }
    }
}
