//! Damier in the browser: rendered on the client, playing by the same rules as the server, offline too.
//!
//! `board` draws any game and knows none; `play` holds games wherever they come from; `pages` put the two together. What the
//! page needs to know of a game it reads from the game's own description.

pub mod app;
pub mod board;
pub mod browser;
pub mod components;
pub mod guide;
pub mod later;
pub mod online;
pub mod pages;
pub mod play;
pub mod prefs;
pub mod quadrants;
pub mod sound;
pub mod storage;
pub mod texts;
pub mod titles;
pub mod words;
