//! What is agreed before a game on this machine.

use damier_engine::Level;
use damier_games::{GameKey, options::Options};
use damier_protocol::TimeControl;

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

impl SideWish {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Random];

    /// For programs.
    pub const fn key(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Random => "random",
        }
    }
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
    /// How the time is limited.
    pub time: TimeControl,
    /// What varies the play of the computer, and decides where chance does.
    pub seed: u64,
}

impl Setup {
    /// As most people play it, moving first, without a clock.
    pub fn new(game: GameKey, opponent: Opponent) -> Self {
        let (options, side, time) = (Options::new(), SideWish::First, TimeControl::None);
        Self { game, options, opponent, side, time, seed: 1 }
    }
}
