//! Test vectors: one JSON object a line, positions and moves as the rules pages write them. The kinds are described in
//! docs/vectors.md.

use crate::{
    draughts::Draughts,
    games::GameKey,
    options::Options,
    outcome::result_text,
    perft::perft,
    player::{Player, Viewer},
    rules::{Game, TextError},
    table::{Played, Table, read_position},
    with_game,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A line that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Not a vector at all.
    #[error("malformed line: {0}")]
    Malformed(String),
    /// We do otherwise.
    #[error("{what}: expected {expected}, got {got}")]
    Difference {
        /// What was compared.
        what: &'static str,
        /// What the vector says.
        expected: String,
        /// What we say.
        got: String,
    },
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Vector {
    Perft(Perft),
    Moves(Moves),
    Game(Line),
    San(San),
    View(View),
}

#[derive(Deserialize)]
struct Perft {
    #[serde(flatten)]
    at: At,
    depth: u32,
    nodes: u64,
}

#[derive(Deserialize)]
struct Moves {
    #[serde(flatten)]
    at: At,
    moves: Vec<String>,
    hub_position: Option<String>,
    hub: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct San {
    #[serde(flatten)]
    at: At,
    #[serde(rename = "move")]
    mv: String,
    san: String,
}

#[derive(Deserialize)]
struct View {
    #[serde(flatten)]
    at: At,
    player: String,
    view: String,
}

/// A position that is read, printed again and looked at.
#[derive(Deserialize)]
struct At {
    #[serde(deserialize_with = "options")]
    options: Options,
    position: String,
    canonical: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    #[serde(deserialize_with = "options")]
    options: Options,
    start: String,
    moves: Vec<String>,
    #[serde(rename = "final")]
    end: String,
    result: String,
    claims: Option<Vec<String>>,
}

/// Vectors write numbers as numbers.
fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
    let text = |value: Value| match value {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(serde::de::Error::custom(format_args!(
            "option value {other}: expected a text or a number"
        ))),
    };
    let raw = std::collections::BTreeMap::<String, Value>::deserialize(deserializer)?;
    raw.into_iter().map(|(key, value)| Ok((key, text(value)?))).collect()
}

/// Checks one line of the vectors of a game.
pub fn check(key: GameKey, line: &str) -> Result<(), Failure> {
    let vector: Vector =
        serde_json::from_str(line).map_err(|error| Failure::Malformed(error.to_string()))?;
    with_game!(key, |G| match vector {
        Vector::Perft(vector) => check_perft::<G>(&vector),
        Vector::Moves(vector) => check_moves::<G>(&vector),
        Vector::Game(vector) => check_game::<G>(&vector),
        Vector::San(vector) => check_san::<G>(&vector),
        Vector::View(vector) => check_view::<G>(&vector),
    })
}

fn same(what: &'static str, expected: &str, got: &str) -> Result<(), Failure> {
    if expected == got {
        return Ok(());
    }
    Err(Failure::Difference { what, expected: expected.into(), got: got.into() })
}

/// What should have been readable was not.
fn refused(what: &'static str, text: &str, error: &dyn std::error::Error) -> Failure {
    Failure::Difference { what, expected: format!("to read {text}"), got: error.to_string() }
}

fn read<G: Game>(at: &At) -> Result<(G, G::Position), Failure> {
    let (game, pos): (G, _) = read_position(&at.options, &at.position)
        .map_err(|error: TextError| refused("position", &at.position, &error))?;
    same(
        "position text",
        at.canonical.as_ref().unwrap_or(&at.position),
        &game.position_text(&pos),
    )?;
    Ok((game, pos))
}

fn check_perft<G: Game>(vector: &Perft) -> Result<(), Failure> {
    let (game, pos): (G, _) = read(&vector.at)?;
    same("perft", &vector.nodes.to_string(), &perft(&game, &pos, vector.depth).to_string())
}

fn check_moves<G: Game>(vector: &Moves) -> Result<(), Failure> {
    let (game, pos): (G, _) = read(&vector.at)?;
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let mut moves: Vec<_> = moves.into_iter().map(|mv| (game.move_text(&pos, mv), mv)).collect();
    moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let texts: Vec<_> = moves.iter().map(|(text, _)| text.clone()).collect();
    same("moves", &vector.moves.join(" "), &texts.join(" "))?;
    check_hub(vector)
}

/// Hub notation is of draughts alone, so a line that carries it is read once more as one of draughts.
fn check_hub(vector: &Moves) -> Result<(), Failure> {
    let (Some(position), Some(hub)) = (&vector.hub_position, &vector.hub) else { return Ok(()) };
    let (game, pos): (Draughts, _) = read(&vector.at)?;
    same("Hub position", position, &game.hub_position(&pos))?;
    let back = game
        .read_hub_position(position)
        .map_err(|error| refused("Hub position", position, &error))?;
    same("Hub position read back", position, &game.hub_position(&back))?;
    let mut ours = Vec::new();
    for text in &vector.moves {
        let mv = game.read_move(&pos, text).map_err(|error| refused("move", text, &error))?;
        ours.push(game.hub_move(mv));
    }
    same("Hub moves", &hub.join(" "), &ours.join(" "))?;
    for text in hub {
        let mv =
            game.read_hub_move(&pos, text).map_err(|error| refused("Hub move", text, &error))?;
        same("Hub move read back", text, &game.hub_move(mv))?;
    }
    Ok(())
}

fn check_game<G: Game>(vector: &Line) -> Result<(), Failure> {
    let played = Played::<G>::open(&vector.options, Some(&vector.start));
    let mut played = played.map_err(|error| refused("start", &vector.start, &error))?;
    same("start text", &vector.start, &played.snapshot(Viewer::Referee).position)?;
    for text in &vector.moves {
        same("result before the last move", "*", &result_text(played.result()))?;
        played.play(played.turn(), text).map_err(|error| refused("move", text, &error))?;
    }
    same("final position", &vector.end, &played.snapshot(Viewer::Referee).position)?;
    same("result", &vector.result, &result_text(played.result()))?;
    if let Some(claims) = &vector.claims {
        let ours: Vec<_> = played.claims(Viewer::Referee).iter().map(|claim| claim.key).collect();
        same("claims", &claims.join(" "), &ours.join(" "))?;
    }
    Ok(())
}

fn check_san<G: Game>(vector: &San) -> Result<(), Failure> {
    let (game, pos): (G, _) = read(&vector.at)?;
    let mv =
        game.read_move(&pos, &vector.mv).map_err(|error| refused("move", &vector.mv, &error))?;
    same("SAN", &vector.san, &game.notation(&pos, mv))?;
    let back =
        game.read_move(&pos, &vector.san).map_err(|error| refused("SAN", &vector.san, &error))?;
    same("SAN read back", &vector.mv, &game.move_text(&pos, back))
}

fn check_view<G: Game>(vector: &View) -> Result<(), Failure> {
    let (game, pos): (G, _) = read(&vector.at)?;
    let player =
        Player::BOTH.into_iter().find(|player| G::INFO.sides[player.index()].key == vector.player);
    let unknown = || {
        Failure::Malformed(format!("player \"{}\": expected a side of this game", vector.player))
    };
    let player = player.ok_or_else(unknown)?;
    same("view", &vector.view, &game.view_text(&pos, Viewer::Seat(player)))
}
