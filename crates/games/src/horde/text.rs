//! What people see, point at and read.

use super::{HORDE_CAPTURED, Horde, Position, setup, variant::Variant};
use crate::{
    chessboard::{self, draws::*, pseudo::Army, refusal::Refusal, san},
    prelude::*,
    text::excerpt,
};
use shakmaty::Move;

impl Horde {
    fn moves(&self, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        moves
    }
}

impl Game for Horde {
    const INFO: Info = Info {
        key: "horde",
        name: Text::new("Horde", "Horde"),
        tagline: Text::new(
            "An army against a sea of pawns: mate it, or take them all",
            "Une armée contre une marée de pions : matez-la, ou prenez-les tous",
        ),
        sides: chessboard::SIDES,
        options: &[Variant::FIELD, Draws::FIELD],
        presets: &[
            Preset {
                key: "lichess",
                name: Text::new("Lichess Horde", "Horde de Lichess"),
                help: Text::new(
                    "36 white pawns against the black army; balanced",
                    "36 pions blancs contre l'armée noire ; équilibré",
                ),
                options: &[("variant", "lichess")],
            },
            Preset {
                key: "dunsany",
                name: Text::new("Dunsany's chess", "Échecs de Dunsany"),
                help: Text::new(
                    "Lord Dunsany's game of 1942: the army begins",
                    "Le jeu de Lord Dunsany, 1942 : l'armée commence",
                ),
                options: &[("variant", "dunsany")],
            },
        ],
        hidden: false,
        reasons: &[
            HORDE_CAPTURED,
            CHECKMATE,
            STALEMATE,
            SEVENTYFIVE_MOVES,
            FIVEFOLD_REPETITION,
            FIFTY_MOVES,
            THREEFOLD_REPETITION,
        ],
        format: Format::Pgn,
    };

    fn board(&self) -> Board {
        chessboard::board()
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let king = pos.king().filter(|_| pos.in_check());
        let check = king.map(|king| Mark { at: chessboard::cell(king), kind: MarkKind::Check });
        let horde = self.variant.horde();
        let left = pos.board.by_color(horde).count() as u16;
        let owner = chessboard::player(horde);
        Scene {
            pieces: chessboard::standings(&pos.board),
            marks: check.into_iter().collect(),
            counters: vec![Counter { owner, kind: CounterKind::Pieces, value: left }],
            ..Scene::default()
        }
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        chessboard::steps(&mv, pos.turn)
    }

    fn clicks(&self, _: &Position, mv: Move) -> Vec<Path> {
        chessboard::clicks(&mv)
    }

    fn choice(&self, _: &Position, mv: Move) -> Option<PieceKind> {
        chessboard::choice(&mv)
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        san::uci(&mv)
    }

    fn notation(&self, pos: &Position, mv: Move) -> String {
        let mut text = san::san(&mv, &self.moves(pos));
        let mut next = pos.clone();
        self.play(&mut next, mv);
        if next.in_check() {
            text.push(if self.moves(&next).is_empty() { '#' } else { '+' });
        }
        text
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        san::read(text, &self.moves(pos))
            .ok_or_else(|| MoveError { found: excerpt(text), why: self.why_not(pos, text) })
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let mut army = Army::of(&pos.board, pos.turn);
        if pos.turn == self.variant.horde() {
            army.doubling = self.variant.doubling();
        }
        let mut pseudo = Vec::new();
        army.moves(&mut pseudo);
        if let Some(square) = pos.en_passant {
            army.en_passant(square, &mut pseudo);
        }
        let legal = self.moves(pos);
        let (board, turn, rights) = (&pos.board, pos.turn, pos.rights);
        Some(Refusal { board, turn, rights, legal: &legal, pseudo: &pseudo }.why(text))
    }

    fn position_text(&self, pos: &Position) -> String {
        setup::write(pos)
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        Ok((self.clone(), setup::read(self.variant, text)?))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.number)
    }

    fn claims(&self, pos: &Position, times: u32) -> Vec<Reason> {
        self.draws.claims(pos.clock, times)
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", self.variant.tag().into())]
    }

    fn of_tags(tags: &[(String, String)]) -> Option<Self> {
        let (_, name) = tags.iter().find(|(tag, _)| tag == "Variant")?;
        Variant::of_tag(name).map(|variant| Self { variant, ..Self::default() })
    }
}
