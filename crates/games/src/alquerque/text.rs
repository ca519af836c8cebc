//! What people see, point at and read.

use super::{Alquerque, Chain, Move, Position, points::*};
use crate::{
    board::{grid_name, parse_grid_name},
    no_move::{NoMove, REPETITION_FIELD},
    options::{options_field, read_options_field},
    placement::{fields, number, read_rows, write_rows},
    prelude::*,
};

const FORM: &str = "alquerque <men> <side> <clock> <ply> <options>";

const fn choice(value: &'static str, name: Text, help: Text) -> Choice {
    Choice { value, name, help }
}

impl Game for Alquerque {
    const INFO: Info = Info {
        key: "alquerque",
        name: Text::same("Alquerque"),
        tagline: Text::new(
            "The medieval ancestor of draughts, huffing included",
            "L'ancêtre médiéval des dames, souffler n'est pas jouer",
        ),
        sides: [
            Side { key: "white", name: Text::new("White", "Blanc") },
            Side { key: "black", name: Text::new("Black", "Noir") },
        ],
        options: &[
            Field {
                key: "backward",
                name: Text::new("Steps backwards", "Reculer"),
                help: Text::new(
                    "Whether men may step backwards",
                    "Les pions peuvent-ils reculer ?",
                ),
                kind: Kind::Switch,
            },
            Field {
                key: "capture",
                name: Text::new("Not capturing", "Ne pas prendre"),
                help: Text::new(
                    "What follows when a capture is not made",
                    "Ce qui suit quand on ne prend pas",
                ),
                kind: Kind::Choice(&[
                    choice(
                        "huff",
                        Text::new("Huffing", "Souffler"),
                        Text::new(
                            "The man that stepped instead is lost",
                            "Le pion qui a bougé à la place est soufflé",
                        ),
                    ),
                    choice(
                        "strict",
                        Text::new("Strict", "Stricte"),
                        Text::new("Capturing is compulsory", "La prise est obligatoire"),
                    ),
                    choice(
                        "free",
                        Text::new("Free", "Libre"),
                        Text::new("Capturing is optional", "La prise est facultative"),
                    ),
                ]),
            },
            Field {
                key: "chain",
                name: Text::new("Chains", "Prises en chaîne"),
                help: Text::new("Going on after a jump", "Continuer après un saut"),
                kind: Kind::Choice(&[
                    choice(
                        "must",
                        Text::new("Must", "Obligatoire"),
                        Text::new("Jump on while possible", "Sauter tant qu'on peut"),
                    ),
                    choice(
                        "may",
                        Text::new("May", "Facultative"),
                        Text::new("Stop after any jump", "S'arrêter après un saut"),
                    ),
                    choice(
                        "single",
                        Text::new("Single", "Un seul"),
                        Text::new("One jump a turn", "Un seul saut par tour"),
                    ),
                ]),
            },
            NoMove::FIELD,
            Field {
                key: "no-progress",
                name: Text::new("No progress", "Sans progrès"),
                help: Text::new(
                    "Plies without a man leaving the board that make a draw; 0 for never",
                    "Demi-coups sans retrait de pion pour la nulle ; 0 pour jamais",
                ),
                kind: Kind::Number { min: 0, max: 1000, zero: true },
            },
            REPETITION_FIELD,
        ],
        presets: &[
            Preset {
                key: "strict",
                name: Text::new("As played today", "Comme aujourd'hui"),
                help: Text::new("Capturing is compulsory", "La prise est obligatoire"),
                options: &[("capture", "strict")],
            },
            Preset {
                key: "bell",
                name: Text::new("After R. C. Bell", "Selon R. C. Bell"),
                help: Text::new(
                    "Capturing is compulsory and men never step back",
                    "Prise obligatoire, sans reculer",
                ),
                options: &[("backward", "no"), ("capture", "strict")],
            },
        ],
        hidden: false,
        reasons: &[reason::ELIMINATION, reason::BLOCKED, reason::NO_PROGRESS, reason::REPETITION],
        format: Format::Plain,
    };

    fn check(&self) -> Result<(), OptionError> {
        if self.no_progress == 0 && self.repetition == 0 { Err(ENDLESS) } else { Ok(()) }
    }

    fn board(&self) -> Board {
        let mut board = Board::grid(5, 5, Shape::Point, |_, _| Tint::Plain);
        for (point, neighbours) in NEIGHBOURS.iter().enumerate() {
            let later = points_of(neighbours >> point << point)
                .map(|other| [CellId::at(point), CellId::at(other)]);
            board.lines.extend(later);
        }
        board
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut scene = Scene::default();
        for player in Player::BOTH {
            let piece = Piece { owner: player, kind: PieceKind::Man };
            scene.pieces.extend(
                points_of(pos.men[player.index()]).map(|at| Standing { at: CellId::at(at), piece }),
            );
            let value = pos.men[player.index()].count_ones() as u16;
            scene.counters.push(Counter { owner: player, kind: CounterKind::Pieces, value });
        }
        scene.pieces.sort_unstable_by_key(|standing| standing.at);
        scene
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        let (from, to) = (CellId::at(mv.from()), CellId::at(mv.to()));
        if mv.jumps() == 0 {
            let huff = self.huffs(pos).then_some(Step::Take(to));
            return [Step::Go { from, to }].into_iter().chain(huff).collect();
        }
        let mut at = from;
        let jump = |(over, onto): (usize, usize)| {
            let steps = [Step::Go { from: at, to: CellId::at(onto) }, Step::Take(CellId::at(over))];
            at = CellId::at(onto);
            steps
        };
        mv.path().flat_map(jump).collect()
    }

    fn clicks(&self, _: &Position, mv: Move) -> Vec<Path> {
        let start = [CellId::at(mv.from())];
        if mv.jumps() == 0 {
            return vec![start.into_iter().chain([CellId::at(mv.to())]).collect()];
        }
        vec![start.into_iter().chain(mv.path().map(|(_, onto)| CellId::at(onto))).collect()]
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        let name = |point: usize| grid_name(point % 5, point / 5);
        if mv.jumps() == 0 {
            return format!("{}-{}", name(mv.from()), name(mv.to()));
        }
        mv.path().fold(name(mv.from()), |text, (_, onto)| text + "x" + &name(onto))
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let points: Option<Vec<usize>> = text
            .split(['-', 'x'])
            .take(20)
            .map(|name| parse_grid_name(name, 5, 5).map(|(file, rank)| rank * 5 + file))
            .collect();
        let Some(points) = points else {
            return Some(Phrase::new(
                "expected points such as d2-c3 or a1xc3",
                "attendu des points comme d2-c3 ou a1xc3",
            ));
        };
        let from = bit(*points.first()?);
        if pos.own() & from == 0 {
            return Some(Phrase::new(
                "there is no man of yours on that point",
                "aucun de vos pions sur ce point",
            ));
        }
        if pos.can_jump() && text.contains('-') && self.capture == super::Capture::Strict {
            return Some(Phrase::new("you must capture", "vous devez prendre"));
        }
        let mut legal = Vec::new();
        self.legal_moves(pos, &mut legal);
        let goes_on = self.chain == Chain::Must
            && legal.iter().any(|&mv| self.move_text(pos, mv).starts_with(&format!("{text}x")));
        goes_on
            .then(|| Phrase::new("this man must go on jumping", "ce pion doit continuer à sauter"))
    }

    fn position_text(&self, pos: &Position) -> String {
        let letter = |file, rank| {
            let point = bit(rank * 5 + file);
            if pos.men[0] & point != 0 {
                Some('w')
            } else {
                (pos.men[1] & point != 0).then_some('b')
            }
        };
        let men = write_rows(5, 5, letter);
        let side = if pos.turn == Player::One { 'w' } else { 'b' };
        format!("alquerque {men} {side} {} {} {}", pos.clock, pos.ply, options_field(self))
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let [_, rows, side, clock, ply, options] = fields(text, FORM)?;
        let mut men = [0; 2];
        read_rows(rows, 5, 5, "wb", |file, rank, letter| {
            men[usize::from(letter == 'b')] |= bit(rank * 5 + file)
        })?;
        let turn = match side {
            "w" => Player::One,
            "b" => Player::Two,
            _ => return Err(TextError::expected(side, Text::new("w or b", "w ou b"))),
        };
        let position = Position { men, turn, clock: number(clock)?, ply: number(ply)? };
        Ok((read_options_field(options, None)?, position))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.ply / 2 + 1)
    }
}
