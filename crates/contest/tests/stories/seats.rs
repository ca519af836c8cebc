use crate::*;

#[test]
fn a_seat_is_kept_for_a_time_that_depends_on_the_speed() {
    for (time, kept) in [("1+0", 15), ("3+2", 30), ("10+5", 60), ("30+0", 120), ("-", 600)] {
        let mut story = chess(time);
        story.opens().does(Command::Lost { by: One });
        let until = Millis(START + kept * 1000);
        assert_eq!(story.state.absent(One), Some(Some(until)));
        story.ends_by_itself(kept * 1000, "0-1 forfeit");
    }
}

#[test]
fn whoever_comes_back_in_time_plays_on() {
    let mut story = chess("10+0");
    story.opens().refuses(Command::Back { by: Two }, Refusal::NothingDue);
    story.does(Command::Lost { by: Two }).refuses(Command::Lost { by: Two }, Refusal::NothingDue);
    story.wait(59_999).does(Command::Back { by: Two });
    assert_eq!(story.state.absent(Two), None);
    story.wait(1).refuses(Command::Tick, Refusal::NothingDue).plays("g1f3");
}

#[test]
fn when_both_are_gone_the_one_whose_time_ends_first_loses() {
    let mut story = chess("10+0");
    story.opens().does(Command::Lost { by: Two }).wait(1000).does(Command::Lost { by: One });
    story.ends_by_itself(59_000, "1-0 forfeit");
    let mut story = chess("10+0");
    story.opens().does(Command::Lost { by: Two }).wait(1000).does(Command::Lost { by: One });
    story.wait(1000).does(Command::Back { by: Two });
    story.ends_by_itself(59_000, "0-1 forfeit");
}

#[test]
fn the_clock_of_an_absent_player_runs_on() {
    let mut story = chess("1+0");
    story.opens().wait(55_000).does(Command::Lost { by: One });
    story.ends_by_itself(6171, "0-1 timeout");
}

#[test]
fn nobody_has_lost_who_went_before_both_had_moved() {
    let mut story = chess("-");
    story.plays("e2e4").does(Command::Lost { by: Two }).ends_by_itself(600_000, "* aborted");
}

#[test]
fn a_computer_a_screen_and_a_correspondent_wait_for_ever() {
    let computer = Opposition::Computer { side: Two, level: 1 };
    for (time, opposition) in
        [("-", computer), ("-", Opposition::OneScreen), ("2d", Opposition::People)]
    {
        let mut story = Story::new(terms(GameKey::Chess, time, opposition));
        story.opens();
        let due = story.state.due();
        story.does(Command::Lost { by: One });
        assert_eq!((story.state.absent(One), story.state.due()), (Some(None), due));
        story.does(Command::Back { by: One });
    }
    let mut story = Story::new(terms(GameKey::Chess, "5+0", computer));
    story.refuses(Command::Lost { by: Two }, Refusal::NothingDue);
}
