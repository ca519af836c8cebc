//! What every client of a Damier server shares: following a match from what the server tells, and keeping the line to the server.
//! No sockets and no screens: whoever has them feeds this and does what it says.

mod follow;
mod link;

pub use follow::{Applied, FollowError, Followed};
pub use link::{Input, Link, Output};
