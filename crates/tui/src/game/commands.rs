//! The words that can be typed where a move can: the same on the screen and line by line.

use crate::online::Social;
use damier_games::text::Language;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Command {
    Move(String),
    Board,
    Moves,
    Position,
    Clock,
    Undo,
    Resign,
    Draw,
    Decline,
    Claim,
    Abort,
    Again,
    Flip,
    Say(String),
    Social(Social),
    Help,
    Leave,
    Quit,
}

/// A word and what it means.
pub struct Word {
    /// As scripts write it.
    pub key: &'static str,
    /// As French people may write it too.
    pub french: &'static str,
    command: Command,
}

impl Word {
    /// As somebody who reads that language types it.
    pub const fn of(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.key,
            Language::French => self.french,
        }
    }
}

const fn word(key: &'static str, french: &'static str, command: Command) -> Word {
    Word { key, french, command }
}

/// All words but `move` and `say`, which take something after them.
pub const COMMANDS: &[Word] = &[
    word("board", "plateau", Command::Board),
    word("moves", "coups", Command::Moves),
    word("position", "position", Command::Position),
    word("clock", "pendule", Command::Clock),
    word("undo", "annuler", Command::Undo),
    word("resign", "abandonner", Command::Resign),
    word("draw", "nulle", Command::Draw),
    word("decline", "refuser", Command::Decline),
    word("claim", "réclamer", Command::Claim),
    word("abort", "interrompre", Command::Abort),
    word("again", "revanche", Command::Again),
    word("flip", "tourner", Command::Flip),
    word("help", "aide", Command::Help),
    word("leave", "partir", Command::Leave),
    word("quit", "quitter", Command::Quit),
];

impl Command {
    /// What a line means. Whatever is no word is a move.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let first = fold(first);
        match first.as_str() {
            "" => None,
            "say" | "dire" => Some(Self::Say(rest.into())),
            _ if Social::read(line).is_some() => Social::read(line).map(Self::Social),
            "move" | "coup" if !rest.is_empty() => Some(Self::Move(rest.into())),
            _ if rest.is_empty() => {
                let named = |word: &&Word| word.key == first || fold(word.french) == first;
                let found = COMMANDS.iter().find(named).map(|word| word.command.clone());
                Some(found.unwrap_or_else(|| Self::Move(line.into())))
            }
            _ => Some(Self::Move(line.into())),
        }
    }
}

/// A word as it is compared: small letters, without accents, for whoever has no such keys.
pub fn fold(word: &str) -> String {
    let plain = |letter| match letter {
        'à' | 'â' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'ù' | 'û' => 'u',
        other => other,
    };
    word.chars().flat_map(char::to_lowercase).map(plain).collect()
}

/// What `typed` could become: the longest text that all candidates begin with, and the candidates.
pub fn complete<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> (String, Vec<&'a str>) {
    let begins = |word: &&str| {
        word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
    };
    let mut found: Vec<&str> = words.filter(begins).collect();
    found.dedup();
    let Some((first, rest)) = found.split_first() else { return (typed.into(), found) };
    let shared = |a: &str, b: &str| {
        let same = a.char_indices().zip(b.chars()).take_while(|((_, x), y)| x == y);
        same.last().map_or(0, |((at, sign), _)| at + sign.len_utf8())
    };
    let length = rest.iter().map(|other| shared(first, other)).min().unwrap_or(first.len());
    let longest = if length < typed.len() { typed.into() } else { first[..length].to_owned() };
    (longest, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(Command::read("  resign "), Some(Command::Resign));
        assert_eq!(Command::read("abandonner"), Some(Command::Resign));
        for claim in ["réclamer", "reclamer", "Claim"] {
            assert_eq!(Command::read(claim), Some(Command::Claim));
        }
        assert_eq!(Command::read("e2e4"), Some(Command::Move("e2e4".into())));
        assert_eq!(Command::read("move e2e4"), Some(Command::Move("e2e4".into())));
        assert_eq!(Command::read("say well played"), Some(Command::Say("well played".into())));
        assert_eq!(Command::read("   "), None);
        // A move may have a blank in it.
        assert_eq!(Command::read("undo it"), Some(Command::Move("undo it".into())));
    }

    #[test]
    fn completion_goes_as_far_as_it_is_sure() {
        let words = ["e2e3", "e2e4", "d2d4", "resign"];
        let of = |typed: &str| complete(typed, words.into_iter()).0;
        assert_eq!(of("e"), "e2e");
        assert_eq!(of("e2e4"), "e2e4");
        assert_eq!(of("d"), "d2d4");
        assert_eq!(of("R"), "resign");
        assert_eq!(of("x"), "x");
        assert_eq!(complete("é", words.into_iter()).1.len(), 0);
    }
}
