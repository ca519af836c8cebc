//! An engine in another process, by UCI. Other protocols are told apart by a prefix of the command.

mod hub;

use crate::gomocup::Gomocup;
use anyhow::{Context, Result, bail};
use damier_games::{GameKey, Player, Table, Viewer, open, options::Options};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

/// What an engine is asked.
pub struct Seen<'a> {
    pub table: &'a dyn Table,
    /// All moves so far, as we write them.
    pub moves: &'a [String],
    /// Whether it is told only what its side may see.
    pub hidden: bool,
    pub time: Duration,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

/// A running engine.
pub struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    game: GameKey,
    ours: bool,
    /// Hub in place of UCI.
    hub: Option<hub::Hub>,
    /// For an engine that speaks that protocol in place of UCI.
    gomocup: Option<Gomocup>,
    /// Whether it is one of ours that looks through the fog, to measure the others by.
    all_seeing: bool,
    /// The options of the game, to go through its past again.
    options: Options,
    /// How many plies of a hidden game it has been shown.
    shown: usize,
}

impl Peer {
    /// Starts an engine and tells it the game. `damier` and `damier:LEVEL` are this build's own.
    pub fn start(
        command: &str,
        game: GameKey,
        options: &Options,
        extra: &[String],
    ) -> Result<Self> {
        let (hub, command) = hub::of_command(command, game, options)?;
        let (name, level) = command.split_once(':').unwrap_or((command, "8"));
        let ours = name == "damier" || name == "material";
        let other = command.strip_prefix("gomocup:");
        let gomocup = other.map(|_| Gomocup::new(game, options)).transpose()?;
        let line = if let Some(line) = other {
            line.into()
        } else if name == "material" {
            let own = std::env::current_exe()?;
            format!("{} {} {level}", own.display(), crate::material::CALL)
        } else if ours {
            let protocol = if hub.is_some() { "hub" } else { "uci" };
            format!("{} engine {protocol}", own_binary()?)
        } else {
            command.trim_start_matches("uci:").into()
        };
        let mut words = line.split_whitespace();
        let program = words.next().context("an empty command")?;
        let mut child = hub::beside_its_data(Command::new(program), program, hub.is_some())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().context("no standard input")?;
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut peer = Self {
            child,
            input,
            output,
            game,
            ours,
            hub,
            gomocup,
            all_seeing: false,
            options: options.clone(),
            shown: 0,
        };
        if peer.hub.is_some() {
            peer.greet_hub(options, extra, ours.then_some(level))?;
            return Ok(peer);
        }
        if peer.gomocup.is_some() {
            return Ok(peer);
        }
        peer.say("uci")?;
        peer.wait_for("uciok")?;
        if ours {
            peer.say(&format!("setoption name UCI_Variant value {game}"))?;
            peer.say(&format!("setoption name Level value {level}"))?;
            for (key, value) in options {
                peer.say(&format!("setoption name {key} value {value}"))?;
            }
        }
        for pair in extra {
            let (name, value) =
                pair.split_once('=').context("an engine option is written NAME=VALUE")?;
            peer.all_seeing |= name == "AllSeeing" && value == "true";
            peer.say(&format!("setoption name {name} value {value}"))?;
        }
        peer.ready()?;
        Ok(peer)
    }

    /// Tells it that another game begins.
    pub fn new_game(&mut self) -> Result<()> {
        if self.hub.is_some() {
            return self.new_hub_game();
        }
        if let Some(gomocup) = &mut self.gomocup {
            let lines = gomocup.start();
            lines.iter().try_for_each(|line| self.say(line))?;
            return self.wait_for("OK").map(drop);
        }
        self.shown = 0;
        self.say("ucinewgame")?;
        self.ready()
    }

    /// Its move, as it writes it.
    pub fn best_move(&mut self, seen: &Seen<'_>) -> Result<String> {
        if self.hub.is_some() {
            return self.best_hub_move(seen);
        }
        if let Some(gomocup) = &mut self.gomocup {
            let lines = gomocup.ask(seen)?;
            lines.iter().try_for_each(|line| self.say(line))?;
            return self.wait_for_cell();
        }
        let turn = seen.table.turn();
        if seen.hidden && self.ours && !self.all_seeing {
            self.show(seen, turn)?;
        } else {
            self.say(&format!("position startpos moves {}", seen.moves.join(" ")))?;
        }
        let go = match (seen.nodes, seen.depth) {
            (Some(nodes), _) => format!("go nodes {nodes}"),
            (_, Some(depth)) => format!("go depth {depth}"),
            _ => format!("go movetime {}", seen.time.as_millis()),
        };
        self.say(&go)?;
        let line = self.wait_for("bestmove")?;
        let word = line.split_whitespace().nth(1);
        word.map(str::to_owned).with_context(|| format!("{}: no move in \"{line}\"", self.game))
    }

    /// Shows what a player has seen since it was last asked, view by view, before and after its own moves: of an opening it was
    /// there, too.
    fn show(&mut self, seen: &Seen<'_>, player: Player) -> Result<()> {
        let mut table = open(self.game, &self.options, None)?;
        for (ply, text) in seen.moves.iter().enumerate() {
            if ply >= self.shown {
                let view = table.snapshot(Viewer::Seat(player)).position;
                self.say(&format!("position fen {view}"))?;
            }
            table.play(table.turn(), text)?;
        }
        let view = seen.table.snapshot(Viewer::Seat(player)).position;
        self.say(&format!("position fen {view}"))?;
        self.shown = seen.moves.len() + 1;
        Ok(())
    }

    /// Reads on until a line names a cell, as engines of the Gomocup protocol do.
    fn wait_for_cell(&mut self) -> Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the engine ended while we waited for its move");
            }
            if line.starts_with("ERROR") {
                bail!("the engine says {line}");
            }
            if let Some(cell) = self.gomocup.as_ref().and_then(|gomocup| gomocup.answer(&line)) {
                // Some are deaf until they have settled after their move.
                std::thread::sleep(Duration::from_millis(10));
                return Ok(cell);
            }
        }
    }

    fn ready(&mut self) -> Result<()> {
        self.say("isready")?;
        self.wait_for("readyok").map(drop)
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// Reads on until a line begins with that word.
    fn wait_for(&mut self, word: &str) -> Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the engine ended while we waited for {word}");
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line.trim().into());
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.say(if self.gomocup.is_some() { "END" } else { "quit" });
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The `damier` binary that lies beside this one.
fn own_binary() -> Result<String> {
    let own = std::env::current_exe()?.with_file_name("damier");
    own.to_str().map(str::to_owned).context("the path of the binary is not text")
}
