//! The board: pure descriptions of what is seen, and one component that draws them.

pub mod hand;
pub mod input;
pub mod layers;
pub mod layout;
pub mod picture;
pub mod pieces;
pub mod stage;
pub mod view;
