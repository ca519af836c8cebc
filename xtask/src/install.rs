//! What the tests need of the system: found, or installed where that is allowed.

use crate::say;
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// What `look` finds, if need be after installing Debian's packages.
pub fn unless<T>(look: impl Fn() -> Option<T>, packages: &[&str]) -> Result<T> {
    if let Some(found) = look() {
        return Ok(found);
    }
    let names = packages.join(" ");
    if is_root() {
        say(&format!("installing {names} for the tests"));
        let apt = |arguments: &[&str]| {
            let mut command = Command::new("apt-get");
            quietly(command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
        };
        apt(&["update", "-q"])?;
        apt(&[&["install", "-q", "-y", "--no-install-recommends"], packages].concat())?;
    }
    look().with_context(|| {
        format!("something is missing: install {names}; the tests start it themselves")
    })
}

/// A program among those that can be called.
pub fn program(name: &str) -> Option<std::path::PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.exists())
}

/// Whether everything is allowed.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Shows what a command says only if it fails.
pub fn quietly(command: &mut Command) -> Result<()> {
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output();
    let output = output.with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!(
            "{command:?} ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}
