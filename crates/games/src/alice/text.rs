//! What people see, point at and read.

use super::{Alice, Half, Position, Variant, legal};
use crate::{
    chessboard::{
        self,
        draws::{self, Draws},
        fen::{self, Fen},
        refusal,
        san::{self, Wish},
    },
    prelude::*,
};
use shakmaty::{Color, Move, Square};

/// Cells of one board; those of B come after those of A.
const SQUARES: u16 = 64;
/// Columns from the left edge of board A to that of board B.
const APART: i16 = 9;

fn cell(half: Half, square: Square) -> CellId {
    mirrored(chessboard::cell(square), half)
}

/// A square of board A as that of a given board.
fn mirrored(on_a: CellId, half: Half) -> CellId {
    match half {
        Half::A => on_a,
        Half::B => CellId(on_a.0 + SQUARES),
    }
}

const fn choice(value: &'static str, name: Text, help: Text) -> Choice {
    Choice { value, name, help }
}

impl Game for Alice {
    const INFO: Info = Info {
        key: "alice",
        name: Text::new("Alice chess", "Échecs d'Alice"),
        tagline: Text::new(
            "Two boards, and every move leads through the looking-glass",
            "Deux échiquiers, et chaque coup fait passer de l'autre côté du miroir",
        ),
        sides: chessboard::SIDES,
        options: &[
            Field {
                key: "variant",
                name: Text::new("Behind the glass", "Derrière le miroir"),
                help: Text::new(
                    "What may stand where a piece arrives",
                    "Ce qui peut se trouver là où une pièce arrive",
                ),
                kind: Kind::Choice(&[
                    choice(
                        "default",
                        Text::new("Empty", "Vide"),
                        Text::new(
                            "The square on the other board must be empty",
                            "La case de l'autre échiquier doit être vide",
                        ),
                    ),
                    choice(
                        "teleport-capture",
                        Text::new("Capture on arrival", "Prise à l'arrivée"),
                        Text::new(
                            "An enemy piece on the other board's square is captured",
                            "Une pièce adverse sur la case de l'autre échiquier est prise",
                        ),
                    ),
                ]),
            },
            Draws::FIELD,
        ],
        presets: &[Preset {
            key: "teleport-capture",
            name: Text::new("Capture on arrival", "Prise à l'arrivée"),
            help: Text::new(
                "Pieces also capture where they arrive",
                "Les pièces prennent aussi là où elles arrivent",
            ),
            options: &[("variant", "teleport-capture")],
        }],
        hidden: false,
        reasons: &[
            draws::CHECKMATE,
            draws::KING_CAPTURED,
            draws::STALEMATE,
            draws::INSUFFICIENT_MATERIAL,
            draws::SEVENTYFIVE_MOVES,
            draws::FIVEFOLD_REPETITION,
            draws::FIFTY_MOVES,
            draws::THREEFOLD_REPETITION,
        ],
        format: Format::Pgn,
    };

    fn board(&self) -> Board {
        let mut board = chessboard::board();
        let mut other = board.clone();
        for (part, half) in [(&mut board, Half::A), (&mut other, Half::B)] {
            for cell in &mut part.cells {
                cell.name = format!("{}:{}", half.letter(), cell.name);
            }
        }
        other.cells.iter_mut().for_each(|cell| cell.x += APART);
        other.labels.iter_mut().for_each(|label| label.x += APART);
        board.cells.append(&mut other.cells);
        board.labels.append(&mut other.labels);
        let zone =
            |en, fr, left| crate::board::Zone { name: Text::new(en, fr), rect: [left, 0, 8, 8] };
        board.zones =
            vec![zone("Board A", "Échiquier A", 0), zone("Board B", "Échiquier B", APART)];
        board
    }

    fn scene(&self, pos: &Position, _: Viewer) -> Scene {
        let mut pieces = chessboard::standings(&pos.pieces);
        for standing in &mut pieces {
            let square = Square::new(u32::from(standing.at.0));
            standing.at = cell(pos.half_of(square), square);
        }
        pieces.sort_unstable_by_key(|standing| standing.at);
        let checked = |color: &Color| self.in_check(pos, *color);
        let kings = Color::ALL.into_iter().filter(checked);
        let marks = kings
            .filter_map(|color| pos.pieces.king_of(color))
            .map(|king| Mark { at: cell(pos.half_of(king), king), kind: MarkKind::Check })
            .collect();
        Scene { pieces, marks, ..Scene::default() }
    }

    fn steps(&self, pos: &Position, mv: Move) -> Vec<Step> {
        let go = |from: Square, to: Square| {
            let half = pos.half_of(from);
            Step::Go { from: cell(half, from), to: cell(half.other(), to) }
        };
        // A capture on arrival takes from the other board: the captured piece tells where it stands.
        let taken = chessboard::taken(&mv).map(|at| Step::Take(cell(pos.half_of(at), at)));
        let mut steps: Vec<Step> = taken.into_iter().collect();
        if let Move::Castle { king, rook } = mv {
            let (king_to, rook_to) = chessboard::castled(king, rook);
            steps.extend([go(king, king_to), go(rook, rook_to)]);
        } else if let Some(from) = mv.from() {
            steps.push(go(from, mv.to()));
            steps.extend(mv.promotion().map(|role| {
                let at = cell(arrival(pos, mv), mv.to());
                Step::Put(Standing { at, piece: chessboard::piece(role.of(pos.turn)) })
            }));
        }
        steps
    }

    fn clicks(&self, pos: &Position, mv: Move) -> Vec<Path> {
        let there = arrival(pos, mv);
        let here = there.other();
        let boards = [[here, here], [here, there], [there, here], [there, there]];
        let paths = chessboard::clicks(&mv);
        let on = |halves: [Half; 2], path: &Path| -> Path {
            path.iter().zip(halves).map(|(&at, half)| mirrored(at, half)).collect()
        };
        boards.iter().flat_map(|&halves| paths.iter().map(move |path| on(halves, path))).collect()
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
        let mut text = format!("{}/{}", san::san(&mv, &moves), arrival(pos, mv).letter());
        let mut next = pos.clone();
        self.play(&mut next, mv);
        if self.in_check(&next, next.turn) {
            moves.clear();
            self.legal_moves(&next, &mut moves);
            text.push(if moves.is_empty() { '#' } else { '+' });
        }
        text
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let (plain, half) = split_board(text);
        // Two pawns of a file may reach the same square, one from each board: only the board tells them apart.
        moves.retain(|&mv| half.is_none_or(|half| half == arrival(pos, mv)));
        let found = san::read(plain, &moves);
        found.ok_or_else(|| MoveError {
            found: crate::text::excerpt(text),
            why: self.why_not(pos, text),
        })
    }

    fn why_not(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let Some(wish) = Wish::parse(split_board(text).0) else {
            return Some(Phrase::new(
                "expected a move such as g1f3 or Nf3/B",
                "attendu un coup comme g1f3 ou Nf3/B",
            ));
        };
        if let Wish::Castle(_) = wish {
            return Some(CASTLING.into());
        }
        let mut legal = Vec::new();
        self.legal_moves(pos, &mut legal);
        if let Some(why) = refusal::nearly(wish, &legal) {
            return Some(why.into());
        }
        if let Wish::Go { from: (Some(file), Some(rank)), .. } = wish {
            let from = Square::from_coords(file, rank);
            if !pos.pieces.by_color(pos.turn).contains(from) {
                return Some(Phrase::new(
                    format!("there is no piece of yours on {from}"),
                    format!("aucune de vos pièces en {from}"),
                ));
            }
        }
        let ordinary = legal::ordinary_moves(pos);
        let Some(&mv) = ordinary.iter().find(|mv| wish.fits(mv)) else {
            return Some(refusal::NOT_LIKE_THAT.into());
        };
        let (to, there) = (mv.to(), arrival(pos, mv));
        let own = pos.pieces.by_color(pos.turn).contains(to);
        if pos.on(there).contains(to) && (own || self.variant == Variant::Default) {
            let board = there.letter();
            return Some(Phrase::new(
                format!("{to} is occupied on board {board}, where the piece would arrive"),
                format!("{to} est occupée sur l'échiquier {board}, où la pièce arriverait"),
            ));
        }
        Some(if mv.role() == shakmaty::Role::King {
            Phrase::new(
                "the king must be safe on both boards, before and after it goes through",
                "le roi doit être en sûreté sur les deux échiquiers, avant et après son passage",
            )
        } else {
            Phrase::new("your king would be in check", "votre roi serait en échec")
        })
    }

    fn position_text(&self, pos: &Position) -> String {
        let part = |half: Half| {
            let mut pieces = pos.pieces.clone();
            for square in pos.on(half.other()) {
                pieces.discard_piece_at(square);
            }
            fen::write_placement(&pieces)
        };
        let rest = Fen {
            board: shakmaty::Board::empty(),
            turn: pos.turn,
            castling: pos.castling,
            en_passant: None,
            clock: pos.clock,
            number: pos.number,
        };
        format!("{}|{} {}", part(Half::A), part(Half::B), rest.write_rest())
    }

    fn read(&self, text: &str) -> Result<(Self, Position), TextError> {
        let [placement, rest @ ..] = fen::split(text)?;
        let two = Text::new(
            "two placements, of board A and board B, with | between",
            "deux placements, échiquiers A et B, séparés par |",
        );
        let (a, b) =
            placement.split_once('|').ok_or_else(|| TextError::expected(placement, two))?;
        let (mut pieces, other) = (fen::read_placement(a)?, fen::read_placement(b)?);
        let behind = other.occupied();
        if let Some(square) = (pieces.occupied() & behind).first() {
            let expected = Phrase::new(
                format!("{square} to be empty on at least one board"),
                format!("{square} vide sur au moins un échiquier"),
            );
            return Err(TextError::expected(placement, expected));
        }
        // Castling rights are those of board A alone.
        let Fen { turn, castling, clock, number, .. } = Fen::with_board(pieces.clone(), rest)?;
        for (square, piece) in &other {
            pieces.set_piece_at(square, piece);
        }
        let pos = Position { pieces, behind, turn, castling, clock, number };
        self.check_army(&pos, placement)?;
        Ok((self.clone(), pos))
    }

    fn move_number(&self, pos: &Position) -> Option<u32> {
        Some(pos.number)
    }

    fn claims(&self, pos: &Position, times: u32) -> Vec<Reason> {
        self.draws.claims(pos.clock, times)
    }

    fn can_win(&self, pos: &Position, player: Player) -> bool {
        pos.pieces.by_color(chessboard::color(player)).more_than_one()
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", "Alice".into())]
    }

    fn of_tags(tags: &[(String, String)]) -> Option<Self> {
        let alice = |value: &str| ["alice", "alice chess"].contains(&value.to_lowercase().as_str());
        let named = tags.iter().any(|(name, value)| name == "Variant" && alice(value));
        named.then(Self::default)
    }
}

const CASTLING: Text = Text::new(
    "to castle, king and rook must never have moved, nothing may stand between them on board A nor where they land on board B, \
     and the king must be safe on its way",
    "pour roquer, ni le roi ni la tour n'ont bougé, rien ne se trouve entre eux sur l'échiquier A ni sur leurs cases d'arrivée \
     de l'échiquier B, et le roi est en sûreté sur son chemin",
);

/// The board on which the piece comes to stand.
fn arrival(pos: &Position, mv: Move) -> Half {
    mv.from().map_or(Half::B, |from| pos.half_of(from).other())
}

/// SAN without the board that it ends on, and that board if it is said.
fn split_board(text: &str) -> (&str, Option<Half>) {
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some(plain) = plain.strip_suffix("/A") {
        (plain, Some(Half::A))
    } else if let Some(plain) = plain.strip_suffix("/B") {
        (plain, Some(Half::B))
    } else {
        (text, None)
    }
}

impl Alice {
    /// What every position has: a king each, which nobody left to be captured, and no pawn where none can be. Through the
    /// glass a king may be open to capture, and gone after it.
    fn check_army(&self, pos: &Position, placement: &str) -> Result<(), TextError> {
        let kings = |color: Color| (pos.pieces.kings() & pos.pieces.by_color(color)).count();
        let gone = kings(pos.turn) == 0 && self.variant == Variant::TeleportCapture;
        if kings(!pos.turn) != 1 || (kings(pos.turn) != 1 && !gone) {
            return Err(TextError::expected(placement, fen::ONE_KING_EACH));
        }
        if Self::default().in_check(pos, !pos.turn) {
            return Err(TextError::expected(placement, fen::NO_KING_TO_CAPTURE));
        }
        fen::refuse_pawns_at_the_edge(&pos.pieces, placement)
    }
}
