//! The conversation with one original program. It believes to speak with another of its kind: the host, who is Red, or the one who
//! joins, who is Blue. No sockets; time is an argument. `docs/protocols/katarenga-tcp.md`, sections 3, 5 and 7.

use super::{
    codec::{Half, Message, Mode, Place, numbers, quadrant_text},
    pace::{After, Pace, Waits},
};
use crate::played::{News, Played};
use damier_games::{Outcome, Player, Viewer, mosaic::Mosaic};
use damier_protocol::{Action, FromClient, FromServer, Happening};
use std::time::Instant;

/// What we are to the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The peer joins us, and is Blue.
    Host,
    /// We join the peer, who is Red and chooses the game.
    Join,
}

impl Role {
    /// The peer's side.
    pub fn peer(self) -> Player {
        match self {
            Self::Host => Player::Two,
            Self::Join => Player::One,
        }
    }
}

/// What is to be done after a message.
#[derive(Debug, Default, PartialEq)]
pub struct Step {
    /// What to ask of the server, in order.
    pub ask: Vec<FromClient>,
    /// The peer wants to play this: find a match, then say `seated`.
    pub find: Option<Mode>,
    /// The match that waits for somebody is to be taken back.
    pub withdraw: bool,
}

/// So many moves are undone before we have had enough.
const PATIENCE: u32 = 8;
/// Two cells of the border where nothing ever stands.
const LOCK: (Place, Place) = (Place(0, 4), Place(0, 5));

/// A peer and its match.
pub struct Conversation {
    role: Role,
    mode: Option<Mode>,
    played: Option<Played>,
    pace: Pace,
    waits: Waits,
    half: Option<Half>,
    chose: bool,
    configured: bool,
    tried: Option<(u64, Vec<Place>)>,
    violations: u32,
    /// A victory that the peer announced, and how long it may stand.
    claim: Option<(u8, Instant)>,
    /// Nothing more is heard; the connection ends then.
    closing: Option<Instant>,
}

fn number(side: Player) -> u8 {
    match side {
        Player::One => 1,
        Player::Two => 2,
    }
}

impl Conversation {
    /// A connection on which nothing was said.
    pub fn new(role: Role, waits: Waits) -> Self {
        Self {
            role,
            mode: None,
            played: None,
            pace: Pace::new(waits),
            waits,
            half: None,
            chose: false,
            configured: false,
            tried: None,
            violations: 0,
            claim: None,
            closing: None,
        }
    }

    /// The peer sits at this match now. As a host we say at once what is played: it waits until somebody looks for it.
    pub fn seated(&mut self, id: String, mode: Mode) -> Step {
        let played = Played::new(id);
        let watch = played.watch();
        (self.played, self.mode) = (Some(played), Some(mode));
        if self.role == Role::Host {
            self.pace.push(Message::GameMode(mode), After::Anything);
        }
        Step { ask: vec![watch], ..Step::default() }
    }

    /// Nobody can be found to play with, or there is no place.
    pub fn turn_away(&mut self, now: Instant) {
        self.say_goodbye(now);
    }

    /// The next message to send now.
    pub fn pop(&mut self, now: Instant) -> Option<Message> {
        let message = self.pace.pop(now)?;
        if let (Message::Victory(_), Some(closing)) = (&message, &mut self.closing) {
            // A close that comes with it would hide the result.
            *closing = (*closing).max(now + self.waits.linger);
        }
        Some(message)
    }

    /// When to look again by itself.
    pub fn wake_at(&self) -> Option<Instant> {
        let claim = self.claim.as_ref().map(|(_, until)| *until);
        let closing = self.closing.filter(|_| self.pace.is_empty());
        [self.pace.due(), claim, closing].into_iter().flatten().min()
    }

    /// Whether the connection is to be ended.
    pub fn is_finished(&self, now: Instant) -> bool {
        self.pace.is_empty() && self.closing.is_some_and(|at| at <= now)
    }

    /// Time has passed.
    pub fn wake(&mut self, now: Instant) -> Step {
        match self.claim {
            Some((winner, until)) if until <= now => {
                self.claim = None;
                self.dispute(winner, now)
            }
            _ => Step::default(),
        }
    }

    /// The connection is gone, or cannot be understood any more.
    pub fn lost(&mut self, now: Instant) -> Step {
        self.pace.clear();
        self.closing = Some(now);
        self.give_up()
    }

    /// Whoever cannot be talked to gets the one message that ends every original program's game.
    pub fn cheat(&mut self, now: Instant) -> Step {
        self.say_goodbye(now);
        self.give_up()
    }

    fn say_goodbye(&mut self, now: Instant) {
        self.pace.clear();
        self.pace.push(Message::Disconnect, After::Anything);
        self.closing = Some(now);
        self.claim = None;
    }

    fn give_up(&self) -> Step {
        match &self.played {
            Some(played) if played.is_over() => Step::default(),
            Some(played) if played.followed().is_some() => {
                Step { ask: vec![played.forfeit()], ..Step::default() }
            }
            Some(_) => Step { withdraw: true, ..Step::default() },
            None => Step::default(),
        }
    }

    /// The peer says something.
    pub fn receive(&mut self, message: Message, now: Instant) -> Step {
        if message == Message::Disconnect {
            return self.lost(now);
        }
        if self.closing.is_some() && !matches!(message, Message::Victory(_)) {
            return Step::default();
        }
        self.pace.heard(&message, now);
        match message {
            Message::GameMode(mode) if self.role == Role::Join && self.mode.is_none() => {
                self.mode = Some(mode);
                self.pace.push(Message::GameModeConfirm(mode), After::Anything);
                Step { find: Some(mode), ..Step::default() }
            }
            Message::QuadrantConfig { half, .. } if self.half.is_none() => {
                if half.iter().any(|quarter| quadrant_text(quarter).is_none()) {
                    return self.cheat(now);
                }
                self.half = Some(half);
                self.advance()
            }
            Message::GameStart if self.role == Role::Join => {
                self.pace.push(Message::GameStartConfirm, After::Anything);
                Step::default()
            }
            Message::Move { from, to, player } => self.moved(vec![from, to], player, now),
            Message::Placement { position, player } => self.moved(vec![position], player, now),
            Message::Victory(winner) => self.announced(winner, now),
            _ => Step::default(),
        }
    }

    fn announced(&mut self, winner: u8, now: Instant) -> Step {
        self.pace.push(Message::VictoryReceived(winner), After::Anything);
        // The move that won may have come in the same breath: our own rules have not spoken yet.
        if self.closing.is_none() {
            self.claim = Some((winner, now + self.waits.claim));
        }
        Step::default()
    }

    /// Our rules do not agree with an announced winner. They count; but the original plays no further.
    fn dispute(&mut self, winner: u8, now: Instant) -> Step {
        tracing::info!(winner, "a peer announced a victory that our rules do not see");
        match &self.played {
            Some(played) if played.followed().is_some() && winner == number(!self.role.peer()) => {
                Step { ask: vec![played.act(Action::Resign)], ..Step::default() }
            }
            _ => self.cheat(now),
        }
    }

    /// The peer has moved, whether it may or not: the original checks nothing.
    fn moved(&mut self, places: Vec<Place>, player: u8, now: Instant) -> Step {
        let own = number(self.role.peer());
        let Some((played, mode)) = self.played.as_mut().zip(self.mode) else {
            return Step::default();
        };
        if played.is_over() {
            return Step::default();
        }
        let words = if mode == Mode::Isolation { 1 } else { 2 };
        let text: Option<String> = places.iter().map(|place| place.name()).collect();
        let legal = text.filter(|text| {
            let fits = places.len() == words && (player == own || player == 0);
            let table = played.followed().map(|match_| match_.table());
            fits && self.configured
                && played.my_turn()
                && table.is_some_and(|table| table.legal_moves().contains(text))
        });
        match legal {
            Some(text) => {
                let (request, attempt) = played.play(text);
                self.tried = Some((attempt, places));
                Step { ask: vec![request], ..Step::default() }
            }
            None => self.refuse(&places, now),
        }
    }

    /// In Katarenga a move can be undone; in the other games nothing can be said against it.
    fn refuse(&mut self, places: &[Place], now: Instant) -> Step {
        self.violations += 1;
        let on_grid = places.iter().all(|place| place.0 <= 9 && place.1 <= 9);
        let undone = self.mode == Some(Mode::Katarenga) && self.configured && on_grid;
        if !undone || self.violations > PATIENCE {
            return self.cheat(now);
        }
        for place in places {
            let placement = Message::Placement { position: *place, player: self.stands(*place) };
            self.pace.push(placement, After::Shown);
        }
        // Each placement gives the peer the turn; if it is not the peer's, the lock takes it away again.
        if !self.played.as_ref().is_some_and(Played::my_turn) {
            let lock =
                Message::Move { from: LOCK.0, to: LOCK.1, player: number(!self.role.peer()) };
            self.pace.push(lock, After::Begun);
        }
        Step::default()
    }

    /// Whose pawn stands there: 0 for nobody's.
    fn stands(&self, place: Place) -> u8 {
        let Some(match_) = self.played.as_ref().and_then(Played::followed) else { return 0 };
        let cell = place.name().and_then(|name| match_.table().board().find(&name));
        let pieces = match_.table().snapshot(Viewer::Spectator).scene.pieces;
        let piece = pieces.iter().find(|piece| Some(piece.at) == cell);
        piece.map_or(0, |piece| number(piece.piece.owner))
    }

    /// The server says something.
    pub fn hear(&mut self, message: &FromServer, now: Instant) -> Step {
        let Some(played) = &mut self.played else { return Step::default() };
        match message {
            FromServer::Closing => {
                self.say_goodbye(now);
                return Step::default();
            }
            FromServer::Withdrawn { id } if *id == played.id && played.followed().is_none() => {
                self.say_goodbye(now);
                return Step::default();
            }
            FromServer::Refused { about: Some(about), .. } => {
                let places = self.tried.take_if(|(attempt, _)| attempt.to_string() == *about);
                return places.map_or_else(Step::default, |(_, places)| self.refuse(&places, now));
            }
            _ => {}
        }
        match played.take(message) {
            News::Nothing => Step::default(),
            News::Again => Step { ask: vec![played.watch()], ..Step::default() },
            News::State if played.is_over() => self.ended(now),
            News::State => self.advance(),
            News::Happened(events) => self.happened(&events, now),
        }
    }

    /// The quarters: ours are known once both have chosen.
    fn advance(&mut self) -> Step {
        let Some(played) = &self.played else { return Step::default() };
        let Some(match_) = played.followed() else { return Step::default() };
        if match_.state.chosen.is_some() {
            let Some(half) = self.half.filter(|_| !self.chose) else { return Step::default() };
            self.chose = true;
            let quadrants = half.iter().filter_map(quadrant_text).collect();
            let choose = FromClient::Choose { id: played.id.clone(), quadrants };
            return Step { ask: vec![choose], ..Step::default() };
        }
        if !self.configured {
            self.configured = true;
            let board = match_.state.options.get("board").and_then(|text| text.parse().ok());
            let quarters = board.unwrap_or_else(Mosaic::default).quadrants();
            let [left, right] = match self.role {
                Role::Host => [&quarters[0], &quarters[1]],
                Role::Join => [&quarters[2], &quarters[3]],
            };
            let half = [numbers(left), numbers(right)];
            let host = self.role == Role::Host;
            self.pace.push(Message::QuadrantConfig { host, half }, After::Agreed);
            if host {
                self.pace.push(Message::GameStart, After::Configs);
            }
        }
        Step::default()
    }

    fn happened(&mut self, events: &[Happening], now: Instant) -> Step {
        let mut step = Step::default();
        for event in events {
            match event {
                Happening::Begun { .. } => step.ask.extend(self.advance().ask),
                Happening::Played { by, text: Some(text), .. } if *by != self.role.peer() => {
                    self.show_move(text, number(*by));
                }
                Happening::Ended { .. } => step.ask.extend(self.ended(now).ask),
                other => {
                    let no = self.played.as_ref().and_then(|played| played.decline(other));
                    step.ask.extend(no);
                }
            }
        }
        step
    }

    fn show_move(&mut self, text: &str, player: u8) {
        if self.mode == Some(Mode::Isolation) {
            if let Some(position) = Place::of_name(text) {
                self.pace.push(Message::Placement { position, player }, After::Begun);
            }
            return;
        }
        let places = text.split_at_checked(2);
        let places = places.and_then(|(from, to)| Place::of_name(from).zip(Place::of_name(to)));
        let Some((from, to)) = places else { return };
        self.pace.push(Message::Move { from, to, player }, After::Begun);
        if self.mode == Some(Mode::Katarenga) {
            // The hand-over: it writes what the move writes, and gives the turn, which the move does not.
            self.pace.push(Message::Placement { position: to, player }, After::Anything);
        }
    }

    fn ended(&mut self, now: Instant) -> Step {
        let match_ = self.played.as_ref().and_then(Played::followed);
        let outcome = match_.and_then(|match_| {
            let reasons = match_.table().info().reasons;
            match_.state.result.as_deref().and_then(|text| Outcome::read(text, reasons))
        });
        let winner = outcome.and_then(|outcome| outcome.winner()).map(number);
        let known = self.claim.take().map(|(winner, _)| winner);
        match winner {
            Some(winner) if known == Some(winner) => {}
            Some(winner) => self.pace.push(Message::Victory(winner), After::Anything),
            // There is no word for a draw, nor for a match that was called off.
            None => self.pace.push(Message::Disconnect, After::Anything),
        }
        self.closing = Some(now + self.waits.linger);
        Step::default()
    }
}
