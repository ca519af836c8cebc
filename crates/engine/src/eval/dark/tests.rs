//! The player as others meet it: through `Mind`, with node limits, and what it believes on the way.

use super::{
    belief::Belief,
    notes::Observer,
    sight::{Sight, touched},
};
use crate::{
    brain::Brain,
    level::Level,
    mind::{Mind, Thinking},
    random::Random,
    search::Limits,
};
use damier_games::{
    Game, Player, Rules,
    dark::{Dark, Position},
    options::Options,
};
use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

const NODES: u64 = 3_000;

fn thinking(level: Level) -> Thinking {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    Thinking { limits, level, lines: 1, threads: 1, seed: 7 }
}

/// The move that a player chooses at the end of these moves, or in that position.
fn answer(mind: &mut dyn Mind, position: Option<&str>, moves: &[&str]) -> Option<String> {
    mind.look(&Options::new(), position, moves).expect("a position");
    let thoughts = mind.think(&thinking(Level::FULL), &AtomicBool::new(false), &mut |_| ());
    thoughts.first().map(|thought| thought.line[0].clone())
}

/// The move of somebody who has seen nothing but this.
fn at_once(position: &str) -> Option<String> {
    answer(Dark::mind(1).as_mut(), Some(position), &[])
}

/// A random game: its positions and the texts of its moves.
fn random_game(seed: u64, plies: usize) -> (Vec<Position>, Vec<String>) {
    let game = Dark::default();
    let mut random = Random::new(seed);
    let (mut positions, mut texts) = (vec![game.start()], Vec::new());
    while texts.len() < plies {
        let pos = &positions[texts.len()];
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        let Some(&mv) = moves.get(random.below(moves.len())) else { break };
        texts.push(game.move_text(pos, mv));
        let mut next = pos.clone();
        game.play(&mut next, mv);
        positions.push(next);
    }
    (positions, texts)
}

#[test]
fn what_cannot_be_seen_changes_nothing() {
    // Games that differ only in a move of Black that White cannot see, now or later.
    let game = Dark::default();
    let mut pairs = 0;
    for seed in 0..60 {
        let (positions, texts) = random_game(seed, 8);
        let unseen = |last: &Position| game.observe(last, Player::One);
        let Some(before) = positions.get(7).filter(|_| positions.len() == 9) else { continue };
        let mut replies = Vec::new();
        game.legal_moves(before, &mut replies);
        let other = replies.into_iter().find_map(|mv| {
            let text = game.move_text(before, mv);
            let mut pos = before.clone();
            game.play(&mut pos, mv);
            (text != texts[7] && unseen(&pos) == unseen(&positions[8])).then_some(text)
        });
        let Some(other) = other.filter(|_| game.outcome(&positions[8]).is_none()) else { continue };
        let one: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut two = one.clone();
        two[7] = &other;
        let chosen = answer(Dark::mind(1).as_mut(), None, &one);
        assert!(chosen.is_some());
        assert_eq!(chosen, answer(Dark::mind(1).as_mut(), None, &two), "{one:?} {other}");
        pairs += 1;
    }
    assert!(pairs >= 10, "only {pairs} pairs");
}

#[test]
fn a_whole_position_tells_no_more_than_the_view_of_it() {
    let game = Dark::default();
    for seed in 0..12 {
        let (positions, _) = random_game(seed, 20);
        let Some(pos) = positions.last().filter(|pos| game.outcome(pos).is_none()) else {
            continue;
        };
        let view = game.observe(pos, game.turn(pos)).write();
        assert_eq!(at_once(&game.position_text(pos)), at_once(&view), "{view}");
    }
}

#[test]
fn a_king_that_is_seen_is_taken() {
    for (fen, best) in
        [("4k3/8/8/8/7q/8/8/4RK2 w - - 0 1", "e1e8"), ("3qk3/8/8/8/8/8/4r3/3QK3 b - - 0 1", "e2e1")]
    {
        for level in Level::ALL.into_iter().skip(1) {
            let mut mind = Dark::mind(1);
            mind.look(&Options::new(), Some(fen), &[]).expect("a position");
            let thoughts = mind.think(&thinking(level), &AtomicBool::new(false), &mut |_| ());
            let text = thoughts.first().map(|thought| thought.line[0].as_str());
            assert_eq!(text, Some(best), "{fen} at level {level}");
        }
    }
}

#[test]
fn the_king_does_not_step_before_a_piece_that_is_seen() {
    // The rook on d8 is seen by the queen; every move to the d-file or that leaves the king on it loses.
    let pos = "3r3k/8/8/8/8/8/8/Q2K4 w - - 0 1";
    let game = Dark::default();
    let chosen = at_once(pos).expect("a move");
    let (_, mut after) = game.read(pos).expect("a position");
    let mv = game.read_move(&after, &chosen).expect("a legal move");
    game.play(&mut after, mv);
    let king = after.pieces().king_of(shakmaty::Color::White).expect("a king");
    let attackers =
        after.pieces().attacks_to(king, shakmaty::Color::Black, after.pieces().occupied());
    assert!(
        attackers.is_empty() || after.pieces().king_of(shakmaty::Color::Black).is_none(),
        "{chosen}"
    );
}

#[test]
fn every_level_plays_from_a_view() {
    let view = "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - ? 1";
    for level in Level::ALL {
        let mut mind = Dark::mind(1);
        mind.look(&Options::new(), Some(view), &[]).expect("a view");
        let thoughts = mind.think(&thinking(level), &AtomicBool::new(false), &mut |_| ());
        assert_eq!(thoughts.len(), 1, "{level}");
    }
}

#[test]
fn views_one_after_another_are_one_game() {
    let game = Dark::default();
    let (mut mind, mut pos) = (Dark::mind(1), game.start());
    let mut random = Random::new(3);
    for _ in 0..6 {
        let text = answer(mind.as_mut(), Some(&game.observe(&pos, Player::One).write()), &[]);
        let mv = game.read_move(&pos, &text.expect("a move")).expect("a legal move");
        game.play(&mut pos, mv);
        let mut replies = Vec::new();
        game.legal_moves(&pos, &mut replies);
        replies.retain(|mv| !mv.is_capture());
        game.play(&mut pos, replies[random.below(replies.len())]);
    }
}

#[test]
fn rubbish_is_refused_and_forgotten() {
    let mut mind = Dark::mind(1);
    for wrong in [
        // A missing move number is read as 1, as in any FEN; a known half-move clock is none that a player could see.
        "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        "????????/????????/????????/????????/????????/????????/????????/???????? w - - ? 1",
        "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQ1BNR w KQ - ? 1",
        "????????/????????/????????/????????/8/?7/PPPPPPPP/RNBQKBNR w KQ - ? 1",
        "?",
        "? ? ? ? ? ?",
    ] {
        assert!(mind.look(&Options::new(), Some(wrong), &[]).is_err(), "{wrong}");
    }
    let view = "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - ? 1";
    assert!(mind.look(&Options::new(), Some(view), &["e2e5"]).is_err());
    assert!(mind.look(&Options::new(), Some(view), &["e2e4", "e7e5"]).is_err());
    assert!(mind.look(&Options::new(), Some(view), &["e2e4"]).is_ok());
    assert!(answer(mind.as_mut(), Some(view), &[]).is_some());
}

#[test]
fn there_is_always_something_to_believe_and_early_on_the_truth() {
    let game = Dark::default();
    let (mut early, mut true_early) = (0, 0);
    for seed in 0..10 {
        let (positions, texts) = random_game(seed, 40);
        let mut observer = Observer::new(game.clone(), Player::One);
        let mut belief = Belief::new(&observer, 1);
        for (ply, pos) in positions.iter().enumerate() {
            if game.outcome(pos).is_some() {
                break;
            }
            observer.see(game.observe(pos, Player::One));
            belief.catch_up(&observer, 300, &|| false, &|| false);
            assert!(!belief.guesses().is_empty(), "game {seed} ply {ply}");
            for guess in belief.guesses() {
                assert_eq!(game.observe(&guess.pos, Player::One), game.observe(pos, Player::One));
            }
            if ply <= 6 {
                early += 1;
                let truth = |guess: &super::belief::Guess| guess.pos.pieces() == pos.pieces();
                true_early += usize::from(belief.guesses().iter().any(truth));
            }
            if game.turn(pos) == Player::One
                && let Some(text) = texts.get(ply)
            {
                observer.play(game.read_move(pos, text).expect("a move of the game"));
            }
        }
    }
    assert!(true_early * 10 >= early * 6, "{true_early} of {early}");
}

/// What White believes who is shown a game only when he is to move, from that ply on.
fn shown_before_own_moves(seed: u64, from: usize, plies: usize) -> (Vec<Position>, Belief) {
    let game = Dark::default();
    let (positions, texts) = random_game(seed, plies);
    let mut observer = Observer::new(game.clone(), Player::One);
    let mut belief = Belief::new(&observer, 1);
    let own = |&(ply, pos): &(usize, &Position)| ply >= from && game.turn(pos) == Player::One;
    for (ply, pos) in positions.iter().enumerate().filter(own) {
        observer.see(game.observe(pos, Player::One));
        if let Some(text) = texts.get(ply) {
            observer.play(game.read_move(pos, text).expect("a move of the game"));
        }
    }
    belief.catch_up(&observer, 6_000, &|| false, &|| false);
    (positions, belief)
}

#[test]
fn views_before_own_moves_are_enough_to_know_the_truth_early_on() {
    for seed in 0..8 {
        let (positions, belief) = shown_before_own_moves(seed, 0, 6);
        let Some(last) = positions.get(6) else { continue };
        let truth = |guess: &super::belief::Guess| guess.pos.pieces() == last.pieces();
        assert!(belief.guesses().iter().any(truth), "game {seed}");
    }
}

#[test]
fn who_comes_in_the_middle_of_a_game_thinks_of_many_positions() {
    for seed in 0..4 {
        let (_, belief) = shown_before_own_moves(seed, 6, 6);
        assert!(belief.guesses().len() >= 1_000, "{}", belief.guesses().len());
    }
}

#[test]
fn a_position_fits_at_a_glance_just_when_it_looks_the_same() {
    let game = Dark::default();
    let mut fitting = 0;
    for seed in 0..20 {
        let (positions, _) = random_game(seed, 30);
        let Some([before, after]) = positions.last_chunk() else { continue };
        let player = game.turn(after);
        let view = game.observe(after, player);
        let sight = Sight::of(&view, damier_games::chessboard::color(player));
        let mut moves = Vec::new();
        game.legal_moves(before, &mut moves);
        for mv in moves {
            let mut pos = before.clone();
            game.play(&mut pos, mv);
            let same = game.observe(&pos, player) == view;
            assert_eq!(sight.fits(&pos), same, "{}", game.position_text(&pos));
            let elsewhere = sight.differs(before) & !touched(mv);
            assert!(!same || elsewhere.is_empty(), "{}", game.position_text(&pos));
            fitting += usize::from(same);
        }
    }
    assert!(fitting > 20, "{fitting}");
}

#[test]
fn what_was_played_from_the_same_view_is_remembered() {
    let game = Dark::default();
    let mut observer = Observer::new(game.clone(), Player::One);
    let mut pos = game.start();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"] {
        let mv = game.read_move(&pos, text).expect("a legal move");
        observer.see(game.observe(&pos, Player::One));
        if game.turn(&pos) == Player::One {
            observer.play(mv);
        }
        game.play(&mut pos, mv);
    }
    let played: Vec<String> = (observer.played_from(&game.observe(&pos, Player::One)).into_iter())
        .map(|mv| game.move_text(&pos, mv))
        .collect();
    assert_eq!(played, ["g1f3", "b1c3"]);
}

/// What an engine says, for a test to read.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn views_pass_through_uci() {
    let start = "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - ? 1";
    let input = format!(
        "setoption name UCI_Variant value dark\nposition fen {start}\ngo nodes 500\n\
         position fen {}\ngo nodes 500\nposition fen {start} moves e2e4\ngo nodes 500\n\
         position startpos moves e2e4\ngo nodes 500\nquit\n",
        start.replace('K', "?")
    );
    let said = Said::default();
    crate::protocol::uci::run(input.as_bytes(), said.clone()).expect("memory can be written");
    let bytes = said.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let text = String::from_utf8(bytes).expect("text");
    let told = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(told("info string error"), 1, "{text}");
    // Neither rubbish nor the opponent's turn has a best move.
    assert_eq!((told("bestmove"), told("bestmove 0000")), (4, 2), "{text}");
}

#[test]
fn a_quiet_move_that_hunts_the_king_down_is_foreseen() {
    // After Nc6 the queen comes to h5, and the king has nowhere to go.
    let moves = ["b2b4", "h7h6", "g1f3", "f7f6", "e2e3", "g7g5", "f3d4"];
    let mut mind = Dark::mind(16);
    mind.reveal(true);
    mind.look(&Options::new(), None, &moves).expect("legal moves");
    for seed in 0..8 {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let thinking = Thinking { limits, seed, ..thinking(Level::FULL) };
        let thoughts = mind.think(&thinking, &AtomicBool::new(false), &mut |_| ());
        assert_ne!(thoughts[0].line[0], "b8c6", "{seed}");
    }
}
