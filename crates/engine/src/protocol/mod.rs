//! The text protocols of computer players, on any input and output.

pub mod gomocup;
pub mod hub;
#[cfg(test)]
mod page;
pub mod uci;

use std::io::BufRead;

/// The lines of an input until it ends or cannot be read. What is no text is replaced, so that one bad byte ends nothing.
fn lines(input: impl BufRead) -> impl Iterator<Item = String> {
    let lines = input.split(b'\n').map_while(Result::ok);
    lines.map(|line| String::from_utf8_lossy(&line).into_owned())
}
