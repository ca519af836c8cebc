//! The text protocols of computer players, on any input and output.

pub mod hub;
pub mod gomocup;
pub mod uci;
