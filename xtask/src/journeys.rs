//! `cargo xtask journeys`: people's ways through Damier, in a real browser against the real server.

use crate::{cargo, cargo_path, install, run, web};
use anyhow::{Context, Result};
use std::{env, process::Command};

/// Builds what the journeys need and makes them. `arguments` go to the test runner.
pub fn run_all(arguments: &[String]) -> Result<()> {
    let driver = || install::program("chromium").and(install::program("chromedriver"));
    install::unless(driver, &["chromium", "chromium-driver"])?;
    let page = web::build_quickly()?;
    cargo(&["build", "--quiet", "--locked", "--package", "damier"])?;
    let target = page.ancestors().nth(2).context("the client lies in the target folder")?;
    let binary = target.join("debug").join(format!("damier{}", env::consts::EXE_SUFFIX));
    run(Command::new(cargo_path())
        .args(["test", "--quiet", "--locked", "--package", "damier-journeys", "--no-fail-fast"])
        .args(arguments)
        .env("DAMIER_JOURNEYS_WEB", &page)
        .env("DAMIER_JOURNEYS_BINARY", binary))
}
