//! The terminal: how long a whole screen takes, and what the program costs while nothing happens.

use crate::race;
use damier_games::{GameKey, options::Options};
use damier_tui::measure::Redraw;
use std::{
    fs,
    io::{self, Write},
    process::Command,
    thread,
    time::Duration,
};

/// Screens in a round.
const SCREENS: u64 = 50;

/// Prints the figures.
pub fn run(out: &mut impl Write) -> io::Result<()> {
    for &game in GameKey::ALL {
        let Ok(screen) = Redraw::new(game, Options::new()) else { continue };
        let [(count, time), (_, text)] = race(
            || {
                (0..SCREENS).for_each(|_| screen.game());
                SCREENS
            },
            || {
                (0..SCREENS).for_each(|_| screen.plain());
                SCREENS
            },
        );
        let each = |time: Duration| time.as_secs_f64() * 1e3 / count as f64;
        writeln!(
            out,
            "tui {:<10} redraw at 200x60: {:.2} ms (target under 5 ms); yardstick, plain text: {:.2} ms",
            game.info().key,
            each(time),
            each(text)
        )?;
    }
    match idle() {
        Some((used, whole)) => {
            writeln!(out, "tui idle: {used} ms of processor in {} s", whole.as_secs())
        }
        None => writeln!(out, "tui idle: not measured: needs tmux and /proc"),
    }
}

/// The processor's milliseconds that the program uses in a while in which nobody touches it.
fn idle() -> Option<(u64, Duration)> {
    let whole = Duration::from_secs(5);
    let socket = format!("damier-bench-{}", std::process::id());
    let tmux = |arguments: &[&str]| {
        let output =
            Command::new("tmux").args(["-L", &socket, "-f", "/dev/null"]).args(arguments).output();
        output.ok().filter(|output| output.status.success())
    };
    let program = std::env::current_exe().ok()?;
    let start = format!("exec {} play chess", program.display());
    tmux(&["new-session", "-d", "-x", "200", "-y", "60", &start])?;
    thread::sleep(Duration::from_secs(1));
    let told = tmux(&["display-message", "-p", "#{pane_pid}"])?;
    let process = String::from_utf8_lossy(&told.stdout).trim().to_owned();
    let before = processor_ms(&process);
    thread::sleep(whole);
    let after = processor_ms(&process);
    tmux(&["kill-server"]);
    Some((after?.saturating_sub(before?), whole))
}

/// What a process has used so far; Linux counts in hundredths of a second.
fn processor_ms(process: &str) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<u64> = rest.split_whitespace().skip(11).take(2).flat_map(str::parse).collect();
    Some(fields.iter().sum::<u64>() * 10)
}
