//! Texts of positions that differ by little, whatever the game: what stands on two cells is exchanged, a man is put or taken off, the
//! other player is to move. Not all of them are positions; reading tells.

use std::collections::BTreeSet;

/// An empty cell of a diagram, where texts count them.
const EMPTY: &str = ".";

/// All texts in which two parts have changed places or one has become like another, and the text itself.
pub fn nearby(text: &str) -> Vec<String> {
    let parts = parts(text);
    let kinds: BTreeSet<&str> = parts.iter().copied().collect();
    let mut texts = Vec::new();
    for n in 0..parts.len() {
        for m in (0..n).filter(|&m| parts[m] != parts[n]) {
            let mut swapped = parts.clone();
            swapped.swap(m, n);
            texts.push(joined(&swapped));
        }
        for &kind in &kinds {
            let mut replaced = parts.clone();
            replaced[n] = kind;
            texts.push(joined(&replaced));
        }
    }
    texts
}

/// What can be changed by itself: the content of a cell in a diagram, which has slashes; elsewhere a number, a letter or a sign.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for word in text.split_inclusive([' ', ':']) {
        let mut rest = word;
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (part, after) = rest.split_at(digits.max(1));
            match part.parse() {
                Ok(empty) if word.contains('/') => parts.extend([EMPTY].repeat(empty)),
                _ => parts.push(part),
            }
            rest = after;
        }
    }
    parts
}

/// The text of these parts, with empty cells counted again.
fn joined(parts: &[&str]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for &part in parts {
        if part == EMPTY {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text += part;
    }
    text
}
