//! Writing a record.

use super::{Format, GAME_TAG, HIDDEN_MOVE, OPTIONS_TAG, RESULT_TAG, TERMINATION_TAG, VIEWER_TAG};
use crate::{
    options,
    outcome::Score,
    player::{Player, Viewer},
    rules::Game,
    table::{Played, Table},
};

const WIDTH: usize = 80;
/// The tags that every record has, in the order that readers of PGN expect.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags that tell the reader how to set the game up and how it ended: ours alone to write.
const MEANINGFUL: [&str; 8] =
    [RESULT_TAG, GAME_TAG, OPTIONS_TAG, TERMINATION_TAG, VIEWER_TAG, "SetUp", "FEN", "Position"];

/// The record of `played`, as far as `viewer` knows it. `headers` may fill the roster and add to it.
pub(crate) fn write<G: Game>(
    played: &Played<G>,
    headers: &[(String, String)],
    viewer: Viewer,
) -> String {
    let format = G::INFO.format;
    let viewer = played.entitled(viewer);
    let score = played.result().map_or(Score::Void, |outcome| outcome.score);
    let result = format.score_text(score);
    let mut text = String::new();
    for (name, value) in tags(played, headers, viewer, result) {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(&value)));
    }
    text.push('\n');
    text.push_str(&wrapped(movetext(played, viewer).chain([result.into()])));
    text
}

fn tags<G: Game>(
    played: &Played<G>,
    headers: &[(String, String)],
    viewer: Viewer,
    result: &str,
) -> Vec<(String, String)> {
    let own = |name: &str| {
        headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone())
    };
    let unknown = |name: &str| if name == "Date" { "????.??.??".into() } else { "?".into() };
    let mut tags: Vec<(String, String)> =
        ROSTER.map(|name| (name.into(), own(name).unwrap_or_else(|| unknown(name)))).into();
    let game = played.game();
    let mut add = |name: &str, value: String| tags.push((name.into(), value));
    add(RESULT_TAG, result.into());
    add(GAME_TAG, G::INFO.key.into());
    game.tags().into_iter().for_each(|(name, value)| add(name, value));
    let options = options::chosen_options(game);
    if !options.is_empty() {
        add(
            OPTIONS_TAG,
            options
                .iter()
                .map(|(key, value)| format!("{key}={value}"))
                .collect::<Vec<_>>()
                .join(","),
        );
    }
    let first = played.history().next().map_or_else(|| played.position(), |(pos, _)| pos);
    // Compared as the viewer sees them: a tag would tell that something differs where the viewer cannot look.
    let seen = game.view_text(first, viewer);
    if seen != game.view_text(&game.start(), viewer) {
        if G::INFO.format == Format::Pgn {
            add("SetUp", "1".into());
        }
        add(G::INFO.format.position_tag(), seen);
    }
    if let Some(outcome) = played.result() {
        add(TERMINATION_TAG, outcome.reason.key.into());
    }
    match viewer {
        Viewer::Seat(player) if G::INFO.hidden => {
            add(VIEWER_TAG, G::INFO.sides[player.index()].key.into());
        }
        Viewer::Spectator if G::INFO.hidden => add(VIEWER_TAG, "spectator".into()),
        _ => {}
    }
    for (name, value) in headers {
        let written = tags.iter().any(|(known, _)| known == name);
        if is_tag_name(name) && !written && !MEANINGFUL.contains(&name.as_str()) {
            tags.push((name.clone(), value.clone()));
        }
    }
    tags
}

/// Numbers and moves, one word after the other.
fn movetext<G: Game>(played: &Played<G>, viewer: Viewer) -> impl Iterator<Item = String> {
    let game = played.game();
    let mut number = None;
    played.history().enumerate().flat_map(move |(ply, (pos, mv))| {
        let second = game.turn(pos) == Player::Two;
        let count = *number.get_or_insert_with(|| game.move_number(pos).unwrap_or(1));
        let count_text = match (second, ply) {
            (false, _) => Some(format!("{count}.")),
            (true, 0) => Some(format!("{count}...")),
            (true, _) => None,
        };
        if second {
            number = Some(count.saturating_add(1));
        }
        let notation = game
            .report(pos, mv, viewer)
            .map_or_else(|| HIDDEN_MOVE.into(), |report| report.notation);
        count_text.into_iter().chain([notation])
    })
}

/// Whether readers take it for the name of a tag.
pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A tag's value within its quotes; a tag is one line.
fn escaped(value: &str) -> String {
    let one_line = value.replace(['\n', '\r', '\t'], " ");
    one_line.replace('\\', "\\\\").replace('"', "\\\"")
}

fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(&word);
        width += word.len();
    }
    text.push('\n');
    text
}
