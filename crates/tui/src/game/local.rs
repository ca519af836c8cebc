//! A game on this machine: the rules' own table, and the computer that plays at it.

mod clock;

use super::{
    setup::{Opponent, Setup, SideWish},
    source::{Ask, Clocks, GameView, SeatView, Source},
};
use crate::{
    board::taken,
    texts,
    thinking::{self, Question},
};
use damier_client::{GameShown, input::why};
use damier_contest::TableClock;
use damier_engine::Level;
use damier_games::{
    Outcome, Player, Table, Viewer,
    board::{Board, CellId},
    open,
    outcome::reason,
    rules::TextError,
    table::{PlayError, Snapshot},
    text::{Language, Phrase, Tell},
};
use std::sync::Arc;

/// A game in play on this machine.
pub struct Local {
    setup: Setup,
    table: Box<dyn Table>,
    board: Arc<Board>,
    /// The computer's side.
    computer: Option<(Player, Level)>,
    /// What the computer thought of its position when it last moved, in hundredths of a man.
    judgement: i32,
    /// For whom the board of a game with secrets is shown; nobody while the screen changes hands.
    facing: Option<Player>,
    /// The clocks, where time is limited.
    clock: Option<TableClock>,
    /// Counts the questions to the computer, so that late answers are told apart.
    asked: u64,
    language: Language,
}

impl Local {
    /// Sets a game up.
    pub fn new(setup: Setup, language: Language) -> Result<Self, TextError> {
        let table = open(setup.game, &setup.options, None)?;
        let first = table.turn();
        let mine = match setup.side {
            SideWish::First => first,
            SideWish::Second => !first,
            SideWish::Random if setup.seed.is_multiple_of(2) => first,
            SideWish::Random => !first,
        };
        let computer = match setup.opponent {
            Opponent::Computer(level) => Some((!mine, level)),
            Opponent::Human => None,
        };
        let board = Arc::new(table.board());
        let (facing, clock) = (Some(first), TableClock::new(setup.time));
        Ok(Self { setup, table, board, computer, judgement: 0, facing, clock, asked: 0, language })
    }

    /// The table.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Whether the computer is to move.
    pub fn awaits_computer(&self) -> bool {
        self.table.result().is_none()
            && self.computer.is_some_and(|(side, _)| side == self.table.turn())
    }

    /// Who looks at the screen.
    pub fn viewer(&self) -> Viewer {
        match (self.computer, self.facing) {
            (Some((side, _)), _) => Viewer::Seat(!side),
            (None, _) if !self.table.info().hidden => Viewer::Referee,
            (None, Some(player)) => Viewer::Seat(player),
            (None, None) => Viewer::Spectator,
        }
    }

    /// What to ask the computer, if it is to move. Every question has a number of its own.
    pub fn question(&mut self, now: i64) -> Option<Question> {
        let (side, level) = self.computer.filter(|_| self.awaits_computer())?;
        self.asked += 1;
        let moves = self.table.reports(Viewer::Referee).into_iter().flatten();
        Some(Question {
            id: self.asked,
            game: self.setup.game,
            options: self.setup.options.clone(),
            moves: moves.map(|report| report.text).collect(),
            level,
            most: self.clock.map(|clock| thinking::share(&clock, side, now)),
            seed: self.setup.seed,
        })
    }

    /// The computer has found its move. A late answer is not played.
    pub fn answer(&mut self, id: u64, text: &str, value: i32, now: i64) -> bool {
        self.tick(now);
        let wanted = id == self.asked && self.awaits_computer();
        let played = wanted && self.table.play(self.table.turn(), text).is_ok();
        if played {
            self.judgement = value;
            self.press_clock(now);
        }
        played
    }

    /// The setup of another game: sides change.
    pub fn again(&self) -> Setup {
        let mut setup = self.setup.clone();
        setup.seed = setup.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        setup.side = match setup.side {
            SideWish::First => SideWish::Second,
            SideWish::Second => SideWish::First,
            SideWish::Random => SideWish::Random,
        };
        setup
    }

    /// The person who acts now.
    fn person(&self) -> Player {
        self.computer.map_or_else(|| self.table.turn(), |(side, _)| !side)
    }

    /// Does what was asked, or tells why not.
    pub fn ask(&mut self, ask: &Ask, now: i64) -> Result<(), Phrase> {
        self.tick(now);
        if let Some(outcome) = self.table.result()
            && !matches!(ask, Ask::Takeback | Ask::Lift)
        {
            return Err(phrase(&PlayError::Over(outcome)));
        }
        match ask {
            Ask::Play(text) => self.play(text, now),
            Ask::Resign => {
                self.end(Outcome::win(!self.person(), reason::RESIGNATION), now);
                Ok(())
            }
            Ask::Draw => self.draw(now),
            Ask::Claim => match self.table.claim(self.person()) {
                Ok(outcome) => {
                    self.end(outcome, now);
                    Ok(())
                }
                Err(error) => Err(phrase(&error)),
            },
            Ask::Takeback => self.take_back(now),
            Ask::Lift => {
                self.facing = Some(self.table.turn());
                self.run_clock(now);
                Ok(())
            }
            Ask::Decline
            | Ask::Say(_)
            | Ask::Again
            | Ask::Choose(_)
            | Ask::Abort
            | Ask::Social(_) => Err(texts::ONLY_ONLINE.into()),
        }
    }

    fn play(&mut self, text: &str, now: i64) -> Result<(), Phrase> {
        if self.awaits_computer() {
            return Err(phrase(&PlayError::NotYourTurn));
        }
        let by = self.table.turn();
        self.table.play(by, text).map_err(|error| self.told(error))?;
        if self.table.info().hidden && self.computer.is_none() && self.table.turn() != by {
            self.facing = None;
        }
        self.press_clock(now);
        Ok(())
    }

    /// In a game with secrets the rules would say more than this player may know.
    fn told(&self, error: PlayError) -> Phrase {
        match error {
            PlayError::Move(mut error) if self.table.info().hidden => {
                error.why = None;
                phrase(&error)
            }
            other => phrase(&other),
        }
    }

    fn draw(&mut self, now: i64) -> Result<(), Phrase> {
        // The computer takes a draw when it does not think itself better.
        let agreed = match self.computer {
            None => true,
            Some(_) => self.table.ply() >= 20 && self.judgement <= -20,
        };
        if !agreed {
            return Err(texts::DRAW_DECLINED.into());
        }
        self.end(Outcome::draw(reason::AGREEMENT), now);
        Ok(())
    }

    fn take_back(&mut self, now: i64) -> Result<(), Phrase> {
        if self.table.result().is_some_and(|outcome| outcome.reason == reason::TIMEOUT) {
            return Err(texts::TIME_IS_OVER.into());
        }
        if !self.table.undo() {
            return Err(texts::NOTHING_TO_TAKE_BACK.into());
        }
        while self.awaits_computer() && self.table.undo() {}
        self.facing = Some(self.table.turn());
        self.run_clock(now);
        // An answer that is under way is not wanted any more.
        self.asked += 1;
        Ok(())
    }

    fn seats(&self, moves: &[Option<damier_games::scene::Report>]) -> [SeatView; 2] {
        let sides = self.table.info().sides;
        let start = self.table.snapshot_at(0, self.viewer());
        let taken = start.map(|start| taken(&start.scene, moves)).unwrap_or_default();
        Player::BOTH.map(|player| {
            let side = sides[player.index()].name.tell(self.language);
            let (name, note) = match self.computer {
                Some((computer, level)) if computer == player => (
                    texts::COMPUTER.tell(self.language).to_owned(),
                    level.name().tell(self.language).to_owned(),
                ),
                Some(_) => (texts::YOU.tell(self.language).to_owned(), String::new()),
                None => (capital(side), String::new()),
            };
            // What was lost in the fog would tell too much.
            let taken = if self.table.info().hidden && self.table.result().is_none() {
                Vec::new()
            } else {
                taken[player.index()].clone()
            };
            SeatView { name, note, away: false, taken }
        })
    }
}

impl Source for Local {
    fn view(&self) -> GameView {
        let viewer = self.viewer();
        let over = self.table.result().is_some();
        let now = self.table.snapshot(viewer);
        let moves = self.table.reports(viewer);
        let curtain = self.computer.is_none() && self.facing.is_none() && !over;
        let bottom = match self.computer {
            Some((side, _)) => !side,
            None => self.facing.filter(|_| self.table.info().hidden).unwrap_or(self.board.bottom),
        };
        let notices =
            if now.claims.is_empty() { Vec::new() } else { vec![texts::CAN_CLAIM.into()] };
        GameView {
            seats: self.seats(&moves),
            shown: GameShown {
                game: self.setup.game,
                board: Arc::clone(&self.board),
                now,
                moves,
                bottom,
                mine: !over && !curtain && !self.awaits_computer(),
                thinking: self.awaits_computer(),
                curtain,
            },
            yours: match self.computer {
                Some((side, _)) => vec![!side],
                None => Player::BOTH.to_vec(),
            },
            clocks: self.clocks(),
            notices,
            online: false,
            chat: Vec::new(),
            invitation: Vec::new(),
            choosing: None,
        }
    }

    fn at(&self, ply: usize) -> Option<Snapshot> {
        self.table.snapshot_at(ply, self.viewer())
    }

    fn why(&self, cells: &[CellId]) -> Option<Phrase> {
        why(&*self.table, self.viewer(), cells)
    }
}

/// What can be told, in both languages.
pub fn phrase(error: &impl Tell) -> Phrase {
    Phrase::new(error.tell(Language::English), error.tell(Language::French))
}

/// With a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_engine::Level;

    pub(super) fn local(game: &str, opponent: Opponent) -> Local {
        let setup = Setup::new(game.parse().unwrap(), opponent);
        Local::new(setup, Language::English).unwrap()
    }

    pub(super) fn computer() -> Opponent {
        Opponent::Computer(Level::new(1).unwrap())
    }

    #[test]
    fn taking_back_against_the_computer_returns_to_the_person() {
        let mut local = local("chess", computer());
        local.ask(&Ask::Play("e2e4".into()), 0).unwrap();
        let question = local.question(0).unwrap();
        assert!(local.answer(question.id, "e7e5", 0, 0));
        local.ask(&Ask::Play("g1f3".into()), 0).unwrap();
        let late = local.question(0).unwrap();
        local.ask(&Ask::Takeback, 0).unwrap();
        assert_eq!((local.table.ply(), local.awaits_computer()), (2, false));
        assert!(!local.answer(late.id, "b8c6", 0, 0));
        assert_eq!(local.table.ply(), 2);
    }

    #[test]
    fn the_computer_begins_where_the_person_wants_the_other_side() {
        let mut setup = local("chess", computer()).setup;
        setup.side = SideWish::Second;
        let mut local = Local::new(setup, Language::English).unwrap();
        assert!(local.awaits_computer());
        assert!(local.ask(&Ask::Play("e2e4".into()), 0).is_err());
        assert_eq!(local.view().bottom, Player::Two);
    }

    #[test]
    fn a_screen_with_secrets_changes_hands_before_it_shows_them() {
        let mut local = local("dark", Opponent::Human);
        assert!(!local.view().curtain);
        local.ask(&Ask::Play("e2e4".into()), 0).unwrap();
        let view = local.view();
        assert!(view.curtain && !view.mine && view.now.gestures.is_empty());
        local.ask(&Ask::Lift, 0).unwrap();
        let view = local.view();
        assert_eq!((view.curtain, view.mine, view.bottom), (false, true, Player::Two));
    }

    #[test]
    fn a_wrong_way_is_explained() {
        let local = local("draughts", Opponent::Human);
        let cells = ["32", "22"].map(|name| local.board.find(name).unwrap());
        assert!(local.why(&cells).is_some());
    }

    #[test]
    fn giving_up_loses() {
        let mut local = local("chess", computer());
        local.ask(&Ask::Resign, 0).unwrap();
        assert_eq!(local.view().now.result.unwrap().to_string(), "0-1 resignation");
        assert!(local.ask(&Ask::Play("e2e4".into()), 0).is_err());
    }
}
