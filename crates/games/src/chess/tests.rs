use super::*;
use crate::{
    chessboard::{fen::write_placement, pseudo::Army, san::uci},
    perft::perft,
    text::Language,
};
use proptest::prelude::*;
use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

fn read(text: &str) -> Position {
    Chess::default().read(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

fn again(text: &str) -> String {
    Chess::default().position_text(&read(text))
}

#[test]
fn a_loose_fen_is_normalised() {
    for (loose, strict) in [
        // Nobody can take en passant, or only by exposing the king.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1"),
        // No pawn has just passed there.
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w qQ", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"),
    ] {
        assert_eq!(again(loose), strict, "{loose}");
    }
}

#[test]
fn strange_positions_are_fine_and_impossible_ones_are_not() {
    for strange in [
        "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1",
        "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/3N4/8/3pP3/8/8/4K3 b - e3 0 1",
    ] {
        let pos = read(strange);
        assert!(perft(&Chess::default(), &pos, 1) > 0, "{strange}");
        perft(&Chess::default(), &pos, 3);
    }
    for (impossible, part) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "one king"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "no pawns on ranks 1 and 8"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "not to move"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "not to move"),
    ] {
        let error = Chess::default().read(impossible).map(|_| ()).expect_err(impossible);
        assert!(error.to_string().contains(part), "{impossible}: {error}");
    }
}

#[test]
fn the_clock_distinguishes_positions_but_not_repetitions() {
    let game = Chess::default();
    let (early, late) =
        (read("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), read("4k3/8/8/8/8/8/8/4K2R w K - 9 9"));
    assert_ne!(early, late);
    assert_eq!(game.key(&early), game.key(&late));
    for other in ["4k3/8/8/8/8/8/8/4K2R b K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"] {
        assert_ne!(game.key(&early), game.key(&read(other)), "{other}");
    }
    let with = read("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let without = read("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(game.key(&with), game.key(&without));
}

#[test]
fn a_lone_side_cannot_win_by_material() {
    for (placement, can) in [
        ("8/8/4k3/8/8/3KN3/8/8", [false, false]),
        ("8/8/4kq2/8/8/3KN3/8/8", [false, true]),
        ("8/8/4kr2/8/8/3KN3/8/8", [true, true]),
        ("8/8/4kp2/8/8/3K4/8/8", [false, true]),
        ("8/8/4kb2/8/8/3KB3/8/8", [false, false]),
        ("8/8/4k1b1/8/8/3KB3/8/8", [true, true]),
        ("8/8/4kr2/8/8/3KB3/8/8", [false, true]),
        ("8/8/4k3/8/8/2NKN3/8/8", [true, false]),
    ] {
        let pos = read(placement);
        assert_eq!(
            Player::BOTH.map(|player| Chess::default().can_win(&pos, player)),
            can,
            "{placement}"
        );
    }
}

#[test]
fn refusals_say_why() {
    for (position, text, why) in [
        ("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2d3", "that piece is pinned"),
        ("4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1", "Nb3", "does not answer it"),
        ("4k3/8/8/8/3r4/8/8/4K3 w - - 0 1", "Kd1", "your king would be in check"),
        ("4k3/8/8/8/3r4/8/8/4K3 w - - 0 1", "a2a3", "no piece on that square"),
        ("4k3/8/8/8/3r4/8/8/4K3 w - - 0 1", "d4d5", "your opponent's"),
        ("4k3/8/8/8/3r4/8/8/4K3 w - - 0 1", "e1e3", "that piece cannot go there"),
        ("4k3/8/8/8/3r4/8/8/4K3 w - - 0 1", "Nf3", "no piece of yours of that kind"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1e2", "your own pieces"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "say what the pawn becomes"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "Kd1=Q", "only a pawn"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "say which"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", "leave your king in check"),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "O-O", "must be empty"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "has moved"),
        ("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "0-0-0", "while in check"),
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "O-O", "cross an attacked square"),
        ("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", "Kg1", "your king would be in check"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "castle!", "expected a move such as"),
    ] {
        let refused = Chess::default().read_move(&read(position), text).expect_err(text);
        let told = refused.why.expect("chess always says why");
        assert!(told.en.contains(why), "{text} in {position}: {}", told.en);
        assert_ne!(told.tell(Language::French), told.en);
    }
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let game = Chess::default();
    let start = game.start();
    for text in [
        "",
        " ",
        "\0",
        "é2é4",
        "e2e4e2e4",
        "O-O-O-O",
        &"e".repeat(1 << 20),
        "====",
        "Q",
        "Ka",
        "+#",
    ] {
        assert!(game.read_move(&start, text).is_err(), "{text:.20}");
    }
    for text in
        ["", "/", "////////", "9/8/8/8/8/8/8/8", &"k".repeat(1 << 20), &"8/".repeat(1 << 19)]
    {
        assert!(game.read(text).is_err(), "{text:.20}");
    }
}

#[test]
fn perft_is_that_of_shakmaty() {
    let start = Chess::default().start();
    assert_eq!(perft(&Chess::default(), &start, 4), shakmaty::perft(start.inner(), 4));
}

/// The moves straight from the page: everything that the pieces can do, minus what leaves the king attacked.
fn plain_moves(pos: &Inner) -> Vec<String> {
    let (board, turn) = (pos.board(), pos.turn());
    let attacked = |board: &Board, at: Square| board.attacks_to(at, !turn, board.occupied()).any();
    let mut moves = Vec::new();
    let army = Army::of(board, turn);
    army.moves(&mut moves);
    if let Some(to) = pos.maybe_ep_square() {
        army.en_passant(to, &mut moves);
    }
    moves.retain(|mv| {
        let mut after = board.clone();
        let (Some(from), to) = (mv.from(), mv.to()) else { return false };
        let role = mv.promotion().unwrap_or(mv.role());
        after.discard_piece_at(from);
        chessboard::taken(mv).into_iter().for_each(|taken| after.discard_piece_at(taken));
        after.set_piece_at(to, role.of(turn));
        after.king_of(turn).is_some_and(|king| !attacked(&after, king))
    });
    let mut castling = Vec::new();
    army.castling(pos.castles().castling_rights(), &mut castling);
    castling.retain(|mv| {
        let (Some(king), to) = (mv.from(), chessboard::landing(mv)) else { return false };
        let way = attacks::between(king, to) | Bitboard::from(king) | Bitboard::from(to);
        way.into_iter().all(|square| !attacked(board, square))
    });
    moves.extend(castling);
    let mut texts: Vec<_> = moves.iter().map(uci).collect();
    texts.sort_unstable();
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands on the board, if we accept it we know its moves.
    #[test]
    fn any_accepted_placement_has_its_plain_moves(
        kings in (0..64u32, 0..64u32),
        home in any::<bool>(),
        pieces in proptest::collection::vec((0..64u32, 0..5usize, any::<bool>()), 0..30),
        turn in any::<bool>(),
        en_passant in 0..8u32,
    ) {
        let mut board = Board::empty();
        for (square, role, white) in pieces {
            let role = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][role];
            board.set_piece_at(Square::new(square), role.of(Color::from_white(white)));
        }
        let (white, black) = if home { (4, 60) } else { kings };
        board.set_piece_at(Square::new(white), Color::White.king());
        board.set_piece_at(Square::new(black), Color::Black.king());
        let (turn, rank) = if turn { ('w', 6) } else { ('b', 3) };
        let file = char::from(b'a' + en_passant as u8);
        let text = format!("{} {turn} KQkq {file}{rank} 0 1", write_placement(&board));
        if let Ok((game, pos)) = Chess::default().read(&text) {
            let mut moves: Vec<_> = Vec::new();
            game.legal_moves(&pos, &mut moves);
            let mut texts: Vec<_> = moves.iter().map(uci).collect();
            texts.sort_unstable();
            prop_assert_eq!(texts, plain_moves(pos.inner()), "{}", text);
            let canonical = game.position_text(&pos);
            prop_assert_eq!(again(&canonical), canonical);
        }
    }
}
