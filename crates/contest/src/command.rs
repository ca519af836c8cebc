//! What may be asked of a match, and why it may be refused.

use crate::Millis;
use damier_games::{Player, table::PlayError};

/// Something that a player, the clock or the server asks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "`by` is who asks")]
pub enum Command {
    /// The players' halves of the board, before the first move: the two quadrants at the top for One, those at the bottom for Two;
    /// with a computer or on one screen all four at once, by whoever asks. Each is `n:d` or 16 colours with a rotation (see `Half`).
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
pub enum Refusal {
    /// It was done already: the very move with that `id` has been played. Not an error for whoever asked.
    #[error("already done")]
    Done,
    /// The player has not seen the latest moves.
    #[error("the match has gone on: look again")]
    Stale,
    /// The table says no.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match goes on.
    #[error("the match is not over yet")]
    NotOver,
    /// The boards are still being chosen.
    #[error("the match has not begun")]
    NotBegun,
    /// There is nothing to choose, or not any more.
    #[error("there is no board to choose now")]
    NotChoosing,
    /// The quadrants cannot be read.
    #[error(
        "cannot read the quadrants: expected {expected} of them, as 3:90 or 16 colours and a rotation"
    )]
    Quadrants {
        /// How many are to be chosen.
        expected: usize,
    },
    /// No takeback: rated, or nothing to take back.
    #[error("there is nothing to take back")]
    NoTakeback,
    /// Rated matches have no takebacks.
    #[error("no takebacks in a rated match")]
    Rated,
    /// Too late to call it off.
    #[error("too late to call it off: both have moved")]
    TooLate,
    /// The same offer stands already, or was declined and nothing has been played since.
    #[error("this was offered already")]
    Offered,
    /// There is no offer to decline.
    #[error("there is no offer to decline")]
    NoOffer,
    /// Nothing to do.
    #[error("nothing is due")]
    NothingDue,
}
