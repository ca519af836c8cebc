use crate::*;
use damier_contest::Phase;
use damier_games::mosaic::Mosaic;

fn choosing(opposition: Opposition) -> Terms {
    Terms { choosing: true, ..terms(GameKey::Katarenga, "5+0", opposition) }
}

fn choose(by: Player, quadrants: &[&str]) -> Command {
    Command::Choose { by, quadrants: quadrants.iter().map(|text| (*text).into()).collect() }
}

#[test]
fn each_player_chooses_a_half_and_then_it_begins() {
    for first in [One, Two] {
        let mut story = Story::new(choosing(Opposition::People));
        let half = |by| if by == One { ["2:0", "4:90"] } else { ["6:180", "8:270"] };
        assert_eq!((story.state.phase(), story.state.turn()), (Phase::Choosing, None));
        story.does(choose(first, &half(first)));
        assert_eq!([first, !first].map(|by| story.state.chosen(by)), [true, false]);
        story.refuses(choose(first, &half(first)), Refusal::NotChoosing);
        let begun = story.wait(200_000).happens(choose(!first, &half(!first)));
        let board: Mosaic = "2:0 4:90 6:180 8:270".parse().unwrap();
        assert_eq!(begun[1..], [Event::Begun { board: board.to_string() }]);
        assert_eq!(story.state.table().options()["board"], board.to_string());
        assert_eq!((story.state.phase(), story.state.turn()), (Phase::Playing, Some(One)));
        story.refuses(choose(first, &half(first)), Refusal::NotChoosing);
        // The limit of the first move begins only now.
        story.ends_by_itself(32_001, "* aborted");
    }
}

#[test]
fn alone_or_on_one_screen_all_four_are_chosen_at_once() {
    let computer = Opposition::Computer { side: One, level: 2 };
    for opposition in [Opposition::OneScreen, computer] {
        let mut story = Story::new(choosing(opposition));
        story.refuses(choose(Two, &["1:0", "2:0"]), Refusal::Quadrants { expected: 4 });
        story.does(choose(Two, &["1:0", "2:0", "3:0", "YBGR/RGYY/GRBB/BYRR:90"]));
        assert_eq!(story.state.phase(), Phase::Playing);
    }
}

#[test]
fn nobody_waits_for_ever_for_the_other_half() {
    let mut story = Story::new(choosing(Opposition::People));
    story.wait(1000).does(choose(One, &["1:0", "2:0"]));
    story.ends_by_itself(299_000, "* aborted");
}

#[test]
fn before_the_board_is_chosen_nothing_can_be_played() {
    let mut story = Story::new(choosing(Opposition::People));
    let early = story.attempt(One, 1, "a1a2", 0);
    story.refuses(early, Refusal::NotBegun);
    story.refuses(Command::Resign { by: One }, Refusal::NotBegun);
    story.refuses(Command::OfferDraw { by: One }, Refusal::NotBegun);
    story.refuses(Command::Takeback { by: One }, Refusal::NotBegun);
    story.does(Command::Leave { by: One });
    assert_eq!(story.result(), "* aborted");
    chess("5+0").refuses(choose(One, &["1:0", "2:0"]), Refusal::NotChoosing);
}

#[test]
fn a_wrong_choice_is_refused_with_the_reason() {
    let story = Story::new(choosing(Opposition::People));
    for (quadrants, message) in [
        (&["1:0"][..], "wrong number of quadrants: expected 2"),
        (&["1:0", "11:0"], "there is no quadrant \"11\": expected a number from 1 to 10"),
        (&["1:0", "1:1"], "cannot turn a quadrant by \"1\": expected 0, 90, 180 or 270"),
    ] {
        let refusal = decide(&story.state, choose(One, quadrants), Millis(START)).unwrap_err();
        assert_eq!((refusal.code(), refusal.to_string().as_str()), ("quadrants", message));
    }
}

#[test]
fn a_rated_match_has_only_quadrants_of_the_stock() {
    let rated = Terms { rated: true, ..choosing(Opposition::People) };
    let mut story = Story::new(rated);
    story.refuses(choose(One, &["1:0", "YBGR/RGYY/GRBB/BYRR:90"]), Refusal::OwnQuadrant);
    // The same colours by another name.
    story.does(choose(One, &["1:0", "YBGR/RGYY/GRBB/BYRG:90"]));
}
