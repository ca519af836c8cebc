//! The two traits that a game implements: `Rules` for a search, `Game` for people.

use crate::{
    board::{Board, Path},
    options::{Field, OptionError, Preset},
    outcome::{Outcome, Reason},
    player::{Player, Viewer},
    record::Format,
    scene::{PieceKind, Report, Scene, Step},
    text::{Language, Phrase, Tell, Text, excerpt},
};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt::Debug, hash::Hash};

/// What a search needs. `self` is the rulebook with its options chosen.
pub trait Rules: Clone + Default + Send + Sync + 'static {
    /// The state of the board and what the rules ask of the past (clocks, rights). No history, no users; it owns no heap
    /// memory, so that a copy never allocates.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One whole turn, a multi-jump included.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The set-up.
    fn start(&self) -> Self::Position;
    /// Who is to move.
    fn turn(&self, pos: &Self::Position) -> Player;
    /// Appends the legal moves, each once: none exactly when `outcome` is `Some`.
    fn legal_moves(&self, pos: &Self::Position, out: &mut Vec<Self::Move>);
    /// How many legal moves there are. A game that can count them without listing them does; `scratch` is for the others.
    fn count_moves(&self, pos: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        scratch.clear();
        self.legal_moves(pos, scratch);
        scratch.len()
    }
    /// Plays a legal move. Trusts it: it was checked where its text came in.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move);
    /// The end that the position itself shows and that cuts the tree.
    fn outcome(&self, pos: &Self::Position) -> Option<Outcome>;
    /// The draw that does not cut the tree, if this position has now stood `times` times in the game: by material, clock or
    /// repetition. Looked at only where `outcome` is `None`.
    fn drawn(&self, _pos: &Self::Position, _times: u32) -> Option<Outcome> {
        None
    }
    /// Equal for positions that count as the same for repetition, which leaves out clocks and move numbers.
    fn key(&self, pos: &Self::Position) -> u64;
}

/// A side's name for programs and for people.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Side {
    /// `white`.
    pub key: &'static str,
    /// "White", "les Blancs": reads well after "Victoire de".
    pub name: Text,
}

/// What a game tells of itself.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Info {
    /// `alquerque`.
    pub key: &'static str,
    /// Its name for people.
    pub name: Text,
    /// One line that makes one want to play it.
    pub tagline: Text,
    /// The sides of players One and Two.
    pub sides: [Side; 2],
    /// Its options; the rulebook has a field of the same name for each.
    pub options: &'static [Field],
    /// Well-known choices of options.
    pub presets: &'static [Preset],
    /// Whether some viewers see less than others.
    pub hidden: bool,
    /// Every reason for which its games end or may be claimed drawn.
    pub reasons: &'static [Reason],
    /// How its games are written down.
    #[serde(skip)]
    pub format: Format,
}

/// What people need: to see, to name, to point. Never called inside a search.
pub trait Game: Rules + Serialize + DeserializeOwned {
    /// The description.
    const INFO: Info;

    /// Whether the options fit together.
    fn check(&self) -> Result<(), OptionError> {
        Ok(())
    }

    /// The geometry.
    fn board(&self) -> Board;
    /// What this viewer may see of the position.
    fn scene(&self, pos: &Self::Position, viewer: Viewer) -> Scene;
    /// What a legal move does, step by step: applied to the whole scene before it, they give the pieces after it.
    fn steps(&self, pos: &Self::Position, mv: Self::Move) -> Vec<Step>;

    /// Every way to point at this move, cell by cell, the plainest first. Together with `choice` each leads to this move alone.
    fn clicks(&self, pos: &Self::Position, mv: Self::Move) -> Vec<Path>;
    /// What is chosen after the last click, as in a promotion.
    fn choice(&self, _pos: &Self::Position, _mv: Self::Move) -> Option<PieceKind> {
        None
    }

    /// The move as programs write it; one text for each legal move.
    fn move_text(&self, pos: &Self::Position, mv: Self::Move) -> String;
    /// The move as players write it.
    fn notation(&self, pos: &Self::Position, mv: Self::Move) -> String {
        self.move_text(pos, mv)
    }
    /// Reads what `move_text` or `notation` writes. Games whose players write looser than that read more.
    fn read_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, MoveError> {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let named =
            |mv: &Self::Move| self.move_text(pos, *mv) == text || self.notation(pos, *mv) == text;
        let found = moves.into_iter().find(named);
        found.ok_or_else(|| MoveError { found: excerpt(text), why: self.why_not(pos, text) })
    }
    /// Why the move of this text is refused, where there is more to say than "not legal": "you must capture two".
    fn why_not(&self, _pos: &Self::Position, _text: &str) -> Option<Phrase> {
        None
    }

    /// The whole position as text.
    fn position_text(&self, pos: &Self::Position) -> String;
    /// Reads a position. Where the text carries options or a board, the rulebook that fits it is returned; elsewhere `self`.
    fn read(&self, text: &str) -> Result<(Self, Self::Position), TextError>;
    /// The position as text with no more in it than this viewer knows.
    fn view_text(&self, pos: &Self::Position, _viewer: Viewer) -> String {
        self.position_text(pos)
    }
    /// The number of the move that is played next, where the position knows it.
    fn move_number(&self, _pos: &Self::Position) -> Option<u32> {
        None
    }

    /// What a viewer learns of a move: all of it by default.
    fn report(&self, pos: &Self::Position, mv: Self::Move, _viewer: Viewer) -> Option<Report> {
        Some(self.full_report(pos, mv))
    }
    /// All that there is to know of a move.
    fn full_report(&self, pos: &Self::Position, mv: Self::Move) -> Report {
        Report {
            text: self.move_text(pos, mv),
            notation: self.notation(pos, mv),
            steps: self.steps(pos, mv),
        }
    }

    /// The draws that a player may claim if this position has now stood `times` times.
    fn claims(&self, _pos: &Self::Position, _times: u32) -> Vec<Reason> {
        Vec::new()
    }
    /// Whether a player could still win by material: decides a fallen flag.
    fn can_win(&self, _pos: &Self::Position, _player: Player) -> bool {
        true
    }

    /// The tags by which other programs know a record of this game: `Variant`, `GameType`.
    fn tags(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// The rulebook of a record with these tags, if they say that it is of this game. Damier's own tags were looked at before.
    fn of_tags(_tags: &[(String, String)]) -> Option<Self> {
        None
    }
}

/// A move was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub struct MoveError {
    /// The text.
    pub found: String,
    /// More than "not legal", where there is more to say.
    pub why: Option<Phrase>,
}

impl Tell for MoveError {
    fn tell(&self, language: Language) -> String {
        let Self { found, why } = self;
        let why = why.as_ref().map(|why| why.tell(language));
        match language {
            Language::English => format!(
                "illegal move \"{found}\": {}",
                why.unwrap_or("expected one of the legal moves")
            ),
            Language::French => format!(
                "coup illégal « {found} » : {}",
                why.unwrap_or("attendu un des coups permis")
            ),
        }
    }
}

/// A position text was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub enum TextError {
    /// Some part is not what it should be.
    Unexpected {
        /// That part.
        found: String,
        /// What it should be.
        expected: Phrase,
    },
    /// The options in or beside the text.
    Options(#[from] OptionError),
    /// An option was chosen beside a text that says otherwise.
    Contradiction {
        /// The option.
        key: String,
        /// What was chosen.
        chosen: String,
        /// What the text says.
        text: String,
    },
}

impl TextError {
    /// `found` is not `expected`.
    pub fn expected(found: &str, expected: impl Into<Phrase>) -> Self {
        Self::Unexpected { found: excerpt(found), expected: expected.into() }
    }
}

impl Tell for TextError {
    fn tell(&self, language: Language) -> String {
        match (self, language) {
            (Self::Unexpected { found, expected }, Language::English) => {
                format!("cannot read \"{found}\": expected {}", expected.en)
            }
            (Self::Unexpected { found, expected }, Language::French) => {
                format!("« {found} » illisible : attendu {}", expected.fr)
            }
            (Self::Options(error), _) => error.tell(language),
            (Self::Contradiction { key, chosen, text }, Language::English) => {
                format!("option {key}={chosen} contradicts the position, which says {text}")
            }
            (Self::Contradiction { key, chosen, text }, Language::French) => {
                format!("l'option {key}={chosen} contredit la position, qui dit {text}")
            }
        }
    }
}
