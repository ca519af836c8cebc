//! The gateways over real sockets. One program for all of it, because linking a server takes long.

#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod common;
mod hub;
mod katarenga;
mod morpion;
mod pawnhub;
mod pawnhub_people;
mod random;

/// The allocator of the real program: what it keeps and gives back is part of what the random tests measure.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
