//! Damier's one command line. Exit codes: 0 done, 1 the work failed, 2 the call was wrong.

mod commands;
mod failure;
mod lan;
mod language;
mod server;
mod terminal;
mod usage;

use failure::Failure;
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// A server's messages are small and are freed by other threads than made them, which the system's allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let language = language::of_environment();
    match run(language) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop when they have seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            let _ = writeln!(io::stderr(), "damier: {}", failure.tell(language));
            failure.exit_code()
        }
    }
}

fn run(language: damier_games::text::Language) -> Result<(), Failure> {
    let Some(matches) = usage::parse(std::env::args_os(), language)? else { return Ok(()) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    match matches.subcommand() {
        Some(("moves", given)) => commands::moves(given, &mut out)?,
        Some(("perft", given)) => commands::perft(given, &mut out)?,
        Some(("bench", given)) => commands::bench(given, &mut out)?,
        Some(("engine", given)) => {
            drop(out);
            return commands::engine(given);
        }
        Some((name @ ("play" | "host" | "join"), given)) => {
            drop(out);
            return match name {
                "play" => terminal::play(given, language),
                "host" => terminal::host(given, language),
                _ => terminal::join(given, language),
            };
        }
        Some((name @ ("serve" | "backup" | "admin"), given)) => {
            // They run for long or speak for themselves.
            drop(out);
            return match name {
                "serve" => server::serve(given),
                "backup" => server::backup(given),
                _ => server::admin(given),
            };
        }
        Some(("vectors", given)) => commands::vectors(given, &mut out)?,
        _ => unreachable!("clap knows no other commands"),
    }
    out.flush()?;
    Ok(())
}
