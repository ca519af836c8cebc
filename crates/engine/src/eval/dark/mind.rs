//! The computer player of Dark chess. Whatever position it is given, it keeps only what the player to move has seen of it.

use super::{
    belief::Belief,
    choice::{Budget, Chooser, Found, first_sight},
    notes::Observer,
};
use crate::{
    brain::{Brain, WIN, decided},
    level::{self, Manner},
    mind::{LookError, Mind, Searching, Thinking, Thought},
    random::Random,
    search::Memory,
};
use damier_games::{
    Game, Player, Rules, Table,
    chessboard::{player, san},
    dark::{Dark, View},
    options::{self, Options},
    rules::{MoveError, TextError},
    table::{PlayError, Played},
    text::{Text, excerpt},
};
use shakmaty::Move;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use web_time::Instant;

/// A player who guesses what the fog hides.
pub struct Guessing {
    observer: Observer,
    /// Whether views are given one by one, so that own moves must be found out.
    piecemeal: bool,
    /// Everybody knows when the game has ended.
    over: bool,
    turn: Player,
    /// The move that it chose last.
    meant: Option<Move>,
    belief: Option<(u64, Belief)>,
    memory: Memory,
    megabytes: usize,
    /// Somebody who sees everything, for measurements.
    seeing: Option<Searching<Dark>>,
}

/// How many guesses a player of full strength keeps.
const GUESSES: usize = 6_000;
/// And how many of them it may try its moves on.
const SAMPLES: usize = 256;
/// Searches of imagined positions are short: more memory would only be slower.
const MEGABYTES: usize = 16;

impl Guessing {
    /// At the start of a game with default options.
    pub fn new(megabytes: usize) -> Self {
        let game = Dark::default();
        let mut observer = Observer::new(game.clone(), Player::One);
        observer.see(game.observe(&game.start(), Player::One));
        Self {
            observer,
            piecemeal: false,
            over: false,
            turn: Player::One,
            meant: None,
            belief: None,
            memory: Memory::new(megabytes.min(MEGABYTES)),
            megabytes,
            seeing: None,
        }
    }

    /// Takes up what is now known; what was believed stays if it is only more of the same.
    fn learn(&mut self, observer: Observer) {
        let same = self.observer.game() == observer.game()
            && self.observer.player() == observer.player()
            && observer.notes().starts_with(self.observer.notes());
        if !same {
            self.belief = None;
            self.meant = None;
        }
        self.observer = observer;
    }

    fn look_at_view(
        &mut self,
        options: &Options,
        text: &str,
        moves: &[&str],
    ) -> Result<(), LookError> {
        let game: Dark = options::rulebook(options).map_err(TextError::from)?;
        let (viewer, view) = read_view(&game, text)?;
        let turn = player(view.turn);
        let mut observer = if self.piecemeal
            && self.observer.player() == viewer
            && *self.observer.game() == game
        {
            self.observer.clone()
        } else {
            Observer::new(game, viewer)
        };
        let own_moves = own_moves(&view, viewer, moves)?;
        observer.see_again(view, self.meant);
        own_moves.iter().for_each(|&mv| observer.play(mv));
        self.learn(observer);
        self.turn = if own_moves.is_empty() { turn } else { !turn };
        (self.piecemeal, self.over) = (true, false);
        Ok(())
    }

    /// Catches up with what was seen since it last thought.
    fn believe(&mut self, seed: u64, most: usize, end: Option<Instant>, stop: &AtomicBool) {
        let known = self.belief.take().filter(|(sown, _)| *sown == seed);
        let (_, mut belief) = known.unwrap_or_else(|| (seed, Belief::new(&self.observer, seed)));
        let started = Instant::now();
        let half = end.map(|end| started + end.saturating_duration_since(started) / 2);
        let halt = || stop.load(Relaxed);
        let late = || halt() || half.is_some_and(|half| Instant::now() >= half);
        belief.catch_up(&self.observer, most, &late, &halt);
        self.belief = Some((seed, belief));
    }
}

/// All that the player to move has seen in a game. The only place where a position is looked at, and it is let go here.
fn witness(played: &Played<Dark>, start: Played<Dark>, moves: &[&str]) -> Observer {
    let game = played.game();
    let viewer = played.turn();
    let mut observer = Observer::new(game.clone(), viewer);
    let mut past = start;
    observer.see(game.observe(past.position(), viewer));
    for text in moves {
        let pos = past.position();
        let Ok(mv) = game.read_move(pos, text) else { break };
        if game.turn(pos) == viewer {
            observer.play(mv);
        }
        past.make(mv);
        observer.see(game.observe(past.position(), viewer));
    }
    observer
}

/// A view string, and whose view it is: of the player to move, unless it can only be the other one's.
fn read_view(game: &Dark, text: &str) -> Result<(Player, View), TextError> {
    let turn = player(View::read(text, Player::One)?.turn);
    for viewer in [turn, !turn] {
        let view = View::read(text, viewer)?;
        if game.can_be(&view, viewer) {
            return Ok((viewer, view));
        }
    }
    let expected = Text::new(
        "a view in which the king of one side is there and just what its pieces see",
        "une vue où figure le roi d'un camp et juste ce que voient ses pièces",
    );
    Err(TextError::expected(text, expected))
}

/// The moves after a view: one at the most, since what the other player does is not told.
fn own_moves(view: &View, viewer: Player, texts: &[&str]) -> Result<Vec<Move>, LookError> {
    let mut legal = Vec::new();
    if player(view.turn) == viewer {
        view.legal_moves(&mut legal);
    }
    let mut read = Vec::new();
    for text in texts {
        if !read.is_empty() || legal.is_empty() {
            return Err(PlayError::NotYourTurn.into());
        }
        let mv = san::read(text, &legal)
            .ok_or_else(|| PlayError::from(MoveError { found: excerpt(text), why: None }))?;
        read.push(mv);
    }
    Ok(read)
}

/// Whether a text is of a view and not of a whole position: the half-move clock is hidden.
fn is_view(text: &str) -> bool {
    text.contains('?')
}

impl Mind for Guessing {
    fn look(
        &mut self,
        options: &Options,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), LookError> {
        if let Some(text) = position.filter(|text| is_view(text)) {
            return self.look_at_view(options, text, moves);
        }
        if let Some(seeing) = &mut self.seeing {
            seeing.look(options, position, moves)?;
        }
        let start = Played::<Dark>::open(options, position)?;
        let mut played = start.clone();
        for text in moves {
            played.play(played.turn(), text)?;
        }
        let observer = witness(&played, start, moves);
        self.learn(observer);
        self.turn = played.turn();
        (self.piecemeal, self.over) = (false, played.result().is_some());
        Ok(())
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn think(
        &mut self,
        thinking: &Thinking,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Vec<Thought> {
        if let Some(seeing) = self.seeing.as_mut().filter(|_| !self.piecemeal) {
            return seeing.think(thinking, stop, tell);
        }
        let Some(view) = self.observer.present().cloned().filter(|_| !self.over) else {
            return Vec::new();
        };
        let mut random = Random::new(thinking.seed ^ u64::from(view.number) << 32);
        let limits = &thinking.limits;
        let started = Instant::now();
        let mut budget = Budget {
            started,
            end: limits.usual_end(started),
            nodes: limits.nodes,
            depth: limits.depth,
            samples: SAMPLES,
        };
        let mut most = GUESSES;
        let mut sight = false;
        match thinking.level.manner_now(&self.observer.game().slips(), &mut random) {
            Manner::Random => {
                let mut moves = Vec::new();
                view.legal_moves(&mut moves);
                let any = moves.get(random.below(moves.len()));
                self.meant = any.copied();
                return any.map(|&mv| told(0, mv, 0, &nothing(started))).into_iter().collect();
            }
            Manner::Looks => (sight, most) = (true, 32),
            Manner::TwoPlies => {
                (budget.depth, budget.samples, most) = (Some(2), 1, 64);
            }
            Manner::Nodes(each) => {
                let mut moves = Vec::new();
                view.legal_moves(&mut moves);
                let nodes = level::nodes(each, moves.len());
                budget.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
                most = (nodes as usize / 20).clamp(100, GUESSES / 3);
            }
            Manner::Full => {}
        }
        self.believe(thinking.seed, most, budget.end, stop);
        let guesses = self.belief.as_ref().map_or(&[][..], |(_, belief)| belief.guesses());
        let game = self.observer.game();
        let found = if sight {
            let guess = guesses.get(random.below(guesses.len()));
            let moves = first_sight(game, &view, guess);
            Found { moves, depth: 1, nodes: 1, time: started.elapsed() }
        } else {
            let played = self.observer.played_from(&view);
            let chooser = Chooser::new(game, &view, guesses, &played, &self.memory, stop, budget);
            chooser.choose(&mut random, &mut |found| {
                for (rank, &(mv, value)) in found.moves.iter().take(thinking.lines).enumerate() {
                    tell(&told(rank, mv, value, found));
                }
            })
        };
        let ply = 2 * view.number.saturating_sub(1) as usize;
        let tolerance = thinking.level.tolerance(ply);
        let bar = found.moves.first().map_or(0, |best| best.1.saturating_sub(tolerance));
        let near = found.moves.iter().take_while(|(_, value)| *value >= bar).count();
        let chosen = random.below(near);
        let mut thoughts: Vec<Thought> = (found.moves.iter().enumerate())
            .map(|(rank, &(mv, value))| told(rank, mv, value, &found))
            .collect();
        self.meant = found.moves.get(chosen).map(|&(mv, _)| mv);
        if !thoughts.is_empty() {
            thoughts.swap(0, chosen);
        }
        thoughts.truncate(thinking.lines.max(1));
        thoughts
    }

    fn forget(&mut self) {
        let all = self.seeing.is_some();
        *self = Self::new(self.megabytes);
        self.reveal(all);
    }

    fn resize(&mut self, megabytes: usize) {
        self.megabytes = megabytes;
        self.memory = Memory::new(megabytes.min(MEGABYTES));
        if let Some(seeing) = &mut self.seeing {
            seeing.resize(megabytes);
        }
    }

    fn reveal(&mut self, all: bool) {
        self.seeing = all.then(|| Searching::new(self.megabytes));
    }
}

fn nothing(started: Instant) -> Found {
    Found { moves: Vec::new(), depth: 0, nodes: 0, time: started.elapsed() }
}

/// For people and protocols. No answer is told: what the opponent can play is not known.
fn told(rank: usize, mv: Move, value: i32, found: &Found) -> Thought {
    Thought {
        rank,
        depth: found.depth,
        deepest: found.depth,
        value,
        win_in: decided(value).then(|| (WIN - value.abs()) * value.signum()),
        nodes: found.nodes,
        time: found.time,
        fill: 0,
        line: vec![san::uci(&mv)],
    }
}
