//! One player's side of a game of Pawn Hub: all of message 30. No sockets; time is an argument. Sections 5, 6, 7 and 9.

use super::codec::{GameRequest, Mode};
use crate::played::{News, Played};
use damier_games::{
    Outcome, Player,
    board::Board,
    outcome::Score,
    scene::{PieceKind, Standing},
    table::Snapshot,
};
use damier_protocol::{Action, FromClient, FromServer, Happening};
use std::collections::VecDeque;

/// So many premoves are kept.
const PREMOVES: usize = 16;

/// What the client's clock shows before each move where none was agreed: 99 minutes.
const NO_CLOCK: i64 = 5_940_000;

/// What is to be done after a message.
#[derive(Debug, Default, PartialEq)]
pub struct Step {
    /// Messages to the client, in order.
    pub say: Vec<String>,
    /// What to ask of the server, in order.
    pub ask: Vec<FromClient>,
    /// The game is over for this client.
    pub over: bool,
}

/// A game of a client.
pub struct Game {
    mode: Mode,
    played: Played,
    /// Whether the client was asked for a move and has not answered.
    asked: bool,
    /// The move that waits for the choice of a piece.
    promotion: Option<String>,
    premoves: VecDeque<String>,
    tried: Option<u64>,
    gave_up: bool,
}

fn colour(side: Player) -> &'static str {
    match side {
        Player::One => "white",
        Player::Two => "black",
    }
}

impl Game {
    /// The game of a match of which nothing is known yet; watch it.
    pub fn new(mode: Mode, id: String) -> (Self, FromClient) {
        let played = Played::new(id);
        let watch = played.watch();
        let game = Self {
            mode,
            played,
            asked: false,
            promotion: None,
            premoves: VecDeque::new(),
            tried: None,
            gave_up: false,
        };
        (game, watch)
    }

    /// The match.
    pub fn id(&self) -> &str {
        &self.played.id
    }

    /// The client is gone: lost.
    pub fn forfeit(&self) -> Option<FromClient> {
        (!self.played.is_over()).then(|| self.played.forfeit())
    }

    /// The client sends something.
    pub fn receive(&mut self, request: GameRequest, now: i64) -> Step {
        match request {
            GameRequest::GiveUp if !self.gave_up && self.played.followed().is_some() => {
                self.gave_up = true;
                Step { ask: vec![self.played.act(Action::Resign)], ..Step::default() }
            }
            GameRequest::Forget => {
                self.premoves.clear();
                Step::default()
            }
            GameRequest::Move { colour, squares } => self.moved(colour, squares, now),
            GameRequest::Promote(letter) => self.promoted(letter),
            GameRequest::GiveUp => Step::default(),
        }
    }

    fn moved(&mut self, letter: char, squares: Option<String>, now: i64) -> Step {
        // Anyone may name the other colour; nobody moves for it.
        let own = self.played.side().is_some_and(|side| colour(side).starts_with(letter));
        let squares = squares.filter(|_| own);
        if self.asked {
            self.asked = false;
            self.premoves.clear();
            return match squares {
                Some(squares) => self.try_move(&squares, now),
                None => self.ask_move(now),
            };
        }
        let waits = self.played.followed().is_some() && !self.played.my_turn();
        if let Some(squares) = squares.filter(|_| waits && self.premoves.len() < PREMOVES) {
            self.premoves.push_back(squares);
        }
        Step::default()
    }

    fn try_move(&mut self, squares: &str, now: i64) -> Step {
        let Some(match_) = self.played.followed() else { return Step::default() };
        let snapshot = match_.snapshot();
        let texts: Vec<&str> = snapshot.gestures.iter().map(|move_| move_.text.as_str()).collect();
        if texts.contains(&squares) {
            return self.play(squares.to_owned());
        }
        if texts.iter().any(|text| text.starts_with(squares)) {
            let mut say = boards(
                &advanced(&snapshot, &match_.table().board(), squares),
                &match_.table().board(),
                snapshot.ply + 1,
            );
            say.push("30~Pplease".into());
            self.promotion = Some(squares.to_owned());
            return Step { say, ..Step::default() };
        }
        self.ask_move(now)
    }

    fn promoted(&mut self, letter: char) -> Step {
        let Some(squares) = self.promotion.take() else { return Step::default() };
        match letter {
            'q' | 'b' | 'r' => self.play(format!("{squares}{letter}")),
            'h' => self.play(format!("{squares}n")),
            _ => {
                self.promotion = Some(squares);
                Step { say: vec!["30~Pplease".into()], ..Step::default() }
            }
        }
    }

    fn play(&mut self, text: String) -> Step {
        let (request, attempt) = self.played.play(text);
        self.tried = Some(attempt);
        Step { ask: vec![request], ..Step::default() }
    }

    /// The clock first: without it the client loses at once.
    fn ask_move(&mut self, now: i64) -> Step {
        self.asked = true;
        self.premoves.clear();
        Step { say: vec![self.clock(now), "30~Agimme".into()], ..Step::default() }
    }

    fn clock(&self, now: i64) -> String {
        let side = self.played.side().unwrap_or(Player::One);
        let clock = self.played.followed().and_then(|match_| match_.clock(now));
        // Zero makes the client give up at once, and so does a negative clock once it is asked: our own clock decides that.
        format!("30~C{}", clock.map_or(NO_CLOCK, |both| both[side.index()].max(1)))
    }

    /// The server says something.
    pub fn hear(&mut self, message: &FromServer, now: i64) -> Step {
        if let FromServer::Refused { about: Some(about), .. } = message {
            let own = self.tried.take_if(|attempt| attempt.to_string() == *about).is_some();
            return if own && self.played.my_turn() { self.ask_move(now) } else { Step::default() };
        }
        let known = self.played.followed().is_some();
        match self.played.take(message) {
            News::Nothing => Step::default(),
            News::Again => Step { ask: vec![self.played.watch()], ..Step::default() },
            News::State => {
                let mut step = Step::default();
                if !known {
                    step.say = self.opening(now);
                }
                if self.played.is_over() {
                    self.end(&mut step);
                } else {
                    self.turn(&mut step, now);
                }
                step
            }
            News::Happened(events) => self.happened(&events, now),
        }
    }

    fn opening(&self, now: i64) -> Vec<String> {
        let Some((match_, side)) = self.played.followed().zip(self.played.side()) else {
            return Vec::new();
        };
        let mut say = vec![
            "30~Fgarbage".to_owned(),
            format!("30~G{}", self.mode.name()),
            format!("30~X{}", colour(side)),
            "30~Ustart".to_owned(),
        ];
        let board = match_.table().board();
        if !board.zones.is_empty() {
            say.push("30~Ualice".into());
        }
        say.extend(boards(&match_.snapshot(), &board, match_.ply()));
        say.push(self.clock(now));
        say
    }

    /// The number of the turn, and the question to whoever moves.
    fn turn(&mut self, step: &mut Step, now: i64) {
        let Some(match_) = self.played.followed() else { return };
        step.say.push(format!("30~T{}", match_.ply() + 1));
        if !self.played.my_turn() || self.gave_up {
            return;
        }
        let next = match self.premoves.pop_front() {
            Some(squares) => {
                step.say.push("30~Dwaw".into());
                self.try_move(&squares, now)
            }
            None => self.ask_move(now),
        };
        step.say.extend(next.say);
        step.ask.extend(next.ask);
    }

    fn happened(&mut self, events: &[Happening], now: i64) -> Step {
        let mut step = Step::default();
        for event in events {
            match event {
                Happening::Played { by, .. } => {
                    if self.played.side() == Some(*by) {
                        step.say.push("30~Lwaw".into());
                    }
                    if let Some(match_) = self.played.followed() {
                        let board = match_.table().board();
                        step.say.extend(boards(&match_.snapshot(), &board, match_.ply()));
                    }
                    if !self.played.is_over() {
                        self.turn(&mut step, now);
                    }
                }
                Happening::Ended { .. } => self.end(&mut step),
                other => step.ask.extend(self.played.decline(other)),
            }
        }
        step
    }

    fn end(&mut self, step: &mut Step) {
        step.over = true;
        if self.gave_up {
            return;
        }
        let Some((match_, side)) = self.played.followed().zip(self.played.side()) else { return };
        let reasons = match_.table().info().reasons;
        let outcome = match_.state.result.as_deref().and_then(|text| Outcome::read(text, reasons));
        let by_rules = |outcome: &Outcome| reasons.contains(&outcome.reason);
        step.say.push(match outcome {
            Some(outcome) => match outcome.score {
                Score::Win(winner) if winner != side || by_rules(&outcome) => {
                    format!("30~U{}", colour(winner))
                }
                Score::Win(_) => "30~Usurrend".into(),
                Score::Draw | Score::Void => "30~Ustalemate".into(),
            },
            None => "30~Ustalemate".into(),
        });
    }
}

/// The moment with the pawn on the last row, before its player has chosen what it becomes.
fn advanced(snapshot: &Snapshot, board: &Board, squares: &str) -> Snapshot {
    let (from, to) = squares.split_at(2);
    let mut shown = snapshot.clone();
    let name = |piece: &Standing| board.cell(piece.at).name.clone();
    let start = shown.scene.pieces.iter().find(|piece| name(piece).ends_with(from)).copied();
    if let Some(mut pawn) = start {
        let target = format!("{}{to}", name(&pawn).trim_end_matches(from));
        shown.scene.pieces.retain(|piece| *piece != pawn && name(piece) != target);
        if let Some(cell) = board.find(&target) {
            pawn.at = cell;
            shown.scene.pieces.push(pawn);
        }
    }
    shown
}

/// The boards of a moment, each followed by the number of the turn.
fn boards(snapshot: &Snapshot, board: &Board, turn: usize) -> Vec<String> {
    let turn = format!("30~T{turn}");
    if board.zones.is_empty() {
        return vec![format!("30~B{}", board_text(snapshot, board, "")), turn];
    }
    let one = format!("30~B1{}", board_text(snapshot, board, "A:"));
    let two = format!("30~B2{}", board_text(snapshot, board, "B:"));
    vec![one, turn.clone(), two, turn]
}

/// Piece, column and row of White's, then of Black's, on the board of that name.
fn board_text(snapshot: &Snapshot, board: &Board, zone: &str) -> String {
    let mut text = String::new();
    for (side, end) in [(Player::One, '!'), (Player::Two, '#')] {
        for standing in snapshot.scene.pieces.iter().filter(|piece| piece.piece.owner == side) {
            let Some(square) = board.cell(standing.at).name.strip_prefix(zone) else { continue };
            text.push(letter(standing.piece.kind));
            text.push_str(&square.to_ascii_uppercase());
        }
        text.push(end);
    }
    text
}

fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Rook => 'r',
        PieceKind::Knight => 'h',
        PieceKind::Bishop => 'b',
        PieceKind::Queen => 'q',
        PieceKind::King => 'k',
        _ => 'p',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, Viewer, open, options::Options};

    fn shown(game: GameKey, viewer: Viewer) -> Vec<String> {
        let table = open(game, &Options::default(), None).unwrap();
        boards(&table.snapshot(viewer), &table.board(), 0)
    }

    /// White's and Black's triples of a board.
    fn triples(text: &str) -> [Vec<&str>; 2] {
        let (white, rest) = text.strip_prefix("30~B").unwrap().split_once('!').unwrap();
        let black = rest.strip_suffix('#').unwrap();
        [white, black].map(|side| (0..side.len() / 3).map(|n| &side[n * 3..n * 3 + 3]).collect())
    }

    #[test]
    fn boards_of_the_fact_sheet() {
        let classic = shown(GameKey::Chess, Viewer::Spectator);
        assert_eq!(classic.len(), 2);
        let [white, black] = triples(&classic[0]);
        assert_eq!((white.len(), black.len()), (16, 16));
        for piece in ["rA1", "hB1", "bC1", "qD1", "kE1", "pH2"] {
            assert!(white.contains(&piece), "{piece}");
        }
        assert!(black.contains(&"kE8") && black.contains(&"pA7"));
        // Horde: 150 bytes, hence two frames.
        let horde = shown(GameKey::Horde, Viewer::Spectator);
        assert_eq!(horde[0].len(), 150);
        assert_eq!(super::super::codec::write(&horde[0]).len(), 300);
        let [white, black] = triples(&horde[0]);
        assert_eq!((white.len(), black.len()), (16, 32));
        // Dark: nothing of the enemy at the start.
        assert!(shown(GameKey::Dark, Viewer::Seat(Player::One))[0].ends_with("!#"));
        assert!(shown(GameKey::Dark, Viewer::Seat(Player::Two))[0].starts_with("30~B!"));
        // Alice: two boards, the second empty.
        let alice = shown(GameKey::Alice, Viewer::Spectator);
        assert!(alice[0].starts_with("30~B1"), "{}", alice[0]);
        assert_eq!(alice[2], "30~B2!#");
        assert_eq!(alice.len(), 4);
    }
}
