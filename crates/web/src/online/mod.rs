//! What needs a server: the line to it, its interface over HTTP, and who this person is there. A page that never meets a server
//! works all the same.

pub mod api;
mod line;
pub mod records;
mod seek;

pub use line::{Counts, Line, Naming, Online};
pub use seek::Seeking;
