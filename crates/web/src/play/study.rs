//! A game being studied: a tree of moves from one position, and the place in it that is looked at. Pure.

use damier_games::{
    GameKey, Table, Viewer, open,
    options::Options,
    record,
    rules::TextError,
    table::PlayError,
    text::{Language, Phrase, Tell},
};

/// One move of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move before, none for the first.
    pub parent: Option<usize>,
    /// As programs write it.
    pub text: String,
    /// As players write it.
    pub notation: String,
    /// How many moves lead here, itself included.
    pub ply: usize,
}

/// A tree of moves. The first child of a move is how the line goes on; the others are variations.
pub struct Study {
    game: GameKey,
    /// The position to begin with, if not the usual one.
    position: Option<String>,
    root: Box<dyn Table>,
    nodes: Vec<Node>,
    /// Where one looks; none at the start.
    at: Option<usize>,
}

impl Study {
    /// The start of a game.
    pub fn new(game: GameKey) -> Self {
        let root = open(game, &Options::new(), None).expect("every game has a start");
        Self { game, position: None, root, nodes: Vec::new(), at: None }
    }

    /// What a person pasted: a position of `game`, or a record of any game.
    pub fn read(game: GameKey, text: &str) -> Result<Self, Phrase> {
        let text = text.trim();
        let unread = match Self::position(game, text) {
            Ok(study) => return Ok(study),
            Err(error) => error,
        };
        match record::read(text, Some(game)) {
            Ok(games) => match games.into_iter().next() {
                Some(loaded) => Ok(Self::played(&*loaded.table)),
                None => Err(told(&unread)),
            },
            // A single line is a position that was mistyped; more are a record.
            Err(_) if !text.contains('\n') && !text.starts_with('[') => Err(told(&unread)),
            Err(error) => Err(told(&error)),
        }
    }

    fn position(game: GameKey, text: &str) -> Result<Self, TextError> {
        let root = open(game, &Options::new(), Some(text))?;
        Ok(Self { game, position: Some(text.into()), root, nodes: Vec::new(), at: None })
    }

    /// A game that was played, as the main line.
    fn played(table: &dyn Table) -> Self {
        let game = table.info().key.parse().expect("a table's game is in the list");
        let mut root = table.fork();
        while root.undo() {}
        let position = Some(root.snapshot(Viewer::Referee).position);
        let mut study = Self { game, position, root, nodes: Vec::new(), at: None };
        for report in table.reports(Viewer::Referee).into_iter().flatten() {
            study.at = Some(study.add(&report.text, report.notation));
        }
        study.at = None;
        study
    }

    /// The game.
    pub fn game(&self) -> GameKey {
        self.game
    }

    /// Its options.
    pub fn options(&self) -> Options {
        self.root.options()
    }

    /// The position to begin with, if not the usual one.
    pub fn start(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// Where one looks; none at the start.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// How many moves lead to where one looks.
    pub fn ply(&self) -> usize {
        self.at.map_or(0, |at| self.nodes[at].ply)
    }

    /// Looks somewhere else.
    pub fn go(&mut self, at: Option<usize>) {
        self.at = at.filter(|at| *at < self.nodes.len());
    }

    /// One move back.
    pub fn back(&mut self) {
        self.at = self.at.and_then(|at| self.nodes[at].parent);
    }

    /// One move on, along the line.
    pub fn on(&mut self) {
        self.at = self.children(self.at).first().copied().or(self.at);
    }

    /// To the end of the line.
    pub fn end(&mut self) {
        while let Some(&next) = self.children(self.at).first() {
            self.at = Some(next);
        }
    }

    /// Plays a move where one looks: along a line that is there, or as a new variation.
    pub fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let mut table = self.table();
        table.play(table.turn(), text)?;
        let report = table.snapshot(Viewer::Referee).last.expect("a move was just played");
        let known =
            self.children(self.at).into_iter().find(|child| self.nodes[*child].text == report.text);
        self.at = Some(known.unwrap_or_else(|| self.add(&report.text, report.notation)));
        Ok(())
    }

    /// The table where one looks.
    pub fn table(&self) -> Box<dyn Table> {
        let mut table = self.root.fork();
        for text in self.moves() {
            table
                .play(table.turn(), &text)
                .expect("moves of the tree were legal when they were added");
        }
        table
    }

    /// The moves that lead to where one looks, as texts.
    pub fn moves(&self) -> Vec<String> {
        self.path().into_iter().map(|node| self.nodes[node].text.clone()).collect()
    }

    /// The line through where one looks, from the first move to its end, and after each move the variations to it.
    pub fn line(&self) -> Vec<(usize, &Node, Vec<usize>)> {
        let mut line = self.path();
        while let Some(&next) = self.children(line.last().copied()).first() {
            line.push(next);
        }
        let others = |node: usize| {
            let siblings = self.children(self.nodes[node].parent);
            siblings.into_iter().filter(|other| *other != node).collect()
        };
        line.into_iter().map(|node| (node, &self.nodes[node], others(node))).collect()
    }

    /// A move of the tree.
    pub fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    fn path(&self) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(self.at, |at| self.nodes[*at].parent).collect();
        path.reverse();
        path
    }

    fn children(&self, of: Option<usize>) -> Vec<usize> {
        (0..self.nodes.len()).filter(|node| self.nodes[*node].parent == of).collect()
    }

    fn add(&mut self, text: &str, notation: String) -> usize {
        let ply = self.ply() + 1;
        self.nodes.push(Node { parent: self.at, text: text.into(), notation, ply });
        self.nodes.len() - 1
    }
}

fn told(error: &impl Tell) -> Phrase {
    Phrase::new(error.tell(Language::English), error.tell(Language::French))
}

/// How much of the bar the first player has, from 0 to 100, when `value` hundredths of a man are in their favour.
pub fn share(value: i32) -> f64 {
    100.0 / (1.0 + (-f64::from(value) / 250.0).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Study {
        Study::new("chess".parse().unwrap())
    }

    #[test]
    fn a_different_move_begins_a_variation() {
        let mut study = chess();
        for text in ["e2e4", "e7e5", "g1f3"] {
            study.play(text).unwrap();
        }
        study.back();
        study.play("f1c4").unwrap();
        assert_eq!(study.moves(), ["e2e4", "e7e5", "f1c4"]);
        let line = study.line();
        assert_eq!(line[2].1.notation, "Bc4");
        assert_eq!(study.node(line[2].2[0]).notation, "Nf3");
        study.back();
        study.on();
        assert_eq!(study.moves()[2], "g1f3");
    }

    #[test]
    fn the_same_move_follows_the_line_that_is_there() {
        let mut study = chess();
        study.play("e2e4").unwrap();
        study.back();
        study.play("e2e4").unwrap();
        assert_eq!(study.line().len(), 1);
        assert!(study.play("e2e4").is_err());
    }

    #[test]
    fn positions_and_records_are_read() {
        let key = "chess".parse().unwrap();
        assert!(Study::read(key, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_ok());
        let mut study = Study::read(key, "1. e4 e5 2. Nf3 *").map_err(|error| error.en).unwrap();
        study.end();
        assert_eq!(study.moves(), ["e2e4", "e7e5", "g1f3"]);
        assert!(Study::read(key, "nonsense").is_err());
    }

    #[test]
    fn the_bar_is_even_when_nobody_is_better() {
        assert!((share(0) - 50.0).abs() < 0.1 && share(900) > 95.0 && share(-900) < 5.0);
    }
}
