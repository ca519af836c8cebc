use super::*;
use crate::{chessboard::san::uci, options, perft::perft};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Position as _, PositionError, fen::Fen, variant::Horde as Theirs};

fn rulebook(variant: &str) -> Horde {
    let chosen = [("variant".to_string(), variant.to_string())].into();
    options::rulebook(&chosen).expect("a variant of the page")
}

const VARIANTS: [&str; 4] = ["default", "ranks5-8", "lichess", "dunsany"];

fn texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(uci).collect();
    texts.sort_unstable();
    texts
}

fn legal(game: &Horde, pos: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves
}

#[test]
fn every_set_up_is_the_one_of_the_page() {
    for variant in VARIANTS {
        let game = rulebook(variant);
        assert_eq!(game.position_text(&game.start()), game.variant.start());
    }
    assert_eq!(rulebook("dunsany").turn(&rulebook("dunsany").start()), Player::Two);
    assert_eq!(perft(&rulebook("default"), &rulebook("default").start(), 4), 29350);
}

#[test]
fn impossible_positions_are_refused() {
    for (variant, position, part) in [
        ("default", "4k3/8/8/8/8/8/p7/4K3 w - - 0 1", "no black one"),
        ("default", "8/8/8/8/8/8/p7/8 w - - 0 1", "one white king"),
        ("default", "8/8/8/8/8/8/8/p3K3 w - - 0 1", "no pawns on their last rank"),
        ("default", "8/8/8/8/8/8/p7/P3K3 w - - 0 1", "nor the army's on its first"),
        ("default", "8/8/8/8/8/8/3p4/4K3 b - - 0 1", "not to be in check"),
        ("lichess", "8/8/8/8/8/8/P7/4K3 w - - 0 1", "one black king"),
        ("dunsany", "P3k3/8/8/8/8/8/8/8 w - - 0 1", "no pawns on their last rank"),
    ] {
        let error = rulebook(variant).read(position).map(|_| ()).expect_err(position);
        assert!(error.to_string().contains(part), "{position}: {error}");
    }
    for fine in ["p7/8/8/8/8/8/3p4/4K3 w - - 0 1", "8/8/8/8/8/8/8/4K3 w - - 0 1"] {
        assert!(rulebook("default").read(fine).is_ok(), "{fine}");
    }
}

#[test]
fn a_horde_that_never_doubles_leaves_no_en_passant_square() {
    for (variant, canonical) in [
        ("lichess", "4k3/8/8/8/1pP5/8/8/8 b - c3 0 1"),
        ("dunsany", "4k3/8/8/8/1pP5/8/8/8 b - - 0 1"),
    ] {
        let game = rulebook(variant);
        let (_, pos) = game.read("4k3/8/8/8/1pP5/8/8/8 b - c3 0 1").expect("a good position");
        assert_eq!(game.position_text(&pos), canonical);
    }
}

#[test]
fn a_blocked_horde_is_stalemated() {
    let game = rulebook("default");
    let (_, pos) = game.read("8/8/8/8/8/p7/P7/4K3 b - - 0 1").expect("a good position");
    assert_eq!(
        game.outcome(&pos).map(|outcome| outcome.to_string()).as_deref(),
        Some("1/2-1/2 stalemate")
    );
    assert!(Player::BOTH.into_iter().all(|player| game.can_win(&pos, player)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// On Lichess's board shakmaty knows the moves as well.
    #[test]
    fn lichess_moves_are_those_of_shakmaty(rolls in proptest::collection::vec(any::<u16>(), 0..200)) {
        let game = rulebook("lichess");
        let mut pos = game.start();
        let mut theirs = Theirs::default();
        for roll in rolls {
            let mut moves = legal(&game, &pos);
            prop_assert_eq!(texts(&moves), texts(&theirs.legal_moves()), "{}", game.position_text(&pos));
            if moves.is_empty() {
                break;
            }
            moves.sort_unstable_by_key(uci);
            let mv = moves[usize::from(roll) % moves.len()];
            game.play(&mut pos, mv);
            theirs.play_unchecked(mv);
            let fen = Fen::from_position(&theirs, shakmaty::EnPassantMode::Legal).to_string();
            prop_assert_eq!(game.position_text(&pos), fen);
        }
    }

    /// The army's moves never leave its king in check, and all others that the pieces can make do.
    #[test]
    fn the_army_looks_after_its_king(
        variant in proptest::sample::select(VARIANTS.to_vec()),
        rolls in proptest::collection::vec(any::<u16>(), 0..300),
    ) {
        let game = rulebook(variant);
        let mut pos = game.start();
        for roll in rolls {
            let mut moves = legal(&game, &pos);
            if pos.king().is_some() && pos.board.by_color(!pos.turn).any() {
                let mut plain = Vec::new();
                let army = crate::chessboard::pseudo::Army::of(&pos.board, pos.turn);
                army.moves(&mut plain);
                if let Some(to) = pos.en_passant {
                    army.en_passant(to, &mut plain);
                }
                plain.retain(|&mv| {
                    let mut after = pos.clone();
                    after.shift(mv);
                    !after.in_check()
                });
                let steps: Vec<_> = moves.iter().copied().filter(|mv| !mv.is_castle()).collect();
                prop_assert_eq!(texts(&steps), texts(&plain), "{}", game.position_text(&pos));
            }
            if moves.is_empty() {
                break;
            }
            // Promotions come last in the list and make the sharpest positions.
            moves.sort_unstable_by_key(|mv| !mv.is_promotion());
            let weight = if roll % 3 == 0 { 1 } else { moves.len() };
            game.play(&mut pos, moves[usize::from(roll) % weight]);
        }
    }
}

#[test]
fn shakmaty_agrees_on_sharp_positions() {
    let game = rulebook("lichess");
    for text in [
        "r3k2r/8/8/3Q4/8/8/PPPP4/PPPP4 b kq - 0 1",
        "4k3/4p3/8/8/4Q3/8/8/P7 b - - 0 1",
        "4k3/8/8/8/1pP5/8/8/Q7 b - c3 0 1",
        "8/8/8/8/k1pP3Q/8/8/P7 b - d3 0 1",
    ] {
        let (_, pos) = game.read(text).expect("a good position");
        let fen: Fen = text.parse().expect("a good FEN");
        let theirs: Theirs = fen
            .into_position(CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_ep_square)
            .expect("a good position");
        assert_eq!(perft(&game, &pos, 3), shakmaty::perft(&theirs, 3), "{text}");
    }
}
