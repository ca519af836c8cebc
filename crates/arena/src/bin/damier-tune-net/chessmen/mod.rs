//! Games with chess pieces.

mod model;
mod play;
mod samples;

pub use play::Games;
pub use samples::read;
