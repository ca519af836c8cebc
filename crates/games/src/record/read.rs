//! Reading records: words with their places first, then the game played through by its rules.

use super::{
    GAME_TAG, HIDDEN_MOVE, OPTIONS_TAG, RESULT_TAG, TERMINATION_TAG, VIEWER_TAG,
    tokens::{Place, Token, Tokens},
};
use crate::{
    games::GameKey,
    options::{Options, chosen_options, parse_pairs},
    outcome::{Outcome, Reason, Score, reason},
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
    let mut games: Vec<Loaded> = Vec::new();
    let mut ahead = tokens.next()?;
    while let Some((place, token)) = ahead.take() {
        match (token, games.last_mut()) {
            // What is said after a result is said of the game that it ended.
            (Token::Comment(comment), Some(last)) => {
                last.comments.push((last.table.ply(), comment));
                ahead = tokens.next()?;
            }
            (token, _) => {
                let head = Head::read(&mut tokens, place, token)?;
                if head.tags.is_empty() && head.next.is_none() {
                    break;
                }
                let (loaded, next) = read_game(&mut tokens, head, usual)?;
                games.push(loaded);
                ahead = next;
            }
        }
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

/// What stands before the first move.
struct Head {
    /// Where the game begins.
    place: Place,
    tags: Vec<(String, String)>,
    tag_places: Vec<Place>,
    comments: Vec<(usize, String)>,
    /// The first word.
    next: Ahead,
}

impl Head {
    fn read(tokens: &mut Tokens<'_>, place: Place, first: Token) -> Result<Self, RecordError> {
        let (tags, tag_places, comments) = (Vec::new(), Vec::new(), Vec::new());
        let mut head = Self { place, tags, tag_places, comments, next: None };
        let mut ahead = Some((place, first));
        while let Some((place, token)) = ahead {
            match token {
                Token::Tag(name, value) => {
                    head.tags.push((name, value));
                    head.tag_places.push(place);
                }
                Token::Comment(comment) => head.comments.push((0, comment)),
                Token::Word(word) => {
                    head.next = Some((place, Token::Word(word)));
                    break;
                }
            }
            ahead = tokens.next()?;
        }
        Ok(head)
    }

    fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name)
    }

    /// Where a tag stands, or would.
    fn place_of(&self, name: &str) -> Place {
        let index = self.tags.iter().position(|(known, _)| known == name);
        index.and_then(|index| self.tag_places.get(index).copied()).unwrap_or(self.place)
    }

    /// Sets up the game that the tags describe.
    fn open(&self, usual: Option<GameKey>) -> Result<Box<dyn Table>, RecordError> {
        if let Some(viewer) = self.tag(VIEWER_TAG) {
            let whole = Text::new(
                "the record of a whole game, not of one player's knowledge",
                "la partie entière, pas la vue d'un seul joueur",
            );
            return Err(RecordError::expected(self.place_of(VIEWER_TAG), viewer, whole));
        }
        let (key, options) = identify(self, usual)?;
        let position_tag = key.info().format.position_tag();
        let start = self.tag(position_tag);
        let place = self.place_of(if start.is_some() { position_tag } else { OPTIONS_TAG });
        open(key, &options, start).map_err(|error| RecordError::at(place, Fault::Text(error)))
    }
}

/// One game; returns besides what already belongs to the next one.
fn read_game(
    tokens: &mut Tokens<'_>,
    mut head: Head,
    usual: Option<GameKey>,
) -> Result<(Loaded, Ahead), RecordError> {
    let mut table = head.open(usual)?;
    let format = table.info().format;
    let mut result = None;
    let mut ahead = head.next.take();
    while let Some((place, token)) = ahead.take() {
        match token {
            Token::Comment(comment) => head.comments.push((table.ply(), comment)),
            Token::Word(text) if text == HIDDEN_MOVE => {
                return Err(RecordError::expected(
                    place,
                    &text,
                    Text::new("a move that is not hidden", "un coup qui n'est pas caché"),
                ));
            }
            Token::Word(text) => {
                if let Some(score) = format.score(&text) {
                    result = Some((place, score));
                    ahead = tokens.next()?;
                    break;
                }
                let played = table.play(table.turn(), &text);
                played.map_err(|error| RecordError::at(place, Fault::Play(error)))?;
            }
            // The next game begins without a result before it.
            token @ Token::Tag(..) => {
                ahead = Some((place, token));
                break;
            }
        }
        ahead = tokens.next()?;
    }
    let told = || {
        let score = head.tag(RESULT_TAG).and_then(|text| format.score(text))?;
        Some((head.place_of(RESULT_TAG), score))
    };
    if let Some((place, score)) = result.or_else(told) {
        settle(table.as_mut(), place, score, head.tag(TERMINATION_TAG))?;
    }
    Ok((Loaded { tags: head.tags, table, comments: head.comments }, ahead))
}

/// Which game with which options: by our own tags, else by those of other programs, else the usual one.
fn identify(head: &Head, usual: Option<GameKey>) -> Result<(GameKey, Options), RecordError> {
    if let Some(name) = head.tag(GAME_TAG) {
        let key = name.parse::<GameKey>();
        let key = key.map_err(|_| {
            RecordError::expected(
                head.place_of(GAME_TAG),
                name,
                Phrase::new(GameKey::names(), GameKey::names()),
            )
        })?;
        let pairs = head.tag(OPTIONS_TAG).filter(|pairs| !pairs.is_empty());
        let options = parse_pairs(pairs.into_iter().flat_map(|pairs| pairs.split(',')));
        let options = options.map_err(|error| {
            RecordError::at(head.place_of(OPTIONS_TAG), Fault::Text(error.into()))
        })?;
        return Ok((key, options));
    }
    // A file that says nothing is of the usual game; one that says something is believed above all.
    let silent = ["Variant", "GameType"].iter().all(|name| head.tag(name).is_none());
    if let Some(key) = usual.filter(|_| silent) {
        return Ok((key, Options::new()));
    }
    let claimed = |key: GameKey| {
        with_game!(key, |G| G::of_tags(&head.tags).map(|game| (key, chosen_options(&game))))
    };
    let found = GameKey::ALL.iter().copied().find_map(claimed);
    found.ok_or_else(|| {
        let expected = Text::new(
            "a tag that says which game it is, such as [Game \"chess\"]",
            "une étiquette qui dit quel jeu c'est, comme [Game \"chess\"]",
        );
        RecordError::expected(head.place, "", expected)
    })
}

/// Ends the game as the record says, if the rules have not ended it already.
fn settle(
    table: &mut dyn Table,
    place: Place,
    score: Score,
    why: Option<&str>,
) -> Result<(), RecordError> {
    let format = table.info().format;
    match table.result() {
        Some(outcome) if outcome.score == score || score == Score::Void => Ok(()),
        Some(outcome) => {
            let [found, expected] = [score, outcome.score].map(|score| format.score_text(score));
            Err(RecordError::expected(place, found, Phrase::new(expected, expected)))
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
