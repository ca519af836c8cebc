//! Reading lines that may be anything, and telling a board in one.

use damier_games::{
    board::Board,
    rules::Info,
    scene::{MarkKind, Scene},
    text::Language,
};
use std::io::{self, BufRead, Read};

/// Longer than any line that makes sense.
const LONGEST: u64 = 4096;

/// The lines of an input, without ever holding more than one of them.
pub struct Lines<R>(pub R);

impl<R: BufRead> Lines<R> {
    /// The next line, or `None` at the end. What is too long is cut; what is not text is replaced.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = self.0.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let mut more = bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n");
        while more {
            let mut rest = Vec::new();
            self.0.by_ref().take(LONGEST).read_until(b'\n', &mut rest)?;
            more = rest.len() as u64 == LONGEST && !rest.ends_with(b"\n");
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

/// What stands where, in one line: `white king e1, black king e8; check e1`.
pub fn board_line(board: &Board, scene: &Scene, info: &Info, language: Language) -> String {
    let name = |at| board.cell(at).name.as_str();
    let mut parts: Vec<String> = scene
        .pieces
        .iter()
        .map(|standing| {
            let side = info.sides[standing.piece.owner.index()].key;
            format!("{side} {} {}", standing.piece.kind.name().tell(language), name(standing.at))
        })
        .collect();
    parts.sort_unstable_by_key(|part| !part.starts_with(info.sides[0].key));
    let mut told = if parts.is_empty() { "-".into() } else { parts.join(", ") };
    let marks = [
        (MarkKind::Last, "last"),
        (MarkKind::Check, "check"),
        (MarkKind::Forbidden, "forbidden"),
        (MarkKind::Win, "win"),
    ];
    for (kind, word) in marks {
        let cells: Vec<&str> =
            scene.marks.iter().filter(|mark| mark.kind == kind).map(|mark| name(mark.at)).collect();
        if !cells.is_empty() {
            told.push_str(&format!("; {word} {}", cells.join(" ")));
        }
    }
    if !scene.fog.is_empty() {
        let cells: Vec<&str> = scene.fog.iter().map(|at| name(*at)).collect();
        told.push_str(&format!("; fog {}", cells.join(" ")));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind_are_read() {
        let long = "x".repeat(10_000);
        let text = format!("e2e4\r\n\n{long}\nlast");
        let mut bytes = text.into_bytes();
        bytes.extend(b"\xff");
        let mut lines = Lines(io::Cursor::new(bytes));
        let mut next = || lines.next_line().unwrap();
        assert_eq!(next().as_deref(), Some("e2e4"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().map(|line| line.len()), Some(4096));
        assert_eq!(next().as_deref(), Some("last\u{fffd}"));
        assert_eq!(next(), None);
    }
}
