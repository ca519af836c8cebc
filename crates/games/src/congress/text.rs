//! What people see, point at and read.

use super::{CONNECTED, Congress, MAX_PLIES, Move, Position};
use crate::{
    mosaic::pawns::{self, BOARD_FIELD, SIDES, bit, parse_square, square_name},
    no_move::{NoMove, REPETITION_FIELD},
    options::{options_field, read_options_field},
    placement::{fields, number},
    prelude::*,
};

const FORM: &str = "congress <colours> <pawns> <side> <ply> <options>";

impl Game for Congress {
    const INFO: Info = Info {
        key: "congress",
        name: Text::same("Congress"),
        tagline: Text::new(
            "Gather all your pawns into one group before your opponent does",
            "Réunissez tous vos pions en un seul groupe avant l'adversaire",
        ),
        sides: SIDES,
        options: &[
            BOARD_FIELD,
            Field {
                key: "capture",
                name: Text::new("Captures", "Prises"),
                help: Text::new(
                    "Whether enemy pawns may be captured; a pawn alone is connected",
                    "Peut-on prendre les pions adverses ? Un pion seul est réuni",
                ),
                kind: Kind::Switch,
            },
            Field {
                key: "max-plies",
                name: Text::new("Greatest length", "Longueur maximale"),
                help: Text::new(
                    "Plies after which the game is drawn; 0 for never",
                    "Demi-coups après lesquels la partie est nulle ; 0 pour jamais",
                ),
                kind: Kind::Number { min: 0, max: 5000, zero: true },
            },
            NoMove::FIELD,
            REPETITION_FIELD,
        ],
        presets: &[Preset {
            key: "canadian",
            name: Text::new("Canadian Congress", "Congress canadien"),
            help: Text::new(
                "François Haffner's form, with captures",
                "La forme de François Haffner, avec prises",
            ),
            options: &[("capture", "yes")],
        }],
        hidden: false,
        reasons: &[CONNECTED, reason::BLOCKED, MAX_PLIES, reason::REPETITION],
        format: Format::Plain,
    };

    fn check(&self) -> Result<(), OptionError> {
        if self.max_plies == 0 && self.repetition == 0 { Err(ENDLESS) } else { Ok(()) }
    }

    fn board(&self) -> Board {
        pawns::board(self.board.mosaic())
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut scene = pawns::scene(&pos.pawns);
        if let Some(winner) = pos.winner() {
            scene.marks.extend(pawns::marks(pos.pawns[winner.index()], MarkKind::Win));
        }
        scene
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        pawns::steps(&pos.pawns, mv)
    }

    fn clicks(&self, _: &Position, mv: Move) -> Vec<Path> {
        vec![vec![CellId::at(mv.from()), CellId::at(mv.to())]]
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        square_name(mv.from()) + &square_name(mv.to())
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let ends = text.get(..2).and_then(parse_square).zip(text.get(2..).and_then(parse_square));
        let Some((from, to)) = ends else {
            return Some(Phrase::new(
                "expected a start and an end such as e8e5",
                "attendu un départ et une arrivée comme e8e5",
            ));
        };
        pawns::why_no_move(&self.board, &pos.pawns, pos.turn, from, to).or_else(|| {
            let taken = pos.occupied() & bit(to) != 0 && !self.capture;
            let end = square_name(to);
            taken.then(|| {
                Phrase::new(
                    format!("there is no capturing here, and {end} is occupied"),
                    format!("on ne prend pas dans cette partie, et {end} est occupée"),
                )
            })
        })
    }

    fn position_text(&self, pos: &Position) -> String {
        format!(
            "congress {} {} {} {} {}",
            self.board.mosaic(),
            pawns::pawns_text(&pos.pawns),
            pawns::side_text(pos.turn),
            pos.ply,
            options_field(self)
        )
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let [_, colours, men, side, ply, options] = fields(text, FORM)?;
        let mosaic = pawns::read_colours(colours)?;
        let both = pawns::read_pawns(men)?;
        if both.contains(&0) {
            let expected =
                Text::new("at least one pawn of each colour", "au moins un pion de chaque couleur");
            return Err(TextError::expected(men, expected));
        }
        let position = Position { pawns: both, turn: pawns::read_side(side)?, ply: number(ply)? };
        Ok((read_options_field(options, Some(&mosaic))?, position))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.ply / 2 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Tell};

    #[test]
    fn refusals_tell_the_rule_that_was_broken() {
        let game = Congress::default();
        let start = game.start();
        let refusal =
            |text: &str| game.read_move(&start, text).unwrap_err().tell(Language::English);
        for (text, why) in [
            ("e8", "expected a start and an end such as e8e5"),
            ("d8d7", "the pawn on d8 is your opponent's"),
            ("e4e5", "there is no pawn on e4"),
            ("h7h7", "your own pawn stands on h7"),
            ("h4h5", "there is no capturing here, and h5 is occupied"),
        ] {
            assert_eq!(refusal(text), format!("illegal move \"{text}\": {why}"));
        }
    }

    #[test]
    fn the_set_up_is_the_one_of_the_rules_page() {
        let game = Congress::default();
        let text = game.position_text(&game.start());
        assert_eq!(
            text,
            "congress YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB \
             1r1br1b1/b6r/8/r6b/b6r/8/r6b/1b1rb1r1 r 0 -"
        );
    }

    #[test]
    fn a_side_without_pawns_is_refused_and_the_winning_group_is_marked() {
        let game = Congress::default();
        let colours = game.board.mosaic().to_string();
        assert!(game.read(&format!("congress {colours} 8/8/8/8/8/8/8/r7 r 0 -")).is_err());
        let text = format!("congress {colours} 8/8/8/8/8/8/b6b/rr6 b 0 -");
        let (game, pos) = game.read(&text).unwrap();
        let marks: Vec<_> =
            game.scene(&pos, Viewer::Spectator).marks.iter().map(|mark| mark.at.0).collect();
        assert_eq!(marks, [0, 1]);
    }
}
