//! Records as other programs and people write them, and as nobody should.

use super::{Loaded, read};
use crate::{
    GameKey, Viewer, open,
    options::{Options, parse_pairs},
    text::{Language, Tell},
};
use proptest::prelude::*;
use std::time::{Duration, Instant};

const HEAD: &str = "[Game \"morpion\"]\n[Options \"line=3,size=3\"]\n\n";
/// X wins by the left file.
const WON: &str = "1. a1 b1 2. a2 b2 3. a3 1-0\n";

fn games(text: &str) -> Vec<Loaded> {
    read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The only game of a text.
fn game(text: &str) -> Loaded {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// A game of tic-tac-toe.
fn small(moves: &str) -> Loaded {
    game(&format!("{HEAD}{moves}"))
}

fn moves(loaded: &Loaded) -> String {
    let texts = loaded.table.reports(Viewer::Referee).into_iter().flatten();
    texts.map(|report| report.text).collect::<Vec<_>>().join(" ")
}

fn result(loaded: &Loaded) -> String {
    loaded.table.result().map_or_else(|| "*".into(), |outcome| outcome.to_string())
}

fn error(text: &str) -> String {
    read(text, None).map(|games| games.len()).unwrap_err().to_string()
}

#[test]
fn numbers_stand_with_or_without_a_blank_or_not_at_all() {
    for text in [
        "1. a1 b1 2. a2 b2",
        "1.a1 b1 2.a2 b2",
        "1. a1 1... b1 2. a2 2... b2",
        "1.a1 1...b1 2.a2 2...b2",
        "1 a1 b1 2 a2 b2",
        "a1 b1 a2 b2",
        "1. a1\n... b1\n2. a2\n2. ... b2",
        "1 . a1 b1 2 . a2 b2",
    ] {
        assert_eq!(moves(&small(text)), "a1 b1 a2 b2", "{text}");
    }
}

#[test]
fn comments_are_kept_with_their_place() {
    let loaded =
        small("{first of\n all} 1. a1 ; the corner\n{} b1{tight}2. a2 {} *  {after} ; all");
    assert_eq!(moves(&loaded), "a1 b1 a2");
    let kept: Vec<_> = loaded.comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    let expected = [
        (0, "first of all"),
        (1, "the corner"),
        (1, ""),
        (2, "tight"),
        (3, ""),
        (3, "after"),
        (3, "all"),
    ];
    assert_eq!(kept, expected);
    assert_eq!(game(&format!("{{before}}\n{HEAD}a1 *")).comments, [(0, "before".into())]);
}

#[test]
fn a_comment_holds_anything_but_its_end() {
    let loaded = small("a1 {( [ ; $1 { 1-0 \n% a2} b1 ; } ) ( {\n*");
    assert_eq!(moves(&loaded), "a1 b1");
    assert_eq!(loaded.comments[0].1, "( [ ; $1 { 1-0 % a2");
    assert_eq!(loaded.comments[1].1, "} ) ( {");
}

#[test]
fn a_percent_sign_hides_its_line_only_where_it_begins_one() {
    let loaded = game(&format!("% made by hand\n{HEAD}a1\n%b1 {{\nb2\n%"));
    assert_eq!(moves(&loaded), "a1 b2");
    assert!(
        error(&format!("{HEAD}a1 %b1\n*")).starts_with("line 4, column 4: illegal move \"%b1\"")
    );
}

#[test]
fn glyphs_and_variations_are_read_over() {
    let text = "1. a1! $1 ( 1. b2 {x} ( 1. c3 ; )\n) 1... $7 nonsense 1-0 ) b1?!$6 (1... a2) 2. a2 $14$2 b2 !? *";
    let loaded = small(text);
    assert_eq!(moves(&loaded), "a1 b1 a2 b2");
    assert_eq!((result(&loaded).as_str(), loaded.comments.len()), ("*", 0));
}

#[test]
fn line_ends_and_byte_order_marks_of_every_system_are_read() {
    let unix = format!("\u{feff}{HEAD}; said\n{WON}");
    for text in [unix.clone(), unix.replace('\n', "\r\n")] {
        let loaded = game(&text);
        assert_eq!(
            (moves(&loaded).as_str(), result(&loaded).as_str()),
            ("a1 b1 a2 b2 a3", "1-0 line")
        );
        assert_eq!(loaded.comments, [(0, "said".into())]);
        assert_eq!(loaded.tag("Options"), Some("line=3,size=3"));
    }
    assert!(
        error(&format!("{HEAD}a1\r\na1").replace('\n', "\r\n")).starts_with("line 5, column 1:")
    );
}

#[test]
fn a_file_holds_several_games() {
    let alquerque = "[Game \"alquerque\"]\n\n1. d2-c3 *\n";
    let text = format!("{HEAD}{WON}{{well played}}\n{alquerque}\n{HEAD}b2\n{HEAD}{WON}");
    let games = games(&text);
    let told: Vec<_> = games
        .iter()
        .map(|loaded| (loaded.table.info().key, loaded.table.ply(), result(loaded)))
        .collect();
    let expected = [
        ("morpion", 5, "1-0 line".into()),
        ("alquerque", 1, "*".into()),
        ("morpion", 1, "*".into()),
        ("morpion", 5, "1-0 line".into()),
    ];
    assert_eq!(told, expected);
    assert_eq!(games[0].comments, [(5, "well played".into())]);
    // Without tags every result ends a game.
    assert_eq!(read("h8 * h8 a1 1-0", Some(GameKey::Morpion)).map_or(0, |games| games.len()), 2);
}

#[test]
fn a_result_comes_from_the_end_the_tag_or_the_rules() {
    for (text, expected) in [
        ("a1 b1 a2 b2 a3", "1-0 line"),
        ("a1 b1 a2 b2 a3 *", "1-0 line"),
        ("a1 1/2-1/2", "1/2-1/2 adjudication"),
        ("a1 *", "*"),
        ("a1", "*"),
    ] {
        assert_eq!(result(&small(text)), expected, "{text}");
    }
    for (tags, expected) in [
        ("[Result \"0-1\"]", "0-1 adjudication"),
        ("[Result \"0-1\"]\n[Termination \"resignation\"]", "0-1 resignation"),
        ("[Result \"?\"]", "*"),
        ("[Result \"*\"]\n[Termination \"aborted\"]", "* aborted"),
    ] {
        assert_eq!(result(&game(&format!("{tags}\n{HEAD}a1"))), expected, "{tags}");
    }
    assert_eq!(result(&game(&format!("[Result \"0-1\"]\n{HEAD}a1 1-0"))), "1-0 adjudication");
}

#[test]
fn tags_may_be_loosely_written() {
    let text = "[ Game  \"morpion\" ][Options\t\"line=3,size=3\"]\n[White \"a \\\"b\\\" \\\\ \\c ]\"] a1 *";
    let loaded = game(text);
    assert_eq!(loaded.tag("White"), Some("a \"b\" \\ \\c ]"));
    assert_eq!(loaded.tag("Black"), None);
}

#[test]
fn errors_tell_the_line_and_the_column_in_characters() {
    for (text, expected) in [
        ("", "line 1, column 1: found \"\", expected at least one game"),
        ("; only\n{a remark}", "line 2, column 11: found \"\", expected at least one game"),
        (
            "\n  [Variant \"Bughouse\"] a1",
            "line 2, column 3: found \"\", expected a tag that says which game it is, such as [Game \"chess\"]",
        ),
        ("{é} [Game \"morpions\"]", "line 1, column 5: found \"morpions\", expected "),
        ("[White \"é\"] [Game \"morpion\"]\n{éé} h8 h8", "line 2, column 9: illegal move \"h8\": "),
        (
            "[Game \"morpion\"]\n[Options \"size=4\"]\na1",
            "line 2, column 1: the winning row is longer than the board",
        ),
        (
            "[Game \"morpion\"]\n[Options \"size\"]\na1",
            "line 2, column 1: cannot read option \"size\"",
        ),
        (
            "[Game \"morpion\"]\n [Position \"morpion 3\"]\na1",
            "line 2, column 2: cannot read \"morpion 3\"",
        ),
        (
            "[Game \"morpion\"]\n[Viewer \"x\"]\na1",
            "line 2, column 1: found \"x\", expected the record of a whole game",
        ),
        (
            "[Game \"morpion\"] a1 --",
            "line 1, column 21: found \"--\", expected a move that is not hidden",
        ),
        ("[Game morpion]\nx", "line 1, column 7: found \"morpion]\", expected a tag"),
        ("[]", "line 1, column 1: found \"[\", expected a tag"),
        ("[Game \"morp\n", "line 1, column 7: found \"\"\", expected a closing \""),
        ("[Game \"morpion\" ;]", "line 1, column 17: found \";]\", expected a closing ]"),
        ("[Game \"morpion\"]\na1 {é", "line 2, column 4: found \"{\", expected a } later on"),
        (
            "[Game \"morpion\"]\na1 (b1 (c1) ",
            "line 2, column 4: found \"(\", expected a ) later on",
        ),
        ("[Game \"morpion\"]\na1 (b1 [c1])", "line 2, column 8: found \"[\", expected a move"),
        ("[Game \"morpion\"]\na1 )", "line 2, column 4: found \")\", expected a move"),
        ("[Game \"morpion\"]\na1 }", "line 2, column 4: found \"}\", expected a move"),
        ("[Game \"morpion\"]\na1 \"b\"", "line 2, column 4: found \"\"\", expected a move"),
    ] {
        let error = error(text);
        assert!(error.starts_with(expected), "{text}\n{error}");
    }
}

#[test]
fn the_rules_have_the_last_word() {
    let wrong = format!("{HEAD}a1 b1 a2 b2 a3 0-1");
    assert_eq!(error(&wrong), "line 4, column 16: found \"0-1\", expected 1-0");
    let tagged = format!("[Result \"1/2-1/2\"]\n{HEAD}a1 b1 a2 b2 a3");
    assert_eq!(error(&tagged), "line 1, column 1: found \"1/2-1/2\", expected 1-0");
    let late = format!("{HEAD}a1 b1 a2 b2 a3 c3");
    assert_eq!(error(&late), "line 4, column 16: the game is over: 1-0 line");
    let in_french = read(&late, None).map(|games| games.len()).unwrap_err().tell(Language::French);
    assert!(in_french.ends_with("la partie est finie : 1-0, alignement gagnant"), "{in_french}");
    // Two games: the second one's faults are told where they stand.
    let second = format!("{HEAD}{WON}{HEAD}a1 a1");
    assert!(error(&second).starts_with("line 8, column 4: illegal move \"a1\""));
    assert!(
        error(&format!("{HEAD}{WON}\n [Variant \"Bughouse\"] a1"))
            .starts_with("line 6, column 2: found \"\", expected a tag")
    );
    // Castling with zeros is a move, not the end of a draughts game.
    assert!(error(&format!("{HEAD}a1 0-0")).starts_with("line 4, column 4: illegal move \"0-0\""));
}

#[test]
fn headers_cannot_change_what_a_record_means() {
    let mut table = open(GameKey::Morpion, &Options::new(), None).unwrap();
    table.play(table.turn(), "h8").unwrap();
    let headers = ["Options", "Position", "Termination", "Viewer", "Result", "FEN", "Game", "a b"];
    let header = |name: &&str| (name.to_string(), "hostile".to_owned());
    let mut headers: Vec<_> = headers.iter().map(header).collect();
    headers.extend([("Ply".into(), "1".into()), ("Ply".into(), "2".into())]);
    let loaded = game(&table.record(&headers, Viewer::Referee));
    assert_eq!(loaded.table.snapshot(Viewer::Referee), table.snapshot(Viewer::Referee));
    assert_eq!(loaded.tags.iter().filter(|(_, value)| value == "hostile").count(), 0);
    assert_eq!(loaded.tags.iter().filter(|(name, _)| name == "Ply").count(), 1);
}

/// Texts that cost most for their length, ten times as long, must not cost a hundred times as much.
#[test]
fn reading_takes_linear_time() {
    let options = parse_pairs(["line=3", "size=3"]).unwrap();
    let record = open(GameKey::Morpion, &options, None).unwrap().record(&[], Viewer::Referee);
    for part in [
        "(",
        "(a1 ",
        "{a}",
        "{",
        "1.",
        "1",
        ".",
        "$1",
        "a1!",
        "[A \"\"]",
        "[A \"\\\"",
        "[",
        "%\n",
        ";\n",
        "é",
        "\n",
        "\r\n",
        "* ",
        "a1 * ",
        &record,
    ] {
        let time = |length: usize| {
            let text = part.repeat(length / part.len());
            let start = Instant::now();
            let _ = read(&text, Some(GameKey::Morpion));
            start.elapsed()
        };
        let (short, long) = (time(10_000), time(100_000));
        let limit = short * 40 + Duration::from_millis(500);
        assert!(long < limit, "{part:?}: {short:?} and {long:?}");
    }
}

/// Bits of records, in any order.
fn crumbs() -> impl Strategy<Value = String> {
    let bits = vec![
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$",
        "\n",
        "\r\n",
        " ",
        "1.",
        "1...",
        "12",
        "a1",
        "b2",
        "h8",
        "d2-c3",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "--",
        "!",
        "?",
        "é",
        "\u{feff}",
        "\u{a0}",
        "\0",
        "[Game \"morpion\"]",
        "[Game \"alquerque\"]",
        "[Options \"line=3,size=3\"]",
        "[Result \"1-0\"]",
        "[Position \"morpion 3/3/3 o line=3,size=3\"]",
    ];
    proptest::collection::vec(proptest::sample::select(bits), 0..40).prop_map(|bits| bits.concat())
}

/// A good record with some characters changed, left out or doubled.
fn damaged() -> impl Strategy<Value = String> {
    let good = format!(
        "{HEAD}{WON}{{of\nnote}}\n[Game \"alquerque\"]\n\n1. d2-c3 (1. b2-c3 $1) ; said\n*\n"
    );
    let edits =
        proptest::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<char>()), 1..6);
    edits.prop_map(move |edits| {
        let mut text: Vec<char> = good.chars().collect();
        for (index, edit, other) in edits {
            let at = index.index(text.len());
            match edit {
                0 => text[at] = other,
                1 if text.len() > 1 => drop(text.remove(at)),
                2 => text.insert(at, text[at]),
                _ => text.truncate(at + 1),
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_it_panic(text in prop_oneof![any::<String>(), crumbs(), damaged()]) {
        for usual in [None, Some(GameKey::Morpion)] {
            match read(&text, usual) {
                Ok(games) => prop_assert!(!games.is_empty()),
                Err(error) => {
                    let lines: Vec<&str> = text.split('\n').collect();
                    prop_assert!((1..=lines.len()).contains(&error.line), "{error}");
                    let width = lines[error.line - 1].chars().count();
                    prop_assert!((1..=width + 1).contains(&error.column), "{error}");
                    prop_assert!(error.to_string().len() < 1000);
                }
            }
        }
    }

    /// What was read and is written again reads as the same.
    #[test]
    fn what_was_read_can_be_written(text in prop_oneof![crumbs(), damaged()]) {
        for loaded in read(&text, Some(GameKey::Morpion)).unwrap_or_default() {
            let again = loaded.table.record(&loaded.tags, Viewer::Referee);
            let same = game(&again);
            prop_assert_eq!(moves(&same), moves(&loaded), "{}", again);
            prop_assert_eq!(result(&same), result(&loaded), "{}", again);
        }
    }
}
