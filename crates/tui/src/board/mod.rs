//! A board on the terminal, whatever its shape: where its cells lie, and how they are drawn.

mod canvas;
mod draw;
mod layout;
mod sprites;

pub use canvas::{Canvas, Ink};
pub use draw::{BoardView, taken};
pub use layout::Layout;
