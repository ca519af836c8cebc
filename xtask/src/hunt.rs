//! `cargo xtask hunt`: the property tests with new numbers, again and again. What `cargo xtask test` runs must not depend on luck;
//! what is rare is looked for here.

use crate::{cargo_path, run, say};
use anyhow::{Context, Result};
use std::{
    process::Command,
    time::{Duration, Instant, SystemTime},
};

/// Where there are property tests.
const WHERE: [&[&str]; 3] = [
    &["--package", "damier-games", "--lib", "--tests"],
    &["--package", "damier-engine", "--lib", "isolation"],
    &["--package", "damier-gateways", "--lib", "code"],
];

/// Hunts for so many minutes, or until something is found.
pub fn hunt(minutes: u64) -> Result<()> {
    let begun = Instant::now();
    let first = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    for seed in (first..).map(|seed| format!("{seed}")) {
        for tests in WHERE {
            let mut command = Command::new(cargo_path());
            command.args(["test", "--quiet", "--locked", "--no-fail-fast"]).args(tests);
            run(command.env("PROPTEST_RNG_SEED", &seed))
                .with_context(|| format!("found something with PROPTEST_RNG_SEED={seed}"))?;
        }
        say(&format!("nothing found with PROPTEST_RNG_SEED={seed}"));
        if begun.elapsed() >= Duration::from_secs(60 * minutes) {
            break;
        }
    }
    Ok(())
}
