//! The text protocols of computer players, on any input and output.

pub mod gomocup;
pub mod hub;
pub mod uci;
