//! Morpion, five in a row, over UDP: one table for two players who are known by their addresses. Whoever comes first waits in the
//! lobby, where somebody with a browser may sit down too.

pub mod codec;
pub mod conversation;
mod runtime;

pub use runtime::start;
