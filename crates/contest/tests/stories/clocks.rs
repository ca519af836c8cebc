use crate::*;

/// A blitz match between people has saved up to 3 s of quota at the start; a move gets 2 s of it at most.
const GRACE: i64 = 2000;

#[test]
fn first_moves_cost_nothing_and_have_a_limit_of_their_own() {
    for (time, limit, grace) in [
        ("1+0", 15_000, 1170),
        ("5+3", 30_000, GRACE),
        ("10+0", 60_000, GRACE),
        ("30+0", 90_000, GRACE),
        ("10/turn", 30_000, GRACE),
        ("60/turn", 60_000, GRACE),
        ("2d", 2 * 86_400_000, 0),
    ] {
        let mut story = chess(time);
        let full = story.left();
        story.wait(limit).plays("e2e4");
        assert_eq!(story.left(), full);
        assert_eq!(story.state.running(), None);
        story.ends_by_itself(limit + grace + 1, "* aborted");
    }
    assert_eq!(chess("-").due_in(), None);
    assert_eq!(chess("-").state.clock_at(Millis(START)), None);
}

#[test]
fn base_and_increment() {
    let mut story = chess("5+3");
    story.opens();
    assert_eq!(story.state.running(), Some(One));
    story.wait(10_000);
    assert_eq!(story.left(), [290_000, 300_000]);
    story.plays("g1f3");
    assert_eq!(story.left(), [293_000, 300_000]);
    story.wait(1000).plays("b8c6");
    assert_eq!(story.left(), [293_000, 302_000]);
    story.ends_by_itself(293_000 + GRACE + 1, "0-1 timeout");
    assert_eq!(story.left(), [0, 302_000]);
}

#[test]
fn each_turn_has_its_own_time() {
    let mut story = chess("10/turn");
    story.opens().wait(9000);
    assert_eq!(story.left(), [1000, 10_000]);
    story.plays("g1f3");
    assert_eq!(story.left(), [10_000, 10_000]);
    story.ends_by_itself(10_000 + GRACE + 1, "1-0 timeout");
}

#[test]
fn days_for_each_move() {
    let day = 86_400_000;
    let mut story = chess("2d");
    story.opens().wait(day).plays("g1f3").wait(day);
    assert_eq!(story.left(), [2 * day, day]);
    story.ends_by_itself(day + 1, "1-0 timeout");
}

#[test]
fn a_move_at_the_very_instant_at_which_the_flag_falls_counts() {
    let mut story = chess("5+0");
    story.opens().wait(300_000).plays("g1f3");
    assert_eq!(story.left(), [0, 300_000]);
    let mut story = chess("5+0");
    story.opens().wait(300_001).plays("g1f3");
    assert_eq!(story.result(), "0-1 timeout");
}

#[test]
fn a_move_that_the_network_delayed_counts_at_the_last_instant_of_its_allowance() {
    let mut story = chess("5+0");
    story.opens().wait(300_700).plays_with_lag("g1f3", 700);
    assert_eq!((story.result().as_str(), story.left()), ("", [0, 300_000]));
    assert_eq!(story.state.lag_report(), [Millis(700), Millis(0)]);
    let mut story = chess("5+0");
    story.opens().wait(300_701).plays_with_lag("g1f3", 700);
    assert_eq!(story.result(), "0-1 timeout");
}

#[test]
fn a_claimed_lag_of_an_hour_gives_no_more_than_the_allowance() {
    let mut story = chess("5+0");
    story.opens().wait(10_000).plays_with_lag("g1f3", 3_600_000);
    assert_eq!(story.left(), [292_000, 300_000]);
    let mut story = chess("5+0");
    story.opens().wait(302_001).plays_with_lag("g1f3", 3_600_000);
    assert_eq!(story.result(), "0-1 timeout");
}

#[test]
fn steady_lag_uses_the_allowance_up() {
    let mut story = chess("5+0");
    story.opens();
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"];
    for text in moves {
        story.wait(2000).plays_with_lag(text, 2000);
    }
    // 2 s, 2 s, then a second a move.
    assert_eq!(story.state.lag_report(), [Millis(6000); 2]);
    assert_eq!(story.left(), [298_000; 2]);
}

#[test]
fn lag_never_gives_more_than_the_move_took() {
    let mut story = chess("5+0");
    story.opens().wait(100).plays_with_lag("g1f3", 900);
    assert_eq!(story.left(), [300_000, 300_000]);
}

#[test]
fn who_cannot_win_any_more_does_not_win_by_the_clock() {
    let mut lone = terms(GameKey::Chess, "1+0", Opposition::People);
    lone.position = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into());
    let mut story = Story::new(lone.clone());
    story.plays("e2e4").plays("e8d8").ends_by_itself(61_171, "1/2-1/2 timeout");
    let mut story = Story::new(lone);
    story.plays("e2e4").plays("e8d8").plays("e4e5").ends_by_itself(61_171, "1-0 timeout");
}

#[test]
fn whatever_was_due_has_happened_before_any_command() {
    for late in [
        Command::Resign { by: Two },
        Command::OfferDraw { by: Two },
        Command::Back { by: One },
        Command::Leave { by: Two },
    ] {
        let mut story = chess("5+0");
        story.opens().wait(302_001).does(late);
        assert_eq!(story.result(), "0-1 timeout");
    }
}

#[test]
fn a_clock_that_went_backwards_changes_nothing() {
    let mut story = chess("5+0");
    story.opens().wait(-5000).plays("g1f3");
    assert_eq!(story.left(), [300_000, 300_000]);
}

#[test]
fn the_server_was_down_for_an_hour() {
    let hour = 3_600_000;
    let mut story = chess("5+0");
    story.opens().wait(10_000);
    let from = Millis(START + 10_000);
    story.wait(hour).does(Command::GiveBack { from });
    assert_eq!(story.left(), [290_000, 300_000]);
    story.refuses(Command::Tick, Refusal::NothingDue);
    // A second node that noticed the same gives nothing twice.
    story.refuses(Command::GiveBack { from }, Refusal::NothingDue);
    story.wait(20_000).plays("g1f3");
    assert_eq!(story.left(), [270_000, 300_000]);
}

#[test]
fn time_is_given_back_to_first_moves_choosing_and_empty_seats_too() {
    let hour = 3_600_000;
    let from = Millis(START);
    let mut story = chess("5+0");
    story.wait(hour).does(Command::GiveBack { from });
    story.ends_by_itself(32_001, "* aborted");

    let mut story = chess("-");
    story.opens().does(Command::Lost { by: Two });
    story.wait(hour).does(Command::GiveBack { from });
    story.ends_by_itself(600_000, "1-0 forfeit");

    let mut choosing = terms(GameKey::Katarenga, "5+0", Opposition::People);
    choosing.choosing = true;
    let mut story = Story::new(choosing);
    story.wait(hour).does(Command::GiveBack { from });
    story.ends_by_itself(300_000, "* aborted");
}

#[test]
fn nothing_is_given_back_where_nothing_runs() {
    let from = Millis(START);
    chess("-").opens().wait(1000).refuses(Command::GiveBack { from }, Refusal::NothingDue);
    let mut story = chess("5+0");
    story.does(Command::Abort { by: One });
    story.wait(1000).refuses(Command::GiveBack { from }, Refusal::NothingDue);
}
