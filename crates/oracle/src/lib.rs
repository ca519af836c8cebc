//! The games once more: arrays, loops and no tricks. Slow on purpose and independent of `damier-games`, so that a mistake is
//! not made twice. Positions and moves are the texts of the rules pages; options that a position text does not carry are
//! given beside it.

pub mod alice;
pub mod alquerque;
mod colours;
pub mod congress;
pub mod draughts;
pub mod isolation;
pub mod katarenga;
pub mod morpion;

/// A game, plainly.
pub trait Oracle: Clone {
    /// One whole turn.
    type Move;
    /// Reads a position text that is known to be good.
    fn read(text: &str, options: &[(&str, &str)]) -> Self;
    /// The legal moves, none when the game is over by what cuts the tree.
    fn moves(&self) -> Vec<Self::Move>;
    /// The position after a legal move.
    fn play(&mut self, mv: &Self::Move);
    /// The move as the rules page writes it.
    fn text(&self, mv: &Self::Move) -> String;
}

/// The texts of the legal moves, sorted.
pub fn move_texts<O: Oracle>(pos: &O) -> Vec<String> {
    let mut texts: Vec<_> = pos.moves().iter().map(|mv| pos.text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// The number of legal move sequences of exactly `depth` plies; the last ply is counted without being played.
pub fn perft<O: Oracle>(pos: &O, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = pos.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut next = pos.clone();
        next.play(mv);
        perft(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}

/// The value of an option, or its default.
fn option<'a>(pairs: &[(&'a str, &'a str)], key: &str, default: &'a str) -> &'a str {
    pairs.iter().find(|(name, _)| *name == key).map_or(default, |(_, value)| value)
}

/// The pairs of an options field.
fn pairs(field: &str) -> Vec<(&str, &str)> {
    field.split(',').filter_map(|pair| pair.split_once('=')).collect()
}

/// The cells of a board text from the top row down, a dot for an empty one.
fn cells(rows: &str) -> Vec<Vec<char>> {
    let row = |text: &str| {
        let (mut cells, mut number) = (Vec::new(), 0);
        for letter in text.chars().chain(['/']) {
            if let Some(digit) = letter.to_digit(10) {
                number = number * 10 + digit as usize;
                continue;
            }
            cells.extend(std::iter::repeat_n('.', number));
            number = 0;
            cells.push(letter);
        }
        cells.pop();
        cells
    };
    rows.split('/').map(row).collect()
}
