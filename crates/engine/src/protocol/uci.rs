//! UCI for all games: `UCI_Variant` chooses the game, its position and move texts are its own, its options are UCI options.

use crate::{
    level::Level,
    mind::{Mind, Thinking, Thought, mind},
    search::{Clock, Limits},
};
use damier_games::{GameKey, Player, options::Options};
use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::JoinHandle,
    time::Duration,
};

const HASH_DEFAULT: usize = 16;
const HASH_MOST: usize = 8192;
const THREADS_MOST: usize = 256;
const LINES_MOST: usize = 64;

/// Speaks UCI until `quit` or the end of the input.
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

/// A search on its own thread, which gives the mind back when it is done.
struct Search {
    stop: Arc<AtomicBool>,
    /// Set when nobody waits for its move any more.
    hush: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Mind>>,
    /// What was asked for, if it begins to count only when the expected move comes.
    pondering: Option<Vec<String>>,
}

struct Engine<W> {
    output: Arc<Mutex<W>>,
    game: GameKey,
    options: Options,
    thinking: Thinking,
    megabytes: usize,
    /// Absent while it searches.
    mind: Option<Box<dyn Mind>>,
    search: Option<Search>,
    /// Whether the last `position` could be read.
    ready: bool,
}

impl<W: Write + Send + 'static> Engine<W> {
    fn new(output: W) -> Self {
        let game = GameKey::ALL
            .iter()
            .copied()
            .find(|key| key.info().key == "chess")
            .unwrap_or(GameKey::ALL[0]);
        let thinking = Thinking {
            limits: Limits::default(),
            level: Level::FULL,
            lines: 1,
            threads: 1,
            seed: 0,
        };
        Self {
            output: Arc::new(Mutex::new(output)),
            game,
            options: Options::new(),
            thinking,
            megabytes: HASH_DEFAULT,
            mind: Some(mind(game, HASH_DEFAULT)),
            search: None,
            ready: true,
        }
    }

    /// Does what a line asks; `false` for `quit`. What it does not know it ignores, as the protocol wants.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, arguments)) = words.split_first() else { return Ok(true) };
        match command {
            "quit" => return Ok(false),
            "uci" => self.introduce()?,
            "isready" => self.say("readyok")?,
            "stop" => self.rest(),
            "ponderhit" => self.ponder_hit()?,
            "ucinewgame" => {
                self.rest();
                self.with_mind(|mind| mind.forget());
            }
            "setoption" => {
                self.rest();
                self.set_option(arguments)?;
            }
            "position" => {
                self.rest();
                self.set_position(arguments)?;
            }
            "go" => {
                self.rest();
                self.go(arguments)?;
            }
            _ => {}
        }
        Ok(true)
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    /// Ends the search that is under way, if any; it still says its best move.
    fn rest(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Relaxed);
            self.mind = search.thread.join().ok();
        }
        let (game, megabytes) = (self.game, self.megabytes);
        self.mind.get_or_insert_with(|| mind(game, megabytes));
    }

    /// The expected move was played: from now on time counts. What was found meanwhile is remembered.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(Search { hush, pondering: Some(words), .. }) = &self.search else {
            return Ok(());
        };
        hush.store(true, Relaxed);
        let words = words.clone();
        self.rest();
        self.go(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn with_mind<T>(&mut self, work: impl FnOnce(&mut dyn Mind) -> T) -> T {
        let (game, megabytes) = (self.game, self.megabytes);
        work(self.mind.get_or_insert_with(|| mind(game, megabytes)).as_mut())
    }

    fn introduce(&self) -> io::Result<()> {
        let games = GameKey::ALL.iter().map(|key| format!(" var {key}")).collect::<String>();
        let mut lines = vec![
            format!("id name Damier {}", env!("CARGO_PKG_VERSION")),
            "id author the Damier team".into(),
            format!("option name Hash type spin default {HASH_DEFAULT} min 1 max {HASH_MOST}"),
            format!("option name Threads type spin default 1 min 1 max {THREADS_MOST}"),
            "option name Ponder type check default false".into(),
            format!("option name MultiPV type spin default 1 min 1 max {LINES_MOST}"),
            "option name Level type spin default 8 min 1 max 8".into(),
            // For measurements: sees through the fog of games that have one.
            "option name AllSeeing type check default false".into(),
            "option name Seed type spin default 0 min 0 max 2147483647".into(),
            format!("option name UCI_Variant type combo default {}{games}", self.game),
        ];
        // Games share option names with other values, so each is a text; an empty one means the game's default.
        let mut keys: Vec<&str> =
            GameKey::ALL.iter().flat_map(|key| key.info().options).map(|field| field.key).collect();
        keys.sort_unstable();
        keys.dedup();
        lines.extend(
            keys.iter().map(|key| format!("option name {key} type string default <empty>")),
        );
        lines.push("uciok".into());
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// `setoption name NAME value VALUE`; both may have spaces.
    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words.get(1..value_at).unwrap_or_default().join(" ");
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let number = |least: usize, most: usize| {
            value.parse::<usize>().ok().filter(|n| (least..=most).contains(n))
        };
        let done = match name.to_ascii_lowercase().as_str() {
            "hash" => number(1, HASH_MOST).map(|megabytes| {
                self.megabytes = megabytes;
                self.with_mind(|mind| mind.resize(megabytes));
            }),
            "threads" => number(1, THREADS_MOST).map(|threads| self.thinking.threads = threads),
            "multipv" => number(1, LINES_MOST).map(|lines| self.thinking.lines = lines),
            "allseeing" => value.parse().ok().map(|all| self.with_mind(|mind| mind.reveal(all))),
            "seed" => value.parse().ok().map(|seed| self.thinking.seed = seed),
            "level" => value.parse().ok().map(|level| self.thinking.level = level),
            "uci_variant" => value.parse::<GameKey>().ok().map(|game| {
                self.game = game;
                self.options.clear();
                self.mind = Some(mind(game, self.megabytes));
                self.ready = true;
            }),
            key if self.game.info().options.iter().any(|field| field.key == key) => {
                if value.is_empty() || value == "<empty>" {
                    self.options.remove(key);
                } else {
                    self.options.insert(key.into(), value.clone());
                }
                let options = self.options.clone();
                let looked = self.with_mind(|mind| mind.look(&options, None, &[]));
                if let Err(error) = looked {
                    self.options.remove(key);
                    return self.say(&format!("info string error: {error}"));
                }
                Some(())
            }
            // Programs send us what is as it is by default, too.
            "ponder" => Some(()),
            _ if value.is_empty() || value == "<empty>" => Some(()),
            _ => {
                let game = self.game;
                return self.say(&format!(
                    "info string error: {game} has no option {name}: UCI_Variant chooses the game, before its options"
                ));
            }
        };
        match done {
            Some(()) => Ok(()),
            None => self.say(&format!("info string error: option {name} cannot be \"{value}\"")),
        }
    }

    /// `position startpos|fen TEXT [moves ...]`.
    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let moves = moves.get(1..).unwrap_or_default();
        let text = match place.split_first() {
            Some((&"startpos", _)) => None,
            Some((&"fen", rest)) => Some(rest.join(" ")),
            _ => {
                self.ready = false;
                return self
                    .say("info string error: expected position startpos or position fen TEXT");
            }
        };
        let options = self.options.clone();
        let looked = self.with_mind(|mind| mind.look(&options, text.as_deref(), moves));
        self.ready = looked.is_ok();
        match looked {
            Ok(()) => Ok(()),
            Err(error) => self.say(&format!("info string error: {error}")),
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let Some(mut mind) = self.mind.take().filter(|_| self.ready) else {
            return self.say("bestmove 0000");
        };
        let (limits, unread) = limits(words, mind.turn());
        for word in unread {
            self.say(&format!("info string error: cannot read the number after {word}"))?;
        }
        if words.contains(&"searchmoves") {
            self.say("info string error: searchmoves is not known here: all moves are looked at")?;
        }
        let ponders = words.contains(&"ponder");
        // While the opponent thinks, no time of ours goes by.
        let limits = if ponders { Limits { time: None, clock: None, ..limits } } else { limits };
        let thinking = Thinking { limits, ..self.thinking };
        // Until told to stop, nothing is said but what was found.
        let patient = ponders || words.contains(&"infinite");
        let (stop, hush) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (output, halt, silent) =
            (Arc::clone(&self.output), Arc::clone(&stop), Arc::clone(&hush));
        let thread = std::thread::spawn(move || {
            let thoughts = mind.think(&thinking, &halt, &mut |thought| {
                let _ = say(&output, &info(thought));
            });
            while patient && !halt.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
            }
            if !silent.load(Relaxed) {
                let _ = say(&output, &best(thoughts.first()));
            }
            mind
        });
        let pondering = ponders.then(|| {
            let words = words.iter().filter(|word| **word != "ponder");
            words.map(|&word| word.to_owned()).collect()
        });
        self.search = Some(Search { stop, hush, thread, pondering });
        Ok(())
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// The limits, and the words whose number could not be read: those allow nothing, so that a slip does not make us think for ever.
fn limits<'a>(words: &[&'a str], turn: Player) -> (Limits, Vec<&'a str>) {
    let mut unread = Vec::new();
    let mut number = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        let value = words.get(at + 1).and_then(|value| value.parse::<i128>().ok());
        if value.is_none() {
            unread.push(words[at]);
        }
        // Clocks may run below zero; that is no time at all.
        Some(value.unwrap_or_default().clamp(0, i128::from(i64::MAX)) as u64)
    };
    let (own, other) = match turn {
        Player::One => (["wtime", "winc"], ["btime", "binc"]),
        Player::Two => (["btime", "binc"], ["wtime", "winc"]),
    };
    let mut clock = |[time, increment]: [&str; 2]| {
        let (left, increment) = (number(time), number(increment));
        left.map(|left| [left, increment.unwrap_or_default()].map(Duration::from_millis))
    };
    // Whoever tells but one clock means that there are clocks.
    let (own, other) = (clock(own), clock(other));
    let moves_to_go = number("movestogo").and_then(|moves| u32::try_from(moves).ok());
    let clock = own.or(other).map(|[left, increment]| Clock { left, increment, moves_to_go });
    // A mate in so many moves is within twice as many plies.
    let plies = [number("depth"), number("mate").map(|moves| moves.saturating_mul(2))];
    let depth = plies.into_iter().flatten().min().map(|depth| depth.min(1000) as u32);
    let (nodes, time) = (number("nodes"), number("movetime").map(Duration::from_millis));
    (Limits { depth, nodes, time, clock }, unread)
}

fn info(thought: &Thought) -> String {
    let Thought { rank, depth, deepest, value, win_in, nodes, time, fill, line } = thought;
    let score = match win_in {
        Some(plies) => format!("mate {}", (plies + plies.signum()) / 2),
        None => format!("cp {value}"),
    };
    let speed = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!(
        "info depth {depth} seldepth {deepest} multipv {} score {score} nodes {nodes} nps {speed} hashfull {fill} time {} pv {}",
        rank + 1,
        time.as_millis(),
        line.join(" ")
    )
}

fn best(thought: Option<&Thought>) -> String {
    match thought.map(|thought| thought.line.as_slice()) {
        Some([best, ponder, ..]) => format!("bestmove {best} ponder {ponder}"),
        Some([best]) => format!("bestmove {best}"),
        _ => "bestmove 0000".into(),
    }
}

#[cfg(test)]
mod tests;
