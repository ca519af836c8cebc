//! What people see, point at and read.

use super::{
    FULL, LINE, Morpion, Move, Position, Rule,
    cells::{STRIDE, cell},
    renju::{self, Verdict},
};
use crate::{
    board::{grid_name, parse_grid_name},
    options::{options_field, read_options_field},
    placement::{fields, read_rows, write_rows},
    prelude::*,
    text::excerpt,
};

const FORM: &str = "morpion <cells> <side> <options>";

const LINE_TOO_LONG: Text = Text::new(
    "the winning row is longer than the board: expected line to be at most size, so on a board below 5 line must be given",
    "l'alignement gagnant dépasse la grille : line doit être au plus égal à size, donc à préciser si la grille est inférieure à 5",
);
const RENJU_LINE: Text = Text::new(
    "renju is about five in a row: expected line=5 beside rule=renju",
    "le renju se joue à cinq alignés : attendu line=5 avec rule=renju",
);

/// As `CellId` numbers them.
fn id(size: usize, cell: usize) -> CellId {
    CellId::at(cell / STRIDE * size + cell % STRIDE)
}

fn piece(owner: Player) -> Piece {
    Piece { owner, kind: PieceKind::Mark }
}

impl Morpion {
    /// The cell that a text names.
    fn find(&self, text: &str) -> Option<usize> {
        parse_grid_name(text, self.size(), self.size()).map(|(file, rank)| cell(file, rank))
    }

    /// Why an empty cell may not be marked, if so.
    fn against(&self, pos: &Position, cell: usize) -> Option<Phrase> {
        if !self.restricts(pos) {
            return None;
        }
        let phrase = match renju::verdict(&pos.marks[0], &self.empty(pos), cell) {
            Verdict::Five | Verdict::Free => return None,
            Verdict::Overline => Text::new(
                "forbidden to X: an overline, six or more in a row",
                "interdit à X : alignement de six ou plus",
            ),
            Verdict::DoubleFour => Text::new(
                "forbidden to X: a double four, two fours at once",
                "interdit à X : double quatre, deux quatre à la fois",
            ),
            Verdict::DoubleThree => Text::new(
                "forbidden to X: a double three, two open threes at once",
                "interdit à X : double trois, deux trois ouverts à la fois",
            ),
        };
        Some(phrase.into())
    }

    /// The cell of a legal move, or why it is none.
    fn legal(&self, pos: &Position, text: &str) -> Result<Move, Option<Phrase>> {
        let Some(cell) = self.find(text) else {
            let last = grid_name(self.size() - 1, self.size() - 1);
            return Err(Some(Phrase::new(
                format!("expected a cell from a1 to {last}"),
                format!("attendu une case de a1 à {last}"),
            )));
        };
        if !self.empty(pos).has(cell) {
            return Err(Some(Phrase::new(
                "that cell is marked already: expected an empty one",
                "cette case est déjà prise : attendu une case vide",
            )));
        }
        if pos.winner.is_some() {
            return Err(Some(Phrase::new("the game is over", "la partie est finie")));
        }
        match self.against(pos, cell) {
            Some(why) => Err(Some(why)),
            None => u16::try_from(cell).map(Move).map_err(|_| None),
        }
    }
}

impl Game for Morpion {
    const INFO: Info = Info {
        key: "morpion",
        name: Text::new("Five in a row", "Morpion"),
        tagline: Text::new(
            "Line up five marks: simple to learn, from tic-tac-toe to renju",
            "Alignez cinq marques : simple à apprendre, du tic-tac-toe au renju",
        ),
        sides: [Side { key: "x", name: Text::same("X") }, Side { key: "o", name: Text::same("O") }],
        options: &[
            Field {
                key: "line",
                name: Text::new("Winning row", "Alignement"),
                help: Text::new(
                    "How many in a row win; not more than the size of the board",
                    "Nombre de marques à aligner, au plus la taille de la grille",
                ),
                kind: Kind::Number { min: 3, max: 19, zero: false },
            },
            Field {
                key: "rule",
                name: Text::new("Rule", "Règle"),
                help: Text::new("Which rows win", "Quels alignements gagnent"),
                kind: Kind::Choice(&[
                    Choice {
                        value: "freestyle",
                        name: Text::new("Freestyle", "Libre"),
                        help: Text::new(
                            "Longer rows win too",
                            "Les alignements plus longs gagnent",
                        ),
                    },
                    Choice {
                        value: "exact",
                        name: Text::new("Exact", "Exacte"),
                        help: Text::new(
                            "Longer rows do not win",
                            "Les alignements plus longs ne gagnent pas",
                        ),
                    },
                    Choice {
                        value: "renju",
                        name: Text::same("Renju"),
                        help: Text::new(
                            "X may not make an overline, a double four or a double three",
                            "Surligne, double quatre et double trois sont interdits à X",
                        ),
                    },
                ]),
            },
            Field {
                key: "size",
                name: Text::new("Board size", "Taille de la grille"),
                help: Text::new("Cells along each side", "Nombre de cases par côté"),
                kind: Kind::Number { min: 3, max: 19, zero: false },
            },
        ],
        presets: &[
            Preset {
                key: "tic-tac-toe",
                name: Text::same("Tic-tac-toe"),
                help: Text::new("Three in a row on nine cells", "Trois alignés sur neuf cases"),
                options: &[("line", "3"), ("size", "3")],
            },
            Preset {
                key: "gomoku",
                name: Text::new("Standard gomoku", "Gomoku standard"),
                help: Text::new("Exactly five wins", "Cinq exactement pour gagner"),
                options: &[("rule", "exact")],
            },
            Preset {
                key: "renju",
                name: Text::same("Renju"),
                help: Text::new(
                    "The strongest moves are forbidden to X, who begins",
                    "Les coups les plus forts sont interdits à X, qui commence",
                ),
                options: &[("rule", "renju")],
            },
            Preset {
                key: "freestyle-19",
                name: Text::new("Freestyle 19x19", "Libre 19x19"),
                help: Text::new("Five or more on a go board", "Cinq ou plus sur un goban"),
                options: &[("size", "19")],
            },
        ],
        hidden: false,
        reasons: &[LINE, FULL, reason::BLOCKED],
        format: Format::Plain,
    };

    fn check(&self) -> Result<(), OptionError> {
        if self.line > self.size {
            return Err(OptionError::Together(LINE_TOO_LONG));
        }
        if self.rule == Rule::Renju && self.line != 5 {
            return Err(OptionError::Together(RENJU_LINE));
        }
        Ok(())
    }

    fn board(&self) -> Board {
        Board::grid(self.size(), self.size(), Shape::Square, |_, _| Tint::Plain)
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut scene = Scene::default();
        let size = self.size();
        for owner in Player::BOTH {
            let standing = |at| Standing { at: id(size, at), piece: piece(owner) };
            scene.pieces.extend(pos.marks[owner.index()].iter().map(standing));
        }
        scene.pieces.sort_unstable_by_key(|standing| standing.at);
        let mark = |kind| move |at| Mark { at: id(size, at), kind };
        if let Some(winner) = pos.winner {
            let rows = self.rows(&pos.marks[winner.index()], winner);
            let cells =
                |(first, direction, length)| (0..length).map(move |n| first + n * direction);
            scene.marks = rows.into_iter().flat_map(cells).map(mark(MarkKind::Win)).collect();
            // Two rows may cross.
            scene.marks.sort_unstable_by_key(|mark| mark.at);
            scene.marks.dedup();
        } else if self.restricts(pos) {
            let forbidden = renju::forbidden(pos.marks[0], self.empty(pos));
            scene.marks = forbidden.map(mark(MarkKind::Forbidden)).collect();
        }
        scene
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        vec![Step::Put(Standing { at: id(self.size(), mv.cell()), piece: piece(pos.turn) })]
    }

    fn clicks(&self, _: &Position, mv: Move) -> Vec<Path> {
        vec![vec![id(self.size(), mv.cell())]]
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        grid_name(mv.cell() % STRIDE, mv.cell() / STRIDE)
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        self.legal(pos, text).map_err(|why| MoveError { found: excerpt(text), why })
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        self.legal(pos, text).err().flatten()
    }

    fn position_text(&self, pos: &Position) -> String {
        let letter = |file, rank| {
            let has = |player: usize| pos.marks[player].has(cell(file, rank));
            if has(0) { Some('x') } else { has(1).then_some('o') }
        };
        let cells = write_rows(self.size(), self.size(), letter);
        let side = if pos.turn == Player::One { 'x' } else { 'o' };
        format!("morpion {cells} {side} {}", options_field(self))
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let [_, rows, side, options] = fields(text, FORM)?;
        let game: Self = read_options_field(options, None)?;
        let turn = match side {
            "x" => Player::One,
            "o" => Player::Two,
            _ => return Err(TextError::expected(side, Text::new("x or o", "x ou o"))),
        };
        let mut pos = Position::empty(turn);
        read_rows(rows, game.size(), game.size(), "xo", |file, rank, letter| {
            pos.mark(if letter == 'x' { Player::One } else { Player::Two }, cell(file, rank));
        })?;
        game.judge(&mut pos);
        Ok((game, pos))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        let marks = pos.marks.iter().map(|marks| marks.iter().count() as u32).sum::<u32>();
        Some(marks / 2 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{options, text::Language, text::Tell};

    fn read(text: &str) -> (Morpion, Position) {
        Morpion::default().read(text).unwrap()
    }

    fn refusal(position: &str, text: &str) -> String {
        let (game, pos) = read(position);
        game.read_move(&pos, text).unwrap_err().to_string()
    }

    #[test]
    fn a_refused_move_says_why() {
        let start = "morpion 3/1x1/3 o line=3,size=3";
        assert_eq!(refusal(start, "d1"), "illegal move \"d1\": expected a cell from a1 to c3");
        assert_eq!(
            refusal(start, "b2"),
            "illegal move \"b2\": that cell is marked already: expected an empty one"
        );
        for (row, cell, why) in [
            ("xxx1xx3", "d5", "forbidden to X: an overline, six or more in a row"),
            ("x1x1x1x2", "d5", "forbidden to X: a double four, two fours at once"),
        ] {
            let position = format!("morpion 9/9/9/9/{row}/9/9/9/9 x rule=renju,size=9");
            assert_eq!(refusal(&position, cell), format!("illegal move \"{cell}\": {why}"));
        }
        let threes = "morpion 9/9/4x4/4x4/2xx5/9/9/9/9 x rule=renju,size=9";
        assert_eq!(
            refusal(threes, "e5"),
            "illegal move \"e5\": forbidden to X: a double three, two open threes at once"
        );
        // O is never restricted, and other rules restrict nobody.
        for free in [threes.replace(" x ", " o "), threes.replace("renju", "exact")] {
            let (game, pos) = read(&free);
            assert!(game.read_move(&pos, "e5").is_ok(), "{free}");
        }
    }

    #[test]
    fn the_player_who_has_just_moved_is_looked_at_first() {
        for (side, winner) in [("x", Player::Two), ("o", Player::One)] {
            let (game, pos) = read(&format!("morpion xxx/3/ooo {side} line=3,size=3"));
            assert_eq!(game.outcome(&pos), Some(Outcome::win(winner, LINE)));
            let row = if winner == Player::One { 6..9 } else { 0..3 };
            let won = row.map(|at| Mark { at: CellId(at), kind: MarkKind::Win });
            assert_eq!(game.scene(&pos, Viewer::Spectator).marks, won.collect::<Vec<_>>());
        }
    }

    #[test]
    fn forbidden_cells_are_marked_for_x_alone() {
        let text = "morpion 9/9/4x4/4x4/2xx5/9/9/9/9 x rule=renju,size=9";
        let marks = |text: &str| {
            let (game, pos) = read(text);
            let board = game.board();
            let name = |mark: &Mark| (board.cell(mark.at).name.clone(), mark.kind);
            game.scene(&pos, Viewer::Referee).marks.iter().map(name).collect::<Vec<_>>()
        };
        assert!(marks(text).contains(&("e5".into(), MarkKind::Forbidden)));
        assert_eq!(marks(&text.replace(" x ", " o ")), []);
    }

    #[test]
    fn options_that_do_not_fit_together_are_refused_in_both_languages() {
        for pairs in ["size=4", "line=6,size=5", "line=4,rule=renju", "rule=renju,size=4"] {
            let chosen = options::parse_pairs(pairs.split(',')).unwrap();
            let error = options::rulebook::<Morpion>(&chosen).unwrap_err();
            let [english, french] = Language::ALL.map(|language| error.tell(language));
            assert!(english.contains("expected line") && french.contains("line"), "{english}");
            assert_ne!(english, french);
        }
        let good = options::parse_pairs(["size=3", "line=3"]).unwrap();
        assert!(options::rulebook::<Morpion>(&good).is_ok());
    }

    #[test]
    fn a_played_position_equals_the_one_that_is_read() {
        let (game, mut pos) = read("morpion 3/3/3 x line=3,size=3");
        for text in ["a1", "b2", "a2", "c1", "a3"] {
            let mv = game.read_move(&pos, text).unwrap();
            game.play(&mut pos, mv);
            let (_, same) = read(&game.position_text(&pos));
            assert_eq!((&same, game.key(&same)), (&pos, game.key(&pos)));
        }
        assert_eq!(game.outcome(&pos), Some(Outcome::win(Player::One, LINE)));
        assert_eq!(std::mem::size_of::<Position>(), 112);
    }
}
