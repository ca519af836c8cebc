//! Draughts.

mod model;
mod play;
mod record;
mod samples;

pub use play::Games;
pub use samples::read;
