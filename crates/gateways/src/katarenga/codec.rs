//! The messages of KATARENGA-CO: JSON objects one after the other, without anything between them.
//! `docs/protocols/katarenga-tcp.md`, sections 1, 2 and 4.

use super::decode::DecodeError;
use damier_games::{
    GameKey,
    mosaic::{Colour, Quadrant},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::{SystemTime, UNIX_EPOCH};

/// The original reads no more at once.
pub const LARGEST_SENT: usize = 1024;

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Mode {
    Katarenga,
    Congress,
    Isolation,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Katarenga, Self::Congress, Self::Isolation];

    /// The game.
    pub fn game(self) -> GameKey {
        match self {
            Self::Katarenga => GameKey::Katarenga,
            Self::Congress => GameKey::Congress,
            Self::Isolation => GameKey::Isolation,
        }
    }

    /// The mode of a game, if it has one.
    pub fn of_game(game: GameKey) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.game() == game)
    }
}

impl From<Mode> for u64 {
    fn from(mode: Mode) -> Self {
        mode as Self
    }
}

impl TryFrom<u64> for Mode {
    type Error = &'static str;
    fn try_from(number: u64) -> Result<Self, Self::Error> {
        Self::ALL.into_iter().find(|mode| u64::from(*mode) == number).ok_or("expected 0, 1 or 2")
    }
}

/// A row and a column of the grid of ten by ten, from the top left; the board is 1 to 8, the camps are its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place(pub u8, pub u8);

const CAMPS: [(Place, &str); 4] =
    [(Place(0, 0), "NW"), (Place(0, 9), "NE"), (Place(9, 0), "SW"), (Place(9, 9), "SE")];

impl Place {
    /// As our games name it.
    pub fn name(self) -> Option<String> {
        let Self(row, column) = self;
        if let Some((_, camp)) = CAMPS.iter().find(|(place, _)| *place == self) {
            return Some((*camp).to_owned());
        }
        let inside = (1..=8).contains(&row) && (1..=8).contains(&column);
        inside.then(|| format!("{}{}", char::from(b'a' + column - 1), 9 - row))
    }

    /// The place of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        if let Some((place, _)) = CAMPS.iter().find(|(_, camp)| *camp == name) {
            return Some(*place);
        }
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else { return None };
        Some(Self(b'9' - rank, file - b'a' + 1))
    }
}

/// Two quarters of the board from left to right, turned already, by the numbers of their colours.
pub type Half = [[[u8; 4]; 4]; 2];

/// What one program tells the other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as the fact sheet names them")]
pub enum Message {
    GameMode(Mode),
    GameModeConfirm(Mode),
    QuadrantConfig {
        host: bool,
        half: Half,
    },
    GameStart,
    GameStartConfirm,
    Move {
        from: Place,
        to: Place,
        player: u8,
    },
    Placement {
        position: Place,
        player: u8,
    },
    Victory(u8),
    VictoryReceived(u8),
    Disconnect,
    /// Something that nobody knows.
    Unknown,
}

#[derive(Serialize)]
struct Envelope<'a, D> {
    r#type: &'a str,
    data: D,
    timestamp: f64,
}

#[derive(Serialize, Deserialize)]
struct ModeData {
    mode: Mode,
}

#[derive(Serialize)]
struct ConfigData {
    player: &'static str,
    quadrants: Half,
    quadrant_indices: [u8; 2],
    selected_ids: [&'static str; 2],
    rotations: [u16; 2],
}

#[derive(Deserialize)]
struct ConfigHeard {
    quadrants: Half,
}

#[derive(Serialize)]
struct Ready {
    ready: bool,
}

#[derive(Serialize)]
struct MoveData {
    from: Place,
    to: Place,
    player: u8,
    change_turn: bool,
}

#[derive(Deserialize)]
struct MoveHeard {
    from: Place,
    to: Place,
    /// The original does not read it, so some sender may leave it out.
    player: Option<u8>,
}

#[derive(Serialize, Deserialize)]
struct PlacementData {
    position: Place,
    player: u8,
}

#[derive(Serialize, Deserialize)]
struct WinnerData {
    winner: u8,
}

#[derive(Serialize)]
struct Nothing {}

#[derive(Deserialize)]
struct Heard {
    r#type: String,
    #[serde(default)]
    data: Value,
}

impl Message {
    /// As it travels, at that time.
    pub fn write(&self, timestamp: f64) -> String {
        fn text<D: Serialize>(kind: &str, data: D, timestamp: f64) -> String {
            let envelope = Envelope { r#type: kind, data, timestamp };
            serde_json::to_string(&envelope).expect("our messages are plain data")
        }
        match *self {
            Self::GameMode(mode) => text("game_mode", ModeData { mode }, timestamp),
            Self::GameModeConfirm(mode) => text("game_mode_confirm", ModeData { mode }, timestamp),
            Self::QuadrantConfig { host, half } => {
                let data = ConfigData {
                    player: if host { "server" } else { "client" },
                    quadrants: half,
                    quadrant_indices: if host { [0, 1] } else { [2, 3] },
                    selected_ids: ["quadrant_1", "quadrant_2"],
                    rotations: [0, 0],
                };
                text("quadrant_config", data, timestamp)
            }
            Self::GameStart => text("game_start", Ready { ready: true }, timestamp),
            Self::GameStartConfirm => text("game_start_confirm", Ready { ready: true }, timestamp),
            Self::Move { from, to, player } => {
                text("move", MoveData { from, to, player, change_turn: true }, timestamp)
            }
            Self::Placement { position, player } => {
                text("placement", PlacementData { position, player }, timestamp)
            }
            Self::Victory(winner) => text("victory", WinnerData { winner }, timestamp),
            Self::VictoryReceived(winner) => {
                text("victory_received", WinnerData { winner }, timestamp)
            }
            Self::Disconnect | Self::Unknown => text("disconnect", Nothing {}, timestamp),
        }
    }

    /// Reads an object.
    pub(super) fn read(value: Value) -> Result<Self, DecodeError> {
        fn data<D: for<'a> Deserialize<'a>>(value: Value) -> Result<D, DecodeError> {
            serde_json::from_value(value).map_err(|_| DecodeError::Malformed)
        }
        let Heard { r#type, data: value } = data(value)?;
        Ok(match r#type.as_str() {
            "game_mode" => Self::GameMode(data::<ModeData>(value)?.mode),
            "game_mode_confirm" => Self::GameModeConfirm(data::<ModeData>(value)?.mode),
            "quadrant_config" => {
                let host = value["player"] == "server";
                Self::QuadrantConfig { host, half: data::<ConfigHeard>(value)?.quadrants }
            }
            "game_start" => Self::GameStart,
            "game_start_confirm" => Self::GameStartConfirm,
            "move" => {
                let MoveHeard { from, to, player } = data(value)?;
                Self::Move { from, to, player: player.unwrap_or(0) }
            }
            "placement" => {
                let PlacementData { position, player } = data(value)?;
                Self::Placement { position, player }
            }
            "victory" => Self::Victory(data::<WinnerData>(value)?.winner),
            "victory_received" => Self::VictoryReceived(data::<WinnerData>(value)?.winner),
            "disconnect" => Self::Disconnect,
            _ => Self::Unknown,
        })
    }
}

/// Seconds since 1970; nobody reads it.
pub fn timestamp() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |span| span.as_secs_f64())
}

/// A quarter of our board by its numbers.
pub fn numbers(quadrant: &Quadrant) -> [[u8; 4]; 4] {
    quadrant.0.map(|row| row.map(|colour| u8::try_from(colour.number()).unwrap_or(0)))
}

/// A quarter as players of ours choose it; nothing where a number is no colour.
pub fn quadrant_text(numbers: &[[u8; 4]; 4]) -> Option<String> {
    let row = |row: &[u8; 4]| {
        let colours = row.iter().map(|number| Colour::of_number(u64::from(*number)));
        colours.map(|colour| colour.map(Colour::letter)).collect::<Option<String>>()
    };
    let rows = numbers.iter().map(row).collect::<Option<Vec<_>>>()?;
    Some(format!("{}:0", rows.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_the_keys_of_the_fact_sheet_in_their_order() {
        let written = |message: Message| message.write(1.5);
        assert_eq!(
            written(Message::Move { from: Place(1, 2), to: Place(3, 2), player: 1 }),
            r#"{"type":"move","data":{"from":[1,2],"to":[3,2],"player":1,"change_turn":true},"timestamp":1.5}"#
        );
        assert_eq!(
            written(Message::GameMode(Mode::Isolation)),
            r#"{"type":"game_mode","data":{"mode":2},"timestamp":1.5}"#
        );
        assert_eq!(
            written(Message::Disconnect),
            r#"{"type":"disconnect","data":{},"timestamp":1.5}"#
        );
        let half = [[[1, 2, 3, 4]; 4]; 2];
        let config = written(Message::QuadrantConfig { host: true, half });
        assert!(config.starts_with(
            r#"{"type":"quadrant_config","data":{"player":"server","quadrants":[[[1,2,3,4],"#
        ));
        assert!(config.ends_with(
            r#""quadrant_indices":[0,1],"selected_ids":["quadrant_1","quadrant_2"],"rotations":[0,0]},"timestamp":1.5}"#
        ));
        assert!(config.len() <= LARGEST_SENT);
    }

    #[test]
    fn places_and_quarters() {
        for (place, name) in [(Place(1, 1), "a8"), (Place(8, 8), "h1"), (Place(9, 0), "SW")] {
            assert_eq!(place.name().as_deref(), Some(name));
            assert_eq!(Place::of_name(name), Some(place));
        }
        assert_eq!(Place(0, 4).name(), None);
        assert_eq!(Place(200, 1).name(), None);
        let stock = Quadrant::stock(1).unwrap();
        assert_eq!(quadrant_text(&numbers(&stock)).as_deref(), Some("YBGR/RGYY/GRBB/BYRG:0"));
        assert_eq!(quadrant_text(&[[0, 1, 2, 5]; 4]), None);
    }
}
