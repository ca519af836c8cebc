//! The protocol of the Gomocup tournament, for five in a row: a command a line, coordinates from 0 with y downwards.
//! Deliberately absent: boards that are not square or larger than ours, the caro and the continuous rule, swapping openings.

use crate::{
    level::Level,
    mind::{Mind, Thinking, mind},
    search::Limits,
};
use damier_games::{GameKey, options::Options};
use std::{
    fmt::Write as _,
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
    for line in input.lines() {
        let Ok(line) = line else { break };
        if !brain.obey(line.trim())? {
            return Ok(());
        }
    }
    brain.finish()
}

/// Whose mark it is, as we are told it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Own,
    Other,
}

/// x and y, from 0.
type Cell = (usize, usize);
/// x, y and whose.
type Stone = (usize, usize, Owner);

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

    /// The position as our own text.
    fn position(&self, size: usize) -> String {
        let own = self.marks.iter().filter(|(.., owner)| *owner == Owner::Own).count();
        // Who moves now has as many marks as the other, and then is X, or one fewer.
        let first = own * 2 >= self.marks.len();
        let letter = |x, y| {
            let mark = self.marks.iter().find(|&&(a, b, _)| (a, b) == (x, y));
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
        if self.rule != "freestyle" {
            options.push(format!("rule={}", self.rule));
        }
        if size != 15 {
            options.push(format!("size={size}"));
        }
        let options = if options.is_empty() { "-".into() } else { options.join(",") };
        let _ = write!(text, " {options}");
        text
    }

    /// Begins to think about the next move, which is told when it is found.
    fn think(&mut self) -> io::Result<()> {
        let Some(size) = self.size else { return self.error("no board: expected START first") };
        let Ok(key) = "morpion".parse::<GameKey>() else { return self.error("no such game") };
        let text = self.position(size);
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

/// Exactly so many numbers with commas between them.
fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let parts: Option<Vec<usize>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    parts?.try_into().ok()
}

/// Where the cell that we name `h8` lies for the manager.
fn cell_of(name: &str, size: usize) -> Option<(usize, usize)> {
    let x = name.bytes().next()?.checked_sub(b'a')?;
    let rank: usize = name.get(1..)?.parse().ok()?;
    Some((x.into(), size.checked_sub(rank)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output that a test can read afterwards.
    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn session(text: &str) -> Vec<String> {
        let page = Page::default();
        run(text.as_bytes(), page.clone()).expect("nothing here can fail");
        let bytes = page.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8(bytes).expect("we write text").lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_game_is_played() {
        let said = session(
            "START 15\r\nINFO timeout_turn 60000\r\nINFO max_node 500\r\nINFO folder /tmp\r\nBEGIN\r\nTURN 0,0\r\nTURN 0,1\r\nEND\r\n",
        );
        assert_eq!(said[0], "OK");
        let cells: Vec<[usize; 2]> = said[1..].iter().filter_map(|line| numbers(line)).collect();
        assert_eq!(cells.len(), said.len() - 1, "{said:?}");
        assert!(cells[0].iter().all(|at| (6..=8).contains(at)), "{said:?}");
    }

    #[test]
    fn a_board_is_taken_over_with_y_downwards() {
        let board = "BOARD\n4,0,1\n4,1,1\n4,2,1\n4,3,1\n9,0,2\n9,1,2\n9,2,2\n9,3,2\nDONE\n";
        let limits = "INFO timeout_turn 60000\nINFO max_node 200\n";
        assert_eq!(session(&format!("START 15\n{limits}{board}")), ["OK", "4,4"]);
        let blocked = board.replace("4,3,1\n", "");
        assert_eq!(session(&format!("START 15\n{limits}{blocked}")), ["OK", "9,4"]);
        let back = format!("START 15\n{limits}{board}TAKEBACK 4,4\nTAKEBACK 4,4\nRESTART\n");
        let said = session(&back);
        assert_eq!(said[..3], ["OK", "4,4", "OK"]);
        assert!(said[3].starts_with("ERROR"));
        assert_eq!(said[4], "OK");
    }

    #[test]
    fn rules_are_respected() {
        // Six are no win where five must be exact, and X may not make them in renju.
        let marks = "3,7,1\n4,7,1\n5,7,1\n7,7,1\n8,7,1\n4,9,2\n5,9,2\n7,9,2\n10,2,2\n12,12,2\n";
        let limits = "INFO timeout_turn 60000\nINFO max_node 300\n";
        let with = |rule: u8| {
            session(&format!("START 15\n{limits}INFO rule {rule}\nBOARD\n{marks}DONE\n"))
        };
        assert_eq!(with(0), ["OK", "6,7"]);
        assert_ne!(with(4), ["OK", "6,7"]);
    }

    #[test]
    fn rubbish_is_answered_politely() {
        for (text, answer) in [
            ("DANCE\n", "UNKNOWN"),
            ("START 20\n", "ERROR"),
            ("START\n", "ERROR"),
            ("START -3\n", "ERROR"),
            ("RECTSTART 10,12\n", "ERROR"),
            ("RECTSTART 10,10\n", "OK"),
            ("BEGIN\n", "ERROR"),
            ("TURN 3,3\n", "ERROR"),
            ("BOARD\n", "ERROR"),
            ("TAKEBACK\n", "ERROR"),
            ("RESTART\n", "ERROR"),
            ("ABOUT\n", "name=\"Damier\""),
        ] {
            let said = session(text);
            assert!(said.len() == 1 && said[0].starts_with(answer), "{text}: {said:?}");
        }
        for text in [
            "TURN 15,0\n",
            "TURN 0\n",
            "TURN 1,2,3\n",
            "TURN -1,5\n",
            "TURN x,y\n",
            "BOARD\n1,1,1\n1,1,2\nDONE\n",
            "BOARD\n1,1,9\nDONE\n",
            "BOARD\nrubbish\nDONE\n",
        ] {
            let said = session(&format!("START 15\n{text}"));
            assert!(said.len() == 2 && said[1].starts_with("ERROR"), "{text}: {said:?}");
        }
        assert_eq!(session("INFO rule x\nINFO\nINFO nothing 7\nINFO timeout_turn -5\n\n"), [""; 0]);
        assert!(session("INFO rule 8\n")[0].starts_with("MESSAGE"));
        let over = "START 15\nBOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\n0,1,1\n1,1,1\n2,1,1\n3,1,1\nDONE\n";
        assert!(session(over)[1].starts_with("ERROR"));
    }
}
