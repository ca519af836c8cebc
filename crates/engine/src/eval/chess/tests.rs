use super::*;
use crate::eval::{
    chessmen::net::tests::{alike, holds},
    testing,
};
use damier_games::Game;

fn best(fen: &str, nodes: u64) -> (String, i32, Option<i32>) {
    testing::best(&Chess::default(), fen, nodes)
}

#[test]
fn mates_are_found() {
    for (fen, mv, plies, nodes) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1, 2_000),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1, 2_000),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 3, 60_000),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5, 100_000),
        ("8/8/8/8/8/5K2/4Q3/6k1 w - - 0 1", "", 3, 50_000),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "f8c5", 5, 200_000),
        ("4rk1r/p2b1pp1/1q5p/3pR1n1/3N1p2/1P1Q1P2/PBP3PK/4R3 w - - 0 1", "", 7, 600_000),
    ] {
        let (found, _, win) = best(fen, nodes);
        assert!(mv.is_empty() || found == mv, "{fen}: {found}");
        assert!(win.is_some_and(|win| win > 0 && win <= plies), "{fen}: {found} wins in {win:?}");
    }
}

#[test]
fn what_hangs_is_taken_and_what_is_poisoned_is_not() {
    for (fen, mv) in [
        ("rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3", "c1g5"),
        ("r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 4", ""),
        ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5"),
    ] {
        let (found, _, _) = best(fen, 20_000);
        assert!(mv.is_empty() || found == mv, "{fen}: {found}");
    }
    // The pawn on b2 costs the queen.
    let (found, _, _) =
        best("rnb1kbnr/pp3ppp/1q2p3/2pp4/3P1B2/2PBP3/PP3PPP/RN1QK1NR b KQkq - 0 5", 20_000);
    assert_ne!(found, "b6d4");
}

#[test]
fn a_won_game_is_not_stalemated_away() {
    let (found, value, _) = best("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", 5_000);
    assert!(value > 1000 && found != "g5g6", "{found} {value}");
    let (found, value, _) = best("k7/2K5/8/8/8/8/8/1R6 w - - 0 1", 5_000);
    assert!(value > 1000, "{found} {value}");
}

#[test]
fn pawn_endings_are_known() {
    for (fen, won) in [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
    ] {
        let (_, value, _) = best(fen, 3_000);
        assert_eq!(value.abs() > 300, won, "{fen}: {value}");
    }
}

#[test]
fn the_evaluation_is_the_same_for_both_colours() {
    for (one, other) in [
        (
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
            "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9",
        ),
        (
            "8/5k2/3p4/2pP1p2/2P2P2/5K2/8/6B1 w - - 0 1",
            "6b1/8/5k2/2p2p2/2Pp1P2/3P4/5K2/8 b - - 0 1",
        ),
    ] {
        let value = |fen: &str| {
            let (game, pos) = Chess::default().read(fen).expect("a position");
            game.evaluate(&pos, &game.remember(&pos))
        };
        assert_eq!(value(one), value(other));
    }
}

#[test]
fn both_wings_are_the_same() {
    alike(
        &Chess::default(),
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
        "1kr1qb1r/pppb2pp/2np1n2/4p3/4PP2/2N2N2/PPPB2PP/1KR1QB1R w - - 0 9",
    );
}

#[test]
fn the_net_sees_what_there_is() {
    holds(&Chess::default(), &NET);
}
