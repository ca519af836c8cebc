//! What a game brings to the search besides its rules.

use crate::{
    level::Slips,
    mind::{Mind, Searching},
    search::constants::Constants,
};
use damier_games::Game;

/// A game that the computer can play. Implemented on the rulebook, one file a game in `eval/`.
pub trait Brain: Game {
    /// What the evaluation carries from position to position so as not to count everything anew; `()` if nothing.
    type Memo: Clone + Send;

    /// Which parts of the search suit this game.
    const STYLE: Style;
    /// The numbers by which it is searched.
    const CONSTANTS: Constants = Constants::USUAL;

    /// A computer player with a table of about that many megabytes: one that searches what it sees, unless the game wants another.
    fn mind(megabytes: usize) -> Box<dyn Mind> {
        Box::new(Searching::<Self>::new(megabytes))
    }

    /// The memo of a position that was not reached by `advance`.
    fn remember(&self, pos: &Self::Position) -> Self::Memo;
    /// Brings the memo of `before` to what it is after `mv`.
    fn advance(
        &self,
        memo: &mut Self::Memo,
        before: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
    );

    /// How good the position looks to the player to move, in hundredths of a man, between -`MOST` and `MOST`.
    fn evaluate(&self, pos: &Self::Position, memo: &Self::Memo) -> i32;

    /// The moves worth looking at, all legal ones by default. At least one unless the game is over.
    fn candidates(&self, pos: &Self::Position, _memo: &Self::Memo, out: &mut Vec<Self::Move>) {
        self.legal_moves(pos, out);
    }
    /// The moves that must be tried before a position is called lost, among them those that `candidates` leaves out.
    fn last_resorts(&self, _pos: &Self::Position, _memo: &Self::Memo, _out: &mut Vec<Self::Move>) {}
    /// The moves that must be looked at before a position may be judged by its looks: captures and the like.
    fn forcing(&self, pos: &Self::Position, memo: &Self::Memo, out: &mut Vec<Self::Move>) {
        let start = out.len();
        self.candidates(pos, memo, out);
        let mut kept = start;
        for n in start..out.len() {
            if self.gain(pos, out[n]).is_some() {
                out[kept] = out[n];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
    /// What a forcing move seems to win, to put the best first; `None` for a quiet move.
    fn gain(&self, pos: &Self::Position, mv: Self::Move) -> Option<i32>;
    /// Where a quiet move is remembered when it turned out well: any number below `Style::slots`, the same for moves that mean about the same.
    fn slot(&self, pos: &Self::Position, mv: Self::Move) -> usize;

    /// What a quiet move seems to lose at once, as a number that is not above 0: how far it puts a piece where it is taken.
    fn risk(&self, _pos: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }
    /// Whether a quiet move makes a threat that must be answered at once, such as check: then its looks say little.
    fn threatens(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }
    /// Keys of what gives a position its character, such as its pawns: the search learns how far looks deceive where one is the
    /// same. Nothing is learnt where it is 0.
    fn shapes(&self, _pos: &Self::Position) -> [u64; SHAPES] {
        [0; SHAPES]
    }

    /// Whether a forcing move is always compulsory under these rules, so that standing still is no choice.
    fn compulsory(&self) -> bool {
        Self::STYLE.compulsory
    }
    /// Whether late moves are looked at less deeply under these rules.
    fn reduces(&self) -> bool {
        Self::STYLE.reductions
    }
    /// Whether the player to move is under a threat that must be answered now, such as check: then nothing is cut short.
    fn threatened(&self, _pos: &Self::Position) -> bool {
        false
    }
    /// As `threatened`, where it takes the memo to tell.
    fn threatened_with(&self, pos: &Self::Position, _memo: &Self::Memo) -> bool {
        self.threatened(pos)
    }
    /// What makes a quiet move worth trying early in this position, besides what did well elsewhere: about as much again, up to 50000.
    fn appeal(&self, _pos: &Self::Position, _memo: &Self::Memo, _mv: Self::Move) -> i32 {
        0
    }
    /// A win of the player to move that the game can prove in its own way, as long as there is `patience`.
    fn foresee(
        &self,
        _pos: &Self::Position,
        _memo: &Self::Memo,
        _patience: &mut Patience<'_>,
    ) -> Option<Foresight<Self::Move>> {
        None
    }
    /// The same by ways that take more work, for the position in which a move is looked for.
    fn foresee_far(
        &self,
        _pos: &Self::Position,
        _memo: &Self::Memo,
        _patience: &mut Patience<'_>,
    ) -> Option<Foresight<Self::Move>> {
        None
    }
    /// What has been worked out of the game, for whoever plays as well as can be. It may take a while the first time: until `wait` says no
    /// it is waited for, and without it there is none yet.
    fn lore(&self, _wait: &dyn Fn() -> bool) -> Option<&'static dyn Lore<Self>> {
        None
    }
    /// The position if the player to move did nothing; `None` where that tells nothing.
    fn pass(&self, _pos: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// How many plies ago a position could at the most have been the same as this one, where that is known.
    fn reversible(&self, _pos: &Self::Position) -> usize {
        usize::MAX
    }
    /// The memo after passing: the same where it does not depend on whose turn it is.
    fn remember_passed(&self, _memo: &Self::Memo, passed: &Self::Position) -> Self::Memo {
        self.remember(passed)
    }
    /// Plies from the start in which strong levels vary their play; later ones play what is best. No more than 8.
    fn opening(&self) -> usize {
        8
    }
    /// By how much a position in which nobody is better looks better than that to whoever thinks there: what he hopes for besides. People are
    /// told values without it.
    fn hope(&self, _pos: &Self::Position) -> i32 {
        0
    }
    /// How often the levels slip, and how badly.
    fn slips(&self) -> Slips {
        Slips::RARE
    }
    /// Whether the game is over, as far as it can be told without listing moves. The search finds the rest by having no move.
    fn over(&self, pos: &Self::Position) -> bool {
        self.outcome(pos).is_some()
    }
}

/// How many positions an attempt may look at, and whether it has been called off meanwhile.
pub struct Patience<'a> {
    most: u32,
    left: u32,
    called_off: &'a dyn Fn() -> bool,
}

impl<'a> Patience<'a> {
    /// How often it is asked whether the attempt is called off, in positions.
    const ASKED: u32 = 512;

    /// For so many positions, unless it is called off before.
    pub const fn new(most: u32, called_off: &'a dyn Fn() -> bool) -> Self {
        Self { most, left: most, called_off }
    }

    /// Looks at one more position; `false` if that is one too many.
    pub fn take(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if self.spent().is_multiple_of(Self::ASKED) && (self.called_off)() {
            self.most -= self.left;
            self.left = 0;
            return false;
        }
        true
    }

    /// A part of what is left, for an attempt within the attempt.
    pub fn part(&self, most: u32) -> Self {
        Self::new(most.min(self.left), self.called_off)
    }

    /// Takes as many positions as a part did.
    pub fn take_as(&mut self, part: &Self) {
        (0..part.spent()).for_each(|_| {
            self.take();
        });
    }

    /// Whether no more positions may be looked at.
    pub const fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Positions looked at so far.
    pub const fn spent(&self) -> u32 {
        self.most - self.left
    }
}

/// Positions that have been worked out to the end of the game.
pub trait Lore<B: Brain>: Sync {
    /// How a position ends, if it is one of them.
    fn ending(&self, game: &B, pos: &B::Position) -> Option<Ending>;
}

/// How a position ends if both play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player to move wins in so many plies.
    Won(usize),
    /// The other one does.
    Lost(usize),
    /// Nobody does.
    Drawn,
}

/// A win that is proven.
#[derive(Clone, Debug)]
pub struct Foresight<M> {
    /// Plies to the end.
    pub plies: usize,
    /// The moves to it, as far as they are known: one at least.
    pub line: Vec<M>,
}

/// The parts of the search that a game switches on.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How many numbers `Brain::slot` gives.
    pub slots: usize,
    /// Whether a position may come back, so that repetition must be watched.
    pub cyclic: bool,
    /// Quiescence by forcing moves at the leaves.
    pub quiescence: bool,
    /// Whether a forcing move is always compulsory, so that standing still is no choice.
    pub compulsory: bool,
    /// Margin a ply for cutting short positions that are far too good; 0 never does it.
    pub futility_margin: i32,
    /// Late moves are looked at less deeply.
    pub reductions: bool,
}

/// How many keys `Brain::shapes` gives.
pub const SHAPES: usize = 3;
/// The greatest value of a position that is not decided.
pub const MOST: i32 = 20_000;
/// The value of having won; a win in n plies is n less.
pub const WIN: i32 = 30_000;
/// Plies that a search may go down.
pub const DEEPEST: usize = 128;

/// Whether a value says that the game is decided by force.
pub const fn decided(value: i32) -> bool {
    value.abs() > MOST
}
