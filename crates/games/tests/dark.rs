//! Dark chess keeps its secrets: whatever a viewer is told is the same for any two games that look alike to that viewer.

use damier_games::{
    Game, GameKey, Player, Rules, Table, Viewer,
    dark::{Dark, View},
    open,
    options::{self, Options},
    scene::Report,
    table::{PlayError, Snapshot},
    text::{Language, Tell},
};
use proptest::prelude::*;

/// The options of a rulebook.
fn some_options() -> impl Strategy<Value = Options> {
    let variant = proptest::sample::select(vec!["default", "fog-of-war"]);
    let sight = proptest::sample::select(vec!["moves", "blockers"]);
    (variant, sight).prop_map(|(variant, sight)| {
        [("variant", variant), ("sight", sight)]
            .into_iter()
            .map(|(key, value)| (key.into(), value.into()))
            .collect()
    })
}

fn rulebook(chosen: &Options) -> Dark {
    options::rulebook(chosen).expect("good options")
}

/// The position after random play, as text.
fn played(game: &Dark, rolls: &[u16]) -> String {
    let mut pos = game.start();
    for &roll in rolls {
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        let mut next = pos.clone();
        match moves.get(usize::from(roll) % moves.len().max(1)) {
            Some(&mv) => game.play(&mut next, mv),
            None => break,
        }
        if game.outcome(&next).is_some() {
            break;
        }
        pos = next;
    }
    game.position_text(&pos)
}

/// The same FEN with something else on squares that `view` does not show, and other clocks and enemy rights.
fn altered(fen: &str, view: &str, viewer: Player, rolls: &[u16]) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let mut squares = spread(&fields[0]);
    let fog: Vec<usize> =
        (0..64).filter(|&n| spread(view.split(' ').next().unwrap_or_default())[n] == '?').collect();
    let enemies = if viewer == Player::One { "pnbrq." } else { "PNBRQ." };
    let enemies: Vec<char> = enemies.chars().collect();
    for pair in rolls.chunks_exact(2) {
        let (Some(&at), roll) = (fog.get(usize::from(pair[0]) % fog.len().max(1)), pair[1]) else {
            break;
        };
        if roll % 3 == 0 {
            // Two hidden things change places, kings included.
            squares.swap(at, fog[usize::from(roll / 3) % fog.len()]);
        } else if !squares[at].eq_ignore_ascii_case(&'k') {
            squares[at] = enemies[usize::from(roll) % enemies.len()];
        }
    }
    let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
    fields[0] = rows.join("/").replace('.', "1");
    let own = |letter: &char| letter.is_ascii_uppercase() == (viewer == Player::One);
    let rights: String = fields[2].chars().filter(own).collect();
    if rolls.len().is_multiple_of(2) {
        fields[2] = if rights.is_empty() { "-".into() } else { rights };
    }
    fields[4] = (rolls.len() % 150).to_string();
    fields.join(" ")
}

/// The 64 squares of a placement, a dot for an empty one.
fn spread(placement: &str) -> Vec<char> {
    placement
        .chars()
        .filter(|&letter| letter != '/')
        .flat_map(|letter| match letter.to_digit(10) {
            Some(run) => vec!['.'; run as usize],
            None => vec![letter],
        })
        .collect()
}

/// Everything that a table tells one viewer.
fn told(table: &dyn Table, viewer: Viewer) -> String {
    let snapshots: Vec<Snapshot> =
        (0..=table.ply()).filter_map(|ply| table.snapshot_at(ply, viewer)).collect();
    let reports: Vec<Option<Report>> = table.reports(viewer);
    let claims: Vec<_> = table.claims(viewer).iter().map(|claim| claim.key).collect();
    let told = (snapshots, reports, claims, table.record(&[], viewer));
    serde_json::to_string(&told).expect("it is sent as JSON")
}

/// How attempts are answered that are not legal moves.
fn refusals(table: &dyn Table, player: Player) -> Vec<String> {
    let squares = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "e2", "e7", "d5", "c6"];
    let pairs = squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}")));
    let others = ["O-O", "O-O-O", "Qd5", "exd6", "xyz"].map(str::to_owned);
    let answer = |text: String| {
        let mut copy = table.fork();
        match copy.play(player, &text) {
            Ok(()) => "played".into(),
            Err(PlayError::Move(error)) => error.tell(Language::French),
            Err(error) => error.to_string(),
        }
    };
    pairs.chain(others).map(answer).collect()
}

/// Two tables that look alike to `viewer`, if altering `fen` gives any.
fn pair(
    game: &Dark,
    chosen: &Options,
    fen: &str,
    viewer: Player,
    rolls: &[u16],
) -> Option<[Box<dyn Table>; 2]> {
    let seat = Viewer::Seat(viewer);
    let (_, pos) = game.read(fen).ok()?;
    let view = game.view_text(&pos, seat);
    let other = altered(fen, &view, viewer, rolls);
    let (_, changed) = game.read(&other).ok()?;
    if changed == pos || game.view_text(&changed, seat) != view {
        return None;
    }
    let table = |text: &str| open(GameKey::Dark, chosen, Some(text)).expect("it was read before");
    let tables = [table(fen), table(&other)];
    tables.iter().all(|table| table.result().is_none()).then_some(tables)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_that_look_alike_are_told_alike(
        chosen in some_options(),
        opening in proptest::collection::vec(any::<u16>(), 0..80),
        changes in proptest::collection::vec(any::<u16>(), 1..16),
        choice in any::<u16>(),
    ) {
        let game = rulebook(&chosen);
        let fen = played(&game, &opening);
        for player in Player::BOTH {
            let seat = Viewer::Seat(player);
            // Not every change can be hidden: shorter ones are tried until one is.
            let pairs = (1..=changes.len()).rev();
            let found = pairs.into_iter().find_map(|n| pair(&game, &chosen, &fen, player, &changes[..n]));
            let Some([mut one, mut two]) = found else { continue };
            prop_assert_eq!(told(one.as_ref(), seat), told(two.as_ref(), seat));
            prop_assert_eq!(told(one.as_ref(), Viewer::Spectator), told(two.as_ref(), Viewer::Spectator));
            if one.turn() != player {
                continue;
            }
            prop_assert_eq!(refusals(one.as_ref(), player), refusals(two.as_ref(), player));
            // An own move may show more, and differently; the move itself is told alike.
            let moves = one.snapshot(seat).gestures;
            let text = &moves[usize::from(choice) % moves.len()].text;
            one.play(player, text).expect("a gesture can be played");
            two.play(player, text).expect("a gesture can be played");
            if one.result().is_none() && two.result().is_none() {
                prop_assert_eq!(one.reports(seat), two.reports(seat));
                prop_assert_eq!(one.record(&[], seat), two.record(&[], seat));
                if one.snapshot(seat).position == two.snapshot(seat).position {
                    prop_assert_eq!(told(one.as_ref(), seat), told(two.as_ref(), seat));
                }
            }
        }
    }

    #[test]
    fn a_spectator_cannot_tell_games_of_equal_length_apart(
        first in proptest::collection::vec(any::<u16>(), 60),
        second in proptest::collection::vec(any::<u16>(), 60),
    ) {
        let table = || open(GameKey::Dark, &Options::new(), None).expect("a new game");
        let (mut one, mut two) = (table(), table());
        for (&left, &right) in first.iter().zip(&second) {
            for (table, roll) in [(&mut one, left), (&mut two, right)] {
                let moves = table.legal_moves();
                let text = &moves[usize::from(roll) % moves.len()];
                table.play(table.turn(), text).expect("a listed move can be played");
            }
            if one.result().is_some() || two.result().is_some() {
                break;
            }
            prop_assert_eq!(
                told(one.as_ref(), Viewer::Spectator),
                told(two.as_ref(), Viewer::Spectator)
            );
        }
    }

    #[test]
    fn a_view_survives_its_string_and_tells_the_legal_moves(
        chosen in some_options(),
        rolls in proptest::collection::vec(any::<u16>(), 0..120),
    ) {
        let game = rulebook(&chosen);
        let (_, pos) = game.read(&played(&game, &rolls)).expect("what is written can be read");
        for player in Player::BOTH {
            let view = game.observe(&pos, player);
            prop_assert_eq!(game.view_text(&pos, Viewer::Seat(player)), view.write());
            prop_assert_eq!(View::read(&view.write(), player), Ok(view));
        }
        let texts = |moves: Vec<<Dark as Rules>::Move>| {
            let mut texts: Vec<_> = moves.into_iter().map(|mv| game.move_text(&pos, mv)).collect();
            texts.sort_unstable();
            texts
        };
        let (mut known, mut legal) = (Vec::new(), Vec::new());
        game.observe(&pos, game.turn(&pos)).legal_moves(&mut known);
        game.legal_moves(&pos, &mut legal);
        prop_assert_eq!(texts(known), texts(legal));
    }
}

#[test]
fn a_clock_that_allows_a_claim_is_not_told() {
    let table = |clock: u32| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {clock} 90");
        open(GameKey::Dark, &Options::new(), Some(&fen)).expect("a position")
    };
    let (fresh, old) = (table(0), table(120));
    for viewer in [Viewer::Seat(Player::One), Viewer::Seat(Player::Two), Viewer::Spectator] {
        assert_eq!(told(fresh.as_ref(), viewer), told(old.as_ref(), viewer));
    }
    assert_eq!(old.snapshot(Viewer::Referee).claims, ["fifty-moves"]);
}

#[test]
fn the_fog_lifts_when_the_game_is_over() {
    let fen = "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1";
    let mut table = open(GameKey::Dark, &Options::new(), Some(fen)).expect("a position");
    table.play(Player::One, "e7e8").expect("the king can be captured");
    assert_eq!(
        table.result().map(|outcome| outcome.to_string()).as_deref(),
        Some("1-0 king-captured")
    );
    let after = table.snapshot(Viewer::Spectator);
    assert!(after.scene.fog.is_empty());
    assert_eq!(after.last.map(|report| report.notation).as_deref(), Some("Qxe8"));
}

/// A start that differs from the usual one only where a player cannot see must not show in that player's record.
#[test]
fn a_hidden_difference_of_the_start_is_not_recorded() {
    let table = |fen: &str| open(GameKey::Dark, &Options::new(), Some(fen)).expect("a position");
    let usual = table("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let other = table("rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 12 1");
    let white = Viewer::Seat(Player::One);
    assert_eq!(told(usual.as_ref(), white), told(other.as_ref(), white));
    assert_ne!(usual.record(&[], Viewer::Referee), other.record(&[], Viewer::Referee));
}
