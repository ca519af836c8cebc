//! Before a game: which one, against whom, by which rules, on which board.

mod form;
mod games;
mod quadrants;
mod view;
mod wording;

#[cfg(test)]
pub use form::Field;
pub use form::{Form, Formed, Place};
pub use games::{Chosen, GamesMenu};
pub use quadrants::{Picked, QuadrantPicker};
pub use view::{draw_form, draw_games, field_at, game_at};
pub use wording::time_text;
