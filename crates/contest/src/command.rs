//! What may be asked of a match, and why it may be refused.

use crate::Millis;
use damier_games::{
    Player,
    mosaic::MosaicError,
    rules::TextError,
    table::PlayError,
    text::{Language, Tell, Text},
};

/// Something that a player, the clock or the server asks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "`by` is who asks")]
pub enum Command {
    /// The players' halves of the board, before the first move: the two quadrants at the top for One, those at the bottom for Two;
    /// with a computer or on one screen all four at once, by whoever asks. Each as `Quadrant` is read: `3:90`, or own colours `YBGR/RGYY/GRBB/BYRG:0`.
    Choose { by: Player, quadrants: Vec<String> },
    /// A move. `ply` is how many moves the player has seen, `id` names this attempt, `lag` is the delay that the server itself has
    /// measured for this player.
    Play { by: Player, ply: usize, id: u64, text: String, lag: Millis },
    /// Gives up.
    Resign { by: Player },
    /// Offers a draw, or accepts the one that was offered.
    OfferDraw { by: Player },
    /// Declines the opponent's offer, or takes the own one back.
    DeclineDraw { by: Player },
    /// Claims a draw that the rules allow to claim.
    ClaimDraw { by: Player },
    /// Asks to take back the own last move, or grants what was asked.
    Takeback { by: Player },
    /// Refuses to take back, or asks no more.
    DeclineTakeback { by: Player },
    /// Calls the match off before both have moved.
    Abort { by: Player },
    /// Leaves for good: a forfeit.
    Leave { by: Player },
    /// Asks for another match, or agrees to one; `next` is the name that it would get.
    Rematch { by: Player, next: String },
    /// Does not want another match.
    DeclineRematch { by: Player },
    /// The player's last connection was lost.
    Lost { by: Player },
    /// The player is back.
    Back { by: Player },
    /// Looks at the clock: whatever is due happens.
    Tick,
    /// The server was down from `from` until now, and gives the time back.
    GiveBack { from: Millis },
}

/// Why a command changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum Refusal {
    /// It was done already: the very move with that `id` has been played, or the rematch is agreed. Not an error for whoever asked.
    Done,
    /// The player has not seen the latest moves.
    Stale,
    /// The table says no.
    Play(#[from] PlayError),
    /// The match is over.
    Over,
    /// The match goes on.
    NotOver,
    /// The boards are still being chosen.
    NotBegun,
    /// There is nothing to choose, or not any more.
    NotChoosing,
    /// Too many or too few quadrants.
    Quadrants {
        /// How many are to be chosen.
        expected: usize,
    },
    /// A quadrant cannot be read.
    Quadrant(#[from] MosaicError),
    /// The game cannot be played on that board.
    Board(#[from] TextError),
    /// Rated matches are played with the stock quadrants.
    OwnQuadrant,
    /// Nothing to take back.
    NoTakeback,
    /// Rated matches have no takebacks.
    Rated,
    /// What was seen cannot be unseen: no takebacks between people where something is hidden.
    Seen,
    /// Too late to call it off.
    TooLate,
    /// The same offer stands already, or was declined and nothing has been played since.
    Offered,
    /// There is no offer to decline.
    NoOffer,
    /// Nothing to do.
    NothingDue,
}

impl Refusal {
    /// A name for programs: `not-your-turn`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Stale => "stale",
            Self::Play(PlayError::Over(_)) | Self::Over => "over",
            Self::Play(PlayError::NotYourTurn) => "not-your-turn",
            Self::Play(PlayError::Move(_)) => "illegal-move",
            Self::Play(PlayError::NoClaim) => "no-claim",
            Self::NotOver => "not-over",
            Self::NotBegun => "not-begun",
            Self::NotChoosing => "not-choosing",
            Self::Quadrants { .. } | Self::Quadrant(_) | Self::Board(_) => "quadrants",
            Self::OwnQuadrant => "own-quadrant",
            Self::NoTakeback => "no-takeback",
            Self::Rated => "rated",
            Self::Seen => "seen",
            Self::TooLate => "too-late",
            Self::Offered => "offered",
            Self::NoOffer => "no-offer",
            Self::NothingDue => "nothing-due",
        }
    }
}

impl Tell for Refusal {
    fn tell(&self, language: Language) -> String {
        let text = match self {
            Self::Play(error) => return error.tell(language),
            Self::Quadrant(error) => return error.tell(language),
            Self::Board(error) => return error.tell(language),
            Self::Quadrants { expected } => {
                return match language {
                    Language::English => format!("wrong number of quadrants: expected {expected}"),
                    Language::French => format!("mauvais nombre de quadrants : attendu {expected}"),
                };
            }
            Self::Done => Text::new("already done", "c'est déjà fait"),
            Self::Stale => Text::new(
                "the match has gone on: look at the board again",
                "la partie a continué : regardez de nouveau le plateau",
            ),
            Self::Over => Text::new("the match is over", "la partie est finie"),
            Self::NotOver => Text::new("the match is not over yet", "la partie n'est pas finie"),
            Self::NotBegun => Text::new(
                "the match has not begun: the board is still being chosen",
                "la partie n'a pas commencé : le plateau n'est pas encore choisi",
            ),
            Self::NotChoosing => Text::new(
                "there is no board to choose now",
                "il n'y a pas de plateau à choisir maintenant",
            ),
            Self::OwnQuadrant => Text::new(
                "a rated match is played on quadrants of the stock set",
                "une partie classée se joue sur les quadrants d'origine",
            ),
            Self::NoTakeback => {
                Text::new("there is no move to take back", "il n'y a pas de coup à reprendre")
            }
            Self::Rated => Text::new(
                "no move is taken back in a rated match",
                "on ne reprend pas de coup dans une partie classée",
            ),
            Self::Seen => Text::new(
                "no move is taken back here: what was seen cannot be unseen",
                "on ne reprend pas de coup ici : ce qui a été vu reste vu",
            ),
            Self::TooLate => Text::new(
                "too late to call the match off: both have moved, but you may resign",
                "trop tard pour annuler la partie : les deux ont joué, mais vous pouvez abandonner",
            ),
            Self::Offered => Text::new(
                "this was asked already: wait for the opponent's next move",
                "c'est déjà demandé : attendez le prochain coup de l'adversaire",
            ),
            Self::NoOffer => {
                Text::new("there is no offer to decline", "il n'y a pas d'offre à refuser")
            }
            Self::NothingDue => {
                Text::new("there is nothing to do now", "il n'y a rien à faire maintenant")
            }
        };
        text.tell(language).into()
    }
}
