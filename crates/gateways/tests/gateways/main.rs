//! The gateways over real sockets. One program for all of it, because linking a server takes long.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;
mod hub;
mod katarenga;
mod morpion;
mod pawnhub;
mod pawnhub_people;
mod random;
