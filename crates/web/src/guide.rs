//! The rules as players read them: small text files beside the page, one for each game and language, with boards to try.
//!
//! `## ` begins a section, `- ` an item, `@ ` a board, anything else is a paragraph. A board is `start` or a position text, then
//! after `|` what stands below it, then after another `|` moves that are played first.

use damier_games::{GameKey, Table, open, options::Options};

/// One thing after the other on a page of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A section's title.
    Title(String),
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<String>),
    /// A board.
    Board(Diagram),
}

/// A board with what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position, if not the usual start.
    pub position: Option<String>,
    /// Moves played first.
    pub moves: Vec<String>,
    /// What stands below.
    pub caption: String,
}

impl Diagram {
    fn parse(text: &str) -> Self {
        let mut parts = text.split('|').map(str::trim);
        let position = parts.next().filter(|part| *part != "start").map(str::to_owned);
        let caption = parts.next().unwrap_or_default().to_owned();
        let moves =
            parts.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Self { position, moves, caption }
    }

    /// The board as a table of `game`, if it is one.
    pub fn table(&self, game: GameKey) -> Option<Box<dyn Table>> {
        let mut table = open(game, &Options::new(), self.position.as_deref()).ok()?;
        for text in &self.moves {
            table.play(table.turn(), text).ok()?;
        }
        Some(table)
    }
}

/// A text of rules in its parts.
pub fn parse(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(title) = line.strip_prefix("## ") {
            blocks.push(Block::Title(title.into()));
        } else if let Some(item) = line.strip_prefix("- ") {
            match blocks.last_mut() {
                Some(Block::List(items)) => items.push(item.into()),
                _ => blocks.push(Block::List(vec![item.into()])),
            }
        } else if let Some(board) = line.strip_prefix("@ ") {
            blocks.push(Block::Board(Diagram::parse(board)));
        } else {
            blocks.push(Block::Paragraph(line.into()));
        }
    }
    blocks
}

/// Where the text of a game's rules is.
pub fn path(game: GameKey, language: &str) -> String {
    format!("/guide/{game}.{language}.txt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    #[test]
    fn every_game_has_its_rules_in_both_languages_with_boards_that_stand() {
        let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("public");
        for game in GameKey::ALL {
            let [en, fr] = ["en", "fr"].map(|language| {
                let file = public.join(path(*game, language).trim_start_matches('/'));
                let text = fs::read_to_string(&file)
                    .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                let blocks = parse(&text);
                for block in &blocks {
                    if let Block::Board(diagram) = block {
                        assert!(diagram.table(*game).is_some(), "{game}.{language}: {diagram:?}");
                        assert!(!diagram.caption.is_empty());
                    }
                }
                blocks
            });
            let shape =
                |blocks: &[Block]| blocks.iter().map(std::mem::discriminant).collect::<Vec<_>>();
            assert_eq!(shape(&en), shape(&fr), "{game}: the two languages do not say the same");
            assert!(en.iter().any(|block| matches!(block, Block::Board(_))), "{game} has no board");
        }
    }

    #[test]
    fn a_text_falls_into_its_parts() {
        let blocks = parse("## Aim\nMate.\n- one\n- two\n@ start | The start | e2e4 e7e5\n");
        assert_eq!(blocks.len(), 4);
        assert_eq!(blocks[2], Block::List(vec!["one".into(), "two".into()]));
        let Block::Board(diagram) = &blocks[3] else { panic!() };
        assert_eq!((diagram.moves.len(), diagram.caption.as_str()), (2, "The start"));
    }
}
