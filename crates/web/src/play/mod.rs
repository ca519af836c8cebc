//! Games in play: what a page sees of one wherever it comes from, and those on this device.

pub mod clock;
pub mod device;
pub mod local;
pub mod shelf;
pub mod source;
pub mod study;
pub mod thinker;
