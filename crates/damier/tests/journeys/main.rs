//! What people do in a terminal, with the real program in a real one.

mod people;
mod server;
mod tmux;

use damier_games::{GameKey, Outcome, Table, open, options::Options};
use tmux::Terminal;

/// A game that ends by its own rules, and soon.
fn short_game(game: GameKey) -> (Vec<String>, Outcome) {
    let mut best: Option<(Vec<String>, Outcome)> = None;
    for seed in 1..400_u64 {
        let limit = best.as_ref().map_or(400, |(moves, _)| moves.len());
        if let Some(found) = random_game(game, seed, limit) {
            best = Some(found);
        }
    }
    best.expect("some random game ends")
}

fn random_game(game: GameKey, seed: u64, limit: usize) -> Option<(Vec<String>, Outcome)> {
    let mut table: Box<dyn Table> = open(game, &Options::new(), None).expect("a game");
    let (mut state, mut played) = (seed, Vec::new());
    while played.len() < limit {
        if let Some(outcome) = table.result() {
            return Some((played, outcome));
        }
        let moves = table.legal_moves();
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let text = moves[(state >> 33) as usize % moves.len()].clone();
        table.play(table.turn(), &text).expect("a legal move");
        played.push(text);
    }
    None
}

#[test]
fn every_game_is_played_to_its_end() {
    for &game in GameKey::ALL {
        let (moves, outcome) = short_game(game);
        let terminal = Terminal::start(80, 24);
        terminal.damier(&format!("play {game} --vs human"));
        terminal.wait_for("to move");
        for (n, text) in moves.iter().enumerate() {
            terminal.line(text);
            if game.info().hidden && n + 1 < moves.len() {
                // The screen changes hands.
                terminal.keys(&["Enter"]);
            }
        }
        let told = outcome.phrase(game.info().sides.map(|side| side.name)).en;
        terminal.wait_for(&told);
        terminal.keys(&["Escape"]);
        terminal.is_given_back();
    }
}

#[test]
fn a_game_is_chosen_from_the_menu_and_played_against_the_computer() {
    let terminal = Terminal::start(80, 24);
    terminal.damier("play");
    terminal.wait_for("What shall we play?");
    terminal.to("Chess");
    terminal.keys(&["Enter"]);
    terminal.wait_for("▸ [ Play ]");
    terminal.keys(&["Enter"]);
    terminal.wait_for("your turn");
    // Pointed at: the first arrow shows where one is.
    terminal.keys(&["Down"]);
    let at = terminal.wait_for("your turn · ");
    assert!(at.contains("[") && at.contains("]"), "{at}");
    terminal.line("e2e4");
    terminal.wait_until("the computer's answer", |screen| {
        screen.contains("1 e4") && screen.contains("your turn")
    });
    terminal.text("?");
    terminal.wait_for("Ctrl-U");
    terminal.keys(&["Escape"]);
    // Two keys that are read at once are one with Alt.
    terminal.wait_until("the game without the keys", |screen| !screen.contains("Ctrl-U"));
    terminal.keys(&["C-u"]);
    terminal.wait_for("No moves yet");
    terminal.line("resign");
    terminal.wait_for("Do you really give up?");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Black wins: resignation");
    terminal.keys(&["Escape"]);
    terminal.wait_for("What shall we play?");
    terminal.keys(&["Escape"]);
    terminal.is_given_back();
}

#[test]
fn the_window_may_change_its_size_at_any_time() {
    let terminal = Terminal::start(80, 24);
    terminal.damier("play draughts --vs human");
    terminal.wait_for("to move");
    for (columns, rows) in [(120, 40), (200, 60), (60, 20), (80, 24)] {
        terminal.resize(columns, rows);
        terminal.wait_until("the keys in the corner", |screen| {
            screen
                .lines()
                .next()
                .is_some_and(|line| line.chars().count() >= usize::from(columns) - 8)
                && screen.contains("to move")
        });
    }
    terminal.resize(40, 10);
    terminal.wait_for("too small");
    terminal.resize(80, 24);
    terminal.line("32-28");
    terminal.wait_for("1 32-28");
    terminal.keys(&["C-c"]);
    terminal.is_given_back();
}

#[test]
fn a_program_that_is_told_to_end_gives_the_terminal_back() {
    let run = |program: &str, arguments: &[&str]| {
        let output = std::process::Command::new(program).args(arguments).output();
        let output = output.expect("procps and kill are everywhere");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    for signal in ["-TERM", "-HUP", "-INT"] {
        let terminal = Terminal::start(80, 24);
        terminal.damier("play alquerque");
        terminal.wait_for("your turn");
        let process = run("pgrep", &["-P", &terminal.flag("pane_pid")]);
        run("kill", &[signal, &process]);
        terminal.is_given_back();
    }
}

/// Debug builds fall when they are asked to; nobody else does.
#[cfg(debug_assertions)]
#[test]
fn a_program_that_falls_gives_the_terminal_back() {
    for whose in ["main", "helper"] {
        let terminal = Terminal::start(80, 24);
        terminal.line(&format!("export DAMIER_FALL={whose} RUST_BACKTRACE=0"));
        terminal.damier("play alquerque");
        terminal.wait_for("your turn");
        assert_eq!(terminal.flag("alternate_on"), "1");
        terminal.text("boom");
        terminal.wait_for("it was wanted");
        terminal.is_given_back();
    }
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_is_told_what_can() {
    let terminal = Terminal::start(80, 24);
    terminal.line("export TERM=dumb");
    terminal.damier("play chess");
    terminal.wait_for("expected --plain");
    terminal.is_given_back();
    terminal.damier("play chess --plain");
    terminal.wait_for("ok chess: white human, black computer");
    terminal.line("quit");
    terminal.wait_for("ok bye");
}

#[test]
fn a_game_is_played_against_the_clock() {
    let terminal = Terminal::start(80, 24);
    terminal.damier("play chess --vs human --time 4/turn");
    terminal.wait_for("0:04.0");
    terminal.line("e2e4");
    terminal.wait_for("White wins: time is up");
    terminal.keys(&["C-n"]);
    terminal.wait_for("No moves yet");
    terminal.keys(&["Escape"]);
    terminal.is_given_back();
}

#[test]
fn own_quadrants_are_chosen_and_played_on() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let rows = "[[4,4,4,4],[4,4,4,4],[4,4,4,4],[4,4,4,4]]";
    let text = format!(r#"{{"all_red": {{"image_path": "", "grid": {rows}}}}}"#);
    std::fs::write(file.path(), text).expect("it can be written");
    let terminal = Terminal::start(80, 24);
    terminal.damier(&format!("play --quadrants {}", file.path().display()));
    terminal.wait_for("What shall we play?");
    terminal.to("Katarenga");
    terminal.keys(&["Enter"]);
    terminal.wait_for("[ Play ]");
    terminal.to("Board");
    terminal.keys(&["Enter"]);
    terminal.wait_for("one of your own");
    terminal.text("o");
    terminal.wait_for("all_red");
    terminal.keys(&["Enter"]);
    terminal.wait_for("RRRR");
    terminal.keys(&["C-c"]);
    terminal.is_given_back();
}

#[test]
fn a_host_waits_and_somebody_comes() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let (ada, grace) = (Terminal::start(100, 34), Terminal::start(80, 24));
    ada.line(&format!("export XDG_DATA_HOME={}", data.path().display()));
    let port = server::free_port();
    ada.damier(&format!("host morpion --name Ada --addr 127.0.0.1:{port} --side first"));
    let screen = ada.wait_for("damier join ");
    let code = screen.split("damier join ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let code = code.expect("it was waited for");
    // Nobody else was asked in: it listens where it was told to.
    assert!(screen.contains(&format!("http://127.0.0.1:{port}/game/")), "{screen}");
    grace.damier(&format!("join http://127.0.0.1:{port}/{code} --name Grace"));
    for n in 1..=5 {
        ada.wait_for("your turn");
        ada.line(&format!("a{n}"));
        if n < 5 {
            grace.wait_for("your turn");
            grace.line(&format!("c{n}"));
        }
    }
    for terminal in [&ada, &grace] {
        terminal.wait_for("X wins");
        terminal.keys(&["C-c"]);
        terminal.is_given_back();
    }
}

#[test]
fn two_people_meet_on_a_server() {
    let server = server::Server::start();
    let (ada, grace) = (Terminal::start(80, 24), Terminal::start(100, 30));
    ada.damier(&format!("join {} --name Ada", server.address));
    ada.wait_for("New match");
    ada.keys(&["Down", "Enter"]);
    ada.wait_for("What shall we play?");
    ada.to("Chess");
    ada.keys(&["Enter"]);
    ada.wait_for("[ Play ]");
    // Ada wants White.
    ada.to("Your side");
    ada.keys(&["Right", "Enter"]);
    ada.wait_for("moves first");
    ada.keys(&["Enter"]);
    ada.wait_for("aiting for an opponent");
    grace.damier(&format!("join {} --name Grace", server.address));
    grace.wait_for("Ada");
    grace.to("Ada");
    grace.keys(&["Enter"]);
    ada.wait_for("your turn");
    for (ply, text) in ["f2f3", "e7e5", "g2g4"].into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&ada, &grace) } else { (&grace, &ada) };
        mover.line(text);
        other.wait_for("your turn");
        if ply == 0 {
            other.line("say hello");
            mover.wait_for("Grace: hello");
        }
    }
    grace.line("d8h4");
    for terminal in [&ada, &grace] {
        terminal.wait_for("Black wins: checkmate");
        terminal.keys(&["Escape"]);
        terminal.wait_for("Quick game");
        terminal.keys(&["Escape"]);
        terminal.is_given_back();
    }
}

#[test]
fn a_script_plays_on_a_server() {
    use std::{
        io::{BufRead, BufReader, Write},
        process::{Command, Stdio},
    };
    let server = server::Server::start();
    let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["join", &server.address, "--name", "Script", "--plain"])
        .env("DAMIER_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = process.stdin.take().expect("it is piped");
    let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
    let mut hear = |awaited: &str| {
        let mut heard = Vec::new();
        loop {
            let line = lines.next().expect("more is said").expect("it is text");
            heard.push(line.clone());
            if line.starts_with(awaited) {
                return line;
            }
            assert!(heard.len() < 50, "no \"{awaited}\" in {heard:?}");
        }
    };
    let mut say = |line: &str| writeln!(input, "{line}").expect("it listens");
    hear("ok Script");
    say("h8");
    hear("error there is no match here");
    say("new morpion 1");
    let told = hear("match ");
    assert!(told.ends_with("x Script, o Computer, you x"), "{told}");
    say("h8");
    assert_eq!(hear("played "), "played h8");
    hear("played ");
    say("h8");
    hear("error ");
    say("resign");
    assert_eq!(hear("result "), "result 0-1 resignation");
    say("quit");
    hear("ok bye");
    let status = process.wait().expect("it ends");
    assert_eq!(status.code(), Some(1), "two lines were refused");
}
