//! What every client of a Damier server shares: following a match from what the server tells, keeping the line to the
//! server, and pointing at moves.
//! No sockets and no screens: whoever has them feeds this and does what it says.

mod follow;
pub mod input;
mod link;
pub mod picture;
mod shown;

pub use follow::{Applied, FirstMove, FollowError, Followed};
pub use link::{Input, Link, Output};
pub use shown::GameShown;
