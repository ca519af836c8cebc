//! Cells, marks and boards: as managers write them, and as our positions do.

use std::fmt::Write as _;

/// Whose mark it is, as we are told it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Ours.
    Own,
    /// The opponent's.
    Other,
}

/// x and y, from 0.
pub type Cell = (usize, usize);
/// x, y and whose.
pub type Stone = (usize, usize, Owner);

/// The position as our own text.
pub fn position(marks: &[Stone], size: usize, rule: &str) -> String {
    let own = marks.iter().filter(|(.., owner)| *owner == Owner::Own).count();
    // Who moves now has as many marks as the other, and then is X, or one fewer.
    let first = own * 2 >= marks.len();
    let letter = |x, y| {
        let mark = marks.iter().find(|&&(a, b, _)| (a, b) == (x, y));
        mark.map(|&(.., owner)| if (owner == Owner::Own) == first { 'x' } else { 'o' })
    };
    let mut text = String::from("morpion ");
    for y in 0..size {
        let mut gap = 0;
        for x in 0..size {
            match letter(x, y) {
                None => gap += 1,
                Some(letter) => {
                    if gap > 0 {
                        let _ = write!(text, "{gap}");
                    }
                    gap = 0;
                    text.push(letter);
                }
            }
        }
        if gap > 0 {
            let _ = write!(text, "{gap}");
        }
        text.push(if y + 1 < size { '/' } else { ' ' });
    }
    text.push(if first { 'x' } else { 'o' });
    // Position texts leave out what is the default.
    let mut options = Vec::new();
    if rule != "freestyle" {
        options.push(format!("rule={}", rule));
    }
    if size != 15 {
        options.push(format!("size={size}"));
    }
    let options = if options.is_empty() { "-".into() } else { options.join(",") };
    let _ = write!(text, " {options}");
    text
}

/// Exactly so many numbers with commas between them.
pub fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let parts: Option<Vec<usize>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    parts?.try_into().ok()
}

/// Where the cell that we name `h8` lies for the manager.
pub fn cell_of(name: &str, size: usize) -> Option<(usize, usize)> {
    let x = name.bytes().next()?.checked_sub(b'a')?;
    let rank: usize = name.get(1..)?.parse().ok()?;
    Some((x.into(), size.checked_sub(rank)?))
}
