//! Reading lines that may be anything, and telling a board in one.

use crate::{
    error::TuiError,
    game::{Command, GameView},
    texts,
};
use damier_games::{
    Player,
    board::Board,
    rules::Info,
    scene::{MarkKind, Scene},
    text::Text,
};
use std::{
    io::{self, BufRead, Read, Write},
    thread,
};

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

/// Reads lines on a thread of their own and gives each to `hear`, and `None` at the end, until that has had enough.
pub fn read_lines(
    input: impl BufRead + Send + 'static,
    hear: impl Fn(Option<String>) -> bool + Send + 'static,
) {
    thread::spawn(move || {
        let mut lines = Lines(input);
        while let Ok(Some(line)) = lines.next_line() {
            if !hear(Some(line)) {
                return;
            }
        }
        hear(None);
    });
}

/// Lines out, and how many of those that came in were refused.
pub struct Teller<W> {
    output: W,
    /// How many were refused.
    pub refused: usize,
}

impl<W: Write> Teller<W> {
    /// Nothing said yet.
    pub const fn new(output: W) -> Self {
        Self { output, refused: 0 }
    }

    /// Says a line.
    pub fn tell(&mut self, line: &str) -> Result<(), TuiError> {
        writeln!(self.output, "{}", line.trim_end())?;
        Ok(self.output.flush()?)
    }

    /// Says why a line came to nothing.
    pub fn refuse(&mut self, why: &str) -> Result<(), TuiError> {
        self.refused += 1;
        self.tell(&format!("error {why}"))
    }
}

/// What a question about a game is answered by, the same here and on a server; nothing if it is none.
pub fn answer(command: &Command, view: &GameView, now: i64) -> Option<Result<String, Text>> {
    let info = view.game.info();
    Some(Ok(match command {
        Command::Board => {
            format!("ok board {}", board_line(&view.board, &view.now.scene, info))
        }
        Command::Moves => {
            let gestures = view.now.gestures.iter().filter(|_| view.mine);
            let moves: Vec<&str> = gestures.map(|gesture| gesture.text.as_str()).collect();
            format!("ok moves {}", moves.join(" "))
        }
        Command::Position => format!("ok position {}", view.now.position),
        Command::Clock => {
            let Some(clocks) = view.clocks else { return Some(Err(texts::NO_CLOCK_HERE)) };
            let left = Player::BOTH.map(|side| {
                let tenths = clocks.left(side, now) / 100;
                format!("{} {}.{}", info.sides[side.index()].key, tenths / 10, tenths % 10)
            });
            format!("ok clock {}", left.join(", "))
        }
        _ => return None,
    }))
}

/// What stands where, in one line: `white king e1, black king e8; check e1`.
fn board_line(board: &Board, scene: &Scene, info: &Info) -> String {
    let name = |at| board.cell(at).name.as_str();
    let mut parts: Vec<String> = scene
        .pieces
        .iter()
        .map(|standing| {
            let side = info.sides[standing.piece.owner.index()].key;
            format!("{side} {} {}", standing.piece.kind.key(), name(standing.at))
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
