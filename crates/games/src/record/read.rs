//! Reading records: words with their places first, then the game played through by its rules.

use super::{
    Format, GAME_TAG, HIDDEN_MOVE, OPTIONS_TAG, TERMINATION_TAG, VIEWER_TAG,
    tokens::{Place, Token, Tokens},
};
use crate::{
    games::GameKey,
    options::{Options, chosen_options, parse_pairs},
    outcome::{Outcome, Reason, Score, reason},
    player::Player,
    rules::{Game, TextError},
    table::{PlayError, Table, open},
    text::{Language, Phrase, Tell, Text, excerpt},
    with_game,
};

/// A game that was read.
pub struct Loaded {
    /// All its tags, in order.
    pub tags: Vec<(String, String)>,
    /// The game, played to its end.
    pub table: Box<dyn Table>,
    /// Comments by the number of moves before them.
    pub comments: Vec<(usize, String)>,
}

impl Loaded {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }
}

/// A record was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub struct RecordError {
    /// Where, counted from 1.
    pub line: usize,
    /// Where in the line, in characters counted from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Something else should stand here.
    Expected {
        /// What stands here.
        found: String,
        /// What should.
        expected: Phrase,
    },
    /// The options or the start position.
    Text(TextError),
    /// A move that the rules refuse.
    Play(PlayError),
}

impl RecordError {
    pub(super) fn expected(place: Place, found: &str, expected: impl Into<Phrase>) -> Self {
        Self::at(place, Fault::Expected { found: excerpt(found), expected: expected.into() })
    }

    fn at(place: Place, fault: Fault) -> Self {
        Self { line: place.line, column: place.column, fault }
    }
}

impl Tell for RecordError {
    fn tell(&self, language: Language) -> String {
        let Self { line, column, fault } = self;
        let what = match (fault, language) {
            (Fault::Expected { found, expected }, Language::English) => {
                format!("found \"{found}\", expected {}", expected.en)
            }
            (Fault::Expected { found, expected }, Language::French) => {
                format!("« {found} » trouvé, attendu {}", expected.fr)
            }
            (Fault::Text(error), _) => error.tell(language),
            (Fault::Play(error), _) => error.tell(language),
        };
        match language {
            Language::English => format!("line {line}, column {column}: {what}"),
            Language::French => format!("ligne {line}, colonne {column} : {what}"),
        }
    }
}

/// Reads all games of a file. `usual` is the game of records that do not name theirs.
pub fn read(text: &str, usual: Option<GameKey>) -> Result<Vec<Loaded>, RecordError> {
    let mut tokens = Tokens::new(text);
    let mut games = Vec::new();
    let mut ahead = tokens.next()?;
    while let Some(first) = ahead.take() {
        let (loaded, next) = read_game(&mut tokens, first, usual)?;
        games.push(loaded);
        ahead = next;
    }
    if games.is_empty() {
        return Err(RecordError::expected(
            tokens.place(),
            "",
            Text::new("at least one game", "au moins une partie"),
        ));
    }
    Ok(games)
}

type Ahead = Option<(Place, Token)>;

/// One game; returns besides what already belongs to the next one.
fn read_game(
    tokens: &mut Tokens<'_>,
    first: (Place, Token),
    usual: Option<GameKey>,
) -> Result<(Loaded, Ahead), RecordError> {
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut tag_places = Vec::new();
    let mut comments = Vec::new();
    let mut ahead = Some(first);
    while let Some((place, token)) = ahead.take() {
        match token {
            Token::Tag(name, value) => {
                tags.push((name, value));
                tag_places.push(place);
            }
            Token::Comment(comment) => comments.push((0, comment)),
            token => {
                ahead = Some((place, token));
                break;
            }
        }
        ahead = tokens.next()?;
    }
    let tag_place = |name: &str| {
        let index = tags.iter().position(|(known, _)| known == name);
        index
            .and_then(|index| tag_places.get(index).copied())
            .unwrap_or(Place { line: 1, column: 1 })
    };
    if let Some(viewer) = find(&tags, VIEWER_TAG) {
        let whole = Text::new(
            "the record of a whole game, not of one player's knowledge",
            "la partie entière, pas la vue d'un seul joueur",
        );
        return Err(RecordError::expected(tag_place(VIEWER_TAG), viewer, whole));
    }
    let (key, options) = identify(&tags, usual, tag_place)?;
    let position_tag = key.info().format.position_tag();
    let start = find(&tags, position_tag);
    let place = tag_place(if start.is_some() { position_tag } else { OPTIONS_TAG });
    let mut table =
        open(key, &options, start).map_err(|error| RecordError::at(place, Fault::Text(error)))?;
    let mut result = None;
    while let Some((place, token)) = ahead.take() {
        match key.info().format.sense(token) {
            Token::Move(text) if text == HIDDEN_MOVE => {
                return Err(RecordError::expected(
                    place,
                    &text,
                    Text::new("a move that is not hidden", "un coup qui n'est pas caché"),
                ));
            }
            Token::Move(text) => {
                let played = table.play(table.turn(), &text);
                played.map_err(|error| RecordError::at(place, Fault::Play(error)))?;
            }
            Token::Comment(comment) => comments.push((table.ply(), comment)),
            Token::Result(text) => {
                result = Some((place, text));
                ahead = tokens.next()?;
                break;
            }
            // The next game begins without a result before it.
            token @ Token::Tag(..) => {
                ahead = Some((place, token));
                break;
            }
        }
        ahead = tokens.next()?;
    }
    if let Some((place, text)) = result {
        settle(table.as_mut(), place, text, find(&tags, TERMINATION_TAG))?;
    }
    Ok((Loaded { tags, table, comments }, ahead))
}

impl Format {
    /// The one word that the dialects read differently: castling in chess, a game without result in draughts.
    fn sense(self, token: Token) -> Token {
        match token {
            Token::Move(text) if text == "0-0" && self != Self::Pgn => Token::Result("*"),
            token => token,
        }
    }
}

/// Which game with which options: by our own tags, else by those of other programs, else the usual one.
fn identify(
    tags: &[(String, String)],
    usual: Option<GameKey>,
    tag_place: impl Fn(&str) -> Place,
) -> Result<(GameKey, Options), RecordError> {
    if let Some(name) = find(tags, GAME_TAG) {
        let key = name.parse::<GameKey>();
        let key = key.map_err(|_| {
            RecordError::expected(
                tag_place(GAME_TAG),
                name,
                Phrase::new(GameKey::names(), GameKey::names()),
            )
        })?;
        let pairs = find(tags, OPTIONS_TAG).filter(|pairs| !pairs.is_empty());
        let options = parse_pairs(pairs.into_iter().flat_map(|pairs| pairs.split(',')));
        let options = options
            .map_err(|error| RecordError::at(tag_place(OPTIONS_TAG), Fault::Text(error.into())))?;
        return Ok((key, options));
    }
    // A file that says nothing is of the usual game; one that says something is believed above all.
    let silent = ["Variant", "GameType"].iter().all(|name| find(tags, name).is_none());
    if let Some(key) = usual.filter(|_| silent) {
        return Ok((key, Options::new()));
    }
    let claimed = |key: GameKey| {
        with_game!(key, |G| G::of_tags(tags).map(|game| (key, chosen_options(&game))))
    };
    let unknown = || usual.map(|key| (key, Options::new()));
    let found = GameKey::ALL.iter().copied().find_map(claimed).or_else(unknown);
    found.ok_or_else(|| {
        let expected = Text::new(
            "a tag that says which game it is, such as [Game \"chess\"]",
            "une étiquette qui dit quel jeu c'est, comme [Game \"chess\"]",
        );
        RecordError::expected(Place { line: 1, column: 1 }, "", expected)
    })
}

/// Ends the game as the record says, if the rules have not ended it already.
fn settle(
    table: &mut dyn Table,
    place: Place,
    text: &'static str,
    why: Option<&str>,
) -> Result<(), RecordError> {
    let score = match text {
        "1-0" => Score::Win(Player::One),
        "0-1" => Score::Win(Player::Two),
        "1/2-1/2" => Score::Draw,
        _ => Score::Void,
    };
    match table.result() {
        Some(outcome) if outcome.score == score || score == Score::Void => Ok(()),
        Some(outcome) => {
            let score = outcome.score.to_string();
            Err(RecordError::expected(place, text, Phrase::new(score.clone(), score)))
        }
        None if score == Score::Void && why != Some("aborted") => Ok(()),
        None => {
            let known: Vec<Reason> =
                table.info().reasons.iter().copied().chain(reason::OF_A_MATCH).collect();
            let reason = known
                .into_iter()
                .find(|reason| Some(reason.key) == why)
                .unwrap_or(reason::ADJUDICATION);
            table.end(Outcome { score, reason });
            Ok(())
        }
    }
}

fn find<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
