//! The Hub protocol of draughts programs, in its first version (Scan 2.0) and its second one.

use super::{Peer, Seen};
use anyhow::{Context, Result, bail};
use damier_games::{
    Game, GameKey, Rules,
    draughts::{Draughts, Position},
    options::{Options, rulebook},
};
use std::{path::Path, process::Command};

/// How an engine is spoken to.
#[derive(Clone)]
pub struct Hub {
    first_version: bool,
    draughts: Draughts,
}

/// `hub:COMMAND` or `hub1:COMMAND`, and the command without its prefix.
pub fn of_command<'a>(
    command: &'a str,
    game: GameKey,
    options: &Options,
) -> Result<(Option<Hub>, &'a str)> {
    let (first_version, rest) = match (command.strip_prefix("hub:"), command.strip_prefix("hub1:"))
    {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return Ok((None, command)),
    };
    if game.info().key != Draughts::INFO.key {
        bail!("hub is for draughts: expected --game {}", Draughts::INFO.key);
    }
    Ok((Some(Hub { first_version, draughts: rulebook(options)? }), rest))
}

/// Draughts programs look for their data in the directory where they are started.
pub fn beside_its_data(mut command: Command, program: &str, hub: bool) -> Command {
    if hub && let Some(folder) = Path::new(program).parent().filter(|folder| folder.is_absolute()) {
        command.current_dir(folder);
    }
    command
}

impl Peer {
    fn hub(&self) -> Result<Hub> {
        self.hub.clone().context("an engine that speaks Hub")
    }

    pub(super) fn greet_hub(
        &mut self,
        options: &Options,
        extra: &[String],
        level: Option<&str>,
    ) -> Result<()> {
        let first_version = self.hub()?.first_version;
        let mut parameters = Vec::new();
        if let Some(variant) = options.get("variant") {
            let name = if variant == "default" { "normal" } else { variant };
            parameters.push(("variant", name));
        }
        parameters.extend(level.map(|level| ("level", level)));
        for pair in extra {
            let pair = pair.split_once('=').context("an engine option is written NAME=VALUE")?;
            parameters.push(pair);
        }
        self.say("hub")?;
        self.wait_for("wait")?;
        for (name, value) in parameters {
            self.say(&if first_version {
                format!("set {name} {value}")
            } else {
                format!("set-param name={name} value=\"{value}\"")
            })?;
        }
        self.say("init")?;
        self.wait_for("ready").map(drop)
    }

    pub(super) fn new_hub_game(&mut self) -> Result<()> {
        let first_version = self.hub()?.first_version;
        self.say(if first_version { "new" } else { "new-game" })?;
        self.say("ping")?;
        self.wait_for("pong").map(drop)
    }

    pub(super) fn best_hub_move(&mut self, seen: &Seen<'_>) -> Result<String> {
        let Hub { first_version, draughts } = self.hub()?;
        let start = draughts.start();
        let mut pos = start;
        let mut moves = Vec::new();
        for text in seen.moves {
            let mv = draughts.read_move(&pos, text)?;
            moves.push(draughts.hub_move(mv));
            draughts.play(&mut pos, mv);
        }
        let answer = if first_version {
            self.ask_first(&draughts, &start, &moves, seen)?
        } else {
            let start = draughts.hub_position(&start);
            self.say(&format!("pos pos={start} moves=\"{}\"", moves.join(" ")))?;
            self.say(&match (seen.nodes, seen.depth) {
                (Some(nodes), _) => format!("level nodes={nodes}"),
                (_, Some(depth)) => format!("level depth={depth}"),
                _ => format!("level move-time={:.3}", seen.time.as_secs_f64()),
            })?;
            self.say("go think")?;
            let line = self.wait_for("done")?;
            let word = line.split_whitespace().find_map(|word| word.strip_prefix("move="));
            word.map(|word| word.trim_matches('"').to_owned())
                .with_context(|| format!("no move in \"{line}\""))?
        };
        // The referee refuses what is no move.
        let mv = draughts.read_hub_move(&pos, &answer);
        Ok(mv.map_or(answer, |mv| draughts.move_text(&pos, mv)))
    }

    /// Version 1 takes moves one by one, times in milliseconds, and answers `move`.
    fn ask_first(
        &mut self,
        draughts: &Draughts,
        start: &Position,
        moves: &[String],
        seen: &Seen<'_>,
    ) -> Result<String> {
        // The side to move is written small.
        let start = draughts.hub_position(start);
        self.say(&format!("pos {}{}", start[..1].to_ascii_lowercase(), &start[1..]))?;
        for text in moves {
            self.say(&format!("move {text}"))?;
        }
        self.say(&match seen.depth {
            Some(depth) => format!("depth {depth}"),
            None => format!("time {}", seen.time.as_millis()),
        })?;
        self.say("go")?;
        let line = self.wait_for("move")?;
        let word = line.split_whitespace().nth(1);
        word.map(str::to_owned).with_context(|| format!("no move in \"{line}\""))
    }
}
