//! A game on this machine: the rules' own table, and the computer that plays at it.

use super::source::{Ask, GameView, SeatView, Source};
use crate::{board::taken, texts, thinking::Question};
use damier_client::input::why;
use damier_engine::Level;
use damier_games::{
    GameKey, Outcome, Player, Table, Viewer,
    board::{Board, CellId},
    open,
    options::Options,
    outcome::reason,
    rules::TextError,
    table::{PlayError, Snapshot},
    text::{Language, Phrase, Tell},
};
use std::sync::Arc;

/// Whom to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer.
    Computer(Level),
    /// Somebody before the same screen.
    Human,
}

/// Which side to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideWish {
    /// The one that moves first.
    #[default]
    First,
    /// The other one.
    Second,
    /// Either.
    Random,
}

/// What was agreed before the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The game.
    pub game: GameKey,
    /// Its options.
    pub options: Options,
    /// Whom to play.
    pub opponent: Opponent,
    /// Which side to play.
    pub side: SideWish,
    /// What varies the play of the computer, and decides where chance does.
    pub seed: u64,
}

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
        let facing = Some(first);
        Ok(Self { setup, table, board, computer, judgement: 0, facing, asked: 0, language })
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
    pub fn question(&mut self) -> Option<Question> {
        let (_, level) = self.computer.filter(|_| self.awaits_computer())?;
        self.asked += 1;
        let moves = self.table.reports(Viewer::Referee).into_iter().flatten();
        Some(Question {
            id: self.asked,
            game: self.setup.game,
            options: self.setup.options.clone(),
            moves: moves.map(|report| report.text).collect(),
            level,
            seed: self.setup.seed,
        })
    }

    /// The computer has found its move. A late answer is not played.
    pub fn answer(&mut self, id: u64, text: &str, value: i32) -> bool {
        let wanted = id == self.asked && self.awaits_computer();
        let played = wanted && self.table.play(self.table.turn(), text).is_ok();
        if played {
            self.judgement = value;
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
    pub fn ask(&mut self, ask: &Ask) -> Result<(), Phrase> {
        if let Some(outcome) = self.table.result()
            && !matches!(ask, Ask::Takeback | Ask::Lift)
        {
            return Err(phrase(&PlayError::Over(outcome)));
        }
        match ask {
            Ask::Play(text) => self.play(text),
            Ask::Resign => {
                let outcome = Outcome::win(!self.person(), reason::RESIGNATION);
                self.table.end(outcome);
                Ok(())
            }
            Ask::Draw => self.draw(),
            Ask::Claim => match self.table.claim(self.person()) {
                Ok(_) => Ok(()),
                Err(error) => Err(phrase(&error)),
            },
            Ask::Takeback => self.take_back(),
            Ask::Lift => {
                self.facing = Some(self.table.turn());
                Ok(())
            }
            Ask::Decline | Ask::Say(_) | Ask::Again | Ask::Choose(_) | Ask::Abort => {
                Err(texts::ONLY_ONLINE.into())
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Phrase> {
        if self.awaits_computer() {
            return Err(phrase(&PlayError::NotYourTurn));
        }
        let by = self.table.turn();
        self.table.play(by, text).map_err(|error| self.told(error))?;
        if self.table.info().hidden && self.computer.is_none() && self.table.turn() != by {
            self.facing = None;
        }
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

    fn draw(&mut self) -> Result<(), Phrase> {
        // The computer takes a draw when it does not think itself better.
        let agreed = match self.computer {
            None => true,
            Some(_) => self.table.ply() >= 20 && self.judgement <= -20,
        };
        if !agreed {
            return Err(texts::DRAW_DECLINED.into());
        }
        self.table.end(Outcome::draw(reason::AGREEMENT));
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), Phrase> {
        if !self.table.undo() {
            return Err(texts::NOTHING_TO_TAKE_BACK.into());
        }
        while self.awaits_computer() && self.table.undo() {}
        self.facing = Some(self.table.turn());
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
        GameView {
            game: self.setup.game,
            board: Arc::clone(&self.board),
            seats: self.seats(&moves),
            moves,
            bottom,
            mine: !over && !curtain && !self.awaits_computer(),
            yours: match self.computer {
                Some((side, _)) => vec![!side],
                None => Player::BOTH.to_vec(),
            },
            thinking: self.awaits_computer(),
            curtain,
            clocks: None,
            notices: if now.claims.is_empty() { Vec::new() } else { vec![texts::CAN_CLAIM.into()] },
            now,
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

    fn local(game: &str, opponent: Opponent) -> Local {
        let setup = Setup {
            game: game.parse().unwrap(),
            options: Options::new(),
            opponent,
            side: SideWish::First,
            seed: 7,
        };
        Local::new(setup, Language::English).unwrap()
    }

    fn computer() -> Opponent {
        Opponent::Computer(Level::new(1).unwrap())
    }

    #[test]
    fn taking_back_against_the_computer_returns_to_the_person() {
        let mut local = local("chess", computer());
        local.ask(&Ask::Play("e2e4".into())).unwrap();
        let question = local.question().unwrap();
        assert!(local.answer(question.id, "e7e5", 0));
        local.ask(&Ask::Play("g1f3".into())).unwrap();
        let late = local.question().unwrap();
        local.ask(&Ask::Takeback).unwrap();
        assert_eq!((local.table.ply(), local.awaits_computer()), (2, false));
        assert!(!local.answer(late.id, "b8c6", 0));
        assert_eq!(local.table.ply(), 2);
    }

    #[test]
    fn the_computer_begins_where_the_person_wants_the_other_side() {
        let mut setup = local("chess", computer()).setup;
        setup.side = SideWish::Second;
        let mut local = Local::new(setup, Language::English).unwrap();
        assert!(local.awaits_computer());
        assert!(local.ask(&Ask::Play("e2e4".into())).is_err());
        assert_eq!(local.view().bottom, Player::Two);
    }

    #[test]
    fn a_screen_with_secrets_changes_hands_before_it_shows_them() {
        let mut local = local("dark", Opponent::Human);
        assert!(!local.view().curtain);
        local.ask(&Ask::Play("e2e4".into())).unwrap();
        let view = local.view();
        assert!(view.curtain && !view.mine && view.now.gestures.is_empty());
        local.ask(&Ask::Lift).unwrap();
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
        local.ask(&Ask::Resign).unwrap();
        assert_eq!(local.view().now.result.unwrap().to_string(), "0-1 resignation");
        assert!(local.ask(&Ask::Play("e2e4".into())).is_err());
    }
}
