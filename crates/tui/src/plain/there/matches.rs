//! Matches of a server, line by line: which there are, a new one, its board.

use super::Session;
use crate::{
    app::Screen,
    error::TuiError,
    game::Ask,
    online::{Row, Tag},
    texts,
};
use damier_games::{
    GameKey,
    mosaic::{Colour, Quadrant, QuadrantSet},
};
use serde_json::json;
use std::io::Write;

impl<W: Write> Session<W> {
    /// The quadrants of the board: `3:90`, colours, or the name of one's own and its rotation.
    pub(super) fn choose(&mut self, parts: &[&str]) -> Result<(), TuiError> {
        let wanted = match &self.app.screen {
            Screen::Play(play) => play.view.choosing,
            _ => None,
        };
        if wanted.is_none() {
            return self.out.refuse(texts::NOT_CHOOSING.tell(self.language));
        }
        let quadrants = parts.iter().map(|part| named_quadrant(part, &self.app.own)).collect();
        self.ask(&Ask::Choose(quadrants))
    }

    /// Asks which matches there are, and tells them once they are known.
    pub(super) fn games(&mut self) {
        let effects = self.app.look_around();
        self.wait_for_lists(effects.len());
        self.perform(effects);
    }

    /// Tells which matches there are.
    pub(super) fn tell_games(&mut self) -> Result<(), TuiError> {
        let Some(online) = &self.app.online else { return Ok(()) };
        let rows = online.lobby.rows(online.has_account());
        let lines: Vec<String> = rows
            .iter()
            .filter_map(|row| match row {
                Row::Match(line) => Some(format!("{} {}", line.id, row.text(self.language))),
                _ => None,
            })
            .collect();
        self.out.tell(&format!("ok games {}", lines.join("; ")))
    }

    /// `new chess` waits for anyone, `new chess code` for whoever has the code, `new chess 3` begins against the computer.
    pub(super) fn create(&mut self, game: &str, rest: &[&str]) -> Result<(), TuiError> {
        use damier_games::text::Tell;
        let game: GameKey = match game.parse() {
            Ok(game) => game,
            Err(error) => {
                let error: damier_games::games::UnknownGame = error;
                return self.out.refuse(&error.tell(self.language));
            }
        };
        let level = rest.first().and_then(|word| word.parse::<damier_engine::Level>().ok());
        let mut body = json!({ "game": game, "side": "first" });
        match (level, rest) {
            (Some(level), _) => {
                body["opponent"] = "computer".into();
                body["level"] = level.number().into();
            }
            (None, ["code"]) => body["opponent"] = "friend".into(),
            (None, []) => body["opponent"] = "anyone".into(),
            (None, _) => return self.out.refuse(texts::NEW_HOW.tell(self.language)),
        }
        self.request(Tag::Begun, "POST", "/api/matches".into(), Some(body))
    }
}

/// A quadrant as the server reads it: one's own, by its name, becomes its colours.
fn named_quadrant(part: &str, own: &QuadrantSet) -> String {
    let (name, turn) = part.rsplit_once(':').unwrap_or((part, "0"));
    let found = own.all().iter().find(|named| named.id == name);
    let (Some(named), false) = (found, part.parse::<Quadrant>().is_ok()) else {
        return part.to_owned();
    };
    let row = |row: [Colour; 4]| row.map(Colour::letter).into_iter().collect();
    let rows: [String; 4] = named.quadrant.0.map(row);
    format!("{}:{turn}", rows.join("/"))
}
