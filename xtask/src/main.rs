//! Damier's tasks.
fn main() {}
