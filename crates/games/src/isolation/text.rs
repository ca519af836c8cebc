//! What people see, point at and read.

use super::{Isolation, Move, Position, Safety};
use crate::{
    mosaic::pawns::{self, BOARD_FIELD, SIDES, bit, parse_square, square_name, squares},
    options::{options_field, read_options_field},
    placement::fields,
    prelude::*,
};

const FORM: &str = "isolation <colours> <pawns> <side> <options>";

impl Game for Isolation {
    const INFO: Info = Info {
        key: "isolation",
        name: Text::same("Isolation"),
        tagline: Text::new(
            "Place pawns where none attacks another; who finds no square loses",
            "Posez des pions hors d'atteinte ; qui ne trouve plus de case perd",
        ),
        sides: SIDES,
        options: &[
            BOARD_FIELD,
            Field {
                key: "safety",
                name: Text::new("Safe squares", "Cases sûres"),
                help: Text::new(
                    "Which attacks a new pawn must avoid",
                    "Quelles attaques un nouveau pion doit éviter",
                ),
                kind: Kind::Choice(&[
                    Choice {
                        value: "incoming",
                        name: Text::new("Not attacked", "Non attaquée"),
                        help: Text::new(
                            "No standing pawn attacks the new one",
                            "Aucun pion posé n'attaque le nouveau",
                        ),
                    },
                    Choice {
                        value: "mutual",
                        name: Text::new("Both ways", "Dans les deux sens"),
                        help: Text::new(
                            "Nor does the new pawn attack a standing one",
                            "Le nouveau pion n'attaque pas non plus un pion posé",
                        ),
                    },
                    Choice {
                        value: "opposite",
                        name: Text::new("Enemies only", "Adversaires seulement"),
                        help: Text::new(
                            "Both ways, but only between pawns of opposite colours",
                            "Dans les deux sens, mais seulement entre pions adverses",
                        ),
                    },
                ]),
            },
        ],
        presets: &[
            Preset {
                key: "official",
                name: Text::new("Official", "Officielle"),
                help: Text::new(
                    "No two pawns may attack each other, whatever their colours",
                    "Aucun pion n'en attaque un autre, quelle que soit leur couleur",
                ),
                options: &[("safety", "mutual")],
            },
            Preset {
                key: "easier",
                name: Text::new("Easier", "Plus facile"),
                help: Text::new(
                    "David Parlett's easier form: only enemies may not attack each other",
                    "La forme facile de David Parlett : seuls les adversaires s'évitent",
                ),
                options: &[("safety", "opposite")],
            },
        ],
        hidden: false,
        reasons: &[reason::BLOCKED],
        format: Format::Plain,
    };

    fn board(&self) -> Board {
        pawns::board(self.board.mosaic())
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut scene = pawns::scene(&pos.pawns);
        let empty = !(pos.pawns[0] | pos.pawns[1]);
        scene.marks.extend(pawns::marks(empty & !pos.free, MarkKind::Forbidden));
        scene
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        vec![Step::Put(pawns::standing(pos.turn, mv.square()))]
    }

    fn clicks(&self, _: &Position, mv: Move) -> Vec<Path> {
        vec![vec![CellId::at(mv.square())]]
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        square_name(mv.square())
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let Some(square) = parse_square(text) else {
            return Some(Phrase::new("expected a square such as e4", "attendu une case comme e4"));
        };
        let (reach, occupied) = (self.board.reach(), pos.pawns[0] | pos.pawns[1]);
        let name = square_name(square);
        if occupied & bit(square) != 0 {
            return Some(Phrase::new(
                format!("there is a pawn on {name} already"),
                format!("il y a déjà un pion en {name}"),
            ));
        }
        let rivals = match self.safety {
            Safety::Incoming | Safety::Mutual => occupied,
            Safety::Opposite => pos.pawns[(!pos.turn).index()],
        };
        let mover = |at| self.board.mosaic().colour(at).mover();
        let attacks = |pawn: &usize| reach.of(*pawn, occupied) & bit(square) != 0;
        if let Some(pawn) = squares(rivals).find(attacks) {
            let (at, like) = (square_name(pawn), mover(pawn));
            return Some(Phrase::new(
                format!("{name} is attacked by the pawn on {at}, which moves like {}", like.en),
                format!("{name} est attaquée par le pion en {at}, qui va comme {}", like.fr),
            ));
        }
        let met = squares(reach.of(square, occupied) & rivals).next();
        let victim = met.filter(|_| self.safety != Safety::Incoming)?;
        let (at, like) = (square_name(victim), mover(square));
        Some(Phrase::new(
            format!("a pawn on {name}, moving like {}, would attack the one on {at}", like.en),
            format!("un pion en {name}, qui va comme {}, attaquerait celui en {at}", like.fr),
        ))
    }

    fn position_text(&self, pos: &Position) -> String {
        format!(
            "isolation {} {} {} {}",
            self.board.mosaic(),
            pawns::pawns_text(&pos.pawns),
            pawns::side_text(pos.turn),
            options_field(self)
        )
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let [_, colours, men, side, options] = fields(text, FORM)?;
        let mosaic = pawns::read_colours(colours)?;
        let (both, turn) = (pawns::read_pawns(men)?, pawns::read_side(side)?);
        let game: Self = read_options_field(options, Some(&mosaic))?;
        let position = game.position(both, turn);
        Ok((game, position))
    }
}
