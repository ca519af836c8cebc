//! What people see, point at and read.

use super::{Chess, Position, setup};
use crate::{
    chessboard::{self, draws::*, pseudo::Army, refusal::Refusal, san},
    prelude::*,
    text::excerpt,
};
use shakmaty::{Move, Position as _};

impl Game for Chess {
    const INFO: Info = Info {
        key: "chess",
        name: Text::new("Chess", "Échecs"),
        tagline: Text::new(
            "The royal game, by the Laws of FIDE",
            "Le jeu des rois, selon les règles de la FIDE",
        ),
        sides: chessboard::SIDES,
        options: &[Draws::FIELD],
        presets: &[],
        hidden: false,
        reasons: &[
            CHECKMATE,
            STALEMATE,
            INSUFFICIENT_MATERIAL,
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
        let king = pos.0.board().king_of(pos.0.turn()).filter(|_| pos.0.is_check());
        let check = king.map(|king| Mark { at: chessboard::cell(king), kind: MarkKind::Check });
        Scene {
            pieces: chessboard::standings(pos.0.board()),
            marks: check.into_iter().collect(),
            ..Scene::default()
        }
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        chessboard::steps(&mv, pos.0.turn())
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
        let mut text = san::san(&mv, &pos.0.legal_moves());
        let mut next = pos.0.clone();
        next.play_unchecked(mv);
        if next.is_check() {
            text.push(if next.legal_moves().is_empty() { '#' } else { '+' });
        }
        text
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        san::read(text, &pos.0.legal_moves())
            .ok_or_else(|| MoveError { found: excerpt(text), why: self.why_not(pos, text) })
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let (board, turn) = (pos.0.board(), pos.0.turn());
        let mut pseudo = Vec::new();
        let army = Army::of(board, turn);
        army.moves(&mut pseudo);
        if let Some(square) = pos.0.pseudo_legal_ep_square() {
            army.en_passant(square, &mut pseudo);
        }
        let rights = pos.0.castles().castling_rights();
        let legal = pos.0.legal_moves();
        Some(Refusal { board, turn, rights, legal: &legal, pseudo: &pseudo }.why(text))
    }

    fn position_text(&self, pos: &Position) -> String {
        setup::write(pos)
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        Ok((self.clone(), setup::read(text)?))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.0.fullmoves().get())
    }

    fn claims(&self, pos: &Position, times: u32) -> Vec<Reason> {
        self.draws.claims(pos.0.halfmoves(), times)
    }

    fn can_win(&self, pos: &Position, player: Player) -> bool {
        !pos.0.has_insufficient_material(chessboard::color(player))
    }

    fn of_tags(tags: &[(String, String)]) -> Option<Self> {
        let value = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value);
        let standard = ["standard", "chess", "from position", "normal"];
        match value("Variant") {
            Some(variant) => standard.contains(&variant.to_ascii_lowercase().as_str()),
            // A record of draughts says so by its type, other games by a tag of ours; chess need not say anything.
            None => value("GameType").is_none(),
        }
        .then(Self::default)
    }
}
