//! Draughts games as other programs write them.

use damier_games::{
    GameKey, Viewer,
    record::{self, RecordError},
};

const CLUB_GAME: &str = r#"[Event "Club championship"]
[Site "Nantes"]
[Date "2019.03.14"]
[Round "3"]
[White "A. Martin"]
[Black "B. Durand"]
[Result "1-1"]
[GameType "20,W,10,10,N2,0"]

1. 32-28 19-23 2. 28x19 14x23 {the classical exchange} 3. 37-32 10-14
4. 41-37 14-19 5. 46-41 5-10 (5... 9-14 6. 35-30) 6. 33-28! 10-14
7. 39-33 $1 20-24 8. 44-39 14-20 9. 50-44 16-21 10. 31-26 11-16 1-1
"#;

fn one(text: &str, usual: Option<GameKey>) -> record::Loaded {
    let mut games = record::read(text, usual).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn error(text: &str) -> RecordError {
    match record::read(text, Some(GameKey::Draughts)) {
        Ok(_) => panic!("read although it is wrong: {text}"),
        Err(error) => error,
    }
}

#[test]
fn a_game_of_the_club() {
    let game = one(CLUB_GAME, None);
    assert_eq!(game.table.info().key, "draughts");
    assert_eq!((game.table.ply(), game.tag("Site")), (20, Some("Nantes")));
    assert_eq!(game.comments, [(4, "the classical exchange".to_string())]);
    assert_eq!(game.table.result().unwrap().to_string(), "1/2-1/2 adjudication");
    let record = game.table.record(&game.tags, Viewer::Referee);
    assert!(record.contains("[GameType \"20\"]") && record.contains("2. 28x19 14x23"), "{record}");
    assert!(record.trim_end().ends_with("1-1"), "{record}");
    let again = one(&record, None);
    assert_eq!(again.table.snapshot(Viewer::Referee), game.table.snapshot(Viewer::Referee));
}

#[test]
fn the_tags_of_other_programs_tell_the_variant() {
    for (tags, variant, moves) in [
        ("[GameType \"26\"]", Some("brazilian"), "1. 22-18 10-14 *"),
        ("[GameType \"25,W,8,8,A0,0\"]", Some("russian"), "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *"),
        ("[GameType \"20\"]", None, "1.32-28 17-22 2.28:17 11x22 0-2"),
        ("[FEN \"B:W31-50:B1-20.\"]", None, "1... 20-24 2. 34-30 0-0"),
    ] {
        let game = one(&format!("{tags}\n\n{moves}\n"), None);
        let chosen = game.table.options().get("variant").cloned();
        assert_eq!(chosen.as_deref(), variant, "{tags}");
        assert!(game.table.ply() >= 2);
    }
    // Frisian is not played here, and its number is not mistaken for another game.
    assert!(record::read("[GameType \"40\"]\n\n1. 32-28 *", None).is_err());
}

#[test]
fn captures_may_be_written_with_all_their_landings() {
    let position = "[GameType \"20\"]\n[FEN \"W:WK46:B37,28,19\"]\n\n";
    for text in ["46x5", "46-5", "46:5", "46x32x23x5", "46x32x23x14x5"] {
        let outcome = record::read(&format!("{position}1. {text} *"), None);
        assert_eq!(outcome.is_ok(), text != "46x32x23x14x5", "{text}");
    }
}

#[test]
fn a_bad_file_is_told_where_it_is_bad() {
    for (text, place, told) in [
        ("[GameType \"20\"]\n\n1. 32-28 19-23\n2. 33-29 *", (4, 4), "you must capture a piece"),
        ("1. 32-28 18-22 2. 28x19 *", (1, 19), "illegal move"),
        ("1. 32-28 19-32 *", (1, 10), "one square diagonally forward"),
        ("1. 32-28 hello *", (1, 10), "expected squares such as 32-28"),
        ("1. 32-99999999999999 *", (1, 4), "expected squares such as 32-28"),
        ("1. 20-24 *", (1, 4), "no piece of yours"),
        ("[FEN \"W:W31:B31\"]\n\n1. 31-27 *", (1, 1), "each square once"),
        ("[FEN \"W:W51:B1\"]\n\n*", (1, 1), "from 1 to 50"),
        ("[GameType \"20\"]\n[FEN \"\"]\n\n*", (2, 1), "W or B first"),
        ("[GameType \"20\"\n", (1, 15), "closing ]"),
        ("1. 32-28 {never closed", (1, 10), "a } later on"),
        ("", (1, 1), "at least one game"),
    ] {
        let error = error(text);
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert!(error.to_string().contains(told), "{text}: {error}");
    }
}
