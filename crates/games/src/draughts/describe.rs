//! What people see, point at and choose.

use super::*;
use crate::{
    board::{Cell, Tile},
    record::Format,
};

const fn choice(value: &'static str, name: Text, help: Text) -> Choice {
    Choice { value, name, help }
}

impl Game for Draughts {
    const INFO: Info = Info {
        key: "draughts",
        name: Text::new("International draughts", "Dames internationales"),
        tagline: Text::new(
            "A hundred squares, flying kings, and captures that nobody may refuse",
            "Cent cases, des dames volantes et des prises que nul ne peut refuser",
        ),
        sides: [
            Side { key: "white", name: Text::new("White", "Blanc") },
            Side { key: "black", name: Text::new("Black", "Noir") },
        ],
        options: &[Field {
            key: "variant",
            name: Text::new("Variant", "Variante"),
            help: Text::new("Which draughts is played", "Le jeu de dames que l'on joue"),
            kind: Kind::Choice(&[
                choice(
                    "default",
                    Text::new("International", "Internationales"),
                    Text::new(
                        "10x10, the rules of the world federation",
                        "10x10, les règles de la fédération mondiale",
                    ),
                ),
                choice(
                    "short-kings",
                    Text::new("Short kings", "Dames courtes"),
                    Text::new(
                        "Kings that do not capture go three squares at most",
                        "Sans prise, une dame ne va pas plus loin que trois cases",
                    ),
                ),
                choice(
                    "antidraughts",
                    Text::new("Antidraughts", "Qui perd gagne"),
                    Text::new(
                        "Whoever has no piece or no move left wins",
                        "Celui qui n'a plus de pièce ou de coup gagne",
                    ),
                ),
                choice(
                    "brazilian",
                    Text::new("Brazilian", "Brésiliennes"),
                    Text::new(
                        "The international rules on 8x8",
                        "Les règles internationales sur 8x8",
                    ),
                ),
                choice(
                    "russian",
                    Text::new("Russian", "Russes"),
                    Text::new(
                        "8x8, any capture may be chosen, crowned in mid-capture",
                        "8x8, choix libre de la prise, promotion en cours de prise",
                    ),
                ),
            ]),
        }],
        presets: &[
            Preset {
                key: "losing",
                name: Text::new("Losing game", "Qui perd gagne"),
                help: Text::new("Get rid of your pieces", "Se débarrasser de ses pièces"),
                options: &[("variant", "antidraughts")],
            },
            Preset {
                key: "brazilian",
                name: Text::new("Brazilian draughts", "Dames brésiliennes"),
                help: Text::new("On 64 squares", "Sur 64 cases"),
                options: &[("variant", "brazilian")],
            },
            Preset {
                key: "shashki",
                name: Text::new("Shashki", "Chachki"),
                help: Text::new("Russian draughts", "Les dames russes"),
                options: &[("variant", "russian")],
            },
        ],
        hidden: false,
        reasons: &[
            NO_PIECES,
            reason::BLOCKED,
            reason::REPETITION,
            QUIET_25,
            ENDING_16,
            ENDING_5,
            QUIET_15,
        ],
        format: Format::Pdn,
    };

    fn board(&self) -> Board {
        let grid = self.grid();
        let place = |n: usize| i16::try_from(n).expect("boards are small");
        let cell = |index| {
            let (column, row) = grid.column_and_row(index);
            let (x, y) = (place(column), place(row));
            Cell { name: (index + 1).to_string(), x, y, shape: Shape::Square, tint: Tint::Dark }
        };
        let all =
            (0..grid.side()).flat_map(|row| (0..grid.side()).map(move |column| (column, row)));
        let light = all.filter(|&(column, row)| grid.dark_square(column, row).is_none());
        Board {
            cells: (0..grid.count()).map(cell).collect(),
            tiles: light
                .map(|(column, row)| Tile { x: place(column), y: place(row), tint: Tint::Light })
                .collect(),
            lines: Vec::new(),
            zones: Vec::new(),
            labels: Vec::new(),
            bottom: Player::One,
        }
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut scene = Scene::default();
        for owner in Player::BOTH {
            let pieces = pos.pieces[owner.index()];
            scene.pieces.extend(squares_of(pieces).map(|square| {
                let king = pos.kings & bit(square) != 0;
                let kind = if king { PieceKind::CrownedMan } else { PieceKind::Man };
                Standing { at: self.cell(square), piece: Piece { owner, kind } }
            }));
            let value = pieces.count_ones() as u16;
            scene.counters.push(Counter { owner, kind: CounterKind::Pieces, value });
        }
        scene.pieces.sort_unstable_by_key(|standing| standing.at);
        scene
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        let way = self.written_way(pos, mv);
        let legs = way.windows(2);
        let mut steps: Vec<Step> =
            legs.map(|leg| Step::Go { from: self.cell(leg[0]), to: self.cell(leg[1]) }).collect();
        // The pieces taken are removed when the whole move is over.
        steps.extend(squares_of(mv.captured).map(|square| Step::Take(self.cell(square))));
        if pos.kings & bit(mv.from()) == 0 && self.ends_as_king(pos, mv) {
            let piece = Piece { owner: pos.turn, kind: PieceKind::CrownedMan };
            steps.push(Step::Put(Standing { at: self.cell(mv.to()), piece }));
        }
        steps
    }

    fn clicks(&self, pos: &Position, mv: Move) -> Vec<Path> {
        let path = |way: Vec<usize>| way.into_iter().map(|square| self.cell(square)).collect();
        self.pointed_ways(pos, mv).into_iter().map(path).collect()
    }

    fn move_text(&self, pos: &Position, mv: Move) -> String {
        self.write_move(pos, mv)
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        self.find_move(pos, text)
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        self.why_refused(pos, text)
    }

    fn position_text(&self, pos: &Position) -> String {
        self.write_position(pos)
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        Ok((self.clone(), self.read_position(text)?))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.number)
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        let code = match self.variant {
            // The two without a number of their own are told apart by the options.
            Variant::Default | Variant::ShortKings | Variant::Antidraughts => "20",
            Variant::Russian => "25",
            Variant::Brazilian => "26",
        };
        vec![("GameType", code.into())]
    }

    fn of_tags(tags: &[(String, String)]) -> Option<Self> {
        let find = |name| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let Some(code) = find("GameType") else {
            let usual = Self::default();
            return find("FEN")
                .is_some_and(|fen| usual.read_position(fen).is_ok())
                .then_some(usual);
        };
        // The number may be followed by who begins, the size and the way of writing.
        let variant = match code.split(',').next()?.trim() {
            "20" => Variant::Default,
            "25" => Variant::Russian,
            "26" => Variant::Brazilian,
            _ => return None,
        };
        Some(Self { variant })
    }
}

impl Draughts {
    /// Cells are numbered as squares are, from 0.
    fn cell(&self, square: usize) -> CellId {
        CellId::at(self.grid().index(square))
    }
}
