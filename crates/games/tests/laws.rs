//! What holds for every game, with any options, however it is played. A new game is tested here by being listed.

mod nearby;

use damier_games::{
    Game, GameKey, Rules, Table, Viewer,
    mosaic::Colour,
    options::{self, Kind, Options},
    record,
    scene::{Standing, Step},
    table::{Played, read_position},
    text::Text,
    with_game,
};
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    fmt::Debug,
    fs,
    path::Path,
};

/// An endless supply of small decisions that shrinks well.
#[derive(Debug, Clone)]
struct Dice {
    rolls: Vec<u16>,
    next: usize,
}

impl Dice {
    fn any(length: usize) -> impl Strategy<Value = Self> {
        proptest::collection::vec(any::<u16>(), 1..=length)
            .prop_map(|rolls| Self { rolls, next: 0 })
    }

    fn below(&mut self, limit: usize) -> usize {
        let roll = self.rolls[self.next % self.rolls.len()];
        self.next += 1;
        usize::from(roll) % limit
    }
}

/// Random options, now and then the defaults. `None` where they do not fit together.
fn some_rulebook<G: Game>(dice: &mut Dice) -> Option<G> {
    let mut chosen = Options::new();
    for field in G::INFO.options {
        if dice.below(3) > 0 {
            continue;
        }
        let value = match field.kind {
            Kind::Choice(choices) => choices[dice.below(choices.len())].value.into(),
            Kind::Switch => ["no", "yes"][dice.below(2)].into(),
            Kind::Number { zero: true, .. } if dice.below(4) == 0 => "0".into(),
            Kind::Number { min, max, .. } => {
                (min + dice.below((max - min + 1) as usize) as u32).to_string()
            }
            Kind::Mosaic if dice.below(2) == 0 => {
                let quadrant =
                    |dice: &mut Dice| format!("{}:{}", 1 + dice.below(10), 90 * dice.below(4));
                (0..4).map(|_| quadrant(dice)).collect::<Vec<_>>().join(" ")
            }
            Kind::Mosaic => {
                let row = |dice: &mut Dice| {
                    (0..8).map(|_| Colour::ALL[dice.below(4)].letter()).collect::<String>()
                };
                (0..8).map(|_| row(dice)).collect::<Vec<_>>().join("/")
            }
        };
        chosen.insert(field.key.into(), value);
    }
    options::rulebook(&chosen).ok()
}

/// Runs a law over random play of every game.
fn for_all_games(cases: u32, plies: usize, law: impl Fn(GameKey, Dice)) {
    for &key in GameKey::ALL {
        let mut runner = TestRunner::new(ProptestConfig {
            cases,
            failure_persistence: None,
            ..ProptestConfig::default()
        });
        let result = runner.run(&Dice::any(plies), |dice| {
            law(key, dice);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{key}: {error}");
        }
    }
}

fn moves_of<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves
}

/// The laws of a single position.
fn position_obeys<G: Game>(game: &G, pos: &G::Position) {
    let moves = moves_of(game, pos);
    let text = game.position_text(pos);
    let outcome = game.outcome(pos);
    assert_eq!(
        moves.is_empty(),
        outcome.is_some(),
        "moves are empty exactly when the game is over: {text}"
    );
    assert_eq!(game.count_moves(pos, &mut Vec::new()), moves.len(), "counted otherwise: {text}");
    let known = |key: &str| G::INFO.reasons.iter().any(|reason| reason.key == key);
    assert!(
        outcome.is_none_or(|outcome| known(outcome.reason.key)),
        "an end that the game does not list: {outcome:?}"
    );

    let (again, same): (G, _) = game.read(&text).expect("what is written can be read");
    assert_eq!((&same, game.key(&same)), (pos, game.key(pos)), "{text}");
    assert_eq!(again.position_text(&same), text);
    assert_eq!(options::all_options(&again), options::all_options(game), "{text}");

    let board = game.board();
    let before = game.scene(pos, Viewer::Referee).pieces;
    assert!(
        before.windows(2).all(|pair| pair[0].at < pair[1].at),
        "two pieces on a cell, or not sorted: {text}"
    );
    assert!(before.iter().all(|standing| usize::from(standing.at.0) < board.cells.len()));

    let mut texts = HashMap::new();
    let mut paths = HashMap::new();
    for &mv in &moves {
        let name = game.move_text(pos, mv);
        assert_eq!(texts.insert(name.clone(), mv), None, "{name} twice: {text}");
        assert_eq!(game.read_move(pos, &name).ok(), Some(mv), "{name} in {text}");
        let notation = game.notation(pos, mv);
        assert_eq!(game.read_move(pos, &notation).ok(), Some(mv), "{notation} in {text}");

        let clicks = game.clicks(pos, mv);
        assert!(!clicks.is_empty(), "{name} cannot be pointed at");
        for path in clicks {
            assert!(
                !path.is_empty() && path.iter().all(|cell| usize::from(cell.0) < board.cells.len()),
                "{name}: {path:?}"
            );
            let other = paths.insert((path.clone(), game.choice(pos, mv)), mv);
            assert_eq!(other, None, "{path:?} leads to {name} and to another move: {text}");
        }

        let mut next = pos.clone();
        game.play(&mut next, mv);
        assert_ne!(game.turn(&next), game.turn(pos), "{name} in {text}");
        let after = game.scene(&next, Viewer::Referee).pieces;
        assert_eq!(stepped(&before, &game.steps(pos, mv)), after, "the steps of {name} in {text}");
    }
    let wrong = "not a move";
    assert!(game.read_move(pos, wrong).is_err());
}

fn stepped(before: &[Standing], steps: &[Step]) -> Vec<Standing> {
    let mut cells: BTreeMap<_, _> =
        before.iter().map(|standing| (standing.at, *standing)).collect();
    for step in steps {
        match *step {
            Step::Go { from, to } => {
                let standing = cells.remove(&from).expect("a piece goes from where it stands");
                let taken = cells.insert(to, Standing { at: to, ..standing });
                assert_eq!(taken, None, "what stands on the way is taken first");
            }
            Step::Take(at) => assert!(cells.remove(&at).is_some(), "what is taken stands there"),
            Step::Put(standing) => {
                cells.insert(standing.at, standing);
            }
        }
    }
    cells.into_values().collect()
}

#[test]
fn random_play_obeys() {
    fn law<G: Game>(mut dice: Dice) {
        let Some(game) = some_rulebook::<G>(&mut dice) else { return };
        let mut pos = game.start();
        for _ in 0..dice.rolls.len() {
            position_obeys(&game, &pos);
            let moves = moves_of(&game, &pos);
            if moves.is_empty() {
                return;
            }
            game.play(&mut pos, moves[dice.below(moves.len())]);
        }
    }
    for_all_games(32, 80, |key, dice| with_game!(key, |G| law::<G>(dice)));
}

/// What makes a position another one for repetition and for the memory of a search: all that its text says except counters, which are
/// numbers, in draughts with a letter before them.
fn what_counts<G: Game>(game: &G, pos: &G::Position) -> String {
    let counter = |word: &&str| {
        let digits = word.strip_prefix(['H', 'F', 'T', 'U']).unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let text = game.position_text(pos);
    text.split([' ', ':']).filter(|word| !counter(word)).collect::<Vec<_>>().join(" ")
}

/// Draughts once forgot in its key whose a piece is, and Alquerque kept the side to move where a man on a1 has his place. Seldom do moves
/// alone lead to two positions that such a key takes for one; small changes of the text do.
#[test]
fn keys_are_equal_exactly_where_positions_count_as_the_same() {
    fn law<G: Game + PartialEq>(mut dice: Dice) {
        let Some(game) = some_rulebook::<G>(&mut dice) else { return };
        let (mut by_key, mut by_text) = (HashMap::new(), HashMap::new());
        let mut meet = |pos: &G::Position| {
            let (key, text) = (game.key(pos), what_counts(&game, pos));
            let known = by_key.entry(key).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "two positions with one key");
            assert_eq!(*by_text.entry(text).or_insert(key), key, "two keys of {known}");
        };
        let mut pos = game.start();
        for _ in 0..dice.rolls.len() {
            let moves = moves_of(&game, &pos);
            for &mv in &moves {
                let mut next = pos.clone();
                game.play(&mut next, mv);
                meet(&next);
            }
            if moves.is_empty() {
                break;
            }
            game.play(&mut pos, moves[dice.below(moves.len())]);
        }
        for text in nearby::nearby(&game.position_text(&pos)) {
            if let Ok((same, near)) = game.read(&text)
                && same == game
            {
                meet(&near);
            }
        }
    }
    for_all_games(8, 80, |key, dice| with_game!(key, |G| law::<G>(dice)));
}

/// The vectors hold positions that random play seldom reaches.
#[test]
fn positions_of_the_vectors_obey() {
    fn law<G: Game>(chosen: &Options, text: &str) {
        let (game, pos): (G, _) = read_position(chosen, text).expect("vectors hold good positions");
        position_obeys(&game, &pos);
    }
    for &key in GameKey::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("vectors/{key}.jsonl"));
        for line in fs::read_to_string(path).expect("every game has vectors").lines() {
            let vector: Value = serde_json::from_str(line).expect("vectors are JSON");
            let options = vector["options"].as_object().expect("every vector has options");
            let text =
                |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let options = options.iter().map(|(key, value)| (key.clone(), text(value))).collect();
            for field in ["position", "start", "final"] {
                if let Some(position) = vector[field].as_str() {
                    with_game!(key, |G| law::<G>(&options, position));
                }
            }
        }
    }
}

/// Plays random moves at a table by their texts.
fn some_table<G: Game>(dice: &mut Dice) -> Option<Played<G>> {
    let game = some_rulebook::<G>(dice)?;
    let start = game.start();
    let mut played = Played::new(game, start);
    for _ in 0..dice.rolls.len() {
        let moves = played.legal_moves();
        if played.result().is_some() {
            break;
        }
        let text = moves[dice.below(moves.len())].clone();
        let ahead = played.after(played.turn(), &text).expect("a listed move can be played");
        played.play(played.turn(), &text).expect("a listed move can be played");
        assert_eq!((ahead.text, ahead.result), (text, played.result()));
    }
    Some(played)
}

#[test]
fn undoing_and_playing_again_changes_nothing() {
    fn law<G: Game>(mut dice: Dice) {
        let Some(mut played) = some_table::<G>(&mut dice) else { return };
        let reports = played.reports(Viewer::Referee);
        let after = played.snapshot(Viewer::Referee);
        let ended = played.result();
        for ply in (0..reports.len()).rev() {
            assert!(played.undo());
            assert_eq!(
                played.snapshot(Viewer::Referee),
                played.snapshot_at(ply, Viewer::Referee).expect("a past moment")
            );
        }
        assert!(!played.undo());
        for report in reports.into_iter().flatten() {
            assert!(played.result().is_none());
            played.play(played.turn(), &report.text).expect("it was played before");
        }
        assert_eq!((played.snapshot(Viewer::Referee), played.result()), (after, ended));
    }
    for_all_games(8, 60, |key, dice| with_game!(key, |G| law::<G>(dice)));
}

#[test]
fn records_round_trip() {
    fn law<G: Game>(key: GameKey, mut dice: Dice) {
        let Some(played) = some_table::<G>(&mut dice) else { return };
        let headers =
            [("White".into(), "Zoé \"la\\tour\"".into()), ("Event".into(), "Club\nouvert".into())];
        let text = played.record(&headers, Viewer::Referee);
        let mut games =
            record::read(&text, None).unwrap_or_else(|error| panic!("{key}: {error}\n{text}"));
        assert_eq!(games.len(), 1);
        let loaded = games.remove(0);
        assert_eq!(loaded.tag("White"), Some("Zoé \"la\\tour\""));
        assert_eq!(loaded.tag("Event"), Some("Club ouvert"));
        assert_eq!(
            loaded.table.snapshot(Viewer::Referee),
            played.snapshot(Viewer::Referee),
            "{text}"
        );
        assert_eq!(loaded.table.options(), played.options(), "{text}");
        assert_eq!(loaded.table.record(&headers, Viewer::Referee), text);
    }
    for_all_games(12, 120, |key, dice| with_game!(key, |G| law::<G>(key, dice)));
}

#[test]
fn the_wrong_player_and_a_finished_game_are_refused() {
    fn law<G: Game>(mut dice: Dice) {
        let Some(mut played) = some_table::<G>(&mut dice) else { return };
        let before = played.snapshot(Viewer::Referee);
        let text = played.legal_moves().first().cloned().unwrap_or_default();
        let refused = played.after(!played.turn(), &text).unwrap_err();
        assert_eq!(played.play(!played.turn(), &text), Err(refused));
        assert_eq!(played.snapshot(Viewer::Referee), before);
        if played.result().is_some() {
            assert!(played.play(played.turn(), &text).is_err());
            assert!(before.gestures.is_empty() && before.turn.is_none());
        }
    }
    for_all_games(8, 60, |key, dice| with_game!(key, |G| law::<G>(dice)));
}

#[test]
fn a_copy_never_allocates() {
    for &key in GameKey::ALL {
        let owns_memory = with_game!(key, |G| std::mem::needs_drop::<<G as Rules>::Position>());
        assert!(!owns_memory, "{key}");
    }
}

#[test]
fn descriptions_fit_their_rulebooks() {
    fn law<G: Game + Debug>() {
        let told = |text: Text, what: &str| {
            assert!(!text.en.is_empty() && !text.fr.is_empty(), "{}: {what}", G::INFO.key)
        };
        told(G::INFO.name, "name");
        told(G::INFO.tagline, "tagline");
        G::INFO.sides.iter().for_each(|side| told(side.name, side.key));
        G::INFO.reasons.iter().for_each(|reason| told(reason.text, reason.key));
        let Ok(Value::Object(fields)) = serde_json::to_value(G::default()) else {
            panic!("a rulebook is a struct")
        };
        let mut described: Vec<&str> = G::INFO.options.iter().map(|field| field.key).collect();
        described.sort_unstable();
        assert_eq!(
            fields.keys().map(String::as_str).collect::<Vec<_>>(),
            described,
            "{}",
            G::INFO.key
        );
        assert_eq!(options::chosen_options(&G::default()), Options::new());
        for field in G::INFO.options {
            told(field.name, field.key);
            told(field.help, field.key);
            if let Kind::Choice(choices) = field.kind {
                choices.iter().for_each(|choice| {
                    [choice.name, choice.help].into_iter().for_each(|text| told(text, choice.value))
                });
            }
        }
        for preset in G::INFO.presets {
            told(preset.name, preset.key);
            told(preset.help, preset.key);
            let chosen: Options =
                preset.options.iter().map(|&(key, value)| (key.into(), value.into())).collect();
            let game: G = options::rulebook(&chosen).expect("a preset chooses options that exist");
            assert_eq!(
                options::chosen_options(&game),
                chosen,
                "{}: a preset names what differs from the default",
                preset.key
            );
        }
        // Every value of every option can be chosen, and is what the rulebook then says.
        for (key, value) in options::all_options(&G::default()) {
            let game: G = options::rulebook(&Options::from([(key.into(), value)]))
                .expect("a default can be chosen");
            assert_eq!(options::chosen_options(&game), Options::new());
        }
        let unknown = Options::from([("no-such-option".into(), "1".into())]);
        assert!(options::rulebook::<G>(&unknown).is_err());
    }
    for &key in GameKey::ALL {
        with_game!(key, |G| law::<G>());
    }
}
