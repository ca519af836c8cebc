//! A game on this device: the rules' own table, the clocks, and what was agreed. Pure but for the time that is passed in; kept
//! as plain data between visits.

use super::clock::{Clock, Pace};
use crate::storage;
use damier_games::{
    GameKey, Outcome, Player, Table, Viewer, open,
    options::Options,
    outcome::reason,
    rules::TextError,
    table::PlayError,
    text::{Language, Phrase, Tell},
};
use serde::{Deserialize, Serialize};

/// Who plays against whom on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The computer.
    Computer {
        /// 1 to 8.
        level: u8,
        /// The computer's side.
        side: Player,
    },
    /// Two people before one screen.
    SameScreen,
}

/// Where the level that a person plays against is kept.
pub const LEVEL_KEPT: &str = "level";

/// The level that this person plays against.
pub fn kept_level() -> u8 {
    storage::load(LEVEL_KEPT).filter(|level| (1..=8).contains(level)).unwrap_or(2)
}

/// What was agreed before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game.
    pub game: GameKey,
    /// Its options.
    pub options: Options,
    /// The position to begin with, if not the usual one.
    pub position: Option<String>,
    /// Who plays.
    pub opponent: Opponent,
    /// The time.
    pub pace: Pace,
}

/// An end that lies outside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// This player gave up.
    Resigned(Player),
    /// This player's flag fell.
    Flag(Player),
    /// They agreed on a draw.
    Agreed,
    /// A draw was claimed.
    Claimed,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// What was agreed.
    pub setup: Setup,
    /// The moves as texts.
    pub moves: Vec<String>,
    /// The clocks.
    pub clock: Clock,
    /// The end, if it lies outside the rules.
    pub ending: Option<Ending>,
    /// When it was last played, in milliseconds since 1970.
    pub touched: f64,
}

/// A game in play on this device.
pub struct LocalGame {
    /// What was agreed.
    pub setup: Setup,
    /// The rules' own table.
    pub table: Box<dyn Table>,
    /// The clocks.
    pub clock: Clock,
    /// What the computer thought of its position when it last moved, in hundredths of a man.
    pub judgement: i32,
    /// For whom the board of a game with secrets is shown; nobody while the screen changes hands.
    pub facing: Option<Player>,
    ending: Option<Ending>,
}

impl LocalGame {
    /// Sets a game up.
    pub fn new(setup: Setup) -> Result<Self, TextError> {
        let table = open(setup.game, &setup.options, setup.position.as_deref())?;
        let facing = Some(table.turn());
        Ok(Self { clock: Clock::new(setup.pace), setup, table, judgement: 0, facing, ending: None })
    }

    /// The game that was kept. One that cannot be played again, after a change of the rules, is given up.
    pub fn of(kept: Kept, now: f64) -> Option<Self> {
        let mut game = Self::new(kept.setup).ok()?;
        for text in &kept.moves {
            game.table.play(game.table.turn(), text).ok()?;
        }
        game.clock = kept.clock;
        game.clock.wake(now);
        game.facing = Some(game.table.turn());
        if let Some(ending) = kept.ending {
            game.end(ending, now);
        }
        Some(game)
    }

    /// As it is kept.
    pub fn kept(&self, now: f64) -> Kept {
        let mut clock = self.clock;
        clock.settle(now);
        Kept {
            setup: self.setup.clone(),
            moves: self.moves(),
            clock,
            ending: self.ending,
            touched: now,
        }
    }

    /// The moves as texts.
    pub fn moves(&self) -> Vec<String> {
        self.table
            .reports(Viewer::Referee)
            .into_iter()
            .flatten()
            .map(|report| report.text)
            .collect()
    }

    /// Whether the rules or the players have ended it.
    pub fn is_over(&self) -> bool {
        self.table.result().is_some()
    }

    /// The side that the computer plays.
    pub fn computer(&self) -> Option<(Player, u8)> {
        match self.setup.opponent {
            Opponent::Computer { level, side } => Some((side, level)),
            Opponent::SameScreen => None,
        }
    }

    /// Whether the computer is to move.
    pub fn awaits_computer(&self) -> bool {
        !self.is_over() && self.computer().is_some_and(|(side, _)| side == self.table.turn())
    }

    /// Who looks at the screen. On one screen that is whoever is to move, as soon as the screen has changed hands.
    pub fn viewer(&self) -> Viewer {
        match (self.setup.opponent, self.facing) {
            (Opponent::Computer { side, .. }, _) => Viewer::Seat(!side),
            (Opponent::SameScreen, _) if !self.table.info().hidden => Viewer::Referee,
            (Opponent::SameScreen, Some(player)) => Viewer::Seat(player),
            (Opponent::SameScreen, None) => Viewer::Spectator,
        }
    }

    /// Plays a move for whoever is to move.
    pub fn play(&mut self, text: &str, now: f64) -> Result<(), PlayError> {
        let by = self.table.turn();
        self.table.play(by, text)?;
        let next = self.table.turn();
        self.clock.moved(by, next, now);
        if self.is_over() {
            self.clock.stop(now);
        }
        if self.table.info().hidden && self.computer().is_none() && next != by {
            self.facing = None;
        }
        Ok(())
    }

    /// Ends it for a reason outside the rules.
    pub fn end(&mut self, ending: Ending, now: f64) {
        let outcome = match ending {
            Ending::Resigned(player) => Outcome::win(!player, reason::RESIGNATION),
            Ending::Flag(player) if self.table.can_win(!player) => {
                Outcome::win(!player, reason::TIMEOUT)
            }
            Ending::Flag(_) => Outcome::draw(reason::TIMEOUT),
            Ending::Agreed => Outcome::draw(reason::AGREEMENT),
            Ending::Claimed => match self.table.claim(self.table.turn()) {
                Ok(outcome) => outcome,
                Err(_) => return,
            },
        };
        self.table.end(outcome);
        self.clock.stop(now);
        self.ending = Some(ending);
    }

    /// Takes moves back until it is a person's turn again. A finished game goes on from there.
    pub fn take_back(&mut self, now: f64) -> bool {
        let mut taken = self.table.undo();
        while self.awaits_computer() && self.table.undo() {
            taken = true;
        }
        self.ending = None;
        self.facing = Some(self.table.turn());
        self.clock.stop(now);
        taken
    }

    /// What would be asked of the computer when it is offered a draw: it takes one when it does not think itself better.
    pub fn computer_takes_draw(&self) -> bool {
        self.table.ply() >= 20 && self.judgement <= -20
    }
}

/// A refusal in both languages.
pub fn phrase(error: &impl Tell) -> Phrase {
    Phrase::new(error.tell(Language::English), error.tell(Language::French))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_client::input::why;

    fn setup(game: &str, opponent: Opponent) -> Setup {
        Setup {
            game: game.parse().unwrap(),
            options: Options::new(),
            position: None,
            opponent,
            pace: Pace::Clock { base_ms: 60_000, increment_ms: 0 },
        }
    }

    #[test]
    fn a_game_survives_being_kept() {
        for key in GameKey::ALL {
            let mut game = LocalGame::new(setup(key.info().key, Opponent::SameScreen)).unwrap();
            for n in 0..12 {
                let Some(text) = game.table.legal_moves().first().cloned() else { break };
                game.play(&text, f64::from(n) * 1000.0).unwrap();
            }
            let kept = game.kept(12_000.0);
            let text = serde_json::to_string(&kept).unwrap();
            let again = LocalGame::of(serde_json::from_str(&text).unwrap(), 99_000.0).unwrap();
            assert_eq!(
                again.table.snapshot(Viewer::Referee),
                game.table.snapshot(Viewer::Referee),
                "{key}"
            );
            assert_eq!(again.kept(99_000.0).moves, kept.moves);
        }
    }

    #[test]
    fn a_kept_end_stays_the_end() {
        let mut game = LocalGame::new(setup("chess", Opponent::SameScreen)).unwrap();
        game.end(Ending::Resigned(Player::One), 0.0);
        let again = LocalGame::of(game.kept(0.0), 0.0).unwrap();
        assert_eq!(again.table.result().unwrap().to_string(), "0-1 resignation");
    }

    #[test]
    fn taking_back_against_the_computer_returns_to_the_person() {
        let computer = Opponent::Computer { level: 1, side: Player::Two };
        let mut game = LocalGame::new(setup("chess", computer)).unwrap();
        for text in ["e2e4", "e7e5", "g1f3"] {
            game.play(text, 0.0).unwrap();
        }
        assert!(game.awaits_computer());
        game.take_back(0.0);
        assert_eq!((game.moves().len(), game.awaits_computer()), (2, false));
        game.take_back(0.0);
        assert_eq!((game.moves().len(), game.awaits_computer()), (0, false));
    }

    #[test]
    fn a_screen_with_secrets_changes_hands_before_it_shows_them() {
        let mut game = LocalGame::new(setup("dark", Opponent::SameScreen)).unwrap();
        assert_eq!(game.viewer(), Viewer::Seat(Player::One));
        game.play("e2e4", 0.0).unwrap();
        assert_eq!(game.viewer(), Viewer::Spectator);
    }

    #[test]
    fn a_wrong_way_is_explained() {
        let game = LocalGame::new(setup("draughts", Opponent::SameScreen)).unwrap();
        let board = game.table.board();
        let cells = ["32", "22"].map(|name| board.find(name).unwrap());
        assert!(why(&*game.table, game.viewer(), &cells).is_some());
    }
}
