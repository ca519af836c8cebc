//! Two people with accounts, one in a terminal and one line by line.

use crate::{server::Server, tmux::Terminal};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver},
    time::Duration,
};

/// Somebody who speaks by lines.
struct Speaker {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Speaker {
    fn sign_in(server: &Server, name: &str) -> Self {
        Self::join(server, &["--name", name, "--sign-in"])
    }

    fn guest(server: &Server, name: &str) -> Self {
        let guest = Self::join(server, &["--name", name]);
        guest.hear(&format!("ok {name}"));
        guest
    }

    fn join(server: &Server, who: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["join", &server.address, "--plain"])
            .args(who)
            .env("DAMIER_LANG", "en")
            .env_remove("DAMIER_PASSWORD")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // The test may be over already.
                let _ = sender.send(line);
            }
        });
        Self { process, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn hear(&self, awaited: &str) -> String {
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) if line.starts_with(awaited) => return line,
                Ok(line) => heard.push(line),
                Err(_) => panic!("no \"{awaited}\" in {heard:?}"),
            }
        }
    }
}

/// Registers in the terminal.
fn register(server: &Server, name: &str) -> Terminal {
    let terminal = Terminal::start(80, 24);
    terminal.damier(&format!("join {}", server.address));
    terminal.wait_for("Who are you?");
    terminal.keys(&["Right", "Right"]);
    terminal.wait_for("with a new account");
    terminal.line(name);
    terminal.line("long enough");
    terminal.wait_for("New match");
    terminal
}

#[test]
fn friends_find_speak_with_and_challenge_each_other() {
    let server = Server::start();
    let grace = register(&server, "Grace");
    grace.keys(&["C-c"]);
    grace.is_given_back();
    let mut grace = Speaker::sign_in(&server, "Grace");
    grace.say("long enough");
    grace.hear("ok Grace");
    let ada = register(&server, "Ada");
    ada.text(":");
    ada.wait_for("Word:");
    ada.line("friend Grace");
    ada.wait_for("Grace is asked");
    grace.say("friends");
    assert_eq!(grace.hear("ok friends"), "ok friends Ada asks");
    grace.say("friend Ada");
    grace.hear("note Ada is asked, or is your friend now");
    ada.to("Friends");
    ada.keys(&["Enter"]);
    ada.wait_for("is here: Enter asks for a game");
    ada.to("Grace");
    ada.text("t");
    ada.wait_for("only your friend reads this");
    ada.line("bonjour Grace");
    grace.hear("told Ada: bonjour Grace");
    grace.say("tell Ada salut");
    ada.wait_for("Grace: salut");
    // A challenge is accepted and played.
    grace.say("challenge Ada morpion");
    ada.wait_for("Grace asks you for a game of");
    ada.keys(&["Escape"]);
    ada.wait_for("c challenge");
    ada.keys(&["Escape"]);
    ada.wait_for("Friends ask you");
    ada.to("Grace");
    ada.keys(&["Enter"]);
    ada.wait_for("says something");
    ada.line("say good luck");
    grace.hear("said Ada: good luck");
    // What is muted is not heard; what is blocked cannot be said.
    grace.say("report");
    grace.hear("note what Ada said is reported");
    grace.say("mute Ada");
    grace.hear("note Ada is muted");
    grace.say("friends");
    assert!(grace.hear("ok friends").contains("Ada muted"));
    grace.say("block Ada");
    grace.hear("note Ada is blocked");
    ada.line("tell Grace hello?");
    ada.wait_for("one of you has blocked the other");
    grace.say("quit");
    grace.hear("ok bye");
    assert!(grace.process.wait().expect("it ends").success());
    ada.keys(&["C-c"]);
    ada.is_given_back();
}

#[test]
fn offers_are_told_line_by_line() {
    let server = Server::start();
    let [mut ada, mut grace] = ["Ada", "Grace"].map(|name| Speaker::guest(&server, name));
    ada.say("new chess code");
    let told = ada.hear("match ");
    let code = told.split_whitespace().nth(4).expect("it has a code").trim_end_matches(':');
    grace.say(&format!("join {code}"));
    grace.hear("match ");
    ada.hear("match ");
    ada.say("e2e4");
    grace.hear("played e2e4");
    grace.say("e7e5");
    ada.hear("played e7e5");
    ada.say("draw");
    ada.hear("note a draw is offered");
    grace.hear("note a draw is offered: 'draw' accepts, 'decline' declines");
    grace.say("decline");
    ada.hear("note the draw is declined");
    grace.say("undo");
    ada.hear("note a takeback is asked for: 'undo' grants, 'decline' declines");
    ada.say("decline");
    grace.hear("note the takeback is declined");
    grace.say("draw");
    ada.hear("note a draw is offered");
    ada.say("draw");
    for speaker in [&mut ada, &mut grace] {
        speaker.hear("result 1/2-1/2 agreement");
        speaker.say("quit");
        speaker.hear("ok bye");
        assert!(speaker.process.wait().expect("it ends").success());
    }
}

#[test]
fn a_script_that_does_not_wait_is_heard_to_the_end() {
    let server = Server::start();
    let mut script = Speaker::join(&server, &["--name", "Script"]);
    for line in ["new morpion 1", "h8", "friend Nobody", "watch nothing", "games", "resign"] {
        script.say(line);
    }
    let Speaker { mut process, input, lines } = script;
    drop(input);
    let told: Vec<String> = lines.iter().collect();
    assert_eq!(process.wait().expect("it ends").code(), Some(1), "{told:?}");
    // Whatever comes by itself is left out.
    let answers: Vec<&str> = told
        .iter()
        .map(|line| line.split(' ').next().unwrap_or_default())
        .filter(|word| !["note", "played"].contains(word))
        .collect();
    assert_eq!(answers, ["ok", "ok", "match", "error", "error", "ok", "result"], "{told:?}");
    assert!(told.iter().any(|line| line == "played h8"), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("ok games ")), "{told:?}");
}
