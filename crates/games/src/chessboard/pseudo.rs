//! Moves of chess pieces before anybody asks whether a king is left attacked: docs/rules/chess.md, "Moves". What may stop, take
//! or double is given by sets of squares, so that one generator serves boards that are seen through a looking-glass, kings
//! that may be captured and hordes of pawns.

use shakmaty::{Bitboard, Board, Color, Move, Rank, Role, Square, attacks};

/// What pawns promote to, the likeliest choice first.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The pieces of one colour and what they find on their way.
#[derive(Clone, Copy, Debug)]
pub struct Army<'a> {
    /// Tells what stands where.
    pub board: &'a Board,
    /// Whose pieces they are.
    pub color: Color,
    /// The pieces that move.
    pub pieces: Bitboard,
    /// What stops sliding pieces and pawns.
    pub blockers: Bitboard,
    /// Where a move may end. What stands there on `board` is captured.
    pub landings: Bitboard,
    /// What pawns may capture; part of `landings`.
    pub prey: Bitboard,
    /// From where pawns may step twice.
    pub doubling: Bitboard,
}

impl<'a> Army<'a> {
    /// All pieces of `color` on an ordinary chessboard.
    pub fn of(board: &'a Board, color: Color) -> Self {
        let own = board.by_color(color);
        Self {
            board,
            color,
            pieces: own,
            blockers: board.occupied(),
            landings: !own,
            prey: board.by_color(!color),
            doubling: second_rank(color),
        }
    }

    /// Appends the moves of all pieces; castling and en passant aside.
    #[inline]
    pub fn moves(&self, out: &mut Vec<Move>) {
        self.pawn_moves(out);
        self.piece_moves(out);
        for king in self.pieces & self.board.kings() {
            self.go(Role::King, king, attacks::king_attacks(king), out);
        }
    }

    /// Appends the moves of knights, bishops, rooks and queens.
    #[inline]
    pub fn piece_moves(&self, out: &mut Vec<Move>) {
        for from in self.pieces & self.board.knights() {
            self.go(Role::Knight, from, attacks::knight_attacks(from), out);
        }
        for from in self.pieces & self.board.bishops() {
            self.go(Role::Bishop, from, attacks::bishop_attacks(from, self.blockers), out);
        }
        for from in self.pieces & self.board.rooks() {
            self.go(Role::Rook, from, attacks::rook_attacks(from, self.blockers), out);
        }
        for from in self.pieces & self.board.queens() {
            self.go(Role::Queen, from, attacks::queen_attacks(from, self.blockers), out);
        }
    }

    #[inline]
    fn go(&self, role: Role, from: Square, reached: Bitboard, out: &mut Vec<Move>) {
        let reached = reached & self.landings;
        let occupied = self.board.occupied();
        for to in reached & occupied {
            let capture = self.board.role_at(to);
            out.push(Move::Normal { role, from, capture, to, promotion: None });
        }
        for to in reached & !occupied {
            out.push(Move::Normal { role, from, capture: None, to, promotion: None });
        }
    }

    /// Appends the moves of pawns, en passant aside.
    #[inline]
    pub fn pawn_moves(&self, out: &mut Vec<Move>) {
        let pawns = self.pieces & self.board.pawns();
        let last = rank(self.color, Rank::Eighth);
        for from in pawns {
            for to in attacks::pawn_attacks(self.color, from) & self.prey {
                self.advance(from, to, last, out);
            }
        }
        let forward = self.color.fold_wb(8, -8);
        let once = pawns.shift(forward) & !self.blockers;
        let twice = (pawns & self.doubling).shift(forward) & !self.blockers;
        let twice = twice.shift(forward) & !self.blockers;
        // Every pushed square has its pawn behind it, so the offset stays on the board.
        for to in once & self.landings {
            if let Some(from) = to.offset(-forward) {
                self.advance(from, to, last, out);
            }
        }
        for to in twice & self.landings {
            if let Some(from) = to.offset(-2 * forward) {
                self.advance(from, to, last, out);
            }
        }
    }

    #[inline]
    fn advance(&self, from: Square, to: Square, last: Bitboard, out: &mut Vec<Move>) {
        let role = Role::Pawn;
        let taken = self.board.occupied().contains(to);
        let capture = if taken { self.board.role_at(to) } else { None };
        if last.contains(to) {
            out.extend(PROMOTIONS.map(|to_be| Move::Normal {
                role,
                from,
                capture,
                to,
                promotion: Some(to_be),
            }));
        } else {
            out.push(Move::Normal { role, from, capture, to, promotion: None });
        }
    }

    /// Appends the captures en passant that land on `to`.
    pub fn en_passant(&self, to: Square, out: &mut Vec<Move>) {
        let capturers = attacks::pawn_attacks(!self.color, to) & self.pieces & self.board.pawns();
        out.extend(capturers.into_iter().map(|from| Move::EnPassant { from, to }));
    }

    /// Appends castling of the king on its home square with those of `rooks` on this colour's first rank that have nothing
    /// between them and the king. Whether squares are attacked is not asked.
    pub fn castling(&self, rooks: Bitboard, out: &mut Vec<Move>) {
        let home = rank(self.color, Rank::First);
        let rooks = rooks & home & self.pieces;
        if rooks.is_empty() {
            return;
        }
        let king = king_home(self.color);
        for rook in rooks {
            if (attacks::between(king, rook) & self.blockers).is_empty() {
                out.push(Move::Castle { king, rook });
            }
        }
    }

    /// All squares that `moves` would reach, without listing the moves.
    pub fn reached(&self) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for from in self.pieces & !self.board.pawns() {
            let role = self.board.role_at(from).unwrap_or(Role::King);
            reached |= attacks::attacks(from, role.of(self.color), self.blockers) & self.landings;
        }
        let pawns = self.pieces & self.board.pawns();
        for from in pawns {
            reached |= attacks::pawn_attacks(self.color, from) & self.prey;
        }
        let forward = self.color.fold_wb(8, -8);
        let once = pawns.shift(forward) & !self.blockers;
        let twice = (pawns & self.doubling).shift(forward) & !self.blockers;
        reached | ((once | twice.shift(forward) & !self.blockers) & self.landings)
    }
}

/// A rank counted from `color`'s own side.
pub fn rank(color: Color, rank: Rank) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(rank))
}

/// Where the pawns of `color` start in chess.
pub fn second_rank(color: Color) -> Bitboard {
    rank(color, Rank::Second)
}

/// Where the king of `color` must stand to castle.
pub const fn king_home(color: Color) -> Square {
    match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};

    fn position(text: &str) -> Chess {
        let fen: Fen = text.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("a legal position")
    }

    fn texts(moves: &[Move]) -> Vec<String> {
        let text = |mv: &Move| UciMove::from_move(*mv, CastlingMode::Standard).to_string();
        let mut texts: Vec<_> = moves.iter().map(text).collect();
        texts.sort_unstable();
        texts
    }

    #[test]
    fn where_no_king_is_in_danger_all_moves_are_legal() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPPQ1PPP/R3K2R b KQkq - 0 1",
            "4k3/8/8/1pPp4/8/8/8/4K3 w - b6 0 1",
            "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            let chess = position(text);
            let army = Army::of(chess.board(), chess.turn());
            let mut moves = Vec::new();
            army.moves(&mut moves);
            let to = moves.iter().map(|mv| mv.to()).collect::<Bitboard>();
            assert_eq!(army.reached(), to, "{text}");
            army.castling(chess.castles().castling_rights(), &mut moves);
            if let Some(to) = chess.ep_square(shakmaty::EnPassantMode::Legal) {
                army.en_passant(to, &mut moves);
            }
            assert_eq!(texts(&moves), texts(&chess.legal_moves()), "{text}");
        }
    }

    #[test]
    fn who_may_double_is_given() {
        let chess = position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        let mut army = Army::of(chess.board(), Color::White);
        army.doubling = Bitboard::EMPTY;
        let mut moves = Vec::new();
        army.pawn_moves(&mut moves);
        assert_eq!(texts(&moves), ["a2a3"]);
    }
}
