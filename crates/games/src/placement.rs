//! The men of a rectangular board as text: rows from the top rank down, `/` between, a letter for a man and a decimal number
//! for a maximal run of empty cells. One way to write a position, so a text that was read is written back unchanged.

use crate::{options::parse_decimal, rules::TextError, text::Phrase};
use std::fmt::Write;

/// Writes a board of that size; `letter` tells what stands on (file, rank).
pub fn write_rows(
    width: usize,
    height: usize,
    letter: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let mut text = String::new();
    for rank in (0..height).rev() {
        let mut empty = 0;
        for file in 0..width {
            match letter(file, rank) {
                None => empty += 1,
                Some(letter) => {
                    flush(&mut text, &mut empty);
                    text.push(letter);
                }
            }
        }
        flush(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn flush(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}

/// Reads what `write_rows` writes, and nothing else. `put` is called with file, rank and letter of each man.
pub fn read_rows(
    text: &str,
    width: usize,
    height: usize,
    letters: &str,
    mut put: impl FnMut(usize, usize, char),
) -> Result<(), TextError> {
    let rows: Vec<&str> = text.split('/').take(height + 1).collect();
    if rows.len() != height || text.split('/').count() != height {
        let expected = Phrase::new(
            format!("{height} rows with / between"),
            format!("{height} lignes séparées par /"),
        );
        return Err(TextError::expected(text, expected));
    }
    for (row, rank) in rows.iter().zip((0..height).rev()) {
        let filled = read_row(row, width, letters, |file, letter| put(file, rank, letter));
        if filled != Some(()) {
            let expected = Phrase::new(
                format!(
                    "a row of {width} cells: letters out of {letters}, numbers for runs of empty cells"
                ),
                format!(
                    "une ligne de {width} cases : lettres parmi {letters}, nombres pour les cases vides"
                ),
            );
            return Err(TextError::expected(row, expected));
        }
    }
    Ok(())
}

fn read_row(
    row: &str,
    width: usize,
    letters: &str,
    mut put: impl FnMut(usize, char),
) -> Option<()> {
    let mut file = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let run = parse_decimal(&rest[..digits]).filter(|&run| run > 0)?;
            file += usize::try_from(run).ok().filter(|&run| run <= width)?;
            rest = &rest[digits..];
        } else if letters.contains(first) && file < width {
            put(file, first);
            file += 1;
            rest = &rest[first.len_utf8()..];
        } else {
            return None;
        }
    }
    (file == width).then_some(())
}

/// Splits a position text into exactly `N` fields with one space between, the first of which names the game.
pub fn fields<'a, const N: usize>(
    text: &'a str,
    form: &'static str,
) -> Result<[&'a str; N], TextError> {
    let expected = || TextError::expected(text, Phrase::new(form, form));
    let name = form.split(' ').next().unwrap_or_default();
    let mut parts = text.split(' ');
    let mut fields = [""; N];
    for field in &mut fields {
        *field = parts.next().filter(|part| !part.is_empty()).ok_or_else(expected)?;
    }
    if parts.next().is_some() || fields[0] != name { Err(expected()) } else { Ok(fields) }
}

/// A counter of a position text.
pub fn number(text: &str) -> Result<u32, TextError> {
    let expected = || {
        TextError::expected(
            text,
            Phrase::new("a number without leading zeros", "un nombre sans zéro initial"),
        )
    };
    parse_decimal(text).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_one_way_to_write_a_board_is_read() {
        let mut seen = Vec::new();
        assert_eq!(
            read_rows("2x/o2/3", 3, 3, "xo", |file, rank, c| seen.push((file, rank, c))),
            Ok(())
        );
        assert_eq!(seen, [(2, 2, 'x'), (0, 1, 'o')]);
        for wrong in [
            "",
            "3/3",
            "3/3/3/3",
            "12x/3/3",
            "11x/3/3",
            "03/3/3",
            "3/3/4",
            "2y/3/3",
            "99999999999/3/3",
            "xxxx/3/3",
            "x0xx/3/3",
        ] {
            assert!(read_rows(wrong, 3, 3, "xo", |_, _, _| ()).is_err(), "{wrong}");
        }
    }
}
