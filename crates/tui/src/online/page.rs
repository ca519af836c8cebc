//! A page of lines: friends, the ranking, a player and their games.

use super::api::{Friend, GameLine, Player, RankLine};
use crate::texts;
use crossterm::event::{KeyCode, KeyEvent};
use damier_games::{GameKey, text::Language};

/// What choosing a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Watch or replay a match.
    Watch(String),
    /// Look at a player.
    Player(String),
    /// Agree to friendship.
    Befriend(String),
    /// End a friendship, or decline it.
    Unfriend(String),
    /// Ask a friend for a match.
    Challenge(String),
    /// Ask somebody for friendship, by a name to be typed.
    AskFriend,
    /// Another game's ranking.
    Game(isize),
    /// Another speed's ranking.
    Speed(isize),
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// What stands above it.
    pub title: String,
    /// What stands on it, and what choosing it does.
    pub lines: Vec<(String, Option<Act>)>,
    /// Which line is pointed at.
    pub at: usize,
    /// Which ranking is shown: game and speed.
    pub ranking: Option<(usize, usize)>,
}

/// What a key came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// Nothing.
    Going,
    /// That was chosen.
    Act(Act),
    /// Back.
    Left,
}

/// The speeds of the ranking.
pub const SPEEDS: [&str; 5] = ["bullet", "blitz", "rapid", "classical", "correspondence"];

impl Page {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Turned {
        let last = self.lines.len().saturating_sub(1);
        let chosen = self.lines.get(self.at).and_then(|(_, act)| act.clone());
        match key.code {
            KeyCode::Esc => return Turned::Left,
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::Enter => return chosen.map_or(Turned::Going, Turned::Act),
            KeyCode::Left if self.ranking.is_some() => return Turned::Act(Act::Game(-1)),
            KeyCode::Right if self.ranking.is_some() => return Turned::Act(Act::Game(1)),
            KeyCode::Tab if self.ranking.is_some() => return Turned::Act(Act::Speed(1)),
            KeyCode::Delete | KeyCode::Char('d') => {
                if let Some(Act::Challenge(name) | Act::Befriend(name)) = chosen {
                    return Turned::Act(Act::Unfriend(name));
                }
            }
            _ => {}
        }
        Turned::Going
    }

    /// The list of friends.
    pub fn friends(friends: &[Friend], language: Language) -> Self {
        let tell = |text: damier_games::text::Text| text.tell(language);
        let mut lines = vec![(tell(texts::ASK_FRIEND).to_owned(), Some(Act::AskFriend))];
        for friend in friends {
            let name = super::tidy(&friend.name);
            let (note, act) = match (friend.bond.as_str(), &friend.playing) {
                ("asking", _) => (texts::ASKS_FRIENDSHIP, Some(Act::Befriend(name.clone()))),
                ("asked", _) => (texts::WAS_ASKED, None),
                (_, Some(id)) => (texts::PLAYS_NOW, Some(Act::Watch(id.clone()))),
                _ if friend.online => (texts::IS_HERE, Some(Act::Challenge(name.clone()))),
                _ => (texts::IS_AWAY, Some(Act::Player(name.clone()))),
            };
            lines.push((format!("{name:<24} {}", tell(note)), act));
        }
        Self { title: tell(texts::FRIENDS).into(), lines, at: 0, ranking: None }
    }

    /// The ranking of a game and a speed.
    pub fn ranking(lines: &[RankLine], (game, speed): (usize, usize), language: Language) -> Self {
        let key = GameKey::ALL[game % GameKey::ALL.len()];
        let title = format!(
            "{}{} {} / {}",
            texts::RANKING.tell(language),
            texts::colon(language),
            key.info().name.tell(language),
            SPEEDS[speed % SPEEDS.len()]
        );
        let line = |line: &RankLine| {
            let rank = line.rank.map_or_else(|| "?".to_owned(), |rank| rank.to_string());
            let name = super::tidy(&line.name);
            let text = format!(
                "{rank:>4}. {name:<24} {:>5.0}  {:>4} {}",
                line.rating,
                line.games,
                texts::GAMES.tell(language)
            );
            (text, Some(Act::Player(name)))
        };
        let mut lines: Vec<_> = lines.iter().map(line).collect();
        if lines.is_empty() {
            lines.push((texts::NOBODY_YET.tell(language).into(), None));
        }
        Self { title, lines, at: 0, ranking: Some((game, speed)) }
    }

    /// A player.
    pub fn player(player: &Player, language: Language) -> Self {
        let tell = |text: damier_games::text::Text| text.tell(language);
        let total = &player.total;
        let mut lines = vec![
            (
                format!(
                    "{} {}   {} {}   {} {}   {} {}",
                    total.games,
                    tell(texts::GAMES),
                    total.wins,
                    tell(texts::WINS),
                    total.draws,
                    tell(texts::DRAWS),
                    total.losses,
                    tell(texts::LOSSES)
                ),
                None,
            ),
            (
                format!(
                    "{}{} {} ({} {})",
                    tell(texts::STREAK),
                    texts::colon(language),
                    player.streaks.current,
                    tell(texts::BEST),
                    player.streaks.best
                ),
                None,
            ),
        ];
        if let Some(id) = &player.playing {
            lines.push((tell(texts::PLAYS_NOW).to_owned(), Some(Act::Watch(id.clone()))));
        }
        for rating in &player.ratings {
            let name = rating.game.info().name.tell(language);
            let text = format!("{name:<24} {:<14} {:>5.0}", rating.speed, rating.rating);
            lines.push((text, None));
        }
        let here =
            if player.online { format!(" ({})", tell(texts::IS_HERE)) } else { String::new() };
        Self { title: format!("{}{here}", super::tidy(&player.name)), lines, at: 0, ranking: None }
    }

    /// Adds somebody's games, each to be looked at again.
    pub fn add_games(&mut self, games: &[GameLine], language: Language) {
        if !games.is_empty() {
            self.lines.push((String::new(), None));
        }
        for game in games {
            let name = |name: &Option<String>| {
                name.as_deref()
                    .map_or_else(|| texts::COMPUTER.tell(language).to_owned(), super::tidy)
            };
            let text = format!(
                "{:<24} {} - {}   {}",
                game.game.info().name.tell(language),
                name(&game.one_name),
                name(&game.two_name),
                game.result.as_deref().unwrap_or("*")
            );
            self.lines.push((text, Some(Act::Watch(game.id.clone()))));
        }
    }
}
