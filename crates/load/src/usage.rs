//! What processes use, as Linux tells it, and what the disk can do.

use anyhow::{Context, Result};
use std::{
    fs::{self, File},
    io::{Seek, Write},
    path::Path,
    time::{Duration, Instant},
};

/// What a process has used so far.
#[derive(Clone, Copy)]
pub struct Usage {
    /// Its time on any core.
    pub cpu: Duration,
    /// Its memory, in KiB.
    pub memory: u64,
}

/// Linux counts in hundredths of a second, wherever it runs nowadays.
const TICK: Duration = Duration::from_millis(10);

/// What the process of that number uses, or this one.
pub fn of(pid: Option<u32>) -> Result<Usage> {
    let process = pid.map_or("self".to_owned(), |pid| pid.to_string());
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).context("no such process")?;
    // The name in brackets may hold blanks; user and system time are fields 14 and 15 of the whole.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u32 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let memory = resident.and_then(|line| line.split_whitespace().next()?.parse().ok());
    Ok(Usage { cpu: TICK * ticks, memory: memory.context("a process without memory")? })
}

/// Cores that were busy between two moments.
pub fn cores(from: Usage, to: Usage, time: Duration) -> f64 {
    (to.cpu - from.cpu).as_secs_f64() / time.as_secs_f64()
}

/// How busy the machine was in the last minute: what else ran spoils figures.
pub fn load_average() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// How often a second this disk takes 4 KiB and syncs.
pub fn syncs(folder: &Path) -> Result<f64> {
    const TIME: Duration = Duration::from_secs(1);
    let path = folder.join("syncs");
    let mut file = File::create(&path)?;
    let (started, mut count) = (Instant::now(), 0);
    while started.elapsed() < TIME {
        file.rewind()?;
        file.write_all(&[count as u8; 4096])?;
        file.sync_data()?;
        count += 1;
    }
    fs::remove_file(path)?;
    Ok(f64::from(count) / started.elapsed().as_secs_f64())
}
