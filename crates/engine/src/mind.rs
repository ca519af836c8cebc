//! The erased edge: a computer player that a protocol, a server or a client holds without knowing the game.

use crate::{
    brain::{Brain, decided},
    level::{self, Level, Manner},
    random::Random,
    search::{Insight, Limits, Memory, Request, search},
};
use damier_games::{
    GameKey, Player, Table,
    options::Options,
    rules::TextError,
    table::{PlayError, Played},
    with_game,
};
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

/// What a player knows at one moment, for people and protocols.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Which line: 0 is the best.
    pub rank: usize,
    /// Plies looked at in full.
    pub depth: u32,
    /// Plies looked at where it mattered.
    pub deepest: u32,
    /// For the player to move, in hundredths of a man.
    pub value: i32,
    /// Plies to a forced win, negative if the opponent has it.
    pub win_in: Option<i32>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fill: u32,
    /// The line as move texts.
    pub line: Vec<String>,
}

/// How to think.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// When to stop.
    pub limits: Limits,
    /// How strong to be.
    pub level: Level,
    /// How many lines to find.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// What varies the play; the same seed, one thread and a node limit give the same move.
    pub seed: u64,
}

/// A computer player at a position of one game.
pub trait Mind: Send {
    /// Looks at a position: from its start or a text, after these moves.
    fn look(
        &mut self,
        options: &Options,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), LookError>;
    /// Who is to move.
    fn turn(&self) -> Player;
    /// Thinks and tells what it finds. Returns the best lines, the first of which begins with the chosen move; none if the game is over.
    fn think(
        &mut self,
        thinking: &Thinking,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Vec<Thought>;
    /// Forgets what it learnt from other games.
    fn forget(&mut self);
    /// Uses about that many megabytes for what it learns.
    fn resize(&mut self, megabytes: usize);
    /// Whether it may look at what is hidden from its side, where something is: for measurements only, never against people.
    fn reveal(&mut self, _all: bool) {}
}

/// A position that cannot be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookError {
    /// The options or the position.
    #[error(transparent)]
    Text(#[from] TextError),
    /// One of the moves.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// A computer player for a game, with a table of about that many megabytes.
pub fn mind(key: GameKey, megabytes: usize) -> Box<dyn Mind> {
    with_game!(key, |G| <G as Brain>::mind(megabytes))
}

/// Moves to choose from for whoever plays at first sight. Half as many are enough for those who think: what is worse is too bad to be
/// played for variety.
const SEVERAL: usize = 8;

/// A player that searches what it sees.
pub struct Searching<B: Brain> {
    played: Played<B>,
    memory: Memory,
}

impl<B: Brain> Searching<B> {
    /// At the start of a game with default options.
    pub fn new(megabytes: usize) -> Self {
        let game = B::default();
        let start = game.start();
        Self { played: Played::new(game, start), memory: Memory::new(megabytes) }
    }

    /// The game that it looks at.
    pub(crate) const fn played(&self) -> &Played<B> {
        &self.played
    }

    /// The line as texts.
    fn told(&self, insight: &Insight<B::Move>) -> Thought {
        let game = self.played.game();
        let mut pos = self.played.position().clone();
        let mut line = Vec::with_capacity(insight.line.len());
        for &mv in &insight.line {
            line.push(game.move_text(&pos, mv));
            game.play(&mut pos, mv);
        }
        let Insight { rank, depth, deepest, mut value, nodes, time, fill, .. } = *insight;
        // What is decided, or drawn for certain, is just that. Anything else was judged by how it looks where the line ends.
        if value != 0 && !decided(value) {
            value -= game.hope(&pos);
        }
        Thought { rank, depth, deepest, value, win_in: insight.win_in(), nodes, time, fill, line }
    }

    /// Any legal move.
    fn random(&self, random: &mut Random) -> Option<Thought> {
        let moves = self.played.legal_moves();
        let text = moves.get(random.below(moves.len()))?.clone();
        let time = Duration::ZERO;
        Some(Thought {
            rank: 0,
            depth: 0,
            deepest: 0,
            value: 0,
            win_in: None,
            nodes: 0,
            time,
            fill: 0,
            line: vec![text],
        })
    }
}

impl<B: Brain> Mind for Searching<B> {
    fn look(
        &mut self,
        options: &Options,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), LookError> {
        let mut played = Played::<B>::open(options, position)?;
        for text in moves {
            played.play(played.turn(), text)?;
        }
        self.played = played;
        Ok(())
    }

    fn turn(&self) -> Player {
        self.played.turn()
    }

    fn think(
        &mut self,
        thinking: &Thinking,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Vec<Thought> {
        if self.played.result().is_some() {
            return Vec::new();
        }
        let mut random =
            Random::new(thinking.seed ^ self.played.game().key(self.played.position()));
        let (mut limits, mut lore) = (thinking.limits, None);
        let all = self.played.legal_moves().len();
        let ply = self.played.ply();
        let settled = ply >= self.played.game().opening();
        let mut tolerance = thinking.level.tolerance(if settled { ply.max(8) } else { ply });
        let mut lines = thinking.lines.max(if tolerance > 0 { SEVERAL / 2 } else { 1 });
        match thinking.level.manner_now(&self.played.game().slips(), &mut random) {
            Manner::Random => return self.random(&mut random).into_iter().collect(),
            Manner::Looks => {
                (limits.depth, lines) = (Some(1), lines.max(SEVERAL));
                tolerance = tolerance.max(level::AT_FIRST_SIGHT);
            }
            Manner::TwoPlies => limits.depth = Some(2),
            Manner::Nodes(each) => {
                let nodes = level::nodes(each, all);
                limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)))
            }
            Manner::Full => {
                // Who is short of time goes without, the first time.
                let hurried = limits.time.is_some() || limits.clock.is_some();
                lore = self.played.game().lore(&|| !hurried && !stop.load(Relaxed));
            }
        }
        let earlier = self.played.earlier_keys();
        let request = Request {
            brain: self.played.game(),
            pos: self.played.position(),
            history: &earlier,
            constants: B::CONSTANTS,
            lore,
            limits,
            lines,
            threads: thinking.threads,
            memory: &self.memory,
            stop,
        };
        let insights = search(&request, &mut |insight| {
            if insight.rank < thinking.lines {
                tell(&self.told(insight));
            }
        });
        let mut thoughts: Vec<Thought> =
            insights.iter().map(|insight| self.told(insight)).collect();
        if let Some(best) = insights.first() {
            // A win is never passed by, nor a loss chosen, for the sake of variety.
            let bar = best.value.saturating_sub(tolerance);
            let near = insights
                .iter()
                .take_while(|insight| insight.value >= bar && insight.win_in() == best.win_in())
                .count();
            thoughts.swap(0, random.below(near.max(1)));
        }
        thoughts
    }

    fn forget(&mut self) {
        self.memory.clear();
    }

    fn resize(&mut self, megabytes: usize) {
        self.memory = Memory::new(megabytes);
    }
}
