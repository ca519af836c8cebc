//! What has happened in a match. A log of these is a match; their JSON is what the store keeps, so fields are only ever added.

use crate::Millis;
use damier_games::Player;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "`by` is who did it")]
pub enum Event {
    /// A player has chosen quadrants. Nobody else may know which before both have.
    Chosen { by: Player, quadrants: Vec<String> },
    /// The board is complete.
    Begun { board: String },
    /// A move, and the time that both have left after it, if time is limited. `credit` is what lag gave back.
    Played {
        by: Player,
        text: String,
        id: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<[Millis; 2]>,
        #[serde(default, skip_serializing_if = "is_zero")]
        credit: Millis,
    },
    /// A draw is on offer.
    DrawOffered { by: Player },
    /// And not any more.
    DrawDeclined { by: Player },
    /// A takeback is asked for.
    TakebackAsked { by: Player },
    /// And not any more.
    TakebackDeclined { by: Player },
    /// The last `plies` moves were taken back.
    TakenBack {
        plies: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<[Millis; 2]>,
    },
    /// A player has gone; the seat is kept until then, for ever if `None`.
    Lost { by: Player, until: Option<Millis> },
    /// A player is back.
    Back { by: Player },
    /// The server was down and gives back that much.
    GivenBack { span: Millis },
    /// Over: `1-0 checkmate`.
    Ended { result: String },
    /// Another match is asked for.
    RematchOffered { by: Player, next: String },
    /// Or not.
    RematchDeclined { by: Player },
    /// Both want another: it has this name, with sides exchanged.
    RematchAgreed { next: String },
}

/// What one decision brought about: the unit in which the log is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamped {
    /// When.
    pub at: Millis,
    /// What, in order.
    pub events: Vec<Event>,
}

fn is_zero(span: &Millis) -> bool {
    span.0 == 0
}
