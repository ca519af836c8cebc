//! Damier's one command line.
fn main() {}
