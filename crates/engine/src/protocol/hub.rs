//! The Hub protocol of draughts programs, version 2 (`command name=value ...`) and version 1 (`command value ...`). Positions and moves are
//! those of `damier_games::draughts::hub`; what is not understood is ignored, as the protocol wants.

mod words;

use crate::{
    level::Level,
    mind::{Mind, Thinking, Thought, mind},
    search::Limits,
};
use damier_games::{
    Game, GameKey, Rules,
    draughts::{Draughts, Position},
    options::{Options, rulebook},
};
use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::JoinHandle,
};
use words::Words;

/// Variants by their names in the protocol and in our rules.
const VARIANTS: [(&str, &str); 5] = [
    ("normal", "default"),
    ("losing", "antidraughts"),
    ("brazilian", "brazilian"),
    ("russian", "russian"),
    ("short-kings", "short-kings"),
];
const HASH_MOST: usize = 8192;
const THREADS_MOST: usize = 256;

/// Speaks Hub until `quit` or the end of the input.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = Engine::new(output);
    for line in super::lines(input) {
        if !engine.obey(&line)? {
            break;
        }
    }
    engine.rest();
    Ok(())
}

/// Which answers are understood.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// A search on its own thread, which gives the mind back when it is done.
struct Search {
    stop: Arc<AtomicBool>,
    /// Set when the move was said, or when nobody waits for it any more.
    hush: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Mind>>,
    /// The limits that begin to count when the expected move comes.
    pondering: Option<Limits>,
    version: Version,
}

struct Engine<W> {
    output: Arc<Mutex<W>>,
    game: GameKey,
    draughts: Draughts,
    options: Options,
    thinking: Thinking,
    megabytes: usize,
    /// Where the moves begin, and the moves since then in our notation.
    start: Position,
    moves: Vec<String>,
    /// After the moves.
    pos: Position,
    /// Whether the last position could be read.
    ready: bool,
    limits: Limits,
    /// Whether a search began with these limits.
    used: bool,
    /// Absent while it searches.
    mind: Option<Box<dyn Mind>>,
    search: Option<Search>,
}

impl<W: Write + Send + 'static> Engine<W> {
    fn new(output: W) -> Self {
        let game = GameKey::ALL.iter().copied().find(|key| key.info().key == Draughts::INFO.key);
        let game = game.expect("draughts is one of the games");
        let thinking = Thinking {
            limits: Limits::default(),
            level: Level::FULL,
            lines: 1,
            threads: 1,
            seed: 0,
        };
        let draughts = Draughts::default();
        let start = draughts.start();
        Self {
            output: Arc::new(Mutex::new(output)),
            game,
            draughts,
            options: Options::new(),
            thinking,
            megabytes: 64,
            start,
            moves: Vec::new(),
            pos: start,
            ready: true,
            limits: Limits::default(),
            used: false,
            mind: None,
            search: None,
        }
    }

    /// Does what a line asks; `false` for `quit`.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let words = Words::read(line);
        let Some(command) = words.command() else { return Ok(true) };
        match command {
            "quit" => return Ok(false),
            "ping" => self.say("pong")?,
            "stop" => self.rest(),
            "ponder-hit" => self.ponder_hit()?,
            "hub" => self.introduce()?,
            "set-param" | "set" => self.set_parameter(&words)?,
            "init" => {
                self.rest();
                self.mind();
                self.say("ready")?;
            }
            "new-game" | "new" => {
                self.rest();
                self.mind().forget();
            }
            "start" => self.set_position(self.draughts.start()),
            "pos" => self.read_position(&words)?,
            "move" => self.play(words.plain(0).unwrap_or_default())?,
            "level" | "time" | "depth" => {
                self.rest();
                // Several lines together make up one level, until it is used.
                let so_far =
                    if std::mem::take(&mut self.used) { Limits::default() } else { self.limits };
                self.limits = words.limits(so_far);
            }
            "go" if words.flag("ponder") => self.go(Version::Two, true)?,
            "go" if words.flag("think") || words.flag("analyze") => self.go(Version::Two, false)?,
            "go" | "analyse" => self.go(Version::One, false)?,
            "ponder" => self.go(Version::One, true)?,
            _ => {}
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    fn complain(&self, message: &str) -> io::Result<()> {
        self.say(&format!("error message=\"{}\"", message.replace('"', "'")))
    }

    fn mind(&mut self) -> &mut dyn Mind {
        let (game, megabytes) = (self.game, self.megabytes);
        self.mind.get_or_insert_with(|| mind(game, megabytes)).as_mut()
    }

    /// Ends the search that is under way, if any; it still says its move.
    fn rest(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Relaxed);
            self.mind = search.thread.join().ok();
        }
    }

    /// The expected move was played: from now on time counts. What was found meanwhile is remembered.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(Search { pondering: Some(limits), version, hush, .. }) = &self.search else {
            return Ok(());
        };
        let (limits, version) = (*limits, *version);
        if hush.swap(true, Relaxed) {
            // It has already said its move: whoever asked has it.
            return Ok(());
        }
        self.rest();
        self.limits = limits;
        self.go(version, false)
    }

    fn introduce(&self) -> io::Result<()> {
        let variants: Vec<&str> = VARIANTS.iter().map(|(theirs, _)| *theirs).collect();
        let current = self.options.get("variant").map_or("default", String::as_str);
        let named = VARIANTS.iter().find(|(_, ours)| *ours == current);
        let variant = named.map_or("normal", |(theirs, _)| theirs);
        let Thinking { threads, level, .. } = self.thinking;
        for line in [
            format!(
                "id name=Damier version={} author=\"the Damier team\" country=France",
                env!("CARGO_PKG_VERSION")
            ),
            format!(
                "param name=variant value={variant} type=enum values=\"{}\"",
                variants.join(" ")
            ),
            format!("param name=hash value={} type=int min=1 max={HASH_MOST}", self.megabytes),
            format!("param name=threads value={threads} type=int min=1 max={THREADS_MOST}"),
            format!("param name=level value={} type=int min=1 max=8", level.number()),
            "wait".into(),
        ] {
            self.say(&line)?;
        }
        Ok(())
    }

    /// `set-param name=NAME value=VALUE`, or `set NAME VALUE`.
    fn set_parameter(&mut self, words: &Words) -> io::Result<()> {
        self.rest();
        let name = words.value("name").or_else(|| words.plain(0)).unwrap_or_default();
        let value = words.value("value").or_else(|| words.plain(1)).unwrap_or_default();
        let number = |most: usize| value.parse().ok().filter(|n| (1..=most).contains(n));
        let done = match name {
            "hash" => number(HASH_MOST).map(|megabytes| {
                self.megabytes = megabytes;
                self.mind = None;
            }),
            "threads" => number(THREADS_MOST).map(|threads| self.thinking.threads = threads),
            "level" => value.parse().ok().map(|level| self.thinking.level = level),
            "variant" => self.set_variant(value),
            // Others belong to other programs.
            _ => Some(()),
        };
        match done {
            Some(()) => Ok(()),
            None => self.complain(&format!("parameter {name} cannot be {value}")),
        }
    }

    fn set_variant(&mut self, name: &str) -> Option<()> {
        let (_, ours) = VARIANTS.iter().find(|(theirs, ours)| *theirs == name || *ours == name)?;
        let options = Options::from([("variant".to_owned(), (*ours).to_owned())]);
        self.draughts = rulebook(&options).ok()?;
        self.options = options;
        self.mind = None;
        self.set_position(self.draughts.start());
        Some(())
    }

    fn set_position(&mut self, pos: Position) {
        self.rest();
        (self.start, self.pos) = (pos, pos);
        self.moves.clear();
        self.ready = true;
    }

    /// `pos pos=POSITION moves="MOVE MOVE"`, or `pos POSITION`.
    fn read_position(&mut self, words: &Words) -> io::Result<()> {
        self.rest();
        // Version 1 writes the side to move small.
        let old = words.plain(0).filter(|text| text.is_ascii() && !text.is_empty());
        let old = old.map(|text| text[..1].to_ascii_uppercase() + &text[1..]);
        let text = words.value("pos").or(old.as_deref()).unwrap_or_default();
        self.ready = false;
        match self.draughts.read_hub_position(text) {
            Ok(pos) => self.set_position(pos),
            Err(error) => return self.complain(&error.to_string()),
        }
        for text in words.value("moves").unwrap_or_default().split_whitespace() {
            self.play(text)?;
            if !self.ready {
                break;
            }
        }
        Ok(())
    }

    /// Plays a move on the position.
    fn play(&mut self, text: &str) -> io::Result<()> {
        self.rest();
        match self.draughts.read_hub_move(&self.pos, text) {
            Ok(mv) => {
                self.moves.push(self.draughts.move_text(&self.pos, mv));
                self.draughts.play(&mut self.pos, mv);
                Ok(())
            }
            Err(error) => {
                self.ready = false;
                self.complain(&error.to_string())
            }
        }
    }

    fn go(&mut self, version: Version, ponder: bool) -> io::Result<()> {
        self.rest();
        if !self.ready || self.draughts.outcome(&self.pos).is_some() {
            return self.complain("there is no position to search: expected one with a legal move");
        }
        let text = self.draughts.position_text(&self.start);
        let (options, moves) = (self.options.clone(), std::mem::take(&mut self.moves));
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        // Those who ask may play on where our rules see a draw: then the position is looked at without its past.
        let fresh = self.draughts.read_hub_position(&self.draughts.hub_position(&self.pos));
        let fresh = self.draughts.position_text(fresh.as_ref().unwrap_or(&self.pos));
        let looked = match self.mind().look(&options, Some(&text), &words) {
            Err(_) => self.mind().look(&options, Some(&fresh), &[]),
            Ok(()) => Ok(()),
        };
        self.moves = moves;
        if let Err(error) = looked {
            return self.complain(&error.to_string());
        }
        self.used = true;
        let limits = if ponder { Limits::default() } else { self.limits };
        let pondering = ponder.then_some(self.limits);
        let thinking = Thinking { limits, ..self.thinking };
        let (stop, hush) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (output, halt, silent) =
            (Arc::clone(&self.output), Arc::clone(&stop), Arc::clone(&hush));
        let (draughts, pos) = (self.draughts.clone(), self.pos);
        let Some(mut mind) = self.mind.take() else { return Ok(()) };
        let thread = std::thread::spawn(move || {
            let mut tell = |thought: &Thought| {
                if !silent.load(Relaxed) {
                    let _ = say(&output, &info(version, &draughts, pos, thought));
                }
            };
            let mut thoughts = mind.think(&thinking, &halt, &mut tell);
            if thoughts.is_empty() && mind.look(&options, Some(&fresh), &[]).is_ok() {
                thoughts = mind.think(&thinking, &halt, &mut tell);
            }
            if !silent.swap(true, Relaxed) {
                let _ = say(&output, &done(version, &draughts, pos, thoughts.first()));
            }
            mind
        });
        self.search = Some(Search { stop, hush, thread, pondering, version });
        Ok(())
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// A line in the protocol's notation.
fn in_hub(draughts: &Draughts, mut pos: Position, line: &[String]) -> Vec<String> {
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let Ok(mv) = draughts.read_move(&pos, text) else { break };
        moves.push(draughts.hub_move(mv));
        draughts.play(&mut pos, mv);
    }
    moves
}

fn info(version: Version, draughts: &Draughts, pos: Position, thought: &Thought) -> String {
    let line = in_hub(draughts, pos, &thought.line).join(" ");
    let (depth, deepest, nodes) = (thought.depth, thought.deepest, thought.nodes);
    let seconds = thought.time.as_secs_f64();
    let millions = nodes as f64 / seconds.max(1e-6) / 1e6;
    match version {
        Version::One => format!(
            "info {depth} {deepest}.0 {} {nodes} {seconds:.2} {millions:.1} {line}",
            thought.value
        ),
        Version::Two => format!(
            "info depth={depth} max-depth={deepest} score={:.2} nodes={nodes} time={seconds:.3} nps={millions:.1} pv=\"{line}\"",
            f64::from(thought.value) / 100.0
        ),
    }
}

fn done(version: Version, draughts: &Draughts, pos: Position, thought: Option<&Thought>) -> String {
    let line = thought.map(|thought| in_hub(draughts, pos, &thought.line)).unwrap_or_default();
    match (version, &line[..]) {
        (_, []) => "error message=\"no move was found\"".into(),
        (Version::One, [best, rest @ ..]) => {
            rest.first().map_or(format!("move {best}"), |next| format!("move {best} {next}"))
        }
        (Version::Two, [best, rest @ ..]) => rest
            .first()
            .map_or(format!("done move={best}"), |next| format!("done move={best} ponder={next}")),
    }
}

#[cfg(test)]
mod tests;
