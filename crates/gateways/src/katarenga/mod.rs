//! Katarenga, Congress and Isolation as KATARENGA-CO plays them over TCP. Programs that join connect to us; programs that host are
//! called, at the addresses that whoever runs the server gave. Both meet whoever waits in the lobby.

pub mod codec;
pub mod conversation;
pub mod decode;
pub mod pace;
mod runtime;

pub use runtime::start;
