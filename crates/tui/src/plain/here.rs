//! A game on this machine, line by line.

use super::lines::{Lines, board_line};
use crate::{
    error::TuiError,
    game::{Ask, COMMANDS, Command, Local, Setup, Source},
    texts, thinking,
};
use damier_engine::Mind;
use damier_games::text::Language;
use std::{
    io::{BufRead, Write},
    sync::atomic::AtomicBool,
};

/// Plays by lines until the input ends or says so. Gives how many lines were refused.
pub fn play(
    setup: Setup,
    language: Language,
    input: impl BufRead,
    output: impl Write,
) -> Result<usize, TuiError> {
    let local = Local::new(setup, language)?;
    let mind = thinking::player(local.view().game);
    let mut game = Game { local, mind, language, output, refused: 0, told: false };
    game.greet()?;
    let mut lines = Lines(input);
    while let Some(line) = lines.next_line()? {
        let Some(command) = Command::read(&line) else { continue };
        if matches!(command, Command::Quit | Command::Leave) {
            game.tell("ok bye")?;
            break;
        }
        game.command(command)?;
    }
    Ok(game.refused)
}

struct Game<W> {
    local: Local,
    mind: Box<dyn Mind>,
    language: Language,
    output: W,
    refused: usize,
    /// Whether the result was told.
    told: bool,
}

impl<W: Write> Game<W> {
    fn tell(&mut self, line: &str) -> Result<(), TuiError> {
        writeln!(self.output, "{line}")?;
        Ok(self.output.flush()?)
    }

    fn refuse(&mut self, why: &str) -> Result<(), TuiError> {
        self.refused += 1;
        self.tell(&format!("error {why}"))
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
        self.tell(&format!("ok {}: {}", info.key, seats.join(", ")))?;
        self.go_on()
    }

    /// What follows a move: the computer's answer, the screen for the other player, the result.
    fn go_on(&mut self) -> Result<(), TuiError> {
        while let Some(question) = self.local.question() {
            let stop = AtomicBool::new(false);
            let answer = thinking::think(&mut *self.mind, &question, &stop);
            let Some(answer) = answer else { break };
            if !self.local.answer(answer.id, &answer.text, answer.value) {
                break;
            }
            // Where moves are hidden, the answer is told as far as this player learns of it.
            let learnt = self.local.view().moves.last().cloned().flatten();
            let text = learnt.map_or_else(|| "?".to_owned(), |report| report.text);
            self.tell(&format!("played {text}"))?;
        }
        let view = self.local.view();
        if view.curtain {
            // There is but one line to all players, so nothing is to be hidden from one another.
            let _ = self.local.ask(&Ask::Lift);
        }
        match view.now.result {
            Some(outcome) if !self.told => {
                self.told = true;
                self.tell(&format!("result {outcome}"))
            }
            _ => Ok(()),
        }
    }

    fn command(&mut self, command: Command) -> Result<(), TuiError> {
        let view = self.local.view();
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
            Command::Board => {
                let line =
                    board_line(&view.board, &view.now.scene, view.game.info(), self.language);
                self.tell(&format!("ok board {line}"))
            }
            Command::Moves => {
                let moves: Vec<&str> = if view.mine {
                    view.now.gestures.iter().map(|gesture| gesture.text.as_str()).collect()
                } else {
                    Vec::new()
                };
                self.tell(format!("ok moves {}", moves.join(" ")).trim_end())
            }
            Command::Position => self.tell(&format!("ok position {}", view.now.position)),
            Command::Help => {
                let words: Vec<&str> = COMMANDS
                    .iter()
                    .map(|word| word.key)
                    .filter(|word| !matches!(*word, "flip" | "decline" | "abort" | "leave"))
                    .collect();
                self.tell(&format!("ok help MOVE, move MOVE, {}", words.join(", ")))
            }
            Command::Flip | Command::Leave | Command::Quit => self.tell("ok"),
            Command::Decline | Command::Say(_) | Command::Abort => {
                self.refuse(texts::ONLY_ONLINE.tell(self.language))
            }
        }
    }

    fn ask(&mut self, ask: &Ask, done: &str) -> Result<(), TuiError> {
        match self.local.ask(ask) {
            Ok(()) => {
                self.tell(&format!("ok {done}"))?;
                self.go_on()
            }
            Err(phrase) => self.refuse(phrase.tell(self.language)),
        }
    }

    fn again(&mut self) -> Result<(), TuiError> {
        if self.local.table().result().is_none() {
            return self.refuse(texts::NOT_OVER_YET.tell(self.language));
        }
        self.local = Local::new(self.local.again(), self.language)?;
        self.told = false;
        self.greet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Opponent, SideWish};
    use damier_engine::Level;
    use damier_games::options::Options;

    fn session(game: &str, opponent: Opponent, lines: &str) -> (usize, String) {
        let setup = Setup {
            game: game.parse().unwrap(),
            options: Options::new(),
            opponent,
            side: SideWish::First,
            seed: 1,
        };
        let mut output = Vec::new();
        let refused = play(setup, Language::English, lines.as_bytes(), &mut output).unwrap();
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
    fn secrets_are_told_to_whoever_is_to_move() {
        let (_, said) = session("dark", Opponent::Human, "e2e4\nboard\nmoves\n");
        let board = said.lines().find(|line| line.starts_with("ok board")).unwrap();
        assert!(board.contains("black king e8") && !board.contains("white king"), "{board}");
        assert!(said.lines().any(|line| line.starts_with("ok moves a7a5")), "{said}");
    }
}
