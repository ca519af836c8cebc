//! What the chess games share.

pub mod pseudo;
