//! Somebody at a terminal, line by line.

use crate::process::Process;
use anyhow::{Result, bail};
use std::{
    io::{BufRead, BufReader, Write},
    process::{ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, TryRecvError, channel},
    time::{Duration, Instant},
};

/// As patient as a browser.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that reads and writes lines.
pub struct Terminal {
    _process: Process,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Everything that it has written, to be shown when something fails.
    heard: Vec<String>,
}

impl Terminal {
    /// Starts it.
    pub fn open(command: &mut Command) -> Result<Self> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = Process::start(command.env("DAMIER_LANG", "en"))?;
        let (input, output) = (process.input()?, process.output()?);
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { _process: process, input, lines, heard: Vec::new() })
    }

    /// Types a line.
    pub fn type_line(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// Reads on until a line holds this, and gives it.
    pub async fn hear(&mut self, part: &str) -> Result<String> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.lines.try_recv() {
                Ok(line) => {
                    self.heard.push(line.clone());
                    if line.contains(part) {
                        return Ok(line);
                    }
                }
                Err(error) if Instant::now() > until || error == TryRecvError::Disconnected => {
                    bail!("waited in vain for “{part}”; there was:\n{}", self.heard.join("\n"))
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}
