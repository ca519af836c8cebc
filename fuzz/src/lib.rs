//! What the fuzz targets share.

use damier_games::GameKey;

/// The first byte chooses a game, the rest is its text. `None` for input that is no text at all.
pub fn game_and_text(data: &[u8]) -> Option<(GameKey, &str)> {
    let (&first, rest) = data.split_first()?;
    let key = GameKey::ALL[usize::from(first) % GameKey::ALL.len()];
    Some((key, std::str::from_utf8(rest).ok()?))
}
