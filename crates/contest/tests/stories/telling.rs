use crate::*;
use damier_contest::{ReplayError, TermsError};
use damier_games::text::{Language, Tell};

#[test]
fn terms_that_nobody_can_play_by_are_refused() {
    let usual = || terms(GameKey::Katarenga, "5+0", Opposition::People);
    let with = |change: fn(&mut Terms)| {
        let mut terms = usual();
        change(&mut terms);
        terms.check()
    };
    assert_eq!(with(|_| ()), Ok(()));
    assert_eq!(with(|terms| terms.rated = true), Ok(()));
    let computer = |level| Opposition::Computer { side: One, level };
    let level = Terms { opposition: computer(9), ..usual() };
    assert_eq!(level.check(), Err(TermsError::Level));
    let alone = Terms { opposition: computer(1), rated: true, ..usual() };
    assert_eq!(alone.check(), Err(TermsError::RatedAlone));
    let no_board = Terms { game: GameKey::Chess, choosing: true, ..usual() };
    assert_eq!(no_board.check(), Err(TermsError::NoBoard));
    let board = |terms: &mut Terms, text: &str| terms.options.insert("board".into(), text.into());
    let mut given = Terms { choosing: true, ..usual() };
    board(&mut given, "1:0 1:0 1:0 1:0");
    assert_eq!(given.check(), Err(TermsError::BoardGiven));
    let mut stock = Terms { rated: true, ..usual() };
    board(&mut stock, "1:0 1:0 1:90 1:0");
    assert_eq!(stock.check(), Ok(()));
    board(&mut stock, &["RRRRRRRR"; 8].join("/"));
    assert_eq!(stock.check(), Err(TermsError::RatedBoard));
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let mut chess = terms(GameKey::Chess, "-", Opposition::People);
    chess.position = Some(mate.into());
    assert!(matches!(chess.check(), Err(TermsError::Game(_))));
    chess.position = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into());
    chess.rated = true;
    assert_eq!(chess.check(), Err(TermsError::RatedPosition));
}

#[test]
fn a_log_of_something_else_is_refused() {
    let played = |text: &str| Event::Played {
        by: One,
        text: text.into(),
        id: 1,
        clock: None,
        credit: Millis::ZERO,
    };
    let over = || Event::Ended { result: "1-0 resignation".into() };
    for foreign in [
        vec![played("e2e5")],
        vec![over(), played("e2e4")],
        vec![over(), over()],
        vec![Event::TakenBack { plies: 1, clock: None }],
        vec![Event::Begun { board: "1:0 1:0 1:0 1:0".into() }],
        vec![Event::Ended { result: "1-0 boredom".into() }],
        vec![Event::RematchAgreed { next: "x".into() }],
    ] {
        let terms = terms(GameKey::Chess, "-", Opposition::People);
        let log = [Stamped { at: Millis(START), events: foreign }];
        let refused = Match::replay(terms, Millis(START), log).unwrap_err();
        assert_eq!(refused, ReplayError::Misfit { index: 0 });
    }
}

#[test]
fn events_are_written_as_they_always_were() {
    let played = Event::Played {
        by: Two,
        text: "e7e5".into(),
        id: 5,
        clock: Some([Millis(1), Millis(2)]),
        credit: Millis(3),
    };
    let stamped = Stamped { at: Millis(9), events: vec![played] };
    assert_eq!(
        serde_json::to_string(&stamped).unwrap(),
        r#"{"at":9,"events":[{"e":"played","by":"two","text":"e7e5","id":5,"clock":[1,2],"credit":3}]}"#
    );
}

#[test]
fn every_refusal_is_told_in_both_languages() {
    for refusal in [
        Refusal::Done,
        Refusal::Stale,
        Refusal::Over,
        Refusal::NotOver,
        Refusal::NotBegun,
        Refusal::NotChoosing,
        Refusal::Quadrants { expected: 2 },
        Refusal::OwnQuadrant,
        Refusal::NoTakeback,
        Refusal::Rated,
        Refusal::Seen,
        Refusal::TooLate,
        Refusal::Offered,
        Refusal::NoOffer,
        Refusal::NothingDue,
    ] {
        let [english, french] = Language::ALL.map(|language| refusal.tell(language));
        assert_ne!(english, french);
        assert_eq!(english, refusal.to_string());
    }
}
