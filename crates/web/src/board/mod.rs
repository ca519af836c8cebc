//! The board: pure descriptions of what is seen, and one component that draws them.

pub mod ahead;
pub mod hand;
pub mod layers;
pub mod layout;
pub mod pieces;
pub mod stage;
pub mod view;

// Pointing at moves is the same in every client.
pub use damier_client::{input, picture};
