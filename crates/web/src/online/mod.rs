//! What needs a server: its interface over HTTP, and what it answers.

pub mod api;
pub mod records;
