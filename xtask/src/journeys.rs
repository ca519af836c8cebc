//! `cargo xtask journeys`: people's ways through Damier, in a real browser against the real server.

use crate::{build, cargo, cargo_path, install, run, web};
use anyhow::{Context, Result};
use std::process::Command;

/// Builds what the journeys need and makes them. `arguments` go to the test runner.
pub fn run_all(arguments: &[String]) -> Result<()> {
    find_browser()?;
    install::unless(|| install::program("ip"), &["iproute2"])?;
    install::unless(|| install::program("tmux"), &["tmux"])?;
    let page = web::build_quickly()?;
    cargo(&["build", "--quiet", "--locked", "--package", "damier"])?;
    let target = page.ancestors().nth(2).context("the client lies in the target folder")?;
    let mut command = Command::new(cargo_path());
    command.args(["test", "--quiet", "--locked", "--package", "damier-journeys", "--no-fail-fast"]);
    command.args(arguments).env("DAMIER_JOURNEYS_WEB", &page);
    run(command.env("DAMIER_JOURNEYS_BINARY", target.join("debug").join(PROGRAM)))
}

/// A picture of every page, as people see it.
pub fn pictures() -> Result<()> {
    on_the_product("pictures", Some("docs/pictures"))
}

/// What a person waits for in the browser.
pub fn bench() -> Result<()> {
    on_the_product("measure", None)
}

const PROGRAM: &str = if cfg!(windows) { "damier.exe" } else { "damier" };

fn on_the_product(name: &str, argument: Option<&str>) -> Result<()> {
    find_browser()?;
    let binary = build()?;
    let mut command = Command::new(cargo_path());
    command.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "damier-journeys",
        "--bin",
        name,
        "--",
    ]);
    run(command.args(argument).env("DAMIER_JOURNEYS_BINARY", binary))
}

fn find_browser() -> Result<()> {
    let found = || install::program("chromium").and(install::program("chromedriver"));
    install::unless(found, &["chromium", "chromium-driver"]).map(drop)
}
