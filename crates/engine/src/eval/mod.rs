//! What each game brings: its evaluation and what the search should know of it.

pub mod alice;
mod alquerque;
pub mod chess;
pub mod chessmen;
mod congress;
pub mod dark;
pub mod draughts;
pub mod horde;
mod isolation;
mod katarenga;
pub mod morpion;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod trial;
