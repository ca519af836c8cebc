//! Games to play: random ones that come to an end soon.

use damier_games::{GameKey, Player, Table, open, options::Options};

/// The ten games.
pub const ALL: [GameKey; 10] = [
    GameKey::Katarenga,
    GameKey::Congress,
    GameKey::Isolation,
    GameKey::Draughts,
    GameKey::Alquerque,
    GameKey::Morpion,
    GameKey::Chess,
    GameKey::Alice,
    GameKey::Dark,
    GameKey::Horde,
];

/// Numbers that look random and are the same each time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// A whole game: who made which move, and how it ended.
pub struct Story {
    pub moves: Vec<(Player, String)>,
    pub result: String,
    /// The table after its end.
    pub table: Box<dyn Table>,
}

/// The shortest of some random games.
pub fn story(game: GameKey, options: &Options, seed: u64) -> Story {
    let mut best: Option<Story> = None;
    for seed in seed..seed + 30 {
        let most = best.as_ref().map_or(600, |story| story.moves.len() - 1);
        best = random(game, options, seed, most).or(best);
        if best.as_ref().is_some_and(|story| story.moves.len() < 40) {
            break;
        }
    }
    best.expect("one of them comes to an end")
}

fn random(game: GameKey, options: &Options, seed: u64, most: usize) -> Option<Story> {
    let (mut table, mut dice) = (open(game, options, None).unwrap(), Dice(seed));
    let mut moves = Vec::new();
    while moves.len() < most {
        let legal = table.legal_moves();
        // What ends the game is taken, else anything.
        let ends = |text: &&String| {
            table.after(table.turn(), text).is_ok_and(|ahead| ahead.result.is_some())
        };
        let text = legal.iter().find(ends).unwrap_or(&legal[dice.below(legal.len())]).clone();
        let by = table.turn();
        table.play(by, &text).unwrap();
        moves.push((by, text));
        if let Some(result) = table.result() {
            return Some(Story { moves, result: result.to_string(), table });
        }
    }
    None
}
