use super::*;
use crate::{
    brain::MOST,
    eval::{
        chessmen::net::tests::{alike, holds},
        testing::{best, wander},
    },
};
use damier_games::{options::parse_pairs, table::Played};

fn variant(option: &str) -> Horde {
    let options = parse_pairs([option]).expect("an option");
    Played::<Horde>::open(&options, None).expect("the game").game().clone()
}

#[test]
fn mates_and_last_captures_are_found() {
    let game = Horde::default();
    for (fen, mv, plies, nodes) in [
        ("1q6/8/8/8/8/2p5/8/K7 b - - 0 1", "b8b2", 1, 2_000),
        ("8/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "", 1, 2_000),
        ("8/8/8/p6p/8/8/8/R3K2R w KQ - 0 1", "", 3, 20_000),
        ("8/8/8/8/p7/1p6/5p2/K7 b - - 0 1", "", 3, 20_000),
    ] {
        let (found, _, win) = best(&game, fen, nodes);
        assert!(mv.is_empty() || found == mv, "{fen}: {found}");
        assert!(win.is_some_and(|win| win > 0 && win <= plies), "{fen}: {found} wins in {win:?}");
    }
}

#[test]
fn the_last_pawn_is_taken_and_not_stalemated() {
    let (found, value, _) = best(&Horde::default(), "8/8/8/3p4/8/3K4/8/7R w - - 0 1", 10_000);
    assert!(found != "d3d4" && value > 500, "{found} {value}");
}

#[test]
fn what_hangs_is_taken() {
    let game = variant("variant=lichess");
    let (found, _, _) = best(&game, "4k3/8/8/3q4/4P3/P1P5/PPP2PPP/PPPPPPPP w - - 0 1", 5_000);
    assert_eq!(found, "e4d5");
    let (found, _, _) = best(&game, "4k3/8/2q5/8/4P3/P7/8/8 b - - 0 1", 5_000);
    assert_eq!(found, "c6e4");
}

#[test]
fn every_set_up_can_be_judged() {
    for option in ["variant=default", "variant=ranks5-8", "variant=lichess", "variant=dunsany"] {
        let game = variant(option);
        wander(&game, 4, |pos, moves| {
            let value = game.evaluate(pos, &game.remember(pos));
            assert!(value.abs() <= MOST);
            moves.iter().for_each(|&mv| {
                assert_eq!(game.gain(pos, mv).is_some(), mv.is_capture() || mv.is_promotion());
                assert!(game.risk(pos, mv) <= 0);
            });
        });
    }
}

#[test]
fn the_net_sees_what_there_is() {
    for option in ["variant=default", "variant=lichess"] {
        holds(&variant(option), &NET);
    }
}

#[test]
fn both_wings_are_the_same() {
    let game = variant("variant=lichess");
    alike(
        &game,
        "r1bqk2r/p1p2ppp/8/1PP2PP1/PP1PPPPP/PPP1PPPP/PPPPPPPP/PPPPPPPP w - - 0 9",
        "r2kqb1r/ppp2p1p/8/1PP2PP1/PPPPP1PP/PPPP1PPP/PPPPPPPP/PPPPPPPP w - - 0 9",
    );
}
