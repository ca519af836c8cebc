//! What people see, point at and read. Whatever depends on the viewer is made from the view alone.

use super::{Dark, Position, Variant, View};
use crate::{
    chessboard::{
        self,
        draws::{self, Draws},
        fen::Fen,
        pseudo::{self, Army},
        refusal,
        san::{self, Wish},
    },
    prelude::*,
    scene::Report,
    text::excerpt,
};
use shakmaty::{Color, File, Move, Rank, Square};

const fn choice(value: &'static str, name: Text, help: Text) -> Choice {
    Choice { value, name, help }
}

impl Game for Dark {
    const INFO: Info = Info {
        key: "dark",
        name: Text::new("Dark chess", "Échecs dans le brouillard"),
        tagline: Text::new(
            "Chess in the fog: see only where you can move, and take the king",
            "Les échecs dans le brouillard : on ne voit que là où l'on peut aller, et on prend le roi",
        ),
        sides: chessboard::SIDES,
        options: &[
            Field {
                key: "variant",
                name: Text::new("En passant", "Prise en passant"),
                help: Text::new(
                    "Whether pawns may capture en passant",
                    "Les pions peuvent-ils prendre en passant ?",
                ),
                kind: Kind::Choice(&[
                    choice(
                        "default",
                        Text::new("No", "Non"),
                        Text::new("No capture en passant", "Pas de prise en passant"),
                    ),
                    choice(
                        "fog-of-war",
                        Text::new("Yes", "Oui"),
                        Text::new(
                            "As in chess; the pawn that can be captured is shown",
                            "Comme aux échecs ; le pion qui peut être pris est montré",
                        ),
                    ),
                ]),
            },
            Field {
                key: "sight",
                name: Text::new("Sight of pawns", "Vue des pions"),
                help: Text::new(
                    "Whether pawns see what blocks them",
                    "Les pions voient-ils ce qui les bloque ?",
                ),
                kind: Kind::Choice(&[
                    choice(
                        "moves",
                        Text::new("Moves", "Coups"),
                        Text::new(
                            "They see only where they can go",
                            "Ils ne voient que là où ils peuvent aller",
                        ),
                    ),
                    choice(
                        "blockers",
                        Text::new("Blockers", "Obstacles"),
                        Text::new(
                            "They also see what stands straight ahead",
                            "Ils voient aussi ce qui est droit devant eux",
                        ),
                    ),
                ]),
            },
            Draws::FIELD,
        ],
        presets: &[Preset {
            key: "fog-of-war",
            name: Text::new("Fog of War", "Fog of War"),
            help: Text::new("With capture en passant", "Avec la prise en passant"),
            options: &[("variant", "fog-of-war")],
        }],
        hidden: true,
        reasons: &[
            draws::KING_CAPTURED,
            draws::STALEMATE,
            draws::SEVENTYFIVE_MOVES,
            draws::FIVEFOLD_REPETITION,
            draws::FIFTY_MOVES,
            draws::THREEFOLD_REPETITION,
        ],
        format: Format::Pgn,
    };

    fn board(&self) -> Board {
        chessboard::board()
    }

    fn scene(&self, pos: &Position, viewer: Viewer) -> Scene {
        match self.view(pos, viewer) {
            Some(view) => view.scene(),
            None => Scene { pieces: chessboard::standings(&pos.pieces), ..Scene::default() },
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
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        san::san(&mv, &moves)
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let found = san::read(text, &moves);
        found.ok_or_else(|| MoveError { found: excerpt(text), why: self.why_not(pos, text) })
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        // The answer goes to the player to move, who must not learn from it what the fog hides.
        why_not(&self.observe(pos, self.turn(pos)), text)
    }

    fn position_text(&self, pos: &Position) -> String {
        let Position { pieces, turn, castling, en_passant, clock, number } = pos.clone();
        Fen { board: pieces, turn, castling, en_passant, clock, number }.write()
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let Fen { board: pieces, turn, castling, en_passant, clock, number } = Fen::read(text)?;
        check_army(&pieces, text)?;
        let en_passant = en_passant
            .filter(|&to| self.variant == Variant::FogOfWar && can_pass(&pieces, turn, to));
        Ok((self.clone(), Position { pieces, turn, castling, en_passant, clock, number }))
    }

    fn view_text(&self, pos: &Position, viewer: Viewer) -> String {
        self.view(pos, viewer).map_or_else(|| self.position_text(pos), |view| view.write())
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.number)
    }

    fn report(&self, pos: &Position, mv: Move, viewer: Viewer) -> Option<Report> {
        let told = match viewer {
            Viewer::Seat(player) => player == self.turn(pos),
            Viewer::Spectator => false,
            Viewer::Referee => true,
        };
        told.then(|| self.full_report(pos, mv))
    }

    fn claims(&self, pos: &Position, times: u32) -> Vec<Reason> {
        self.draws.claims(pos.clock, times)
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", "Dark chess".into())]
    }

    fn of_tags(tags: &[(String, String)]) -> Option<Self> {
        let (_, value) = tags.iter().find(|(name, _)| name == "Variant")?;
        let variant = match value.to_lowercase().as_str() {
            "dark chess" | "dark" => Variant::Default,
            "fog of war" => Variant::FogOfWar,
            _ => return None,
        };
        Some(Self { variant, ..Self::default() })
    }
}

impl Dark {
    /// What a viewer may know; `None` for one who may know everything.
    fn view(&self, pos: &Position, viewer: Viewer) -> Option<View> {
        match viewer {
            Viewer::Seat(player) => Some(self.observe(pos, player)),
            Viewer::Spectator => Some(View::blind(pos.turn, pos.number)),
            Viewer::Referee => None,
        }
    }
}

/// Why a move is refused, told from what the mover sees.
fn why_not(view: &View, text: &str) -> Option<Phrase> {
    let Some(wish) = Wish::parse(text) else {
        return Some(Phrase::new(
            "expected a move such as g1f3 or Nf3",
            "attendu un coup comme g1f3 ou Nf3",
        ));
    };
    let mut legal = Vec::new();
    view.legal_moves(&mut legal);
    if let Some(why) = refusal::nearly(wish, &legal) {
        return Some(why.into());
    }
    let own = view.pieces.by_color(view.turn);
    let (from, to) = match wish {
        Wish::Castle(side) => {
            let file = if side.is_king_side() { File::H } else { File::A };
            let rook = Square::from_coords(file, view.turn.backrank());
            let right = view.castling.contains(rook);
            return Some(if right { refusal::IN_BETWEEN } else { refusal::NO_RIGHT }.into());
        }
        Wish::Go { from: (Some(file), Some(rank)), to, .. } => {
            (Some(Square::from_coords(file, rank)), to)
        }
        Wish::Go { to, .. } => (None, to),
    };
    match from {
        Some(from) if !own.contains(from) => Some(Phrase::new(
            format!("there is no piece of yours on {from}"),
            format!("aucune de vos pièces en {from}"),
        )),
        _ if own.contains(to) => Some(refusal::OWN_PIECE.into()),
        Some(_) => Some(refusal::NOT_LIKE_THAT.into()),
        None => None,
    }
}

/// Whether `turn` can capture en passant on that square.
fn can_pass(pieces: &shakmaty::Board, turn: Color, to: Square) -> bool {
    // A double step leads from one rank before the passed square to one rank after it.
    let (start, pawn) = (to.xor(Square::A4), to.xor(Square::A2));
    let mut captures = Vec::new();
    Army::of(pieces, turn).en_passant(to, &mut captures);
    pseudo::rank(turn, Rank::Sixth).contains(to)
        && !pieces.occupied().contains(to)
        && !pieces.occupied().contains(start)
        && pieces.piece_at(pawn) == Some((!turn).pawn())
        && !captures.is_empty()
}

/// What every position has: at most one king each but not none at all, which would have no winner, and no pawn where none
/// can be.
fn check_army(pieces: &shakmaty::Board, text: &str) -> Result<(), TextError> {
    let kings = |color: Color| (pieces.kings() & pieces.by_color(color)).count();
    let (white, black) = (kings(Color::White), kings(Color::Black));
    if white > 1 || black > 1 || white + black == 0 {
        let expected = Text::new(
            "one king of each colour, or one in all once the other was captured",
            "un roi de chaque couleur, ou un seul quand l'autre a été pris",
        );
        return Err(TextError::expected(text, expected));
    }
    chessboard::fen::refuse_pawns_at_the_edge(pieces, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Position, TextError> {
        Dark::default().read(text).map(|(_, pos)| pos)
    }

    #[test]
    fn a_king_may_be_gone_but_not_both_nor_more_than_one_each() {
        assert!(read("8/8/8/8/8/8/8/K7 b - - 0 1").is_ok());
        for wrong in [
            "8/8/8/8/8/8/8/8 b - - 0 1",
            "k7/8/8/8/8/8/8/KK6 b - - 0 1",
            "k7/8/8/8/8/8/8/KP6 b - - 0 1",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn refusals_speak_only_of_what_the_mover_sees() {
        let why = |fen: &str, text: &str| {
            let pos = read(fen).expect("a good position");
            Dark::default().why_not(&pos, text).map(|phrase| phrase.en)
        };
        // Whether the pawn ahead is there or an enemy rook guards the file, White is told the same.
        let (rook, pawn) =
            ("4k3/8/4r3/4P3/8/8/8/4K3 w - - 0 1", "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1");
        assert_eq!(why(rook, "e5e6").as_deref(), Some("that piece cannot go there"));
        assert_eq!(why(rook, "e5e6"), why(pawn, "e5e6"));
        assert_eq!(why(rook, "d4d5").as_deref(), Some("there is no piece of yours on d4"));
        assert!(why(rook, "O-O").is_some_and(|why| why.starts_with("you may not castle")));
        let promotes = why("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8");
        assert!(promotes.is_some_and(|why| why.contains("what the pawn becomes")));
    }

    #[test]
    fn records_of_other_programs_are_known_by_their_tag() {
        let tags = |value: &str| vec![("Variant".to_owned(), value.to_owned())];
        assert_eq!(Dark::of_tags(&tags("Dark chess")), Some(Dark::default()));
        let fog = Dark::of_tags(&tags("Fog of War")).expect("a name of the game");
        assert_eq!(fog.variant, Variant::FogOfWar);
        assert_eq!(Dark::of_tags(&tags("Atomic")), None);
    }
}
