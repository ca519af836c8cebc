//! A game on this machine, line by line.

use super::lines::{Teller, answer, read_lines};
use crate::{
    error::TuiError,
    game::{Ask, COMMANDS, Command, Local, Setup, Source},
    runtime, texts, thinking,
};
use damier_engine::Mind;
use damier_games::text::Language;
use std::{
    io::{BufRead, Write},
    sync::{
        atomic::AtomicBool,
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

/// Plays by lines until the input ends or says so. Gives how many lines were refused.
pub fn play(
    setup: Setup,
    language: Language,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<usize, TuiError> {
    let local = Local::new(setup, language)?;
    let mind = thinking::player(local.view().game);
    let mut game = Game { local, mind, language, out: Teller::new(output), told: false };
    game.greet()?;
    // A script is not read further than it is heard.
    let (sender, lines) = mpsc::sync_channel(1);
    read_lines(input, move |line| sender.send(line).is_ok());
    loop {
        let line = match game.pause() {
            None => lines.recv().unwrap_or(None),
            Some(pause) => match lines.recv_timeout(pause) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => None,
                Err(RecvTimeoutError::Timeout) => {
                    game.look_at_clock()?;
                    continue;
                }
            },
        };
        let Some(line) = line else { break };
        game.look_at_clock()?;
        let Some(command) = Command::read(&line) else { continue };
        if matches!(command, Command::Quit | Command::Leave) {
            game.out.tell("ok bye")?;
            break;
        }
        game.command(command)?;
    }
    Ok(game.out.refused)
}

struct Game<W> {
    local: Local,
    mind: Box<dyn Mind>,
    language: Language,
    out: Teller<W>,
    /// Whether the result was told.
    told: bool,
}

impl<W: Write> Game<W> {
    /// How long until the clock is to be looked at.
    fn pause(&self) -> Option<Duration> {
        let clocks = self.local.view().clocks?;
        let left = clocks.left(clocks.running?, runtime::now());
        Some(Duration::from_millis(left.unsigned_abs()))
    }

    fn look_at_clock(&mut self) -> Result<(), TuiError> {
        if self.local.tick(runtime::now()) { self.go_on() } else { Ok(()) }
    }

    fn greet(&mut self) -> Result<(), TuiError> {
        let view = self.local.view();
        let info = view.game.info();
        let seats: Vec<String> = (0..2)
            .map(|n| {
                let seat = &view.seats[n];
                let here = view.yours.iter().any(|side| side.index() == n);
                let who = if here { "human".to_owned() } else { format!("computer {}", seat.note) };
                format!("{} {who}", info.sides[n].key)
            })
            .collect();
        self.out.tell(&format!("ok {}: {}", info.key, seats.join(", ")))?;
        self.go_on()
    }

    /// What follows a move: the computer's answer, the screen for the other player, the result.
    fn go_on(&mut self) -> Result<(), TuiError> {
        while let Some(question) = self.local.question(runtime::now()) {
            let stop = AtomicBool::new(false);
            let answer = thinking::think(&mut *self.mind, &question, &stop);
            let Some(answer) = answer else { break };
            if !self.local.answer(answer.id, &answer.text, answer.value, runtime::now()) {
                break;
            }
            // Where moves are hidden, the answer is told as far as this player learns of it.
            let learnt = self.local.view().moves.last().cloned().flatten();
            let text = learnt.map_or_else(|| "?".to_owned(), |report| report.text);
            self.out.tell(&format!("played {text}"))?;
        }
        let view = self.local.view();
        if view.curtain {
            // There is but one line to all players, so nothing is to be hidden from one another.
            let _ = self.local.ask(&Ask::Lift, runtime::now());
        }
        match view.now.result {
            Some(outcome) if !self.told => {
                self.told = true;
                self.out.tell(&format!("result {outcome}"))
            }
            _ => Ok(()),
        }
    }

    fn command(&mut self, command: Command) -> Result<(), TuiError> {
        let (view, language) = (self.local.view(), self.language);
        match answer(&command, &view, runtime::now()) {
            Some(Ok(line)) => return self.out.tell(&line),
            Some(Err(why)) => return self.out.refuse(why.tell(language)),
            None => {}
        }
        match command {
            Command::Move(text) => {
                let turn = self.local.table().turn();
                // The move as the game writes it, however it was typed.
                let text = self.local.table().after(turn, &text).map_or(text, |ahead| ahead.text);
                self.ask(&Ask::Play(text.clone()), &text)
            }
            Command::Undo => {
                self.told = false;
                self.ask(&Ask::Takeback, "undo")
            }
            Command::Resign => self.ask(&Ask::Resign, "resign"),
            Command::Draw => self.ask(&Ask::Draw, "draw"),
            Command::Claim => self.ask(&Ask::Claim, "claim"),
            Command::Again => self.again(),
            Command::Help => {
                let words: Vec<&str> = COMMANDS
                    .iter()
                    .map(|word| word.key)
                    .filter(|word| !matches!(*word, "flip" | "decline" | "abort" | "leave"))
                    .collect();
                self.out.tell(&format!("ok help MOVE, move MOVE, {}", words.join(", ")))
            }
            Command::Decline | Command::Say(_) | Command::Abort | Command::Social(_) => {
                self.out.refuse(texts::ONLY_ONLINE.tell(language))
            }
            // The rest was answered already, or is of no use without a screen.
            _ => self.out.tell("ok"),
        }
    }

    fn ask(&mut self, ask: &Ask, done: &str) -> Result<(), TuiError> {
        match self.local.ask(ask, runtime::now()) {
            Ok(()) => {
                self.out.tell(&format!("ok {done}"))?;
                self.go_on()
            }
            Err(phrase) => self.out.refuse(phrase.tell(self.language)),
        }
    }

    fn again(&mut self) -> Result<(), TuiError> {
        if self.local.table().result().is_none() {
            return self.out.refuse(texts::NOT_OVER_YET.tell(self.language));
        }
        self.local = Local::new(self.local.again(), self.language)?;
        self.told = false;
        self.greet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Opponent;
    use damier_engine::Level;
    use std::io::Cursor;

    fn session(game: &str, opponent: Opponent, lines: &str) -> (usize, String) {
        let setup = Setup::new(game.parse().unwrap(), opponent);
        let (input, mut output) = (Cursor::new(lines.to_owned()), Vec::new());
        let refused = play(setup, Language::English, input, &mut output).unwrap();
        (refused, String::from_utf8(output).unwrap())
    }

    #[test]
    fn two_people_play_to_the_end() {
        let (refused, said) =
            session("chess", Opponent::Human, "f2f3\ne7e5\nmove g2g4\nQh4#\nquit\n");
        assert_eq!(refused, 0);
        insta::assert_snapshot!(said, @r"
        ok chess: white human, black human
        ok f2f3
        ok e7e5
        ok g2g4
        ok d8h4
        result 0-1 checkmate
        ok bye
        ");
    }

    #[test]
    fn what_is_refused_is_told_and_counted() {
        let (refused, said) =
            session("chess", Opponent::Human, "e2e5\n\nnonsense\nsay hello\nundo\n");
        assert_eq!(refused, 4);
        assert_eq!(said.lines().filter(|line| line.starts_with("error ")).count(), 4, "{said}");
    }

    #[test]
    fn the_computer_answers() {
        let level = Opponent::Computer(Level::new(1).unwrap());
        let (refused, said) = session("alquerque", level, "moves\nd3-c3\nposition\nresign\n");
        assert_eq!(refused, 0, "{said}");
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[1], "ok moves b2-c3 c2-c3 d2-c3 d3-c3");
        assert_eq!(lines[2], "ok d3-c3");
        assert!(lines[3].starts_with("played "), "{said}");
        assert_eq!(lines.last(), Some(&"result 0-1 resignation"));
    }

    #[test]
    fn the_clock_is_told_and_ends_a_game_nobody_plays_on() {
        let (out, input) = (std::io::pipe().unwrap(), std::io::pipe().unwrap());
        let (mut write, read) = (input.1, std::io::BufReader::new(input.0));
        let usual = Setup::new("chess".parse().unwrap(), Opponent::Human);
        let setup = Setup { time: "3/turn".parse().unwrap(), ..usual };
        let playing = std::thread::spawn(move || play(setup, Language::English, read, out.1));
        write.write_all(b"e2e4\nclock\n").unwrap();
        // Nobody says anything more, and yet it ends.
        let told: Vec<String> = std::io::BufReader::new(out.0)
            .lines()
            .map(Result::unwrap)
            .take_while(|line| line != "result 1-0 timeout")
            .collect();
        assert_eq!(told[..2], ["ok chess: white human, black human", "ok e2e4"]);
        assert!(told[2].starts_with("ok clock white 3.0, black "), "{told:?}");
        drop(write);
        assert_eq!(playing.join().unwrap().unwrap(), 0);
    }

    #[test]
    fn pieces_have_the_same_names_in_every_language() {
        let setup = Setup::new("chess".parse().unwrap(), Opponent::Human);
        let (input, mut output) = (Cursor::new("board\n"), Vec::new());
        play(setup, Language::French, input, &mut output).unwrap();
        let said = String::from_utf8(output).unwrap();
        assert!(said.contains("ok board white rook a1, white knight b1, "), "{said}");
    }

    #[test]
    fn secrets_are_told_to_whoever_is_to_move() {
        let (_, said) = session("dark", Opponent::Human, "e2e4\nboard\nmoves\n");
        let board = said.lines().find(|line| line.starts_with("ok board")).unwrap();
        assert!(board.contains("black king e8") && !board.contains("white king"), "{board}");
        assert!(said.lines().any(|line| line.starts_with("ok moves a7a5")), "{said}");
    }
}
