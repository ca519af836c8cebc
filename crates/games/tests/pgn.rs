//! Records of the chess games as other programs and people write them.

use damier_games::{GameKey, Viewer, outcome::result_text, record, text::Language, text::Tell};

/// Paul Morphy against the Duke of Brunswick and Count Isouard, with everything that a file may carry.
const OPERA: &str = "\u{feff}% written by hand\r
[Event \"Paris \\\"Opera\\\"\"]
[Site \"Paris FRA\"]
[Date \"1858.11.02\"]
[White \"Morphy, Paul\"]
[Black \"Duke Karl / Count Isouard\"]
[Result \"1-0\"]
[ECO \"C41\"]

{Philidor's defence} 1. e4 e5 2.Nf3 d6 3. d4 $6 Bg4?! (3... exd4 4. Nxd4 (4. Qxd4 Nc6 {or a6} 5. Bb5) 4... Nf6)
4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3! Qe7 8. Nc3 c6 9. Bg5 {It is
like a problem} b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. 0-0-0 Rd8 ; queen's side
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0
";

#[test]
fn an_annotated_game_is_read_to_its_mate() {
    let games = record::read(OPERA, None).expect("a good record");
    let [game] = games.as_slice() else { panic!("one game, not {}", games.len()) };
    assert_eq!(game.tag("Event"), Some("Paris \"Opera\""));
    assert_eq!(game.table.info().key, "chess");
    assert_eq!(game.table.ply(), 33);
    assert_eq!(result_text(game.table.result()), "1-0 checkmate");
    assert_eq!(
        game.table.snapshot(Viewer::Spectator).position,
        "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
    );
    assert_eq!(
        game.comments,
        [
            (0, "Philidor's defence".into()),
            (17, "It is like a problem".into()),
            (24, "queen's side".into())
        ]
    );
    let text = game.table.record(&[("White".into(), "Morphy, Paul".into())], Viewer::Referee);
    assert!(text.contains("12. O-O-O Rd8 13. Rxd7 Rxd7"), "{text}");
    assert!(text.contains("[Termination \"checkmate\"]"), "{text}");
    let again = record::read(&text, None).expect("what is written can be read");
    assert_eq!(again[0].table.reports(Viewer::Referee), game.table.reports(Viewer::Referee));
}

#[test]
fn castling_with_zeros_does_not_end_a_game() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 *";
    let games = record::read(text, None).expect("a good record");
    assert_eq!((games.len(), games[0].table.ply()), (1, 10));
}

#[test]
fn files_hold_many_games_and_start_anywhere() {
    let text = "[Variant \"From Position\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n\
        40... Kd7 41. e4 1/2-1/2\n\n[Variant \"Standard\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let games = record::read(text, None).expect("two good records");
    let results: Vec<_> = games.iter().map(|game| result_text(game.table.result())).collect();
    assert_eq!(results, ["1/2-1/2 adjudication", "0-1 checkmate"]);
    let text = games[0].table.record(&[], Viewer::Referee);
    assert!(text.contains("\n40... Kd7 41. e4 1/2-1/2\n"), "{text}");
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]"), "{text}");
}

#[test]
fn horde_elsewhere_is_the_horde_of_lichess() {
    let text = "[Event \"Rated horde game\"]\n[Variant \"Horde\"]\n[FEN \"rnbqkbnr/pppppppp/8/1PP2PP1/\
        PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\"]\n[SetUp \"1\"]\n\n\
        1. e5 { [%clk 0:03:00] } d6 2. exd6 exd6 3. g6 { [%clk 0:02:58] } fxg6 1/2-1/2\n";
    let games = record::read(text, None).expect("a good record");
    let table = &games[0].table;
    assert_eq!(table.info().key, "horde");
    assert_eq!(table.options().get("variant").map(String::as_str), Some("lichess"));
    assert_eq!(table.ply(), 6);
    let ours = table.record(&[], Viewer::Referee);
    assert!(ours.contains("[Variant \"Horde\"]\n[Options \"variant=lichess\"]"), "{ours}");
    assert_eq!(record::read(&ours, None).expect("ours").len(), 1);
}

#[test]
fn the_game_that_black_begins_is_numbered_so() {
    let text = "[Game \"horde\"]\n[Options \"variant=dunsany\"]\n\n1... e5 2. fxe5 d6 *";
    let games = record::read(text, None).expect("a good record");
    assert!(games[0].table.record(&[], Viewer::Referee).contains("\n1... e5 2. fxe5 d6 *\n"));
}

#[test]
fn a_silent_record_is_of_the_usual_game() {
    let text = "1. d2-c3 *";
    let games = record::read(text, Some(GameKey::Alquerque)).expect("a good record");
    assert_eq!(games[0].table.info().key, "alquerque");
    let chess = record::read("1. e4 *", None).expect("a good record");
    assert_eq!(chess[0].table.info().key, "chess");
}

#[test]
fn mistakes_are_found_where_they_stand() {
    for (text, place, part) in [
        ("1. e4 e5 2. Ke3", (1, 13), "no piece of yours of that kind can go there"),
        ("[White \"A\"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb5 a6 4. Nxe6", (4, 25), "kind"),
        ("1. e4 {é} e5 2. Bc4 Bc5 3. Nbd2", (1, 28), "own pieces"),
        ("1. e4 (1. d4", (1, 7), "a ) later on"),
        ("1. e4 {", (1, 7), "a } later on"),
        ("[White \"A\"\n1. e4", (1, 11), "closing ]"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", (1, 1), "one king of each colour"),
        ("1. f3 e5 2. g4 Qh4# 1-0", (1, 21), "0-1"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", (1, 24), "the game is over: 0-1 checkmate"),
    ] {
        let error = record::read(text, None).map(|_| ()).expect_err("a mistake");
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
        assert!(error.tell(Language::French).starts_with("ligne "));
    }
}
