//! What each game brings: its evaluation and what the search should know of it.

mod alquerque;
