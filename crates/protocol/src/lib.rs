//! What travels between Damier's server and its clients over `/ws`: JSON, one message a frame, documented message by message in
//! `docs/protocol.md`. Types only. Fields are only ever added; a change that old clients cannot ignore raises [`VERSION`].

mod from_client;
mod from_server;
mod parts;

pub use damier_contest::TimeControl;
pub use from_client::{Action, FromClient};
pub use from_server::{FromServer, Happening, MatchState, Waiting};
pub use parts::{Message, PersonKind, Room, Seat, Seats, Status, Welcome};

/// The version that the server tells in its first message.
pub const VERSION: u32 = 1;
