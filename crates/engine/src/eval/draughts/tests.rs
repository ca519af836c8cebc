//! Shots that must be found, blunders that must be avoided, endings that must be known. Positions as in `hub`; limits are nodes.

use super::*;
use crate::{brain::decided, eval::testing::insight};
use damier_games::options;

fn game(variant: &str) -> Draughts {
    options::rulebook(&[("variant".to_owned(), variant.to_owned())].into()).expect("a variant")
}

/// A position such as `W:WK46,31:B12`.
fn read(game: &Draughts, text: &str) -> Position {
    use damier_games::Game;
    game.read(text).expect("a good position").1
}

fn value(text: &str, nodes: u64) -> i32 {
    let game = Draughts::default();
    insight(&game, &read(&game, text), nodes).value
}

/// Between endings that are drawn and those that are won.
const LOOKS_WON: i32 = 100;

#[test]
fn shots_are_found() {
    // From games of the engine with itself: men given up for captures that reach the last row or take several.
    for (text, best) in [
        ("Wbbebebebebbebbbbebebeebweeebweeweweewwwwwwwweewwew", "34-30"),
        ("Bbebbbbeebbeeebeeebbeeebbeeeweeewewwweeewwwewweewew", "18-22"),
        ("Weebbbeeeebbbebeeeebbebebeebewweewwwewweweweweeweew", "33-28"),
        ("Bbbbbbbebebbebeeebbeeeebweeweeeewweeewwewewwweeweww", "13-19"),
        ("Wbebeeebbebbbbeebebebeeweeewewbeweeewweeeewewwwwewe", "29-24"),
        ("Beebeeebeebbeebebbebbbwbbeeeweeewewewewewewewewweew", "23-29"),
        ("Weebeebeeeebeebebeeeewwbbeewebeeweeweeweeeeewbewwee", "44-40"),
        ("Bbbbeebbebebebbbbeebeeebebwewewwwewweweewwwweeewewe", "16-21"),
    ] {
        let game = Draughts::default();
        let pos = game.read_hub_position(text).expect("a good position");
        let found = insight(&game, &pos, 60_000);
        assert_eq!(game.hub_move(found.line[0]), best, "{text}");
        assert!(found.value >= 120, "{text}: {}", found.value);
    }
}

#[test]
fn blunders_are_avoided() {
    // Each was played by a shallow search and ran into a shot.
    for (text, blunder) in [
        ("Beebbbeebebbeebeeeebbebebeebewweewwwewweweweweeweew", "8-12"),
        ("Bbebeeebbebbbbbebebeeeeweeewewbeweeewweeeewewwwwewe", "14-20"),
        ("Bbbbbbeebbbbeebbebbbeeeebeebweeeewwwwwwewwwwwwwweew", "2-7"),
        ("Beeeeeeebeeebeeebbeeeeeweeeweeewwebeeeeeeeeeweeeeee", "17-21"),
    ] {
        let game = Draughts::default();
        let pos = game.read_hub_position(text).expect("a good position");
        let found = insight(&game, &pos, 30_000);
        assert_ne!(game.hub_move(found.line[0]), blunder, "{text}");
        assert!(found.value > -200, "{text}: {}", found.value);
    }
}

#[test]
fn short_wins_are_proved() {
    for (text, plies) in [
        ("W:W28:B13", 3),
        ("W:WK47,K48:B16", 3),
        ("W:WK1,K6,K3:BK22", 1),
        // Blocked: nothing left to move.
        ("W:W16,22:B6,11", 3),
        // Every line was played through by the rules alone: eleven plies and no fewer.
        ("W:WK2:B26,31", 11),
    ] {
        let game = Draughts::default();
        let found = insight(&game, &read(&game, text), 20_000);
        assert!(decided(found.value) && found.value > 0, "{text}: {}", found.value);
        assert!(found.win_in().is_some_and(|found| found <= plies), "{text}: {:?}", found.win_in());
    }
}

#[test]
fn drawn_endings_do_not_look_won() {
    for text in [
        "W:WK5,K49:BK3",
        "B:WK5,K49:BK3",
        "W:WK1,K2,K3:BK28",
        "W:WK46,30:BK45",
        "W:WK46,K5:BK1,K45",
    ] {
        let value = value(text, 3_000);
        assert!(value.abs() < LOOKS_WON, "{text}: {value}");
    }
}

#[test]
fn won_endings_look_won() {
    for text in ["W:WK46,K41,K36:BK25", "W:WK46,K41,K36,K26,K31:BK25,15", "W:WK46,33:B4,11"] {
        let value = value(text, 3_000);
        assert!(value > LOOKS_WON, "{text}: {value}");
    }
}

#[test]
fn antidraughts_gives_pieces_away() {
    let game = game("antidraughts");
    // 27-22 is taken and leaves White without a piece: that wins.
    let pos = read(&game, "W:W27:B17,12");
    let found = insight(&game, &pos, 5_000);
    assert!(found.value > MOST, "{}", found.value);
}

#[test]
fn the_two_sides_see_the_same() {
    for (variant, one, two) in [
        ("default", "W:W31,32,38,K5:B12,13,19", "B:B20,19,13,K46:W39,38,32"),
        ("russian", "W:W21,22,K32:B9,10,12", "B:B12,11,K1:W24,23,21"),
        ("antidraughts", "W:W31,32,38,K5:B12,13,19", "B:B20,19,13,K46:W39,38,32"),
    ] {
        let game = game(variant);
        let looks = |text| {
            let pos = read(&game, text);
            game.evaluate(&pos, &game.remember(&pos))
        };
        assert_eq!(looks(one), looks(two), "{variant}");
    }
}

#[test]
fn every_variant_is_played_to_its_end() {
    for variant in ["default", "short-kings", "antidraughts", "brazilian", "russian"] {
        let game = game(variant);
        let mut pos = game.start();
        for _ in 0..60 {
            if game.outcome(&pos).is_some() {
                break;
            }
            let found = insight(&game, &pos, 300);
            game.play(&mut pos, found.line[0]);
        }
    }
}
