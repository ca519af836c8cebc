//! Games in play: what a page sees of one wherever it comes from, those on this device, and matches on a server.

pub mod clock;
pub mod device;
pub mod local;
pub mod remote;
pub mod shelf;
pub mod source;
pub mod study;
pub mod thinker;
