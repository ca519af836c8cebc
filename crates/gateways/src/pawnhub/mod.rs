//! Pawn Hub over TCP: Classic, Dark, Horde and Alice chess, with accounts, friends, chat, statistics and a ranking. Its players
//! wait in the same queue as those in the browser.

pub mod codec;
pub mod friends;
pub mod game;
mod runtime;
mod session;
mod social;

pub use runtime::start;
