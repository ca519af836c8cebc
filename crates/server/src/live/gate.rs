//! The one gate between a match and those who look at it. Whatever any channel tells of a match is made here, for one viewer, into
//! types that cannot hold more than the viewer may know.

use super::room::{Inner, Room};
use crate::store::ratings::RatingChange;
use axum::extract::ws::Utf8Bytes;
use damier_contest::{Event, Match, Millis, Opposition, Phase, Stamped};
use damier_games::{Player, Table, Viewer};
use damier_protocol::{FromServer, Happening, MatchState, Seat, Status};
use serde_json::Value;

/// Whether viewers of a match see different things.
pub fn hidden(state: &Match) -> bool {
    state.table().info().hidden
}

/// Those who look at a match and see the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Who holds this side.
    Side(Player),
    /// Who holds both, on one screen: sees what the side to move sees.
    Both,
    /// Everybody else, and everybody where nothing is hidden.
    Public,
}

impl Audience {
    /// The audiences of a match.
    pub fn all(state: &Match) -> &'static [Self] {
        match (hidden(state), state.terms().opposition) {
            (false, _) => &[Self::Public],
            (true, Opposition::OneScreen) => &[Self::Both, Self::Public],
            (true, _) => &[Self::Side(Player::One), Self::Side(Player::Two), Self::Public],
        }
    }

    /// Where somebody who holds these sides belongs.
    pub fn of(sides: &[Player], state: &Match) -> Self {
        match sides {
            _ if !hidden(state) => Self::Public,
            [side] => Self::Side(*side),
            [_, _] => Self::Both,
            _ => Self::Public,
        }
    }

    /// Whom the game takes them for.
    pub fn viewer(self, state: &Match) -> Viewer {
        match self {
            Self::Side(side) => Viewer::Seat(side),
            Self::Both => Viewer::Seat(state.table().turn()),
            Self::Public => Viewer::Spectator,
        }
    }

    /// Where they listen.
    pub fn topic(self, id: &str) -> String {
        match self {
            Self::Side(Player::One) => format!("match.{id}.one"),
            Self::Side(Player::Two) => format!("match.{id}.two"),
            Self::Both => format!("match.{id}.both"),
            Self::Public => format!("match.{id}"),
        }
    }
}

/// Every topic on which somebody may follow a match: what is the same for all goes to each.
pub fn topics(id: &str) -> [String; 4] {
    [Audience::Side(Player::One), Audience::Side(Player::Two), Audience::Both, Audience::Public]
        .map(|audience| audience.topic(id))
}

/// A decision as one viewer learns of it; `state` is the match after it.
pub fn event(
    id: &str,
    seq: i64,
    stamped: &Stamped,
    state: &Match,
    audience: Audience,
    ratings: Option<[RatingChange; 2]>,
) -> FromServer {
    let hidden = hidden(state);
    let events = stamped.events.iter().map(|event| happening(event, hidden, audience, ratings));
    FromServer::Event {
        id: id.into(),
        seq,
        at: stamped.at.0,
        events: events.collect(),
        snapshot: hidden.then(|| snapshot(state, audience)),
    }
}

/// Who sits at a match now. It has no number: whoever hears it watches again.
pub fn joined(id: &str, seats: &[Seat; 2], at: Millis) -> FromServer {
    let events = vec![Happening::Joined { seats: seats.clone().map(Some) }];
    FromServer::Event { id: id.into(), seq: 0, at: at.0, events, snapshot: None }
}

/// A message as it travels.
pub fn text(message: &FromServer) -> Utf8Bytes {
    serde_json::to_string(message).expect("our messages are plain data").into()
}

fn snapshot(state: &Match, audience: Audience) -> Value {
    let snapshot = state.table().snapshot(audience.viewer(state));
    serde_json::to_value(snapshot).expect("a snapshot is plain data")
}

/// A past moment.
pub fn moment(state: &Match, audience: Audience, ply: usize) -> Option<Value> {
    let snapshot = state.table().snapshot_at(ply, audience.viewer(state))?;
    Some(serde_json::to_value(snapshot).expect("a snapshot is plain data"))
}

fn happening(
    event: &Event,
    hidden: bool,
    audience: Audience,
    ratings: Option<[RatingChange; 2]>,
) -> Happening {
    let clock = |clock: &Option<[Millis; 2]>| clock.map(|both| both.map(|millis| millis.0));
    match event {
        Event::Chosen { by, .. } => Happening::Chosen { by: *by },
        Event::Begun { board } => Happening::Begun { board: board.clone() },
        Event::Played { by, text, id, clock: left, .. } => Happening::Played {
            by: *by,
            text: (!hidden).then(|| text.clone()),
            // The mover knows the own move by it; to others it would be one more thing that was not seen.
            attempt: (!hidden || [Audience::Side(*by), Audience::Both].contains(&audience))
                .then_some(*id),
            clock: clock(left),
        },
        Event::DrawOffered { by } => Happening::DrawOffered { by: *by },
        Event::DrawDeclined { by } => Happening::DrawDeclined { by: *by },
        Event::TakebackAsked { by } => Happening::TakebackAsked { by: *by },
        Event::TakebackDeclined { by } => Happening::TakebackDeclined { by: *by },
        Event::TakenBack { plies, clock: left } => {
            Happening::TakenBack { plies: *plies, clock: clock(left) }
        }
        Event::Lost { by, until } => Happening::Lost { by: *by, until: until.map(|until| until.0) },
        Event::Back { by } => Happening::Back { by: *by },
        Event::GivenBack { span } => Happening::GivenBack { span: span.0 },
        Event::Ended { result } => Happening::Ended {
            result: result.clone(),
            ratings: ratings.map(|both| both.map(|change| [change.before, change.after])),
        },
        Event::RematchOffered { by, .. } => Happening::RematchOffered { by: *by },
        Event::RematchDeclined { by } => Happening::RematchDeclined { by: *by },
        Event::RematchAgreed { next } => Happening::RematchAgreed { next: next.clone() },
    }
}

/// All of a match for somebody who holds these sides.
pub fn state(room: &Room, inner: &Inner, yours: Vec<Player>, now: Millis) -> MatchState {
    let state = &inner.state;
    let audience = Audience::of(&yours, state);
    let table = state.table();
    let over = state.phase() == Phase::Over;
    let open = !hidden(state) || over;
    let away = Player::BOTH.into_iter().filter_map(|side| {
        state.absent(side).map(|until| (side, until.map_or(0, |until| until.0)))
    });
    MatchState {
        id: room.id.clone(),
        seq: inner.seq,
        status: if over { Status::Over } else { Status::Playing },
        game: state.terms().game,
        options: table.options(),
        // Where something is hidden, even the start is: the snapshot shows what the viewer may know of it.
        start: state.terms().position.clone().filter(|_| open),
        time: state.terms().time,
        rated: state.terms().rated,
        private: room.private,
        seats: inner.seats.clone().map(Some),
        moves: open.then(|| moves(table)),
        snapshot: (!open).then(|| snapshot(state, audience)),
        clock: state.clock_at(now).map(|both| both.map(|millis| millis.0)),
        running: state.running(),
        now: now.0,
        chosen: (state.phase() == Phase::Choosing)
            .then(|| Player::BOTH.map(|side| state.chosen(side))),
        draw_offer: state.draw_offer(),
        takeback: state.takeback_asked(),
        away: away.collect(),
        result: state.result().map(|outcome| outcome.to_string()),
        rematch: state.rematch_offer(),
        next: state.next_match().map(Into::into),
        lag: state.clock_at(now).map(|_| state.lag_report().map(|millis| millis.0)),
        yours,
    }
}

/// The moves of a match in which nothing is hidden, or not any more.
fn moves(table: &dyn Table) -> Vec<String> {
    table.reports(Viewer::Spectator).into_iter().flatten().map(|report| report.text).collect()
}
