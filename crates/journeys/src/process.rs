//! A program that ends with whoever started it, and everything that it started.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    os::unix::process::CommandExt,
    process::{Child, Command},
};

/// A running program in a group of its own.
pub struct Process(Child);

impl Process {
    /// Starts it.
    pub fn start(command: &mut Command) -> Result<Self> {
        let child = command.process_group(0).spawn();
        Ok(Self(child.with_context(|| format!("cannot start {command:?}"))?))
    }

    /// What it writes, if it was asked to be read.
    pub fn output(&mut self) -> Result<std::process::ChildStdout> {
        self.0.stdout.take().context("its output is read once, and was asked for")
    }

    /// Where it reads, if it was asked to.
    pub fn input(&mut self) -> Result<std::process::ChildStdin> {
        self.0.stdin.take().context("its input is written by one, and was asked for")
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        // It may have ended by itself.
        if let Some(group) = Pid::from_raw(self.0.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
