//! Morpion: five in a row and its relatives, from tic-tac-toe to renju. Sources and doubtful cases: docs/rules/morpion.md.
//! Deliberately absent: opening procedures such as swap2, which decide who sits where and are the match's business.

pub mod cells;
mod renju;
mod text;

use crate::prelude::*;
use cells::{Cells, DIRECTIONS};

/// The rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Morpion {
    line: u8,
    rule: Rule,
    size: u8,
}

impl Default for Morpion {
    fn default() -> Self {
        Self { line: 5, rule: Rule::Freestyle, size: 15 }
    }
}

/// Which rows win, and what X may not make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rule {
    Freestyle,
    Exact,
    Renju,
}

/// The marks of both players. The key and the winner follow from them: they are kept because `play` finds them by looking
/// around one cell. Who made the last mark where is not known, so a position that was read equals one that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [Cells; 2],
    key: u64,
    turn: Player,
    winner: Option<Player>,
}

/// The cell that is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// The move that marks a cell of the layout, numbered as in [`cells`].
    pub const fn at(cell: usize) -> Self {
        Self(cell as u16)
    }

    /// The cell, numbered as in [`cells`].
    pub const fn cell(self) -> usize {
        self.0 as usize
    }
}

const KEY_SEED: u64 = 0x9b05_688c_2b3e_6c1f;
/// What each mark adds to the key, and what the turn of O does.
const MARK_KEYS: [[u64; 384]; 2] = {
    let mut keys = [[0; 384]; 2];
    let mut n = 0;
    while n < 2 * 384 {
        keys[n / 384][n % 384] = fold(KEY_SEED, n as u64);
        n += 1;
    }
    keys
};
const TURN_KEY: u64 = fold(KEY_SEED, 2 * 384);

/// The board is full and nobody has won.
const FULL: Reason = Reason::new("full", "the board is full", "la grille est pleine");
/// A winning row.
const LINE: Reason = Reason::new("line", "a winning row", "alignement gagnant");

impl Position {
    fn empty(turn: Player) -> Self {
        let key = if turn == Player::Two { TURN_KEY } else { 0 };
        Self { marks: [Cells::NONE; 2], key, turn, winner: None }
    }

    /// The cells that a player has marked.
    pub const fn marks(&self, player: Player) -> &Cells {
        &self.marks[player.index()]
    }

    /// Who has a winning row, if anybody.
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    #[inline]
    fn mark(&mut self, player: Player, cell: usize) {
        self.marks[player.index()].add(cell);
        self.key ^= MARK_KEYS[player.index()][cell];
    }
}

impl Morpion {
    /// Cells along each side.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// How many in a row win.
    pub fn line(&self) -> usize {
        self.line.into()
    }

    /// Whether a row that is too long wins for a player, too.
    pub fn longer_wins(&self, player: Player) -> bool {
        match self.rule {
            Rule::Freestyle => true,
            Rule::Exact => false,
            Rule::Renju => player == Player::Two,
        }
    }

    /// Whether some moves are forbidden to a player.
    pub fn restrains(&self, player: Player) -> bool {
        self.rule == Rule::Renju && player == Player::One
    }

    /// Whether X, where X is restrained, may not mark an empty cell. `x` and `o` are the marks of both.
    pub fn forbids(&self, x: &Cells, o: &Cells, cell: usize) -> bool {
        renju::verdict(x, &Cells::board(self.size()).neither(x, o), cell).forbids()
    }

    /// The position if the player to move did nothing.
    #[must_use]
    pub fn passed(&self, pos: &Position) -> Position {
        Position { turn: !pos.turn, key: pos.key ^ TURN_KEY, ..*pos }
    }

    /// The empty cells.
    pub fn empty(&self, pos: &Position) -> Cells {
        Cells::board(self.size()).neither(&pos.marks[0], &pos.marks[1])
    }

    /// Whether a run of this length wins for this player.
    #[inline]
    fn wins(&self, player: Player, length: usize) -> bool {
        length == self.line() || (length > self.line() && self.longer_wins(player))
    }

    /// The winning rows of a player, each as its first cell, direction and length.
    fn rows(&self, marks: &Cells, player: Player) -> Vec<(usize, usize, usize)> {
        marks.runs().filter(|&(.., length)| self.wins(player, length)).collect()
    }

    /// Finds the winner of a position that was not reached by play: the player who has just moved comes first.
    fn judge(&self, pos: &mut Position) {
        let has_row = |&player: &Player| !self.rows(&pos.marks[player.index()], player).is_empty();
        pos.winner = [!pos.turn, pos.turn].into_iter().find(has_row);
    }

    /// Whether the player to move is restricted.
    fn restricts(&self, pos: &Position) -> bool {
        self.restrains(pos.turn)
    }

    /// The empty cells that may be marked, if nobody has won.
    #[inline]
    fn allowed(&self, pos: &Position) -> Cells {
        let empty = self.empty(pos);
        if self.restricts(pos) {
            renju::forbidden(pos.marks[0], empty).fold(empty, Cells::without)
        } else {
            empty
        }
    }
}

impl Rules for Morpion {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::empty(Player::One)
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.winner.is_none() {
            self.allowed(pos).append(self.size(), out, Move);
        }
    }

    #[inline]
    fn count_moves(&self, pos: &Position, _: &mut Vec<Move>) -> usize {
        if pos.winner.is_none() { self.allowed(pos).count() } else { 0 }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let player = pos.turn;
        pos.mark(player, mv.cell());
        // Only the new mark can have completed a row.
        let marks = &pos.marks[player.index()];
        let wins = |&direction: &usize| self.wins(player, marks.run(mv.cell(), direction));
        if DIRECTIONS.iter().any(wins) {
            pos.winner = Some(player);
        }
        pos.turn = !player;
        pos.key ^= TURN_KEY;
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if let Some(winner) = pos.winner {
            return Some(Outcome::win(winner, LINE));
        }
        let empty = self.empty(pos);
        if empty.is_empty() {
            return Some(Outcome::draw(FULL));
        }
        let blocked = self.restricts(pos) && renju::all_forbidden(pos.marks[0], empty);
        blocked.then(|| Outcome::draw(reason::BLOCKED))
    }

    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }
}
