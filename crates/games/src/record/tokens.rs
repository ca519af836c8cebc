//! The words of a record, each with its place. Reads every byte once and keeps no stack, so a hostile file costs no more than
//! its length.

use super::{read::RecordError, write::is_tag_name};
use crate::text::Text;

/// Where something stands in the text; both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Tag(String, String),
    /// A move or a result: which of them depends on the game, as `0-0` is castling in one and no result in another.
    Word(String),
    /// `{...}` or `; ...`.
    Comment(String),
}

pub struct Tokens<'a> {
    rest: &'a str,
    place: Place,
    /// How many variations we are in.
    depth: usize,
    /// Where the outermost of them began.
    opened: Place,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        let start = Place { line: 1, column: 1 };
        // A byte order mark is what some editors put first.
        Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: start,
            depth: 0,
            opened: start,
        }
    }

    /// The next token outside variations, with the place where it begins.
    pub fn next(&mut self) -> Result<Option<(Place, Token)>, RecordError> {
        loop {
            self.skip_blank();
            let place = self.place;
            let Some(first) = self.rest.chars().next() else { break };
            let token = match first {
                '[' if self.depth == 0 => Some(self.tag()?),
                '{' => Some(Token::Comment(self.comment()?)),
                ';' => Some(Token::Comment(self.line().trim_start_matches(';').trim().into())),
                '%' if place.column == 1 => {
                    self.line();
                    None
                }
                '(' => {
                    if self.depth == 0 {
                        self.opened = place;
                    }
                    self.depth += 1;
                    self.take(1);
                    None
                }
                ')' if self.depth > 0 => {
                    self.depth -= 1;
                    self.take(1);
                    None
                }
                // A tag in a variation among them: it would begin another game.
                ')' | '[' | ']' | '}' | '"' => {
                    return Err(RecordError::expected(place, &first.to_string(), MOVE));
                }
                _ => self.word(),
            };
            if let Some(token) = token.filter(|_| self.depth == 0) {
                return Ok(Some((place, token)));
            }
        }
        if self.depth > 0 {
            return Err(RecordError::expected(
                self.opened,
                "(",
                Text::new("a ) later on", "une ) plus loin"),
            ));
        }
        Ok(None)
    }

    /// Where the reader stands.
    pub const fn place(&self) -> Place {
        self.place
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for character in taken.chars() {
            if character == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn skip_blank(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n')
    }

    fn comment(&mut self) -> Result<String, RecordError> {
        let place = self.place;
        match self.rest.find('}') {
            Some(end) => {
                let comment = self.take(end + 1);
                Ok(comment[1..comment.len() - 1].split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => {
                Err(RecordError::expected(place, "{", Text::new("a } later on", "une } plus loin")))
            }
        }
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<Token, RecordError> {
        const TAG: Text =
            Text::new("a tag such as [White \"Name\"]", "une étiquette comme [White \"Nom\"]");
        let place = self.place;
        self.take(1);
        self.take_while(|c| c == ' ' || c == '\t');
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_tag_name(name) {
            return Err(RecordError::expected(place, "[", TAG));
        }
        self.take_while(|c| c == ' ' || c == '\t');
        if !self.rest.starts_with('"') {
            return Err(RecordError::expected(self.place, self.line_ahead(), TAG));
        }
        let quoted = self.place;
        self.take(1);
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            match self.rest.as_bytes() {
                [b'"', ..] => break,
                // Only \" and \\ are escapes; elsewhere a backslash is itself.
                [b'\\', next @ (b'"' | b'\\'), ..] => {
                    value.push(char::from(*next));
                    self.take(2);
                }
                [b'\\', ..] => value.push_str(self.take(1)),
                _ => {
                    return Err(RecordError::expected(
                        quoted,
                        "\"",
                        Text::new("a closing \"", "un \" fermant"),
                    ));
                }
            }
        }
        self.take(1);
        self.take_while(|c| c == ' ' || c == '\t');
        if !self.rest.starts_with(']') {
            return Err(RecordError::expected(
                self.place,
                self.line_ahead(),
                Text::new("a closing ]", "un ] fermant"),
            ));
        }
        self.take(1);
        Ok(Token::Tag(name.into(), value))
    }

    /// The rest of the line, for messages.
    fn line_ahead(&self) -> &'a str {
        self.rest.split(['\r', '\n']).next().unwrap_or_default()
    }

    /// A move, a result, or something to read over: a move number, a glyph.
    fn word(&mut self) -> Option<Token> {
        let before = self.rest;
        let digits = before.len() - before.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = before[digits..].len() - before[digits..].trim_start_matches('.').len();
        if dots > 0 {
            // A move number; the move may follow without a blank.
            self.take(digits + dots);
            return None;
        }
        let ends = |c: char| c.is_whitespace() || "{}()[];\"".contains(c);
        if before.starts_with('$') {
            self.take_while(|c| !ends(c));
            return None;
        }
        // A glyph may follow its move without a blank.
        let word = self.take_while(|c| !ends(c) && c != '$').trim_end_matches(['!', '?']);
        let number = digits > 0 && word.len() == digits;
        // "e.p." says again what the move before it says.
        if word.is_empty() || number || word == "e.p." {
            None
        } else {
            Some(Token::Word(word.into()))
        }
    }
}

const MOVE: Text =
    Text::new("a move, a comment or a result", "un coup, un commentaire ou un résultat");
