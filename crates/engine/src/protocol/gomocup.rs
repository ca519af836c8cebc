//! The protocol of the Gomocup tournament, for five in a row: a command a line, coordinates from 0 with y downwards.
//! Deliberately absent: boards that are not square or larger than ours, the caro and the continuous rule, swapping openings.

mod board;
#[cfg(test)]
mod tests;

use crate::{
    level::Level,
    mind::{Mind, Thinking, mind},
    search::Limits,
};
use board::{Cell, Owner, Stone, cell_of, numbers, position};
use damier_games::{GameKey, options::Options};
use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::JoinHandle,
    time::Duration,
};

/// The sizes on which five fit and that we have.
const SIZES: std::ops::RangeInclusive<usize> = 5..=19;
/// For a manager that names no time.
const TURN_DEFAULT: Duration = Duration::from_secs(5);
/// For a manager that wants the answer as fast as possible.
const TURN_LEAST: Duration = Duration::from_millis(20);
/// What is left unused of every turn, so that a slow pipe costs no game.
const MARGIN: Duration = Duration::from_millis(30);
/// Turns among which the time left for the match is shared.
const TURNS_TO_GO: u32 = 20;
const MEGABYTES: usize = 64;
const THREADS_MOST: usize = 256;

/// Speaks until `END` or the end of the input.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut brain = Brain::new(output);
    for line in super::lines(input) {
        if !brain.obey(line.trim())? {
            return Ok(());
        }
    }
    brain.finish()
}

/// A turn being thought about on its own thread; it ends with the mind and the cell it chose.
struct Turn {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Box<dyn Mind>, Option<Cell>)>,
}

struct Brain<W> {
    output: Arc<Mutex<W>>,
    /// None before `START`.
    size: Option<usize>,
    rule: &'static str,
    marks: Vec<(usize, usize, Owner)>,
    /// Marks that are being told, between `BOARD` and `DONE`.
    told: Option<Result<Vec<Stone>, String>>,
    turn: Duration,
    /// 0 means that the match has no limit.
    match_limit: Duration,
    left: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: usize,
    megabytes: usize,
    /// Absent while it thinks.
    mind: Option<Box<dyn Mind>>,
    thinking: Option<Turn>,
}

impl<W: Write + Send + 'static> Brain<W> {
    fn new(output: W) -> Self {
        Self {
            output: Arc::new(Mutex::new(output)),
            size: None,
            rule: "freestyle",
            marks: Vec::new(),
            told: None,
            turn: TURN_DEFAULT,
            match_limit: Duration::ZERO,
            left: None,
            nodes: None,
            depth: None,
            threads: 1,
            megabytes: MEGABYTES,
            mind: None,
            thinking: None,
        }
    }

    /// Does what a line asks; `false` for `END`.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        if line.is_empty() {
            return Ok(true);
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = command.to_ascii_uppercase();
        if command == "END" {
            if let Some(turn) = &self.thinking {
                turn.stop.store(true, Relaxed);
            }
            self.finish()?;
            return Ok(false);
        }
        if matches!(command.as_str(), "STOP" | "YXSTOP") {
            if let Some(turn) = &self.thinking {
                turn.stop.store(true, Relaxed);
            }
            self.finish()?;
            return Ok(true);
        }
        // Limits may change while we think; everything else waits for its turn.
        if command != "INFO" {
            self.finish()?;
        }
        if self.told.is_some() {
            return self.listen(line).map(|()| true);
        }
        match command.as_str() {
            "START" => self.start(rest.trim().parse().ok())?,
            "RECTSTART" => {
                let size = numbers(rest).filter(|&[w, h]| w == h).map(|[size, _]| size);
                self.start(size)?;
            }
            "RESTART" => self.start(self.size)?,
            "BEGIN" => self.begin()?,
            "TURN" => self.answer(rest)?,
            "BOARD" if self.size.is_some() => self.told = Some(Ok(Vec::new())),
            "BOARD" => self.error("no board: expected START first")?,
            "TAKEBACK" => self.take_back(rest)?,
            "INFO" => self.learn(rest)?,
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                self.say(&format!(
                    "name=\"Damier\", version=\"{version}\", author=\"the Damier team\", country=\"France\""
                ))?;
            }
            _ => self.say("UNKNOWN command")?,
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    fn error(&self, what: &str) -> io::Result<()> {
        self.say(&format!("ERROR {what}"))
    }

    /// Waits for the turn that is being thought about, if any.
    fn finish(&mut self) -> io::Result<()> {
        let Some(turn) = self.thinking.take() else { return Ok(()) };
        match turn.thread.join() {
            Ok((mind, chosen)) => {
                self.mind = Some(mind);
                self.marks.extend(chosen.map(|(x, y)| (x, y, Owner::Own)));
                Ok(())
            }
            Err(_) => self.error("the thinking broke down"),
        }
    }

    fn start(&mut self, size: Option<usize>) -> io::Result<()> {
        self.marks.clear();
        self.size = size.filter(|size| SIZES.contains(size));
        if let Some(mind) = &mut self.mind {
            mind.forget();
        }
        if self.size.is_some() {
            return self.say("OK");
        }
        self.error(&format!(
            "unsupported size: expected a square board of {} to {}",
            SIZES.start(),
            SIZES.end()
        ))
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.marks.is_empty() {
            return self.error("the board is not empty: expected TURN or RESTART");
        }
        self.think()
    }

    fn answer(&mut self, rest: &str) -> io::Result<()> {
        match self.cell(rest) {
            Ok((x, y)) => {
                self.marks.push((x, y, Owner::Other));
                self.think()
            }
            Err(why) => self.error(&why),
        }
    }

    fn take_back(&mut self, rest: &str) -> io::Result<()> {
        let found = numbers(rest)
            .and_then(|[x, y]| self.marks.iter().rposition(|&(a, b, _)| (a, b) == (x, y)));
        match found {
            Some(at) => {
                self.marks.remove(at);
                self.say("OK")
            }
            None => self.error("there is no such mark: expected TAKEBACK x,y of a marked cell"),
        }
    }

    /// An empty cell of the board.
    fn cell(&self, text: &str) -> Result<(usize, usize), String> {
        let size = self.size.ok_or("no board: expected START first")?;
        let Some([x, y]) = numbers(text).filter(|&[x, y]| x < size && y < size) else {
            return Err(format!("not a cell of the board: expected x,y up to {0},{0}", size - 1));
        };
        if self.marks.iter().any(|&(a, b, _)| (a, b) == (x, y)) {
            return Err(format!("{x},{y} is marked already"));
        }
        Ok((x, y))
    }

    /// A line between `BOARD` and `DONE`: `x,y,field`.
    fn listen(&mut self, line: &str) -> io::Result<()> {
        let Some(told) = self.told.take() else { return Ok(()) };
        if !line.eq_ignore_ascii_case("DONE") {
            let size = self.size.unwrap_or_default();
            self.told = Some(told.and_then(|mut marks| {
                let [x, y, field] = numbers(line)
                    .filter(|&[x, y, _]| x < size && y < size)
                    .ok_or("cannot read the board: expected x,y,field or DONE")?;
                if marks.iter().any(|&(a, b, _)| (a, b) == (x, y)) {
                    return Err(format!("{x},{y} is told twice"));
                }
                match field {
                    1 => marks.push((x, y, Owner::Own)),
                    2 => marks.push((x, y, Owner::Other)),
                    // Winning rows of the continuous game and the like.
                    3 => {}
                    _ => return Err("unknown field: expected 1, 2 or 3".into()),
                }
                Ok(marks)
            }));
            return Ok(());
        }
        match told {
            Ok(marks) => {
                self.marks = marks;
                self.think()
            }
            Err(why) => self.error(&why),
        }
    }

    /// `INFO key value`; nothing is answered, and what we do not know is ignored.
    fn learn(&mut self, rest: &str) -> io::Result<()> {
        let (key, value) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest, ""));
        let Ok(value) = value.trim().parse::<i64>() else { return Ok(()) };
        // A clock may have run below zero.
        let number = value.max(0) as u64;
        let millis = Duration::from_millis(number);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = millis,
            "timeout_match" => self.match_limit = millis,
            "time_left" => self.left = Some(millis),
            "max_memory" => {
                // Half for the table, the rest for everything else; 0 is no limit.
                let half = if number == 0 { MEGABYTES } else { (number >> 21) as usize };
                self.megabytes = half.clamp(1, MEGABYTES);
                let megabytes = self.megabytes;
                if let Some(mind) = &mut self.mind {
                    mind.resize(megabytes);
                }
            }
            "max_node" => self.nodes = (number > 0).then_some(number),
            "max_depth" => self.depth = u32::try_from(number).ok().filter(|&depth| depth > 0),
            "thread_num" => self.threads = (number as usize).clamp(1, THREADS_MOST),
            "rule" => match number {
                0 => self.rule = "freestyle",
                1 => self.rule = "exact",
                4 | 5 => self.rule = "renju",
                _ => self.say("MESSAGE unsupported rule: expected 0, 1 or 4")?,
            },
            _ => {}
        }
        Ok(())
    }

    /// How long this turn may take.
    fn time(&self) -> Duration {
        let mut time = self.turn;
        if let Some(left) = self.left.filter(|_| !self.match_limit.is_zero()) {
            time = if time.is_zero() { left } else { time.min(left) }.min(left / TURNS_TO_GO * 2);
        }
        time.saturating_sub(MARGIN.max(time / 50)).max(TURN_LEAST)
    }

    /// Begins to think about the next move, which is told when it is found.
    fn think(&mut self) -> io::Result<()> {
        let Some(size) = self.size else { return self.error("no board: expected START first") };
        let Ok(key) = "morpion".parse::<GameKey>() else { return self.error("no such game") };
        let text = position(&self.marks, size, self.rule);
        let mut mind = self.mind.take().unwrap_or_else(|| mind(key, self.megabytes));
        if let Err(error) = mind.look(&Options::new(), Some(&text), &[]) {
            self.mind = Some(mind);
            return self.error(&error.to_string());
        }
        let limits =
            Limits { depth: self.depth, nodes: self.nodes, time: Some(self.time()), clock: None };
        let thinking =
            Thinking { limits, level: Level::FULL, lines: 1, threads: self.threads, seed: 0 };
        let stop = Arc::new(AtomicBool::new(false));
        let (output, halt) = (Arc::clone(&self.output), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            let thoughts = mind.think(&thinking, &halt, &mut |_| ());
            let chosen = thoughts.first().and_then(|thought| cell_of(thought.line.first()?, size));
            let _ = match chosen {
                Some((x, y)) => say(&output, &format!("{x},{y}")),
                None => say(&output, "ERROR the game is over"),
            };
            (mind, chosen)
        });
        self.thinking = Some(Turn { stop, thread });
        Ok(())
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}
