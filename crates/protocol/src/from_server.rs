//! What the server sends. Nothing in here can hold more than its viewer may know: hidden games travel as that viewer's snapshots.

use crate::{Message, Room, Seats, Status, TimeControl, Welcome};
use damier_games::{GameKey, Player, options::Options};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum FromServer {
    /// The first message on every socket.
    Welcome {
        /// The protocol's version.
        v: u32,
        /// Who the client is; nobody may watch, too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        you: Option<Welcome>,
        /// The server's time, in milliseconds since 1970.
        now: i64,
    },
    /// All of a match, after `watch` and whenever the client has fallen behind.
    Match(Box<MatchState>),
    /// What has happened in a match, in one decision.
    Event {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// Counts from 1 in each match, without gaps.
        seq: i64,
        /// When, in milliseconds since 1970.
        at: i64,
        /// What, in order.
        events: Vec<Happening>,
        /// What the viewer sees now, where something is hidden: what [`damier_games::table::Snapshot`] writes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        snapshot: Option<Value>,
    },
    /// That move had been played already.
    Done {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// The attempt.
        #[serde(rename = "id")]
        attempt: u64,
    },
    /// No, and nothing has changed.
    Refused {
        /// Of which match, if of any.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Which move, search or message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
        /// For programs: `not-your-turn`.
        code: String,
        /// For people.
        message: String,
    },
    /// Somebody said something.
    Said {
        /// Where.
        room: Room,
        /// What.
        #[serde(flatten)]
        message: Message,
    },
    /// How a search goes.
    Waiting(Waiting),
    /// An opponent was found.
    Paired {
        /// Of that search.
        seek: String,
        /// The match.
        #[serde(rename = "match")]
        id: String,
    },
    /// A friend asks for a match.
    Challenged {
        /// The match; join it or decline it.
        #[serde(rename = "match")]
        id: String,
        /// Who asks.
        by: String,
        /// The game.
        game: GameKey,
        /// Its options.
        options: Options,
        /// The time.
        time: TimeControl,
        /// Whether it counts.
        rated: bool,
    },
    /// A match waits for somebody who is not at the board: it has begun, or it is their turn where no clock runs.
    Awaits {
        /// The match.
        #[serde(rename = "match")]
        id: String,
        /// The game.
        game: GameKey,
        /// The opponent.
        by: String,
        /// Whether it has just begun.
        begun: bool,
    },
    /// An open match was taken back, or the friend declined.
    Withdrawn {
        /// The match.
        #[serde(rename = "match")]
        id: String,
    },
    /// The open matches have changed, or how many play.
    Lobby {
        /// Matches that wait for an opponent.
        open: usize,
        /// Matches being played.
        playing: usize,
        /// People connected.
        online: usize,
    },
    /// Something about one's friends has changed: look again.
    Friends,
    /// The server stops; come back in a moment.
    Closing,
}

/// How a search for an opponent goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The search.
    pub seek: String,
    /// How many wait for the same, this client included.
    pub waiting: usize,
}

/// All that one viewer may know of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchState {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// The number of the last event in it; 0 before the first.
    pub seq: i64,
    /// How far it is.
    pub status: Status,
    /// The game.
    pub game: GameKey,
    /// Its options, the chosen board among them.
    pub options: Options,
    /// The position at the start, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The time.
    pub time: TimeControl,
    /// Whether it counts.
    pub rated: bool,
    /// Whether it is shown to nobody but those who were given its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Who plays.
    pub seats: Seats,
    /// The viewer's own sides: none, one, or both on one screen.
    pub yours: Vec<Player>,
    /// All moves, where nothing is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The viewer's present, where something is hidden: what [`damier_games::table::Snapshot`] writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Value>,
    /// What both have left, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<[i64; 2]>,
    /// Whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Player>,
    /// The server's time at which this was true.
    pub now: i64,
    /// Who has chosen quadrants, while they are chosen or are going to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<[bool; 2]>,
    /// Who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Player>,
    /// Who asks for a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Player>,
    /// Who is away, and until when the seat is kept, 0 for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<(Player, i64)>,
    /// How it ended: `1-0 checkmate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Who asks for another match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Player>,
    /// The match after this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How much time each side got back for its lag so far, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<[i64; 2]>,
}

/// One thing that happened, as far as the viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "`by` is who did it; the rest as in `MatchState`")]
pub enum Happening {
    /// Both players sit: the match begins.
    Joined {
        seats: Seats,
    },
    /// A player has chosen quadrants.
    Chosen {
        by: Player,
    },
    /// The board is complete.
    Begun {
        board: String,
    },
    /// A move, with its text where nothing is hidden.
    Played {
        by: Player,
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        #[serde(rename = "id", default, skip_serializing_if = "Option::is_none")]
        attempt: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<[i64; 2]>,
    },
    DrawOffered {
        by: Player,
    },
    DrawDeclined {
        by: Player,
    },
    TakebackAsked {
        by: Player,
    },
    TakebackDeclined {
        by: Player,
    },
    /// The last moves were taken back.
    TakenBack {
        plies: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<[i64; 2]>,
    },
    /// A player has gone; the seat is kept until then, for ever if it is not told.
    Lost {
        by: Player,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    Back {
        by: Player,
    },
    /// The server was down and has given time back.
    GivenBack {
        span: i64,
    },
    /// Over. Where something was hidden it is not any more: watch again to see all of it.
    Ended {
        result: String,
        /// The ratings before and after, of rated matches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ratings: Option<[[i32; 2]; 2]>,
    },
    RematchOffered {
        by: Player,
    },
    RematchDeclined {
        by: Player,
    },
    /// The match after this one.
    RematchAgreed {
        next: String,
    },
}
