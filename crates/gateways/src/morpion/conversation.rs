//! One player's side of a game of Morpion: what a datagram means now, and what the server's news are in this protocol. No sockets.

use super::codec::{Cell, Grid, QUIT, Request, texts};
use crate::played::{News, Played};
use damier_games::{GameKey, Outcome, Player, Viewer, options::Options, outcome::Score};
use damier_protocol::{Action, FromClient, FromServer, Happening, TimeControl};

/// What is to be done after a message.
#[derive(Debug, Default, PartialEq)]
pub struct Step {
    /// Datagrams to the player, in order.
    pub say: Vec<String>,
    /// What to ask of the server, in order.
    pub ask: Vec<FromClient>,
    /// A match that waits for somebody is to be taken back; if somebody sits there already, that is asked instead, and nothing else
    /// of an end.
    pub withdraw: Option<(String, FromClient)>,
    /// The player is to be forgotten.
    pub over: bool,
}

impl Step {
    fn say(text: impl Into<String>) -> Self {
        Self { say: vec![text.into()], ..Self::default() }
    }
}

/// A player of this protocol in a match.
pub struct Conversation {
    name: String,
    /// Whether the original client speaks: it waits for a word after the end.
    tagged: bool,
    played: Played,
    attempt: Option<u64>,
    /// Whether an opponent is also looked for where browsers look for theirs.
    seeking: bool,
    leaving: bool,
}

/// What we call that search.
const SEEK: &str = "udp";

impl Conversation {
    /// A player who sits at this match, alone or not; who is alone looks for somebody.
    pub fn new(name: String, tagged: bool, id: String, alone: bool) -> Self {
        let played = Played::new(id);
        Self { name, tagged, played, attempt: None, seeking: alone, leaving: false }
    }

    /// Whether both sit.
    pub fn has_started(&self) -> bool {
        self.played.followed().is_some()
    }

    /// Whether everybody waits for this player: only then silence means anything.
    pub fn is_waited_for(&self) -> bool {
        !self.has_started() || self.played.my_turn()
    }

    /// The first thing to do.
    pub fn begin(&self) -> Step {
        let mut ask = vec![self.played.watch()];
        if self.seeking {
            ask.push(FromClient::Seek {
                id: SEEK.into(),
                game: GameKey::Morpion,
                options: Options::default(),
                time: TimeControl::None,
                rated: false,
            });
        }
        Step { say: vec![self.name.clone()], ask, ..Step::default() }
    }

    /// The player sends something.
    pub fn receive(&mut self, request: Request) -> Step {
        let leaves = request == Request::Quit || request.is_plain_quit();
        match request {
            _ if leaves => self.leave(),
            // Datagrams may be doubled.
            Request::Join(name) | Request::Plain(name)
                if !self.has_started() && name == self.name =>
            {
                Step::say(name)
            }
            Request::Join(_) if self.has_started() => Step::say(super::codec::FULL),
            Request::Join(_) => Step::say(super::codec::INVALID_NAME),
            Request::Play(text) | Request::Plain(text) => self.play(&text),
            Request::Quit => self.leave(),
        }
    }

    /// The player is not there any more, or wants to go.
    pub fn leave(&mut self) -> Step {
        self.leaving = true;
        if self.has_started() {
            Step { ask: vec![self.played.forfeit()], ..Step::default() }
        } else {
            let withdraw = Some((self.played.id.clone(), self.played.watch()));
            Step { withdraw, ..self.end(texts::YOU_LEFT.into()) }
        }
    }

    /// Somebody was found by the search: the match that waits is not needed.
    fn paired(&mut self, id: &str) -> Step {
        self.seeking = false;
        let found = Played::new(id.to_owned());
        if self.has_started() || self.leaving {
            return Step { ask: vec![found.act(Action::Abort)], ..Step::default() };
        }
        let old = std::mem::replace(&mut self.played, found);
        let leave = old.act(Action::Leave);
        Step { ask: vec![self.played.watch()], withdraw: Some((old.id, leave)), ..Step::default() }
    }

    /// The server does not speak to us any more.
    pub fn cut_off(&self) -> Step {
        self.end(texts::STOPPED.into())
    }

    fn play(&mut self, text: &str) -> Step {
        if !self.has_started() {
            return Step::say(texts::not_started(1));
        }
        if !self.played.my_turn() {
            return Step::say(texts::NOT_YOUR_TURN);
        }
        let Some(cell) = Cell::read(text) else { return Step::say(texts::INVALID) };
        if self.grid().at(cell).is_some() {
            return Step::say(texts::OCCUPIED);
        }
        let (request, attempt) = self.played.play(cell.to_move());
        self.attempt = Some(attempt);
        Step { ask: vec![request], ..Step::default() }
    }

    /// The server says something. `known_as` tells what somebody is called in this protocol.
    pub fn hear(&mut self, message: &FromServer, known_as: impl Fn(&str) -> String) -> Step {
        match message {
            FromServer::Closing => return self.cut_off(),
            FromServer::Paired { id, .. } => return self.paired(id),
            FromServer::Withdrawn { id } if *id == self.played.id && !self.has_started() => {
                return self.cut_off();
            }
            FromServer::Refused { about: Some(about), code, .. }
                if self.attempt.is_some_and(|attempt| *about == attempt.to_string()) =>
            {
                let turn = ["not-your-turn", "stale"].contains(&code.as_str());
                return Step::say(if turn { texts::NOT_YOUR_TURN } else { texts::INVALID });
            }
            _ => {}
        }
        let known = self.has_started();
        match self.played.take(message) {
            News::Nothing => Step::default(),
            News::Again => Step { ask: vec![self.played.watch()], ..Step::default() },
            News::State if self.leaving => {
                Step { ask: vec![self.played.forfeit()], ..Step::default() }
            }
            News::State if self.played.is_over() => self.ended(&known_as),
            News::State if known => Step::say(texts::NEXT),
            News::State => self.start(&known_as),
            News::Happened(events) => self.happened(&events, &known_as),
        }
    }

    fn start(&mut self, known_as: &impl Fn(&str) -> String) -> Step {
        let Some(side) = self.played.side() else { return Step::default() };
        let beginner = self.called(Player::One, known_as);
        let mut step = Step::say(texts::start(side, &self.grid(), &beginner));
        if std::mem::take(&mut self.seeking) {
            step.ask.push(FromClient::Unseek { id: SEEK.into() });
        }
        step
    }

    fn happened(&mut self, events: &[Happening], known_as: &impl Fn(&str) -> String) -> Step {
        let mut step = Step::default();
        for event in events {
            match event {
                Happening::Played { by, text: Some(text), .. } => {
                    if let Some(cell) = Cell::of_move(text) {
                        let name = self.called(*by, known_as);
                        step.say.push(texts::played(&name, cell, &self.grid()));
                    }
                    if !self.played.is_over() && self.played.my_turn() {
                        step.say.push(texts::NEXT.into());
                    }
                }
                Happening::Ended { .. } => {
                    let end = self.ended(known_as);
                    step.say.extend(end.say);
                    step.over = true;
                }
                other => step.ask.extend(self.played.decline(other)),
            }
        }
        step
    }

    fn ended(&self, known_as: &impl Fn(&str) -> String) -> Step {
        let Some((match_, side)) = self.played.followed().zip(self.played.side()) else {
            return self.cut_off();
        };
        let reasons = match_.table().info().reasons;
        let outcome = match_.state.result.as_deref().and_then(|text| Outcome::read(text, reasons));
        let other = self.called(!side, known_as);
        let own_end = |outcome: &Outcome| reasons.contains(&outcome.reason);
        self.end(match outcome {
            _ if self.leaving => texts::YOU_LEFT.into(),
            Some(outcome) if own_end(&outcome) => match outcome.score {
                Score::Win(winner) => texts::won(&self.called(winner, known_as), winner == side),
                Score::Draw | Score::Void => texts::DRAW.into(),
            },
            Some(outcome) if outcome.score == Score::Win(side) => texts::other_left(&other),
            Some(outcome) if outcome.score == Score::Win(!side) => texts::YOU_LEFT.into(),
            _ => texts::called_off(&other),
        })
    }

    fn end(&self, mut text: String) -> Step {
        let mut say = Vec::new();
        if self.tagged {
            text.push_str(texts::CTRL_C);
        }
        say.push(text);
        if self.tagged {
            say.push(QUIT.into());
        }
        Step { say, over: true, ..Step::default() }
    }

    fn called(&self, side: Player, known_as: &impl Fn(&str) -> String) -> String {
        if self.played.side() == Some(side) {
            self.name.clone()
        } else {
            known_as(&self.played.name(side))
        }
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::default();
        let Some(match_) = self.played.followed() else { return grid };
        let board = match_.table().board();
        for piece in match_.table().snapshot(Viewer::Spectator).scene.pieces {
            let cell = board.cell(piece.at);
            let place = usize::try_from(cell.y).ok().zip(usize::try_from(cell.x).ok());
            if let Some((row, column)) = place
                && let Some(mark) = grid.0.get_mut(row).and_then(|row| row.get_mut(column))
            {
                *mark = Some(piece.piece.owner);
            }
        }
        grid
    }
}
