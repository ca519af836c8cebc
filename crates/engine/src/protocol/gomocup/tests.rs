use super::*;
use crate::protocol::page::Page;

fn session(text: &str) -> Vec<String> {
    session_of(text.as_bytes())
}

fn session_of(bytes: &[u8]) -> Vec<String> {
    let page = Page::default();
    run(bytes, page.clone()).expect("nothing here can fail");
    page.text().lines().map(str::to_owned).collect()
}

#[test]
fn a_game_is_played() {
    let said = session(
        "START 15\r\nINFO timeout_turn 60000\r\nINFO max_node 500\r\nINFO folder /tmp\r\nBEGIN\r\nTURN 0,0\r\nTURN 0,1\r\nEND\r\n",
    );
    assert_eq!(said[0], "OK");
    let cells: Vec<[usize; 2]> = said[1..].iter().filter_map(|line| numbers(line)).collect();
    assert_eq!(cells.len(), said.len() - 1, "{said:?}");
    assert!(cells[0].iter().all(|at| (6..=8).contains(at)), "{said:?}");
}

#[test]
fn a_board_is_taken_over_with_y_downwards() {
    let board = "BOARD\n4,0,1\n4,1,1\n4,2,1\n4,3,1\n9,0,2\n9,1,2\n9,2,2\n9,3,2\nDONE\n";
    let limits = "INFO timeout_turn 60000\nINFO max_node 200\n";
    assert_eq!(session(&format!("START 15\n{limits}{board}")), ["OK", "4,4"]);
    let blocked = board.replace("4,3,1\n", "");
    assert_eq!(session(&format!("START 15\n{limits}{blocked}")), ["OK", "9,4"]);
    let back = format!("START 15\n{limits}{board}TAKEBACK 4,4\nTAKEBACK 4,4\nRESTART\n");
    let said = session(&back);
    assert_eq!(said[..3], ["OK", "4,4", "OK"]);
    assert!(said[3].starts_with("ERROR"));
    assert_eq!(said[4], "OK");
}

#[test]
fn rules_are_respected() {
    // Six are no win where five must be exact, and X may not make them in renju.
    let marks = "3,7,1\n4,7,1\n5,7,1\n7,7,1\n8,7,1\n4,9,2\n5,9,2\n7,9,2\n10,2,2\n12,12,2\n";
    let limits = "INFO timeout_turn 60000\nINFO max_node 300\n";
    let with =
        |rule: u8| session(&format!("START 15\n{limits}INFO rule {rule}\nBOARD\n{marks}DONE\n"));
    assert_eq!(with(0), ["OK", "6,7"]);
    assert_ne!(with(4), ["OK", "6,7"]);
}

#[test]
fn rubbish_is_answered_politely() {
    for (text, answer) in [
        ("DANCE\n", "UNKNOWN"),
        ("START 20\n", "ERROR"),
        ("START\n", "ERROR"),
        ("START -3\n", "ERROR"),
        ("RECTSTART 10,12\n", "ERROR"),
        ("RECTSTART 10,10\n", "OK"),
        ("BEGIN\n", "ERROR"),
        ("TURN 3,3\n", "ERROR"),
        ("BOARD\n", "ERROR"),
        ("TAKEBACK\n", "ERROR"),
        ("RESTART\n", "ERROR"),
        ("ABOUT\n", "name=\"Damier\""),
    ] {
        let said = session(text);
        assert!(said.len() == 1 && said[0].starts_with(answer), "{text}: {said:?}");
    }
    for text in [
        "TURN 15,0\n",
        "TURN 0\n",
        "TURN 1,2,3\n",
        "TURN -1,5\n",
        "TURN x,y\n",
        "BOARD\n1,1,1\n1,1,2\nDONE\n",
        "BOARD\n1,1,9\nDONE\n",
        "BOARD\nrubbish\nDONE\n",
    ] {
        let said = session(&format!("START 15\n{text}"));
        assert!(said.len() == 2 && said[1].starts_with("ERROR"), "{text}: {said:?}");
    }
    assert_eq!(session("INFO rule x\nINFO\nINFO nothing 7\nINFO timeout_turn -5\n\n"), [""; 0]);
    assert!(session("INFO rule 8\n")[0].starts_with("MESSAGE"));
    let over =
        "START 15\nBOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\n0,1,1\n1,1,1\n2,1,1\n3,1,1\nDONE\n";
    assert!(session(over)[1].starts_with("ERROR"));
}

#[test]
fn what_is_no_text_ends_nothing() {
    let said = session_of(b"\xff\xfe\nSTART 15\n");
    assert_eq!(said, ["UNKNOWN command", "OK"]);
}
