//! Damier's tasks: `cargo xtask play | test | hunt | journeys | screenshots | web | bench | match | tune`.

mod folders;
mod hunt;
mod install;
mod journeys;
mod load;
mod postgres;
mod web;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use std::{env, path::PathBuf, process::Command, time::Instant};

#[derive(Parser)]
#[command(about = "Damier's tasks")]
struct Tasks {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build Damier and start it
    Play {
        /// What to start it with
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Build Damier as people get it, with the browser client inside, as target/release/damier
    Build,
    /// Everything that CI runs: format, lints, tests, documentation, WebAssembly
    Test,
    /// The property tests with new numbers, again and again, until one fails
    Hunt {
        /// How long
        #[arg(long, default_value_t = 10)]
        minutes: u64,
    },
    /// The journeys through Damier in a real browser
    Journeys {
        /// Which of them, and what else the test runner takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// A picture of every page, into docs/pictures
    Screenshots,
    /// Build the browser client into a folder of files
    Web {
        /// Large and slow, but soon there: to try something out
        #[arg(long)]
        quick: bool,
    },
    /// The benchmarks, each figure beside a yardstick from the same run
    Bench {
        /// Which of them, all if none is named; then of which games and with which options: `levels horde --option variant=lichess`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        names: Vec<String>,
    },
    /// Fit an evaluation's weights to games that the engine plays itself, or with `search` first find better numbers for the search of a
    /// game; `cargo xtask tune --help` and `tune search --help` tell more
    Tune {
        /// What the tuner takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// A match between two engines; `cargo xtask match --help` tells more
    Match {
        /// What the arena takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

/// Something to be done.
type Step = fn() -> Result<()>;

const WASM: &str = "wasm32-unknown-unknown";

fn main() -> Result<()> {
    match Tasks::parse().task {
        Task::Play { arguments } => play(&arguments),
        Task::Build => {
            say(&format!("built {}", build()?.display()));
            Ok(())
        }
        Task::Test => test(),
        Task::Hunt { minutes } => hunt::hunt(minutes),
        Task::Journeys { arguments } => journeys::run_all(&arguments),
        Task::Screenshots => journeys::pictures(),
        Task::Web { quick } => {
            let folder = if quick { web::build_quickly()? } else { web::build()? };
            say(&format!("built {}", folder.display()));
            Ok(())
        }
        Task::Match { arguments } => {
            cargo(&["build", "--quiet", "--release", "--locked", "--package", "damier"])?;
            release("damier-arena", &arguments)
        }
        Task::Tune { arguments } => tune(&arguments),
        Task::Bench { names } => bench(names),
    }
}

/// Those that need processes of their own; the others run inside one.
const APART: [(&str, Step); 2] = [("server", load::bench), ("web", journeys::bench)];

fn bench(names: Vec<String>) -> Result<()> {
    let all = names.is_empty();
    let (apart, inside): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|name| APART.iter().any(|(other, _)| other == name));
    if all || !inside.is_empty() {
        release("damier", &[vec!["bench".into()], inside].concat())?;
    }
    let mut chosen =
        APART.iter().filter(|(name, _)| all || apart.iter().any(|other| other == name));
    chosen.try_for_each(|(_, bench)| bench())
}

fn test() -> Result<()> {
    let steps: [(&str, Step); 6] = [
        ("format", || cargo(&["fmt", "--all", "--check"])),
        ("lints", || {
            cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--locked",
                "--",
                "--deny",
                "warnings",
            ])
        }),
        ("tests", tests),
        ("journeys", || journeys::run_all(&[])),
        ("documentation", documentation),
        ("WebAssembly", wasm),
    ];
    for (name, step) in steps {
        let started = Instant::now();
        step().with_context(|| format!("{name} failed"))?;
        say(&format!("{name}: fine after {:.0} s", started.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// One suite for both databases: SQLite needs nothing, PostgreSQL is started for it.
fn tests() -> Result<()> {
    let postgres = postgres::Postgres::start()?;
    install::unless(tmux, &["tmux"])?;
    run(Command::new(cargo_path())
        .args(["test", "--workspace", "--exclude", "damier-journeys", "--locked", "--no-fail-fast"])
        .env("DAMIER_TEST_POSTGRES", &postgres.url))
}

/// What drives the terminal client in its tests.
fn tmux() -> Option<()> {
    let tried = Command::new("tmux").arg("-V").output();
    tried.is_ok_and(|output| output.status.success()).then_some(())
}

fn documentation() -> Result<()> {
    run(Command::new(cargo_path())
        .args(["doc", "--workspace", "--no-deps", "--locked"])
        .env("RUSTDOCFLAGS", "--deny warnings"))
}

/// What the browser will run must compile for it; the journeys have built the page itself.
fn wasm() -> Result<()> {
    add_wasm_target()?;
    cargo(&[
        "build",
        "--locked",
        "--target",
        WASM,
        "--package",
        "damier-games",
        "--package",
        "damier-engine",
        "--package",
        "damier-contest",
    ])
}

/// Automatic installation of targets may be switched off, so it is asked for.
fn add_wasm_target() -> Result<()> {
    let listed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let listed =
        listed.context("cannot run rustup: expected cargo from rustup, see https://rustup.rs")?;
    if String::from_utf8_lossy(&listed.stdout).lines().any(|target| target == WASM) {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", WASM]))
}

/// Without arguments the server with the browser client; else whatever command follows.
fn play(arguments: &[String]) -> Result<()> {
    let serve = ["serve".to_owned()];
    let arguments = if arguments.is_empty() { &serve } else { arguments };
    if !matches!(arguments[0].as_str(), "serve" | "host") {
        return release("damier", arguments);
    }
    let program = build()?;
    run(Command::new(program).args(arguments))
}

/// The client first, then the binary that holds it. Gives the binary's path.
fn build() -> Result<PathBuf> {
    let dist = web::build()?;
    run(Command::new(cargo_path())
        .args(["build", "--quiet", "--release", "--locked", "--bin", "damier"])
        .env("DAMIER_WEB_DIST", &dist))?;
    let target = dist.ancestors().nth(2).context("the client lies in the target folder")?;
    Ok(target.join("release").join(format!("damier{}", env::consts::EXE_SUFFIX)))
}

fn release(program: &str, arguments: &[String]) -> Result<()> {
    let mut command = Command::new(cargo_path());
    command
        .args(["run", "--quiet", "--release", "--locked", "--bin", program, "--"])
        .args(arguments);
    run(&mut command)
}

/// Nets are fitted in another way than features.
fn tune(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((what, others)) if what == "search" => release("damier-tune-search", others),
        // Dark alone is judged by features that are counted and weighed.
        Some((game, _)) if game == "dark" => release("damier-tuner", arguments),
        _ => release("damier-tune-net", arguments),
    }
}

fn cargo(arguments: &[&str]) -> Result<()> {
    run(Command::new(cargo_path()).args(arguments))
}

fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "progress is what a task prints")]
fn say(line: &str) {
    println!("{line}");
}
