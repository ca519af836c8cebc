use crate::*;
use damier_contest::Phase;
use damier_games::table::PlayError;

#[test]
fn a_game_is_played_to_its_end() {
    let mut story = chess("5+0");
    assert_eq!((story.state.phase(), story.state.turn()), (Phase::Playing, Some(One)));
    story.plays("f2f3").plays("e7e5").plays("g2g4").plays("Qh4");
    assert_eq!(story.result(), "0-1 checkmate");
    assert_eq!((story.state.phase(), story.state.turn()), (Phase::Over, None));
    let late = story.attempt(One, 9, "e2e4", 0);
    story.refuses(late, Refusal::Over);
}

#[test]
fn a_move_is_kept_as_the_game_writes_it() {
    let mut story = chess("-");
    let typed = story.attempt(One, 1, "Nf3", 0);
    let kept = story.happens(typed);
    let (text, credit) = ("g1f3".into(), Millis::ZERO);
    assert_eq!(kept, [Event::Played { by: One, text, id: 1, clock: None, credit }]);
}

#[test]
fn a_repeat_is_answered_as_done_and_a_stale_move_as_stale() {
    let mut story = chess("5+0");
    let first = story.attempt(One, 7, "e2e4", 0);
    story.does(first.clone()).refuses(first.clone(), Refusal::Done);
    // The same number from the other player is another attempt.
    let answer = story.attempt(Two, 7, "e7e5", 0);
    story.does(answer).refuses(first.clone(), Refusal::Done);
    let stale = Command::Play { by: One, ply: 1, id: 8, text: "d2d4".into(), lag: Millis(0) };
    story.refuses(stale, Refusal::Stale);
    story.does(Command::Resign { by: One }).refuses(first, Refusal::Done);
}

#[test]
fn not_your_turn_and_illegal_are_refused_each_by_its_name() {
    let mut story = chess("5+0");
    let early = story.attempt(Two, 1, "e7e5", 0);
    story.refuses(early, PlayError::NotYourTurn.into());
    let wrong = story.attempt(One, 1, "e2e5", 0);
    let refusal = decide(&story.state, wrong, Millis(START)).unwrap_err();
    assert_eq!(refusal.code(), "illegal-move");
    assert!(matches!(refusal, Refusal::Play(PlayError::Move(_))));
}

#[test]
fn calling_off_is_possible_until_both_have_moved() {
    for by in [One, Two] {
        let mut story = chess("5+0");
        story.plays("e2e4").does(Command::Abort { by });
        assert_eq!(story.result(), "* aborted");
    }
    chess("5+0").opens().refuses(Command::Abort { by: One }, Refusal::TooLate);
}

#[test]
fn leaving_is_a_forfeit_once_both_have_moved() {
    let mut story = chess("5+0");
    story.plays("e2e4").does(Command::Leave { by: One });
    assert_eq!(story.result(), "* aborted");
    let mut story = chess("5+0");
    story.opens().does(Command::Leave { by: One });
    assert_eq!(story.result(), "0-1 forfeit");
}

#[test]
fn resigning_is_always_possible_in_play() {
    let mut story = chess("-");
    story.does(Command::Resign { by: Two });
    assert_eq!(story.result(), "1-0 resignation");
}

#[test]
fn a_draw_is_claimed_only_where_the_rules_allow_it() {
    let mut story = chess("5+0");
    story.opens().refuses(Command::ClaimDraw { by: One }, PlayError::NoClaim.into());
    for _ in 0..2 {
        story.plays("g1f3").plays("g8f6").plays("f3g1").plays("f6g8");
    }
    story.does(Command::ClaimDraw { by: One });
    assert!(story.result().starts_with("1/2-1/2 "), "{}", story.result());
}

#[test]
fn the_fifth_repetition_ends_the_game_in_the_same_decision() {
    let mut story = chess("-");
    for _ in 0..3 {
        story.plays("g1f3").plays("g8f6").plays("f3g1").plays("f6g8");
    }
    story.plays("g1f3").plays("g8f6").plays("f3g1");
    assert_eq!(story.result(), "");
    story.plays("f6g8");
    assert!(story.result().starts_with("1/2-1/2 "), "{}", story.result());
}
