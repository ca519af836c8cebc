//! How an engine of the Gomocup protocol is told of a game of five in a row: coordinates from 0, y downwards.

use crate::peer::Seen;
use anyhow::{Context, Result, bail};
use damier_games::{GameKey, options::Options};

/// What such an engine knows so far.
pub struct Gomocup {
    size: usize,
    rule: u8,
    /// Moves of this game that it knows, its own included.
    known: usize,
}

impl Gomocup {
    pub fn new(game: GameKey, options: &Options) -> Result<Self> {
        if game.info().key != "morpion" {
            bail!("the Gomocup protocol is about morpion: expected --game morpion");
        }
        let chosen = |key: &str| options.get(key).map(String::as_str);
        let rule = match chosen("rule") {
            None | Some("freestyle") => 0,
            Some("exact") => 1,
            _ => 4,
        };
        if chosen("line").is_some_and(|line| line != "5") {
            bail!("the Gomocup protocol is about five in a row: expected line=5");
        }
        Ok(Self { size: chosen("size").map_or(Ok(15), str::parse)?, rule, known: 0 })
    }

    /// What begins a game; it answers `OK`.
    pub fn start(&mut self) -> Vec<String> {
        self.known = 0;
        vec![format!("START {}", self.size)]
    }

    /// What asks for a move.
    pub fn ask(&mut self, seen: &Seen<'_>) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        if self.known == 0 {
            lines.push(format!("INFO rule {}", self.rule));
            lines.push(format!("INFO timeout_turn {}", seen.time.as_millis()));
            lines.push("INFO timeout_match 0".into());
            lines.push("INFO time_left 2147483647".into());
            // Extensions that some know and others ignore.
            lines.extend(seen.nodes.map(|nodes| format!("INFO max_node {nodes}")));
            lines.extend(seen.depth.map(|depth| format!("INFO max_depth {depth}")));
        }
        let count = seen.moves.len();
        match seen.moves {
            [] => lines.push("BEGIN".into()),
            [.., last] if self.known > 0 && self.known + 1 == count => {
                let (x, y) = self.place(last)?;
                lines.push(format!("TURN {x},{y}"));
            }
            moves => {
                lines.push("BOARD".into());
                for (n, text) in moves.iter().enumerate() {
                    let (x, y) = self.place(text)?;
                    let own = n % 2 == count % 2;
                    lines.push(format!("{x},{y},{}", if own { 1 } else { 2 }));
                }
                lines.push("DONE".into());
            }
        }
        self.known = count + 1;
        Ok(lines)
    }

    /// Our name of the cell that a line says; `None` if it says something else.
    pub fn answer(&self, line: &str) -> Option<String> {
        let (x, y) = line.trim().split_once(',')?;
        let (x, y): (u8, usize) = (x.parse().ok()?, y.parse().ok()?);
        let file = char::from(b'a'.checked_add(x)?);
        Some(format!("{file}{}", self.size.checked_sub(y)?))
    }

    fn place(&self, name: &str) -> Result<(usize, usize)> {
        let parts = name.split_at_checked(1).and_then(|(file, rank)| {
            let x = file.bytes().next()?.checked_sub(b'a')?;
            Some((usize::from(x), self.size.checked_sub(rank.parse().ok()?)?))
        });
        parts.with_context(|| format!("not a cell: {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_both_ways() {
        let engine = Gomocup { size: 15, rule: 0, known: 0 };
        for (name, told) in [("a15", "0,0"), ("h8", "7,7"), ("o1", "14,14"), ("a1", "0,14")] {
            let (x, y) = engine.place(name).expect("it is a cell");
            assert_eq!((format!("{x},{y}"), engine.answer(told)), (told.into(), Some(name.into())));
        }
        for told in ["MESSAGE 3", "OK", "x,y", "3", "300,1", "1,16"] {
            assert_eq!(engine.answer(told), None, "{told}");
        }
    }
}
