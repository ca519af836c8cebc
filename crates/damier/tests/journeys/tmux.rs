//! A terminal of our own: the real program in tmux, typed at and read as a person does.

use std::{
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Long enough for a slow machine; a program that hangs is found out all the same.
const PATIENCE: Duration = Duration::from_secs(60);

/// The binary of this package's own tests, or the one that journeys with a browser are given.
fn program() -> String {
    let given = || std::env::var("DAMIER_JOURNEYS_BINARY").ok();
    let own = option_env!("CARGO_BIN_EXE_damier").map(str::to_owned);
    own.or_else(given).expect("cargo xtask test or cargo xtask journeys name the binary")
}

/// A tmux server with one window; dropping it ends both.
pub struct Terminal {
    socket: String,
}

impl Terminal {
    /// A shell in a window of that size.
    pub fn start(columns: u16, rows: u16) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let terminal = Self { socket: format!("damier-{}-{number}", std::process::id()) };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let size = ["-x", columns.as_str(), "-y", rows.as_str()];
        let mut arguments = vec!["new-session", "-d"];
        arguments.extend(size);
        arguments.push("PS1='ready> ' exec sh -i");
        terminal.tmux(&arguments);
        terminal.wait_for("ready>");
        terminal
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let started = Command::new("tmux")
            .args(["-L", &self.socket, "-f", "/dev/null"])
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .output();
        started
            .expect("tmux is missing: install it (apt-get install tmux), or run cargo xtask test")
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "tmux {arguments:?}: {error}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Starts Damier in the shell.
    pub fn damier(&self, arguments: &str) {
        let program = program();
        self.line(&format!("DAMIER_LANG=en COLORTERM=truecolor {program} {arguments}"));
    }

    /// Types a text as it is.
    pub fn text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Presses keys by their names.
    pub fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a line.
    pub fn line(&self, line: &str) {
        self.text(line);
        self.keys(&["Enter"]);
    }

    /// Goes down a list until what is pointed at says `text`.
    pub fn to(&self, text: &str) {
        let pointed =
            |screen: &str| screen.lines().find(|line| line.contains('▸')).map(str::to_owned);
        for _ in 0..40 {
            let screen = self.wait_for("▸");
            if pointed(&screen).is_some_and(|line| line.contains(text)) {
                return;
            }
            self.keys(&["Down"]);
            self.wait_until("the next line", |after| pointed(after) != pointed(&screen));
        }
        panic!("no \"{text}\" in the list:\n{}", self.screen());
    }

    /// Makes the window another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// What tmux knows of the window, such as `alternate_on`.
    pub fn flag(&self, name: &str) -> String {
        self.tmux(&["display-message", "-p", &format!("#{{{name}}}")]).trim().to_owned()
    }

    /// Waits until the screen shows `text`.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until what is awaited is true of the screen.
    pub fn wait_until(&self, awaited: &str, is: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.screen();
            if is(&screen) {
                return screen;
            }
            assert!(started.elapsed() < PATIENCE, "no \"{awaited}\" on the screen:\n{screen}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until the shell has the terminal again, and checks that it is as it was.
    pub fn is_given_back(&self) {
        self.wait_until("the shell", |screen| {
            screen
                .lines()
                .rfind(|line| !line.trim().is_empty())
                .is_some_and(|last| last.ends_with("ready>"))
        });
        assert_eq!(self.flag("alternate_on"), "0");
        assert_eq!(self.flag("mouse_any_flag"), "0");
        assert_eq!(self.flag("cursor_flag"), "1");
        self.line("stty -a | tr ';' '\\n' | grep -c -w -e '-icanon' -e '-echo'; echo checked");
        let screen = self
            .wait_until("checked", |screen| screen.lines().any(|line| line.trim() == "checked"));
        let lines: Vec<&str> = screen.lines().map(str::trim).collect();
        let at = lines.iter().rposition(|line| *line == "checked").expect("it was waited for");
        assert_eq!(lines[at - 1], "0", "the terminal is still raw:\n{screen}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.run(&["kill-server"]);
    }
}
