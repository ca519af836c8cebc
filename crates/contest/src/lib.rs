//! A match in time: seats, clocks, offers, result. Pure: no input or output, no clock but the `now` that is passed in, so that
//! any story can be told again from its log.
//!
//! [`decide`] turns a command into events or refuses it; [`Match::apply`] makes an event part of the state. Whoever keeps the
//! log stores what was decided, then applies it, then tells it.

mod apply;
mod clock;
mod command;
mod decide;
mod event;
mod lag;
mod state;
mod table_clock;
mod terms;
mod time;

pub use apply::ReplayError;
pub use clock::CHOOSING;
pub use command::{Command, Refusal};
pub use decide::decide;
pub use event::{Event, Stamped};
pub use state::{Match, Phase};
pub use table_clock::TableClock;
pub use terms::{Opposition, Terms, TermsError};
pub use time::{Millis, Speed, TimeControl, TimeError};
