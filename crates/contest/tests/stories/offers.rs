use crate::*;

#[test]
fn a_draw_is_agreed() {
    let mut story = chess("5+0");
    story.opens().does(Command::OfferDraw { by: Two });
    assert_eq!(story.state.draw_offer(), Some(Two));
    story.refuses(Command::OfferDraw { by: Two }, Refusal::Offered);
    story.does(Command::OfferDraw { by: One });
    assert_eq!(story.result(), "1/2-1/2 agreement");
}

#[test]
fn a_draw_offer_crosses_a_move() {
    // The opponent's move left before the offer arrived: the offer is declined by it.
    let mut story = chess("5+0");
    story.opens().does(Command::OfferDraw { by: Two }).plays("g1f3");
    assert_eq!(story.state.draw_offer(), None);
    // So that the acceptance of the other, on its way already, is an offer of its own.
    story.does(Command::OfferDraw { by: One });
    assert_eq!((story.state.draw_offer(), story.result().as_str()), (Some(One), ""));
}

#[test]
fn the_offerers_own_move_keeps_the_offer() {
    let mut story = chess("5+0");
    story.opens().does(Command::OfferDraw { by: One }).plays("g1f3");
    assert_eq!(story.state.draw_offer(), Some(One));
    story.does(Command::OfferDraw { by: Two });
    assert_eq!(story.result(), "1/2-1/2 agreement");
}

#[test]
fn nobody_offers_again_before_the_opponent_has_moved() {
    let mut story = chess("5+0");
    story.opens().does(Command::OfferDraw { by: One }).does(Command::DeclineDraw { by: Two });
    story.refuses(Command::OfferDraw { by: One }, Refusal::Offered);
    story.plays("g1f3").refuses(Command::OfferDraw { by: One }, Refusal::Offered);
    story.plays("b8c6").does(Command::OfferDraw { by: One });
    // Who changes one's mind takes it back.
    story.does(Command::DeclineDraw { by: One });
    story.refuses(Command::DeclineDraw { by: One }, Refusal::NoOffer);
}

#[test]
fn a_computer_answers_an_offer_by_its_own_judgement() {
    let computer = Opposition::Computer { side: Two, level: 3 };
    let mut story = Story::new(terms(GameKey::Chess, "5+0", computer));
    story.opens().does(Command::OfferDraw { by: One });
    assert_eq!(story.state.draw_offer(), Some(One));
    story.does(Command::DeclineDraw { by: Two }).plays("g1f3").plays("b8c6");
    story.does(Command::OfferDraw { by: One }).does(Command::OfferDraw { by: Two });
    assert_eq!(story.result(), "1/2-1/2 agreement");
}

#[test]
fn one_screen_needs_nobodys_consent() {
    let mut story = Story::new(terms(GameKey::Chess, "5+0", Opposition::OneScreen));
    story.opens().does(Command::Takeback { by: One });
    assert_eq!((story.state.table().ply(), story.state.turn()), (1, Some(Two)));
    story.does(Command::Takeback { by: One });
    story.refuses(Command::Takeback { by: One }, Refusal::NoTakeback);
    story.opens().wait(5000);
    assert_eq!(story.left(), [295_000, 300_000]);
    story.does(Command::OfferDraw { by: One });
    assert_eq!(story.result(), "1/2-1/2 agreement");
    story.does(Command::Rematch { by: One, next: "b".into() });
    assert_eq!(story.state.next_match(), Some("b"));
}

#[test]
fn a_takeback_is_asked_and_granted() {
    let mut story = chess("5+0");
    story.opens().wait(1000).plays("g1f3").wait(2000);
    story.refuses(Command::DeclineTakeback { by: Two }, Refusal::NoOffer);
    story.does(Command::Takeback { by: One });
    assert_eq!(story.state.takeback_asked(), Some(One));
    story.refuses(Command::Takeback { by: One }, Refusal::Offered);
    let granted = story.happens(Command::Takeback { by: Two });
    let clock = Some([Millis(299_000), Millis(298_000)]);
    assert_eq!(granted, [Event::TakenBack { plies: 1, clock }]);
    assert_eq!((story.state.turn(), story.state.takeback_asked()), (Some(One), None));
    story.wait(1000);
    assert_eq!(story.left(), [298_000, 298_000]);
}

#[test]
fn who_is_to_move_takes_back_two_moves() {
    let mut story = chess("10/turn");
    story
        .opens()
        .wait(4000)
        .does(Command::Takeback { by: One })
        .does(Command::Takeback { by: Two });
    assert_eq!((story.state.table().ply(), story.state.turn()), (0, Some(One)));
    // The turn goes on: it does not begin anew.
    assert_eq!(story.left(), [6000, 10_000]);
}

#[test]
fn whoever_waits_after_a_takeback_has_a_whole_turn_again() {
    let mut story = chess("10/turn");
    story.opens().wait(1000).plays("g1f3").wait(4000);
    story.does(Command::Takeback { by: One }).does(Command::Takeback { by: Two });
    assert_eq!((story.state.turn(), story.left()), (Some(One), [10_000, 10_000]));
}

#[test]
fn a_move_or_a_refusal_ends_the_wish_to_take_back() {
    let mut story = chess("5+0");
    story.opens().does(Command::Takeback { by: Two }).plays("g1f3");
    assert_eq!(story.state.takeback_asked(), None);
    story.does(Command::Takeback { by: One }).does(Command::DeclineTakeback { by: Two });
    story.refuses(Command::Takeback { by: One }, Refusal::Offered);
    story.plays("b8c6").does(Command::Takeback { by: One });
}

#[test]
fn a_move_that_was_taken_back_is_not_played_again_when_it_arrives_twice() {
    let mut story = chess("-");
    story.opens();
    let slip = story.attempt(One, 77, "d1h5", 0);
    story
        .does(slip.clone())
        .does(Command::Takeback { by: One })
        .does(Command::Takeback { by: Two });
    story.refuses(slip, Refusal::Stale).plays("g1f3");
}

#[test]
fn a_computer_refuses_no_takeback() {
    let computer = Opposition::Computer { side: Two, level: 3 };
    let mut story = Story::new(terms(GameKey::Dark, "5+0", computer));
    story.refuses(Command::Takeback { by: One }, Refusal::NoTakeback);
    story.opens().refuses(Command::Takeback { by: Two }, Refusal::NoTakeback);
    story.does(Command::Takeback { by: One });
    assert_eq!(story.state.table().ply(), 0);
    story.plays("e2e4").does(Command::Takeback { by: One });
    assert_eq!(story.state.table().ply(), 0);
}

#[test]
fn no_takeback_when_it_counts_or_when_something_was_seen() {
    let mut rated = terms(GameKey::Chess, "5+0", Opposition::People);
    rated.rated = true;
    Story::new(rated).opens().refuses(Command::Takeback { by: One }, Refusal::Rated);
    let hidden = terms(GameKey::Dark, "5+0", Opposition::People);
    Story::new(hidden).opens().refuses(Command::Takeback { by: One }, Refusal::Seen);
    chess("5+0").plays("e2e4").refuses(Command::Takeback { by: Two }, Refusal::NoTakeback);
}

#[test]
fn two_offers_of_a_rematch_race() {
    let mut story = chess("5+0");
    let ask = |by, next: &str| Command::Rematch { by, next: next.into() };
    story.opens().refuses(ask(One, "x"), Refusal::NotOver);
    story.does(Command::Resign { by: Two });
    story.does(ask(Two, "x")).refuses(ask(Two, "y"), Refusal::Offered);
    assert_eq!(story.state.rematch_offer(), Some(Two));
    // Whoever comes second agrees to the first one's match.
    let agreed = story.happens(ask(One, "z"));
    assert_eq!(agreed, [Event::RematchAgreed { next: "x".into() }]);
    story.refuses(ask(One, "z"), Refusal::Done).refuses(ask(Two, "x"), Refusal::Done);
    story.refuses(Command::DeclineRematch { by: Two }, Refusal::NoOffer);
}

#[test]
fn a_declined_rematch_may_still_be_asked_for_by_the_other() {
    let mut story = chess("5+0");
    let ask = |by, next: &str| Command::Rematch { by, next: next.into() };
    story.refuses(Command::DeclineRematch { by: One }, Refusal::NotOver);
    story.does(Command::Abort { by: One }).does(ask(One, "x"));
    story.does(Command::DeclineRematch { by: Two }).refuses(ask(One, "y"), Refusal::Offered);
    story.does(ask(Two, "y")).does(ask(One, "z"));
    assert_eq!(story.state.next_match(), Some("y"));
}

#[test]
fn a_rematch_exchanges_the_sides() {
    let computer = |side| terms(GameKey::Chess, "5+0", Opposition::Computer { side, level: 3 });
    let mut story = Story::new(computer(Two));
    story.does(Command::Resign { by: One });
    story.does(Command::Rematch { by: One, next: "x".into() });
    assert_eq!(story.state.next_match(), Some("x"));
    assert_eq!(story.state.rematch_terms(), computer(One));
}
