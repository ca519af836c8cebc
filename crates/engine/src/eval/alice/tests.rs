use super::*;
use crate::{
    brain::MOST,
    eval::{
        chessmen::net::tests::{alike, holds},
        testing::{best, wander},
    },
};

#[test]
fn mates_are_found() {
    let game = Alice::default();
    for (text, mv, plies, nodes) in [
        ("k7/8/8/8/8/8/8/8|8/K7/8/3N4/8/8/8/8 w - - 0 1", "d5b6", 1, 2_000),
        ("k7/8/8/8/8/8/8/8|8/K7/8/8/4B3/8/8/8 w - - 0 1", "", 1, 2_000),
    ] {
        let (found, _, win) = best(&game, text, nodes);
        assert!(mv.is_empty() || found == mv, "{text}: {found}");
        assert!(win.is_some_and(|win| win > 0 && win <= plies), "{text}: {found} wins in {win:?}");
    }
}

#[test]
fn pieces_are_guarded_through_the_glass() {
    let game = Alice::default();
    // The pawn on the queen's own board does not guard it: the rook is gone when it comes.
    let (found, _, _) = best(&game, "7k/8/4p3/3q4/8/8/8/3R3K|8/8/8/8/8/8/8/8 w - - 0 1", 5_000);
    assert_eq!(found, "d1d5");
    // The one on the other board does.
    let (found, _, _) = best(&game, "7k/8/8/3p4/8/8/6PP/3R3K|8/8/4p3/8/8/8/8/8 w - - 0 1", 20_000);
    assert_ne!(found, "d1d5");
}

#[test]
fn every_position_can_be_judged() {
    let game = Alice::default();
    wander(&game, 6, |pos, moves| {
        assert!(game.evaluate(pos, &game.remember(pos)).abs() <= MOST);
        for &mv in moves {
            assert_eq!(game.gain(pos, mv).is_some(), mv.is_capture() || mv.is_promotion());
            assert!(game.risk(pos, mv) <= 0);
            let mut after = pos.clone();
            game.play(&mut after, mv);
            let checks = game.in_check(&after, !color(&game, pos));
            if mv.from().is_some() && !mv.is_castle() && !mv.is_capture() {
                assert_eq!(game.threatens(pos, mv), checks, "{mv:?}");
            }
        }
    });
}

#[test]
fn the_net_sees_what_there_is() {
    holds(&Alice::default(), &NET);
}

#[test]
fn both_sides_and_both_wings_are_the_same() {
    let text = "r3k2r/p1p2ppp/8/8/8/8/PPP2PPP/R3K1NR|8/8/3q4/8/2B5/8/8/8 w - - 0 9";
    alike(
        &Alice::default(),
        text,
        "r3k1nr/ppp2ppp/8/8/8/8/P1P2PPP/R3K2R|8/8/8/2b5/8/3Q4/8/8 b - - 0 9",
    );
    alike(
        &Alice::default(),
        text,
        "r2k3r/ppp2p1p/8/8/8/8/PPP2PPP/RN1K3R|8/8/4q3/8/5B2/8/8/8 w - - 0 9",
    );
}
