//! A game on the screen, wherever it is played.

mod commands;
mod history;
mod keys;
mod local;
mod screen;
mod setup;
mod source;
mod view;

pub use commands::{COMMANDS, Command, fold};
pub use local::{Local, phrase};
pub use screen::{PlayScreen, Tone, Wish};
pub use setup::{Opponent, Setup, SideWish};
pub use source::{Ask, ChatLine, Clocks, GameView, SeatView, Source};
pub use view::{Places, draw};
