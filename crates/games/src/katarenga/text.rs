//! What people see, point at and read.

use super::{BASELINES, BOTH_CAMPS, BOTH_TAKEN, CAMPS, FIRST_CAMP, Katarenga, Move, Position};
use crate::{
    board::Cell,
    mosaic::pawns::{self, BOARD_FIELD, SIDES, bit, parse_square, square_name, squares},
    no_move::{NoMove, REPETITION_FIELD},
    options::{options_field, read_options_field},
    placement::{fields, number},
    prelude::*,
};

const FORM: &str = "katarenga <colours> <pawns> <side> <camps> <clock> <ply> <options>";

/// Where the camps lie: columns from the left, rows from the top.
const CAMP_PLACES: [(i16, i16); 4] = [(-1, -1), (8, -1), (-1, 8), (8, 8)];

/// What each camp is written as when it is taken; its owner follows from its place.
const CAMP_LETTERS: [char; 4] = ['b', 'b', 'r', 'r'];

impl Game for Katarenga {
    const INFO: Info = Info {
        key: "katarenga",
        name: Text::same("Katarenga"),
        tagline: Text::new(
            "The colour under a pawn says how it moves: bring two into the camps",
            "La couleur sous le pion dit comment il va : amenez-en deux dans les camps",
        ),
        sides: SIDES,
        options: &[
            BOARD_FIELD,
            Field {
                key: "first-capture",
                name: Text::new("Capture at once", "Prise d'emblée"),
                help: Text::new(
                    "Whether a player may capture on his own first move",
                    "Peut-on prendre dès son premier coup ?",
                ),
                kind: Kind::Switch,
            },
            Field {
                key: "min-pawns",
                name: Text::new("Least pawns", "Pions au minimum"),
                help: Text::new(
                    "A side with fewer pawns, those in camps counted, loses",
                    "Le joueur qui a moins de pions, camps compris, perd",
                ),
                kind: Kind::Number { min: 1, max: 2, zero: false },
            },
            NoMove::FIELD,
            Field {
                key: "no-progress",
                name: Text::new("No progress", "Sans progrès"),
                help: Text::new(
                    "Plies without capture or camp entry that make a draw; 0 for never",
                    "Demi-coups sans prise ni entrée au camp pour la nulle ; 0 pour jamais",
                ),
                kind: Kind::Number { min: 0, max: 1000, zero: true },
            },
            REPETITION_FIELD,
        ],
        presets: &[Preset {
            key: "original",
            name: Text::new("As in the original program", "Comme le programme d'origine"),
            help: Text::new(
                "Captures are allowed from the first move on",
                "La prise est permise dès le premier coup",
            ),
            options: &[("first-capture", "yes")],
        }],
        hidden: false,
        reasons: &[
            BOTH_TAKEN,
            reason::ELIMINATION,
            reason::BLOCKED,
            reason::NO_PROGRESS,
            reason::REPETITION,
        ],
        format: Format::Plain,
    };

    fn check(&self) -> Result<(), OptionError> {
        if self.no_progress == 0 && self.repetition == 0 { Err(ENDLESS) } else { Ok(()) }
    }

    fn board(&self) -> Board {
        let mut board = pawns::board(self.board.mosaic());
        let camp = |(name, (x, y)): (&str, (i16, i16))| Cell {
            name: name.into(),
            x,
            y,
            shape: Shape::Square,
            tint: Tint::Camp,
        };
        board.cells.extend(CAMPS.into_iter().zip(CAMP_PLACES).map(camp));
        board
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut scene = pawns::scene(&pos.pawns);
        for owner in Player::BOTH {
            let value = pos.camped(owner).count_ones() as u16;
            scene.counters.push(Counter { owner, kind: CounterKind::Camps, value });
        }
        // Blue's camps have the lower numbers.
        for owner in [Player::Two, Player::One] {
            let camped = squares(pos.camped(owner).into());
            scene.pieces.extend(camped.map(|camp| pawns::standing(owner, FIRST_CAMP + camp)));
        }
        let winner = self.decided(pos).filter(|outcome| outcome.reason == BOTH_TAKEN);
        if let Some(winner) = winner.and_then(|outcome| outcome.winner()) {
            let camps = squares(BOTH_CAMPS[winner.index()].into());
            let mark = |camp| Mark { at: CellId::at(FIRST_CAMP + camp), kind: MarkKind::Win };
            scene.marks.extend(camps.map(mark));
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
        let to = mv.to();
        let end = to.checked_sub(FIRST_CAMP).map(|camp| CAMPS[camp].to_owned());
        square_name(mv.from()) + &end.unwrap_or_else(|| square_name(to))
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let Some((from, to)) = read_ends(text) else {
            return Some(Phrase::new(
                "expected a start and an end such as b8b5, or a camp as in d1SW",
                "attendu un départ et une arrivée comme b8b5, ou un camp comme d1SW",
            ));
        };
        if let Some(camp) = to.checked_sub(FIRST_CAMP) {
            return self.why_no_entry(pos, from, camp);
        }
        pawns::why_no_move(&self.board, &pos.pawns, pos.turn, from, to).or_else(|| {
            let early = pos.enemy() & bit(to) != 0 && !self.may_capture(pos);
            early.then(|| {
                Phrase::new(
                    "you may not capture on your first move",
                    "vous ne pouvez pas prendre à votre premier coup",
                )
            })
        })
    }

    fn position_text(&self, pos: &Position) -> String {
        let camp = |(n, letter): (usize, char)| if pos.camps >> n & 1 == 1 { letter } else { '-' };
        let camps: String = CAMP_LETTERS.into_iter().enumerate().map(camp).collect();
        format!(
            "katarenga {} {} {} {camps} {} {} {}",
            self.board.mosaic(),
            pawns::pawns_text(&pos.pawns),
            pawns::side_text(pos.turn),
            pos.clock,
            pos.ply,
            options_field(self)
        )
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let [_, colours, men, side, camps, clock, ply, options] = fields(text, FORM)?;
        let mosaic = pawns::read_colours(colours)?;
        let position = Position {
            pawns: pawns::read_pawns(men)?,
            turn: pawns::read_side(side)?,
            camps: read_camps(camps)?,
            clock: number(clock)?,
            ply: number(ply)?,
        };
        Ok((read_options_field(options, Some(&mosaic))?, position))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.ply / 2 + 1)
    }
}

impl Katarenga {
    fn why_no_entry(&self, pos: &Position, from: usize, camp: usize) -> Option<Phrase> {
        if let Some(why) = pawns::why_no_start(&pos.pawns, pos.turn, from) {
            return Some(why);
        }
        let name = CAMPS[camp];
        let enemy = !pos.turn;
        if BOTH_CAMPS[pos.turn.index()] >> camp & 1 == 0 {
            let [one, other] = if pos.turn == Player::One { ["SW", "SE"] } else { ["NW", "NE"] };
            return Some(Phrase::new(
                format!("{name} is not a camp of yours: you aim at {one} and {other}"),
                format!("{name} n'est pas pour vous : vos camps sont {one} et {other}"),
            ));
        }
        if BASELINES[enemy.index()] & bit(from) == 0 {
            let rank = if enemy == Player::One { 8 } else { 1 };
            return Some(Phrase::new(
                format!("only a pawn on rank {rank} can enter a camp"),
                format!("seul un pion sur la rangée {rank} peut entrer dans un camp"),
            ));
        }
        (pos.camps >> camp & 1 == 1).then(|| {
            Phrase::new(
                format!("there is a pawn in {name} already"),
                format!("il y a déjà un pion dans {name}"),
            )
        })
    }
}

/// The two ends of a move's text.
fn read_ends(text: &str) -> Option<(usize, usize)> {
    let from = parse_square(text.get(..2)?)?;
    let end = text.get(2..)?;
    let camp = CAMPS.iter().position(|&camp| camp == end).map(|camp| FIRST_CAMP + camp);
    Some((from, camp.or_else(|| parse_square(end))?))
}

fn read_camps(text: &str) -> Result<u8, TextError> {
    let expected = || {
        TextError::expected(
            text,
            Text::new(
                "four camps NW NE SW SE: - or b, - or b, - or r, - or r",
                "quatre camps NW NE SW SE : - ou b, - ou b, - ou r, - ou r",
            ),
        )
    };
    let mut camps = 0;
    let mut letters = text.chars();
    for (n, taken) in CAMP_LETTERS.into_iter().enumerate() {
        match letters.next() {
            Some('-') => {}
            Some(letter) if letter == taken => camps |= 1 << n,
            _ => return Err(expected()),
        }
    }
    if letters.next().is_some() { Err(expected()) } else { Ok(camps) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Language, Tell};

    fn refusal(rest: &str, text: &str) -> String {
        let colours = "YBGRGBYR/RGYYRBYG/GRBBYRGB/BYRGBGRY/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";
        let (game, pos) =
            Katarenga::default().read(&format!("katarenga {colours} {rest}")).unwrap();
        let error = game.read_move(&pos, text).unwrap_err();
        assert!(error.tell(Language::French).starts_with("coup illégal"));
        error.tell(Language::English)
    }

    #[test]
    fn refusals_tell_the_rule_that_was_broken() {
        let start = "rrrrrrrr/8/8/8/8/8/8/bbbbbbbb r ---- 0 0 -";
        let late = "3r4/8/8/8/8/8/8/r3r2b r --r- 0 9 -";
        for (rest, text, why) in [
            (start, "b8", "expected a start and an end such as b8b5, or a camp as in d1SW"),
            (start, "é8b5", "expected a start and an end such as b8b5, or a camp as in d1SW"),
            (start, "b1b2", "the pawn on b1 is your opponent's"),
            (start, "b5b4", "there is no pawn on b5"),
            (start, "b8a8", "your own pawn stands on a8"),
            (start, "b8b5", "b8 is blue: its pawn moves like a king, one square in any direction"),
            (start, "d8SW", "only a pawn on rank 1 can enter a camp"),
            (start, "d8NW", "NW is not a camp of yours: you aim at SW and SE"),
            (
                "3r4/3b4/8/8/8/8/8/b7 r ---- 0 9 min-pawns=1",
                "d8d6",
                "the pawn on d7 stands in the way",
            ),
            (late, "a1SW", "there is a pawn in SW already"),
            (late, "a1a8", "the way ends on a7, the first red square"),
            (
                "3r4/3b4/8/8/8/8/8/br6 r ---- 0 0 -",
                "d8d7",
                "you may not capture on your first move",
            ),
        ] {
            assert_eq!(refusal(rest, text), format!("illegal move \"{text}\": {why}"), "{rest}");
        }
    }

    #[test]
    fn camps_lie_outside_the_corners_and_show_who_won() {
        let text = "katarenga RRRRRRRR/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB \
                    8/8/8/8/8/8/8/b7 b b-rr 3 40 -";
        let (game, pos) = Katarenga::default().read(text).unwrap();
        let board = game.board();
        let places: Vec<_> = CAMPS
            .iter()
            .map(|name| board.find(name).map(|id| (id.0, board.cell(id).x, board.cell(id).y)))
            .collect();
        let expected = [(64, -1, -1), (65, 8, -1), (66, -1, 8), (67, 8, 8)];
        assert_eq!(places, expected.map(Some));
        assert_eq!(board.bottom, Player::Two);
        let scene = game.scene(&pos, Viewer::Spectator);
        let pieces: Vec<_> = scene.pieces.iter().map(|piece| piece.at.0).collect();
        assert_eq!(pieces, [0, 64, 66, 67]);
        assert_eq!(scene.marks.iter().map(|mark| mark.at.0).collect::<Vec<_>>(), [66, 67]);
        let counters: Vec<_> = scene.counters.iter().map(|counter| counter.value).collect();
        assert_eq!(counters, [0, 1, 2, 1]);
        assert_eq!(game.outcome(&pos).map(|end| end.to_string()).as_deref(), Some("1-0 camps"));
    }

    #[test]
    fn only_the_one_way_to_write_a_position_is_read() {
        let game = Katarenga::default();
        let start = game.position_text(&game.start());
        assert!(game.read(&start).is_ok());
        for (good, bad) in [
            ("katarenga ", "congress "),
            (" r ----", " w ----"),
            ("----", "---"),
            ("----", "-----"),
            ("----", "r---"),
            ("----", "--b-"),
            (" 0 0 -", " 00 0 -"),
            (" 0 0 -", " 0 0"),
            (" 0 0 -", " 0 0 - "),
            (" 0 0 -", " 0 99999999999 -"),
            (" 0 0 -", " 0 0 min-pawns=2"),
            (" 0 0 -", " 0 0 no-progress=0,repetition=0"),
            (" 0 0 -", " 0 0 repetition=2,min-pawns=1"),
            (" 0 0 -", " 0 0 board=1:0"),
            ("rrrrrrrr", "rrrrrrr"),
            ("/8/8", "/44/8"),
            ("YBGR", "ybgr"),
        ] {
            let text = start.replacen(good, bad, 1);
            assert_ne!(text, start);
            assert!(game.read(&text).is_err(), "{text}");
        }
    }
}
