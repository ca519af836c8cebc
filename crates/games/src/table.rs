//! The erased edge: a game in progress that a server, a page or a terminal holds without knowing which game it is. It adds
//! what needs history: undo, repetition, claims, the move list.

use crate::{
    board::{Board, Path},
    games::GameKey,
    options::{self, Options},
    outcome::{Outcome, Reason},
    player::{Player, Viewer},
    record,
    rules::{Game, Info, MoveError, TextError},
    scene::{Mark, MarkKind, PieceKind, Report, Scene},
    text::{Language, Tell},
    with_game,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A move as something to point at: the cells one after the other, by any of the paths, then the choice if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gesture {
    /// The move as `Table::play` takes it.
    pub text: String,
    /// The move as players write it.
    pub notation: String,
    /// Every way to point at it, the plainest first.
    pub paths: Vec<Path>,
    /// What is chosen at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<PieceKind>,
}

/// All that one viewer may know of one moment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Moves played so far.
    pub ply: usize,
    /// Whose turn it is; nobody's once the game is over.
    pub turn: Option<Player>,
    /// The position as text, as far as the viewer knows it.
    pub position: String,
    /// What is on the board.
    pub scene: Scene,
    /// The last move, as far as the viewer knows it.
    pub last: Option<Report>,
    /// The viewer's own legal moves; none when it is not this viewer's turn.
    pub gestures: Vec<Gesture>,
    /// Keys of the draws that may be claimed now.
    pub claims: Vec<String>,
    /// The result, once there is one.
    pub result: Option<Outcome>,
}

/// What a move would bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The move as the game itself writes it, however it was typed.
    pub text: String,
    /// How the game would be over.
    pub result: Option<Outcome>,
}

/// A game in progress.
pub trait Table: Send + Sync {
    /// What the game tells of itself.
    fn info(&self) -> &'static Info;
    /// The options that are not the default.
    fn options(&self) -> Options;
    /// The geometry.
    fn board(&self) -> Board;
    /// Moves played so far.
    fn ply(&self) -> usize;
    /// Whose turn it is, or would be if the game were not over.
    fn turn(&self) -> Player;
    /// How it ended.
    fn result(&self) -> Option<Outcome>;
    /// The present for one viewer.
    fn snapshot(&self, viewer: Viewer) -> Snapshot;
    /// The moment after `ply` moves for one viewer; `None` if there were not so many.
    fn snapshot_at(&self, ply: usize, viewer: Viewer) -> Option<Snapshot>;
    /// The move list, with `None` for moves of which the viewer learns nothing.
    fn reports(&self, viewer: Viewer) -> Vec<Option<Report>>;
    /// The texts of all legal moves, sorted by bytes.
    fn legal_moves(&self) -> Vec<String>;
    /// The draws that may be claimed, as far as the viewer may know.
    fn claims(&self, viewer: Viewer) -> Vec<Reason>;
    /// Whether a player could still win by material.
    fn can_win(&self, player: Player) -> bool;

    /// What a move would bring, without playing it.
    fn after(&self, player: Player, text: &str) -> Result<Ahead, PlayError>;
    /// Plays a move.
    fn play(&mut self, player: Player, text: &str) -> Result<(), PlayError>;
    /// Claims a draw. A player may try although nothing was listed.
    fn claim(&mut self, player: Player) -> Result<Outcome, PlayError>;
    /// Ends the game for a reason that lies outside its rules. Does nothing to a game that is over.
    fn end(&mut self, outcome: Outcome);
    /// Takes the last move back, with whatever end followed from it. `false` if there was none.
    fn undo(&mut self) -> bool;
    /// An independent copy, to try something out.
    fn fork(&self) -> Box<dyn Table>;
    /// The game as its players write it down, after `headers`, as far as the viewer knows it.
    fn record(&self, headers: &[(String, String)], viewer: Viewer) -> String;
}

/// Why something was not done at a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// The other player is to move.
    NotYourTurn,
    /// The move is not legal.
    Move(#[from] MoveError),
    /// There is no draw to claim.
    NoClaim,
}

impl Tell for PlayError {
    fn tell(&self, language: Language) -> String {
        match (self, language) {
            (Self::Over(outcome), Language::English) => format!("the game is over: {outcome}"),
            (Self::Over(Outcome { score, reason }), Language::French) => {
                format!("la partie est finie : {score}, {}", reason.text.fr)
            }
            (Self::NotYourTurn, Language::English) => {
                "it is not your turn: wait for the other player's move".into()
            }
            (Self::NotYourTurn, Language::French) => {
                "ce n'est pas votre tour : attendez le coup de l'adversaire".into()
            }
            (Self::Move(error), _) => error.tell(language),
            (Self::NoClaim, Language::English) => {
                "there is no draw to claim in this position".into()
            }
            (Self::NoClaim, Language::French) => {
                "il n'y a pas de nulle à réclamer dans cette position".into()
            }
        }
    }
}

/// Sets up a game: from its start, or from a position text, which must not contradict the chosen options.
pub fn open(
    key: GameKey,
    chosen: &Options,
    position: Option<&str>,
) -> Result<Box<dyn Table>, TextError> {
    with_game!(key, |G| Ok(Box::new(Played::<G>::open(chosen, position)?)))
}

/// A game in progress whose type is known: what stands behind every `Table`.
#[derive(Clone)]
pub struct Played<G: Game> {
    game: G,
    /// The positions from the start on; one more than moves.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    /// How often each position has stood so far.
    times: HashMap<u64, u32>,
    ended: Option<Outcome>,
}

impl<G: Game> Played<G> {
    /// A game at its start position.
    pub fn new(game: G, start: G::Position) -> Self {
        let times = HashMap::from([(game.key(&start), 1)]);
        let mut played =
            Self { game, positions: vec![start], moves: Vec::new(), times, ended: None };
        played.ended = played.adjudicate();
        played
    }

    /// A game with chosen options, from its set-up or a position text.
    pub fn open(chosen: &Options, position: Option<&str>) -> Result<Self, TextError> {
        let (game, start) = match position {
            None => {
                let game: G = options::rulebook(chosen)?;
                let start = game.start();
                (game, start)
            }
            Some(text) => read_position(chosen, text)?,
        };
        Ok(Self::new(game, start))
    }

    /// The rulebook.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The present position.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("the start position is never removed")
    }

    /// How often the present position has stood.
    pub fn times(&self) -> u32 {
        self.times.get(&self.game.key(self.position())).copied().unwrap_or(1)
    }

    /// Keys of the positions before the present one, oldest first: what a search needs to see repetitions.
    pub fn earlier_keys(&self) -> Vec<u64> {
        self.positions[..self.ply()].iter().map(|pos| self.game.key(pos)).collect()
    }

    /// Plays a move that is known to be legal.
    pub fn make(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        self.game.play(&mut next, mv);
        *self.times.entry(self.game.key(&next)).or_insert(0) += 1;
        self.positions.push(next);
        self.moves.push(mv);
        self.ended = self.adjudicate();
    }

    /// The moves so far, each with the position before it.
    pub(crate) fn history(&self) -> impl Iterator<Item = (&G::Position, G::Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// The legal move that a player means.
    fn read(&self, player: Player, text: &str) -> Result<G::Move, PlayError> {
        if let Some(outcome) = self.ended {
            return Err(PlayError::Over(outcome));
        }
        if player != self.turn() {
            return Err(PlayError::NotYourTurn);
        }
        Ok(self.game.read_move(self.position(), text)?)
    }

    fn adjudicate(&self) -> Option<Outcome> {
        let pos = self.position();
        self.game.outcome(pos).or_else(|| self.game.drawn(pos, self.times()))
    }

    /// Once it is over, everybody may see everything.
    pub(crate) fn entitled(&self, viewer: Viewer) -> Viewer {
        if self.ended.is_some() { Viewer::Referee } else { viewer }
    }

    fn gestures(&self, pos: &G::Position) -> Vec<Gesture> {
        let mut moves = Vec::new();
        self.game.legal_moves(pos, &mut moves);
        let gesture = |mv: G::Move| Gesture {
            text: self.game.move_text(pos, mv),
            notation: self.game.notation(pos, mv),
            paths: self.game.clicks(pos, mv),
            choice: self.game.choice(pos, mv),
        };
        let mut gestures: Vec<_> = moves.into_iter().map(gesture).collect();
        gestures.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        gestures
    }
}

/// Reads a position text beside chosen options.
pub fn read_position<G: Game>(chosen: &Options, text: &str) -> Result<(G, G::Position), TextError> {
    // The text may complete options that do not fit together by themselves, so they are checked after reading.
    let asked: G = options::apply(chosen)?;
    let (game, pos) = asked.read(text)?;
    let said = options::all_options(&game);
    for (key, value) in
        options::all_options(&asked).iter().filter(|(key, _)| chosen.contains_key(*key))
    {
        if let Some((_, text)) = said.iter().find(|(other, text)| other == key && text != value) {
            let (key, chosen, text) = ((*key).into(), value.clone(), text.clone());
            return Err(TextError::Contradiction { key, chosen, text });
        }
    }
    game.check()?;
    Ok((game, pos))
}

impl<G: Game> Table for Played<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn options(&self) -> Options {
        options::chosen_options(&self.game)
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn turn(&self) -> Player {
        self.game.turn(self.position())
    }

    fn result(&self) -> Option<Outcome> {
        self.ended
    }

    fn snapshot(&self, viewer: Viewer) -> Snapshot {
        self.snapshot_at(self.ply(), viewer).expect("the present is part of the history")
    }

    fn snapshot_at(&self, ply: usize, viewer: Viewer) -> Option<Snapshot> {
        let pos = self.positions.get(ply)?;
        let viewer = self.entitled(viewer);
        let turn = self.game.turn(pos);
        let result = if ply == self.ply() { self.ended } else { None };
        let last = ply
            .checked_sub(1)
            .and_then(|n| self.game.report(&self.positions[n], self.moves[n], viewer));
        let mut scene = self.game.scene(pos, viewer);
        let touched = last.iter().flat_map(Report::touched);
        scene.marks.extend(touched.map(|at| Mark { at, kind: MarkKind::Last }));
        let may_move =
            result.is_none() && matches!(viewer, Viewer::Referee) | (viewer == Viewer::Seat(turn));
        Some(Snapshot {
            ply,
            turn: if result.is_none() { Some(turn) } else { None },
            position: self.game.view_text(pos, viewer),
            scene,
            last,
            gestures: if may_move { self.gestures(pos) } else { Vec::new() },
            claims: if ply == self.ply() {
                self.claims(viewer).iter().map(|claim| claim.key.to_owned()).collect()
            } else {
                Vec::new()
            },
            result,
        })
    }

    fn reports(&self, viewer: Viewer) -> Vec<Option<Report>> {
        let viewer = self.entitled(viewer);
        self.history().map(|(pos, mv)| self.game.report(pos, mv, viewer)).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.legal_moves(self.position(), &mut moves);
        let mut texts: Vec<_> =
            moves.into_iter().map(|mv| self.game.move_text(self.position(), mv)).collect();
        texts.sort_unstable();
        texts
    }

    fn claims(&self, viewer: Viewer) -> Vec<Reason> {
        // A list of claims would tell of a hidden clock.
        let told = !G::INFO.hidden || viewer == Viewer::Referee;
        if told && self.ended.is_none() {
            self.game.claims(self.position(), self.times())
        } else {
            Vec::new()
        }
    }

    fn can_win(&self, player: Player) -> bool {
        self.game.can_win(self.position(), player)
    }

    fn after(&self, player: Player, text: &str) -> Result<Ahead, PlayError> {
        let mv = self.read(player, text)?;
        let mut next = self.position().clone();
        self.game.play(&mut next, mv);
        let times = self.times.get(&self.game.key(&next)).copied().unwrap_or(0) + 1;
        let result = self.game.outcome(&next).or_else(|| self.game.drawn(&next, times));
        Ok(Ahead { text: self.game.move_text(self.position(), mv), result })
    }

    fn play(&mut self, player: Player, text: &str) -> Result<(), PlayError> {
        let mv = self.read(player, text)?;
        self.make(mv);
        Ok(())
    }

    fn claim(&mut self, _player: Player) -> Result<Outcome, PlayError> {
        if let Some(outcome) = self.ended {
            return Err(PlayError::Over(outcome));
        }
        let claims = self.game.claims(self.position(), self.times());
        let outcome = Outcome::draw(*claims.first().ok_or(PlayError::NoClaim)?);
        self.ended = Some(outcome);
        Ok(outcome)
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended.get_or_insert(outcome);
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        let key = self.game.key(self.position());
        if let Some(times) = self.times.get_mut(&key) {
            *times -= 1;
        }
        self.positions.pop();
        self.ended = self.adjudicate();
        true
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn record(&self, headers: &[(String, String)], viewer: Viewer) -> String {
        record::write(self, headers, viewer)
    }
}
