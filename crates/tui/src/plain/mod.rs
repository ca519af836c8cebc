//! Damier line by line: one line in, one line out, for pipes, scripts and screen readers. Documented in docs/terminal.md.

mod here;
mod lines;
mod there;

pub use here::play;
pub use lines::Lines;
pub use there::join;
